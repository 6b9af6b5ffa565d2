// @ts-check
// What the table must know although nobody at it did it, and what it decides where the server did not take an entry.

import { asEntered, behind, sittingOut } from "./list.js";
import { button, clock, dialog, make, panel, words } from "./page.js";
import { agree } from "./pad.js";
import { change, decide, decided, kept, listNow, namesBySeat, read, saidOf, server, writing } from "./store.js";
import { fill } from "./wording.js";

// ---- What has changed

/** In sentences, which are also what is remembered once somebody has seen them. */
function changes() {
  const { open, ends, told = [] } = server();   // none told where an older page has kept it
  if (!open) return [];
  const up = ends && Date.now() - kept.ahead >= Date.parse(ends) && !listNow().complete;
  return [...(up ? [fill(words.time_up, { time: clock(ends) })] : []), ...(writing() ? lasting() : []), ...told];
}

/** What holds for the rest of the list: whoever follows always reads it, whoever writes needs the room once he has seen it. */
export function lasting() {
  const { open, lease } = server(), said = [];
  if (lease.forced && open) said.push(fill(words.forced, { time: clock(lease.forced), name: namesBySeat()[lease.keeper] ?? "" }));
  if (!isSecureContext) said.push(words.plain);
  return said;
}

export const unseen = () => changes().filter((sentence) => !kept.seen.includes(sentence));

/** @param {string} sentence */
export const saw = (sentence) => change(() => ({ seen: [...changes().filter((each) => kept.seen.includes(each)), sentence] }));

// ---- Where the server did not take an entry as it is

/**
 * What stays when the first entry is dropped: without a signature, nobody has handed in either.
 * @param {Entry[]} queue
 */
const dropped = ([first, ...rest]) =>
  first.kind === "sign" ? rest.filter(({ kind }) => !["sign", "unsign", "hand_in"].includes(kind)) : rest;

/** Ask those at the table about the first entry that waits, where the server has said something of it. */
export function settle() {
  const [first] = kept.queue;
  if (!first?.problem || first.key === decided || dialog.open) return;
  if (first.problem.status === "refused") askAgain(first, first.problem);
  else if (first.kind === "sign") {
    panel(words.refused, [make("p", words.signed_another), answer(words.see_list, "", first, dropped)], { closes: false });
  } else askWhich(first, first.problem);
}

/**
 * @param {string} text
 * @param {string} kind
 * @param {Entry} first
 * @param {(queue: Entry[]) => Entry[]} by
 * @param {Entry[]} [lost]
 */
const answer = (text, kind, first, by, lost) => button(text, () => { dialog.close(); decide(first, by, lost); }, kind);

/** @param {string} text */
const hereSaid = (text) => fill(words.here, { said: text });

/**
 * It was refused: send it once more, or drop it.
 * @param {Entry} first
 * @param {Problem} problem
 */
function askAgain(first, { said = [] }) {
  const text = "text" in first ? [hereSaid(`${first.nr}: ${saidOf(read(first.text))}`)] : [];
  panel(words.refused, [
    ...[...said, ...text].map((each) => make("p", each)),
    answer(words.again, "", first, ([again, ...rest]) => [asEntered(again), ...rest]),
    answer(words.drop, "second", first, dropped),
  ], { closes: false });
}

/**
 * The list is not what it was when this was entered: theirs or ours, or one behind the other.
 * @param {Entry} first
 * @param {Problem} problem
 */
function askWhich(first, { who, at }) {
  const { rows, cycle, deals } = server(), text = "text" in first ? first.text : "";
  const row = rows.find((each) => "nr" in first && each.nr === first.nr);
  const theirs = row ? fill(words.there, { said: saidOf(row) }) : words.nothing_there;
  /** @type {HTMLElement[]} */
  const parts = [make("p", theirs + (who ? ` (${fill(words.clash_by, { who, time: clock(at ?? "") })})` : ""))];
  if (text) parts.push(make("p", hereSaid(saidOf(read(text)))));
  parts.push(answer(words.keep_theirs, "", first, dropped, row ? [] : [first]));
  if (text && row && !row.void && !row.penalty) parts.push(button(words.put_ours, () => ours(first, row, text), "second"));
  if (first.kind === "row" && cycle.length) {
    const moved = (/** @type {Entry[]} */ queue) => behind(server(), queue), out = sittingOut(server(), moved(kept.queue), read);
    if (out) parts.push(make("p", fill(words.not_behind, { number: out.number, name: namesBySeat(out.number)[out.seat] })));
    else parts.push(answer(fill(words.append_ours, { number: deals + 1 }), "second", first, moved));
  }
  const nr = "nr" in first ? first.nr : 0;
  panel(fill(words.clash, { number: row ? row.number || nr : deals + 1 }), parts, { closes: false });
}

/**
 * Ours in the place of theirs: a correction like any other of an older row.
 * @param {Entry} first
 * @param {Row} row
 * @param {string} text
 */
function ours(first, row, text) {
  agree(row, text, (agreed) => {
    const { nr, text: before } = row;
    decide(first, (queue) => [{ kind: "correction", nr, before, text, agreed }, ...queue.slice(1)]);
  });
}
