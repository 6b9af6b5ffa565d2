// What this device knows of the list, kept in the browser so that a reload or an empty battery loses nothing, and what it
// has not sent yet. Entries go to the server in order, as often as it takes; the server knows each by its key.
"use strict";

const base = document.body.dataset.base;

// `server`: the list as the server last told it; `queue`: entries it has not confirmed; `lost`: entries it never will;
// `counter`: how often something was entered here; `generation`: number of the lease this device holds, 0 for none; `ended`: it held one;
// `gone`: the list written here was annulled or moved.
let kept = { server: null, mark: "", queue: [], lost: [], device: "", generation: 0, code: "", counter: 0, gone: false, ended: false };
let network = true;   // whether the server answered last time
let keeps = true;     // whether the browser took what it was given to keep
let over = "";        // why this address is of no use now
let busy = false;
let told = () => {};  // draws everything anew

const randomName = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));   // randomUUID is for https only
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// ---- Keeping

// Where a browser keeps nothing, some refuse at once and some later; the page works all the same, and says so.
const shelf = (async () => idb.openDB("skatliga-tisch", 1, { upgrade: (database) => database.createObjectStore("lists") }))().catch(() => null);

// What is on the shelf, where another tab of this phone may have written; what the shelf did not take is here alone.
async function load(store) {
  const found = keeps && await store.get(base);
  if (found) kept = { ...kept, ...found };
}

// Change what is kept by what `by` then says. Looked up, changed and kept in one go, so that two tabs of one phone never
// undo each other; and on the shelf before anybody is shown it.
async function change(by) {
  let going;
  try {
    going = (await shelf).transaction("lists", "readwrite", { durability: "strict" });   // an empty battery loses nothing
    await load(going.store);
  } catch {
    keeps = false;
  }
  kept.device ||= randomName();
  kept = { ...kept, ...by() };
  try {
    await Promise.all([going.store.put(kept, base), going.done]);
    keeps = true;
    tabs.postMessage("");
  } catch {
    keeps = false;
  }
  told();
}

// Tell the other tabs of this phone, and look where one of them tells us.
const tabs = new BroadcastChannel(`skatliga-tisch ${base}`);
tabs.onmessage = async () => {
  await load((await shelf).transaction("lists").store);
  told();
};

const writing = () => Boolean(kept.generation && kept.server?.open && kept.server.lease.generation === kept.generation);

// What is entered goes behind what was entered before; not where another tab was faster, since it was said of another list.
let entering = Promise.resolve();
const enter = (kind, fields = {}) => entering = entering.then(async () => {
  const { counter } = kept;
  await change(() => kept.counter === counter ? { queue: [...kept.queue, { key: randomName(), kind, ...fields }], counter: counter + 1 } : {});
  sync();
});

// Somebody has decided what becomes of the entry that was refused: nothing, or another in its place.
async function replace(refused, ...entries) {
  const instead = entries.map((entry) => ({ key: randomName(), ...entry }));
  await change(() => kept.queue[0]?.key === refused.key ? { queue: [...instead, ...kept.queue.slice(1)], counter: kept.counter + 1 } : {});
  sync();
}

// ---- Asking the server

// Whatever is not the site's own answer (a page to sign in to the hall's network, a proxy's error) is none.
async function ask(path, body) {
  const headers = body ? { "Content-Type": "application/json" } : kept.mark && kept.server ? { "If-None-Match": kept.mark } : {};
  const answer = await fetch(base + path, {
    method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers, cache: "no-store",
    signal: AbortSignal.timeout(8000),
  });
  const { status } = answer;
  over = { 404: words.refused_address, 410: words.event_over }[status] ?? "";
  const json = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (status >= 500 || !json && status !== 304 && !over) throw new Error("no answer");
  return { status, mark: answer.headers.get("ETag") ?? "", told: json ? await answer.json() : null };
}

// The list as the server tells it; where the lease or the list itself is gone, so is what was not sent and is not there.
function taken(server, { mark = "", queue = kept.queue, refused = false } = {}) {
  const another = kept.server?.list && kept.server.list !== server.list;
  const ended = kept.generation && (refused || another || server.lease.generation !== kept.generation || !server.open);
  if (!ended) return { server, mark, queue };
  const lost = queue.filter((entry) => !server.rows.some((row) => row.nr === entry.nr && row.text === entry.text));
  return { server, mark, queue: [], lost: [...kept.lost, ...lost], generation: 0, ended: true, gone: Boolean(another) };
}

async function sync() {
  if (busy) return;
  busy = true;
  try {
    if (writing() && kept.queue.length && !kept.queue[0].problem) await send();
    else await look();
    network = true;
  } catch {
    network = false;
  }
  busy = false;
  told();
  if (network && !over && kept.queue.length && !kept.queue[0].problem && writing()) setTimeout(sync, 50);
}

// An answer that was on its way while this device became the writer, or ceased to be, tells of a time before that.
const unless = (generation, by) => change(() => kept.generation === generation ? by() : {});

async function look() {
  const { generation } = kept;
  const answer = await ask("stand/");
  if (answer.status === 200) await unless(generation, () => taken(answer.told, { mark: answer.mark }));
}

async function send() {
  const { generation } = kept;
  const entries = kept.queue.slice(0, 100).map(({ problem, ...entry }) => entry);
  const answer = await ask("senden/", { device: kept.device, generation, list: kept.server.list, entries });
  const stopped = (key, found) => kept.queue.map((entry) => entry.key === key ? { ...entry, problem: found } : entry);
  if (answer.status === 409) await unless(generation, () => taken(answer.told.state, { refused: true }));
  else if (answer.status === 400) await unless(generation, () => ({ queue: stopped(entries[0].key, { status: "refused", said: answer.told.said }) }));
  else if (answer.status === 200) await unless(generation, () => {
    const found = answer.told.answers.at(-1);
    const accepted = new Set(answer.told.answers.filter((each) => each.status === "accepted").map((each) => each.key));
    const queue = stopped(found.status === "accepted" ? "" : found.key, found).filter((entry) => !accepted.has(entry.key));
    return taken(answer.told.state, { queue });
  });
}

// Ask to be the device that writes; the sentence of a refusal, empty where it is granted.
async function takeOver(keeper, code = "", forced = false) {
  const answer = await ask("schreiben/", { device: kept.device, keeper, code, forced });
  if (answer.status !== 200) return { said: answer.told?.said?.join(" ") ?? over, held: Boolean(answer.told?.held) };
  const { state, generation, code: own } = answer.told;
  await change(() => ({
    server: state, mark: "", generation, code: own, ended: false, gone: false,
    queue: kept.generation === generation ? kept.queue : [],
  }));
  return { said: "" };
}

// ---- The list as those at the table see it: the server's rows, and on them what is still on its way

function listNow() {
  const server = kept.server;
  const rows = server.rows.map((row) => ({ ...row }));
  const feet = server.feet.map(([points, won, lost, , result]) => ({ points, won, lost, result }));
  const signed = new Set(server.signed);
  const size = server.cycle.length, closed = rows.findLastIndex((row) => row.round);
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
    else if (entry.kind === "hand_in") handedIn = true;
  }
  const [dealer, active] = next() ?? [0, []];
  const complete = deals >= server.expected;
  return { rows, feet, signed, deals, dealer, active, handedIn, round: rounds + Number(!complete), complete, last: rows.at(-1) };
}

// A row as far as this device can value it.
function read(text) {
  const choice = choiceOf(text);
  return { text, seat: choice?.seat ?? 0, score: choice ? scoreOf(choice) ?? 0 : 0, said: "", void: false, penalty: 0, findings: [] };
}

// ---- The whole list as one code, for a hall without any network (scanning.py reads it)

function crc32(text) {
  let found = ~0;
  for (const sign of text) {
    found ^= sign.charCodeAt(0);
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
  const said = [kept.server.code, kept.generation, kept.counter, rows.join(""), [...now.signed].sort().join("")].join(":");
  return `${said}:${crc32(said)}`;
}
