// @ts-check
// The page that confirms list after list: R begins to say what is wrong, Enter confirms wherever the focus is. A key
// held down counts once, for behind it comes the next list, which nobody has looked at yet. Who writes before the page
// listens to R finds the field at the Enter, and has confirmed nothing.
"use strict";

const RESTING = "input, textarea, select, button, a, summary";
let writing = false; // into no field

document.addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.key === "Enter" && event.repeat) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
  /** @type {HTMLElement | null} */
  const reason = document.querySelector("[data-key='r']");
  /** @type {HTMLElement | null} */
  const confirm = document.querySelector("#bestaetigen button");
  if (event.key.toLowerCase() === "r" && reason) {
    event.preventDefault();
    reason.focus();
    writing = false;
  } else if (event.key === " " && writing) {
    event.preventDefault(); // it would press the button
  } else if (event.key === "Enter" && writing) {
    event.preventDefault();
    reason?.focus();
    writing = false;
  } else if (event.key.length === 1 && event.key !== " ") {
    writing = true;
  } else if (event.key === "Enter" && !target.matches(RESTING)) {
    confirm?.click();
  }
});
