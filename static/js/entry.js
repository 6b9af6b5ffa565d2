// Typing lists: keys that cannot be right are not accepted, a finished row sends itself, Enter walks through a mask.
// Nothing is counted here; without this file the same forms work with a button.
"use strict";

// Of the compact notation: what is on its way, what was typed behind it, and what waits until a refusal is mended.
const entry = { busy: false, sent: null, rest: "", held: "" };

// ---- A short tone where a key is refused

let sound = null;
function tone() {
  try {
    sound ??= new AudioContext();
    const voice = sound.createOscillator(), gain = sound.createGain();
    gain.gain.value = 0.06;
    voice.frequency.value = 220;
    voice.connect(gain).connect(sound.destination);
    voice.start();
    voice.stop(sound.currentTime + 0.09);
  } catch { /* a machine without sound */ }
}

// ---- Compact notation

const keys = document.querySelector("[data-keys]");
const hint = document.getElementById("tasten");

// A row ends with its result; a sign right after the seat begins a bare value, which ends with Enter.
const row = /^(?:0|[1-6][^+\-=][^+\-=]*[+\-])/;

async function check() {
  const text = keys.value;
  const answer = await fetch(`${keys.dataset.keys}?text=${encodeURIComponent(text)}`).catch(() => null);
  if (!answer?.ok) return;
  const said = await answer.json();
  if (!keys.value.startsWith(text.slice(0, (said.position ?? text.length) + 1))) return; // typed over since
  if ("position" in said && said.position < text.length) {
    keys.value = keys.value.slice(0, said.position) + keys.value.slice(said.position + 1);
    keys.classList.add("refused");
    setTimeout(() => keys.classList.remove("refused"), 600);
    tone();
  }
  if (said.said) hint.textContent = said.said;
}

// Sends the first row that is finished; what is typed behind it waits in the field.
function typed() {
  if (entry.busy || !keys.value) return;
  const finished = row.exec(keys.value)?.[0];
  if (!finished) return check();
  entry.rest = keys.value.slice(finished.length);
  keys.value = finished;
  keys.form.requestSubmit();
}

if (keys) {
  keys.addEventListener("input", typed);
  keys.addEventListener("keydown", (event) => {
    if (event.key === "Backspace" && !keys.value) document.querySelector("[data-undo]")?.requestSubmit();
  });
}

// ---- Sending rows: what is on its way is kept until it is answered, what is typed meanwhile waits for its turn

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const form = event.detail.elt;
  if (!form.matches?.("[data-row], [data-undo]")) return;
  if (entry.busy) return event.preventDefault();
  entry.busy = true;
  entry.sent = form.contains(keys) ? keys.value : null;
  if (entry.sent !== null) keys.value = entry.rest;
  entry.rest = "";
  document.getElementById("sendefehler").hidden = true;
});

document.body.addEventListener("reihe", (event) => {
  const { revision, key, refused } = event.detail;
  entry.busy = false;
  for (const field of document.querySelectorAll("input[name=revision]")) field.value = revision;
  for (const field of document.querySelectorAll("input[name=key]")) field.value = key;
  if (entry.sent !== null) {
    if (refused) {
      entry.held = keys.value + entry.held;
      keys.value = entry.sent;
      tone();
    } else {
      keys.value += entry.held;
      entry.held = "";
      hint.textContent = "";
      typed();
    }
  } else if (!refused) {
    for (const form of document.querySelectorAll("[data-row]")) if (!form.contains(keys)) form.reset();
    document.querySelector("details[open] form[data-advance] input:not([type=hidden])")?.focus();
  }
});

function unsent(event) {
  if (!event.detail.elt.matches?.("[data-row], [data-undo]")) return;
  entry.busy = false;
  if (entry.sent !== null) {
    entry.held = keys.value + entry.held;
    keys.value = entry.sent;
  }
  document.getElementById("sendefehler").hidden = false;
}
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.body.addEventListener(failure, (event) => {
  if (![409, 422].includes(event.detail.xhr?.status)) unsent(event);
});

// ---- Masks: Enter and + go on, * goes back, F2 and F8 decide

const fieldsOf = (form) => [...form.querySelectorAll("input:not([type=hidden], [type=checkbox], [type=radio])")];

function inOrder(form) {
  const fields = fieldsOf(form);
  if (!form.querySelector("[data-columns]")?.checked) return fields;
  const column = (field) => field.name.split("-")[0];
  const columns = [...new Set(fields.map(column))];
  return fields.toSorted((a, b) => columns.indexOf(column(a)) - columns.indexOf(column(b)));
}

function walk(event) {
  const form = event.currentTarget, fields = inOrder(form), at = fields.indexOf(event.target);
  if (at < 0) return;
  const decide = { F2: "accept", F8: "park" }[event.key];
  if (decide && form.matches("[data-mask]")) {
    event.preventDefault();
    form.querySelector(`button[value=${decide}]`)?.click();
  } else if (event.key === "*") {
    event.preventDefault();
    fields[Math.max(0, at - 1)].select();
  } else if (event.key === "+" || event.key === "Enter") {
    event.preventDefault();
    const sign = event.key === "+" && form.matches("[data-advance]") && event.target.name.endsWith("score");
    if (sign && !event.target.value) event.target.value = "+";
    else if (at + 1 < fields.length && !(event.key === "Enter" && last(form, event.target))) fields[at + 1].select();
    else form.requestSubmit(form.querySelector("button[value=save]") ?? undefined);
  }
}

// A row of a bare value ends with the running total: the seats that change are the exception.
const last = (form, field) => form.matches("[data-advance]") && field.name.endsWith("running");

for (const form of document.querySelectorAll("[data-mask], [data-advance]")) form.addEventListener("keydown", walk);

const mask = document.querySelector("[data-mask]");
if (mask) {
  const fields = fieldsOf(mask);
  (fields.find((field) => !field.value) ?? fields[0])?.select();
  const byColumn = mask.querySelector("[data-columns]");
  byColumn.checked = localStorage.getItem("spaltenweise") === "1";
  byColumn.addEventListener("change", () => localStorage.setItem("spaltenweise", byColumn.checked ? "1" : "0"));
}

for (const way of document.querySelectorAll("details[name=art]")) way.addEventListener("toggle", () => {
  if (way.open) way.querySelector("input:not([type=hidden], [type=radio]), select")?.focus();
});
