// @ts-check
// The buttons of one deal: tapped in any order, dimmed where the game cannot be, the sentence read before it is entered.

import { choiceOf, textOf } from "./notation.js";
import { all, book, button, buttonsAt, dialog, form, grid, isSecond, make, one, panel, words } from "./page.js";
import { enter, keeping, listNow, namesBySeat, players, redraw, saidOf, server, writing } from "./store.js";
import { bodyOf, canHave, chosen, mostOf, nothing, overbid, playsByTaps, scoreOf, SUITS } from "./value.js";
import { fill, plain, sentenceOf } from "./wording.js";

let choice = nothing();

/** @type {Row | null} */
export let correcting = null;   // the row that is changed instead of a new one

const pad = one("#eingabe"), enterButton = /** @type {HTMLButtonElement} */ (one("#eintragen"));

/** @param {Partial<Choice>} changes */
function pick(changes) {
  choice = chosen(book, choice, changes);
  dialog.close();
  redraw();
}

// ---- Taps

/** @param {string} game */
const tapGame = (game) => pick(choice.game === game ? { game: "", n: 0 } : { game });

/** @param {string} kind */
const tapKind = (kind) => pick(choice.kind === kind ? { game: "", kind: "" } : { game: "3", kind });

/**
 * @param {number} n
 * @param {boolean} ohne
 */
const tapSpitzen = (n, ohne) => pick(choice.n === n && choice.ohne === ohne ? { n: 0 } : { n, ohne });

/** @param {boolean} ohne */
function moreSpitzen(ohne) {
  const { spitzen } = canHave(book, choice);
  const numbers = [5, 6, 7, 8, 9, 10, 11].filter(spitzen);
  panel(ohne ? words.ohne_many : words.mit_many, [grid(numbers.map((n) => button(String(n), () => pick({ n, ohne }))), "grid numbers")]);
}

function announce() {
  const names = [words.nothing_said, words.levels.schneider_angesagt, words.levels.schwarz_angesagt, words.levels.ouvert];
  panel(words.announced, [grid(names.map((name, said) => button(name, () => pick({ said }))))]);
}

function bids() {
  const [value] = book.games[bodyOf(choice)];
  const higher = book.bids.filter((bid) => bid > value);
  const none = button(words.not_overbid, () => pick({ bid: 0, instead: null }), "second");
  const pickBid = (/** @type {number} */ bid) => choice.game === "3" ? instead(bid) : pick({ bid, won: false });
  panel(words.which_bid, [grid(higher.map((bid) => button(String(bid), () => pickBid(bid))), "grid numbers"), none]);
}

/**
 * The game as which an overbid Null is charged: first which, then with how many Spitzen.
 * @param {number} bid
 */
function instead(bid, game = "", ohne = false) {
  const suits = SUITS.filter((each) => each in words.games);
  const pressed = (/** @type {string} */ each) => ({ "aria-pressed": String(each === game) });
  const games = grid(suits.map((each) => button(words.games[each], () => instead(bid, each, ohne), "", pressed(each))), "grid suits");
  const label = make("label", "", { class: "switch" }), without = make("input", "", { type: "checkbox" });
  without.checked = ohne;
  without.addEventListener("change", () => instead(bid, game, without.checked));
  label.append(without, make("span", words.without));
  const numbers = Array.from({ length: mostOf(book)[game] || 0 }, (_each, at) => at + 1).map((n) => button(String(n), () => {
    pick({ bid, won: false, instead: { game, n, ohne } });
  }, "", { "aria-label": `${words.games[game]} ${n}` }));
  panel(words.which_instead, [games, ...(game ? [label, grid(numbers, "grid numbers")] : [])]);
}

function bare() {
  const field = make("input", "", { inputmode: "numeric", autocomplete: "off", "aria-label": words.value_label });
  const refused = make("p", "", { role: "alert" });
  const inside = form(field, () => {
    const score = Number(field.value.trim().replace("−", "-")), value = Math.abs(score);
    if (value && (book.scores.includes(value) || book.scores.includes(-value))) return pick(score < 0 ? { value, won: false } : { value });
    refused.textContent = words.no_value;
    return field.select();
  });
  panel(words.value_label, [inside, refused]);
  field.focus();
}

/**
 * Where a book has no taps for its games, the value is tapped as a number, digit by digit or from the few that there are.
 * @param {string} digit empty to take the last one back
 */
function tapDigit(digit) {
  const typed = `${choice.value || ""}`;
  pick({ value: Number((digit ? typed + digit : typed.slice(0, -1)).slice(0, 5)) });
}

function commit() {
  if (scoreOf(book, choice) === null || !writing()) return;
  const text = textOf(words, choice), now = listNow(), row = correcting;
  leave();
  if (row) correct(row, text, now);
  else if (now.complete) redraw();
  else enter({ kind: "row", nr: (now.last?.nr ?? 0) + 1, dealer: now.dealer, text });
}

/**
 * The last row is changed at once, an older one when two have agreed.
 * @param {Row} row
 * @param {string} text
 * @param {Now} now
 */
function correct(row, text, now) {
  redraw();
  if (text === row.text) return;
  const { nr, text: before } = row;
  if (nr === now.last?.nr) enter({ kind: "correction", nr, before, text });
  else agree(row, text, (agreed) => enter({ kind: "correction", nr, before, text, agreed }));
}

/**
 * Ask two at the table whether a row may be changed.
 * @param {Row} row
 * @param {string} text
 * @param {(agreed: number[]) => void} act
 */
export function agree(row, text, act) {
  /** @type {Set<number>} */
  const agreed = new Set();
  const said = fill(words.agree_change, { number: row.number, before: saidOf(row), after: saidOf({ ...row, text, said: "" }) });
  const names = players().map(({ seat, name }) => {
    const made = button(name, () => {
      agreed.add(seat);
      made.setAttribute("aria-pressed", "true");
      if (agreed.size < 2) return;
      dialog.close();
      act([...agreed]);
    });
    return made;
  });
  panel(words.agree, [make("p", said), grid(names)]);
}

/**
 * Change a row: its deal stands on the buttons.
 * @param {Row} row
 */
export function changeRow(row) {
  correcting = row;
  choice = choiceOf(book, words, row.text) ?? nothing();
  dialog.close();
  redraw();
}

/** Leave the row as it was, and begin a deal from nothing. */
export function leave() {
  correcting = null;
  choice = nothing();
}

/** Go on choosing what has been chosen, as a new deal. */
export const correctNoMore = () => { correcting = null; };

// ---- Drawing

/**
 * @param {HTMLElement} button
 * @param {unknown} pressed
 * @param {boolean} possible
 */
function press(button, pressed, possible) {
  button.setAttribute("aria-pressed", String(Boolean(pressed)));
  /** @type {HTMLButtonElement} */ (button).disabled = !possible;
}

/** @param {number} seat */
function tileOf(seat) {
  const tile = make("div", "", { class: "player", "data-seat": String(seat), role: "group" });
  const tapped = (/** @type {boolean} */ won) => () =>
    pick(choice.seat === seat && choice.won === won ? { seat: 0, won: null } : { seat, won });
  tile.append(make("p"), button(words.won, tapped(true)));
  if (book.loses) tile.append(button(words.lost_deal, tapped(false)));
  return tile;
}

/** @param {Now} now */
function drawPlayers(now) {
  const names = namesBySeat(correcting?.number), place = one("#spieler"), can = canHave(book, choice);
  const { active } = correcting ?? now, seats = server().seats.map((each) => each.seat);
  const shown = seats.length > 4 ? [...active].sort() : seats;
  if (place.dataset.seats !== shown.join()) {
    place.dataset.seats = shown.join();
    place.replaceChildren(...shown.map(tileOf));
  }
  for (const tile of all(".player")) {
    const seat = Number(tile.dataset.seat), plays = active.includes(seat), points = plain(now.feet[seat - 1].points);
    const [name, won, lost] = /** @type {HTMLElement[]} */ ([...tile.children]);
    const told = `${names[seat]} ${points}`;
    tile.setAttribute("aria-label", names[seat]);
    if (name.dataset.told !== told) {
      name.dataset.told = told;
      name.replaceChildren(make("span", names[seat]), make("b", points));
    }
    tile.classList.toggle("deals", !plays);
    press(won, choice.seat === seat && choice.won === true, plays && can.won(true));
    if (lost) press(lost, choice.seat === seat && choice.won === false, plays && can.won(false));
  }
}

function drawGame() {
  const can = canHave(book, choice);
  for (const each of all("[data-game]")) press(each, choice.game === each.dataset.game, can.game(each.dataset.game ?? ""));
  for (const each of all("[data-kind]")) press(each, choice.kind === each.dataset.kind, `3${each.dataset.kind}` in book.games);
  for (const each of all("[data-n]")) {
    const n = Number(each.dataset.n), ohne = Boolean(each.dataset.ohne);
    press(each, choice.n === n && choice.ohne === ohne, can.spitzen(n));
  }
  for (const each of all("[data-more]")) {
    const long = choice.n > 4 && choice.ohne === Boolean(each.dataset.more);
    press(each, long, can.spitzen(5));
    /** @type {ChildNode} */ (each.lastChild).textContent = long ? String(choice.n) : "5 …";
  }
  press(one("[data-level=hand]"), choice.hand, can.level);
  for (const each of all("[data-stage]")) {
    const stage = Number(each.dataset.stage);
    press(each, choice.stage === stage, can.stage(stage));
  }
  press(one("#angesagt"), choice.said, can.said);
  press(one("#ueberreizt"), overbid(book, choice), can.bid);
  press(one("#wert"), choice.value, true);
  one("#wert").hidden = book.whole;
}

/** Whoever goes by keys, or by a switch, stays on the buttons when the one he pressed is dimmed by what it did. */
function keepFocus() {
  const focused = document.activeElement;
  if (pad.contains(focused) && !(focused instanceof HTMLButtonElement && focused.disabled)) return;
  const first = buttonsAt(".player button").find((each) => !each.disabled);
  if (first) first.focus({ preventScroll: true });
}

/** What is said as long as there is no sentence to be entered. */
function missing() {
  const decided = choice.seat && choice.won !== null;
  if (decided && choice.value) return `${choice.value}: ${words.no_value}`;
  if (decided && bodyOf(choice)) return words.impossible;
  const asked = correcting ? fill(words.correcting, { number: correcting.number }) : words.choose;
  return choice.value ? `${choice.value}: ${asked}` : asked;
}

/** @param {Now} now */
export function drawPad(now) {
  const focused = pad.contains(document.activeElement);
  drawPlayers(now);
  if (playsByTaps(book)) drawGame();
  for (const each of all("[data-value]")) press(each, choice.value === Number(each.dataset.value), true);
  press(one("#eingepasst"), choice.passed, book.passing);
  const sentence = sentenceOf(book, words, choice, namesBySeat(correcting?.number));
  one("#satz").textContent = sentence || missing();
  enterButton.textContent = correcting ? words.change : words.enter;
  enterButton.disabled = !sentence;
  if (focused && !dialog.open) keepFocus();
}

// ---- What is tapped

/** @param {MouseEvent} event */
const pressedIn = ({ target }) => target instanceof Element ? target.closest("button") : null;

// Until an entry is kept, the buttons show the deal before, and another dealer: what is tapped meanwhile, by finger or key,
// waits and is done when they show the next.
/** @type {HTMLButtonElement[]} */
let waiting = [];
pad.addEventListener("click", (event) => {
  if (keeping === 0) return;
  event.stopPropagation();
  const pressed = pressedIn(event);
  if (pressed && ("digit" in pressed.dataset || !isSecond())) waiting.push(pressed);
}, true);

/** @param {boolean} shown whether the buttons are there still */
export function tapWaiting(shown) {
  if (keeping > 0) return;
  const taps = waiting;
  waiting = [];
  for (const each of taps) if (shown && each.isConnected) each.click();   // none where it is dimmed by now
}

pad.addEventListener("click", (event) => {
  const pressed = pressedIn(event);
  if (!pressed || pressed.disabled) return;
  const { digit } = pressed.dataset;
  if (digit !== undefined) tapDigit(digit);
  else if (!isSecond()) tapOne(pressed);
});

/** @param {HTMLButtonElement} pressed */
function tapOne({ dataset, id }) {
  const stage = Number(dataset.stage), value = Number(dataset.value);
  if (dataset.game) tapGame(dataset.game);
  else if (dataset.kind) tapKind(dataset.kind);
  else if (dataset.n) tapSpitzen(Number(dataset.n), Boolean(dataset.ohne));
  else if ("more" in dataset) moreSpitzen(Boolean(dataset.more));
  else if (dataset.level) pick({ hand: !choice.hand });
  else if (stage) pick({ stage: choice.stage === stage ? 0 : stage });
  else if (value) pick({ value: choice.value === value ? 0 : value });
  else if (id === "angesagt") announce();
  else if (id === "ueberreizt") bids();
  else if (id === "eingepasst") pick({ passed: !choice.passed });
  else if (id === "wert") bare();
  else if (id === "eintragen") commit();
}
