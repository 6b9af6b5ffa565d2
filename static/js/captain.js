// @ts-check
// The page of a team on its captain's phone: lets him be told on it. All else on it works without a script.

import { offer, reached, remember } from "./push.js";

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.id !== "melden") return;
  try {
    const body = await reached(button.dataset.key);
    if (body) {
      if ((await fetch(button.dataset.to ?? "", { method: "POST", body })).ok) remember();
      location.reload();   // it says now that this phone is told, or why not
    }
  } catch {
    button.textContent = document.body.dataset.unsent ?? "";
  }
});

if ("PushManager" in window) navigator.serviceWorker?.register(document.body.dataset.worker ?? "").then(offer);
