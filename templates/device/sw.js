// Keeps the page of a table and its files, so that they start without a network: asked first is the network, for three
// seconds, then what was kept.
"use strict";

const SHELF = "skatliga-tisch-{{ build }}";
const FILES = [{% for file in files %}"{{ file|escapejs }}"{% if not forloop.last %}, {% endif %}{% endfor %}];
const WAIT = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

const oldShelves = async () => (await caches.keys()).filter((name) => name !== SHELF && name.startsWith("skatliga-tisch-"));

// Files and pages of one build belong together. The pages that were kept are fetched anew with it; where that breaks off,
// the build before stays as it is.
async function fill() {
  const shelf = await caches.open(SHELF);
  await shelf.addAll(FILES);
  for (const name of await oldShelves()) {
    const kept = await (await caches.open(name)).keys();
    for (const { url } of kept.filter((request) => isPage(new URL(request.url)))) {
      const page = await fetch(url, { cache: "no-store" });
      if (page.ok) await shelf.put(url, page);
    }
  }
}

async function takeOver() {
  for (const name of await oldShelves()) await caches.delete(name);
  await self.clients.claim();
}

const isPage = (address) => /^\/t\/\d+\/\w+\/$/.test(address.pathname);
const isFile = (address) => FILES.includes(address.pathname);

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  const ours = address.origin === location.origin && (isPage(address) || isFile(address));
  if (event.request.method === "GET" && ours) event.respondWith(answer(event.request));
});

// A page that was kept starts whatever the network says: it tells itself where its address has ended, and may hold deals
// that were never sent.
async function answer(request) {
  const shelf = await caches.open(SHELF);
  const known = await shelf.match(request, { ignoreSearch: true, ignoreVary: true });
  try {
    const waiting = new AbortController();   // AbortSignal.timeout is younger than many a phone
    if (known) setTimeout(() => waiting.abort(), WAIT);
    const fresh = await fetch(request, { signal: waiting.signal });
    if (fresh.ok) await shelf.put(request, fresh.clone()).catch(() => {});   // the phone is full
    return fresh.ok || !known ? fresh : known;
  } catch (failure) {
    if (known) return known;
    throw failure;
  }
}
