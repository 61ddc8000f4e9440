/* What an eye sees of space, on a picture of its size. */

import { clipToSides } from "./clipping.js";
import { NEAR_DISTANCE } from "./space_settings.js";
import { dot } from "./vectors.js";

/** How far an eye point lies before what is too near to be drawn. */
/** @type {Side} */
export const frontDistance = ([, , z]) => -z - NEAR_DISTANCE;

/** The part of a polygon of eye points, or of a segment, in front of the eye. */
/** @type {(points: Point[]) => Point[]} */
export const clipToFront = (points) => clipToSides(points, [frontDistance]);

/** An eye that looks at `target`; a world point becomes right, up and backward of it, in
    units of its distance. Its picture is `width` and `height`, in device px, of which `px` are
    a tenth of one of the view's own; what it is opened to is `own` high. */
export class PerspectiveView {
  /** @param {SpaceCamera} camera @param {number} width @param {number} height @param {number} px
      @param {number} own */
  constructor({ target, distance, yaw, pitch, fov }, width, height, px, own = height) {
    const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
    this.axes = [[cy, 0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]];
    this.position = target.map((x, k) => x + distance * this.axes[2][k]);
    this.distance = distance;
    this.width = width;
    this.height = height;
    this.px = px;
    // How many px one unit covers at depth 1.
    this.focal = own / 2 / Math.tan(fov / 2);
  }

  /** @type {(point: Point) => Point} */
  toCameraSpace(point) {
    const off = point.map((x, k) => (x - this.position[k]) / this.distance);
    return this.axes.map((axis) => dot(axis, off));
  }

  /** A world axis as the eye sees it. */
  /** @type {(k: number) => Point} */
  axisDirection(k) { return this.axes.map((row) => row[k]); }

  /** A point in front of the eye in px from the middle, y up, and its inverse depth. */
  /** @type {(point: Point) => Point} */
  project([x, y, z]) { return [x / -z * this.focal, y / -z * this.focal, 1 / -z]; }

  /** The same; null behind the eye. */
  /** @type {(point: Point) => Point | null} */
  toScreen(point) { return frontDistance(point) > 0 ? this.project(point) : null; }
}
