// @ts-check
// The phone lies in the middle of the table: who sits where stands on all four sides, each name towards its player, and in
// the middle the last deal, large, for those on both sides. A tap or a key puts the page back as it was.

import { book, button, make, one, words } from "./page.js";
import { sidesOf } from "./places.js";
import { namesBySeat, players, redraw, saidOf, server } from "./store.js";
import { fill, plain } from "./wording.js";

export let lies = false;

/** @param {boolean} wanted */
export function lay(wanted) {
  lies = wanted;
  redraw();
  one(wanted ? "#liegend button" : "#mehr").focus();
}

/** @param {Now} now */
export function drawLying(now) {
  const place = one("#liegend"), inside = JSON.stringify([now.rows, now.dealer, now.complete, players()]);
  place.hidden = !lies;
  document.body.classList.toggle("lies", lies);
  if (!lies || place.dataset.told === inside) return;
  place.dataset.told = inside;
  const names = namesBySeat(), seats = server().seats.map(({ seat }) => seat);
  const sides = [...sidesOf(seats, server().lease.keeper)].map(([side, at]) => {
    const made = make("div", "", { class: `side ${side}` });
    made.append(...at.map((seat) => nameAt(seat, names[seat], now)));
    return made;
  });
  const said = now.last ? fill(words.last, { number: now.last.number || "–", said: saidOf(now.last) }) : words.first;
  const middle = make("div", "", { class: "middle" });
  middle.append(make("p", said, { class: "turned", "aria-hidden": "true" }), make("p", said, { role: "status" }));
  const back = button(words.stand_up, () => lay(false), "second");
  const focused = place.contains(document.activeElement);
  middle.append(back);
  place.replaceChildren(middle, ...sides);
  if (focused) back.focus();
}

/**
 * @param {number} seat
 * @param {string} name
 * @param {Now} now
 */
function nameAt(seat, name, now) {
  const made = make("p"), deals = !now.complete && !book.leads && seat === now.dealer;
  made.append(make("span", name), make("b", plain(now.feet[seat - 1].points)));
  if (deals) made.append(make("small", words.deals));
  return made;
}

one("#liegend").addEventListener("click", ({ target }) => { if (!(target instanceof HTMLButtonElement)) lay(false); });
document.addEventListener("keydown", ({ key }) => { if (lies && key === "Escape") lay(false); });
