/* Clipping of lines and outlines that extend far outside the view. */

import { interpolate } from "./vectors.js";

// The distance of the clipping border from the view, in px.
const CLIP_MARGIN_PX = 256;

/** Return whether all points are inside the clipping border.
    @type {(points: Point[], view: Extent) => boolean} */
export function isNearlyVisible(points, { width, height }) {
  return points.every(([x, y]) => (
    x >= -CLIP_MARGIN_PX && y >= -CLIP_MARGIN_PX && x <= width + CLIP_MARGIN_PX
      && y <= height + CLIP_MARGIN_PX));
}

/** Return the fractions of the segment between which it is visible; the first is larger if nowhere.
    @type {(a: Point, b: Point, view: Extent, margin?: number) => number[]} */
export const visibleInterval = (a, b, { width, height }, margin = CLIP_MARGIN_PX) => (
  sharesBetween(a, b, [[-margin, width + margin], [-margin, height + margin]]));

/** Return the fractions of the segment between which it is within limits of x and y.
    @type {(a: Point, b: Point, limits: number[][]) => number[]} */
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

/** Return the visible parts of a polyline: points, distance of the start along it, and whether the
    part contains its end. @type {(points: Point[], view: Extent) => VisibleRun[]} */
export function visibleRuns(points, view) {
  /** @type {VisibleRun[]} */
  const found = [];
  /** @type {VisibleRun | null} */
  let run = null, way = 0;
  points.slice(1).forEach((b, k) => {
    const a = points[k], [low, high] = visibleInterval(a, b, view);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (low <= high) {
      if (!run || low > 0) {
        run = { points: [interpolate(a, b, low)], start: way + low * length, hasEnd: false };
        found.push(run);
      }
      run.points.push(interpolate(a, b, high));
      run.hasEnd = high === 1 && k === points.length - 2;
      if (high < 1) run = null;
    } else run = null;
    way += length;
  });
  return found;
}

/** Return the visible part of a polygon; it may contain coinciding edges.
    @type {(points: Point[], view: Extent) => Point[]} */
export const clipPolygon = (points, { width, height }) => (
  clipToSides(points, boxSides(0, 0, width, height)));

/** Return functions for the distance of a point inside each side of a box, with a margin.
    @type {(left: number, top: number, right: number, bottom: number) => Side[]} */
export const boxSides = (left, top, right, bottom) => [
  ([x]) => right + CLIP_MARGIN_PX - x, ([x]) => x - left + CLIP_MARGIN_PX,
  ([, y]) => bottom + CLIP_MARGIN_PX - y, ([, y]) => y - top + CLIP_MARGIN_PX,
];

/** Clip a polygon to some sides; of a segment the ends.
    @type {(points: Point[], sides: Side[]) => Point[]} */
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
