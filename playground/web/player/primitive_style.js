/* How a prim looks: what is seen of it, how wide and in which pattern. */

import { columnAt } from "./columns.js";

// What is pointed at is drawn so much wider, in px, and the rest so much fainter.
const HIGHLIGHT_WIDTH_PX = 1.5;
const DIMMED_OPACITY = 0.55;

/** What is to be seen of a prim or label now: 0 for nothing, else its opacity. */
/** @type {(thing: DrawnColumns, i: number, drawState: DrawState) => number} */
export function visibleOpacity(thing, i, drawState) {
  if (!columnAt(thing.there ?? 1, i)) return 0;
  if (thing.article && !drawState.showsArticle) return 0;
  const key = thing.key || "";
  if (drawState.isQuestionOpen && (thing.since || thing.lesson)) return 0;
  if (drawState.step !== null) {
    if ((thing.since || 0) > drawState.step || (key && drawState.hiddenKeys.has(key))) return 0;
  } else if (thing.lesson && !(key && key === drawState.highlightedKey)) return 0;
  const own = columnAt(thing.a ?? 255, i) / 255;
  if (!drawState.highlightedKey) return own;
  return key === drawState.highlightedKey ? 1 : DIMMED_OPACITY * own;
}

/** How opaque its inside is; that number holds its own opacity already. */
/** @type {(prim: Primitive, i: number, opacity: number) => number} */
export function fillOpacity(prim, i, opacity) {
  return columnAt(prim.fill ?? 0, i) * opacity / (columnAt(prim.a ?? 255, i) || 255);
}

/** How wide a prim's lines are, in tenths of a px; what is lit is wider. */
/** @type {(prim: Primitive, i: number, drawState: DrawState) => number} */
export function lineWidth(prim, i, drawState) {
  const w = columnAt(prim.w ?? 0, i);
  return w && drawState.highlightedKey && prim.key === drawState.highlightedKey
    ? w + 10 * HIGHLIGHT_WIDTH_PX : w;
}

/** A dashed line's pattern: what is drawn, between round ends, and what is left out. */
/** @type {(width: number) => Point} */
export const dashPattern = (width) => [1.2 * width + 3, 2.3 * width + 2];

/** @type {(size: number) => string} */
export const boldFont = (size) => `bold ${regularFont(size)}`;
/** @type {(size: number) => string} */
export const regularFont =
  (size) => `${size}px Roboto, "Playground Japanese", system-ui, "Noto Sans", sans-serif`;
