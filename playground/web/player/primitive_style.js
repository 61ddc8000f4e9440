/* The style of primitives: opacity, width and dash pattern. */

import { columnAt } from "./columns.js";

// The extra width of the highlighted quantity, in px, and the opacity of all others.
const HIGHLIGHT_WIDTH_PX = 1.5;
const DIMMED_OPACITY = 0.55;

/** Return the opacity of a primitive or label, 0 if it is hidden.
    @type {(thing: DrawnColumns, i: number, drawState: DrawState) => number} */
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

/** Return the opacity of the fill, relative to the primitive's opacity.
    @type {(prim: Primitive, i: number, opacity: number) => number} */
export function fillOpacity(prim, i, opacity) {
  return columnAt(prim.fill ?? 0, i) * opacity / (columnAt(prim.a ?? 255, i) || 255);
}

/** Return the line width of a primitive, in tenths of a px; highlighted ones are wider.
    @type {(prim: Primitive, i: number, drawState: DrawState) => number} */
export function lineWidth(prim, i, drawState) {
  const w = columnAt(prim.w ?? 0, i);
  return w && drawState.highlightedKey && prim.key === drawState.highlightedKey
    ? w + 10 * HIGHLIGHT_WIDTH_PX : w;
}

/** Return the dash pattern: the dash between round caps, and the gap.
    @type {(width: number) => Point} */
export const dashPattern = (width) => [1.2 * width + 3, 2.3 * width + 2];

/** @type {(size: number) => string} */
export const boldFont = (size) => `bold ${regularFont(size)}`;
/** @type {(size: number) => string} */
export const regularFont =
  (size) => `${size}px Roboto, "Playground Japanese", system-ui, "Noto Sans", sans-serif`;
