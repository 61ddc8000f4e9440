/* The draw list of a view of space: solids, triangles, and rows for the shader of flat shapes.
   Lengths are in device px from the centre, y up. */

import { numbersBetween } from "./columns.js";
import { maxChordAngle } from "./curve_points.js";
import { dashPattern, fillOpacity, lineWidth } from "./primitive_style.js";
import { MAX_SOLID_COUNT } from "./solids.js";
import { clipToFront } from "./space_camera.js";
import { buildFillRows } from "./space_fills.js";
import { buildPathRows, buildPolylineRows } from "./space_lines.js";
import { MARK_KIND, MARKER_KINDS, NEAR_DISTANCE } from "./space_settings.js";
import { clamp, dot, interpolate, rgb } from "./vectors.js";

// The horizon of lines relative to the camera's distance; beyond it they no longer move.
const HORIZON_DISTANCE_RATIO = 400;
// The range of the number of a rim's segments.
const MIN_RIM_PIECE_COUNT = 16;
const MAX_RIM_PIECE_COUNT = 360;

export class SpaceDrawList {
  /** @param {PerspectiveView} eye @param {DrawState} drawState */
  constructor(eye, drawState) {
    this.eye = eye;
    this.shown = drawState;
    /** @type {ShapeRow[]} */
    this.rows = [];
    /** @type {Solid[]} */
    this.solids = [];
    /** @type {{ points: Point[]; colour: Point }[]} */
    this.faces = [];
  }

  /** Add a visible primitive. @type {(prim: Primitive, i: number, opacity: number) => void} */
  add(prim, i, opacity) {
    const { eye, shown } = this, kind = prim.k;
    const n = numbersBetween(prim.n, i, shown.shareAhead, prim.there).map((x) => x / 1e4),
      points = [];
    for (let k = 0; k + 2 < n.length; k += 3) points.push(eye.toCameraSpace(n.slice(k, k + 3)));
    const colour = [...rgb(shown.colour(prim.tone)), opacity];
    const width = lineWidth(prim, i, shown) * eye.px;
    const pen = { colour, width, dash: prim.dash ? dashPattern(width) : null };
    if (kind === "sphere") this.addSolid(points[0], points[0], n[3], colour);
    else if (kind === "capsule") this.addSolid(points[0], points[1], n[6], colour);
    else if (kind === "faces") this.faces.push({ points, colour });
    else if (kind === "mark") this.addMarker(points[0], n[3] * 1e4 * eye.px, prim.marker, colour);
    else if (kind === "arrow") this.addArrow(points[0], points[1], pen);
    else if (kind === "line") this.addLine(n, pen);
    else if (kind === "angle") this.addRightAngle(n, pen);
    else if (["closed", "concave", "disc"].includes(kind)) {
      const fill = fillOpacity(prim, i, opacity);
      this.addFlatShape(kind, n, points, [...colour.slice(0, 3), fill], pen);
    } else this.addPath(points, pen);
  }

  /** Add fill and outline of a flat shape; the numbers of a concave one end with its triangles'
      indices.
      @type {(kind: string, n: number[], points: Point[], fill: Point, pen: Stroke) => void} */
  addFlatShape(kind, n, points, fill, pen) {
    const outline = kind === "disc" ? this.composeRim(points[0], n.slice(3))
      : kind === "concave" ? points.slice(0, (n.length + 6) / 6) : points;
    const corners = n.slice(3 * outline.length).map((k) => Math.round(1e4 * k));
    const triangles = kind === "concave"
      ? outline.slice(2).map((_, k) => corners.slice(3 * k, 3 * k + 3)) : null;
    if (fill[3]) this.rows.push(...buildFillRows(outline, triangles, fill, this.eye));
    this.addPath([...outline, outline[0]], pen);
  }

  /** Return the rim of a disc from two perpendicular radii.
      @type {(center: Point, radii: number[]) => Point[]} */
  composeRim(center, radii) {
    const { axes, distance, focal } = this.eye;
    const [one, two] = [0, 3].map((k) => (
      axes.map((axis) => dot(axis, radii.slice(k, k + 3)) / distance)));
    const seen = Math.hypot(...one) * focal / Math.max(-center[2], NEAR_DISTANCE);
    const count = clamp(Math.ceil(2 * Math.PI / maxChordAngle(seen)), MIN_RIM_PIECE_COUNT,
      MAX_RIM_PIECE_COUNT);
    return Array.from({ length: count }, (_, k) => {
      const turn = 2 * Math.PI * k / count, cos = Math.cos(turn), sin = Math.sin(turn);
      return center.map((c, axis) => c + cos * one[axis] + sin * two[axis]);
    });
  }

  /** Sort solids and rows, far ones first, and drop solids beyond the limit. */
  sort() {
    this.solids.sort((p, q) => q.distance - p.distance).splice(0,
      this.solids.length - MAX_SOLID_COUNT);
    this.rows.sort((p, q) => p.depth - q.depth);
  }

  /** @type {(a: Point, b: Point, r: number, colour: Point) => void} */
  addSolid(a, b, r, colour) {
    const radius = r / this.eye.distance, center = interpolate(a, b, 0.5);
    if (!(radius > 0) || Math.min(-a[2], -b[2]) - radius <= NEAR_DISTANCE / 2) return;
    this.solids.push({ a, b, radius, colour, center, distance: Math.hypot(...center) });
  }

  /** @type {(points: Point[], pen: Stroke) => void} */
  addPath(points, pen) { if (pen.width) this.rows.push(...buildPathRows(points, pen, this.eye)); }

  /** @type {(tail: Point, tip: Point, pen: Stroke) => void} */
  addArrow(tail, tip, pen) {
    const { eye } = this, [a, b] = clipToFront([tail, tip]).map((p) => eye.project(p));
    if (!a) return;
    const length = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const head = Math.min(70 * eye.px + 2.9 * pen.width, 0.8 * length);
    this.rows.push(
      ...buildPolylineRows([a, b], pen, eye, length > 1 ? [head, 0.38 * head] : [0, 0]));
  }

  /** Add a line between two fractions, possibly infinite.
      @type {(n: number[], pen: Stroke) => void} */
  addLine([x, y, z, dx, dy, dz, from, to], pen) {
    const { eye } = this, foot = eye.toCameraSpace([x, y, z]);
    const along = eye.axes.map((axis) => dot(axis, [dx, dy, dz])), size = Math.hypot(...along);
    if (!(size > 0)) return;
    const step = size / eye.distance, near = -dot(foot, along) / size;
    const low = Math.max(from * step, near - HORIZON_DISTANCE_RATIO),
      high = Math.min(to * step, near + HORIZON_DISTANCE_RATIO);
    /** @type {(k: number) => Point} */
    const place = (k) => foot.map((c, axis) => c + k * along[axis] / size);
    if (low < high) this.rows.push(...buildPathRows([place(low), place(high)], pen, eye));
  }

  /** Add the mark of a right angle in its plane, of constant size on screen.
      @type {(n: number[], pen: Stroke) => void} */
  addRightAngle(n, pen) {
    const { eye } = this, corner = n.slice(0, 3), depth = -eye.toCameraSpace(corner)[2];
    if (depth <= NEAR_DISTANCE) return;
    const size = n[9] * 1e4 * eye.px * depth * eye.distance / eye.focal;
    /** @type {(a: number, b: number) => Point} */
    const place = (a, b) => eye.toCameraSpace(
      corner.map((c, k) => c + size * (a * n[3 + k] + b * n[6 + k])));
    this.rows.push(...buildPathRows([place(1, 0), place(1, 1), place(0, 1)], pen, eye));
  }

  /** @type {(point: Point, size: number, marker: string | undefined, colour: Point) => void} */
  addMarker(point, size, marker, colour) {
    const { eye, shown } = this, flat = eye.toScreen(point);
    if (!flat) return;
    const rim = (marker === "cross" ? 12 : 15) * eye.px, reach = 1.3 * size + rim + 1;
    const ground = rgb(shown.colour(shown.colorNumbers.background));
    // A dot wins against the shape that it marks.
    this.rows.push({ depth: flat[2] * 1.02, row: [
      flat[0], flat[1], 1, 0, reach, reach, 0, 0, MARKER_KINDS.indexOf(marker), size, rim, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, flat[2], MARK_KIND, ...ground, colour[3], ...colour,
    ] });
  }
}
