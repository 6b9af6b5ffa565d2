// @ts-check
// Where things are: players around a phone that lies on the table, buttons on its screen.

/** @type {Record<number, string[]>} */
const SIDES = { 2: ["bottom", "top"], 3: ["bottom", "left", "right"], 4: ["bottom", "left", "top", "right"] };

/**
 * On which side each seat is, from whoever keeps the list on the lower side and on by the clock.
 * @param {number[]} seats in their order
 * @param {number} first seat on the lower side
 * @returns {Map<string, number[]>}
 */
export function sidesOf(seats, first) {
  const at = Math.max(seats.indexOf(first), 0), turned = [...seats.slice(at), ...seats.slice(0, at)];
  const order = SIDES[turned.length] ?? SIDES[4];
  const of = (/** @type {string} */ side) => turned.filter((_seat, index) => order[Math.floor(index * order.length / turned.length)] === side);
  return new Map(order.map((side) => [side, of(side)]));
}

const ASIDE = 3;   // so much nearer what lies straight ahead is than what lies beside the way

/**
 * The next place in a direction; -1 where there is none.
 * @param {{ x: number, y: number }} from
 * @param {{ x: number, y: number }[]} places
 * @param {[x: number, y: number]} way one of them 0
 */
export function nextIn({ x, y }, places, [right, down]) {
  const far = places.map((place) => {
    const ahead = (place.x - x) * right + (place.y - y) * down, aside = Math.abs((place.x - x) * down) + Math.abs((place.y - y) * right);
    return ahead > 1 ? ahead + ASIDE * aside : Infinity;
  });
  const nearest = Math.min(...far);
  return nearest < Infinity ? far.indexOf(nearest) : -1;
}
