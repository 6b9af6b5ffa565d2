// The list as those at the table see it now: the server's rows, and on them what is still on its way; what the office has
// changed on it; what becomes of an entry that the server did not take; the whole of it as one code.
"use strict";

function listNow() {
  const server = kept.server;
  const rows = server.rows.map((row) => ({ ...row }));
  const feet = server.feet.map(([points, won, lost, , result]) => ({ points, won, lost, result }));
  const signed = new Set(server.signed);
  const size = server.cycle.length, closed = rows.reduce((last, row, at) => row.round ? at : last, -1);
  let deals = server.deals, turn = 0, handedIn = false;
  let rounds = rows[closed]?.round ?? 0, inRound = rows.slice(closed + 1).filter((row) => row.number).length;
  const next = () => server.cycle[((turn % size) + size) % size];
  const count = (row, times) => {
    if (!row.seat || row.void || row.penalty) return;
    feet.forEach((foot, index) => {
      const own = index + 1 === row.seat, lost = row.score < 0;
      foot.points += own ? times * row.score : 0;
      foot.result += times * (row.score * (own ? server.weights.own : server.weights.all));
      foot.result += times * (own ? server.weights[lost ? "lost" : "won"] : lost ? server.weights.others : 0);
      if (own) foot[lost ? "lost" : "won"] += times;
    });
  };
  for (const entry of kept.queue) {
    if (entry.kind === "row") {
      const row = { nr: entry.nr, number: ++deals, ...read(entry.text), dealer: entry.dealer, active: next()?.[1] ?? [], round: 0, pending: true };
      turn += 1;
      inRound += 1;
      if (inRound === size) [row.round, rounds, inRound] = [rounds + 1, rounds + 1, 0];
      rows.push(row);
      count(row, 1);
    } else if (entry.kind === "correction") {
      const at = rows.findIndex((row) => row.nr === entry.nr);
      if (at < 0) continue;
      count(rows[at], -1);
      rows[at] = { ...rows[at], ...read(entry.text), pending: true };
      count(rows[at], 1);
      signed.clear();
    } else if (entry.kind === "undo") {
      const row = rows.pop();
      if (row) count(row, -1);
      if (row?.round) [rounds, inRound] = [rounds - 1, size];
      inRound -= 1;
      deals -= 1;
      turn -= 1;
      signed.clear();
    } else if (entry.kind === "sign") signed.add(entry.seat);
    else if (entry.kind === "unsign") signed.delete(entry.seat);
    else if (entry.kind === "hand_in") handedIn = true;
  }
  const reached = (foot) => server.target && foot.points >= server.target;
  if (server.target) for (const foot of feet) foot.result = Number(reached(foot));
  const [dealer, active] = next() ?? [0, []];
  const complete = deals >= server.expected || feet.some(reached);
  return { rows, feet, signed, deals, dealer, active, handedIn, round: rounds + Number(!complete || inRound > 0), complete, last: rows[rows.length - 1] };
}

// A row as far as this device can value it.
function read(text) {
  const choice = choiceOf(text);
  return { text, seat: choice?.seat ?? 0, score: choice ? scoreOf(choice) ?? 0 : 0, said: "", void: false, penalty: 0, findings: [] };
}

// Who plays this deal, seat by seat: whoever took over a seat is named from his first deal on.
function players(number = listNow().deals + 1) {
  return kept.server.seats.map(({ seat, name, later }) => ({ seat, name: later && number >= later.from ? later.name : name }));
}

// Who leads where that goes by turns: whoever sits behind the dealer.
function leaderAfter(dealer) {
  const { cycle } = kept.server, at = cycle.findIndex(([each]) => each === dealer);
  return cycle[(at + 1) % cycle.length][0];
}

// ---- What the table must know although nobody at it did it

// In sentences, which are also what is remembered once somebody has seen them.
function changes() {
  const { open, ends, told: changed = [] } = kept.server;   // none where an older page has kept it
  if (!open) return [];
  const up = ends && Date.now() - kept.ahead >= Date.parse(ends) && !listNow().complete;
  return [...(up ? [fill(words.time_up, { time: clock(ends) })] : []), ...(writing() ? lasting() : []), ...changed];
}

// What holds for the rest of the list: whoever follows always reads it, whoever writes needs the room once he has seen it.
function lasting() {
  const { open, lease } = kept.server, said = [];
  if (lease.forced && open) said.push(fill(words.forced, { time: clock(lease.forced), name: namesBySeat()[lease.keeper] ?? "" }));
  if (!isSecureContext) said.push(words.plain);
  return said;
}

const unseen = () => changes().filter((sentence) => !kept.seen.includes(sentence));
const saw = (sentence) => change(() => ({ seen: [...changes().filter((each) => kept.seen.includes(each)), sentence] }));

// ---- Where the server did not take an entry as it is

function settle() {
  const [first] = kept.queue;
  if (!first?.problem || dialog.open) return;
  const { status, said = [], who, at } = first.problem;
  const answer = (text, kind, by, lost) => button(text, () => { dialog.close(); decide(first, by, lost); }, kind);
  const signing = ({ kind }) => ["sign", "unsign", "hand_in"].includes(kind);
  const dropped = (queue) => first.kind === "sign" ? queue.filter((entry) => !signing(entry)) : queue.slice(1);
  if (status === "refused") {
    const text = first.text ? [make("p", fill(words.here, { said: `${first.nr}: ${saidOf(read(first.text))}` }))] : [];
    const answers = [answer(words.again, "", ([{ problem, ...entry }, ...behind]) => [entry, ...behind]), answer(words.drop, "second", dropped)];
    return panel(words.refused, [...said.map((each) => make("p", each)), ...text, ...answers], { closes: false });
  }
  if (first.kind === "sign") return panel(words.refused, [make("p", words.signed_another), answer(words.see_list, "", dropped)], { closes: false });
  const row = kept.server.rows.find((each) => each.nr === first.nr);
  const theirs = row ? fill(words.there, { said: saidOf(row) }) : words.nothing_there;
  const parts = [make("p", theirs + (who ? ` (${fill(words.clash_by, { who, time: clock(at) })})` : ""))];
  if (first.text) parts.push(make("p", fill(words.here, { said: saidOf(read(first.text)) })));
  parts.push(answer(words.keep_theirs, "", dropped, row ? [] : [first]));
  if (first.text && row && !row.void && !row.penalty) parts.push(button(words.put_ours, () => ours(first, row), "second"));
  if (first.kind === "row" && kept.server.cycle.length) {
    const out = sittingOut(behind(kept.queue));
    if (out) parts.push(make("p", out));
    else parts.push(answer(fill(words.append_ours, { number: kept.server.deals + 1 }), "second", behind));
  }
  const number = row ? row.number || first.nr : kept.server.deals + 1;
  return panel(fill(words.clash, { number }), parts, { closes: false });
}

// Ours in the place of theirs: a correction like any other of an older row.
function ours(first, row) {
  const correction = { kind: "correction", nr: row.nr, before: row.text, text: first.text };
  agree(row, first.text, (agreed) => decide(first, (queue) => [{ key: randomName(), ...correction, agreed }, ...queue.slice(1)]));
}

const lastOf = (rows) => rows.length ? rows[rows.length - 1].nr : 0;

// Ours behind theirs, as both were played: with it all of ours that waits goes down the list, and the deal with it. What
// is said of rows further up, or of none, stays.
function behind(queue) {
  const { rows, cycle } = kept.server, from = queue[0].nr, down = lastOf(rows) + 1 - from;
  return queue.map(({ problem, ...entry }) => {
    if (!(entry.nr >= from)) return entry;
    const [dealer] = cycle[(entry.nr - from) % cycle.length];
    return { ...entry, nr: entry.nr + down, ...(entry.kind === "row" ? { dealer } : {}) };
  });
}

// What speaks against it: somebody would have played a deal that he sits out.
function sittingOut(queue) {
  const { rows, cycle, deals } = kept.server, active = Object.fromEntries(cycle);
  const found = queue.find(({ kind, dealer, text }) => kind === "row" && read(text).seat && active[dealer]?.includes(read(text).seat) === false);
  if (!found) return "";
  const number = deals + found.nr - lastOf(rows);
  return fill(words.not_behind, { number, name: namesBySeat(number)[read(found.text).seat] });
}

// ---- The whole list as one code, for a hall without any network (scanning.py reads it)

function crc32(text) {
  let found = ~0;
  for (const byte of new TextEncoder().encode(text)) {
    found ^= byte;
    for (let bit = 0; bit < 8; bit += 1) found = found >>> 1 ^ (found & 1 ? 0xEDB88320 : 0);
  }
  return (~found >>> 0).toString(16).toUpperCase().padStart(8, "0");
}

function payload() {
  const now = listNow();
  const rows = now.rows.map(({ text, void: struck, penalty }) => {
    const bare = /^([1-6])([+-])(\d+)$/.exec(text);
    if (bare) return `${bare[1]}V${bare[3]}${bare[2]}`;
    return text && !struck && !penalty ? text.toUpperCase() : "X";
  });
  const names = kept.server.seats.map(({ name, later }) => [name, later?.name, later?.from].join("/")).join("\n");
  const said = [kept.server.code, kept.generation, kept.counter, rows.join(""), [...now.signed].sort().join(""), crc32(names)].join(":");
  return `${said}:${kept.key ? sealOf(kept.key, said) : crc32(said)}`;   // no key where an older page took the list
}
