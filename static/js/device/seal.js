// The seal under the code of a list: HMAC-SHA256 (RFC 2104, FIPS 180-4) in the letters and digits of a QR code. Browsers
// offer it over https only, and the page works without.
"use strict";

const PRIMES = [];
for (let found = 2; PRIMES.length < 64; found += 1) if (PRIMES.every((prime) => found % prime)) PRIMES.push(found);

// The first 32 bits behind the point of a root, which is what the standard takes its constants from.
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const STEPS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

const turned = (word, by) => word >>> by | word << 32 - by;

function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64), padded = new DataView(new ArrayBuffer(64 * blocks));
  bytes.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 4, 8 * bytes.length);
  const state = [...START], words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) mix(state, words, padded, 64 * block);
  return state.flatMap((word) => [word >>> 24, word >>> 16 & 255, word >>> 8 & 255, word & 255]);
}

function mix(state, words, padded, from) {
  for (let at = 0; at < 16; at += 1) words[at] = padded.getInt32(from + 4 * at);
  for (let at = 16; at < 64; at += 1) {
    const late = words[at - 2], early = words[at - 15];
    const one = turned(early, 7) ^ turned(early, 18) ^ early >>> 3, two = turned(late, 17) ^ turned(late, 19) ^ late >>> 10;
    words[at] = words[at - 16] + one + words[at - 7] + two;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let at = 0; at < 64; at += 1) {
    const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + (e & f ^ ~e & g) + STEPS[at] + words[at] | 0;
    const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + (a & b ^ a & c ^ b & c) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, d + first | 0, c, b, a, first + second | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => { state[at] = state[at] + word | 0; });
}

const codes = (text) => [...text].map((sign) => sign.charCodeAt(0));   // both are of plain letters and digits

// What proves that this device has made the code; as long as the server's (`scanning.seal_of`).
function sealOf(key, said) {
  const block = [...codes(key), ...new Array(64 - key.length).fill(0)];
  const inner = sha256([...block.map((byte) => byte ^ 0x36), ...codes(said)]);
  const bits = sha256([...block.map((byte) => byte ^ 0x5c), ...inner]).slice(0, 10).map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{5}/g).map((five) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[parseInt(five, 2)]).join("");
}
