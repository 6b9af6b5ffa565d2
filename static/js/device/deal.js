// A deal as it is tapped together: which buttons are possible, how it is written, what it will be worth, how it is said.
// Values are looked up in the engine's table; only an overbid game is rounded up to the bid here. The server's word counts.
"use strict";

const table = JSON.parse(document.getElementById("tafel").textContent);
const words = JSON.parse(document.getElementById("worte").textContent);

const playsByTaps = Object.keys(table.games).length > 0;   // otherwise a deal is kept by its value alone

const SUITS = ["9", "0", "1", "2", "4"].filter((game) => game in words.games);   // from Karo to Grand

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
const plain = (number) => String(number).replace("-", "−");

// What has been chosen so far. `said`: announced 1 Schneider, 2 Schwarz, 3 ouvert; `stage`: reached 1 Schneider, 2 Schwarz.
const nothing = () => ({
  seat: 0, won: null, passed: false, game: "", kind: "", n: 0, ohne: false, hand: false, stage: 0, said: 0, bid: 0,
  instead: null, value: 0,
});

// ---- The compact notation of a deal: seat, body, bid, result

function levelOf(choice) {
  if (choice.said === 3) return "..";
  if (choice.said === 2) return ".**";
  if (choice.said === 1) return choice.stage === 2 ? ".//*" : ".//";
  return (choice.hand ? "." : "") + ["", "/", "*"][choice.stage];
}

// What stands between seat and result in the engine's table, empty as long as something is missing.
function bodyOf(choice) {
  if (choice.game === "3") return choice.kind && `3${choice.kind}`;
  return choice.game && choice.n ? `${choice.game}${choice.n}${levelOf(choice)}` : "";
}

function textOf(choice) {
  if (choice.passed) return "0";
  const sign = choice.won ? "+" : "-";
  if (choice.value) return `${choice.seat}${sign}${choice.value}`;
  const spitzen = choice.game === "3" ? choice.kind : `${choice.ohne ? "o" : ""}${choice.n}${levelOf(choice)}`;
  const instead = choice.instead
    ? `r${words.letters[choice.instead.game]}${choice.instead.ohne ? "o" : ""}${choice.instead.n}` : "";
  return `${choice.seat}${choice.game}${spitzen}${choice.bid ? `b${choice.bid}` : ""}${instead}${sign}`;
}

const TEXT = /^([1-6])(?:3([3569])|([90124])(o?)(\d{1,2})([./*]*))(?:b(\d+))?(?:r([a-z])(o?)(\d{1,2}))?(?:\$(\d+))?([+-])$/;
const LEVELS = {
  "": {}, "/": { stage: 1 }, "*": { stage: 2 }, ".": { hand: true }, "./": { hand: true, stage: 1 },
  ".*": { hand: true, stage: 2 }, ".//": { hand: true, said: 1 }, ".//*": { hand: true, said: 1, stage: 2 },
  ".**": { hand: true, said: 2 }, "..": { hand: true, said: 3 },
};

// The other way round; null for what cannot be tapped. A cost (`$`) is told by the smallest bid that costs as much.
function choiceOf(text) {
  if (text === "0") return { ...nothing(), passed: true };
  const bare = /^([1-6])([+-])(\d+)$/.exec(text);
  if (bare) return { ...nothing(), seat: +bare[1], won: bare[2] === "+", value: +bare[3] };
  const found = TEXT.exec(text);
  if (!found) return null;
  const [, seat, kind, game, ohne, n, level, bid, letter, other, m, cost, sign] = found;
  const instead = letter && { game: Object.keys(words.letters).find((each) => words.letters[each] === letter), n: +m, ohne: other === "o" };
  const choice = { ...nothing(), seat: +seat, won: sign === "+", bid: +(bid ?? 0), instead: instead ?? null };
  if (kind) Object.assign(choice, { game: "3", kind });
  else Object.assign(choice, { game, n: +n, ohne: ohne === "o" }, LEVELS[level]);
  if (cost && !bid) {
    const [value] = table.games[bodyOf(choice)];
    choice.bid = table.bids.find((each) => each > value && charged(choice, each) === +cost) ?? 0;
  }
  return choice;
}

// ---- What it will be worth

const overbid = (choice) => Boolean(table.overbids && choice.bid && choice.bid > (table.games[bodyOf(choice)] ?? [0])[0]);

// The row of the table by which an overbid deal is charged: its own, or that of the game in place of a Null.
function charging(choice) {
  if (choice.game !== "3") return table.games[bodyOf(choice)];
  const hand = choice.kind === "5" || choice.kind === "9";
  return choice.instead ? table.games[`${choice.instead.game}${choice.instead.n}${hand ? "." : ""}`] : null;
}

// What an overbid deal is charged: the smallest multiple of the base that reaches the bid.
function charged(choice, bid) {
  const row = charging(choice);
  return row ? Math.max(row[0], Math.ceil(bid / row[1]) * row[1]) : 0;
}

// The score, 0 for a deal passed in, null for what is not complete or not possible.
function scoreOf(choice) {
  if (choice.passed) return table.passing ? 0 : null;
  if (!choice.seat || choice.won === null) return null;
  if (choice.value) {
    const score = choice.won ? choice.value : -choice.value;
    return table.scores.includes(score) ? score : null;
  }
  const row = table.games[bodyOf(choice)];
  if (!row) return null;
  if (!overbid(choice)) return row[choice.won ? 2 : 3] || null;
  if (choice.won || !charging(choice)) return null;
  const [value, , , lost] = charging(choice);
  return (lost / value) * charged(choice, choice.bid);
}

// ---- Which buttons are possible

const most = Object.keys(table.games).reduce((found, body) => {
  const [, game, n] = /^(\d)(\d+)/.exec(body);
  return { ...found, [game]: Math.max(found[game] ?? 0, +n) };
}, {});

const canHave = {
  game: (choice, game) => game in most,
  spitzen: (choice, n) => choice.game !== "3" && n <= (most[choice.game] ?? 11),
  level: (choice) => choice.game !== "3",
  stage: (choice, stage) => choice.game !== "3" && (choice.said === 0 || choice.said === 1 && stage === 2),
  said: (choice) => choice.game !== "3" && choice.hand,
  bid: (choice) => table.overbids && bodyOf(choice) !== "",
  won: (choice, won) => {
    if (won && overbid(choice)) return false;
    const row = table.games[bodyOf(choice)];
    return !row || row[won ? 2 : 3] !== 0;
  },
};

// The choice after a tap; whatever it makes impossible is dropped.
function chosen(choice, changes) {
  const next = { ...choice, passed: false, value: "seat" in changes ? choice.value : 0, ...changes };
  if (next.passed) return { ...nothing(), passed: true };
  if (next.value) return { ...nothing(), seat: next.seat, won: next.won, value: next.value };
  if (next.game === "3") Object.assign(next, { n: 0, ohne: false, hand: false, stage: 0, said: 0 });
  else next.kind = "";
  if (next.n > (most[next.game] ?? 11)) next.n = 0;
  if (!next.hand) next.said = 0;
  if (next.said > 1 || next.said === 1 && next.stage === 1) next.stage = 0;
  if (next.bid && !overbid(next)) Object.assign(next, { bid: 0, instead: null });
  if (!next.bid || next.game !== "3") next.instead = null;
  if (next.bid && next.won) next.won = false;
  return next;
}

// ---- How it is said

function gameSaid(choice) {
  if (choice.game === "3") {
    const value = { 3: 23, 5: 35, 6: 46, 9: 59 }[choice.kind];
    const row = table.games[`3${choice.kind}`];
    return `${words.games["3"]} ${row ? row[0] : value}`;
  }
  const parts = [words.games[choice.game], fill(choice.ohne ? words.ohne_n : words.mit_n, { n: choice.n })];
  if (choice.said === 3) parts.push(words.levels.ouvert);
  else if (choice.said === 2) parts.push(words.levels.schwarz_angesagt);
  else if (choice.hand) parts.push(words.levels.hand);
  if (choice.said === 1) parts.push(words.levels.schneider_angesagt);
  if (choice.stage) parts.push(choice.stage === 2 ? words.levels.schwarz : words.levels.schneider);
  return parts.join(" ");
}

function whatSaid(choice) {
  let said = gameSaid(choice);
  if (overbid(choice)) said += `, ${fill(words.overbid, { bid: choice.bid })}`;
  if (choice.instead) {
    const what = `${words.games[choice.instead.game]} ${fill(choice.instead.ohne ? words.ohne_n : words.mit_n, { n: choice.instead.n })}`;
    said += `, ${fill(words.instead, { what })}`;
  }
  return said;
}

// The sentence everybody reads before it is entered.
function sentenceOf(choice, names) {
  if (choice.passed) return words.nobody;
  if (!choice.seat || !(bodyOf(choice) || choice.value)) return "";
  const score = scoreOf(choice);
  if (choice.won === null || score === null) return "";
  const said = { name: names[choice.seat], score: signed(score) };
  if (choice.value) return fill(choice.won ? words.wins_value : words.loses_value, said);
  return fill(choice.won ? words.wins : words.loses, { ...said, what: whatSaid(choice) });
}
