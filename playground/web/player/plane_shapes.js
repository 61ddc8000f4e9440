/* Primitives of the plane converted from world units to shapes in page px, y down, as in the
   window. */

import { clipPolygon, isNearlyVisible, visibleInterval, visibleRuns } from "./clipping.js";
import { arcPoints, ellipsePoints, MAX_CANVAS_RADIUS_PX } from "./curve_points.js";

// The units of angles, and of a grid's vectors.
const ANGLE_STEP_RADIANS = 1e-6;
const GRID_VECTOR_STEP = 1e-4;
// Lines of this length, in units, count as infinite.
const INFINITE_LINE_LENGTH = 1e11;
// Half the length of a dimension line's ticks, and the gap of its leaders, in px.
const DIMENSION_TICK_HALF_LENGTH_PX = 5;
const DIMENSION_LEADER_GAP_PX = 4;
// Opacity and width of these leaders relative to their line.
const DIMENSION_LEADER_OPACITY = 0.5;
const DIMENSION_LEADER_WIDTH_RATIO = 0.67;
// The width of a grid's axes relative to its other lines.
const GRID_AXIS_WIDTH_RATIO = 2;
// The clipping margin of lines, and the distance of points that count as equal, in px.
const LINE_CLIP_MARGIN_PX = 32;
const MIN_POINT_DISTANCE_PX = 0.01;
// Corners with a smaller radius are bevelled, in px.
const MIN_ROUNDING_RADIUS_PX = 0.25;

/** The projection of the plane onto a canvas: `camera` has the world point at the centre and px per
    world unit. `sizeScale` scales sizes on screen. */
export class PlaneProjection {
  /** @param {Point} camera @param {Point} size @param {number} sizeScale */
  constructor([x, y, scale], [width, height], sizeScale) {
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.width = width;
    this.height = height;
    this.sizeScale = sizeScale;
    this.center = [width / 2, height / 2];
    this.radius = Math.hypot(...this.center);
  }

  /** Convert world coordinates to px. @type {(x: number, y: number) => Point} */
  toScreen(x, y) {
    return [
      this.center[0] + (x - this.x) * this.scale, this.center[1] - (y - this.y) * this.scale];
  }

  /** Convert px to world coordinates. @type {(x: number, y: number) => Point} */
  toWorld(x, y) {
    return [
      this.x + (x - this.center[0]) / this.scale, this.y - (y - this.center[1]) / this.scale];
  }
}

/** Return the shapes of a primitive; its lines are `width` px wide. Each has a kind of paths.js and
    its numbers in px, and optionally: `widthRatio`, its line width relative to the primitive's (0:
    only filled); `isUnfilled`; `opacity`; `dashOffset`.
    @type {(prim: Primitive, n: number[], unit: number, projection: PlaneProjection,
    width: number) => Shape[]} */
export function composeShape(prim, n, unit, projection, width) {
  return SHAPE_COMPOSERS[prim.k](n, unit, projection, width, Boolean(prim.fill));
}

/** Return the points among a primitive's numbers, in px.
    @type {(n: number[], unit: number, projection: PlaneProjection) => Point[]} */
function pointsOnScreen(n, unit, projection) {
  const found = [];
  for (let k = 0; k + 1 < n.length; k += 2) found.push(
    projection.toScreen(n[k] * unit, n[k + 1] * unit));
  return found;
}

/** @type {(from: Point, direction: Point, share: number) => Point} */
const pointAlong = ([x, y], [dx, dy], share) => [x + share * dx, y + share * dy];
/** @type {(kind: string, points: Point[], more?: Partial<Shape>) => Shape} */
const createShape = (kind, points, more) => ({ kind, n: points.flat(), ...more });

/** Return a polyline or an outline, clipped to the view.
    @type {(points: Point[], projection: PlaneProjection, closed?: boolean,
    filled?: boolean) => Shape[]} */
function composeOutline(points, projection, closed = false, filled = false) {
  if (isNearlyVisible(points, projection))
    return [createShape(closed ? "closed" : "chain", points)];
  const inside = filled ? clipPolygon(points, projection) : [];
  const open = visibleRuns(closed ? [...points, points[0]] : points, projection);
  return [
    ...(inside.length > 2 ? [createShape("closed", inside, { widthRatio: 0 })] : []),
    ...open.map((run) => (
      createShape("chain", run.points, { isUnfilled: true, dashOffset: run.start }))),
  ];
}

/** @type {Record<string, ShapeComposer>} */
const SHAPE_COMPOSERS = {
  dot([x, y, size], unit, projection) {
    const [px, py] = projection.toScreen(x * unit, y * unit);
    return [{ kind: "mark", n: [px, py, size * projection.sizeScale / 10] }];
  },

  segment(n, unit, projection) {
    return composeOutline(pointsOnScreen(n, unit, projection), projection);
  },

  line([x, y, start, stop, turn], unit, projection) {
    const at = projection.toScreen(x * unit, y * unit), { scale } = projection;
    const direction = [Math.cos(turn * ANGLE_STEP_RADIANS), -Math.sin(turn * ANGLE_STEP_RADIANS)];
    let [low, high] = [start * unit * scale, stop * unit * scale];
    // Infinite lines begin at the point nearest to the centre.
    const length = 4 * (projection.radius + LINE_CLIP_MARGIN_PX), [u, v] = projection.center;
    const to = (u - at[0]) * direction[0] + (v - at[1]) * direction[1];
    const [a, b] = [to - length, to + length];
    const [one, two] = visibleInterval(pointAlong(at, direction, a), pointAlong(at, direction, b),
      projection, LINE_CLIP_MARGIN_PX);
    if (!(one <= two)) return [];
    [low, high] = [Math.max(low, a + one * (b - a)), Math.min(high, a + two * (b - a))];
    if (!(low <= high)) return [];
    // Dashes begin at the line's start, so that they move with it.
    const begin = Math.abs(start) < INFINITE_LINE_LENGTH ? start * unit * scale : 0;
    const ends = [low, high].map((distance) => pointAlong(at, direction, distance));
    return [createShape("chain", ends, { dashOffset: low - begin })];
  },

  arrow(n, unit, projection, width) {
    const [tail, tip] = pointsOnScreen(n, unit, projection), { sizeScale } = projection;
    const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
    const head = Math.min(7 * sizeScale + 2.9 * width, 0.8 * length);
    // Too short for a direction on screen: a speck shows that it exists.
    if (!(length > sizeScale)) return composeOutline([tail, tip], projection);
    if (isNearlyVisible([tail, tip], projection)) {
      return [createShape("arrow", [tail, tip], { n: [...tail, ...tip, head, 0.38 * head] })];
    }
    return visibleRuns([tail, tip], projection).map(({ points, hasEnd, start }) => {
      const kind = hasEnd ? "arrow" : "chain", sized = hasEnd ? [head, 0.38 * head] : [];
      return { kind, n: [...points.flat(), ...sized], dashOffset: start };
    });
  },

  polyline(n, unit, projection) {
    const points = pointsOnScreen(n, unit, projection), [x, y] = points[0], [u, v] = points.at(-1);
    // A polyline that returns to its start is joined there.
    const round = Math.max(Math.abs(x - u), Math.abs(y - v)) < MIN_POINT_DISTANCE_PX
      && points.length > 3;
    return composeOutline(round ? points.slice(0, -1) : points, projection, round).map(
      (shape) => ({ ...shape, isUnfilled: true }));
  },

  polygon(n, unit, projection, _, filled) {
    return composeOutline(pointsOnScreen(n, unit, projection), projection, true, filled);
  },

  circle([x, y, r], unit, projection, _, filled) {
    const at = projection.toScreen(x * unit, y * unit),
      radius = Math.max(r * unit * projection.scale, MIN_POINT_DISTANCE_PX);
    if (radius <= MAX_CANVAS_RADIUS_PX) return [{ kind: "ring", n: [...at, radius] }];
    // It begins at the farthest point, so that the visible part is contiguous.
    const distance = Math.atan2(at[1] - projection.center[1], at[0] - projection.center[0]);
    const points = arcPoints(at, radius, distance, 2 * Math.PI, projection).slice(0, -1);
    return composeOutline(points, projection, true, filled);
  },

  arc([x, y, r, start, sweep], unit, projection, _, filled) {
    const at = projection.toScreen(x * unit, y * unit),
      radius = Math.max(r * unit * projection.scale, MIN_POINT_DISTANCE_PX);
    const [from, way] = [-start * ANGLE_STEP_RADIANS, -sweep * ANGLE_STEP_RADIANS];
    if (radius <= MAX_CANVAS_RADIUS_PX) return [{ kind: "arc", n: [...at, radius, from, way] }];
    const points = arcPoints(at, radius, from, way, projection);
    const inside = filled ? clipPolygon([at, ...points], projection) : [];
    return [
      ...(inside.length > 2 ? [createShape("closed", inside, { widthRatio: 0 })] : []),
      ...composeOutline(points, projection).map((shape) => ({ ...shape, isUnfilled: true })),
    ];
  },

  ellipse([x, y, a, b, turn], unit, projection, _, filled) {
    const at = projection.toScreen(x * unit, y * unit), angle = -turn * ANGLE_STEP_RADIANS;
    const radii = [a, b].map((r) => Math.max(r * unit * projection.scale, MIN_POINT_DISTANCE_PX));
    if (Math.max(...radii) <= MAX_CANVAS_RADIUS_PX)
      return [{ kind: "ellipse", n: [...at, ...radii, angle] }];
    return composeOutline(ellipsePoints(at, radii, angle, projection), projection, true, filled);
  },

  rect([x, y, w, h, rounding, turn], unit, projection, _, filled) {
    const [cx, cy] = projection.toScreen(x * unit, y * unit), px = unit * projection.scale,
      angle = -turn * ANGLE_STEP_RADIANS;
    const radius = Math.max(0, Math.min(rounding * px, w * px, h * px));
    const [u, v] = [w * px - radius, h * px - radius], cos = Math.cos(angle), sin = Math.sin(angle);
    const points = [[1, -1], [-1, -1], [-1, 1], [1, 1]].flatMap(([i, j], k) => {
      const corner = [cx + i * u * cos - j * v * sin, cy + i * u * sin + j * v * cos];
      const start = angle - k * Math.PI / 2, mid = start - Math.PI / 4;
      if (radius >= MIN_ROUNDING_RADIUS_PX)
        return arcPoints(corner, radius, start, -Math.PI / 2, projection);
      return [pointAlong(corner, [Math.cos(mid), Math.sin(mid)], radius * Math.SQRT2)];
    });
    return composeOutline(points, projection, true, filled);
  },

  capsule([ax, ay, bx, by, r], unit, projection, _, filled) {
    const [a, b] = pointsOnScreen([ax, ay, bx, by], unit, projection);
    const start = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2;
    const radius = Math.max(r * unit * projection.scale, MIN_POINT_DISTANCE_PX);
    const points = [b, a].flatMap(
      (end, k) => arcPoints(end, radius, start + k * Math.PI, -Math.PI, projection));
    return composeOutline(points, projection, true, filled);
  },

  dimension([ax, ay, bx, by, gap], unit, projection) {
    const ends = pointsOnScreen([ax, ay, bx, by], unit, projection), { sizeScale } = projection,
      [a, b] = ends;
    const direction = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(...direction);
    if (!(length > MIN_POINT_DISTANCE_PX)) return [];
    const side = gap < 0 ? -1 : 1, off = Math.abs(gap) / 10 * sizeScale;
    const away = [direction[1] / length * side, -direction[0] / length * side];
    const beside = ends.map((end) => pointAlong(end, away, off));
    const tick = DIMENSION_TICK_HALF_LENGTH_PX * sizeScale,
      free = DIMENSION_LEADER_GAP_PX * sizeScale;
    const shapes = composeOutline(beside, projection);
    ends.forEach((end, k) => {
      shapes.push(
        ...composeOutline([-1, 1].map((s) => pointAlong(beside[k], away, s * tick)), projection));
      if (off - tick <= free) return;
      const leader = composeOutline(
        [pointAlong(end, away, free), pointAlong(beside[k], away, -tick)], projection);
      shapes.push(...leader.map((shape) => ({
        ...shape, opacity: DIMENSION_LEADER_OPACITY, widthRatio: DIMENSION_LEADER_WIDTH_RATIO,
      })));
    });
    return shapes;
  },

  right_angle([x, y, a, b, size], unit, projection) {
    const at = projection.toScreen(x * unit, y * unit), length = size / 10 * projection.sizeScale;
    const [u, v] = [a, b].map((turn) => turn * ANGLE_STEP_RADIANS).map(
      (angle) => [Math.cos(angle), -Math.sin(angle)]);
    const side = pointAlong(at, u, length);
    return composeOutline([side, pointAlong(side, v, length), pointAlong(at, v, length)],
      projection);
  },

  grid([x, y, xx, xy, yx, yy, half], unit, projection) {
    const at = projection.toScreen(x * unit, y * unit), px = GRID_VECTOR_STEP * projection.scale;
    /** @type {(i: number, j: number) => Point} */
    const place = (i, j) => [at[0] + (xx * i + yx * j) * px, at[1] - (xy * i + yy * j) * px];
    /** @type {(k: number) => [Point, Point]} */
    const upright = (k) => [place(k, -half), place(k, half)];
    /** @type {(k: number) => [Point, Point]} */
    const level = (k) => [place(-half, k), place(half, k)];
    return [upright, level].flatMap((ends) => {
      const lines = Array.from({ length: 2 * half + 1 }, (_, k) => ends(k - half));
      /** @type {(some: [Point, Point][], width: number) => Shape} */
      const drawn = (some, widthRatio) => ({
        kind: "pieces", widthRatio, n: some.flatMap((one) => visibleRuns(one, projection))
          .flatMap(({ points }) => points.flat()),
      });
      return [
        drawn(lines.slice(0, half), 1), drawn([lines[half]], GRID_AXIS_WIDTH_RATIO),
        drawn(lines.slice(half + 1), 1),
      ];
    });
  },
};
