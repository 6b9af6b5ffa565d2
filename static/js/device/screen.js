// @ts-check
// The page of a table: what just happened, the buttons for whoever writes, the list for everybody.

import { sayNew } from "./aloud.js";
import { stayOn } from "./arrows.js";
import { feetTable, handIn, signatures } from "./foot.js";
import { leaderAfter } from "./list.js";
import { drawLying, lies } from "./lying.js";
import { lasting, saw, settle, unseen } from "./office.js";
import { changeRow, correcting, correctNoMore, drawPad, leave, tapWaiting } from "./pad.js";
import { afterwards, book, borrowed, button, buttonsAt, clock, dialog, isSecond, make, mustWait, one, stated, words } from "./page.js";
import { settleClaim, takeBack } from "./passing.js";
import {
  change, drawWith, forgetMissed, keeps, kept, listNow, missed, namesBySeat, network, over, read, redraw, resting, saidOf,
  server, writing,
} from "./store.js";
import { fill, plain } from "./wording.js";
import { askForCode, askWho, correctable, look, more, showCode, showsList } from "./writer.js";

// ---- What is told above everything else

/** @typedef {{ sentence: string, points?: string[], said?: string, noted?: () => void }} Notice */

/** @returns {Notice[]} */
function allNotices() {
  const { lost, ended, gone } = kept, { open, lease } = server();
  /** @type {Notice[]} */
  const said = [];
  const unsent = lost.flatMap((entry) => "text" in entry ? [`${entry.nr}: ${saidOf(read(entry.text))}`] : []);
  if (over) said.push({ sentence: over });
  if (!keeps && (writing() || kept.queue.length)) said.push({ sentence: words.keeps_nothing });
  if (gone) said.push({ sentence: words.gone });
  else if (!open) said.push({ sentence: fill(words.closed, { state: server().state_name }) });
  else if (lease.paper) said.push({ sentence: words.paper });
  else if (kept.passed) said.push({ sentence: words.handed_on, said: words.write_on, noted: takeBack });
  else if (ended) said.push({ sentence: lease.held ? words.lost : words.ended });
  if (unsent.length) said.push({ sentence: words.unsent, points: unsent, said: words.noted, noted: () => change(() => ({ lost: [] })) });
  if (missed) {
    const noted = () => { forgetMissed(); redraw(); };
    said.push({ sentence: words.other_tab, points: [missedSaid(missed)], said: words.seen, noted });
  }
  if (!writing() && !kept.passed) said.push(...lasting().map((sentence) => ({ sentence })));
  return said;
}

function drawNotices() {
  const notices = allNotices(), [changed] = unseen();
  const inside = JSON.stringify([notices, changed]);
  const place = one("#hinweise");
  if (place.dataset.told === inside) return;
  place.dataset.told = inside;
  place.replaceChildren(...(changed ? [changeNote(changed)] : []), ...notices.map(({ sentence, points = [], said = "", noted }) => {
    const note = make("div", "", { class: "notice" }), list = make("ul");
    list.append(...points.map((point) => make("li", point)));
    note.append(make("p", sentence));
    if (noted) note.append(list, button(said, noted, "second"));
    return note;
  }));
}

/**
 * What was tapped here and not entered, since another tab was faster.
 * @param {Said} said
 */
function missedSaid(said) {
  if ("text" in said) return fill(words.last, { number: said.nr, said: saidOf(read(said.text)) });
  return [words.kinds[said.kind], "seat" in said && namesBySeat()[said.seat]].filter(Boolean).join(": ");
}

/**
 * What has changed, one after the other, until somebody at this device has seen it.
 * @param {string} sentence
 */
function changeNote(sentence) {
  const note = make("div", "", { class: "notice news" });
  note.append(make("p", sentence), button(words.seen, () => saw(sentence), "second"));
  return note;
}

/** @param {Now} now */
function drawHead(now) {
  const { target, expected, ends, open, cycle } = server(), row = correcting;
  const number = row ? row.number : now.deals + Number(!now.complete);
  const round = row && now.rows.find((each) => each.nr >= row.nr && each.round)?.round || now.round;
  const parts = target ? [fill(words.match, { number, points: target })]
    : [fill(words.head, { number, deals: expected }), ...(round ? [fill(words.round, { round })] : [])];
  if (ends && open) parts.push(fill(words.until, { time: clock(ends) }));
  one("#spiel").textContent = parts.join(" · ");
  const { dealer } = row ?? now, first = book.leads ? leaderAfter(cycle, dealer) : dealer;
  one("#geber").textContent = now.complete && !row ? "" : fill(words.dealer, { name: namesBySeat(number)[first] ?? "" });
  const count = kept.queue.length || Number(Boolean(kept.claim)); // that it writes here is to be sent, too
  const broken = resting ? words.resting : count ? words.offline : words.offline_sent;
  const state = network ? count ? words.waiting : words.sent : broken;
  one("#netz").textContent = fill(state, { count });
  one("#netz").className = network && !count ? "good" : "waits";
}

/** @param {Now} now */
function drawBanner({ last, feet }) {
  const said = last ? fill(words.last, { number: last.number || "–", said: saidOf(last) }) : words.first, place = one("#letztes");
  if (place.textContent !== said) place.textContent = said;   // read aloud only once
  const points = feet.map((foot) => plain(foot.points)).join(" · ");
  one("#stand").textContent = last?.round ? fill(words.stand, { points }) : "";
  one("#falsch").hidden = !correcting && !(last && correctable(last));
  one("#falsch").textContent = correcting ? words.back : words.wrong;
}

/** A page that was kept at another table goes by the name of this one. */
function drawName() {
  const [round, table] = server().place ?? [], name = fill(words.place, { round, table });
  document.title = name;
  one("h1").textContent = name;
}

/** Whether the page was kept at a table with other rules. */
function misfits() {
  const rules = kept.server ? kept.server.rules : kept.card?.rules;
  return borrowed && (kept.server || kept.card) && rules !== stated("rules");
}

/** The page was kept at a table with other rules: nothing is written by them; with a network the right one is fetched. */
function drawMisfit() {
  one("#hinweise").replaceChildren(make("p", words.other_rules, { class: "notice" }));
  if (network && kept.mark && !sessionStorage.fetched) {
    sessionStorage.fetched = "1";
    location.reload();
  }
}

// ---- The list as it lies on the table

/**
 * @param {Now} now
 * @param {boolean} write whether this device writes it
 */
function drawList(now, write) {
  const { open, lease, findings } = server();
  const inside = JSON.stringify([kept.server, kept.queue, write, over, now.complete]);
  const place = one("#liste");
  if (place.dataset.told === inside) return;
  place.dataset.told = inside;
  const scrolled = place.scrollTop, before = buttonsAt("#liste button");
  const focused = before.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  const goOn = button(words.go_on, () => look(false));
  place.replaceChildren(
    ...(write && !now.complete ? [goOn] : []),
    ...(!write && !kept.passed && !over && open && !lease.paper ? reader() : []),
    feetTable(now),
    ...(now.complete && !now.handedIn && open && (write || lease.held) ? [make("p", write ? words.complete : words.complete_there)] : []),
    ...(write && now.complete && !now.handedIn ? [signatures(now), handIn(now)] : []),
    ...((kept.queue.length || kept.claim) && (over || write && now.complete) ? [button(words.as_code, showCode)] : []),
    ...findings.map((said) => make("p", said, { class: "notice" })),
    rowsTable(now, write && !now.handedIn),
  );
  place.scrollTop = scrolled;
  if (focused < 0 || dialog.open) return;
  const after = buttonsAt("#liste button"), same = after.find((each) => called(each) === called(before[focused]));
  const again = same ?? after[focused];   // whoever has signed is called otherwise
  if (again) again.focus({ preventScroll: true });
}

/** @param {HTMLElement} button */
const called = (button) => button.getAttribute("aria-label") ?? button.textContent;

function reader() {
  const { lease } = server();
  const who = lease.held ? fill(words.reader, { name: namesBySeat()[lease.keeper] ?? "" }) : words.nobody_writes;
  return [make("p", who), button(lease.held ? words.go_on_here : words.write, () => askWho())];
}

/**
 * @param {Now} now
 * @param {boolean} write
 */
function rowsTable(now, write) {
  const made = make("table", "", { class: "running" });
  made.append(make("caption", words.rows_heading));
  const body = made.createTBody();
  for (const row of [...now.rows].reverse()) {
    const line = body.insertRow(), cell = make("td"), said = saidOf(row), { number } = row;
    if (row.round) line.className = "full";
    if (row.void) line.className = "struck";
    if (write && correctable(row)) {
      cell.append(button(said, () => older(row), "quiet", { "aria-label": fill(words.row, { number, said }) }));
    } else cell.append(said);
    if (row.pending) cell.append(make("small", ` ${words.on_its_way}`));
    line.append(make("td", number || "–"), cell);
  }
  return made;
}

/** @param {Row} row */
function older(row) {
  look(false);
  changeRow(row);
}

// ---- All together

drawWith(() => {
  if (mustWait()) return;
  if (misfits()) {
    drawMisfit();
    return;
  }
  if (!kept.server) {
    one("#netz").textContent = over || (network ? "" : words.network_needed);
    return;
  }
  if (borrowed) drawName();
  const now = listNow(), write = writing() && !over;
  if (correcting && !write) correctNoMore();
  const pad = write && Boolean(correcting || !showsList && !now.complete);
  document.body.classList.toggle("writes", pad);
  one("#eingabe").hidden = !pad || lies;
  one("#liste").hidden = pad || lies;
  drawHead(now);
  drawNotices();
  if (pad) {
    drawBanner(now);
    drawPad(now);
  } else drawList(now, write);
  drawLying(now);
  sayNew(now);
  if (!lies) stayOn(pad ? "#eingabe" : "#liste");
  if (kept.claim?.said) settleClaim(askForCode);
  else if (write) settle();
  stayAwake(write && !now.handedIn || lies);
  tapWaiting(pad);
});

// ---- The screen stays on while a list is written: nobody unlocks a phone before every deal

/** @type {Promise<WakeLockSentinel> | null} */
let awake = null;   // the promise of a lock

/** @param {boolean} wanted */
async function stayAwake(wanted) {
  if (!("wakeLock" in navigator) || document.hidden || Boolean(awake) === wanted) return;
  const lock = awake;
  awake = wanted ? navigator.wakeLock.request("screen") : null;
  try {
    if (lock) await (await lock).release();
    if (awake) (await awake).addEventListener("release", () => { awake = null; });   // whoever looks elsewhere loses it
  } catch {
    awake = null;   // a phone that saves its battery
  }
}

afterwards(redraw);

one("#falsch").addEventListener("click", () => {
  const { last } = listNow();
  if (isSecond()) return;
  if (correcting) {
    leave();
    redraw();
  } else if (last) changeRow(last);
});
one("#mehr").addEventListener("click", more);
