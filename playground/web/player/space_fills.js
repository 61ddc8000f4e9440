/* Flat shapes in space as triangles that fade across the shape's edge, as rows for the shader. */

import { WEDGE_KIND } from "./shape_layout.js";
import { NEAR_DISTANCE } from "./space_settings.js";
import { cross, dot } from "./vectors.js";

/** The rows of a convex shape of eye points: a fan about its middle. */
/** @type {(corners: Point[], colour: Point, eye: PerspectiveView) => ShapeRow[]} */
export function buildFanRows(corners, colour, eye) {
  if (corners.length < 3 || corners.some((p) => -p[2] <= NEAR_DISTANCE)) return [];
  const points = corners.map((p) => eye.toScreen(p)), area = doubledArea(points);
  // Inverse depth of a plane is linear on screen.
  const normal = cross(corners), d = dot(normal, corners[0]);
  if (!area || Math.abs(d) < 1e-9) return [];
  const plane = [normal[0] / d / eye.focal, normal[1] / d / eye.focal, -normal[2] / d];
  if (area < 0) points.reverse();
  const sides = points.map((p, k) => edgeNormal(p, points[(k + 1) % points.length]));
  const outer = points.map((p, k) => {
    const a = sides.at(k - 1), b = sides[k];
    const bend = Math.max(1 + a[0] * b[0] + a[1] * b[1], 0.1);
    return [p[0] + (a[0] + b[0]) / bend, p[1] + (a[1] + b[1]) / bend];
  });
  const center = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  return points.map((p, k) => {
    const side = sides[k];
    return { depth: center[2], row: [
      center[0], center[1], 0, 0, 0, 0, 0, 0,
      ...outer[k], ...outer[(k + 1) % outer.length],
      ...side, side[0] * p[0] + side[1] * p[1], 0,
      0, 0, 0, 0, ...plane, WEDGE_KIND, 0, 0, 0, 0, ...colour,
    ] };
  });
}

/** @type {(points: Point[]) => number} */
function doubledArea(points) {
  return points.reduce((sum, p, k) => {
    const q = points[(k + 1) % points.length];
    return sum + p[0] * q[1] - p[1] * q[0];
  }, 0);
}

/** @type {(p: Point, q: Point) => Point} */
function edgeNormal(p, q) {
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
  return [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
}
