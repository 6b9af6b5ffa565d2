// What this device knows of the list, kept in the browser so that a reload or an empty battery loses nothing, and what it
// has not sent yet. Entries go to the server in order, as often as it takes; the server knows each by its key.
"use strict";

const base = document.body.dataset.base;

// `server`: the list as the server last told it; `queue`: entries it has not confirmed; `lost`: entries it never will;
// `counter`: how often something was entered here; `generation`: number of the lease this device holds, 0 for none; `ended`: it held one;
// `key`: what it seals its code with (`sealOf`);
// `gone`: the list written here was annulled or moved; `seen`: what the office has changed and somebody here has seen;
// `ahead`: how far the clock of this device is before the server's, in milliseconds.
let kept = { server: null, mark: "", queue: [], lost: [], seen: [], device: "", generation: 0, code: "", key: "", counter: 0, gone: false, ended: false, ahead: 0 };
let network = true;   // whether the server answered last time
let keeps = true;     // whether the browser took what it was given to keep
let resting = false;  // whether it answered that it can store nothing at present
let over = "";        // why this address is of no use now
let busy = false;
let keeping = 0;      // entries on their way to the shelf
let missed = null;    // what was entered here while another tab of this phone was faster
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
  if (!kept.device) kept.device = randomName();
  kept = { ...kept, ...by() };
  try {
    await Promise.all([going.store.put(kept, base), going.done]);
    keeps = true;
    if (tabs) tabs.postMessage("");
  } catch {
    keeps = false;
  }
  told();
}

// Look at what another tab has kept: it says so, and where it cannot (Safari before 15.4), whoever comes back looks himself.
async function lookAtShelf() {
  try {
    await load((await shelf).transaction("lists").store);
  } catch {
    keeps = false;
  }
  told();
}
const tabs = window.BroadcastChannel ? new BroadcastChannel(`skatliga-tisch ${base}`) : null;
if (tabs) tabs.onmessage = lookAtShelf;

const writing = () => Boolean(kept.generation && kept.server?.open && kept.server.lease.generation === kept.generation);

// What is entered goes behind what was entered before; not where another tab was faster, since it was said of another list:
// then those who tapped are told. `done`: what was tapped again before it showed is there by then.
let entering = Promise.resolve();
function enter(kind, fields = {}, done = () => false) {
  keeping += 1;
  told();
  entering = entering.then(async () => {
    const { counter } = kept;
    await change(() => {
      if (done()) return {};
      if (kept.counter === counter) return { queue: [...kept.queue, { key: randomName(), kind, ...fields }], counter: counter + 1 };
      missed = { kind, ...fields };
      return {};
    });
    keeping -= 1;
    told();
    sync();
  });
}

// Somebody has decided what becomes of the entry that was refused: `by` makes another queue of it and what waits behind it;
// `lost` is what then stands nowhere.
async function decide(refused, by, lost = []) {
  const decided = () => ({ queue: by(kept.queue), lost: [...kept.lost, ...lost], counter: kept.counter + 1 });
  await change(() => kept.queue[0]?.key === refused.key ? decided() : {});
  sync();
}

// ---- Asking the server

// AbortSignal.timeout is younger than many a phone (Safari 16).
function within(milliseconds) {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), milliseconds);
  return waiting.signal;
}

// Whatever does not carry the site's header (a page to sign in to the hall's network, a proxy's error) is no answer, whatever
// it says.
async function ask(path, body) {
  const headers = body ? { "Content-Type": "application/json" } : kept.mark && kept.server ? { "If-None-Match": kept.mark } : {};
  const answer = await fetch(base + path, {
    method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers, cache: "no-store",
    signal: within(8000),
  });
  const { status } = answer, json = (answer.headers.get("Content-Type") || "").startsWith("application/json");
  const known = status < 500 && (json || status === 304 || status === 404 || status === 410);
  const own = !answer.redirected && answer.headers.has(document.body.dataset.own);
  if (!own || !known) throw Object.assign(new Error("no answer"), { status });
  const date = Date.parse(answer.headers.get("Date"));
  const ahead = Date.now() - date;
  if (date && Math.abs(ahead - kept.ahead) > 2000) await change(() => ({ ahead }));
  over = { 404: words.refused_address, 410: words.event_over }[status] ?? "";
  return { status, mark: answer.headers.get("ETag") ?? "", told: json ? await answer.json() : null };
}

// The list as the server tells it; where the lease or the list itself is gone, so is what was not sent and is not there.
function taken(server, { mark = "", queue = kept.queue, refused = false } = {}) {
  const another = kept.server?.list && kept.server.list !== server.list;
  const ended = kept.generation && (refused || another || server.lease.generation !== kept.generation || !server.open);
  if (!ended) return { server, mark, queue };
  const lost = queue.filter((entry) => entry.text && !server.rows.some((row) => saysTheSame(row, entry)));
  return { server, mark, queue: [], lost: [...kept.lost, ...lost], generation: 0, ended: true, gone: Boolean(another) };
}

// Whether an entry stands in a row: what an overbid game cost is written where this device has named the bid.
function saysTheSame(row, { nr, text }) {
  const { seat, score } = read(text);
  return row.nr === nr && !row.void && !row.penalty && (row.text === text || row.seat === seat && row.score === score);
}

async function sync() {
  if (busy) return;
  busy = true;
  try {
    if (writing() && kept.queue.length && !kept.queue[0].problem) await send();
    else await look();
    network = true;
  } catch (failure) {
    network = false;
    resting = failure.status === 503;
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
    const [found] = answer.told.answers.slice(-1);
    const accepted = new Set(answer.told.answers.filter((each) => each.status === "accepted").map((each) => each.key));
    const queue = stopped(found.status === "accepted" ? "" : found.key, found).filter((entry) => !accepted.has(entry.key));
    return taken(answer.told.state, { queue });
  });
}

// Ask to be the device that writes; the sentence of a refusal, empty where it is granted.
async function takeOver(keeper, code = "", forced = false) {
  const answer = await ask("schreiben/", { device: kept.device, keeper, code, forced, seals: true });
  if (answer.status !== 200) return { said: answer.told?.said?.join(" ") ?? over, held: Boolean(answer.told?.held) };
  const { state, generation, code: own, key } = answer.told;
  await change(() => ({
    server: state, mark: "", generation, code: own, key, ended: false, gone: false,
    queue: kept.generation === generation ? kept.queue : [],
  }));
  return { said: "" };
}
