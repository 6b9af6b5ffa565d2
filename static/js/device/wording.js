// @ts-check
// How a deal, a row and a number are said.

import { choiceOf } from "./notation.js";
import { bodyOf, overbid, scoreOf } from "./value.js";

/**
 * A sentence with what stands in braces filled in.
 * @param {string} pattern
 * @param {Record<string, unknown>} values
 */
export const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));

/** @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** @param {number} number */
export const plain = (number) => String(number).replace("-", "−");

/**
 * @param {Words} words
 * @param {{ n: number, ohne: boolean }} spitzen
 */
const spitzenSaid = (words, { n, ohne }) => fill(ohne ? words.ohne_n : words.mit_n, { n });

/**
 * @param {Book} book
 * @param {Words} words
 * @param {Choice} choice
 */
function gameSaid(book, words, choice) {
  if (choice.game === "3") {
    const value = /** @type {Record<string, number>} */ ({ 3: 23, 5: 35, 6: 46, 9: 59 })[choice.kind];
    const row = book.games[`3${choice.kind}`];
    return `${words.games["3"]} ${row ? row[0] : value}`;
  }
  const parts = [words.games[choice.game], spitzenSaid(words, choice)];
  if (choice.said === 3) parts.push(words.levels.ouvert);
  else if (choice.said === 2) parts.push(words.levels.schwarz_angesagt);
  else if (choice.hand) parts.push(words.levels.hand);
  if (choice.said === 1) parts.push(words.levels.schneider_angesagt);
  if (choice.stage) parts.push(choice.stage === 2 ? words.levels.schwarz : words.levels.schneider);
  return parts.join(" ");
}

/**
 * @param {Book} book
 * @param {Words} words
 * @param {Choice} choice
 */
function whatSaid(book, words, choice) {
  let said = gameSaid(book, words, choice);
  if (overbid(book, choice)) said += `, ${fill(words.overbid, { bid: choice.bid })}`;
  if (choice.instead) {
    const what = `${words.games[choice.instead.game]} ${spitzenSaid(words, choice.instead)}`;
    said += `, ${fill(words.instead, { what })}`;
  }
  return said;
}

/**
 * The sentence everybody reads before it is entered; empty as long as there is nothing to be entered.
 * @param {Book} book
 * @param {Words} words
 * @param {Choice} choice
 * @param {Record<number, string>} names by seat
 */
export function sentenceOf(book, words, choice, names) {
  if (choice.passed) return words.nobody;
  if (!choice.seat || !(bodyOf(choice) || choice.value)) return "";
  const score = scoreOf(book, choice);
  if (choice.won === null || score === null) return "";
  const said = { name: names[choice.seat], score: signed(score) };
  if (choice.value) return fill(choice.won ? words.wins_value : words.loses_value, said);
  return fill(choice.won ? words.wins : words.loses, { ...said, what: whatSaid(book, words, choice) });
}

/**
 * A row as it is read out: who, what, how much.
 * @param {Book} book
 * @param {Words} words
 * @param {Pick<Row, "text" | "seat" | "score" | "said" | "void" | "penalty">} row
 * @param {Record<number, string>} names by seat
 */
export function rowSaid(book, words, row, names) {
  if (row.void) return words.struck;
  if (row.penalty) return `${names[row.seat] ?? ""} ${words.penalty} ${row.penalty}`;
  if (row.text === "0" || row.said === words.passed) return words.passed;
  const choice = choiceOf(book, words, row.text);
  const what = choice ? choice.value ? "" : whatSaid(book, words, choice) : row.said;
  const score = (choice && scoreOf(book, choice)) ?? row.score;
  const name = names[row.seat] ?? (choice && names[choice.seat]) ?? "";
  return [name, what, "=", signed(score)].filter(Boolean).join(" ");
}

/**
 * A row as it is said aloud: signs become words.
 * @param {Book} book
 * @param {Words} words
 * @param {Pick<Row, "text" | "seat" | "score" | "said" | "void" | "penalty">} row
 * @param {Record<number, string>} names by seat
 */
export function rowSpoken(book, words, row, names) {
  const choice = row.void || row.penalty ? null : choiceOf(book, words, row.text);
  const said = (choice && sentenceOf(book, words, choice, names)) || rowSaid(book, words, row, names);
  return said.replace(/ = /, ": ").replace(/\+(?=\d)/, "").replace(/−(?=\d)/, `${words.minus} `);
}
