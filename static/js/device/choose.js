// The buttons of one deal: tapped in any order, dimmed where the game cannot be, the sentence read before it is entered.
"use strict";

let choice = nothing();
let correcting = null;   // the row that is changed instead of a new one

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const make = (tag, text = "", attributes = {}) => {
  const made = document.createElement(tag);
  made.textContent = text;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
};

// Surnames, as they are called at the table and as they fit on a phone; with the first name in front where two have the same.
function namesBySeat(number) {
  const parts = players(number).map(({ seat, name }) => [seat, ...name.split(", ")]);
  const alike = (surname) => parts.filter(([, other]) => other === surname).length > 1;
  return Object.fromEntries(parts.map(([seat, surname, ...first]) => [seat, alike(surname) ? [...first, surname].join(" ") : surname]));
}

// ---- Panels: one dialog, filled anew

const dialog = one("#dialog");

// Safari before 15.4 has no dialogs; ours then only looks like one, and what lies beneath takes no taps.
if (!dialog.showModal) {
  Object.defineProperty(dialog, "open", { get: () => dialog.hasAttribute("open") });
  dialog.showModal = () => { dialog.setAttribute("open", ""); document.body.classList.add("asks"); };
  dialog.close = () => { dialog.removeAttribute("open"); document.body.classList.remove("asks"); };
}

function panel(title, parts, { closes = true, kind = "" } = {}) {
  one("#dialogtitel").textContent = title;
  const inside = one("#dialoginhalt");
  inside.className = kind;
  inside.replaceChildren(...parts);
  if (closes) inside.append(button(words.back, () => dialog.close(), "second"));
  if (dialog.open) inside.querySelector("button").focus();
  else dialog.showModal();
}

// A tap that is the second of a double one is none: it would undo the first, or hit what the first has opened. Where another
// button stood already when the first was tapped, it is meant. Digits are typed as fast as they come, so they are not asked.
// Every tap is noted, wherever it goes: what lies between two taps at one place makes them two. What browsers count
// themselves (`detail`) differs from phone to phone.
const DOUBLE = 350, NEAR = 24;   // milliseconds, CSS pixels
let tapped = { at: -DOUBLE, x: 0, y: 0, others: [], second: false };
addEventListener("click", ({ timeStamp: at, clientX: x, clientY: y, detail, target }) => {
  const close = at - tapped.at < DOUBLE && Math.hypot(x - tapped.x, y - tapped.y) < NEAR;
  const meant = tapped.others.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom);
  const second = detail > 0 && close && !meant;   // no key's click
  const there = [...(dialog.open ? dialog : document).querySelectorAll("button")];
  const others = there.filter((each) => !each.contains(target)).map((each) => each.getBoundingClientRect());
  tapped = { at, x, y, others, second };
}, true);
const once = (act) => (event) => tapped.second || act(event);

function button(text, act, kind = "", attributes = {}) {
  const made = make("button", text, { type: "button", ...attributes });
  if (kind) made.className = kind;
  made.addEventListener("click", once(act));
  return made;
}

const grid = (buttons, kind = "grid") => {
  const made = make("div", "", { class: kind });
  made.append(...buttons);
  return made;
};

function pick(changes) {
  choice = chosen(choice, changes);
  dialog.close();
  told();
}

// ---- Taps

function tapGame(button) {
  const game = button.dataset.game;
  pick(choice.game === game ? { game: "", n: 0 } : { game });
}

function tapKind(button) {
  const kind = button.dataset.kind;
  pick(choice.kind === kind ? { game: "", kind: "" } : { game: "3", kind });
}

function tapSpitzen(button) {
  const [n, ohne] = [+button.dataset.n, Boolean(button.dataset.ohne)];
  pick(choice.n === n && choice.ohne === ohne ? { n: 0 } : { n, ohne });
}

function moreSpitzen(button) {
  const ohne = Boolean(button.dataset.more);
  const numbers = [5, 6, 7, 8, 9, 10, 11].filter((n) => canHave.spitzen(choice, n));
  panel(ohne ? words.ohne_many : words.mit_many, [grid(numbers.map((n) => button_n(n, ohne)), "grid numbers")]);
}

const button_n = (n, ohne) => button(String(n), () => pick({ n, ohne }));

function announce() {
  const names = [words.nothing_said, words.levels.schneider_angesagt, words.levels.schwarz_angesagt, words.levels.ouvert];
  panel(words.announced, [grid(names.map((name, said) => button(name, () => pick({ said }))))]);
}

function bids() {
  const [value] = table.games[bodyOf(choice)];
  const higher = table.bids.filter((bid) => bid > value);
  const none = button(words.not_overbid, () => pick({ bid: 0, instead: null }), "second");
  const pickBid = (bid) => () => choice.game === "3" ? instead(bid) : pick({ bid, won: false });
  panel(words.which_bid, [grid(higher.map((bid) => button(String(bid), pickBid(bid))), "grid numbers"), none]);
}

// The game as which an overbid Null is charged: first which, then with how many Spitzen.
function instead(bid, game = "", ohne = false) {
  const games = grid(SUITS.map((each) => button(words.games[each], () => instead(bid, each, ohne), "", { "aria-pressed": String(each === game) })), "grid suits");
  const label = make("label", "", { class: "switch" }), without = make("input", "", { type: "checkbox" });
  without.checked = ohne;
  without.addEventListener("change", () => instead(bid, game, without.checked));
  label.append(without, make("span", words.without));
  const numbers = Array.from({ length: most[game] || 0 }, (each, at) => at + 1).map((n) => button(String(n), () => {
    pick({ bid, won: false, instead: { game, n, ohne } });
  }, "", { "aria-label": `${words.games[game]} ${n}` }));
  panel(words.which_instead, [games, ...(game ? [label, grid(numbers, "grid numbers")] : [])]);
}

function bare() {
  const field = make("input", "", { inputmode: "numeric", autocomplete: "off", "aria-label": words.value_label });
  const refused = make("p", "", { role: "alert" });
  const form = make("form", "", { class: "inline" });
  form.append(field, make("button", words.take));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const score = +field.value.trim().replace("−", "-"), value = Math.abs(score);
    if (value && (table.scores.includes(value) || table.scores.includes(-value))) return pick(score < 0 ? { value, won: false } : { value });
    refused.textContent = words.no_value;
    return field.select();
  });
  panel(words.value_label, [form, refused]);
  field.focus();
}

// Where a book has no taps for its games, the value is tapped as a number, digit by digit or from the few that there are.
function tapDigit(digit) {
  const typed = `${choice.value || ""}`;
  pick({ value: +(digit ? typed + digit : typed.slice(0, -1)).slice(0, 5) });
}

function commit() {
  const score = scoreOf(choice);
  if (score === null || !writing()) return;
  const text = textOf(choice), now = listNow(), row = correcting;
  choice = nothing();
  correcting = null;
  if (row) return correct(row, text, now);
  if (now.complete) return told();
  return enter("row", { nr: (now.last?.nr ?? 0) + 1, dealer: now.dealer, text });
}

// The last row is changed at once, an older one when two have agreed.
function correct(row, text, now) {
  told();
  if (text === row.text) return undefined;
  const entry = { nr: row.nr, before: row.text, text };
  if (row.nr === now.last.nr) return enter("correction", entry);
  return agree(row, text, (agreed) => enter("correction", { ...entry, agreed }));
}

function agree(row, text, act) {
  const agreed = new Set();
  const said = fill(words.agree_change, { number: row.number, before: saidOf(row), after: saidOf({ ...row, text, said: "" }) });
  const names = players().map(({ seat, name }) => button(name, (event) => {
    agreed.add(seat);
    event.currentTarget.setAttribute("aria-pressed", "true");
    if (agreed.size < 2) return;
    dialog.close();
    act([...agreed]);
  }));
  panel(words.agree, [make("p", said), grid(names)]);
}

// Change a row: its deal stands on the buttons.
function change_row(row) {
  correcting = row;
  choice = choiceOf(row.text) ?? nothing();
  dialog.close();
  told();
}

// Leave the row as it was.
function change_nothing() {
  correcting = null;
  choice = nothing();
  told();
}

// ---- Drawing

function press(button, pressed, possible) {
  button.setAttribute("aria-pressed", String(Boolean(pressed)));
  button.disabled = !possible;
}

function drawPlayers(now) {
  const names = namesBySeat(correcting?.number);
  const { active } = correcting ?? now;
  const shown = kept.server.seats.length > 4 ? [...active].sort() : kept.server.seats.map((each) => each.seat);
  if (one("#spieler").dataset.seats !== shown.join()) {
    one("#spieler").dataset.seats = shown.join();
    one("#spieler").replaceChildren(...shown.map((seat) => {
      const tile = make("div", "", { class: "player", "data-seat": seat, role: "group" });
      const tapped = (won) => () => pick(choice.seat === seat && choice.won === won ? { seat: 0, won: null } : { seat, won });
      tile.append(make("p"), button(words.won, tapped(true)));
      if (table.loses) tile.append(button(words.lost_deal, tapped(false)));
      return tile;
    }));
  }
  for (const tile of all(".player")) {
    const seat = +tile.dataset.seat, plays = active.includes(seat);
    const [name, won, lost] = tile.children;
    const told = `${names[seat]} ${plain(now.feet[seat - 1].points)}`;
    tile.setAttribute("aria-label", names[seat]);
    if (name.dataset.told !== told) {
      name.dataset.told = told;
      name.replaceChildren(make("span", names[seat]), make("b", plain(now.feet[seat - 1].points)));
    }
    tile.classList.toggle("deals", !plays);
    press(won, choice.seat === seat && choice.won === true, plays && canHave.won(choice, true));
    if (lost) press(lost, choice.seat === seat && choice.won === false, plays && canHave.won(choice, false));
  }
}

function drawGame() {
  for (const each of all("[data-game]")) press(each, choice.game === each.dataset.game, canHave.game(choice, each.dataset.game));
  for (const each of all("[data-kind]")) press(each, choice.kind === each.dataset.kind, `3${each.dataset.kind}` in table.games);
  for (const each of all("[data-n]")) {
    const n = +each.dataset.n, ohne = Boolean(each.dataset.ohne);
    press(each, choice.n === n && choice.ohne === ohne, canHave.spitzen(choice, n));
  }
  for (const each of all("[data-more]")) {
    const long = choice.n > 4 && choice.ohne === Boolean(each.dataset.more);
    press(each, long, canHave.spitzen(choice, 5));
    each.lastChild.textContent = long ? String(choice.n) : "5 …";
  }
  press(one("[data-level=hand]"), choice.hand, canHave.level(choice));
  for (const each of all("[data-stage]")) press(each, choice.stage === +each.dataset.stage, canHave.stage(choice, +each.dataset.stage));
  press(one("#angesagt"), choice.said, canHave.said(choice));
  press(one("#ueberreizt"), overbid(choice), canHave.bid(choice));
  press(one("#wert"), choice.value, true);
  one("#wert").hidden = table.whole;
}

// Whoever goes by keys, or by a switch, stays on the buttons when the one he pressed is dimmed by what it did.
function keepFocus(pad) {
  const focused = document.activeElement;
  if (pad.contains(focused) && !focused.disabled) return;
  const [first] = all(".player button").filter((each) => !each.disabled);
  if (first) first.focus({ preventScroll: true });
}

// What is said as long as there is no sentence to be entered.
function missing() {
  const decided = choice.seat && choice.won !== null;
  if (decided && choice.value) return `${choice.value}: ${words.no_value}`;
  if (decided && bodyOf(choice)) return words.impossible;
  const asked = correcting ? fill(words.correcting, { number: correcting.number }) : words.choose;
  return choice.value ? `${choice.value}: ${asked}` : asked;
}

function drawChoice(now) {
  const pad = one("#eingabe"), focused = pad.contains(document.activeElement);
  drawPlayers(now);
  if (playsByTaps) drawGame();
  for (const each of all("[data-value]")) press(each, choice.value === +each.dataset.value, true);
  press(one("#eingepasst"), choice.passed, table.passing);
  const sentence = sentenceOf(choice, namesBySeat(correcting?.number));
  one("#satz").textContent = sentence || missing();
  one("#eintragen").textContent = correcting ? words.change : words.enter;
  one("#eintragen").disabled = !sentence;
  if (focused && !dialog.open) keepFocus(pad);
}

// Until an entry is kept, the buttons show the deal before, and another dealer: what is tapped meanwhile, by finger or key,
// waits and is done when they show the next.
let waiting = [];
one("#eingabe").addEventListener("click", (event) => {
  if (keeping === 0) return;
  event.stopPropagation();
  const pressed = event.target.closest("button");
  if (pressed && ("digit" in pressed.dataset || !tapped.second)) waiting.push(pressed);
}, true);

function tapWaiting(pad) {
  if (keeping > 0) return;
  const taps = waiting;
  waiting = [];
  for (const each of taps) if (pad && each.isConnected) each.click();   // none where it is dimmed by now
}

one("#eingabe").addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (!pressed || pressed.disabled) return;
  if ("digit" in pressed.dataset) tapDigit(pressed.dataset.digit);
  else once(() => tapOne(pressed))(event);
});

function tapOne(pressed) {
  const { dataset, id } = pressed;
  if (dataset.game) tapGame(pressed);
  else if (dataset.kind) tapKind(pressed);
  else if (dataset.n) tapSpitzen(pressed);
  else if ("more" in dataset) moreSpitzen(pressed);
  else if (dataset.level) pick({ hand: !choice.hand });
  else if (dataset.stage) pick({ stage: choice.stage === +dataset.stage ? 0 : +dataset.stage });
  else if (dataset.value) pick({ value: choice.value === +dataset.value ? 0 : +dataset.value });
  else if (id === "angesagt") announce();
  else if (id === "ueberreizt") bids();
  else if (id === "eingepasst") pick({ passed: !choice.passed });
  else if (id === "wert") bare();
  else if (id === "eintragen") commit();
}
