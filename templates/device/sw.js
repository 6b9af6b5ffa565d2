// Keeps a page and its files, so that they start without a network. What is kept is ours: a file by its
// contents, a page by its header. A file is asked for once; for a page the network is asked first, for three seconds.
"use strict";

const SHELF = "{{ shelf.name }}-{{ build }}";
const OWN = "{{ own }}";
const FILES = { {% for file, digest in files.items %}"{{ file|escapejs }}": "{{ digest }}"{% if not forloop.last %}, {% endif %}{% endfor %} };
const FORGETS = {{ shelf.forgets|yesno:"true,false" }};   // whether a page goes when the site says that its address has ended
const KEPT = "Skatliga-Kept";   // a header of what comes from here and not from the site
const WAIT = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});

const oldShelves = async () => (await caches.keys()).filter((name) => name !== SHELF && name.startsWith("{{ shelf.name }}-"));

// What a network without internet, a proxy or a page for repairs answers is not ours, whatever its status says.
const isOwn = (answer) => !answer.redirected && answer.headers.has(OWN);
const isOurs = (answer) => answer.ok && isOwn(answer);

// Files and pages of one build belong together. The pages that were kept are fetched anew with it; where that breaks off,
// the build before stays as it is.
async function fill() {
  const shelf = await caches.open(SHELF);
  await Promise.all(Object.entries(FILES).map(async ([file, integrity]) => {
    const asked = { integrity, redirect: "error" };   // fails where it is another file
    const answer = await fetch(file, asked).catch(() => fetch(file, { ...asked, cache: "reload" }));
    if (!answer.ok) throw new TypeError(file);
    await shelf.put(file, answer);
  }));
  for (const name of await oldShelves()) {
    const kept = await (await caches.open(name)).keys();
    for (const { url } of kept.filter((request) => isPage(new URL(request.url)))) {
      const page = await fetch(url, { cache: "no-store" });
      if (!isOwn(page)) throw new TypeError(url);
      if (page.ok) await shelf.put(url, page);   // otherwise the address has ended
    }
  }
}

async function takeOver() {
  for (const name of await oldShelves()) await caches.delete(name);
  await self.clients.claim();
}

const isPage = (address) => /{{ shelf.page|safe }}/.test(address.pathname);

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin) return;
  if (address.pathname in FILES) event.respondWith(file(event.request));
  else if (isPage(address)) event.respondWith(page(event.request));
});

async function file(request) {
  return await (await caches.open(SHELF)).match(request, { ignoreSearch: true, ignoreVary: true }) || fetch(request);
}

// A page that was kept starts whatever the network says: it tells itself where its address has ended, and may hold deals
// that were never sent.
async function page(request) {
  const shelf = await caches.open(SHELF);
  const known = await shelf.match(request, { ignoreSearch: true, ignoreVary: true }) || await likeIt(shelf, request.url);
  try {
    const waiting = new AbortController();   // AbortSignal.timeout is younger than many a phone
    if (known) setTimeout(() => waiting.abort(), WAIT);
    const fresh = await fetch(request, { signal: waiting.signal });
    const ended = FORGETS && isOwn(fresh) && fresh.status === 404;
    if (isOurs(fresh)) await shelf.put(request, fresh.clone()).catch(() => {});   // the phone is full
    if (ended) await shelf.delete(request, { ignoreSearch: true, ignoreVary: true });
    return isOurs(fresh) || ended || !known ? fresh : asKept(known);
  } catch (failure) {
    if (known) return asKept(known);
    throw failure;
  }
}

// Where this very page was never seen, one of another table will do: best one with the same rules, which the code behind the #
// names. It says itself where its rules are others.
async function likeIt(shelf, url) {
  const [, rules = ""] = /#[A-Z]:([A-Z2-7]+):/i.exec(url) || [];
  const pages = (await shelf.keys()).filter((request) => isPage(new URL(request.url)));
  const answers = await Promise.all(pages.map((request) => shelf.match(request, { ignoreVary: true })));
  return answers.find((answer) => rules && answer.headers.get("{{ rules }}") === rules.toUpperCase()) || answers[0];
}

// The page asks itself how old it is; the time at which the site gave it stands in its head.
function asKept(answer) {
  const headers = new Headers(answer.headers);
  headers.set(KEPT, "1");
  return new Response(answer.body, { status: answer.status, headers });
}

self.addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data));
});

async function goTo(address) {
  const open = (await self.clients.matchAll({ type: "window" })).find(({ url }) => new URL(url).pathname === address);
  return open ? open.focus() : self.clients.openWindow(address);
}
