// @ts-check
// A deal as it is tapped together: which buttons are possible and what it will be worth. Values are looked up in the
// engine's table; only an overbid game is rounded up to the bid here. The server's word counts.

/**
 * Nothing has been chosen so far.
 * @returns {Choice}
 */
export const nothing = () => ({
  seat: 0, won: null, passed: false, game: "", kind: "", n: 0, ohne: false, hand: false, stage: 0, said: 0, bid: 0,
  instead: null, value: 0,
});

/** @param {Book} book */
export const playsByTaps = (book) => Object.keys(book.games).length > 0;   // otherwise a deal is kept by its value alone

// ---- What stands between seat and result in the engine's table

/** @param {Choice} choice */
export function levelOf(choice) {
  if (choice.said === 3) return "..";
  if (choice.said === 2) return ".**";
  if (choice.said === 1) return choice.stage === 2 ? ".//*" : ".//";
  return (choice.hand ? "." : "") + ["", "/", "*"][choice.stage];
}

/**
 * Empty as long as something is missing.
 * @param {Choice} choice
 */
export function bodyOf(choice) {
  if (choice.game === "3") return choice.kind && `3${choice.kind}`;
  return choice.game && choice.n ? `${choice.game}${choice.n}${levelOf(choice)}` : "";
}

// ---- What it will be worth

/**
 * @param {Book} book
 * @param {Choice} choice
 */
export const overbid = (book, choice) => Boolean(book.overbids && choice.bid && choice.bid > (book.games[bodyOf(choice)] ?? [0])[0]);

/**
 * The row of the table by which an overbid deal is charged: its own, or that of the game in place of a Null.
 * @param {Book} book
 * @param {Choice} choice
 * @returns {Game | null | undefined}
 */
function charging(book, choice) {
  if (choice.game !== "3") return book.games[bodyOf(choice)];
  const hand = choice.kind === "5" || choice.kind === "9";
  return choice.instead ? book.games[`${choice.instead.game}${choice.instead.n}${hand ? "." : ""}`] : null;
}

/**
 * What an overbid deal is charged: the smallest multiple of the base that reaches the bid.
 * @param {Book} book
 * @param {Choice} choice
 * @param {number} bid
 */
export function charged(book, choice, bid) {
  const row = charging(book, choice);
  return row ? Math.max(row[0], Math.ceil(bid / row[1]) * row[1]) : 0;
}

/**
 * The score, 0 for a deal passed in, null for what is not complete or not possible.
 * @param {Book} book
 * @param {Choice} choice
 * @returns {number | null}
 */
export function scoreOf(book, choice) {
  if (choice.passed) return book.passing ? 0 : null;
  if (!choice.seat || choice.won === null) return null;
  if (choice.value) {
    const score = choice.won ? choice.value : -choice.value;
    return book.scores.includes(score) ? score : null;
  }
  const row = book.games[bodyOf(choice)];
  if (!row) return null;
  if (!overbid(book, choice)) return row[choice.won ? 2 : 3] || null;
  const charge = charging(book, choice);
  if (choice.won || !charge) return null;
  const [value, , , lost] = charge;
  return (lost / value) * charged(book, choice, choice.bid);
}

// ---- Which buttons are possible

/** @type {WeakMap<Book, Record<string, number>>} */
const counted = new WeakMap();

/**
 * With how many Spitzen each game is played at most.
 * @param {Book} book
 */
export function mostOf(book) {
  let most = counted.get(book);
  if (!most) {
    most = {};
    for (const body of Object.keys(book.games)) {
      const [, game, n] = /** @type {RegExpExecArray} */ (/^(\d)(\d+)/.exec(body));
      most[game] = Math.max(most[game] ?? 0, Number(n));
    }
    counted.set(book, most);
  }
  return most;
}

/** From Karo to Grand. */
export const SUITS = ["9", "0", "1", "2", "4"];

/**
 * What can still be tapped.
 * @param {Book} book
 * @param {Choice} choice
 */
export const canHave = (book, choice) => ({
  game: (/** @type {string} */ game) => game in mostOf(book),
  spitzen: (/** @type {number} */ n) => choice.game !== "3" && n <= (mostOf(book)[choice.game] ?? 11),
  level: choice.game !== "3",
  stage: (/** @type {number} */ stage) => choice.game !== "3" && (choice.said === 0 || choice.said === 1 && stage === 2),
  said: choice.game !== "3" && choice.hand,
  bid: book.overbids && bodyOf(choice) !== "",
  won: (/** @type {boolean} */ won) => {
    if (won && overbid(book, choice)) return false;
    return book.games[bodyOf(choice)]?.[won ? 2 : 3] !== 0;
  },
});

/**
 * The choice after a tap; whatever it makes impossible is dropped.
 * @param {Book} book
 * @param {Choice} choice
 * @param {Partial<Choice>} changes
 * @returns {Choice}
 */
export function chosen(book, choice, changes) {
  const next = { ...choice, passed: false, value: "seat" in changes ? choice.value : 0, ...changes };
  if (next.passed) return { ...nothing(), passed: true };
  if (next.value) return { ...nothing(), seat: next.seat, won: next.won, value: next.value };
  if (next.game === "3") Object.assign(next, { n: 0, ohne: false, hand: false, stage: 0, said: 0 });
  else next.kind = "";
  if (next.n > (mostOf(book)[next.game] ?? 11)) next.n = 0;
  if (!next.hand) next.said = 0;
  if (next.said > 1 || next.said === 1 && next.stage === 1) next.stage = 0;
  if (next.bid && !overbid(book, next)) Object.assign(next, { bid: 0, instead: null });
  if (!next.bid || next.game !== "3") next.instead = null;
  if (next.bid && next.won) next.won = false;
  return next;
}
