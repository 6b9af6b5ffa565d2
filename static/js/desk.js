// The registration desk: arrow keys choose among those found while the field keeps the focus. Enter is the form's own.
"use strict";

document.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const form = event.target.closest?.("[data-desk]");
  if (!step || !form || event.target.name !== "suche") return;
  const found = [...form.querySelectorAll("[name=wahl]")];
  if (!found.length) return;
  event.preventDefault(); // the caret would jump
  const chosen = found.findIndex((choice) => choice.checked);
  const next = found[(chosen + step + found.length) % found.length];
  next.checked = true;
  next.scrollIntoView({ block: "nearest" });
});
