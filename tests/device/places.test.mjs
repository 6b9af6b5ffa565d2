// Where players sit around the phone, where the next button is, and how a row is said aloud.

import assert from "node:assert/strict";
import test from "node:test";

import { nextIn, sidesOf } from "../../static/js/device/places.js";
import { rowSpoken } from "../../static/js/device/wording.js";
import { book, names, row, words } from "./given.mjs";

const seen = (...from) => Object.fromEntries(sidesOf(...from));

test("whoever keeps the list sits below, the others by the clock", () => {
  assert.deepEqual(seen([1, 2, 3, 4], 1), { bottom: [1], left: [2], top: [3], right: [4] });
  assert.deepEqual(seen([1, 2, 3, 4], 3), { bottom: [3], left: [4], top: [1], right: [2] });
  assert.deepEqual(seen([1, 2, 3], 2), { bottom: [2], left: [3], right: [1] });
  assert.deepEqual(seen([1, 2], 2), { bottom: [2], top: [1] });
  assert.deepEqual(seen([1, 2, 3, 4], 0), { bottom: [1], left: [2], top: [3], right: [4] });
  assert.deepEqual(seen([1, 2, 3, 4, 5, 6], 1), { bottom: [1, 2], left: [3], top: [4, 5], right: [6] });
});

test("an arrow goes to the nearest button in its direction", () => {
  const places = [{ x: 0, y: 0 }, { x: 50, y: 0 }, { x: 100, y: 0 }, { x: 10, y: 50 }, { x: 90, y: 50 }];
  assert.equal(nextIn({ x: 0, y: 0 }, places, [1, 0]), 1);
  assert.equal(nextIn({ x: 100, y: 0 }, places, [-1, 0]), 1);
  assert.equal(nextIn({ x: 100, y: 0 }, places, [0, 1]), 4);
  assert.equal(nextIn({ x: 10, y: 50 }, places, [0, -1]), 0);
  assert.equal(nextIn({ x: 100, y: 0 }, places, [1, 0]), -1);
});

test("signs become words when a row is said aloud", () => {
  const spoken = (text, more = {}) => rowSpoken(book, { ...words, minus: "minus" }, row(1, text, 2, 24, more), names);
  assert.equal(spoken("221+"), "Brandt gewinnt Kreuz mit 1: 24");
  assert.equal(spoken("402/-"), "Decker verliert Herz mit 2 Schneider: minus 80");
  assert.equal(spoken("3-48"), "Conrad verliert: minus 48");
  assert.equal(spoken("0"), "Niemand spielt: eingepasst");
  assert.equal(spoken("221+", { void: true }), "gestrichen");
});
