// @ts-check
// What one phone takes from a card or from another phone without any network: the code of a table card (`paper_codes.py`)
// and a list that goes on to another phone. Both stand behind the sign # of an address, which no server gets to read, in
// the letters and digits of a QR code.
//
//   list  := "H:" rules ":" Serie ":" table ":" names ":" number ":" counter ":" claim ":" deals ":" check
//   claim := the lease of the card, where the site has not heard of the list yet, and the codes of all phones since, with points between
//   deals := the deals that the site has, and behind them what it has not: a deal as it is written; "C" row "Z" who agreed "Z" before
//            after; "U" row "Z" what was taken back
//   check := CRC-32 of all before it

import { bareOf } from "./notation.js";
import { bytesOf, crc32, lettersOf, sealOf } from "./seal.js";

const CARD = /^K:([A-Z2-7]{8}):(\d{1,3}):(\d{1,5}):([A-Z2-7]+):([A-Z2-7]{16})$/;
const LIST = /^(H:([A-Z2-7]{8}):(\d{1,3}):(\d{1,5}):([A-Z2-7]+):(\d{1,6}):(\d{1,9}):([A-Z2-9.]{8,100}):([0-9A-Z$*+./-]*)):([0-9A-F]{8})$/;
const ROW = "0|[1-6]V\\d{1,5}[+-]|[1-6][^VXCUZ:+-]+[+-]";
const ENTRY = new RegExp(`C(\\d+)Z(\\d*)Z(${ROW})(${ROW})|U(\\d+)Z(${ROW})|(${ROW})`, "y");

/** So many phones can a list go through without a network, until the site has to hear of it again. */
const MOST_HANDS = 9;

/** @param {string} letters */
const namesIn = (letters) => new TextDecoder().decode(new Uint8Array(bytesOf(letters))).split("\n");

/** @param {string[]} names */
const lettersFor = (names) => lettersOf([...new TextEncoder().encode(names.join("\n"))]);

/**
 * What the site shows for a phone by which it can hand over (`access.code_of`): l, i and o are taken for 1, I and 0.
 * @param {string} device
 * @param {number} generation
 */
export const handOverCode = (device, generation) =>
  sealOf(device, String(generation)).slice(0, 8).toLowerCase().replace(/[ilo]/g, (sign) => sign === "o" ? "9" : "8");

/**
 * By what the next phone may write: how this one came to write, where the site does not know it yet, and its own code.
 * @param {Kept} kept
 */
export function claimOf({ claim, device, generation }) {
  const words = claim ? claim.code.split(".") : [], card = words.filter((word) => word.length === 16);
  const hands = [...words.filter((word) => word.length !== 16), handOverCode(device, generation)].slice(-MOST_HANDS);
  return [...card, ...hands].join(".");
}

/**
 * What stands behind the # of an address, or was typed; null for nothing of ours.
 * @param {string} typed
 * @returns {Code | null}
 */
export function readCode(typed) {
  const said = clean(typed);
  if (/^R:/i.test(said)) return null;
  if (/^[A-Z2-9]{8}$/i.test(said)) return { kind: "word", word: said.toLowerCase() };
  const card = CARD.exec(said);
  if (card) {
    const [, rules, round, table, names, lease] = card;
    return { kind: "card", rules, place: [Number(round), Number(table)], names: namesIn(names), lease: lease.toLowerCase() };
  }
  const list = LIST.exec(said);
  if (!list || crc32(list[1]) !== list[10]) return said ? { kind: "broken" } : null;
  const [, , rules, round, table, names, number, counter, claim, deals] = list;
  return {
    kind: "list", rules, place: [Number(round), Number(table)], names: namesIn(names), number: Number(number),
    counter: Number(counter), claim: claim.toLowerCase(), deals,
  };
}

/** @param {string} typed */
function clean(typed) {
  const said = typed.trim().replace(/^[^#]*#/, "");
  try {
    return decodeURIComponent(said).toUpperCase();
  } catch {
    return said.toUpperCase();
  }
}

/**
 * The list before its first deal, as a card or another phone names those who sit there; null where the rules know no such table.
 * @param {Record<string, Server>} starts by how many sit there
 * @param {{ rules: string, place: [number, number], names: string[] }} said
 * @returns {Server | null}
 */
export function startOf(starts, { rules, place, names }) {
  const start = starts[names.length];
  return start ? { ...start, rules, place, seats: names.map((name, at) => ({ seat: at + 1, name })) } : null;
}

// ---- A list that goes on to another phone

/** @param {string} text */
function written(text) {
  const bare = bareOf(text);
  return bare ? `${bare.seat}V${bare.value}${bare.sign}` : text.toUpperCase();
}

/** @param {string} said */
function readBack(said) {
  const bare = /^([1-6])V(\d+)([+-])$/.exec(said);
  return bare ? `${bare[1]}${bare[3]}${bare[2]}` : said.toLowerCase();
}

/**
 * The list as it stands here with what was not sent; empty where the office has written or seated anew, which a code does
 * not say.
 * @param {Kept} kept
 * @param {Server} server
 * @param {Record<string, Server>} starts
 */
export function listCode(kept, server, starts) {
  const names = server.seats.map(({ name }) => name), { rules = "", place = [0, 0] } = server, start = starts[names.length];
  const plain = start && rules && !server.seats.some(({ later }) => later) && server.rows.every(({ nr, number, dealer, text, void: struck, penalty }) =>
    text && !struck && !penalty && nr === number && dealer === start.cycle[(nr - 1) % start.cycle.length][0]);
  if (!plain) return "";
  const deals = [...server.rows.map(({ text }) => written(text)), ...kept.queue.map(entryWritten)].join("");
  const parts = [rules, ...place, lettersFor(names), kept.generation + 1, kept.counter + 1, claimOf(kept).toUpperCase(), deals];
  const said = `H:${parts.join(":")}`;
  return `${said}:${crc32(said)}`;
}

/** @param {Entry} entry */
function entryWritten(entry) {
  if (entry.kind === "row") return written(entry.text);
  if (entry.kind === "correction") return `C${entry.nr}Z${(entry.agreed ?? []).join("")}Z${written(entry.before)}${written(entry.text)}`;
  return entry.kind === "undo" ? `U${entry.nr}Z${written(entry.before)}` : "";   // who goes on lets sign anew
}

/**
 * What a phone that goes on has to send: all deals of the list, of which the site takes those it has for done.
 * @param {Server} start
 * @param {string} deals
 * @param {() => string} name makes a key
 * @returns {Entry[] | null} null where it is not readable
 */
export function entriesOf({ cycle }, deals, name) {
  /** @type {Entry[]} */
  const entries = [];
  let rows = 0, at = 0;
  while (at < deals.length) {
    ENTRY.lastIndex = at;
    const found = ENTRY.exec(deals);
    if (!found) return null;
    const [whole, nr, agreed, before, after, undone, back, row] = found;
    at += whole.length;
    if (row) {
      const [dealer] = cycle[rows % cycle.length];
      entries.push({ key: name(), kind: "row", nr: ++rows, dealer, text: readBack(row) });
    } else if (nr) {
      const who = [...agreed].map(Number);
      entries.push({ key: name(), kind: "correction", nr: Number(nr), before: readBack(before), text: readBack(after), agreed: who });
    } else {
      entries.push({ key: name(), kind: "undo", nr: Number(undone), before: readBack(back) });
      rows -= 1;
    }
  }
  return entries;
}
