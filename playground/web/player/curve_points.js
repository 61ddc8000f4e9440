/* Curves as chains of chords that nobody tells from them; angles turn clockwise. */

// Larger circles than this are chords, in px: a canvas draws them coarsely.
export const MAX_CANVAS_RADIUS_PX = 4096;
// Chords stay so close to their curve, in px.
const MAX_CHORD_ERROR_PX = 0.04;
// An arc has at least so many points; its chords come this near to its middle.
const MIN_ARC_POINT_COUNT = 17;
const ARC_CHORD_RATIO = Math.cos(Math.PI / (MIN_ARC_POINT_COUNT - 1));
// Pieces of a large ellipse that are looked at one by one.
const ELLIPSE_SEGMENT_COUNT = 256;

/** The angle whose chord stays within the tolerance of its arc. */
/** @type {(r: number) => number} */
export const maxChordAngle =
  (r) => Math.min(Math.PI / 8, Math.sqrt(8 * MAX_CHORD_ERROR_PX / Math.max(r, 1)));
/** @type {(from: number, to: number, count: number) => number[]} */
const evenlySpaced = (from, to, count) => (
  Array.from({ length: count }, (_, k) => from + (to - from) * k / (count - 1)));

/** Points of an arc, dense only where they may be in sight. */
/** @type {(at: Point, r: number, start: number, sweep: number, sight: VisibleCircle) => Point[]} */
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

/** Between which angles an arc about a point off the middle can be in sight. */
/** @type {(off: Point, r: number, start: number, sweep: number, reach: number) => number[]} */
function visibleAngles([x, y], r, start, sweep, reach) {
  const [low, high] = sweep < 0 ? [start + sweep, start] : [start, start + sweep];
  const distance = Math.hypot(x, y);
  if (ARC_CHORD_RATIO * r > distance + reach)
    return [low, low]; // it goes round all, and so do its chords
  if (distance <= 2 * reach || reach > r) return [low, high];
  const half = Math.asin(Math.min(1, 1.1 * reach / distance)), tau = 2 * Math.PI;
  const straight = Math.atan2(-y, -x);
  const toward = straight + tau * Math.round(((low + high) / 2 - straight) / tau);
  return [toward - half, toward + half].map((turn) => Math.min(Math.max(low, turn), high));
}

/** Points of an ellipse's outline, dense only where they may be in sight. */
/** @type {(at: Point, radii: Point, turn: number, sight: VisibleCircle) => Point[]} */
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
