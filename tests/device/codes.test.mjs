// What stands behind the # of an address: cards, lists that go on, and what is none of them.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import test from "node:test";

import { claimOf, entriesOf, handOverCode, listCode, readCode, startOf } from "../../static/js/device/codes.js";
import { bytesOf, crc32, lettersOf } from "../../static/js/device/seal.js";
import { empty, row, rows } from "./given.mjs";

const RULES = "UQUW46HM", NAMES = ["Ärmel, Anna", "Brandt, Bert", "Çelik, Cora", "Decker, Dörte"];
const starts = { 4: empty({ list: "", lease: { generation: 0, held: false, keeper: 0, paper: false, forced: null } }) };
const kept = { device: "3f6c1c1e-9f55-4a44-8b0e-5d3c2a1b0f9e", generation: 1, counter: 3, queue: [], claim: null };
const server = { ...starts[4], seats: NAMES.map((name, at) => ({ seat: at + 1, name })), rules: RULES, place: [2, 17] };

test("the examples of RFC 4648, without padding", () => {
  const examples = { "": "", f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
  for (const [text, letters] of Object.entries(examples)) {
    assert.equal(lettersOf([...Buffer.from(text)]), letters);
    assert.equal(Buffer.from(bytesOf(letters)).toString(), text);
  }
});

test("a card says rules, place, names and lease, however its address is written", () => {
  const names = lettersOf([...Buffer.from(NAMES.join("\n"))]), said = `K:${RULES}:2:17:${names}:ABCDEFGHIJKLMNOP`;
  const card = { kind: "card", rules: RULES, place: [2, 17], names: NAMES, lease: "abcdefghijklmnop" };
  for (const typed of [said, ` https://skat.example.org/t/1/abc/#${said} `, said.toLowerCase(), encodeURIComponent(said)]) {
    assert.deepEqual(readCode(typed), card);
  }
});

test("half a code, a foreign word and nothing", () => {
  const names = lettersOf([...Buffer.from("A\nB")]), card = `K:${RULES}:2:17:${names}:ABCDEFGHIJKLMNOP`;
  for (let length = 1; length < card.length; length += 1) assert.deepEqual(readCode(card.slice(0, length)), { kind: "broken" }, `${length}`);
  for (const typed of ["%", "%E0%A4", "H:", "221+", "ä".repeat(8)]) assert.deepEqual(readCode(typed), { kind: "broken" }, typed);
  assert.deepEqual([readCode(""), readCode("#"), readCode(`R:${RULES}:`)], [null, null, null]);
  assert.deepEqual(readCode("#AbCdEfG9"), { kind: "word", word: "abcdefg9" });
});

test("the code of a device is the beginning of an HMAC with no sign that is taken for another", () => {
  for (let generation = 1; generation < 50; generation += 1) {
    const digest = createHmac("sha256", kept.device).update(String(generation)).digest();
    const expected = lettersOf([...digest]).slice(0, 8).toLowerCase().replace(/[il]/g, "8").replace(/o/g, "9");
    assert.equal(handOverCode(kept.device, generation), expected);
  }
});

test("a claim names the card and the last nine hands", () => {
  const own = handOverCode(kept.device, 1), hands = Array.from({ length: 9 }, (_each, at) => `aaaaaaa${"23456789a"[at]}`);
  assert.equal(claimOf(kept), own);
  assert.equal(claimOf({ ...kept, claim: { keeper: 1, code: "abcdefghijklmnop" } }), `abcdefghijklmnop.${own}`);
  assert.equal(claimOf({ ...kept, claim: { keeper: 1, code: hands.join(".") } }), [...hands.slice(1), own].join("."));
});

test("a list goes on with what the site has, what it has not, and what was corrected and taken back", () => {
  const here = { ...server, rows: [row(1, "221+", 2, 24), row(2, "1+120", 1, 120)], deals: 2 };
  const queue = [
    { key: "a", kind: "correction", nr: 1, before: "221+", text: "291b20-", agreed: [2, 4] },
    ...rows(["402/-", "0", "3-48"], 3), { key: "b", kind: "undo", nr: 5, before: "3-48" }, { key: "c", kind: "sign", seat: 1, feet: [] },
  ];
  const code = readCode(listCode({ ...kept, queue }, here, starts));
  assert.deepEqual([code.kind, code.names, code.place, code.number, code.counter], ["list", NAMES, [2, 17], 2, 4]);
  assert.equal(code.claim, handOverCode(kept.device, 1));
  const start = startOf(starts, code);
  assert.deepEqual([start.seats, start.rules, start.rows], [server.seats, RULES, []]);
  let number = 0;
  const entries = entriesOf(start, code.deals, () => `${++number}`);
  assert.deepEqual(entries, [
    { key: "1", kind: "row", nr: 1, dealer: 1, text: "221+" },
    { key: "2", kind: "row", nr: 2, dealer: 2, text: "1+120" },
    { key: "3", kind: "correction", nr: 1, before: "221+", text: "291b20-", agreed: [2, 4] },
    { key: "4", kind: "row", nr: 3, dealer: 3, text: "402/-" },
    { key: "5", kind: "row", nr: 4, dealer: 4, text: "0" },
    { key: "6", kind: "row", nr: 5, dealer: 1, text: "3-48" },
    { key: "7", kind: "undo", nr: 5, before: "3-48" },
  ]);
});

test("what the office wrote or seated does not go into a code", () => {
  const others = {
    struck: { rows: [row(1, "221+", 2, 24, { void: true })] }, penalty: { rows: [row(1, "221+", 2, 24, { penalty: 50 })] },
    "another dealer": { rows: [row(1, "221+", 2, 24), row(2, "221+", 2, 24, { dealer: 3 })] },
    "somebody new": { seats: server.seats.map((each) => ({ ...each, later: { name: "Ernst, E.", from: 3 } })) },
    "five at the table": { seats: [...server.seats, { seat: 5, name: "Ernst, E." }] }, "unknown rules": { rules: "" },
  };
  for (const [what, changes] of Object.entries(others)) assert.equal(listCode(kept, { ...server, ...changes }, starts), "", what);
});

test("every damaged sign of a list is noticed", () => {
  const said = listCode({ ...kept, queue: rows(["221+", "143.+"]) }, server, starts);
  for (let at = 2; at < said.length; at += 1) {
    const damaged = said.slice(0, at) + (said[at] === "2" ? "3" : "2") + said.slice(at + 1);
    assert.deepEqual(readCode(damaged), { kind: "broken" }, `${at}`);
    assert.deepEqual(readCode(said.slice(0, at)), { kind: "broken" }, `${at}`);
  }
});

test("what no phone has written is not read", () => {
  for (const deals of ["221", "X", "C1Z", "U1Z", "9V1+", "221+7"]) assert.equal(entriesOf(server, deals, () => ""), null, deals);
  const forged = `H:${RULES}:1:1:${lettersOf([65])}:1:1:AAAAAAAA:221`;
  assert.equal(readCode(`${forged}:${crc32(forged)}`).kind, "list");
});

test("the longest list of 48 deals fits into a code that a phone shows", () => {
  const deals = Array.from({ length: 48 }, (_each, at) => at % 3 ? "291.//*+" : "31b264-".slice(0, 7));
  const said = listCode({ ...kept, queue: rows(deals), claim: { keeper: 1, code: `abcdefghijklmnop.${"aaaaaaaa.".repeat(7)}aaaaaaaa` } }, server, starts);
  // 997 bytes are a code of version 25 with a quarter of it repeated (ISO 18004, table 7, level M)
  assert.ok(said.length + "https://skat.verein-beispiel.example.org/t/1234/n4kfn52cmarzftmz2v5ugef34u/#".length < 997, `${said.length}`);
});
