// What the tests of the pure modules have in common: rule books, a few words of the page, a list at a table of four.

import { readFileSync } from "node:fs";

/** Made by make_cases.py. */
export const { books, letters } = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"));

export const { book } = books["isko-2022"];

export const words = {
  letters, games: { 9: "Karo", 0: "Herz", 1: "Pik", 2: "Kreuz", 3: "Null", 4: "Grand" },
  levels: {
    hand: "Hand", schneider: "Schneider", schwarz: "Schwarz", ouvert: "ouvert", schneider_angesagt: "Schneider angesagt",
    schwarz_angesagt: "Schwarz angesagt",
  },
  mit_n: "mit {n}", ohne_n: "ohne {n}", passed: "eingepasst", nobody: "Niemand spielt: eingepasst", struck: "gestrichen",
  penalty: "Strafe", wins: "{name} gewinnt {what} = {score}", loses: "{name} verliert {what} = {score}",
  wins_value: "{name} gewinnt: {score}", loses_value: "{name} verliert: {score}", overbid: "überreizt bei {bid}",
  instead: "gerechnet als {what}",
};

export const names = { 1: "Albers", 2: "Brandt", 3: "Conrad", 4: "Decker" };

/** Three play and whoever deals sits out. */
const cycle = [[1, [2, 3, 4]], [2, [1, 3, 4]], [3, [1, 2, 4]], [4, [1, 2, 3]]];

/** A list without a deal, by Seeger and Fabian: 50 for an own game, 30 for one that another loses. */
export const empty = (changes = {}) => ({
  list: "a", code: "CODE", open: true, seats: Object.entries(names).map(([seat, name]) => ({ seat: Number(seat), name: `${name}, X` })),
  rows: [], deals: 0, expected: 48, target: null, ends: null, cycle, feet: [1, 2, 3, 4].map(() => [0, 0, 0, 0, 0]),
  weights: { own: 1, all: 0, won: 50, lost: -50, others: 30 }, adds: true, result: "Leistung", findings: [], signed: [],
  lease: { generation: 1, held: true, keeper: 1, paper: false, forced: null }, ...changes,
});

/** A row as the server tells it. */
export const row = (nr, text, seat, score, more = {}) => ({
  nr, number: nr, dealer: (nr - 1) % 4 + 1, active: cycle[(nr - 1) % 4][1], seat, text, said: "", score, void: false, penalty: 0, round: 0,
  findings: [], ...more,
});

/** Entries of rows that are still on their way, dealt in turn. */
export const rows = (texts, from = 1) =>
  texts.map((text, at) => ({ key: `${at}`, kind: "row", nr: from + at, dealer: (from + at - 1) % 4 + 1, text }));
