// @ts-check
// Who writes the list, how it goes on to another device, how it is shown as a code, and what else there is to choose.

import { feetTable } from "./foot.js";
import { base, button, dialog, form, grid, make, panel, stated, words } from "./page.js";
import { payloadOf } from "./seal.js";
import { allKept, enter, keeping, kept, listNow, namesBySeat, over, players, redraw, server, takeOver, writing } from "./store.js";
import { fill } from "./wording.js";

export let showsList = false;   // whether the writer looks at the list instead of the buttons

/** @param {boolean} wanted */
export function look(wanted) {
  showsList = wanted;
  redraw();
}

// ---- Who writes

export function askWho(code = "") {
  const names = players().map(({ seat, name }) => button(name, () => askToWrite(seat, code)));
  panel(words.who_writes, [grid(names)]);
}

/**
 * @param {number} keeper
 * @param {string} code
 */
async function askToWrite(keeper, code, forced = false) {
  const answer = await takeOver(keeper, code, forced).catch(() => ({ said: words.network_needed, held: false }));
  if (!answer.said) {
    dialog.close();
    history.replaceState(null, "", location.pathname);
    return look(false);
  }
  if (!answer.held) return panel(words.not_now, [make("p", answer.said)]);
  const field = make("input", "", { "aria-label": words.code, autocomplete: "off", autocapitalize: "none", maxlength: "8" });
  const inside = form(field, () => { askToWrite(keeper, field.value.trim()); });
  const force = button(words.force, () => askToWrite(keeper, "", true), "second");
  return panel(words.held, [make("p", words.held_help), inside, make("p", words.force_help), force]);
}

// ---- Codes

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} text
 */
async function drawCode(canvas, text) {
  const { generate } = await import(stated("codes"));
  generate(text).toCanvas(canvas);
}

async function handOver() {
  const address = `${location.origin}${base}#${kept.code}`;
  if (kept.queue.length) return panel(words.hand_over, [make("p", words.send_first)]);
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  panel(words.hand_over, [make("p", words.hand_over_help), canvas, make("p", kept.code, { class: "code-word" })]);
  return drawCode(canvas, address);
}

/** The whole list as it stands here, in one word. */
export const payload = () => payloadOf(kept, server(), listNow());

/** The list for the camera of the office, where there is no network at all. */
export async function showCode() {
  const address = `${location.origin.toUpperCase()}/Q/${payload()}`;
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  panel(words.as_code, [make("p", words.as_code_help), canvas, feetTable(listNow(), namesBySeat())], { kind: "whole" });
  await drawCode(canvas, address);
}

// ---- More

/**
 * What only the office can have written is not changed here.
 * @param {Row} row
 */
export const correctable = (row) => !row.void && !row.penalty;

/** What can be done now; a deal that was entered just before counts already. */
export function more() {
  if (keeping) {
    allKept().then(more);
    return;
  }
  const parts = writing() && !over ? writersParts() : [];
  const link = make("a", words.public_page, { href: stated("event"), class: "button second" });
  const offline = make("p", "kept" in document.body.dataset ? words.starts_offline : words.needs_network);
  panel(words.more, [...parts, link, offline]);
}

function writersParts() {
  const { last, handedIn } = listNow();
  /** @param {Row} row */
  const takeBack = ({ nr, number, text }) => button(fill(words.take_back, { number }), () => {
    dialog.close();
    enter({ kind: "undo", nr, before: text });
  }, "second");
  return [
    button(words.see_list, () => { dialog.close(); look(true); }),
    button(words.hand_over, handOver),
    button(words.as_code, showCode, "second"),
    ...(last && correctable(last) && !handedIn ? [takeBack(last)] : []),
    ...(handedIn ? [] : [make("p", words.who_plays)]),
  ];
}
