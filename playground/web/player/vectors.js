/* Functions of points, directions and colours, as arrays of numbers. */

/** The directions of arrow keys, y up. @type {Record<string, [number, number]>} */
export const ARROW_DIRECTIONS =
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @type {(p: Point, q: Point) => number} */
export const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
/** @type {(p: Point, q: Point, share: number) => Point} */
export const interpolate = (p, q, share) => p.map((x, k) => x + share * (q[k] - x));
/** @type {(x: number, low: number, high: number) => number} */
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

/** Return red, green and blue of "#rrggbb", from 0 to 1. @type {(code: string) => Point} */
export const rgb = (code) => [1, 3, 5].map((k) => parseInt(code.slice(k, k + 2), 16) / 255);
/** Return red, green, blue and opacity of "#rrggbbaa". @type {(code: string) => Point} */
export const rgba = (code) => [...rgb(code), parseInt(code.slice(7) || "ff", 16) / 255];

/** Interpolate between two colours, all as "#rrggbb".
    @type {(one: string, other: string, share: number) => string} */
export function blend(one, other, share) {
  const [a, b] = [rgb(one), rgb(other)];
  /** @type {(x: number) => string} */
  const hex = (x) => Math.round(255 * x).toString(16).padStart(2, "0");
  return `#${interpolate(a, b, share).map(hex).join("")}`;
}

/** Return a normal of the plane through the first three points that are not collinear.
    @type {(points: Point[]) => Point} */
export function cross(points) {
  const [p, q] = points;
  for (const r of points.slice(2)) {
    const u = q.map((c, k) => c - p[k]), v = r.map((c, k) => c - p[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    if (Math.hypot(...n) > 1e-12) return n;
  }
  return [0, 0, 0];
}
