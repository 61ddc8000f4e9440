/* Room for the words of a view: each tries places about its anchor and takes the cheapest, off
   lines and other words. The costs are the window's. */

import { clamp } from "./vectors.js";

// The side of a cell that is inked or not, in px.
const CELL = 6;
// How far out of its anchor's gap words are tried, and in how many directions.
const RINGS = [0, 9, 20, 36, 58, 86];
const DIRECTIONS = 16;
// What stays free beside words and above them; names in a row that are nearer read as one.
const BESIDE_WORDS = 4;
const ABOVE_WORDS = 1;
const APART = 9;
// Words keep so far from the border.
const BORDER = 2;
// Costs, in px that words would go to avoid the thing.
const COST = {
  overlap: 4000, outside: 8000, ink: 34, full: 240, turn: 26, crossed: 120, jump: 40, shift: 0.3,
};
// Words farther than this from their anchor are joined to it by a line, which keeps off both
// by so much, and has places along it which keep others off.
const LEADER = 24;
const OFF = 4;
const SPACED = 8;
// What is nearer than that, in px, has not moved.
const SAME_PLACE = 0.01;
// Of so many places, the cheapest first, one is mostly free.
const TRIES = 48;

/** @type {(share: number) => number} */
const soft = (share) => clamp(1.6 * share, -1, 1);

export class Room {
  /** `sides` is where words were before, by what tells them apart, and then where they are:
      they do not leave their side for a little. */
  /** @param {number} wide @param {number} tall @param {Box[]} taken
      @param {Map<string, Place>} sides */
  constructor(wide, tall, taken, sides = new Map()) {
    this.wide = wide;
    this.tall = tall;
    this.taken = taken;
    this.before = new Map(sides);
    this.sides = sides;
    sides.clear();
    this.columns = Math.floor(wide / CELL) + 2;
    this.rows = Math.floor(tall / CELL) + 2;
    this.cells = new Uint8Array(this.columns * this.rows);
    /** @type {number[]} */
    this.points = [];
    /** @type {Int32Array | null} */
    this.sums = null;
  }

  /** Note that something is drawn at a place. */
  /** @type {(x: number, y: number) => void} */
  ink(x, y) {
    this.points.push(x, y);
    this.shade(x, y);
  }

  /** Note a place that words keep off, if they can. */
  /** @type {(x: number, y: number) => void} */
  shade(x, y) {
    if (!(x >= 0 && y >= 0 && x < this.wide && y < this.tall)) return;
    this.cells[Math.floor(y / CELL) * this.columns + Math.floor(x / CELL)] = 1;
    this.sums = null;
  }

  /** Whether anything is drawn in a box. */
  /** @type {(left: number, top: number, right: number, foot: number) => boolean} */
  touched(left, top, right, foot) {
    const { points } = this;
    for (let k = 0; k < points.length; k += 2) {
      const x = points[k], y = points[k + 1];
      if (x >= left && x <= right && y >= top && y <= foot) return true;
    }
    return false;
  }

  /** How many inked cells lie above and to the left of each corner of the cells. */
  summed() {
    const { columns, rows, cells } = this, wide = columns + 1;
    const sums = new Int32Array(wide * (rows + 1));
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += cells[row * columns + column];
        sums[(row + 1) * wide + column + 1] = sums[row * wide + column + 1] + sum;
      }
    }
    return sums;
  }

  /** Which share of words in a place is on ink. */
  /** @type {(left: number, top: number, w: number, h: number) => number} */
  inked(left, top, w, h) {
    const sums = this.sums ??= this.summed(), wide = this.columns + 1;
    /** @type {(c: number, most: number) => number} */
    const side = (c, most) => clamp(Math.round(c / CELL), 0, most);
    const west = side(left - BESIDE_WORDS, this.columns);
    const east = side(left + w + BESIDE_WORDS, this.columns);
    const first = side(top - ABOVE_WORDS, this.rows) * wide;
    const last = side(top + h + ABOVE_WORDS, this.rows) * wide;
    const count = sums[last + east] - sums[first + east] - sums[last + west] + sums[first + west];
    return count / Math.max(w * h / CELL ** 2, 1);
  }

  /** Where words of a size stand, `gap` off a point in the direction `first` if they can, and
      the line from there to it where they stand far off. */
  /** @type {Placing} */
  place(x, y, w, h, first, gap, known) {
    const was = this.before.get(known), of = [x, y, w, h];
    const found = was && this.holds(was, of) ? was
      : this.chosen(this.places(x, y, w, h, first, gap, was), w, h, x, y);
    this.sides.set(known, { ...found, of });
    const left = clamp(found.left, BORDER, Math.max(this.wide - w - BORDER, BORDER));
    const top = clamp(found.top, BORDER, Math.max(this.tall - h - BORDER, BORDER));
    const end = [clamp(x, left - 2, left + w + 2), clamp(y, top, top + h)];
    const line = leader(x, y, end, gap);
    this.taken.push([left, top, left + w, top + h], ...(line ? alongLeader(line) : []));
    return { x: left, y: top, line, covered: found.share > 0 };
  }

  /** Whether words that have not moved can stay: a picture drawn anew is no reason to go. */
  /** @type {(was: Place, of: Box) => boolean} */
  holds(was, of) {
    const [, , w, h] = of, same = was.of?.every((one, k) => Math.abs(one - of[k]) < SAME_PLACE);
    return same && this.inked(was.left, was.top, w, h) <= was.share && !this.overlap(was, w, h);
  }

  /** All places of words, the cheapest first. */
  /** @type {PlacesOf} */
  places(x, y, w, h, first, gap, was) {
    const found = [];
    for (const out of RINGS) {
      for (let turn = 0; turn < DIRECTIONS; turn++) {
        const angle = first + turn * 2 * Math.PI / DIRECTIONS;
        const across = Math.cos(angle), down = Math.sin(angle);
        // The box's middle moves so that the box just touches a circle about the anchor; a
        // soft sign keeps words above and below centred.
        const left = x - w / 2 + soft(across) * w / 2 + across * (gap + out);
        const top = y - h / 2 + soft(down) * h / 2 + down * (gap + out);
        const share = this.inked(left, top, w, h);
        let cost = out + COST.turn * (1 - Math.cos(angle - first)) / 2;
        const missing = beyondBorder(left, this.wide - w) + beyondBorder(top, this.tall - h);
        if (missing) cost += COST.outside + 10 * missing;
        if (share) cost += COST.ink + COST.full * share;
        if (was) {
          cost += COST.jump * (1 - Math.cos(angle - was.angle)) / 2;
          cost += COST.shift * Math.abs(out - was.out);
        }
        found.push({ cost, left, top, share, out, angle });
      }
    }
    return found.sort((p, q) => p.cost - q.cost);
  }

  /** The place whose own cost and overlap with what is taken is least; of the free ones the
      first that is not reached across other words. */
  /** @type {(places: Place[], w: number, h: number, x: number, y: number) => Place} */
  chosen(places, w, h, x, y) {
    let free = null;
    for (const place of places.slice(0, TRIES)) {
      if (place.cost >= (free ? free.cost + COST.crossed : COST.overlap)) break;
      if (this.overlap(place, w, h)) continue;
      if (!this.crosses(place, w, h, x, y)) return place;
      free ??= place;
    }
    if (free) return free;
    /** @type {(place: Place) => number} */
    const cost = (place) => place.cost + this.overlap(place, w, h);
    let least = Infinity, best = null;
    for (const place of places) {
      const own = cost(place);
      if (own < least) [best, least] = [place, own];
    }
    return best;
  }

  /** How much of what is taken words would cover at a place. */
  /** @type {(place: Place, w: number, h: number) => number} */
  overlap({ left, top }, w, h) {
    const [west, north, east, south] = [
      left - APART, top - ABOVE_WORDS, left + w + APART, top + h + ABOVE_WORDS];
    let cost = 0;
    for (const [l, t, r, b] of this.taken) {
      if (!(west < r && l < east && north < b && t < south)) continue;
      const shared = Math.min(east, r) - Math.max(west, l);
      cost += COST.overlap + shared * (Math.min(south, b) - Math.max(north, t));
    }
    return cost;
  }

  /** Whether the way from the anchor to words leads over what is taken. */
  /** @type {(place: Place, w: number, h: number, x: number, y: number) => boolean} */
  crosses({ left, top }, w, h, x, y) {
    const u = clamp(x, left, left + w), v = clamp(y, top, top + h);
    if (Math.hypot(u - x, v - y) <= LEADER) return false;
    return [1, 2, 3, 4, 5, 6, 7].some((k) => {
      const a = x + k / 8 * (u - x), b = y + k / 8 * (v - y);
      return this.taken.some(([l, t, r, foot]) => l < a && a < r && t < b && b < foot);
    });
  }
}

/** How far words are too near to a border. */
/** @type {(at: number, most: number) => number} */
const beyondBorder = (at, most) => Math.max(BORDER - at, 0) + Math.max(at - most + BORDER, 0);

/** The line from a point to the end of its words; none where they stand near enough. */
/** @type {(x: number, y: number, end: Point, gap: number) => Point | null} */
function leader(x, y, end, gap) {
  const far = Math.hypot(end[0] - x, end[1] - y);
  if (far <= Math.max(LEADER, gap + RINGS[1] + 1)) return null;
  /** @type {(share: number) => Point} */
  const point = (share) => [x + (end[0] - x) * share, y + (end[1] - y) * share];
  return [...point(Math.min(Math.max(gap, OFF), far / 3) / far), ...point(1 - OFF / far)];
}

/** Small boxes along such a line, which no later words are to lie on. */
/** @type {(line: Point) => Box[]} */
function alongLeader([x, y, u, v]) {
  const count = Math.max(Math.floor(Math.hypot(u - x, v - y) / SPACED), 1);
  return Array.from({ length: count + 1 }, (_, k) => {
    const a = x + k / count * (u - x), b = y + k / count * (v - y);
    return [a - 1, b - 1, a + 1, b + 1];
  });
}
