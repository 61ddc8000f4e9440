/* Curves as chains of chords that nobody tells from them; angles turn clockwise. */

// Larger circles than this are chords, in px: a canvas draws them coarsely.
export const FAR = 4096;
// Chords stay so close to their curve, in px.
const CHORD_ERROR = 0.04;
// An arc has at least so many points; its chords come this near to its middle.
const ARC_POINTS = 17;
const BOWED = Math.cos(Math.PI / (ARC_POINTS - 1));
// Pieces of a large ellipse that are looked at one by one.
const COARSE = 256;

/** The angle whose chord stays within the tolerance of its arc. */
/** @type {(r: number) => number} */
const chordAngle = (r) => Math.min(Math.PI / 8, Math.sqrt(8 * CHORD_ERROR / Math.max(r, 1)));
/** @type {(from: number, to: number, count: number) => number[]} */
const evenly = (from, to, count) => (
  Array.from({ length: count }, (_, k) => from + (to - from) * k / (count - 1)));

/** Points of an arc, dense only where they may be in sight. */
/** @type {(at: Point, r: number, start: number, sweep: number, sight: Reach) => Point[]} */
export function arcPoints([x, y], r, start, sweep, { middle, reach }) {
  const seen = anglesSeen([x - middle[0], y - middle[1]], r, start, sweep, reach);
  const [low, high] = seen, fine = Math.max(2, Math.ceil((high - low) / chordAngle(r)) + 1);
  let angles;
  if (high - low >= Math.abs(sweep)) {
    angles = evenly(start, start + sweep, Math.max(fine, ARC_POINTS));
  } else {
    const both = [...evenly(start, start + sweep, ARC_POINTS), ...evenly(low, high, fine)];
    angles = both.sort((a, b) => (sweep < 0 ? b - a : a - b));
  }
  return angles.map((angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)]);
}

/** Between which angles an arc about a point off the middle can be in sight. */
/** @type {(off: Point, r: number, start: number, sweep: number, reach: number) => number[]} */
function anglesSeen([x, y], r, start, sweep, reach) {
  const [low, high] = sweep < 0 ? [start + sweep, start] : [start, start + sweep];
  const far = Math.hypot(x, y);
  if (BOWED * r > far + reach) return [low, low]; // it goes round all, and so do its chords
  if (far <= 2 * reach || reach > r) return [low, high];
  const half = Math.asin(Math.min(1, 1.1 * reach / far)), tau = 2 * Math.PI;
  const straight = Math.atan2(-y, -x);
  const toward = straight + tau * Math.round(((low + high) / 2 - straight) / tau);
  return [toward - half, toward + half].map((turn) => Math.min(Math.max(low, turn), high));
}

/** Points of an ellipse's outline, dense only where they may be in sight. */
/** @type {(at: Point, radii: Point, turn: number, sight: Reach) => Point[]} */
export function ellipsePoints([x, y], [a, b], turn, { middle, reach }) {
  const cos = Math.cos(turn), sin = Math.sin(turn), large = Math.max(a, b), tau = 2 * Math.PI;
  /** @type {(t: number) => Point} */
  const point = (t) => {
    const u = a * Math.cos(t), v = b * Math.sin(t);
    return [x + u * cos - v * sin, y + u * sin + v * cos];
  };
  const count = Math.ceil(tau / chordAngle(large)), fine = Math.ceil(count / COARSE);
  const slack = reach + 8 + large * (tau / COARSE) ** 2 / 8, points = [];
  for (let k = 0; k < COARSE; k++) {
    const ends = [point(k * tau / COARSE), point((k + 1) * tau / COARSE)];
    const seen = [0, 1].every((axis) => {
      const [p, q] = ends.map((end) => end[axis] - middle[axis]);
      return Math.min(p, q) < slack && Math.max(p, q) > -slack;
    });
    const parts = seen ? fine : 1;
    for (let n = 0; n < parts; n++) points.push(point((k + n / parts) * tau / COARSE));
  }
  return points;
}
