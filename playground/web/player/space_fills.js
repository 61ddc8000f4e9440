/* Flat shapes in space as triangles antialiased across the shape's edge, as rows for the shader. */

import { boxSides, clipToSides } from "./clipping.js";
import { clipToFront, frontDistance } from "./space_camera.js";
import { WEDGE_KIND } from "./space_settings.js";
import { clamp, cross, dot } from "./vectors.js";

// An edge that covers every pixel fully: normal and offset.
const FULL_COVERAGE_EDGE = [0, 0, 1];

/** Return the rows of a flat shape of eye points, with triangles if it is concave.
    @type {(points: Point[], triangles: number[][] | null, colour: Point,
    eye: PerspectiveView) => ShapeRow[]} */
export function buildFillRows(points, triangles, colour, eye) {
  const front = clipToFront(points), plane = inverseDepthPlane(front, eye);
  if (!plane) return [];
  const outline = front.map((p) => eye.project(p)), right = eye.width / 2, top = eye.height / 2;
  const depth = outline.reduce((sum, [x, y]) => (
    sum + dot(plane, [clamp(x, -right, right), clamp(y, -top, top), 1])), 0) / outline.length;
  const parts = !triangles ? fadingFan(outline)
    : points.every((p) => frontDistance(p) > 0) ? seamedTriangles(outline, triangles)
    : [...cutTriangles(points, triangles, eye), ...seam(measureEdges(outline), 0)];
  return parts.flatMap(({ corners, edge }) => (
    fan(clipToSides(corners, boxSides(-right, -top, right, top))).map(([p, q, r]) => ({
      depth, row: [
        p[0], p[1], 0, 0, 0, 0, 0, 0, q[0], q[1], r[0], r[1],
        ...edge, 0, 0, 0, 0, 0, ...plane, WEDGE_KIND, 0, 0, 0, 0, ...colour,
      ],
    }))));
}

/** Return the triangle fan of a convex polygon from its first corner.
    @type {(points: Point[]) => Point[][]} */
export const fan = (points) => points.slice(2).map((p, k) => [points[0], points[k + 1], p]);

/** Return the inverse depth of a plane, linear on screen, as weights of x, y and 1; null if the eye
    lies in it. @type {(points: Point[], eye: PerspectiveView) => Point | null} */
function inverseDepthPlane(points, { focal }) {
  const normal = points.length > 2 ? cross(points) : [0, 0, 0];
  const d = points.length > 2 ? dot(normal, points[0]) : 0;
  return Math.abs(d) < 1e-9 ? null
    : [normal[0] / d / focal, normal[1] / d / focal, -normal[2] / d];
}

/** Return a convex polygon as a fan around its centroid.
    @type {(outline: Point[]) => EdgeTriangle[]} */
function fadingFan(outline) {
  const { points, edges, miters } = measureEdges(outline);
  const center = [0, 1].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const outer = shiftPoints(points, miters, 1);
  return edges.map((edge, k) => (
    { corners: [center, outer[k], outer[(k + 1) % outer.length]], edge }));
}

/** Return a polygon's triangles, which end half a px inside the outline, and the seam around them.
    @type {(outline: Point[], triangles: number[][]) => EdgeTriangle[]} */
function seamedTriangles(outline, triangles) {
  const measured = measureEdges(outline), { points, miters, isReversed } = measured;
  const inner = shiftPoints(points, miters, -0.5), last = points.length - 1;
  const inside = triangles.map((corners) => ({
    corners: corners.map((k) => inner[isReversed ? last - k : k]), edge: FULL_COVERAGE_EDGE,
  }));
  return [...inside, ...seam(measured, -0.5)];
}

/** Return the parts of a polygon's triangles in front of the eye, up to its outline.
    @type {(points: Point[], triangles: number[][], eye: PerspectiveView) => EdgeTriangle[]} */
const cutTriangles = (points, triangles, eye) => triangles.flatMap((corners) => (
  fan(clipToFront(corners.map((k) => points[k])).map((p) => eye.project(p)))
    .map((part) => ({ corners: part, edge: FULL_COVERAGE_EDGE }))));

/** Return the antialiased strip around a polygon, from `start` px outside its outline.
    @type {(measured: Outline, start: number) => EdgeTriangle[]} */
function seam({ points, edges, miters }, start) {
  const inner = shiftPoints(points, miters, start), outer = shiftPoints(points, miters, 1);
  return edges.flatMap((edge, k) => {
    const next = (k + 1) % points.length;
    return [
      { corners: [inner[k], inner[next], outer[next]], edge },
      { corners: [inner[k], outer[next], outer[k]], edge },
    ];
  });
}

/** Return an outline's corners counter-clockwise, the edge after each, and its offset to a px
    outside. @type {(outline: Point[]) => Outline} */
function measureEdges(outline) {
  const isReversed = outline.reduce((sum, p, k) => {
    const q = outline[(k + 1) % outline.length];
    return sum + p[0] * q[1] - p[1] * q[0];
  }, 0) < 0;
  const points = isReversed ? outline.toReversed() : outline;
  /** @type {Point[]} */
  const edges = [];
  points.forEach((p, k) => {
    const q = points[(k + 1) % points.length], length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    // A side of length 0 has the normal of the previous one.
    const [x, y] = length ? [(q[1] - p[1]) / length, (p[0] - q[0]) / length]
      : edges.at(-1) ?? [0, 0];
    edges.push([x, y, x * p[0] + y * p[1]]);
  });
  const miters = edges.map((b, k) => {
    const a = edges.at(k - 1), bend = Math.max(1 + a[0] * b[0] + a[1] * b[1], 0.1);
    return [(a[0] + b[0]) / bend, (a[1] + b[1]) / bend];
  });
  return { points, edges, miters, isReversed };
}

/** @type {(points: Point[], ways: Point[], share: number) => Point[]} */
const shiftPoints = (points, ways, share) => points.map(
  ([x, y], k) => [x + share * ways[k][0], y + share * ways[k][1]]);
