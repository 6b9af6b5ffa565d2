// @ts-check
// Beside "Wo sitze ich?": the way to the player's own page, on a phone that has opened it before.
"use strict";

for (const each of document.querySelectorAll("a[data-mine]")) {
  const link = /** @type {HTMLAnchorElement} */ (each);
  let address = null;
  try {
    address = localStorage.getItem(`skatliga-abend-${link.dataset.mine}`);
  } catch {
    // a browser that keeps nothing
  }
  if (address) link.href = address;
  link.hidden = !address;
}
