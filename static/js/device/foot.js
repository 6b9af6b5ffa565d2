// @ts-check
// What stands at the foot of the list: the sums, who has signed them, and that it is handed in.

import { book, button, dialog, grid, make, panel, words } from "./page.js";
import { enter, listNow, players, server, writing } from "./store.js";
import { fill, plain } from "./wording.js";

/**
 * @param {Now} now
 * @param {Record<number, string>} short names, where there is no room for whole ones
 */
export function feetTable(now, short = {}) {
  const made = make("table", "", { class: "stand" }), { adds, result } = server();
  made.append(make("caption", words.stand_heading));
  const body = made.createTBody();
  players().forEach(({ seat, name }, index) => {
    const row = body.insertRow(), foot = now.feet[index], counts = book.loses ? `${foot.won} : ${foot.lost}` : foot.won;
    const who = `${now.signed.has(seat) ? "✓ " : ""}${seat} ${short[seat] || name}`;
    row.append(make("th", who, { scope: "row" }), make("td", plain(foot.points)), make("td", counts));
    if (adds) row.append(make("td", plain(foot.result), { class: "result" }));
  });
  const top = made.createTHead().insertRow();
  for (const heading of [words.player, words.points, words.counts]) top.append(make("th", heading, { scope: "col" }));
  if (adds) top.append(make("th", result, { scope: "col" }));
  return made;
}

/**
 * Everybody taps on his own name; whoever hit another's takes that back.
 * @param {Now} now
 */
export function signatures(now) {
  const signing = players(now.deals);
  const feet = signing.map(({ name }, index) => /** @type {[string, number]} */ ([name, now.feet[index].points]));
  return grid(signing.map(({ seat, name }) => {
    const done = now.signed.has(seat);
    const sign = () => enter({ kind: "sign", seat, feet }, () => listNow().signed.has(seat));
    const said = { "aria-label": `${name}: ${done ? words.signed : words.sign}`, "aria-pressed": String(done) };
    return button(done ? `✓ ${name}` : name, done ? () => takeBack(seat, name) : sign, "", said);
  }));
}

/**
 * @param {number} seat
 * @param {string} name
 */
function takeBack(seat, name) {
  panel(fill(words.unsign_of, { name }), [button(words.unsign, () => { dialog.close(); enter({ kind: "unsign", seat }); })]);
}

/** @param {Now} now */
export function handIn(now) {
  const made = button(words.hand_in, () => enter({ kind: "hand_in" }, () => !writing() || listNow().handedIn));
  made.disabled = !server().seats.every(({ seat }) => now.signed.has(seat));
  return made;
}
