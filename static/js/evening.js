// @ts-check
// "Mein Abend" on a player's phone: looks every ten seconds whether anything is new, says how old the page is while there is
// no network, and tells of a new seat. What is done on it is sent by the page itself, so that without a network nothing is
// lost but the tap.

import { offer, reached, remember as rememberAsked, tellHere } from "./push.js";

const EVERY = 10_000, WAIT = 8000;   // milliseconds
const HOME = "skatliga-abend";       // under which this phone remembers whose page is whose event's

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const stated = /** @type {Record<string, string>} */ (document.body.dataset);

let mark = "";          // of what is shown
let date = 0;           // when the site said so last, by its own clock
let busy = false;

/**
 * What is no page of ours (a hall's network that wants a sign-in, a proxy) is no answer.
 * @param {RequestInfo} address
 * @param {RequestInit} how
 */
async function ask(address, how) {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), WAIT);
  const answer = await fetch(address, { ...how, signal: waiting.signal });
  if (!answer.headers.has(stated.own) || answer.status >= 500) throw new TypeError("no answer");
  return answer;
}

/** @param {Response} answer */
async function show(answer) {
  if (answer.status === 404) {
    location.reload();   // the code has ended
    return;
  }
  const kept = answer.headers.has("Skatliga-Kept");
  date = Date.parse(answer.headers.get("Date") ?? "") || date;
  const known = answer.headers.get("ETag") ?? "";
  if (!known || known !== mark) draw(await answer.text());
  mark = known;
  tellAge(kept);
}

/** @param {string} text */
function draw(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("abend");
  const old = part("abend");
  if (!fresh || fresh.innerHTML === old.innerHTML) return;
  for (const each of fresh.querySelectorAll("details")) {
    each.open = Boolean(/** @type {HTMLDetailsElement | null} */ (document.getElementById(each.id))?.open);
  }
  const before = old.dataset.seat, seat = fresh.dataset.seat;
  old.replaceWith(fresh);
  if (seat && seat !== before) tellHere(seat, stated.event);
  offer();
}

/** @param {boolean} isOld */
function tellAge(isOld) {
  const at = new Date(date), told = part("netz");
  told.hidden = !(isOld && date);
  if (told.hidden) return;
  const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const minutes = Math.max(0, Math.round((Date.now() - date) / 60_000));
  told.textContent = stated.old.replace("{time}", time).replace("{minutes}", String(minutes));
}

async function look() {
  if (busy) return;
  busy = true;
  try {
    await show(await ask(location.pathname, {}));
  } catch {
    tellAge(true);
  }
  busy = false;
}

// ---- Doing something

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const button = /** @type {HTMLButtonElement | undefined} */ (event.submitter);
  if (form.method !== "post" || !button) return;   // an older browser sends it by itself
  event.preventDefault();
  if (busy) return;
  busy = true;
  const body = new FormData(form);
  if (button.name) body.append(button.name, button.value);
  try {
    await show(await ask(form.action, { method: "POST", body }));
  } catch {
    part("netz").hidden = false;
    part("netz").textContent = stated.unsent;
  }
  busy = false;
});

// ---- Being told

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement} */ (event.target);
  if (button.id !== "melden") return;
  try {
    const { key, to } = button.dataset;
    const body = await reached(key);
    if (body && to) {
      const answer = await ask(to, { method: "POST", body });
      if (answer.ok) rememberAsked();
      await show(answer);
    }
  } catch {
    part("netz").hidden = false;
    part("netz").textContent = stated.unsent;
  }
  await offer();
});

// ---- Kept

/** From now on the page starts without a network too: the worker that keeps it has seen it go by. */
async function keepPage() {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  await worker.register(stated.worker);
  if (!worker.controller) await new Promise((done) => worker.addEventListener("controllerchange", done, { once: true }));
  await look();
  if (await caches.match(location.pathname, { ignoreVary: true })) document.body.dataset.kept = "";
}

/** "Wo sitze ich?" leads here from then on, on this phone. */
function remember() {
  try {
    localStorage.setItem(`${HOME}-${stated.event}`, location.pathname);
  } catch {
    // a browser that keeps nothing
  }
}

remember();
offer();
look().then(keepPage);
setInterval(look, EVERY);
addEventListener("online", look);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
