/* The perspective projection of space onto a canvas. */

import { clipToSides } from "./clipping.js";
import { NEAR_DISTANCE } from "./space_settings.js";
import { dot } from "./vectors.js";

/** Return the distance of an eye point in front of the near plane. @type {Side} */
export const frontDistance = ([, , z]) => -z - NEAR_DISTANCE;

/** Clip a polygon or segment of eye points to the front of the eye.
    @type {(points: Point[]) => Point[]} */
export const clipToFront = (points) => clipToSides(points, [frontDistance]);

/** A perspective view of `target`. Eye coordinates are right, up and backward, in units of the
    camera's distance. `width` and `height` are in device px, `px` of which are a tenth of a nominal
    px; the field of view covers a height of `own`. */
export class PerspectiveView {
  /** @param {SpaceCamera} camera @param {number} width @param {number} height @param {number} px
      @param {number} own */
  constructor({ target, distance, yaw, pitch, fov }, width, height, px, own) {
    const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
    this.axes = [[cy, 0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]];
    this.position = target.map((x, k) => x + distance * this.axes[2][k]);
    this.distance = distance;
    this.width = width;
    this.height = height;
    this.px = px;
    // The focal length: px per unit at depth 1.
    this.focal = own / 2 / Math.tan(fov / 2);
  }

  /** @type {(point: Point) => Point} */
  toCameraSpace(point) {
    const off = point.map((x, k) => (x - this.position[k]) / this.distance);
    return this.axes.map((axis) => dot(axis, off));
  }

  /** Return a world axis in eye coordinates. @type {(k: number) => Point} */
  axisDirection(k) { return this.axes.map((row) => row[k]); }

  /** Project a point in front of the eye to px from the centre, y up, and inverse depth.
      @type {(point: Point) => Point} */
  project([x, y, z]) { return [x / -z * this.focal, y / -z * this.focal, 1 / -z]; }

  /** Project a point, or return null behind the eye. @type {(point: Point) => Point | null} */
  toScreen(point) { return frontDistance(point) > 0 ? this.project(point) : null; }
}
