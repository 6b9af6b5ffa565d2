// The list as a device sees it: what is on its way on top of what the server has. Sums were worked out by hand.

import assert from "node:assert/strict";
import test from "node:test";

import { asEntered, behind, calledNames, leaderAfter, listOf, playersOf, readRow, saysTheSame, sittingOut } from "../../static/js/device/list.js";
import { book, empty, row, rows, words } from "./given.mjs";

const read = (text) => readRow(book, words, text);
const feetOf = (now) => now.feet.map(({ points, won, lost, result }) => [points, won, lost, result]);

// As the list that is typed in the office (tests/browser/test_browser_lists.py), with the same feet.
const BLOCK = ["221+", "143.+", "436+", "302/-", "223.+", "0", "112+", "191b20-", "344/+", "433-", "2911+", "135-"];
const FEET = [[116, 8, 8, 356], [768, 12, 0, 1848], [256, 4, 4, 616], [0, 4, 4, 360]];

test("a whole list that is still on its way has the feet it will have", () => {
  const now = listOf(empty(), rows([...BLOCK, ...BLOCK, ...BLOCK, ...BLOCK]), read);
  assert.deepEqual(feetOf(now), FEET);
  assert.deepEqual([now.deals, now.complete, now.round, now.last.round], [48, true, 12, 12]);
});

test("it is the same wherever it is cut between what was sent and what was not", () => {
  const all = rows(BLOCK), whole = listOf(empty(), all, read);
  for (let cut = 0; cut <= BLOCK.length; cut += 1) {
    const before = listOf(empty(), all.slice(0, cut), read);
    const { cycle } = empty(), turned = [...cycle.slice(cut % 4), ...cycle.slice(0, cut % 4)];
    const feet = before.feet.map(({ points, won, lost, result }) => [points, won, lost, 0, result]);
    const now = listOf(empty({ rows: before.rows, deals: cut, cycle: turned, feet }), all.slice(cut), read);
    assert.deepEqual([feetOf(now), now.round, now.dealer, now.deals], [feetOf(whole), whole.round, whole.dealer, whole.deals], `${cut}`);
  }
});

test("deals that the site has from the phone before are counted once", () => {
  const { cycle } = empty(), server = empty({
    rows: [row(1, "221+", 2, 24), row(2, "143.+", 1, 120)], deals: 2, cycle: [...cycle.slice(2), ...cycle.slice(0, 2)],
    feet: [[120, 1, 0, 0, 170], [24, 1, 0, 0, 74], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]],
  });
  const now = listOf(server, rows(["221+", "143.+", "436+"]), read);
  assert.deepEqual([now.deals, now.dealer, now.rows.map(({ nr }) => nr)], [3, 4, [1, 2, 3]]);
  assert.deepEqual(feetOf(now), [[120, 1, 0, 170], [24, 1, 0, 74], [0, 0, 0, 0], [46, 1, 0, 96]]);
  // the last one was taken back on that phone and another entered, which the site has not heard of
  const back = listOf(server, [...rows(["221+", "143.+"]), { kind: "undo", nr: 2, before: "143.+" }, ...rows(["144.+"], 2)], read);
  assert.deepEqual([back.deals, back.dealer, back.rows.map(({ text }) => text)], [2, 3, ["221+", "144.+"]]);
});

test("who deals goes round, and a round is full when everybody has dealt", () => {
  const now = listOf(empty(), rows(BLOCK.slice(0, 5)), read);
  assert.deepEqual(now.rows.map((each) => each.round), [0, 0, 0, 1, 0]);
  assert.deepEqual([now.dealer, now.active, now.round, now.complete], [2, [1, 3, 4], 2, false]);
});

test("a correction counts instead of what stood there, and nobody has signed it", () => {
  const queue = [...rows(["221+", "143.+"]), { kind: "correction", nr: 1, before: "221+", text: "436-" }];
  const now = listOf(empty({ signed: [1, 2] }), queue, read);
  // a Null ouvert lost is -92 and 50 off; 30 for the three others; the Grand stays
  assert.deepEqual(feetOf(now), [[120, 1, 0, 200], [0, 0, 0, 30], [0, 0, 0, 30], [-92, 0, 1, -142]]);
  assert.deepEqual([now.signed.size, now.rows[0].pending], [0, true]);
  assert.equal(listOf(empty(), [{ kind: "correction", nr: 9, before: "", text: "221+" }], read).rows.length, 0);
});

test("what is taken back is gone, and with it its round", () => {
  const queue = [...rows(BLOCK.slice(0, 4)), { kind: "undo", nr: 4, before: "302/-" }];
  const now = listOf(empty(), queue, read);
  assert.deepEqual(feetOf(now), feetOf(listOf(empty(), rows(BLOCK.slice(0, 3)), read)));
  assert.deepEqual([now.deals, now.dealer, now.round], [3, 4, 1]);
});

test("struck rows and penalties count in no sum", () => {
  const server = empty({ rows: [row(1, "221+", 2, 24, { void: true }), row(2, "", 3, -50, { penalty: 50 })] });
  const now = listOf(server, [{ kind: "correction", nr: 1, before: "", text: "221+" }], read);
  assert.deepEqual(feetOf(now)[1], [24, 1, 0, 74]);   // what was struck is not taken off
});

test("signatures come and go, and the list is handed in", () => {
  const sign = (seat) => ({ kind: "sign", seat, feet: [] });
  const now = listOf(empty({ signed: [3] }), [sign(1), sign(2), { kind: "unsign", seat: 1 }, { kind: "hand_in" }], read);
  assert.deepEqual([[...now.signed].sort(), now.handedIn], [[2, 3], true]);
});

test("a match ends with its points, and whoever has them wins it", () => {
  const none = { own: 0, all: 0, won: 0, lost: 0, others: 0 };
  const server = empty({ target: 40, weights: none });
  const now = listOf(server, rows(["221+", "223+"]), read);   // 24 and 48
  assert.deepEqual([now.complete, feetOf(now)[1]], [true, [72, 2, 0, 1]]);
});

test("by payment each pays the winner", () => {
  const server = empty({ weights: { own: 3, all: -1, won: 0, lost: 0, others: 0 } });
  assert.deepEqual(listOf(server, rows(["221+"]), read).feet.map((foot) => foot.result), [-24, 72, -24, -24]);
});

test("whoever took over a seat is named from his first deal on", () => {
  const server = empty();
  server.seats[1].later = { name: "Ebert, Fritz", from: 3 };
  assert.deepEqual([2, 3].map((number) => playersOf(server, number)[1].name), ["Brandt, X", "Ebert, Fritz"]);
});

test("two of the same surname are called by the first name too", () => {
  const players = ["Müller, Hans", "Müller, Herbert", "Decker, Ole", "Gast"].map((name, at) => ({ seat: at + 1, name }));
  assert.deepEqual(calledNames(players), { 1: "Hans Müller", 2: "Herbert Müller", 3: "Decker", 4: "Gast" });
});

test("whoever sits behind the dealer leads", () => {
  assert.deepEqual([1, 4].map((dealer) => leaderAfter(empty().cycle, dealer)), [2, 1]);
});

test("an entry stands in a row that says the same, also where it names the cost and not the bid", () => {
  const [entry] = rows(["291b20-"]);
  assert.equal(saysTheSame(row(1, "291$27-", 2, -54), entry, read), true);
  assert.equal(saysTheSame(row(1, "221+", 2, 24), entry, read), false);
  assert.equal(saysTheSame(row(2, "291b20-", 2, -54), entry, read), false);
  assert.equal(saysTheSame(row(1, "291b20-", 2, -54, { void: true }), entry, read), false);
  assert.equal(saysTheSame(row(1, "", 0, 0), { kind: "hand_in" }, read), false);
});

test("ours goes behind theirs with all that waits, and the deal with it", () => {
  const { cycle } = empty(), turned = [...cycle.slice(2), ...cycle.slice(0, 2)];   // two deals are on the list
  const server = empty({ rows: [row(1, "221+", 2, 24), row(2, "341+", 3, 48)], deals: 2, cycle: turned });
  const queue = [...rows(["143.+", "191+"], 2), { kind: "correction", nr: 3, before: "191+", text: "192+" },
    { kind: "correction", nr: 1, before: "221+", text: "222+" }, { kind: "sign", seat: 1, feet: [] }];
  queue[0].problem = { status: "clash" };
  const moved = behind(server, queue);
  assert.deepEqual(moved.map(({ nr, dealer }) => [nr, dealer]), [[3, 3], [4, 4], [4, undefined], [1, undefined], [undefined, undefined]]);
  assert.equal("problem" in moved[0], false);
  assert.equal(sittingOut(server, moved, read), null);
  assert.deepEqual(sittingOut(server, behind(server, rows(["143.+", "436+"], 2)), read), { number: 4, seat: 4 });   // Decker deals it
  assert.deepEqual(asEntered({ key: "a", kind: "hand_in", problem: {} }), { key: "a", kind: "hand_in" });
});
