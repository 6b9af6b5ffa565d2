// The page that confirms list after list: R begins to say what is wrong, Enter confirms wherever the focus is. A key
// held down counts once, for behind it comes the next list, which nobody has looked at yet.
"use strict";

const RESTING = "input, textarea, select, button, a, summary";

document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat) return event.preventDefault();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const reason = document.querySelector("[data-key='r']");
  if (event.key.toLowerCase() === "r" && reason) {
    event.preventDefault();
    reason.focus();
  } else if (event.key === "Enter" && !event.target.matches(RESTING)) {
    document.querySelector("#bestaetigen button")?.click();
  }
});
