/* How a prim looks: what is seen of it, how wide and in which pattern. */

import { at } from "./columns.js";

// What is pointed at is drawn so much wider, in px, and the rest so much fainter.
const WIDER = 1.5;
const FAINT = 0.55;

/** What is to be seen of a prim or label now: 0 for nothing, else its opacity. */
/** @type {(thing: Seen, i: number, shown: Shown) => number} */
export function opacity(thing, i, shown) {
  if (!at(thing.there ?? 1, i)) return 0;
  if (thing.article && !shown.article) return 0;
  const key = thing.key || "";
  if (shown.asked && (thing.since || thing.lesson)) return 0;
  if (shown.step !== null) {
    if ((thing.since || 0) > shown.step || (key && shown.hides.has(key))) return 0;
  } else if (thing.lesson && !(key && key === shown.lit)) return 0;
  const own = at(thing.a ?? 255, i) / 255;
  if (!shown.lit) return own;
  return key === shown.lit ? 1 : FAINT * own;
}

/** How opaque its inside is; that number holds its own opacity already. */
/** @type {(prim: Prim, i: number, seen: number) => number} */
export function inside(prim, i, seen) {
  return at(prim.fill ?? 0, i) * seen / (at(prim.a ?? 255, i) || 255);
}

/** How wide a prim's lines are, in tenths of a px; what is lit is wider. */
/** @type {(prim: Prim, i: number, shown: Shown) => number} */
export function width(prim, i, shown) {
  const w = at(prim.w ?? 0, i);
  return w && shown.lit && prim.key === shown.lit ? w + 10 * WIDER : w;
}

/** A dashed line's pattern: what is drawn, between round ends, and what is left out. */
/** @type {(wide: number) => Point} */
export const dashes = (wide) => [1.2 * wide + 3, 2.3 * wide + 2];

/** @type {(size: number) => string} */
export const boldly = (size) => `bold ${font(size)}`;
/** @type {(size: number) => string} */
export const font = (size) => `${size}px Roboto, "Playground Japanese", system-ui, "Noto Sans", sans-serif`;
