// @ts-check
// Where the page of a table begins: it looks at its shelf, asks the site, goes on asking, and sees that it starts without
// a network the next time.

import { asEntered } from "./list.js";
import { stated } from "./page.js";
import "./screen.js";
import { change, isDue, kept, lookAtShelf, server, sync, takeOver, writing } from "./store.js";
import { scanned } from "./writer.js";

/** From now on the page starts without a network too: the worker that keeps it has seen it go by. */
async function keepPage() {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  await worker.register(stated("worker"));
  if (!worker.controller) await new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  const answer = await fetch(location.pathname).catch(() => null);
  if (answer?.ok && await caches.match(location.href, { ignoreSearch: true, ignoreVary: true })) document.body.dataset.kept = "";
}

async function begin() {
  // what was refused is asked anew: the page may be a newer one
  await change(() => ({ queue: kept.queue.map(asEntered) }));
  await sync();
  if (writing() && !kept.key && !kept.claim) await takeOver(server().lease.keeper).catch(() => {});   // an older page took the list
  await scanned();
  addEventListener("hashchange", scanned);
  setInterval(() => { if (isDue()) sync(); }, 500);
  addEventListener("online", sync);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) lookAtShelf().then(sync); });
  navigator.storage?.persist?.();
  await keepPage();
}

begin();
document.documentElement.classList.add("begun");
