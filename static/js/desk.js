// @ts-check
// The registration desk. Every name waits in a queue of its own until it is answered, and what is typed meanwhile is
// nobody's business: answers change other parts of the page only. Without this file the same form works with a button.
"use strict";

/**
 * A name or a fee on its way. `paid`: the name brought the fee; `pay`: where a fee is sent to; `refused`: why, and `hits`
 * who may be meant; `admit`: a `reason` lets somebody start all the same.
 * @typedef {{ key: string, text: string, choice?: string, paid?: boolean, pay?: string, refused?: string[], hits?: Hit[],
 *   admit?: boolean, reason?: string }} Job
 * @typedef {{ name: string, about: string, start_number: number | null, choice: string }} Hit
 */

/** @type {HTMLFormElement | null} */
const desk = document.querySelector("form[data-desk]");
const place = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * A field of the form.
 * @param {string} name
 */
const input = (name) => /** @type {HTMLInputElement} */ (desk?.elements.namedItem(name) ?? null);
const field = input("suche");
const waiting = place("wartend"), trouble = place("sendefehler");
const KEPT = `anmeldung ${location.pathname}`;
const PATIENCE = 20000, PAUSE = 3000; // milliseconds: for one answer, and until it is tried again

// ---- Arrow keys choose among those found while the field keeps the focus

field?.addEventListener("keydown", (event) => {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  /** @type {NodeListOf<HTMLInputElement>} */
  const choices = document.querySelectorAll("form[data-desk] [name=wahl]");
  const found = step ? [...choices] : [];
  if (!found.length) return;
  event.preventDefault(); // the caret would jump
  const chosen = found.findIndex((choice) => choice.checked);
  const next = found[(chosen + step + found.length) % found.length];
  next.checked = true;
  next.scrollIntoView({ block: "nearest" });
});

// ---- The queue: names and fees on their way, in the order of typing; `refused` waits for somebody

// Another page of this window finds what was on its way; the key of each makes it count once.
/** @type {Job[]} */
const line = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
/** @type {Map<Job, HTMLElement>} */
const shown = new Map();
let busy = false, timer = 0;

const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const cookie = (/** @type {string} */ name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

function keep() {
  if (line.length) sessionStorage.setItem(KEPT, JSON.stringify(line));
  else sessionStorage.removeItem(KEPT);
}

/** @param {Job} job */
function queue(job) {
  settled(job.text);
  line.push(job);
  show(job);
  keep();
  pump();
}

/** @param {Job} job */
function done(job) {
  line.splice(line.indexOf(job), 1);
  shown.get(job)?.remove();
  shown.delete(job);
  keep();
}

async function pump() {
  const job = line.find((each) => !each.refused);
  if (busy || !job) return;
  busy = true;
  clearTimeout(timer);
  const lost = await send(job);
  busy = false;
  trouble.hidden = !lost;
  if (!lost) return pump();
  trouble.textContent = trouble.dataset[lost] ?? "";
  timer = setTimeout(pump, PAUSE);
}

/**
 * Returns what went wrong on the way, nothing where there was an answer.
 * @param {Job} job
 */
async function send(job) {
  const patience = new AbortController();
  const giveUp = setTimeout(() => patience.abort(), PATIENCE);
  const { key, text, choice = "", paid, pay, reason = "" } = job;
  const sent = pay ? { key } : {
    key, suche: text, gesucht: choice ? text : "", wahl: choice, grund: reason, ...(paid && { bezahlt: "on" }),
  };
  /** @type {Record<string, string>} */
  const headers = pay ? { "HX-Request": "true" } : { Accept: "application/json" };
  const csrfmiddlewaretoken = cookie("csrftoken") ?? input("csrfmiddlewaretoken").value;
  try {
    const answer = await fetch(pay ?? /** @type {HTMLFormElement} */ (desk).action, {
      method: "POST", redirect: "manual", signal: patience.signal, headers, body: new URLSearchParams({ ...sent, csrfmiddlewaretoken }),
    });
    if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403) return "signedOut";
    if (!answer.ok && answer.status !== 422) return "offline";
    if (pay) paidFor(job, await answer.text());
    else answered(job, await answer.json());
    return "";
  } catch {
    return "offline";
  } finally {
    clearTimeout(giveUp);
  }
}

/**
 * @param {Job} job
 * @param {{ refused?: string[], hits?: Hit[], admit?: boolean, parts: string, said: string }} answer
 */
function answered(job, { refused, hits = [], admit, parts, said }) {
  if (refused) {
    Object.assign(job, { refused, hits, admit });
    show(job);
    return keep();
  }
  put(parts);
  place("angesagt").textContent = said;
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector("#gegeben [data-pay]");
  const pay = form?.action;
  if (job.paid && pay) {
    const fee = { key: newKey(), text: `${said} · ${waiting.dataset.fee}`, pay };
    line.splice(line.indexOf(job), 0, fee); // before the next name, so that its mark is right in the next answer
    show(fee);
  }
  done(job);
  settled(place("nummer").dataset.name ?? "");
}

/**
 * @param {Job} job
 * @param {string} mark
 */
function paidFor(job, mark) {
  put(mark);
  done(job);
}

/**
 * Parts of an answer in the place of those with the same names.
 * @param {string} parts
 */
function put(parts) {
  const read = document.createElement("template");
  read.innerHTML = parts;
  for (const part of [...read.content.children]) {
    document.getElementById(part.id)?.replaceWith(part);
    htmx.process(part);
  }
}

// ---- How the queue looks; what somebody is correcting in it stays as it is

/** @param {Job} job */
function show(job) {
  const item = document.createElement("li");
  if (job.refused) item.append(correction(job, job.refused));
  else item.append(Object.assign(document.createElement("span"), { textContent: job.text }), " ",
    Object.assign(document.createElement("span"), { className: "soft", textContent: waiting.dataset.sending }));
  const before = shown.get(job);
  if (before) before.replaceWith(item);
  else waiting.append(item);
  shown.set(job, item);
}

/**
 * @param {Job} job
 * @param {string[]} refused
 */
function correction(job, refused) {
  const { name: called = "", guest = "", again: more = "", drop = "", reason: why = "", admit: allow = "" } = waiting.dataset;
  const form = document.createElement("form");
  const said = Object.assign(document.createElement("p"), { textContent: refused.join(" ") });
  said.setAttribute("role", "alert");
  const name = Object.assign(document.createElement("input"), { value: job.text, maxLength: 120, required: true, autocomplete: "off" });
  name.setAttribute("aria-label", called);
  /**
   * @param {string} text
   * @param {() => void} act
   * @param {string} look
   */
  const button = (text, act, look) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: look });
    made.addEventListener("click", act);
    return made;
  };
  const again = (/** @type {string} */ choice) => {
    Object.assign(job, { text: name.value.trim(), choice, refused: undefined });
    show(job);
    keep();
    pump();
    field.focus();
  };
  const { hits = [] } = job;
  const meant = hits.map((hit) => button(
    [hit.name, hit.about, hit.start_number && `(${hit.start_number})`].filter(Boolean).join(" "), () => {
      name.value = job.text; // the choice is for these words
      again(hit.choice);
    }, "second"));
  if (hits.length) meant.push(button(guest, () => again("guest"), "second"));
  const admit = job.admit ? admitting(job, why, allow, button, () => again(job.choice ?? "")) : [];
  const actions = Object.assign(document.createElement("div"), { className: "inline" });
  actions.append(...admit, ...meant, button(more, () => form.requestSubmit(), "second"), button(drop, () => {
    done(job);
    field.focus();
  }, "quiet danger"));
  form.append(said, name, actions);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    again("");
  });
  return form;
}

/**
 * The field for a reason, and the button that sends it.
 * @param {Job} job
 * @param {string} label
 * @param {string} allow
 * @param {(text: string, act: () => void, look: string) => HTMLElement} button
 * @param {() => void} send
 */
function admitting(job, label, allow, button, send) {
  const reason = Object.assign(document.createElement("input"), { maxLength: 200, placeholder: label, autocomplete: "off" });
  reason.setAttribute("aria-label", label);
  const act = () => {
    job.reason = reason.value.trim();
    if (job.reason) send();
    else reason.focus();
  };
  reason.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would send the name without it
    act();
  });
  return [reason, button(allow, act, "second")];
}

/**
 * What was refused before of the same name needs nobody any more.
 * @param {string} text
 */
function settled(text) {
  const called = text.toLocaleLowerCase();
  for (const job of line.filter((each) => each.refused && each.text.toLocaleLowerCase() === called)) done(job);
}

// ---- Enter

desk?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = field.value.trim();
  field.focus();
  if (!text) return;
  // A choice counts for the words it was shown for; who typed on has not seen it.
  /** @type {HTMLInputElement | null} */
  const chosen = desk.querySelector("[name=wahl]:checked");
  const choice = input("gesucht")?.value === text ? chosen?.value ?? "" : "";
  field.value = "";
  htmx.trigger(field, "htmx:abort"); // nobody waits for what was searched
  place("treffer").replaceChildren();
  queue({ key: newKey(), text, choice, paid: input("bezahlt").checked });
});

if (desk) {
  for (const job of line) show(job);
  window.addEventListener("online", pump);
  window.addEventListener("beforeunload", (event) => {
    if (line.length) event.preventDefault();
  });
  pump();
}
