// The value of a deal and its notation. The scores are the oracle's (make_cases.py).

import assert from "node:assert/strict";
import test from "node:test";

import { choiceOf, textOf } from "../../static/js/device/notation.js";
import { canHave, chosen, mostOf, nothing, overbid, scoreOf } from "../../static/js/device/value.js";
import { rowSaid, sentenceOf } from "../../static/js/device/wording.js";
import { book, books, names, row, words } from "./given.mjs";

for (const [key, { book, deals }] of Object.entries(books)) {
  test(`every deal of ${key} that can be tapped is worth what the rules say`, () => {
    assert.ok(deals.length > 2000);
    for (const [text, score] of deals) assert.equal(scoreOf(book, choiceOf(book, words, text)), score, text);
  });

  test(`what is read of ${key} is written as it was`, () => {
    for (const [text] of deals) assert.equal(textOf(words, choiceOf(book, words, text)), text);
  });
}

test("a deal passed in is worth nothing, an unfinished one has no value", () => {
  assert.equal(scoreOf(book, choiceOf(book, words, "0")), 0);
  assert.equal(textOf(words, choiceOf(book, words, "0")), "0");
  assert.equal(scoreOf({ ...book, passing: false }, choiceOf(book, words, "0")), null);
  assert.equal(scoreOf(book, nothing()), null);
  assert.equal(scoreOf(book, { ...nothing(), seat: 1, won: true, game: "9" }), null);
  assert.equal(scoreOf(book, { ...nothing(), game: "9", n: 1, won: true }), null);
});

test("a value alone counts where the book has a deal of that value", () => {
  assert.equal(scoreOf(book, choiceOf(book, words, "3-48")), -48);
  assert.equal(scoreOf(book, choiceOf(book, words, "3+24")), 24);
  assert.equal(scoreOf(book, choiceOf(book, words, "3+25")), null);
  assert.equal(textOf(words, choiceOf(book, words, "3-48")), "3-48");
});

test("what the paper says that an overbid game cost is read as the lowest bid that costs as much", () => {
  const choice = choiceOf(book, words, "191$27-");   // Karo with one costs 18; 20 and 22 make it 27
  assert.equal(choice.bid, 20);
  assert.equal(scoreOf(book, choice), -54);
});

test("what is no notation is not read", () => {
  for (const text of ["", "7221+", "22+", "2211", "25+", "34+", "221+ "]) assert.equal(choiceOf(book, words, text), null, text);
});

test("there are eleven Spitzen in a suit, four in a Grand", () => {
  assert.deepEqual(mostOf(book), { 9: 11, 0: 11, 1: 11, 2: 11, 3: 9, 4: 4 });
});

test("what a tap makes impossible is dropped", () => {
  const after = (...taps) => taps.reduce((choice, changes) => chosen(book, choice, changes), nothing());
  assert.equal(after({ game: "2" }, { n: 7 }, { game: "4" }).n, 0);   // a Grand has four
  assert.deepEqual(after({ game: "2" }, { n: 1 }, { hand: true }, { stage: 1 }, { game: "3", kind: "3" }), { ...nothing(), game: "3", kind: "3" });
  assert.equal(after({ game: "3", kind: "3" }, { game: "2" }).kind, "");
  assert.equal(after({ hand: true }, { said: 1 }, { hand: false }).said, 0);   // nothing is announced but from the hand
  assert.equal(after({ hand: true }, { stage: 1 }, { said: 1 }).stage, 0);   // Schneider is said by the announcement
  assert.deepEqual(after({ game: "2" }, { passed: true }), { ...nothing(), passed: true });
  assert.deepEqual(after({ passed: true }, { seat: 2, won: true }), { ...nothing(), seat: 2, won: true });
  assert.equal(after({ game: "9" }, { n: 1 }, { bid: 20, won: false }).bid, 20);
  assert.equal(after({ game: "9" }, { n: 1 }, { bid: 20, won: false }, { n: 4 }).bid, 0);   // 45 are enough
  assert.equal(after({ game: "9" }, { n: 1 }, { bid: 20 }, { won: true }).won, false);   // an overbid game is lost
});

test("only what can be is offered", () => {
  const can = (text) => canHave(book, choiceOf(book, words, text));
  assert.deepEqual([4, 5].map(can("241+").spitzen), [true, false]);
  assert.deepEqual([can("221+").said, can("221.+").said, can("233+").level], [false, true, false]);
  assert.deepEqual([can("221.//+").stage(1), can("221.//+").stage(2)], [false, true]);
  assert.deepEqual([can("291b20-").won(true), can("291b20-").won(false)], [false, true]);
  assert.equal(overbid(book, choiceOf(book, words, "291b18-")), false);
});

test("a deal is said as it is said at the table", () => {
  const said = (text) => sentenceOf(book, words, choiceOf(book, words, text), names);
  assert.equal(said("221+"), "Brandt gewinnt Kreuz mit 1 = +24");
  assert.equal(said("143.+"), "Albers gewinnt Grand mit 3 Hand = +120");
  assert.equal(said("402/-"), "Decker verliert Herz mit 2 Schneider = −80");
  assert.equal(said("291b20-"), "Brandt verliert Karo mit 1, überreizt bei 20 = −54");
  // Karo without eleven: 12 times 9 is 108, twice that for the loss (ISkO 3.6.2)
  assert.equal(said("233b48rdo11-"), "Brandt verliert Null 23, überreizt bei 48, gerechnet als Karo ohne 11 = −216");
  assert.equal(said("3-48"), "Conrad verliert: −48");
  assert.equal(said("0"), "Niemand spielt: eingepasst");
  assert.equal(sentenceOf(book, words, { ...nothing(), seat: 1, won: true }, names), "");
});

test("a row is read out with who, what and how much", () => {
  const said = (...given) => rowSaid(book, words, row(...given), names);
  assert.equal(said(1, "221+", 2, 24), "Brandt Kreuz mit 1 = +24");
  assert.equal(said(1, "", 3, 192, { said: "Grand Hand, Kontra" }), "Conrad Grand Hand, Kontra = +192");
  assert.equal(said(1, "0", 0, 0), "eingepasst");
  assert.equal(said(1, "", 3, -50, { penalty: 50 }), "Conrad Strafe 50");
  assert.equal(said(1, "221+", 2, 24, { void: true }), "gestrichen");
});
