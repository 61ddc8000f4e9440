/* Lines in space as clipped segments, as rows for the shader. */

import { sharesBetween } from "./clipping.js";
import { frontDistance } from "./space_camera.js";
import { PIECE_KIND } from "./space_settings.js";
import { interpolate } from "./vectors.js";

// The largest length and number of a line's pieces, which are sorted by depth.
const MAX_PIECE_LENGTH_PX = 480;
const MAX_PIECE_COUNT = 64;
const NO_HEAD = [0, 0];
// The clipping margin of lines, in tenths of a px.
const LINE_CLIP_MARGIN = 30;

/** Return the rows of a polyline of eye points, clipped at the near plane.
    @type {(points: Point[], pen: Stroke, eye: PerspectiveView) => ShapeRow[]} */
export function buildPathRows(points, pen, eye) {
  /** @type {ShapeRow[]} */
  const rows = [];
  /** @type {Point[]} */
  let run = [];
  const end = () => {
    if (run.length > 1) rows.push(...buildPolylineRows(run, pen, eye));
    run = [];
  };
  points.forEach((p, k) => {
    const q = points[k + 1], ahead = frontDistance(p);
    if (ahead > 0) run.push(eye.project(p));
    const then = q ? frontDistance(q) : ahead;
    if (ahead > 0 === then > 0) return;
    run.push(eye.project(interpolate(p, q, ahead / (ahead - then))));
    if (ahead > 0) end();
  });
  end();
  return rows;
}

/** Return the rows of a polyline in px; `head` is the length and half width of an arrowhead.
    @type {(flat: Point[], pen: Stroke, eye: PerspectiveView, head?: Point) => ShapeRow[]} */
export function buildPolylineRows(flat, pen, eye, head = NO_HEAD) {
  const points = subdivide(flat, eye, !head[0]);
  const axes = points.slice(1).map((q, k) => {
    const x = q[0] - points[k][0], y = q[1] - points[k][1], length = Math.hypot(x, y);
    return [x / length, y / length, length];
  });
  const [first, last] = [points[0], points.at(-1)];
  const round = points.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-2;
  /** @type {ShapeRow[]} */
  const rows = [];
  let start = 0;
  axes.forEach((axis, k) => {
    const before = axes[k - 1] || (round ? axes.at(-1) : null);
    const after = axes[k + 1] || (round ? axes[0] : null);
    const own = k === axes.length - 1 ? head : NO_HEAD;
    const about = { axis, before, after, start, head: own };
    const row = buildPieceRow(points[k], points[k + 1], about, pen, eye);
    if (row) rows.push(row);
    start += axis[2];
  });
  return rows;
}

/** Return the points of a polyline without repetitions, and with more points on long segments.
    @type {(flat: Point[], eye: PerspectiveView, cut: boolean) => Point[]} */
function subdivide(flat, { width, height, px }, cut) {
  const points = [flat[0]], reach = 4 * Math.hypot(width, height) / 2;
  for (let k = 1; k < flat.length; k++) {
    const a = flat[k - 1], b = flat[k];
    const distance = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
    const count = cut
      ? Math.min(Math.floor(Math.min(distance, reach) / (MAX_PIECE_LENGTH_PX * px)) + 1,
      MAX_PIECE_COUNT) : 1;
    for (let part = 1; part <= count; part++) points.push(interpolate(a, b, part / count));
  }
  return points.filter((p, k) => (
    !k || Math.hypot(p[0] - points[k - 1][0], p[1] - points[k - 1][1]) > 1e-3));
}

/** Return the row of a segment, or null if it is not visible.
    @type {(a: Point, b: Point, about: PieceData, pen: Stroke,
    eye: PerspectiveView) => ShapeRow | null} */
function buildPieceRow(a, b, { axis: [x, y, length], before, after, start, head }, pen, eye) {
  // In proportion to the view, so that labels do not depend on the resolution.
  const thick = pen.width / 2, margin = thick + head[1] + LINE_CLIP_MARGIN * eye.px;
  const [low, high] = sharesBetween(a, b, [eye.width, eye.height].map(
    (size) => [-(size / 2 + margin), size / 2 + margin]));
  if (!(low <= high)) return null;
  const p = interpolate(a, b, low), q = interpolate(a, b, high), half = (high - low) * length / 2;
  // Neighbours meet at the bisector of their corner, so that no pixel is drawn twice.
  /** @type {(other: Point | null) => Point} */
  const cut = (other) => (other ? [x + other[0], y + other[1]] : [0, 0]);
  const [c, d] = [cut(before), cut(after)], [on, off] = pen.dash || [0, 0];
  const slope = (b[2] - a[2]) / length;
  return { depth: (a[2] + b[2]) / 2, row: [
    (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, x, y,
    half + thick + 1, Math.max(thick, head[1]) + 1, 0, 0,
    half, ...(high === 1 ? head : NO_HEAD), 0,
    ...c, ...d,
    thick, on + off, on, on ? (start + low * length) % (on + off) : 0,
    x * slope, y * slope, a[2] - (x * a[0] + y * a[1]) * slope, PIECE_KIND,
    ...pen.colour,
    c[0] * a[0] + c[1] * a[1], d[0] * b[0] + d[1] * b[1], 0, 0,
  ] };
}
