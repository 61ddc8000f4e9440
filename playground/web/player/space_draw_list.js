/* What a view in space shows of a sample: solids, triangles, and rows for the shader of flat
   shapes. Lengths are in device px from the middle, y up. */

import { at } from "./columns.js";
import { dashes, inside, width } from "./primitive_style.js";
import { MARK, MARKERS } from "./shape_layout.js";
import { SOLIDS } from "./solids.js";
import { fanRows } from "./space_fills.js";
import { chainRows, pathRows } from "./space_lines.js";
import { NEAR } from "./space_settings.js";
import { dot, mix, rgb } from "./vectors.js";

// How far a line goes on, in multiples of the eye's distance: there it no longer moves.
const HORIZON = 400;

export class Sheet {
  /** @param {Eye} eye @param {Shown} shown */
  constructor(eye, shown) {
    this.eye = eye;
    this.shown = shown;
    /** @type {ShapeRow[]} */
    this.rows = [];
    /** @type {Solid[]} */
    this.solids = [];
    /** @type {{ points: Point[]; colour: Point }[]} */
    this.faces = [];
  }

  /** Note a prim that is seen. */
  /** @type {(prim: Prim, i: number, seen: number) => void} */
  add(prim, i, seen) {
    const { eye, shown } = this, kind = prim.k || "chain";
    const n = prim.n.map((column) => at(column, i) / 1e4), points = [];
    for (let k = 0; k + 2 < n.length; k += 3) points.push(eye.seen(n.slice(k, k + 3)));
    const colour = [...rgb(shown.colour(prim.tone)), seen];
    const wide = width(prim, i, shown) * eye.px;
    const pen = { colour, width: wide, dash: prim.dash ? dashes(wide) : null };
    if (kind === "sphere") this.solid(points[0], points[0], n[3], colour);
    else if (kind === "capsule") this.solid(points[0], points[1], n[6], colour);
    else if (kind === "faces") this.faces.push({ points, colour });
    else if (kind === "mark") this.mark(points[0], n[3] * 1e4 * eye.px, prim.marker, colour);
    else if (kind === "arrow") this.arrow(points[0], points[1], pen);
    else if (kind === "line") this.line(n, pen);
    else if (kind === "angle") this.angle(n, pen);
    else if (kind === "pieces") this.pieces(points, pen);
    else if (kind === "closed") {
      const fill = inside(prim, i, seen);
      if (fill) this.rows.push(...fanRows(points, [...colour.slice(0, 3), fill], eye));
      this.path([...points, points[0]], pen);
    } else this.path(points, pen);
  }

  /** All is noted: order it, far ones first, as far as it is drawn. */
  close() {
    this.solids.sort((p, q) => q.away - p.away).splice(0, this.solids.length - SOLIDS);
    this.rows.sort((p, q) => p.depth - q.depth);
  }

  /** @type {(a: Point, b: Point, r: number, colour: Point) => void} */
  solid(a, b, r, colour) {
    const radius = r / this.eye.distance, middle = mix(a, b, 0.5);
    if (!(radius > 0) || Math.min(-a[2], -b[2]) - radius <= NEAR / 2) return;
    this.solids.push({ a, b, radius, colour, middle, away: Math.hypot(...middle) });
  }

  /** @type {(points: Point[], pen: Stroke) => void} */
  path(points, pen) { if (pen.width) this.rows.push(...pathRows(points, pen, this.eye)); }

  /** @type {(points: Point[], pen: Stroke) => void} */
  pieces(points, pen) {
    for (let k = 1; k < points.length; k += 2) this.path([points[k - 1], points[k]], pen);
  }

  /** @type {(tail: Point, tip: Point, pen: Stroke) => void} */
  arrow(tail, tip, pen) {
    const { eye } = this, a = eye.flat(tail), b = eye.flat(tip);
    if (!a || !b) return this.path([tail, tip], pen);
    const long = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const head = Math.min(70 * eye.px + 2.9 * pen.width, 0.8 * long);
    this.rows.push(...chainRows([a, b], pen, eye, long > 1 ? [head, 0.38 * head] : [0, 0]));
  }

  /** A line between two shares of its way, which may be endless. */
  /** @type {(n: number[], pen: Stroke) => void} */
  line([x, y, z, dx, dy, dz, from, to], pen) {
    const { eye } = this, foot = eye.seen([x, y, z]);
    const along = eye.axes.map((axis) => dot(axis, [dx, dy, dz])), size = Math.hypot(...along);
    if (!(size > 0)) return;
    const step = size / eye.distance, near = -dot(foot, along) / size;
    const low = Math.max(from * step, near - HORIZON), high = Math.min(to * step, near + HORIZON);
    /** @type {(k: number) => Point} */
    const place = (k) => foot.map((c, axis) => c + k * along[axis] / size);
    if (low < high) this.rows.push(...pathRows([place(low), place(high)], pen, eye));
  }

  /** A right angle's mark in its own plane, as large on screen wherever it is. */
  /** @type {(n: number[], pen: Stroke) => void} */
  angle(n, pen) {
    const { eye } = this, corner = n.slice(0, 3), depth = -eye.seen(corner)[2];
    if (depth <= NEAR) return;
    const size = n[9] * 1e4 * eye.px * depth * eye.distance / eye.focal;
    /** @type {(a: number, b: number) => Point} */
    const place = (a, b) => eye.seen(
      corner.map((c, k) => c + size * (a * n[3 + k] + b * n[6 + k])));
    this.rows.push(...pathRows([place(1, 0), place(1, 1), place(0, 1)], pen, eye));
  }

  /** @type {(point: Point, size: number, marker: string | undefined, colour: Point) => void} */
  mark(point, size, marker, colour) {
    const { eye, shown } = this, flat = eye.flat(point);
    if (!flat) return;
    const rim = (marker === "cross" ? 12 : 15) * eye.px, reach = 1.3 * size + rim + 1;
    const ground = rgb(shown.colour(shown.named.background));
    // A dot lies on what it marks, so it wins against it.
    this.rows.push({ depth: flat[2] * 1.02, row: [
      flat[0], flat[1], 1, 0, reach, reach, 0, 0, MARKERS.indexOf(marker), size, rim, 0,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, flat[2], MARK, ...ground, colour[3], ...colour,
    ] });
  }
}
