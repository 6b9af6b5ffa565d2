// @ts-check
// The hall view: shows the slides in turn, keeps the clocks, and asks for new slides. One timer does all of it, so
// nothing piles up in ten hours; while nobody answers, the last slides stay and a small mark says so.
"use strict";

const SECONDS = Number(document.body.dataset.seconds);
const ASK_EVERY = 3;
const alone = /** @type {HTMLElement} */ (document.querySelector(".alone"));
const wallClock = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit", minute: "2-digit", timeZone: document.body.dataset.zone,
});

// How far this machine's clock is from the server's, in milliseconds.
let ahead = 0;
let asking = false, sinceAsked = 0, sinceTurned = 0;

const now = () => Date.now() - ahead;
const stage = () => /** @type {HTMLElement} */ (document.getElementById("folien"));

/**
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
const parts = (selector) => [...stage().querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));
const slides = () => parts(".slide");
const current = () => slides().findIndex((slide) => !slide.hidden);

/** @param {string | undefined} key */
function show(key) {
  const all = slides();
  const chosen = all.find((slide) => slide.dataset.key === key) ?? all[0];
  for (const slide of all) slide.hidden = slide !== chosen;
}

function turn() {
  const all = slides();
  show(all[(current() + 1) % all.length].dataset.key);
  sinceTurned = 0;
}

/** @param {number} milliseconds */
function left(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000), two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function keepTime() {
  for (const place of parts("[data-clock]")) place.textContent = wallClock.format(now());
  for (const place of parts("[data-ends]")) {
    const remaining = Date.parse(place.dataset.ends ?? "") - now();
    place.textContent = remaining > 0 ? `${place.dataset.left ?? ""} ${left(remaining)}` : place.dataset.over ?? "";
  }
}

async function ask() {
  asking = true;
  sinceAsked = 0;
  try {
    const { address = "", mark = "" } = stage().dataset;
    const answer = await fetch(address, {
      headers: { "HX-Request": "true", "If-None-Match": `"${mark}"` },
      cache: "no-store",
      redirect: "error", // to the sign-in page, where the event is no longer published
      signal: AbortSignal.timeout(8000),
    });
    const date = Date.parse(answer.headers.get("Date") ?? "");
    if (date && Math.abs(Date.now() - date - ahead) > 2000) ahead = Date.now() - date;
    if (answer.status !== 304) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = answer.ok && page.getElementById("folien");
      if (!fresh) throw new Error(`no slides: ${answer.status}`);
      const { key } = slides()[current()].dataset;
      stage().replaceWith(document.adoptNode(fresh));
      show(key);
      keepTime();
    }
    alone.hidden = true;
  } catch {
    alone.hidden = false;
  } finally {
    asking = false;
  }
}

keepTime();
setInterval(() => {
  keepTime();
  if (++sinceTurned >= SECONDS) turn();
  if (++sinceAsked >= ASK_EVERY && !asking) ask();
}, 1000);
