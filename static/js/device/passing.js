// @ts-check
// A list that begins by the code of its card, or goes on from one phone to another, without any network: what is taken from
// a code, what is shown as one, and what is asked where the site says otherwise later.

import { entriesOf, handOverCode, listCode, startOf } from "./codes.js";
import { base, borrowed, button, dialog, make, panel, starts, stated, words } from "./page.js";
import { change, claimAgain, giveUp, kept, network, randomName, server, sync, writing } from "./store.js";
import { fill } from "./wording.js";

/** @param {{ rules: string, place: [number, number], names: string[] }} said */
function startHere(said) {
  return said.rules === stated("rules") ? startOf(starts, said) : null;
}

// ---- The card

/**
 * What the card says is kept; without a network the list is shown as it names it.
 * @param {Card} card
 */
export async function keepCard({ rules, place, names, lease }) {
  const start = startHere({ rules, place, names });
  await change(() => {
    const unknown = !kept.server || !kept.server.list && !kept.generation && !network;
    return { card: { rules, place, names, lease }, ...(unknown && start ? { server: start } : {}) };
  });
}

/**
 * Write the list from now on, without the site having been asked.
 * @param {number} keeper
 */
export const beginByCard = (keeper) => change(() => {
  const { card, server } = kept;
  return card && server && canBegin() ? written(server, server.lease.generation + 1, keeper, card.lease) : {};
});

/** Whether the card lets this phone begin now: nobody writes the list as far as is known here. */
export const canBegin = () => Boolean(kept.card && kept.server?.open && !kept.server.lease.held && !kept.server.lease.paper);

/**
 * @param {Server} server
 * @param {number} generation
 * @param {number} keeper
 * @param {string} code
 * @returns {Partial<Kept>}
 */
function written(server, generation, keeper, code) {
  const lease = { ...server.lease, generation, held: true, keeper };
  return { server: { ...server, lease }, generation, claim: { keeper, code }, ended: false, gone: false, passed: false };
}

// ---- From one phone to the other

/** Show another phone how the list goes on. From then on nothing is written here, unless somebody says that nobody has taken it. */
export async function handOver() {
  const code = listCode(kept, server(), starts), sent = !kept.queue.length && !kept.claim;
  if (!code && !sent) return panel(words.hand_over, [make("p", words.send_first)]);
  const address = `${location.origin}${base}#${code || handOverWord()}`;
  await change(() => ({ passed: true }));
  const canvas = make("canvas", "", { class: "qr", role: "img", "aria-label": address });
  const word = sent ? [make("p", handOverWord(), { class: "code-word" })] : [];
  const done = button(words.passed_on, () => { dialog.close(); });
  const back = button(words.write_on, () => { dialog.close(); takeBack(); }, "second");
  panel(words.hand_over, [make("p", words.hand_over_help), canvas, ...word, done, back], { closes: false, kind: "hands-over" });
  return drawCode(canvas, address);
}

/** What another phone with a network may be told in eight signs. */
const handOverWord = () => handOverCode(kept.device, kept.generation);

/** Nobody has taken the list. */
export const takeBack = () => change(() => ({ passed: false }));

/**
 * @param {HTMLCanvasElement} canvas
 * @param {string} text
 */
export async function drawCode(canvas, text) {
  const { generate } = await import(stated("codes"));
  generate(text).toCanvas(canvas);
}

/**
 * Why a list that was scanned cannot be taken over here; empty where it can.
 * @param {ListCode} code
 */
export function against(code) {
  if (code.rules !== stated("rules")) return words.other_rules;
  if (writing() && kept.generation >= code.number) return words.here_already;
  const start = startHere(code);
  if (!start || !entriesOf(start, code.deals, randomName)) return words.half_code;
  const { list = "", lease } = kept.server ?? {};
  return list && lease && lease.generation >= code.number ? words.old_code : "";
}

/**
 * How many deals it has.
 * @param {ListCode} code
 */
export function dealsOf(code) {
  const start = startHere(code), entries = start && entriesOf(start, code.deals, randomName) || [];
  const count = (/** @type {string} */ kind) => entries.filter((entry) => entry.kind === kind).length;
  return count("row") - count("undo");
}

/**
 * Go on with the list of another phone. What this one had not sent and that one does not have is told as not on the list.
 * @param {ListCode} code
 * @param {number} keeper
 */
export async function goOn(code, keeper) {
  const start = startHere(code);
  if (!start) return;
  const queue = entriesOf(start, code.deals, randomName) ?? [], { queue: own } = kept;
  const there = new Set(queue.map((entry) => "text" in entry ? `${entry.nr} ${entry.text}` : ""));
  const lost = own.filter((entry) => "text" in entry && !there.has(`${entry.nr} ${entry.text}`));
  await change(() => ({
    ...written(start, code.number, keeper, code.claim), queue, counter: Math.max(kept.counter, code.counter) + 1, mark: "", key: "",
    lost: [...kept.lost, ...lost],
  }));
  sync();
}

/** Where an address was scanned that this phone has not kept, its rules have to stand there when it is opened again. */
export const forgetCode = () => history.replaceState(null, "", base + (borrowed ? `#R:${stated("rules")}:` : ""));

// ---- What the site says of it later

/**
 * The site knows another writer, or takes no more for this list: those at the table decide.
 * @param {(keeper: number) => void} insist asks to write all the same
 */
export function settleClaim(insist) {
  const { claim, queue } = kept;
  if (!claim?.said || dialog.open) return;
  const here = queue.filter(({ kind }) => kind === "row").length;
  const said = claim.held ? fill(words.claim_held, { name: claim.who ?? "", there: claim.there ?? 0, here }) : claim.said;
  const first = claim.held ? button(words.go_on_here, () => insist(claim.keeper)) : button(words.claim_again, () => { dialog.close(); claimAgain(); });
  const leave = button(claim.held ? words.leave_to_other : words.leave_to_office, () => { dialog.close(); giveUp(); }, "second");
  panel(claim.held ? words.held : words.refused, [make("p", said), make("p", words.kept_aside), first, leave], { closes: false });
}
