// The list as a code and its seal. Expected are the examples of the standards, and what OpenSSL says.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import test from "node:test";

import { listOf, readRow } from "../../static/js/device/list.js";
import { crc32, payloadOf, sealOf, sha256 } from "../../static/js/device/seal.js";
import { book, empty, row, rows, words } from "./given.mjs";

const hex = (bytes) => Buffer.from(bytes).toString("hex");

test("the digests of FIPS 180-4", () => {
  assert.equal(hex(sha256([...Buffer.from("abc")])), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(hex(sha256([])), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("texts of every length around the borders of a block", () => {
  for (let length = 0; length < 200; length += 1) {
    const text = "x".repeat(length);
    assert.equal(hex(sha256([...Buffer.from(text)])), createHash("sha256").update(text).digest("hex"), `${length}`);
  }
});

/** The first 80 bits in the alphabet of RFC 4648. */
function base32(digest) {
  const bits = [...digest.subarray(0, 10)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)]).join("");
}

test("the seal is the beginning of an HMAC", () => {
  // RFC 4231, test case 2
  assert.equal(sealOf("Jefe", "what do ya want for nothing?"), base32(Buffer.from("5bdcc146bf60754e6a042426089575c7", "hex")));
  for (const key of ["n4kfn52cmarzftmz2v5ugef34u", "a", "x".repeat(64)]) {
    const said = "CODE:1:7:221+143.+:12:0A1B2C3D";
    assert.equal(sealOf(key, said), base32(createHmac("sha256", key).update(said).digest()));
  }
});

test("the checksum of ISO 3309", () => {
  assert.equal(crc32("123456789"), "CBF43926");
  assert.equal(crc32(""), "00000000");
  assert.equal(crc32("Ärmel").length, 8);
});

test("a list in one word: code, generation, counter, rows, who has signed, names", () => {
  const server = empty({ rows: [row(1, "221+", 2, 24), row(2, "143.+", 1, 120, { void: true })], deals: 1, signed: [3] });
  const queue = [...rows(["291b20ro1-", "3-48", "0"], 3), { kind: "sign", seat: 1, feet: [] }];
  const now = listOf(server, queue, (text) => readRow(book, words, text));
  const kept = { generation: 2, counter: 5, key: "" }, checked = crc32("Albers, X//\nBrandt, X//\nConrad, X//\nDecker, X//");
  // Brandt loses Karo mit 1 at 20: three times 9, doubled; Null ouvert counts 46, Null Hand 35, of which none is here
  const feet = "0.0.0/-54.0.1/-48.0.1/0.0.0", said = `CODE:2:5:221+X291B20RO1-3V48-0:13:${checked}:${feet}`;
  assert.equal(payloadOf(kept, server, now, null), `${said}:${crc32(said)}`);
  assert.equal(payloadOf({ ...kept, key: "geheim" }, server, now, null), `${said}:${sealOf("geheim", said)}`);
  const begun = `T7:2:5:221+X291B20RO1-3V48-0:13:${checked}:${feet}:ABCDEFGHIJKLMNOP`;
  const by = { list: "T7", claim: "abcdefghijklmnop" };
  assert.equal(payloadOf({ ...kept, key: "geheim" }, server, now, by), `${begun}:${crc32(begun)}`);
});
