/* Balls and capsules as input of the shaders: bounds and intersections. */

import { clamp } from "./vectors.js";

// The largest number of drawn solids.
export const MAX_SOLID_COUNT = 48;

/** @type {(rows: Point[]) => Float32Array} */
export const toFloatArray = (rows) => new Float32Array(rows.flat());

/** Return the uniforms of solids. @type {(solids: Solid[]) => Uniforms} */
export function solidUniforms(solids) {
  /** @type {Uniforms} */
  const found = { u_solids: solids.length };
  if (!solids.length) return found;
  found.u_solid_a = toFloatArray(solids.map((s) => [...s.a, s.radius]));
  found.u_solid_b = toFloatArray(solids.map((s) => [...s.b, s.colour[3]]));
  return found;
}

/** Return the uniforms of oriented boxes on screen.
    @type {(placed: [Point, Point][]) => Uniforms} */
export const quadUniforms = (placed) => ({
  u_bounds: toFloatArray(placed.map(([box]) => box)),
  u_turn: toFloatArray(placed.map(([, turn]) => [...turn, 0, 0])),
});

/** Return the oriented bounding box of a solid on screen, and its direction.
    @type {(solid: Solid, focal: number) => [Point, Point]} */
export function screenBounds({ a, b, radius }, focal) {
  const x = b[0] / -b[2] - a[0] / -a[2], y = b[1] / -b[2] - a[1] / -a[2];
  const size = Math.hypot(x, y), [c, s] = size > 1e-9 ? [x / size, y / size] : [1, 0];
  const [one, two] = [a, b].map(
    (p) => ballBounds([c * p[0] + s * p[1], c * p[1] - s * p[0], p[2]], radius));
  const low = [0, 1].map((k) => Math.min(one[k], two[k]) * focal - 2);
  const high = [2, 3].map((k) => Math.max(one[k], two[k]) * focal + 2);
  return [[...low, ...high].map((x) => clamp(x, -1e5, 1e5)), [c, s]];
}

/** Return the slopes of a ball's tangents, which deviate from its centre by the angle whose sine is
    radius over distance. @type {(at: Point, radius: number) => Point} */
function ballBounds([x, y, z], radius) {
  const sides = [x, y].map((c) => {
    const center = Math.atan2(c, -z), spread = Math.asin(Math.min(radius / Math.hypot(c, z), 1));
    return [Math.tan(Math.max(center - spread, -1.55)), Math.tan(Math.min(center + spread, 1.55))];
  });
  return [sides[0][0], sides[1][0], sides[0][1], sides[1][1]];
}

/** Return the indices of up to four opaque solids that may intersect one, or -1.
    @type {(solid: Solid, solids: Solid[]) => number[]} */
export function findCutters(solid, solids) {
  /** @type {(of: Solid) => number} */
  const long = ({ a, b }) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  /** @type {(other: Solid) => boolean} */
  const touches = (other) => Math.hypot(...other.center.map((c, k) => c - solid.center[k]))
    < solid.radius + other.radius + (long(solid) + long(other)) / 2;
  const near = [...solids.entries()].filter(
    ([, other]) => other !== solid && other.colour[3] >= 1 && touches(other));
  return [...near.slice(-4).map(([k]) => k), -1, -1, -1, -1].slice(0, 4);
}
