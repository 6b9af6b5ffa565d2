// @ts-check
// Who writes the list, how it goes on to another device, how it is shown as a code, and what else there is to choose.

import { feetTable } from "./foot.js";
import { aloudButtons } from "./aloud.js";
import { showCalls } from "./calling.js";
import { cameraButtons } from "./camera.js";
import { claimOf, readCode } from "./codes.js";
import { lay } from "./lying.js";
import { base, borrowed, button, dialog, form, grid, make, panel, stated, words } from "./page.js";
import { against, beginByCard, canBegin, dealsOf, drawCode, forgetCode, goOn, handOver, keepCard } from "./passing.js";
import { payloadOf } from "./seal.js";
import { allKept, enter, keeping, kept, listNow, namesBySeat, over, players, redraw, server, takeOver, writing } from "./store.js";
import { fill } from "./wording.js";

export let showsList = false;   // whether the writer looks at the list instead of the buttons

/** @param {boolean} wanted */
export function look(wanted) {
  showsList = wanted;
  redraw();
}

// ---- Who writes

/** @param {string | ListCode} code of the phone that writes so far, or its list */
export function askWho(code = "") {
  const names = typeof code === "string" ? players() : code.names.map((name, at) => ({ seat: at + 1, name }));
  const list = typeof code === "string" ? [] : [make("p", fill(words.list_of, { count: dealsOf(code) }))];
  panel(words.who_writes, [...list, grid(names.map(({ seat, name }) => button(name, () => {
    if (typeof code === "string") askToWrite(seat, code);
    else goOn(code, seat).then(begun);
  })))]);
}

function begun() {
  dialog.close();
  forgetCode();
  look(false);
}

/** What was scanned with this phone, or opened by its camera. */
export async function scanned() {
  const code = readCode(location.hash);
  if (code?.kind === "card") await keepCard(code);
  else if (code?.kind === "broken") panel(words.not_now, [make("p", words.half_code)]);
  else if (code?.kind === "list") {
    const said = against(code);
    if (said) panel(words.not_now, [make("p", said)]);
    else askWho(code);
  } else if (code && kept.server && !writing()) askWho(code.word);
}

/**
 * @param {number} keeper
 * @param {string} code
 */
async function askToWrite(keeper, code, forced = false) {
  const answer = await takeOver(keeper, code, forced).catch(() => null);
  if (!answer && canBegin()) return beginByCard(keeper).then(begun);
  if (!answer) return askForCode(keeper, words.network_needed);
  if (!answer.said) return begun();
  if (!answer.held) return panel(words.not_now, [make("p", answer.said)]);
  return askForCode(keeper);
}

/**
 * Another phone writes: its code, scanned, typed or pasted, or somebody who says that it is lost.
 * @param {number} keeper
 * @param {string} said where there is no network, by which alone a list is taken without its code
 */
export function askForCode(keeper, said = "") {
  const field = make("input", "", { "aria-label": words.code, autocomplete: "off", autocapitalize: "none" });
  const refused = make("p", "", { role: "alert" });
  const take = (/** @type {string} */ text) => { refused.textContent = taken(text, keeper); };
  const force = button(words.force, () => askToWrite(keeper, "", true), "second");
  const without = said ? [] : [make("p", words.force_help), force], inside = form(field, () => take(field.value));
  const first = said ? [make("p", said)] : [];
  panel(said ? words.not_now : words.held, [...first, make("p", words.held_help), inside, refused, ...cameraButtons(take), ...without]);
}

/**
 * Go on by a code; what speaks against it, empty where nothing does.
 * @param {string} text
 * @param {number} keeper
 */
function taken(text, keeper) {
  if (text.includes("#") && !text.includes(base)) return words.other_table;
  const code = readCode(text);
  if (code?.kind === "word") askToWrite(keeper, code.word);
  else if (code?.kind !== "list") return words.half_code;
  else {
    const said = against(code);
    if (said) return said;
    goOn(code, keeper).then(begun);
  }
  return "";
}

// ---- Codes

/** The whole list as it stands here, in one word. */
export const payload = () =>
  payloadOf(kept, server(), listNow(), kept.claim ? { list: `T${base.split("/")[2]}`, claim: claimOf(kept) } : null);

/** The list for the camera of the office, where there is no network at all. */
export async function showCode() {
  const address = `${location.origin.toUpperCase()}/Q/${payload()}`;
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  panel(words.as_code, [make("p", words.as_code_help), canvas, feetTable(listNow(), namesBySeat())], { kind: "whole" });
  await drawCode(canvas, address);
}

// ---- More

/**
 * What only the office can have written is not changed here.
 * @param {Row} row
 */
export const correctable = (row) => !row.void && !row.penalty;

/** What can be done now; a deal that was entered just before counts already. */
export function more() {
  if (keeping) {
    allKept().then(more);
    return;
  }
  const [parts, tools, said] = writing() && !over ? writersParts() : [[], [], []];
  const link = make("a", words.public_page, { href: stated("event"), class: "button second" });
  const offline = make("p", "kept" in document.body.dataset ? words.starts_offline : words.needs_network);
  const lying = button(words.lay_down, () => { dialog.close(); lay(true); }, "second");
  const call = kept.server?.open ? [button(words.call, () => { showCalls(); }, "second")] : [];
  const others = [...tools, ...call, ...(kept.server ? [lying] : []), ...aloudButtons(), ...(borrowed ? [] : [link])];
  panel(words.more, [...parts, grid(others, "tools"), ...said, offline]);
}

/** What the writer does most, what he does seldom, and what he should know. */
function writersParts() {
  const { last, handedIn } = listNow();
  /** @param {Row} row */
  const takeBack = ({ nr, number, text }) => button(fill(words.take_back, { number }), () => {
    dialog.close();
    enter({ kind: "undo", nr, before: text });
  }, "second");
  return [
    [button(words.see_list, () => { dialog.close(); look(true); }), button(words.hand_over, handOver)],
    [button(words.as_code, showCode, "second"), ...(last && correctable(last) && !handedIn ? [takeBack(last)] : [])],
    handedIn ? [] : [make("p", words.who_plays)],
  ];
}
