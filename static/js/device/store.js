// @ts-check
// What this device knows of the list, kept in the browser so that a reload or an empty battery loses nothing, and what it
// has not sent yet. Entries go to the server in order, as often as it takes; the server knows each by its key.

import { asEntered, calledNames, listOf, playersOf, readRow, saysTheSame } from "./list.js";
import { base, book, stated, words } from "./page.js";
import { rowSaid } from "./wording.js";

/**
 * `server`: the list as the server last told it; `queue`: entries it has not confirmed; `lost`: entries it never will;
 * `counter`: how often something was entered here; `generation`: number of the lease this device holds, 0 for none; `ended`: it held one;
 * `key`: what it seals its code with (`sealOf`); `card`: what the card of the table says; `claim`: by what it writes without
 * the site having granted it; `passed`: it has shown another phone how to go on, and writes no more itself;
 * `gone`: the list written here was annulled or moved; `seen`: what the office has changed and somebody here has seen;
 * `ahead`: how far the clock of this device is before the server's, in milliseconds.
 * @type {Kept}
 */
export let kept = {
  server: null, mark: "", queue: [], lost: [], seen: [], device: "", generation: 0, key: "", counter: 0, gone: false, ended: false,
  ahead: 0, card: null, claim: null, passed: false,
};
export let network = true;   // whether the server answered last time
export let keeps = true;     // whether the browser took what it was given to keep
export let resting = false;  // whether it answered that it can store nothing at present
export let over = "";        // why this address is of no use now
export let keeping = 0;      // entries on their way to the shelf
/** @type {Said | null} */
export let missed = null;    // what was entered here while another tab of this phone was faster
export let decided = "";     // key of the entry of which somebody has just said what becomes of it
const busy = { sends: false, looks: false };
let sendings = 0;
let asked = 0, pause = 0;    // when the server was asked last, and how long it is left alone (milliseconds)

export const forgetMissed = () => { missed = null; };

let draw = () => {};

/**
 * Say what draws the page anew whenever something has changed.
 * @param {() => void} by
 */
export const drawWith = (by) => { draw = by; };

/** A page that cannot be drawn complains aloud, and goes on keeping and sending what was entered. */
export function redraw() {
  try {
    draw();
  } catch (failure) {
    setTimeout(() => { throw failure; });
  }
}

export const randomName = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));   // randomUUID is for https only
  bytes[6] = bytes[6] & 15 | 64;
  bytes[8] = bytes[8] & 63 | 128;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
};

// ---- The list as it stands here

/** The list as the server last told it; asked for only where it has. */
export const server = () => /** @type {Server} */ (kept.server);

/** @param {string} text */
export const read = (text) => readRow(book, words, text);

export const listNow = () => listOf(server(), kept.queue, read);

/** @param {number} [number] of a deal, the next one without it */
export const players = (number = listNow().deals + 1) => playersOf(server(), number);

/** @param {number} [number] of a deal, the next one without it */
export const namesBySeat = (number) => calledNames(players(number));

/**
 * A row as it is read out.
 * @param {ReadRow & { number?: number }} row
 */
export const saidOf = (row) => rowSaid(book, words, row, namesBySeat(row.number || undefined));

/** Whether this phone has the list, even where it has shown another one how to go on. */
export const holding = () => Boolean(kept.generation && kept.server?.open && kept.server.lease.generation === kept.generation);

export const writing = () => holding() && !kept.passed;

// ---- Keeping

// Where a browser keeps nothing, some refuse at once and some later; the page works all the same, and says so.
const shelf = (async () => idb.openDB("skatliga-tisch", 1, { upgrade: (database) => { database.createObjectStore("lists"); } }))()
  .catch(() => null);

/** @param {object} [how] */
async function begin(mode = "readonly", how = {}) {
  const database = await shelf;
  if (!database) throw new Error("no shelf");
  return database.transaction("lists", mode, how);
}

/**
 * What is on the shelf, where another tab of this phone may have written; what the shelf did not take is here alone.
 * @param {IdbStore} store
 */
async function load(store) {
  const found = keeps && await store.get(base);
  if (found) kept = { ...kept, ...found };
}

/**
 * Change what is kept by what `by` then says. Looked up, changed and kept in one go, so that two tabs of one phone never
 * undo each other; and on the shelf before anybody is shown it.
 * @param {() => Partial<Kept>} by
 */
export async function change(by) {
  /** @type {ReturnType<IdbDatabase["transaction"]> | undefined} */
  let going;
  try {
    going = await begin("readwrite", { durability: "strict" });   // an empty battery loses nothing
    await load(going.store);
  } catch {
    keeps = false;
  }
  if (!kept.device) kept.device = randomName();
  kept = { ...kept, ...by() };
  try {
    if (!going) throw new Error("no shelf");
    await Promise.all([going.store.put(kept, base), going.done]);
    keeps = true;
    if (tabs) tabs.postMessage("");
  } catch {
    keeps = false;
  }
  redraw();
}

/** Look at what another tab has kept: it says so, and where it cannot (Safari before 15.4), whoever comes back looks himself. */
export async function lookAtShelf() {
  try {
    await load((await begin()).store);
  } catch {
    keeps = false;
  }
  redraw();
}
export const tabs = "BroadcastChannel" in window ? new BroadcastChannel(`skatliga-tisch ${base}`) : null;
if (tabs) tabs.onmessage = lookAtShelf;

let entering = Promise.resolve();

/** When everything that was entered so far is on the shelf. */
export const allKept = () => entering;

/**
 * Keep something behind all that is being kept, then show and send it. What is tapped until then waits.
 * @param {() => Promise<unknown>} keep
 */
function inTurn(keep) {
  keeping += 1;
  entering = entering.then(async () => {
    await keep();
    keeping -= 1;
    redraw();
    sync();
  });
}

/**
 * What is entered goes behind what was entered before; not where another tab was faster, since it was said of another list:
 * then those who tapped are told.
 * @param {Said} said
 * @param {() => boolean} done whether it is there by then, since it was tapped again before it showed
 */
export function enter(said, done = () => false) {
  inTurn(() => {
    const { counter } = kept;
    return change(() => {
      if (done()) return {};
      if (kept.counter === counter) return { queue: [...kept.queue, { key: randomName(), ...said }], counter: counter + 1 };
      missed = said;
      return {};
    });
  });
  redraw();
}

/**
 * Somebody has decided what becomes of the entry that was refused. What is tapped meanwhile is entered behind that.
 * @param {Entry} refused
 * @param {(queue: Entry[]) => (Said & { key?: string })[]} by makes another queue of it and what waits behind it
 * @param {Entry[]} lost what then stands nowhere
 */
export function decide(refused, by, lost = []) {
  decided = refused.key;
  inTurn(async () => {
    await change(() => {
      if (kept.queue[0]?.key !== refused.key) return {};
      const queue = by(kept.queue).map((entry) => ({ key: randomName(), ...entry }));
      return { queue, lost: [...kept.lost, ...lost], counter: kept.counter + 1 };
    });
    decided = "";
  });
}

// ---- Asking the server

const PATIENCE = 8000, LOOKS = 6000, SENDS = 3000;   // milliseconds
const NOTHING = '"-"';   // the mark of a page that knows of no list yet (`lists.device.followed`)

/** AbortSignal.timeout is younger than many a phone (Safari 16). */
function patience() {
  const waiting = new AbortController();
  setTimeout(() => waiting.abort(), PATIENCE);
  return waiting.signal;
}

/**
 * How long the server is left alone after an answer that took so long: all who follow do not ask in step, and where answers are
 * slow, less often.
 * @param {number} took
 */
const pauseAfter = (took) => Math.max(LOOKS, 3 * took) * (0.8 + 0.4 * Math.random());

/** Whether the server is to be asked again; what waits to be sent is tried more often. */
export const isDue = () => performance.now() - asked >= (kept.queue.length ? Math.min(SENDS, pause) : pause);

/**
 * Whatever does not carry the site's header (a page to sign in to the hall's network, a proxy's error) is no answer, whatever
 * it says.
 * @param {string} path
 * @param {object} [body]
 */
export async function ask(path, body) {
  /** @type {Record<string, string>} */
  const headers = body ? { "Content-Type": "application/json" } : {}, mark = kept.server ? kept.mark : NOTHING;
  if (!body && mark) headers["If-None-Match"] = mark;
  const answer = await fetch(base + path, {
    method: body ? "POST" : "GET", body: body && JSON.stringify(body), headers, cache: "no-store",
    signal: patience(),
  });
  const { status } = answer, json = (answer.headers.get("Content-Type") || "").startsWith("application/json");
  const known = status < 500 && (json || status === 304 || status === 404 || status === 410);
  const own = !answer.redirected && answer.headers.has(stated("own"));
  if (!own || !known) throw Object.assign(new Error("no answer"), { status });
  const date = Date.parse(answer.headers.get("Date") ?? "");
  const ahead = Date.now() - date;
  if (date && Math.abs(ahead - kept.ahead) > 2000) await change(() => ({ ahead }));
  over = status === 404 ? words.refused_address : status === 410 ? words.event_over : "";
  return { status, mark: answer.headers.get("ETag") ?? "", told: json ? await answer.json() : null };
}

/**
 * The list as the server tells it. Where the lease or the list itself is gone, what was not sent is sent all the same: the
 * site keeps it aside for the office. Only then it is told as not on the list.
 * @param {Server} server
 * @param {{ mark?: string, queue?: Entry[], refused?: boolean }} how
 * @returns {Partial<Kept>}
 */
function taken(server, { mark = "", queue = kept.queue, refused = false } = {}) {
  const gone = kept.gone || Boolean(kept.generation && kept.server?.list && kept.server.list !== server.list);
  const ended = kept.generation && (refused || gone || server.lease.generation !== kept.generation || !server.open);
  if (!ended || !refused && queue.length && server.list) return { server, mark, queue, gone };
  const lost = kept.passed ? [] : missing(queue, server);
  return { server, mark, queue: [], lost: [...kept.lost, ...lost], generation: 0, ended: true, gone, claim: null, passed: false };
}

/**
 * What was entered here, as it was in the end, and does not stand there.
 * @param {Entry[]} queue
 * @param {Server} server
 */
const missing = (queue, { rows }) => queue.filter((entry, at) => "text" in entry && !rows.some((row) => saysTheSame(row, entry, read))
  && !queue.slice(at + 1).some((later) => "nr" in later && later.nr === entry.nr));

/** Whether something waits that the server can be told. */
const hasToSend = () => Boolean(kept.claim
  || kept.generation && kept.queue.length && server().list && !(writing() && kept.queue[0].problem));

/** Send what waits, without waiting for the answer to a look, or ask how the list stands. */
export async function sync() {
  const sends = hasToSend(), mine = sends ? "sends" : "looks";
  if (busy.sends || busy[mine]) return;
  busy[mine] = true;
  sendings += Number(sends);
  const began = performance.now(), at = sendings;
  let answered = true, stores = true;
  try {
    await (kept.claim ? claim(kept.claim) : sends ? send() : look());
  } catch (failure) {
    answered = false;
    stores = !(failure instanceof Error && "status" in failure && failure.status === 503);
  }
  busy[mine] = false;
  if (at !== sendings) return;   // what was sent meanwhile says more
  asked = performance.now();
  pause = pauseAfter(asked - began);
  network = answered;
  if (!answered) resting = !stores;
  redraw();
  if (network && !over && !kept.claim && kept.queue.length && !kept.queue[0].problem && writing()) setTimeout(sync, 50);
}

/**
 * An answer that was on its way while this device became the writer, or ceased to be, tells of a time before that.
 * @param {number} generation
 * @param {() => Partial<Kept>} by
 */
const unless = (generation, by) => change(() => kept.generation === generation ? by() : {});

async function look() {
  const { generation } = kept, at = sendings;
  const answer = await ask("stand/");
  if (answer.status === 200 && at === sendings) await unless(generation, () => taken(answer.told, { mark: answer.mark }));
}

/**
 * Tell the site by what this phone writes already; until somebody has decided what becomes of a refusal, only look whether
 * there is a network.
 * @param {Claim} claim
 */
async function claim({ keeper, code, said }) {
  const { generation } = kept;
  if (said) {
    await ask("stand/");
    return;
  }
  const { status, told } = await ask("schreiben/", { device: kept.device, keeper, code, number: generation, seals: true });
  if (status === 200) await unless(generation, () => granted(told, kept.queue));
  else if (told?.state) await unless(generation, () => refused(told));
}

/**
 * What becomes of a claim that the site does not grant: where nothing of it is missing there, or another phone has it all, nobody
 * need be asked.
 * @param {{ said: string[], held?: boolean, state: Server }} told
 * @returns {Partial<Kept>}
 */
function refused(told) {
  const { claim, passed, queue } = kept;
  if (!told.state.open && !missing(queue, told.state).length) return taken(told.state, { refused: true });
  return passed && told.held ? left(told.state.list) : { claim: claim && { keeper: claim.keeper, code: claim.code, ...refusal(told) } };
}

/**
 * The list is another's; what stands here is sent all the same, as by one who does not write.
 * @param {string} list
 * @returns {Partial<Kept>}
 */
function left(list) {
  const { generation, queue, lost } = kept, lease = { ...server().lease, generation: generation + 1 };
  if (list) return { claim: null, mark: "", server: { ...server(), list, lease } };
  return { claim: null, generation: 0, ended: true, queue: [], lost: [...lost, ...queue.filter((entry) => "text" in entry)] };
}

/** @param {{ said: string[], held?: boolean, state: Server }} told */
function refusal({ said, held = false, state }) {
  const seat = state.seats.find((each) => each.seat === state.lease.keeper);
  return { said: said.join(" "), held, list: state.list, who: seat?.name ?? "", there: state.rows.length };
}

/** Somebody wants the site asked once more. */
export const claimAgain = () => change(() => kept.claim ? { claim: { keeper: kept.claim.keeper, code: kept.claim.code } } : {}).then(sync);

/** Leave the list to whom the site knows as its writer; what stands here goes aside to the office, as far as it has a list. */
export const giveUp = () => change(() => kept.claim ? { passed: false, ...left(kept.claim.list ?? "") } : {}).then(sync);

async function send() {
  const { generation } = kept;
  const entries = kept.queue.slice(0, 100).map(asEntered);
  const { status, mark, told } = await ask("senden/", { device: kept.device, generation, list: server().list, entries });
  /**
   * @param {string} key
   * @param {Problem} found
   */
  const stopped = (key, found) => kept.queue.map((entry) => entry.key === key ? { ...entry, problem: found } : entry);
  if (status === 409) await unless(generation, () => taken(told.state, { refused: true }));
  else if (status === 400) await unless(generation, () => ({ queue: stopped(entries[0].key, { status: "refused", said: told.said }) }));
  else if (status === 200) await unless(generation, () => {
    /** @type {(Problem & { key: string })[]} */
    const answers = told.answers, [found] = answers.slice(-1);
    const accepted = new Set(answers.filter((each) => each.status === "accepted").map((each) => each.key));
    const queue = stopped(found.status === "accepted" ? "" : found.key, found).filter((entry) => !accepted.has(entry.key));
    return taken(told.state, { mark, queue, refused: !told.state.open });
  });
}

/**
 * Ask to be the device that writes; the sentence of a refusal, empty where it is granted.
 * @param {number} keeper seat of whoever writes
 * @param {string} code of the device that writes so far
 * @param {boolean} forced without that code
 */
export async function takeOver(keeper, code = "", forced = false) {
  const { status, told } = await ask("schreiben/", { device: kept.device, keeper, code, forced, seals: true });
  if (status !== 200) return { said: told?.said?.join(" ") ?? over, held: Boolean(told?.held) };
  await change(() => granted(told, kept.claim || kept.generation === told.generation ? kept.queue : []));
  return { said: "", held: false };
}

/**
 * This phone is the one that writes.
 * @param {{ state: Server, generation: number, key: string }} told
 * @param {Entry[]} queue
 * @returns {Partial<Kept>}
 */
const granted = ({ state, generation, key }, queue) =>
  ({ server: state, mark: "", generation, key, queue, ended: false, gone: false, claim: null });
