// @ts-check
// The page that confirms list after list: R begins to say what is wrong, Enter confirms wherever the focus is. A key
// held down counts once, for behind it comes the next list, which nobody has looked at yet.
"use strict";

const RESTING = "input, textarea, select, button, a, summary";

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
  } else if (event.key === "Enter" && !target.matches(RESTING)) {
    confirm?.click();
  }
});
