// @ts-check
// The whole list as one code, for a hall without any network (scanning.py reads it), and the seal under it: HMAC-SHA256
// (RFC 2104, FIPS 180-4) in the letters and digits of a QR code. Browsers offer it over https only, and the page works
// without.

import { bareOf } from "./notation.js";

/** @type {number[]} */
const PRIMES = [];
for (let found = 2; PRIMES.length < 64; found += 1) if (PRIMES.every((prime) => found % prime)) PRIMES.push(found);

/**
 * The first 32 bits behind the point of a root, which is what the standard takes its constants from.
 * @param {number} root
 */
const fraction = (root) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const STEPS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/**
 * @param {number} word
 * @param {number} by
 */
const turned = (word, by) => word >>> by | word << 32 - by;

/** @param {number[]} bytes */
export function sha256(bytes) {
  const blocks = Math.ceil((bytes.length + 9) / 64), padded = new DataView(new ArrayBuffer(64 * blocks));
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(64 * blocks - 4, 8 * bytes.length);
  const state = [...START], words = new Int32Array(64);
  for (let block = 0; block < blocks; block += 1) mix(state, words, padded, 64 * block);
  return state.flatMap((word) => [word >>> 24, word >>> 16 & 255, word >>> 8 & 255, word & 255]);
}

/**
 * @param {number[]} state
 * @param {Int32Array} words
 * @param {DataView} padded
 * @param {number} from
 */
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

/** @param {string} text of plain letters and digits */
const codes = (text) => [...text].map((sign) => sign.charCodeAt(0));

/**
 * What proves that this device has made the code; as long as the server's (`scanning.seal_of`).
 * @param {string} key
 * @param {string} said
 */
export function sealOf(key, said) {
  const block = [...codes(key), ...new Array(64 - key.length).fill(0)];
  const inner = sha256([...block.map((byte) => byte ^ 0x36), ...codes(said)]);
  return lettersOf(sha256([...block.map((byte) => byte ^ 0x5c), ...inner]).slice(0, 10));
}

// ---- Bytes in the letters and digits of a QR code (RFC 4648, base 32, without padding)

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** @param {number[]} bytes */
export function lettersOf(bytes) {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return Array.from(bits.matchAll(/.{1,5}/g), ([five]) => LETTERS[parseInt(five.padEnd(5, "0"), 2)]).join("");
}

/** @param {string} letters */
export function bytesOf(letters) {
  const bits = [...letters].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Array.from(bits.matchAll(/.{8}/g), ([eight]) => parseInt(eight, 2));
}

/** @param {string} text */
export function crc32(text) {
  let found = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit += 1) found = found >>> 1 ^ (found & 1 ? 0xEDB88320 : 0);
  }
  return (~found >>> 0).toString(16).toUpperCase().padStart(8, "0");
}

/**
 * The list as it stands here, with what the server has not yet. Where the site has not heard yet that this phone writes,
 * the code names the table, and instead of a seal by what this phone may write.
 * @param {Kept} kept
 * @param {Server} server
 * @param {Now} now
 * @param {{ list: string, claim: string } | null} begun its table and by what it may write
 */
export function payloadOf(kept, server, now, begun) {
  const rows = now.rows.map(({ text, void: struck, penalty }) => {
    const bare = bareOf(text);
    if (bare) return `${bare.seat}V${bare.value}${bare.sign}`;
    return text && !struck && !penalty ? text.toUpperCase() : "X";
  });
  const names = server.seats.map(({ name, later }) => [name, later?.name, later?.from].join("/")).join("\n");
  const feet = now.feet.map(({ points, won, lost }) => [points, won, lost].join(".")).join("/"), key = begun ? "" : kept.key;
  const told = [rows.join(""), [...now.signed].sort().join(""), crc32(names), feet, ...(begun ? [begun.claim.toUpperCase()] : [])];
  const said = [begun ? begun.list : server.code, kept.generation, kept.counter, ...told].join(":");
  return `${said}:${key ? sealOf(key, said) : crc32(said)}`;   // no key either where an older page took the list
}
