// @ts-check
// The board of a Serie: for how many minutes each list has been missing. The page itself says the time of day only, so
// that it need not be made anew every minute; where the time is not over yet, or hours ago, that is what stays. Above the
// tables one of them is found by whoever sits there.
"use strict";

const MOST_MINUTES = 180;

function tellMissing() {
  for (const place of document.querySelectorAll("[data-since]")) {
    const { since = "", missing = "" } = /** @type {HTMLElement} */ (place).dataset;
    const minutes = Math.floor((Date.now() - Date.parse(since)) / 60_000);
    if (minutes >= 0 && minutes <= MOST_MINUTES) place.textContent = missing.replace("#", String(minutes));
  }
}

// Who is looked for by table, start number or a part of the name stays on the page; / goes to the field.
const find = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-find]"));

/** @param {string} text */
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

function narrow() {
  const wanted = folded(find?.value.trim() ?? "");
  let found = 0;
  for (const each of document.querySelectorAll("[data-table]")) {
    const card = /** @type {HTMLElement} */ (each);
    const numbers = [card.dataset.table, ...[...card.querySelectorAll(".start")].map((start) => start.textContent)];
    const names = [...card.querySelectorAll(".name")].map((name) => folded(name.textContent ?? ""));
    const fits = !wanted || numbers.includes(wanted) || names.some((name) => name.includes(wanted));
    card.hidden = !fits;
    found += Number(fits);
  }
  const nothing = document.getElementById("nichts-gefunden");
  if (nothing) nothing.hidden = found > 0;
}

find?.addEventListener("input", narrow);
if (find?.autofocus) find.focus(); // at once: the browser does it with its first frame, and keys typed before are lost
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /** @type {Element} */ (event.target).matches("input, textarea, select")) return;
  event.preventDefault();
  find?.select();
});

document.addEventListener("htmx:afterSettle", () => { // another part of the page has come
  tellMissing();
  narrow();
});
setInterval(tellMissing, 10_000);
tellMissing();
narrow();
