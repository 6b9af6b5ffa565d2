// @ts-check
// The board of a Serie: for how many minutes each list has been missing. The page itself says the time of day only, so
// that it need not be made anew every minute; where the time is not over yet, or hours ago, that is what stays.
"use strict";

const MOST_MINUTES = 180;

function tellMissing() {
  for (const place of document.querySelectorAll("[data-since]")) {
    const { since = "", missing = "" } = /** @type {HTMLElement} */ (place).dataset;
    const minutes = Math.floor((Date.now() - Date.parse(since)) / 60_000);
    if (minutes >= 0 && minutes <= MOST_MINUTES) place.textContent = missing.replace("#", String(minutes));
  }
}

document.addEventListener("htmx:afterSettle", tellMissing); // another part of the page has come
setInterval(tellMissing, 10_000);
tellMissing();
