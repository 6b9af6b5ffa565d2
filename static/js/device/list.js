// @ts-check
// The list as those at the table see it: the server's rows, and on them what is still on its way; and what becomes of that
// where the server or the office says otherwise.

import { choiceOf } from "./notation.js";
import { scoreOf } from "./value.js";

/**
 * A row as far as this device can value it.
 * @param {Book} book
 * @param {Words} words
 * @param {string} text
 * @returns {ReadRow}
 */
export function readRow(book, words, text) {
  const choice = choiceOf(book, words, text);
  const score = choice && scoreOf(book, choice);
  return { text, seat: choice?.seat ?? 0, score: score ?? 0, said: "", void: false, penalty: 0, findings: [] };
}

/**
 * The rows of the server, and on them what is still on its way. A phone that goes on with the list of another sends all its
 * deals, so some of them stand there already.
 * @param {Server} server
 * @param {Entry[]} queue
 * @param {(text: string) => ReadRow} read
 * @returns {Now}
 */
export function listOf(server, queue, read) {
  /** @type {Row[]} */
  const rows = server.rows.map((row) => ({ ...row }));
  const feet = server.feet.map(([points, won, lost, , result]) => ({ points, won, lost, result }));
  const signed = new Set(server.signed);
  const size = server.cycle.length, closed = rows.reduce((last, row, at) => row.round ? at : last, -1);
  let deals = server.deals, turn = 0, handedIn = false;
  let rounds = rows[closed]?.round ?? 0, inRound = rows.slice(closed + 1).filter((row) => row.number).length;
  const next = () => server.cycle[((turn % size) + size) % size];

  for (const entry of queue) {
    if (entry.kind === "row") {
      if (rows.some((row) => row.dealer === entry.dealer && saysTheSame(row, entry, read))) continue;
      /** @type {Row} */
      const row = {
        nr: entry.nr, number: ++deals, ...read(entry.text), dealer: entry.dealer, active: next()?.[1] ?? [], round: 0, pending: true,
      };
      turn += 1;
      inRound += 1;
      if (inRound === size) [row.round, rounds, inRound] = [rounds + 1, rounds + 1, 0];
      rows.push(row);
      count(server, feet, row, 1);
    } else if (entry.kind === "correction") {
      const at = rows.findIndex((row) => row.nr === entry.nr);
      if (at < 0) continue;
      count(server, feet, rows[at], -1);
      rows[at] = { ...rows[at], ...read(entry.text), pending: true };
      count(server, feet, rows[at], 1);
      signed.clear();
    } else if (entry.kind === "undo") {
      const row = rows.pop();
      if (row) count(server, feet, row, -1);
      if (row?.round) [rounds, inRound] = [rounds - 1, size];
      inRound -= 1;
      deals -= 1;
      turn -= 1;
      signed.clear();
    } else if (entry.kind === "sign") signed.add(entry.seat);
    else if (entry.kind === "unsign") signed.delete(entry.seat);
    else if (entry.kind === "hand_in") handedIn = true;
  }

  const { target } = server;
  const reached = (/** @type {Foot} */ foot) => Boolean(target && foot.points >= target);
  if (target) for (const foot of feet) foot.result = Number(reached(foot));
  const [dealer, active] = next() ?? [0, []];
  const complete = deals >= server.expected || feet.some(reached);
  const round = rounds + Number(!complete || inRound > 0);
  return { rows, feet, signed, deals, dealer, active, handedIn, round, complete, last: rows[rows.length - 1] };
}

/**
 * Count a row into the feet, or with -1 out of them again.
 * @param {Server} server
 * @param {Foot[]} feet
 * @param {Row} row
 * @param {1 | -1} times
 */
function count({ weights }, feet, row, times) {
  if (!row.seat || row.void || row.penalty) return;
  const lost = row.score < 0;
  feet.forEach((foot, index) => {
    const own = index + 1 === row.seat;
    foot.points += own ? times * row.score : 0;
    foot.result += times * (row.score * (own ? weights.own : weights.all));
    foot.result += times * (own ? weights[lost ? "lost" : "won"] : lost ? weights.others : 0);
    if (own) foot[lost ? "lost" : "won"] += times;
  });
}

// ---- Who

/**
 * Who plays a deal, seat by seat: whoever took over a seat is named from his first deal on.
 * @param {Server} server
 * @param {number} number
 */
export const playersOf = (server, number) =>
  server.seats.map(({ seat, name, later }) => ({ seat, name: later && number >= later.from ? later.name : name }));

/**
 * Surnames, as they are called at the table and as they fit on a phone; with the first name in front where two have the same.
 * @param {{ seat: number, name: string }[]} players
 * @returns {Record<number, string>}
 */
export function calledNames(players) {
  const parts = players.map(({ seat, name }) => {
    const [surname, ...first] = name.split(", ");
    return { seat, surname, first };
  });
  const alike = (/** @type {string} */ surname) => parts.filter((each) => each.surname === surname).length > 1;
  return Object.fromEntries(parts.map(({ seat, surname, first }) => [seat, alike(surname) ? [...first, surname].join(" ") : surname]));
}

/**
 * Who leads where that goes by turns: whoever sits behind the dealer.
 * @param {Turn[]} cycle
 * @param {number} dealer
 */
export function leaderAfter(cycle, dealer) {
  const at = cycle.findIndex(([each]) => each === dealer);
  return cycle[(at + 1) % cycle.length][0];
}

// ---- Where the list on the server has become another

/**
 * Whether an entry stands in a row: what an overbid game cost is written where this device has named the bid.
 * @param {Row} row
 * @param {Entry} entry
 * @param {(text: string) => ReadRow} read
 */
export function saysTheSame(row, entry, read) {
  if (!("text" in entry) || row.nr !== entry.nr || row.void || row.penalty) return false;
  const { seat, score } = read(entry.text);
  return row.text === entry.text || row.seat === seat && row.score === score;
}

/** @param {Row[]} rows */
const lastOf = (rows) => rows.length ? rows[rows.length - 1].nr : 0;

/**
 * An entry as it was before the server said what is wrong with it.
 * @param {Entry} entry
 * @returns {Entry}
 */
export function asEntered({ problem, ...entry }) {
  return entry;
}

/**
 * Ours behind theirs, as both were played: with it all of ours that waits goes down the list, and the deal with it. What
 * is said of rows further up, or of none, stays.
 * @param {Server} server
 * @param {Entry[]} queue begins with the row that is to go behind
 */
export function behind({ rows, cycle }, queue) {
  const [first] = queue, from = "nr" in first ? first.nr : 0, down = lastOf(rows) + 1 - from;
  return queue.map(asEntered).map((entry) => {
    if (!("nr" in entry) || entry.nr < from) return entry;
    const moved = { ...entry, nr: entry.nr + down };
    if (moved.kind === "row") [moved.dealer] = cycle[(entry.nr - from) % cycle.length];
    return moved;
  });
}

/**
 * What speaks against that: who would have played a deal that he sits out, and which.
 * @param {Server} server
 * @param {Entry[]} queue as it is behind theirs
 * @param {(text: string) => ReadRow} read
 * @returns {{ number: number, seat: number } | null}
 */
export function sittingOut({ rows, cycle, deals }, queue, read) {
  const active = new Map(cycle);
  for (const entry of queue) {
    if (entry.kind !== "row") continue;
    const { seat } = read(entry.text);
    if (seat && active.get(entry.dealer)?.includes(seat) === false) return { number: deals + entry.nr - lastOf(rows), seat };
  }
  return null;
}
