// @ts-check
// What the site has given the page, and what is found and made on it.

/** @param {string} id */
const given = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");

/** @type {Book} */
export const book = given("tafel");

/** @type {Words} */
export const words = given("worte");

/**
 * An address or a name that stands on the body.
 * @param {string} name
 */
export const stated = (name) => document.body.dataset[name] ?? "";

/** @type {Record<string, Server>} */
export const starts = given("anfang");

export const base = location.pathname;

/** Whether the page was kept at another table: its rules hold here where they are called the same. */
export const borrowed = stated("base") !== base;

/**
 * @param {string} selector of what is always there
 * @returns {HTMLElement}
 */
export const one = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/**
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const all = (selector) => [...document.querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));

/**
 * @param {string} selector
 * @returns {HTMLButtonElement[]}
 */
export const buttonsAt = (selector) => [...document.querySelectorAll(selector)].map((each) => /** @type {HTMLButtonElement} */ (each));

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string | number} text
 * @param {Record<string, string>} attributes
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, text = "", attributes = {}) {
  const made = document.createElement(tag);
  made.textContent = String(text);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** @param {string} iso */
export const clock = (iso) => new Date(iso).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

// ---- One dialog, filled anew

export const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("dialog"));

// Safari before 15.4 has no dialogs; ours then only looks like one, and what lies beneath takes no taps.
if (!dialog.showModal) {
  Object.defineProperty(dialog, "open", { get: () => dialog.hasAttribute("open") });
  dialog.showModal = () => { dialog.setAttribute("open", ""); document.body.classList.add("asks"); };
  dialog.close = () => { dialog.removeAttribute("open"); document.body.classList.remove("asks"); };
}

/**
 * @param {string} title
 * @param {HTMLElement[]} parts
 * @param {{ closes?: boolean, kind?: string }} how it can be left without an answer; how it looks
 */
export function panel(title, parts, { closes = true, kind = "" } = {}) {
  one("#dialogtitel").textContent = title;
  const inside = one("#dialoginhalt");
  inside.className = kind;
  inside.replaceChildren(...parts);
  if (closes) inside.append(button(words.back, () => dialog.close(), "second"));
  if (dialog.open) inside.querySelector("button")?.focus();
  else dialog.showModal();
}

// ---- Fingers

// A button that is drawn anew between press and release is another one, and the tap is lost: as long as a finger (or the space
// bar) is down nothing is drawn. Phones send the click a little after the finger has left.
const LATE = 300;   // milliseconds
let down = false, owed = false, late = 0, drawNow = () => {};

/** Whether something is being pressed, so that what is to be drawn has to wait. */
export function mustWait() {
  owed = owed || down;
  return down;
}

/**
 * Say what draws that which could not be drawn meanwhile.
 * @param {() => void} by
 */
export const afterwards = (by) => { drawNow = by; };

const press = () => {
  clearTimeout(late);
  down = true;
};
const release = () => {
  down = false;
  if (owed) setTimeout(drawNow);
  owed = false;
};
document.addEventListener("pointerdown", press, true);
document.addEventListener("pointerup", () => { late = setTimeout(release, LATE); }, true);
document.addEventListener("pointercancel", release, true);   // it scrolls
document.addEventListener("keydown", ({ key }) => { if (key === " ") press(); }, true);
document.addEventListener("keyup", ({ key }) => { if (key === " ") late = setTimeout(release); }, true);
document.addEventListener("click", release, true);
window.addEventListener("blur", release);

// ---- Buttons

// A tap that is the second of a double one is none: it would undo the first, or hit what the first has opened. Where another
// button stood already when the first was tapped, it is meant. Digits are typed as fast as they come, so they are not asked.
// Every tap is noted, wherever it goes: what lies between two taps at one place makes them two. What browsers count
// themselves (`detail`) differs from phone to phone. What was stopped before it came to the page is no tap.
const DOUBLE = 350, NEAR = 24;   // milliseconds, CSS pixels
let tapped = { at: -DOUBLE, x: 0, y: 0, others: /** @type {DOMRect[]} */ ([]), second: false };
document.addEventListener("click", ({ timeStamp: at, clientX: x, clientY: y, detail, target }) => {
  const close = at - tapped.at < DOUBLE && Math.hypot(x - tapped.x, y - tapped.y) < NEAR;
  const meant = tapped.others.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
  const second = detail > 0 && close && !meant;   // no key's click
  const there = [...(dialog.open ? dialog : document).querySelectorAll("button")];
  const others = there.filter((each) => !each.contains(/** @type {Node} */ (target))).map((each) => each.getBoundingClientRect());
  tapped = { at, x, y, others, second };
}, true);

/** Whether the tap that is being answered is the second of a double one. */
export const isSecond = () => tapped.second;

/**
 * @param {string} text
 * @param {(event: MouseEvent) => unknown} act
 * @param {string} kind
 * @param {Record<string, string>} attributes
 */
export function button(text, act, kind = "", attributes = {}) {
  const made = make("button", text, { type: "button", ...attributes });
  if (kind) made.className = kind;
  made.addEventListener("click", (event) => { if (!tapped.second) act(event); });
  return made;
}

/**
 * @param {HTMLElement[]} buttons
 * @param {string} kind
 */
export function grid(buttons, kind = "grid") {
  const made = make("div", "", { class: kind });
  made.append(...buttons);
  return made;
}

/**
 * A field with a button beside it.
 * @param {HTMLInputElement} field
 * @param {() => void} take
 */
export function form(field, take) {
  const made = make("form", "", { class: "inline" });
  made.append(field, make("button", words.take));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    take();
  });
  return made;
}
