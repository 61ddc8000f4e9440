/* Records of the plane, in units of the world, as shapes in px of the page, y down. For each
   kind it is what the window does. */

import { clipPolygon, isNearlyVisible, visibleInterval, visibleRuns } from "./clipping.js";
import { arcPoints, ellipsePoints, MAX_CANVAS_RADIUS_PX } from "./curve_points.js";

// In the plane angles are told so finely, the ways of a grid and the ways of words so.
const ANGLE_STEP_RADIANS = 1e-6;
const GRID_VECTOR_STEP = 1e-4;
// A line that goes on for so many units has no end there.
const INFINITE_LINE_LENGTH = 1e11;
// Half the length of a dimension line's ticks, and what its leaders leave free, in px.
const DIMENSION_TICK_HALF_LENGTH_PX = 5;
const DIMENSION_LEADER_GAP_PX = 4;
// How strong and wide these leaders are against their line.
const DIMENSION_LEADER_OPACITY = 0.5;
const DIMENSION_LEADER_WIDTH_RATIO = 0.67;
// The middle lines of a grid against its others.
const GRID_AXIS_WIDTH_RATIO = 2;
// A line is cut off so far out of sight, in px; points nearer than SAME are one.
const LINE_CLIP_MARGIN_PX = 32;
const MIN_POINT_DISTANCE_PX = 0.01;
// Corners that are rounded less than this are bevelled, in px.
const MIN_ROUNDING_RADIUS_PX = 0.25;

/** A part of the plane on a canvas of a size: `camera` has its middle in the world, and how
    many px a unit of the world covers. Sizes on screen grow by `sizeScale`. */
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

  /** A place of the world in px. */
  /** @type {(x: number, y: number) => Point} */
  toScreen(x, y) {
    return [
      this.center[0] + (x - this.x) * this.scale, this.center[1] - (y - this.y) * this.scale];
  }

  /** The place of the world at a px. */
  /** @type {(x: number, y: number) => Point} */
  toWorld(x, y) {
    return [
      this.x + (x - this.center[0]) / this.scale, this.y - (y - this.center[1]) / this.scale];
  }
}

/** The shapes of a prim's numbers; its lines are drawn `width` px wide.
    Each has a kind of paths.js and its numbers in px, and where it is not usual: `widthRatio`,
    how wide its lines are against the prim's (0: it has an inside alone); `isUnfilled`, that its
    inside is not filled; `opacity`, what is left of it; `dashOffset`, where its dashes begin. */
/** @type {(prim: Primitive, n: number[], unit: number, projection: PlaneProjection,
    width: number) => Shape[]} */
export function composeShape(prim, n, unit, projection, width) {
  return SHAPE_COMPOSERS[prim.k](n, unit, projection, width, Boolean(prim.fill));
}

/** The places among a prim's numbers, in px. */
/** @type {(n: number[], unit: number, projection: PlaneProjection) => Point[]} */
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

/** A chain of points, or an outline, of which no more is drawn than can be in sight. */
/** @type {(points: Point[], projection: PlaneProjection, closed?: boolean,
    filled?: boolean) => Shape[]} */
function composeOutline(points, projection, closed = false, filled = false) {
  if (isNearlyVisible(points, projection))
    return [createShape(closed ? "closed" : "chain", points)];
  const inside = filled ? clipPolygon(points, projection) : [];
  const open = visibleRuns(closed ? [...points, points[0]] : points, projection);
  return [
    ...(inside.length > 2 ? [createShape("closed", inside, { widthRatio: 0 })] : []),
    ...open.map(
    ({ points, start }) => createShape("chain", points, { isUnfilled: true, dashOffset: start })),
  ];
}

/** How far along a way a line comes nearest to a point. */
/** @type {(from: Point, direction: Point, to: Point) => number} */
const projectOnLine = ([x, y], [dx, dy], [u, v]) => (u - x) * dx + (v - y) * dy;

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
    // From the middle a line has no end that a share could be counted from.
    const length = 4 * (projection.radius + LINE_CLIP_MARGIN_PX),
      to = projectOnLine(at, direction, projection.center);
    const [a, b] = [to - length, to + length];
    const [one, two] = visibleInterval(pointAlong(at, direction, a), pointAlong(at, direction, b),
      projection, LINE_CLIP_MARGIN_PX);
    if (!(one <= two)) return [];
    [low, high] = [Math.max(low, a + one * (b - a)), Math.min(high, a + two * (b - a))];
    if (!(low <= high)) return [];
    // Dashes count from where it begins, so that they stay with the line while the view moves.
    const begin = Math.abs(start) < INFINITE_LINE_LENGTH ? start * unit * scale : 0;
    const ends = [low, high].map((distance) => pointAlong(at, direction, distance));
    return [createShape("chain", ends, { dashOffset: low - begin })];
  },

  arrow(n, unit, projection, width) {
    const [tail, tip] = pointsOnScreen(n, unit, projection), { sizeScale } = projection;
    const length = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
    const head = Math.min(7 * sizeScale + 2.9 * width, 0.8 * length);
    // Too short to have a direction on screen: a speck says that it is there.
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
    // One that comes back to its start joins there like anywhere else.
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
    // It begins where it is farthest, so that what is in sight is in one stretch.
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
      shapes.push(
        ...leader.map(
        (shape) => (
          { ...shape, opacity: DIMENSION_LEADER_OPACITY,
            widthRatio: DIMENSION_LEADER_WIDTH_RATIO })));
    });
    return shapes;
  },

  right_angle([x, y, a, b, size], unit, projection) {
    const at = projection.toScreen(x * unit, y * unit), length = size / 10 * projection.sizeScale;
    const [u,
      v] = [a, b].map(
        (turn) => [Math.cos(turn * ANGLE_STEP_RADIANS), -Math.sin(turn * ANGLE_STEP_RADIANS)]);
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
