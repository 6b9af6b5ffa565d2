// @ts-check
// The question mark shows the keys of a page wherever it is not a letter of a text, also in the field of the notation,
// which has no such sign.
"use strict";

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.key !== "?" || target.matches("input:not([data-keys], [type=checkbox], [type=radio]), textarea, select")) return;
  event.preventDefault();
  document.getElementById("tastenhilfe")?.togglePopover();
});
