// @ts-check
// The compact notation of a deal: seat, body, bid, result. What is tapped is written in it, and what is written read.

import { bodyOf, charged, levelOf, nothing } from "./value.js";

/**
 * @param {Words} words
 * @param {Choice} choice
 */
export function textOf(words, choice) {
  if (choice.passed) return "0";
  const sign = choice.won ? "+" : "-";
  if (choice.value) return `${choice.seat}${sign}${choice.value}`;
  const spitzen = choice.game === "3" ? choice.kind : `${choice.ohne ? "o" : ""}${choice.n}${levelOf(choice)}`;
  const instead = choice.instead
    ? `r${words.letters[choice.instead.game]}${choice.instead.ohne ? "o" : ""}${choice.instead.n}` : "";
  return `${choice.seat}${choice.game}${spitzen}${choice.bid ? `b${choice.bid}` : ""}${instead}${sign}`;
}

/**
 * A row that is kept by its value alone: seat, sign, value.
 * @param {string} text
 */
export function bareOf(text) {
  const found = /^([1-6])([+-])(\d+)$/.exec(text);
  return found && { seat: Number(found[1]), sign: found[2], value: Number(found[3]) };
}

const TEXT = /^([1-6])(?:3([3569])|([90124])(o?)(\d{1,2})([./*]*))(?:b(\d+))?(?:r([a-z])(o?)(\d{1,2}))?(?:\$(\d+))?([+-])$/;

/** @type {Record<string, Partial<Choice>>} */
const LEVELS = {
  "": {}, "/": { stage: 1 }, "*": { stage: 2 }, ".": { hand: true }, "./": { hand: true, stage: 1 },
  ".*": { hand: true, stage: 2 }, ".//": { hand: true, said: 1 }, ".//*": { hand: true, said: 1, stage: 2 },
  ".**": { hand: true, said: 2 }, "..": { hand: true, said: 3 },
};

/**
 * The other way round; null for what cannot be tapped. A cost (`$`) is told by the smallest bid that costs as much.
 * @param {Book} book
 * @param {Words} words
 * @param {string} text
 * @returns {Choice | null}
 */
export function choiceOf(book, words, text) {
  if (text === "0") return { ...nothing(), passed: true };
  const bare = bareOf(text);
  if (bare) return { ...nothing(), seat: bare.seat, won: bare.sign === "+", value: bare.value };
  const found = TEXT.exec(text);
  if (!found) return null;
  const [, seat, kind, game, ohne, n, level, bid, letter, other, m, cost, sign] = found;
  const choice = { ...nothing(), seat: Number(seat), won: sign === "+", bid: Number(bid ?? 0) };
  const instead = Object.keys(words.letters).find((each) => words.letters[each] === letter);
  if (letter) choice.instead = { game: instead ?? "", n: Number(m), ohne: other === "o" };
  if (kind) Object.assign(choice, { game: "3", kind });
  else Object.assign(choice, { game, n: Number(n), ohne: ohne === "o" }, LEVELS[level]);
  if (cost && !bid) {
    const [value] = book.games[bodyOf(choice)];
    choice.bid = book.bids.find((each) => each > value && charged(book, choice, each) === Number(cost)) ?? 0;
  }
  return choice;
}
