/* Records of the plane, in units of the world, as shapes in px of the page, y down. For each
   kind it is what the window does. */

import { cutOff, nearlySeen, sharesSeen, stretches } from "./clipping.js";
import { arcPoints, ellipsePoints, FAR } from "./curve_points.js";

// In the plane angles are told so finely, the ways of a grid and the ways of words so.
const ANGLE = 1e-6;
const WAY = 1e-4;
// A line that goes on for so many units has no end there.
const ENDLESS = 1e11;
// Half the length of a dimension line's ticks, and what its leaders leave free, in px.
const HALF_TICK = 5;
const FREE = 4;
// How strong and wide these leaders are against their line.
const LEADER_SEEN = 0.5;
const LEADER_WIDE = 0.67;
// The middle lines of a grid against its others.
const MIDDLE = 2;
// A line is cut off so far out of sight, in px; points nearer than SAME are one.
const BEYOND = 32;
const SAME = 0.01;
// Corners that are rounded less than this are bevelled, in px.
const ROUND = 0.25;

/** A part of the plane on a canvas of a size: `camera` has its middle in the world, and how
    many px a unit of the world covers. Sizes on screen grow by `fine`. */
export class Sight {
  /** @param {Point} camera @param {Point} size @param {number} fine */
  constructor([x, y, scale], [wide, tall], fine) {
    this.x = x;
    this.y = y;
    this.scale = scale;
    this.wide = wide;
    this.tall = tall;
    this.fine = fine;
    this.middle = [wide / 2, tall / 2];
    this.reach = Math.hypot(...this.middle);
  }

  /** A place of the world in px. */
  /** @type {(x: number, y: number) => Point} */
  at(x, y) {
    return [
      this.middle[0] + (x - this.x) * this.scale, this.middle[1] - (y - this.y) * this.scale];
  }

  /** The place of the world at a px. */
  /** @type {(x: number, y: number) => Point} */
  world(x, y) {
    return [
      this.x + (x - this.middle[0]) / this.scale, this.y - (y - this.middle[1]) / this.scale];
  }
}

/** The shapes of a prim's numbers; its lines are drawn `wide`, in px.
    Each has a kind of paths.js and its numbers in px, and where it is not usual: `wide`, how
    wide its lines are against the prim's (0: it has an inside alone); `bare`, that its inside
    is not filled; `seen`, what is left of its opacity; `phase`, where its dashes begin. */
/** @type {(prim: Prim, n: number[], unit: number, sight: Sight, wide: number) => Shape[]} */
export function composed(prim, n, unit, sight, wide) {
  return KINDS[prim.k](n, unit, sight, wide, Boolean(prim.fill));
}

/** The places among a prim's numbers, in px. */
/** @type {(n: number[], unit: number, sight: Sight) => Point[]} */
function placesOf(n, unit, sight) {
  const found = [];
  for (let k = 0; k + 1 < n.length; k += 2) found.push(sight.at(n[k] * unit, n[k + 1] * unit));
  return found;
}

/** @type {(from: Point, way: Point, share: number) => Point} */
const beyond = ([x, y], [dx, dy], share) => [x + share * dx, y + share * dy];
/** @type {(kind: string, points: Point[], more?: Partial<Shape>) => Shape} */
const shapeOf = (kind, points, more) => ({ kind, n: points.flat(), ...more });

/** A chain of points, or an outline, of which no more is drawn than can be in sight. */
/** @type {(points: Point[], sight: Sight, closed?: boolean, filled?: boolean) => Shape[]} */
function outlined(points, sight, closed = false, filled = false) {
  if (nearlySeen(points, sight)) return [shapeOf(closed ? "closed" : "chain", points)];
  const inside = filled ? cutOff(points, sight) : [];
  const open = stretches(closed ? [...points, points[0]] : points, sight);
  return [
    ...(inside.length > 2 ? [shapeOf("closed", inside, { wide: 0 })] : []),
    ...open.map(({ points, way }) => shapeOf("chain", points, { bare: true, phase: way })),
  ];
}

/** How far along a way a line comes nearest to a point. */
/** @type {(from: Point, way: Point, to: Point) => number} */
const nearestTo = ([x, y], [dx, dy], [u, v]) => (u - x) * dx + (v - y) * dy;

/** @type {Record<string, Composer>} */
const KINDS = {
  dot([x, y, size], unit, sight) {
    const [px, py] = sight.at(x * unit, y * unit);
    return [{ kind: "mark", n: [px, py, size * sight.fine / 10] }];
  },

  segment(n, unit, sight) { return outlined(placesOf(n, unit, sight), sight); },

  line([x, y, start, stop, turn], unit, sight) {
    const at = sight.at(x * unit, y * unit), { scale } = sight;
    const way = [Math.cos(turn * ANGLE), -Math.sin(turn * ANGLE)];
    let [low, high] = [start * unit * scale, stop * unit * scale];
    // From the middle a line has no end that a share could be counted from.
    const long = 4 * (sight.reach + BEYOND), to = nearestTo(at, way, sight.middle);
    const [a, b] = [to - long, to + long];
    const [one, two] = sharesSeen(beyond(at, way, a), beyond(at, way, b), sight, BEYOND);
    if (!(one <= two)) return [];
    [low, high] = [Math.max(low, a + one * (b - a)), Math.min(high, a + two * (b - a))];
    if (!(low <= high)) return [];
    // Dashes count from where it begins, so that they stay with the line while the view moves.
    const begin = Math.abs(start) < ENDLESS ? start * unit * scale : 0;
    const ends = [low, high].map((far) => beyond(at, way, far));
    return [shapeOf("chain", ends, { phase: low - begin })];
  },

  arrow(n, unit, sight, wide) {
    const [tail, tip] = placesOf(n, unit, sight), { fine } = sight;
    const long = Math.hypot(tip[0] - tail[0], tip[1] - tail[1]);
    const head = Math.min(7 * fine + 2.9 * wide, 0.8 * long);
    // Too short to have a direction on screen: a speck says that it is there.
    if (!(long > fine)) return outlined([tail, tip], sight);
    if (nearlySeen([tail, tip], sight)) {
      return [shapeOf("arrow", [tail, tip], { n: [...tail, ...tip, head, 0.38 * head] })];
    }
    return stretches([tail, tip], sight).map(({ points, ended, way }) => {
      const kind = ended ? "arrow" : "chain", sized = ended ? [head, 0.38 * head] : [];
      return { kind, n: [...points.flat(), ...sized], phase: way };
    });
  },

  polyline(n, unit, sight) {
    const points = placesOf(n, unit, sight), [x, y] = points[0], [u, v] = points.at(-1);
    // One that comes back to its start joins there like anywhere else.
    const round = Math.max(Math.abs(x - u), Math.abs(y - v)) < SAME && points.length > 3;
    return outlined(round ? points.slice(0, -1) : points, sight, round).map(
      (shape) => ({ ...shape, bare: true }));
  },

  polygon(n, unit, sight, _, filled) {
    return outlined(placesOf(n, unit, sight), sight, true, filled);
  },

  circle([x, y, r], unit, sight, _, filled) {
    const at = sight.at(x * unit, y * unit), radius = Math.max(r * unit * sight.scale, SAME);
    if (radius <= FAR) return [{ kind: "ring", n: [...at, radius] }];
    // It begins where it is farthest, so that what is in sight is in one stretch.
    const far = Math.atan2(at[1] - sight.middle[1], at[0] - sight.middle[0]);
    const points = arcPoints(at, radius, far, 2 * Math.PI, sight).slice(0, -1);
    return outlined(points, sight, true, filled);
  },

  arc([x, y, r, start, sweep], unit, sight, _, filled) {
    const at = sight.at(x * unit, y * unit), radius = Math.max(r * unit * sight.scale, SAME);
    const [from, way] = [-start * ANGLE, -sweep * ANGLE];
    if (radius <= FAR) return [{ kind: "arc", n: [...at, radius, from, way] }];
    const points = arcPoints(at, radius, from, way, sight);
    const inside = filled ? cutOff([at, ...points], sight) : [];
    return [
      ...(inside.length > 2 ? [shapeOf("closed", inside, { wide: 0 })] : []),
      ...outlined(points, sight).map((shape) => ({ ...shape, bare: true })),
    ];
  },

  ellipse([x, y, a, b, turn], unit, sight, _, filled) {
    const at = sight.at(x * unit, y * unit), angle = -turn * ANGLE;
    const radii = [a, b].map((r) => Math.max(r * unit * sight.scale, SAME));
    if (Math.max(...radii) <= FAR) return [{ kind: "ellipse", n: [...at, ...radii, angle] }];
    return outlined(ellipsePoints(at, radii, angle, sight), sight, true, filled);
  },

  rect([x, y, w, h, rounding, turn], unit, sight, _, filled) {
    const [cx, cy] = sight.at(x * unit, y * unit), px = unit * sight.scale, angle = -turn * ANGLE;
    const radius = Math.max(0, Math.min(rounding * px, w * px, h * px));
    const [u, v] = [w * px - radius, h * px - radius], cos = Math.cos(angle), sin = Math.sin(angle);
    const points = [[1, -1], [-1, -1], [-1, 1], [1, 1]].flatMap(([i, j], k) => {
      const corner = [cx + i * u * cos - j * v * sin, cy + i * u * sin + j * v * cos];
      const start = angle - k * Math.PI / 2, mid = start - Math.PI / 4;
      if (radius >= ROUND) return arcPoints(corner, radius, start, -Math.PI / 2, sight);
      return [beyond(corner, [Math.cos(mid), Math.sin(mid)], radius * Math.SQRT2)];
    });
    return outlined(points, sight, true, filled);
  },

  capsule([ax, ay, bx, by, r], unit, sight, _, filled) {
    const [a, b] = placesOf([ax, ay, bx, by], unit, sight);
    const start = Math.atan2(b[1] - a[1], b[0] - a[0]) + Math.PI / 2;
    const radius = Math.max(r * unit * sight.scale, SAME);
    const points = [b, a].flatMap(
      (end, k) => arcPoints(end, radius, start + k * Math.PI, -Math.PI, sight));
    return outlined(points, sight, true, filled);
  },

  dimension([ax, ay, bx, by, gap], unit, sight) {
    const ends = placesOf([ax, ay, bx, by], unit, sight), { fine } = sight, [a, b] = ends;
    const way = [b[0] - a[0], b[1] - a[1]], long = Math.hypot(...way);
    if (!(long > SAME)) return [];
    const side = gap < 0 ? -1 : 1, off = Math.abs(gap) / 10 * fine;
    const away = [way[1] / long * side, -way[0] / long * side];
    const beside = ends.map((end) => beyond(end, away, off));
    const tick = HALF_TICK * fine, free = FREE * fine;
    const shapes = outlined(beside, sight);
    ends.forEach((end, k) => {
      shapes.push(...outlined([-1, 1].map((s) => beyond(beside[k], away, s * tick)), sight));
      if (off - tick <= free) return;
      const leader = outlined([beyond(end, away, free), beyond(beside[k], away, -tick)], sight);
      shapes.push(...leader.map((shape) => ({ ...shape, seen: LEADER_SEEN, wide: LEADER_WIDE })));
    });
    return shapes;
  },

  right_angle([x, y, a, b, size], unit, sight) {
    const at = sight.at(x * unit, y * unit), long = size / 10 * sight.fine;
    const [u, v] = [a, b].map((turn) => [Math.cos(turn * ANGLE), -Math.sin(turn * ANGLE)]);
    const side = beyond(at, u, long);
    return outlined([side, beyond(side, v, long), beyond(at, v, long)], sight);
  },

  grid([x, y, xx, xy, yx, yy, half], unit, sight) {
    const at = sight.at(x * unit, y * unit), px = WAY * sight.scale;
    /** @type {(i: number, j: number) => Point} */
    const place = (i, j) => [at[0] + (xx * i + yx * j) * px, at[1] - (xy * i + yy * j) * px];
    /** @type {(k: number) => [Point, Point]} */
    const upright = (k) => [place(k, -half), place(k, half)];
    /** @type {(k: number) => [Point, Point]} */
    const level = (k) => [place(-half, k), place(half, k)];
    return [upright, level].flatMap((ends) => {
      const lines = Array.from({ length: 2 * half + 1 }, (_, k) => ends(k - half));
      /** @type {(some: [Point, Point][], wide: number) => Shape} */
      const drawn = (some, wide) => ({
        kind: "pieces", wide, n: some.flatMap((one) => stretches(one, sight))
          .flatMap(({ points }) => points.flat()),
      });
      return [
        drawn(lines.slice(0, half), 1), drawn([lines[half]], MIDDLE),
        drawn(lines.slice(half + 1), 1),
      ];
    });
  },
};
