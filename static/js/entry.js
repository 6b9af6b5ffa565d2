// @ts-check
// Typing lists: keys that cannot be right are not accepted, a finished row sends itself, Enter walks through a mask.
// Nothing is counted here; without this file the same forms work with a button.
"use strict";

// ---- A short tone where a key is refused

/** @type {AudioContext | null} */
let sound = null;
function tone() {
  try {
    sound = sound ?? new AudioContext();
    const voice = sound.createOscillator(), gain = sound.createGain();
    gain.gain.value = 0.06;
    voice.frequency.value = 220;
    voice.connect(gain).connect(sound.destination);
    voice.start();
    voice.stop(sound.currentTime + 0.09);
  } catch { /* a machine without sound */ }
}

// ---- Rows on their way: one after the other, each kept until it is answered, what is typed meanwhile behind it

// `stopped`: the first row was refused; `editing`: somebody has begun to change it; `apart`: a form beside the line is
// being sent, which takes a row back or enters one; `sent`: how often the list may have changed.
const line = { rows: /** @type {string[]} */ ([]), busy: false, stopped: false, editing: false, apart: false, sent: 0 };

/**
 * @param {ParentNode} place
 * @param {string} selector
 */
const inputIn = (place, selector) => /** @type {HTMLInputElement | null} */ (place.querySelector(selector));

/**
 * @param {ParentNode} place
 * @param {string} selector
 */
const buttonIn = (place, selector) => /** @type {HTMLElement | null} */ (place.querySelector(selector));

/**
 * @param {ParentNode} place
 * @param {string} selector
 * @returns {HTMLInputElement[]}
 */
const inputsIn = (place, selector) => [...place.querySelectorAll(selector)].map((each) => /** @type {HTMLInputElement} */ (each));

/**
 * @param {string} selector
 * @returns {HTMLFormElement[]}
 */
const formsAt = (selector) => [...document.querySelectorAll(selector)].map((each) => /** @type {HTMLFormElement} */ (each));

const keys = inputIn(document, "[data-keys]");
const hint = document.getElementById("tasten");
const [value] = formsAt("form[data-advance][data-live]");
const trouble = /** @type {HTMLElement} */ (document.getElementById("sendefehler"));
const cookie = (/** @type {string} */ name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);

/**
 * What is said under the field; an error stands there in red until the next right key.
 * @param {string} text
 */
function say(text, wrong = false) {
  if (!hint) return;
  hint.textContent = text;
  hint.classList.toggle("wrong", wrong);
  if (!wrong) document.querySelector("#reihe [role=alert]")?.remove();
}

/** @param {string} text */
function queue(text) {
  if (line.stopped) line.rows[0] = text;
  else line.rows.push(text);
  line.stopped = line.editing = false;
  pump();
}

function pump() {
  if (line.busy || line.apart || line.stopped || !line.rows.length) return;
  line.busy = true;
  line.sent += 1;
  trouble.hidden = true;
  const form = keys?.form ?? value;
  const field = (/** @type {string} */ name) => inputIn(form, `input[name=${name}]`)?.value;
  htmx.ajax("POST", form.action, {
    source: "#reihe", target: "#reihe", swap: "outerHTML",
    values: { art: "kurz", text: line.rows[0], revision: field("revision"), key: field("key") },
  }).catch(() => {}); // told by the events below
}

// A refused row stands in its field again, marked; nothing more is taken until it is sent again, changed or dropped.
function stop() {
  line.stopped = line.rows.length > 0;
  if (!line.stopped) return;
  const [text, ...behind] = line.rows;
  const bare = /^([0-6])([+-]\d+)?(?:=(-?\d+))?$/.exec(text);
  if (value && bare) {
    const fields = fieldsOf(value);
    [fields[0].value, fields[1].value, fields[2].value] = [bare[1], bare[2] ?? "", bare[3] ?? ""];
    fields[0].select();
  } else if (keys) {
    keys.value = text;
    keys.focus();
    keys.select();
  }
  const words = (keys ?? value).dataset;
  const waits = behind.length ? ` ${words.behind} ${behind.join(" · ")}` : "";
  say(words.stopped + waits, true);
  tone();
}

document.body.addEventListener("reihe", (event) => {
  const { revision, key, refused } = /** @type {CustomEvent} */ (event).detail;
  for (const field of inputsIn(document, "input[name=revision]")) field.value = revision;
  for (const field of inputsIn(document, "input[name=key]")) field.value = key;
  const queued = !(/** @type {Element} */ (event.target)).matches(APART);
  if (queued) line.busy = false;
  else line.apart = false;
  if (refused && queued) return stop();
  if (refused) tone();
  else if (queued) {
    line.rows.shift();
    if (!line.rows.length) say("");
    else if (hint?.matches(".wrong")) say("");
  } else {
    for (const form of formsAt("[data-row]")) if (form.contains(document.activeElement)) form.reset();
  }
  if (keys?.value && !line.stopped) typed(keys);
  pump();
});

// What is typed behind such a form waits until it is answered: sent beside it, it would be refused or stand before it.
const APART = "[data-row], [data-undo]";
document.body.addEventListener("htmx:beforeSend", (event) => {
  const { elt, requestConfig } = /** @type {CustomEvent} */ (event).detail;
  if (!elt.matches(APART) || requestConfig.verb !== "post") return;
  line.apart = true;
  line.sent += 1;
});

// The sign-in page is another window's matter, and so is its new token.
document.body.addEventListener("htmx:configRequest", (event) => {
  const { parameters, headers } = /** @type {CustomEvent} */ (event).detail;
  parameters.csrfmiddlewaretoken = cookie("csrftoken") ?? parameters.csrfmiddlewaretoken;
  delete headers["X-CSRFToken"];
});

/** @param {Event} event */
function unsent(event) {
  const { xhr, elt } = /** @type {CustomEvent<{ xhr?: XMLHttpRequest, elt: Element }>} */ (event).detail;
  const status = xhr?.status ?? 0, apart = elt.matches?.(APART), queued = line.busy && !apart;
  if (status === 409 || status === 422 || !queued && !apart) return;
  if (queued) line.busy = false;
  else line.apart = false;
  const said = status === 401 || status === 403 ? "signedOut" : status === 503 ? "outage" : "offline";
  trouble.textContent = trouble.dataset[said] ?? "";
  trouble.hidden = false;
  if (queued) stop();
  else pump();
}
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.body.addEventListener(failure, unsent);

// ---- Compact notation

// A row ends with its result; a sign right after the seat begins a bare value, which ends with Enter.
const row = /^(?:0|[1-6][^+\-=][^+\-=]*[+-])/;
const PAUSE = 700; // milliseconds: keys typed blindly behind a refused one are not taken either
let deafUntil = 0, refusedAt = 0, erasedAt = 0;

/** @param {HTMLInputElement} keys */
async function check(keys) {
  const text = keys.value, before = line.sent;
  // Not on to the sign-in page: each time it brings a new token, and another window has brought the one that counts.
  const answer = await fetch(`${keys.dataset.keys}?text=${encodeURIComponent(text)}`, { redirect: "manual" }).catch(() => null);
  if (!answer?.ok) return;
  const said = await answer.json();
  const good = text.slice(0, said.position ?? text.length);
  if (line.sent !== before || !keys.value.startsWith(good)) return; // asked for another row, or typed over since
  const wrong = "position" in said && said.position < text.length;
  if (wrong) {
    keys.value = good;
    deafUntil = refusedAt = Date.now();
    deafUntil += PAUSE;
    keys.classList.add("refused");
    setTimeout(() => keys.classList.remove("refused"), PAUSE);
    tone();
  }
  say(said.said, wrong);
}

/**
 * Sends the rows that are finished; what is typed behind them waits in the field.
 * @param {HTMLInputElement} keys
 */
function typed(keys) {
  while (keys.value && (!line.stopped || line.editing)) {
    const finished = row.exec(keys.value)?.[0];
    // One key alone is a whole row: right after a refused key it is not believed without Enter.
    if (!finished || finished === "0" && Date.now() - refusedAt < 4 * PAUSE) break;
    keys.value = keys.value.slice(finished.length);
    queue(finished);
  }
  if (keys.value && !line.busy && !line.apart && !line.rows.length) check(keys); // every row before it is on the list
}

/**
 * @param {HTMLInputElement} keys
 * @param {KeyboardEvent} event
 */
function press(keys, event) {
  const letter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (letter && Date.now() < deafUntil) {
    event.preventDefault();
    deafUntil = Date.now() + PAUSE / 2;
    tone();
  } else if (line.stopped && !line.editing && letter) {
    event.preventDefault();
    tone();
  } else if (event.key === "Escape") {
    if (line.stopped) line.rows.shift();
    line.stopped = line.editing = false;
    keys.value = "";
    say("");
    pump();
  } else if (event.key === "Backspace") {
    const held = event.repeat || Date.now() - erasedAt < PAUSE;
    const [undo] = formsAt("[data-undo]");
    if (!keys.value && !held && !line.rows.length) undo?.requestSubmit();
    erasedAt = Date.now();
    line.editing = line.stopped;
  }
}

if (keys) {
  keys.addEventListener("input", () => {
    if (!line.stopped || line.editing) typed(keys);
  });
  keys.addEventListener("keydown", (event) => press(keys, event));
  keys.form?.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = keys.value.trim();
    if (!text) return;
    keys.value = "";
    refusedAt = 0;
    queue(text);
  });
}

// ---- Bare values go the same way, unless somebody leaves the table

value?.addEventListener("submit", (event) => {
  const [seat, score, running, playing] = fieldsOf(value);
  const signed = score.value.trim().replace(/^(\d+)([+-])$/, "$2$1").replace(/^(?=\d)/, "+");
  const plain = /^0$|^[1-6]$/.test(seat.value.trim()) && /^([+-]\d+)?$/.test(signed) && /^-?\d*$/.test(running.value.trim());
  if (!plain || playing.value || (seat.value.trim() === "0") === Boolean(signed)) return; // the server says what is wrong
  event.preventDefault();
  event.stopImmediatePropagation();
  queue(seat.value.trim() + signed + (running.value.trim() && signed ? `=${running.value.trim()}` : ""));
  if (!line.stopped) {
    for (const field of [seat, score, running]) field.value = "";
    seat.focus();
  }
}, true);

// ---- A list that is complete: F2 closes it and goes on to the next, once nothing is on its way

document.addEventListener("keydown", (event) => {
  const done = event.key === "F2" && !line.rows.length && buttonIn(document, "[data-done]");
  if (!done) return;
  event.preventDefault();
  done.click();
});

// ---- Masks: Enter and + go on, * goes back, F2 and F8 decide

/**
 * What is typed to confirm a sum is no field of the foot.
 * @param {HTMLFormElement} form
 */
const fieldsOf = (form) => inputsIn(form, "input:not([type=hidden], [type=checkbox], [type=radio], [data-amount])");

/** @param {HTMLFormElement} form */
function inOrder(form) {
  const fields = fieldsOf(form);
  if (!inputIn(form, "[data-columns]")?.checked) return fields;
  const column = (/** @type {HTMLInputElement} */ field) => field.name.split("-")[0];
  const columns = [...new Set(fields.map(column))];
  return fields.sort((a, b) => columns.indexOf(column(a)) - columns.indexOf(column(b)));
}

/**
 * F2 asks for every sum that is to count before it is sent; letters take a proposal, since numbers have none.
 * @param {KeyboardEvent} event
 * @param {HTMLFormElement} form
 */
function decided(event, form) {
  const target = /** @type {Element} */ (event.target);
  const accept = event.key === "F2" || (event.key === "Enter" && target.matches("[data-amount]"));
  if (accept) {
    const open = inputsIn(form, "[data-amount]").find((field) => !field.value);
    if (open) open.focus();
    else buttonIn(form, "button[value=accept]")?.click();
  } else if (event.key === "F8") {
    buttonIn(form, "button[value=park]")?.click();
  } else {
    const taken = target.matches("[name=reason]") || event.ctrlKey || event.altKey || event.metaKey
      ? null : buttonIn(form, `[data-proposal="${CSS.escape(event.key.toUpperCase())}"]`);
    taken?.click();
    return Boolean(taken);
  }
  return true;
}

/**
 * @param {HTMLFormElement} form
 * @param {KeyboardEvent} event
 */
function walk(form, event) {
  const target = /** @type {HTMLInputElement} */ (event.target), fields = inOrder(form), at = fields.indexOf(target);
  if (form.matches("[data-mask]") && decided(event, form)) return event.preventDefault();
  if (at < 0) return;
  if (event.key === "*") {
    event.preventDefault();
    fields[Math.max(0, at - 1)].select();
  } else if (event.key === "+" || event.key === "Enter") {
    event.preventDefault();
    const sign = event.key === "+" && form.matches("[data-advance]") && target.name.endsWith("score");
    if (sign && !target.value) target.value = "+";
    else if (at + 1 < fields.length && !(event.key === "Enter" && last(form, target))) fields[at + 1].select();
    else form.requestSubmit(form.querySelector("button[value=save]") ?? undefined);
  }
}

/**
 * A row of a bare value ends with the running total: the seats that change are the exception.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
const last = (form, field) => form.matches("[data-advance]") && field.name.endsWith("running");

for (const form of formsAt("[data-mask], [data-advance]")) form.addEventListener("keydown", (event) => walk(form, event));

const [mask] = formsAt("[data-mask]");
if (mask) {
  const fields = fieldsOf(mask);
  (fields.find((field) => !field.value) ?? fields[0])?.select();
  for (const byColumn of inputsIn(mask, "[data-columns]")) {
    byColumn.checked = localStorage.getItem("spaltenweise") === "1";
    byColumn.addEventListener("change", () => localStorage.setItem("spaltenweise", byColumn.checked ? "1" : "0"));
  }
}

// ---- The strip of keys, until it is put away

const strip = /** @type {HTMLElement | null} */ (document.querySelector("[data-strip]"));
const away = strip && buttonIn(strip, "button");
if (strip && away) {
  strip.hidden = localStorage.getItem("tastenleiste") === "0";
  away.hidden = false;
  away.addEventListener("click", () => {
    localStorage.setItem("tastenleiste", "0");
    strip.hidden = true;
    keys?.focus();
  });
}

const live = /** @type {HTMLElement | null} */ (document.querySelector(".typing .ways > form"));
if (live && !keys) inputIn(live, "input:not([type=hidden]), select")?.focus();

for (const way of document.querySelectorAll("details[name=art]")) way.addEventListener("toggle", () => {
  if (way.hasAttribute("open")) inputIn(way, "input:not([type=hidden], [type=radio]), select")?.focus();
});
