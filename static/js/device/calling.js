// @ts-check
// Somebody of the office is called to the table: for which reason, whether he is under way, and that it is done.

import { button, clock, dialog, grid, make, panel, words } from "./page.js";
import { ask, server } from "./store.js";
import { fill } from "./wording.js";

/** @typedef {{ pk: number, kind: string, at: string, taken: string | null }} OpenCall */
/** @typedef {{ kinds: [kind: string, name: string][], open: OpenCall | null, said?: string[] }} Calls */

/**
 * Ask how it stands, or say something of it; the panel shows what the site answers.
 * @param {object} [body]
 */
export async function showCalls(body) {
  const answer = await ask("ruf/", body).catch(() => null);
  /** @type {Calls | null | undefined} */
  const told = answer?.told;
  if (!told) return panel(words.call, [make("p", words.network_needed)]);
  const { kinds, open, said = [] } = told;
  const seat = server().lease.keeper || 1;
  const refused = said.map((each) => make("p", each, { role: "alert" }));
  if (!open) return panel(words.call, [...refused, grid(kinds.map(([kind, name]) => button(name, () => { showCalls({ kind, seat }); })))]);
  const waits = make("p", fill(words.call_waits, { kind: open.kind, time: clock(open.at) }), { role: "status" });
  const taken = open.taken ? [make("p", fill(words.call_taken, { time: clock(open.taken) }))] : [];
  return panel(words.call, [...refused, waits, ...taken, button(words.call_back, () => { dialog.close(); showCalls({ back: open.pk }); }, "second")]);
}
