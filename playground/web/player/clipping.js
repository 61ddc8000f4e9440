/* Lines and outlines that reach far out of sight are cut off there. */

import { interpolate } from "./vectors.js";

// So far out of the view, in px.
const CLIP_MARGIN_PX = 256;

/** Whether all points are in sight, or little beyond. */
/** @type {(points: Point[], view: Extent) => boolean} */
export function isNearlyVisible(points, { width, height }) {
  return points.every(([x, y]) => (
    x >= -CLIP_MARGIN_PX && y >= -CLIP_MARGIN_PX && x <= width + CLIP_MARGIN_PX
      && y <= height + CLIP_MARGIN_PX));
}

/** Between which shares of the way from a to b it is in sight; the first is larger where it
    nowhere is. */
/** @type {(a: Point, b: Point, view: Extent, margin?: number) => number[]} */
export const visibleInterval = (a, b, { width, height }, margin = CLIP_MARGIN_PX) => (
  sharesBetween(a, b, [[-margin, width + margin], [-margin, height + margin]]));

/** Between which shares of the way from a to b it is between limits of x and of y. */
/** @type {(a: Point, b: Point, limits: number[][]) => number[]} */
export function sharesBetween(a, b, limits) {
  let low = 0, high = 1;
  limits.forEach((limit, k) => {
    const way = b[k] - a[k] || 1e-300;
    const [first, last] = limit.map((end) => (end - a[k]) / way).sort((p, q) => p - q);
    low = Math.max(low, first);
    high = Math.min(high, last);
  });
  return [low, high];
}

/** The stretches of a chain in sight: their points, how far along each starts, and whether
    it has the chain's end. */
/** @type {(points: Point[], view: Extent) => VisibleRun[]} */
export function visibleRuns(points, view) {
  /** @type {VisibleRun[]} */
  const found = [];
  /** @type {VisibleRun | null} */
  let run = null, way = 0;
  points.slice(1).forEach((b, k) => {
    const a = points[k], [low, high] = visibleInterval(a, b, view);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    /** @type {(share: number) => Point} */
    const on = (share) => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    if (low <= high) {
      if (!run || low > 0) {
        found.push(run = { points: [on(low)], start: way + low * length, hasEnd: false });
      }
      run.points.push(on(high));
      run.hasEnd = high === 1 && k === points.length - 2;
      if (high < 1) run = null;
    } else run = null;
    way += length;
  });
  return found;
}

/** The part of a polygon in sight; parts may hang together by a seam. */
/** @type {(points: Point[], view: Extent) => Point[]} */
export const clipPolygon = (points, { width, height }) => (
  clipToSides(points, boxSides(0, 0, width, height)));

/** How far a point lies within each side of a box, or little beyond. */
/** @type {(left: number, top: number, right: number, bottom: number) => Side[]} */
export const boxSides = (left, top, right, bottom) => [
  ([x]) => right + CLIP_MARGIN_PX - x, ([x]) => x - left + CLIP_MARGIN_PX,
  ([, y]) => bottom + CLIP_MARGIN_PX - y, ([, y]) => y - top + CLIP_MARGIN_PX,
];

/** The part of a polygon within sides; of a segment its ends there. */
/** @type {(points: Point[], sides: Side[]) => Point[]} */
export function clipToSides(points, sides) {
  for (const side of sides) {
    /** @type {Point[]} */
    const kept = [];
    points.forEach((a, k) => {
      const b = points[(k + 1) % points.length], one = side(a), two = side(b);
      if (one > 0) kept.push(a);
      if (one > 0 !== two > 0) kept.push(interpolate(a, b, one / (one - two)));
    });
    points = kept;
  }
  return points;
}
