// @ts-check
// Each deal is said aloud when it is entered or arrives: on wish, and this phone remembers it. The voice is the phone's own;
// where it has none, nobody is asked.

import { book, button, dialog, words } from "./page.js";
import { namesBySeat, redraw } from "./store.js";
import { rowSpoken } from "./wording.js";

const KEPT = "skatliga-tisch-vorlesen";
const can = "speechSynthesis" in window;

let told = /** @type {string | null} */ (null);   // the last row, as it was when the page was drawn before

function wanted() {
  try {
    return can && localStorage.getItem(KEPT) === "1";
  } catch {
    return false;   // a browser that keeps nothing
  }
}

/** @param {boolean} on */
function want(on) {
  try {
    if (on) localStorage.setItem(KEPT, "1");
    else localStorage.removeItem(KEPT);
  } catch {
    // it is asked again the next time
  }
}

/** @param {string} sentence */
function say(sentence) {
  speechSynthesis.cancel();   // what is older is of no interest any more
  const made = new SpeechSynthesisUtterance(sentence);
  made.lang = document.documentElement.lang;
  speechSynthesis.speak(made);
}

/** The button by which it is wished for or not; none where this phone has no voice. */
export function aloudButtons() {
  if (!can) return [];
  const on = wanted();
  return [button(words.aloud, () => {
    dialog.close();
    want(!on);
    if (!on) say(words.aloud_now);
    redraw();
  }, "second", { "aria-pressed": String(on) })];
}

/**
 * Say the last deal where it is a new one.
 * @param {Now} now
 */
export function sayNew({ last, rows }) {
  const now = last ? `${rows.length} ${last.nr} ${last.text} ${last.score}` : "", before = told;
  told = now;
  if (!last || before === null || before === now || !wanted()) return;
  if (Number(before.split(" ")[0] || 0) <= rows.length) say(rowSpoken(book, words, last, namesBySeat(last.number || undefined)));
}
