/* Approximation of curves by chords; angles are clockwise. */

// Larger circles are drawn as chords, in px: a canvas draws them coarsely.
export const MAX_CANVAS_RADIUS_PX = 4096;
// The largest distance of chords from their curve, in px.
const MAX_CHORD_ERROR_PX = 0.04;
// The least number of points of an arc, and the relative distance of its chords from the centre.
const MIN_ARC_POINT_COUNT = 17;
const ARC_CHORD_RATIO = Math.cos(Math.PI / (MIN_ARC_POINT_COUNT - 1));
// The number of coarse pieces of a large ellipse, refined where visible.
const ELLIPSE_SEGMENT_COUNT = 256;

/** Return the largest angle of a chord within the tolerance. @type {(r: number) => number} */
export const maxChordAngle =
  (r) => Math.min(Math.PI / 8, Math.sqrt(8 * MAX_CHORD_ERROR_PX / Math.max(r, 1)));
/** @type {(from: number, to: number, count: number) => number[]} */
const evenlySpaced = (from, to, count) => (
  Array.from({ length: count }, (_, k) => from + (to - from) * k / (count - 1)));

/** Return the points of an arc, dense only where visible.
    @type {(at: Point, r: number, start: number, sweep: number, sight: VisibleCircle) => Point[]} */
export function arcPoints([x, y], r, start, sweep, { center, radius }) {
  const seen = visibleAngles([x - center[0], y - center[1]], r, start, sweep, radius);
  const [low, high] = seen, fine = Math.max(2, Math.ceil((high - low) / maxChordAngle(r)) + 1);
  let angles;
  if (high - low >= Math.abs(sweep)) {
    angles = evenlySpaced(start, start + sweep, Math.max(fine, MIN_ARC_POINT_COUNT));
  } else {
    const both = [...evenlySpaced(start, start + sweep, MIN_ARC_POINT_COUNT),
      ...evenlySpaced(low, high, fine)];
    angles = both.sort((a, b) => (sweep < 0 ? b - a : a - b));
  }
  return angles.map((angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)]);
}

/** Return the angles between which an arc may be visible.
    @type {(off: Point, r: number, start: number, sweep: number, reach: number) => number[]} */
function visibleAngles([x, y], r, start, sweep, reach) {
  const [low, high] = sweep < 0 ? [start + sweep, start] : [start, start + sweep];
  const distance = Math.hypot(x, y);
  if (ARC_CHORD_RATIO * r > distance + reach)
    return [low, low]; // the arc and its chords pass around the view
  if (distance <= 2 * reach || reach > r) return [low, high];
  const half = Math.asin(Math.min(1, 1.1 * reach / distance)), tau = 2 * Math.PI;
  const straight = Math.atan2(-y, -x);
  const toward = straight + tau * Math.round(((low + high) / 2 - straight) / tau);
  return [toward - half, toward + half].map((turn) => Math.min(Math.max(low, turn), high));
}

/** Return the points of an ellipse's outline, dense only where visible.
    @type {(at: Point, radii: Point, turn: number, sight: VisibleCircle) => Point[]} */
export function ellipsePoints([x, y], [a, b], turn, { center, radius }) {
  const cos = Math.cos(turn), sin = Math.sin(turn), largest = Math.max(a, b), tau = 2 * Math.PI;
  /** @type {(t: number) => Point} */
  const point = (t) => {
    const u = a * Math.cos(t), v = b * Math.sin(t);
    return [x + u * cos - v * sin, y + u * sin + v * cos];
  };
  const count = Math.ceil(tau / maxChordAngle(largest)),
    fine = Math.ceil(count / ELLIPSE_SEGMENT_COUNT);
  const slack = radius + 8 + largest * (tau / ELLIPSE_SEGMENT_COUNT) ** 2 / 8, points = [];
  for (let k = 0; k < ELLIPSE_SEGMENT_COUNT; k++) {
    const ends =
      [point(k * tau / ELLIPSE_SEGMENT_COUNT), point((k + 1) * tau / ELLIPSE_SEGMENT_COUNT)];
    const seen = [0, 1].every((axis) => {
      const [p, q] = ends.map((end) => end[axis] - center[axis]);
      return Math.min(p, q) < slack && Math.max(p, q) > -slack;
    });
    const parts = seen ? fine : 1;
    for (let n = 0; n < parts; n++) points.push(
      point((k + n / parts) * tau / ELLIPSE_SEGMENT_COUNT));
  }
  return points;
}
