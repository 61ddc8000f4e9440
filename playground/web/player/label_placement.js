/* Room for the words of a view: each tries places about its anchor and takes the cheapest, off
   lines and other words. The costs are the window's. */

import { clamp } from "./vectors.js";

// The side of a cell that is inked or not, in px.
const CELL_SIZE_PX = 6;
// How far out of its anchor's gap words are tried, and in how many directions.
const RING_DISTANCES_PX = [0, 9, 20, 36, 58, 86];
const DIRECTION_COUNT = 16;
// What stays free beside words and above them; names in a row that are nearer read as one.
const LABEL_MARGIN_X_PX = 4;
const LABEL_MARGIN_Y_PX = 1;
const MIN_LABEL_GAP_PX = 9;
// Words keep so far from the border.
const BORDER_MARGIN_PX = 2;
// Costs, in px that words would go to avoid the thing.
const PLACEMENT_COSTS = {
  overlap: 4000, outside: 8000, ink: 34, full: 240, turn: 26, crossed: 120, jump: 40, shift: 0.3,
};
// Words farther than this from their anchor are joined to it by a line, which keeps off both
// by so much, and has places along it which keep others off.
const MIN_LEADER_LENGTH_PX = 24;
const LEADER_GAP_PX = 4;
const LEADER_SAMPLE_SPACING_PX = 8;
// What is nearer than that, in px, has not moved.
const SAME_POSITION_TOLERANCE_PX = 0.01;
// Of so many places, the cheapest first, one is mostly free.
const MAX_CANDIDATE_COUNT = 48;

/** @type {(share: number) => number} */
const softSign = (share) => clamp(1.6 * share, -1, 1);

export class LabelPlacer {
  /** `labelCache` is where words were before, by what tells them apart, and then where they are:
      they do not leave their side for a little. */
  /** @param {number} width @param {number} height @param {Box[]} occupiedBoxes
      @param {Map<string, LabelCandidate>} labelCache */
  constructor(width, height, occupiedBoxes, labelCache = new Map()) {
    this.width = width;
    this.height = height;
    this.occupiedBoxes = occupiedBoxes;
    this.previousSides = new Map(labelCache);
    this.labelCache = labelCache;
    labelCache.clear();
    this.columns = Math.floor(width / CELL_SIZE_PX) + 2;
    this.rows = Math.floor(height / CELL_SIZE_PX) + 2;
    this.cells = new Uint8Array(this.columns * this.rows);
    /** @type {number[]} */
    this.points = [];
    /** @type {Int32Array | null} */
    this.sums = null;
  }

  /** Note that something is drawn at a place. */
  /** @type {(x: number, y: number) => void} */
  addSample(x, y) {
    this.points.push(x, y);
    this.addOccupiedCell(x, y);
  }

  /** Note a place that words keep off, if they can. */
  /** @type {(x: number, y: number) => void} */
  addOccupiedCell(x, y) {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) return;
    this.cells[Math.floor(y / CELL_SIZE_PX) * this.columns + Math.floor(x / CELL_SIZE_PX)] = 1;
    this.sums = null;
  }

  /** Whether anything is drawn in a box. */
  /** @type {(left: number, top: number, right: number, bottom: number) => boolean} */
  hasSampleIn(left, top, right, bottom) {
    const { points } = this;
    for (let k = 0; k < points.length; k += 2) {
      const x = points[k], y = points[k + 1];
      if (x >= left && x <= right && y >= top && y <= bottom) return true;
    }
    return false;
  }

  /** How many inked cells lie above and to the left of each corner of the cells. */
  sumCells() {
    const { columns, rows, cells } = this, width = columns + 1;
    const sums = new Int32Array(width * (rows + 1));
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let column = 0; column < columns; column++) {
        sum += cells[row * columns + column];
        sums[(row + 1) * width + column + 1] = sums[row * width + column + 1] + sum;
      }
    }
    return sums;
  }

  /** Which share of words in a place is on ink. */
  /** @type {(left: number, top: number, w: number, h: number) => number} */
  occupiedShare(left, top, w, h) {
    const sums = this.sums ??= this.sumCells(), width = this.columns + 1;
    /** @type {(c: number, max: number) => number} */
    const side = (c, max) => clamp(Math.round(c / CELL_SIZE_PX), 0, max);
    const west = side(left - LABEL_MARGIN_X_PX, this.columns);
    const east = side(left + w + LABEL_MARGIN_X_PX, this.columns);
    const first = side(top - LABEL_MARGIN_Y_PX, this.rows) * width;
    const last = side(top + h + LABEL_MARGIN_Y_PX, this.rows) * width;
    const count = sums[last + east] - sums[first + east] - sums[last + west] + sums[first + west];
    return count / Math.max(w * h / CELL_SIZE_PX ** 2, 1);
  }

  /** Where words of a size stand, `gap` off a point in the direction `first` if they can, and
      the line from there to it where they stand far off. */
  /** @type {LabelPlacing} */
  placeLabel(x, y, w, h, first, gap, cacheKey) {
    const was = this.previousSides.get(cacheKey), labelBox = [x, y, w, h];
    const found = was && this.canStay(was, labelBox) ? was
      : this.chooseCandidate(this.listCandidates(x, y, w, h, first, gap, was), w, h, x, y);
    this.labelCache.set(cacheKey, { ...found, labelBox });
    const left = clamp(found.left, BORDER_MARGIN_PX,
      Math.max(this.width - w - BORDER_MARGIN_PX, BORDER_MARGIN_PX));
    const top = clamp(found.top, BORDER_MARGIN_PX,
      Math.max(this.height - h - BORDER_MARGIN_PX, BORDER_MARGIN_PX));
    const end = [clamp(x, left - 2, left + w + 2), clamp(y, top, top + h)];
    const line = leaderLine(x, y, end, gap);
    this.occupiedBoxes.push([left, top, left + w, top + h], ...(line ? leaderBoxes(line) : []));
    return { x: left, y: top, line, covered: found.occupiedShare > 0 };
  }

  /** Whether words that have not moved can stay: a picture drawn anew is no reason to go. */
  /** @type {(was: LabelCandidate, of: Box) => boolean} */
  canStay(was, of) {
    const [, , w, h] = of,
      same = was.labelBox?.every((one, k) => Math.abs(one - of[k]) < SAME_POSITION_TOLERANCE_PX);
    return same && this.occupiedShare(was.left, was.top, w, h) <= was.occupiedShare
      && !this.overlapCost(was, w, h);
  }

  /** All places of words, the cheapest first. */
  /** @type {CandidateListing} */
  listCandidates(x, y, w, h, first, gap, was) {
    const found = [];
    for (const ringDistance of RING_DISTANCES_PX) {
      for (let turn = 0; turn < DIRECTION_COUNT; turn++) {
        const angle = first + turn * 2 * Math.PI / DIRECTION_COUNT;
        const across = Math.cos(angle), down = Math.sin(angle);
        // The box's middle moves so that the box just touches a circle about the anchor; a
        // soft sign keeps words above and below centred.
        const left = x - w / 2 + softSign(across) * w / 2 + across * (gap + ringDistance);
        const top = y - h / 2 + softSign(down) * h / 2 + down * (gap + ringDistance);
        const occupiedShare = this.occupiedShare(left, top, w, h);
        let cost = ringDistance + PLACEMENT_COSTS.turn * (1 - Math.cos(angle - first)) / 2;
        const missing = distanceOutside(left, this.width - w)
          + distanceOutside(top, this.height - h);
        if (missing) cost += PLACEMENT_COSTS.outside + 10 * missing;
        if (occupiedShare) cost += PLACEMENT_COSTS.ink + PLACEMENT_COSTS.full * occupiedShare;
        if (was) {
          cost += PLACEMENT_COSTS.jump * (1 - Math.cos(angle - was.angle)) / 2;
          cost += PLACEMENT_COSTS.shift * Math.abs(ringDistance - was.ringDistance);
        }
        found.push({ cost, left, top, occupiedShare, ringDistance, angle });
      }
    }
    return found.sort((p, q) => p.cost - q.cost);
  }

  /** The place whose own cost and overlap with what is taken is least; of the free ones the
      first that is not reached across other words. */
  /** @type {(candidates: LabelCandidate[], w: number, h: number, x: number,
      y: number) => LabelCandidate} */
  chooseCandidate(candidates, w, h, x, y) {
    let free = null;
    for (const candidate of candidates.slice(0, MAX_CANDIDATE_COUNT)) {
      if (candidate.cost >= (free ? free.cost + PLACEMENT_COSTS.crossed : PLACEMENT_COSTS.overlap))
        break;
      if (this.overlapCost(candidate, w, h)) continue;
      if (!this.crossesOccupied(candidate, w, h, x, y)) return candidate;
      free ??= candidate;
    }
    if (free) return free;
    /** @type {(candidate: LabelCandidate) => number} */
    const cost = (candidate) => candidate.cost + this.overlapCost(candidate, w, h);
    let min = Infinity, best = null;
    for (const candidate of candidates) {
      const own = cost(candidate);
      if (own < min) [best, min] = [candidate, own];
    }
    return best;
  }

  /** How much of what is taken words would cover at a place. */
  /** @type {(candidate: LabelCandidate, w: number, h: number) => number} */
  overlapCost({ left, top }, w, h) {
    const [west, north, east, south] = [
      left - MIN_LABEL_GAP_PX, top - LABEL_MARGIN_Y_PX, left + w + MIN_LABEL_GAP_PX,
        top + h + LABEL_MARGIN_Y_PX];
    let cost = 0;
    for (const [l, t, r, b] of this.occupiedBoxes) {
      if (!(west < r && l < east && north < b && t < south)) continue;
      const shared = Math.min(east, r) - Math.max(west, l);
      cost += PLACEMENT_COSTS.overlap + shared * (Math.min(south, b) - Math.max(north, t));
    }
    return cost;
  }

  /** Whether the way from the anchor to words leads over what is taken. */
  /** @type {(candidate: LabelCandidate, w: number, h: number, x: number, y: number) => boolean} */
  crossesOccupied({ left, top }, w, h, x, y) {
    const u = clamp(x, left, left + w), v = clamp(y, top, top + h);
    if (Math.hypot(u - x, v - y) <= MIN_LEADER_LENGTH_PX) return false;
    return [1, 2, 3, 4, 5, 6, 7].some((k) => {
      const a = x + k / 8 * (u - x), b = y + k / 8 * (v - y);
      return this.occupiedBoxes.some(([l, t, r, bottom]) => l < a && a < r && t < b && b < bottom);
    });
  }
}

/** How far words are too near to a border. */
/** @type {(position: number, max: number) => number} */
const distanceOutside = (position, max) => Math.max(BORDER_MARGIN_PX - position, 0)
  + Math.max(position - max + BORDER_MARGIN_PX, 0);

/** The line from a point to the end of its words; none where they stand near enough. */
/** @type {(x: number, y: number, end: Point, gap: number) => Point | null} */
function leaderLine(x, y, end, gap) {
  const distance = Math.hypot(end[0] - x, end[1] - y);
  if (distance <= Math.max(MIN_LEADER_LENGTH_PX, gap + RING_DISTANCES_PX[1] + 1)) return null;
  /** @type {(share: number) => Point} */
  const point = (share) => [x + (end[0] - x) * share, y + (end[1] - y) * share];
  return [...point(Math.min(Math.max(gap, LEADER_GAP_PX), distance / 3) / distance),
    ...point(1 - LEADER_GAP_PX / distance)];
}

/** Small boxes along such a line, which no later words are to lie on. */
/** @type {(line: Point) => Box[]} */
function leaderBoxes([x, y, u, v]) {
  const count = Math.max(Math.floor(Math.hypot(u - x, v - y) / LEADER_SAMPLE_SPACING_PX), 1);
  return Array.from({ length: count + 1 }, (_, k) => {
    const a = x + k / count * (u - x), b = y + k / count * (v - y);
    return [a - 1, b - 1, a + 1, b + 1];
  });
}
