// @ts-check
// The buttons of a deal by the keys of a keyboard: arrows go to the next one in their direction, past those that are dimmed.
// Tab and Enter do what they do everywhere; whoever has pressed something stays on the page when it has gone.

import { buttonsAt, dialog, one } from "./page.js";
import { nextIn } from "./places.js";

/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** @param {HTMLElement} each */
function middleOf(each) {
  const { left, top, width, height } = each.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

one("#eingabe").addEventListener("keydown", (event) => {
  const way = WAYS[event.key], from = document.activeElement;
  if (!way || !(from instanceof HTMLButtonElement)) return;
  const others = buttonsAt("#eingabe button").filter((each) => !each.disabled && each !== from && each.offsetParent);
  const found = others[nextIn(middleOf(from), others.map(middleOf), way)];
  event.preventDefault();
  if (found) found.focus();
});

let shown = "";

/**
 * Where what somebody was on has gone with its part of the page, he goes on with the part that is there now.
 * @param {string} part
 */
export function stayOn(part) {
  if (dialog.open) return;
  const another = shown && shown !== part, focused = document.activeElement;
  shown = part;
  if (!another || focused instanceof HTMLElement && focused !== document.body && focused.offsetParent) return;
  const first = buttonsAt(`${part} button`).find((each) => !each.disabled && each.offsetParent);
  if (first) first.focus({ preventScroll: true });
}
