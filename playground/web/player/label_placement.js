/* Label placement by greedy cost minimization, with the same costs as in the window
   (playground/render/labels.py), and its timing. */

import { PlayerPart } from "./player_part.js";
import { clamp } from "./vectors.js";

// The cell size of the occupancy grid, in px.
const CELL_SIZE_PX = 6;
// The tried distances beyond the gap, and the number of directions.
const RING_DISTANCES_PX = [0, 9, 20, 36, 58, 86];
const DIRECTION_COUNT = 16;
// Padding of labels; labels in a row that are closer would read as one.
const LABEL_MARGIN_X_PX = 4;
const LABEL_MARGIN_Y_PX = 1;
const MIN_LABEL_GAP_PX = 9;
// The distance of labels from the border.
const BORDER_MARGIN_PX = 2;
// Costs, in px of distance that a label would move to avoid each.
const PLACEMENT_COSTS = {
  overlap: 4000, outside: 8000, ink: 34, full: 240, turn: 26, crossed: 120, jump: 40, shift: 0.3,
};
// Labels farther from their anchor have a leader, with gaps at both ends and boxes along it that
// other labels avoid.
const MIN_LEADER_LENGTH_PX = 24;
const LEADER_GAP_PX = 4;
const LEADER_SAMPLE_SPACING_PX = 8;
// Labels that must change sides during a drag stay this far from the border, or pay for each px.
const NEAR_BORDER_PX = 80;
const NEAR_BORDER_COST = 4;
// The duration of a move to another side.
const SIDE_CHANGE_MS = 150;
// Labels that move by less count as unmoved, in px.
const SAME_POSITION_TOLERANCE_PX = 0.01;
// Among this number of cheapest candidates one is usually free.
const MAX_CANDIDATE_COUNT = 48;

/** @type {(share: number) => number} */
const softSign = (share) => clamp(1.6 * share, -1, 1);

export class LabelPlacer {
  /** True if any label is moving to another side. */
  isMoving = false;
  /** True if any label moved while keeping its side. */
  hasMoved = false;

  /** `labelCache` has the previous positions by key, and is updated: at rest labels prefer them,
      otherwise they keep them.
      @param {number} width @param {number} height @param {Box[]} occupiedBoxes
      @param {Map<string, LabelCandidate>} labelCache @param {PlacementMode} mode */
  constructor(width, height, occupiedBoxes, labelCache, mode) {
    this.width = width;
    this.height = height;
    this.occupiedBoxes = occupiedBoxes;
    this.previousSides = new Map(labelCache);
    this.labelCache = labelCache;
    this.mode = mode;
    if (!mode.keepsSides) labelCache.clear();
    this.columns = Math.floor(width / CELL_SIZE_PX) + 2;
    this.rows = Math.floor(height / CELL_SIZE_PX) + 2;
    this.cells = new Uint8Array(this.columns * this.rows);
    /** @type {number[]} */
    this.points = [];
    /** @type {Int32Array | null} */
    this.sums = null;
  }

  /** Mark a point as drawn. @type {(x: number, y: number) => void} */
  addSample(x, y) {
    this.points.push(x, y);
    this.addOccupiedCell(x, y);
  }

  /** Mark a point that labels should avoid. @type {(x: number, y: number) => void} */
  addOccupiedCell(x, y) {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) return;
    this.cells[Math.floor(y / CELL_SIZE_PX) * this.columns + Math.floor(x / CELL_SIZE_PX)] = 1;
    this.sums = null;
  }

  /** Return whether anything is drawn in a box.
      @type {(left: number, top: number, right: number, bottom: number) => boolean} */
  hasSampleIn(left, top, right, bottom) {
    const { points } = this;
    for (let k = 0; k < points.length; k += 2) {
      const x = points[k], y = points[k + 1];
      if (x >= left && x <= right && y >= top && y <= bottom) return true;
    }
    return false;
  }

  /** Return the summed-area table of occupied cells. */
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

  /** Return the occupied share of a label's box.
      @type {(left: number, top: number, w: number, h: number) => number} */
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

  /** Place labels, the most important first, each `gap` from its point in direction `first` if
      possible; return their positions and leaders.
      @type {(requests: LabelRequest[]) => PlacedLabel[]} */
  placeLabels(requests) {
    const kept = requests.map((one) => this.keepSide(one));
    kept.forEach((place, k) => { if (place) this.occupy(requests[k], place); });
    return requests.map((one, k) => {
      const place = kept[k] ?? this.findPlace(one), line = this.movePlace(one, place);
      if (!kept[k]) this.occupy(one, place);
      return line;
    });
  }

  /** Occupy the box of a label and of its leader.
      @type {(request: LabelRequest, place: LabelCandidate) => void} */
  occupy({ x, y, width, height, gap }, { left, top }) {
    const box = [left, top, left + width, top + height], line = leaderLine(x, y, box, gap);
    this.occupiedBoxes.push(box, ...(line ? leaderBoxes(line) : []));
  }

  /** Return the position of a label on its previous side. At the border it slides along, as long as
      it does not cover its anchor. @type {(request: LabelRequest) => LabelCandidate | null} */
  keepSide({ x, y, width, height, gap, cacheKey }) {
    const was = this.previousSides.get(cacheKey);
    if (!was) return null;
    const labelBox = [x, y, width, height], isSame = was.labelBox.every(
      (one, k) => Math.abs(one - labelBox[k]) < SAME_POSITION_TOLERANCE_PX);
    const canStay = () => isSame
      && this.occupiedShare(was.left, was.top, width, height) <= was.occupiedShare
      && !this.overlapCost(was, width, height);
    if (!this.mode.keepsSides && !canStay()) return null;
    this.hasMoved ||= !isSame;
    const [own, upper] = cornerAt(labelBox, was.angle, gap + was.ringDistance);
    const left = clamp(own, 0, this.width - width), top = clamp(upper, 0, this.height - height);
    const across = Math.max(left - x, x - left - width, 0);
    const down = Math.max(top - y, y - top - height, 0);
    const isFree = left === own && top === upper || Math.hypot(across, down) > LEADER_GAP_PX;
    return isFree ? { ...was, left, top, labelBox } : null;
  }

  /** Return the position of a label without a side, or that must leave it.
      @type {(request: LabelRequest) => LabelCandidate} */
  findPlace(request) {
    const { x, y, width, height, cacheKey } = request;
    const candidates = this.listCandidates(request, this.previousSides.get(cacheKey));
    const found = this.chooseCandidate(candidates, width, height, x, y), margin = BORDER_MARGIN_PX;
    return {
      ...found, labelBox: [x, y, width, height],
      left: clamp(found.left, margin, Math.max(this.width - width - margin, margin)),
      top: clamp(found.top, margin, Math.max(this.height - height - margin, margin)),
    };
  }

  /** Store a label's position, and return where it is drawn during a move.
      @type {(request: LabelRequest, place: LabelCandidate) => PlacedLabel} */
  movePlace({ x, y, width, height, gap, cacheKey }, place) {
    const was = this.previousSides.get(cacheKey), { elapsedMs } = this.mode;
    let { left, top } = place, shift = [0, 0], remainingMs = 0;
    if (was && (was.angle !== place.angle || was.ringDistance !== place.ringDistance)) {
      shift = [was.offset[0] - left + x, was.offset[1] - top + y];
      remainingMs = elapsedMs < Infinity ? SIDE_CHANGE_MS : 0;
    } else if (was) {
      remainingMs = Math.max(was.remainingMs - elapsedMs, 0);
      shift = was.shift.map((one) => one * remainingMs / (was.remainingMs || 1));
    }
    if (remainingMs) [left, top] = [left + shift[0], top + shift[1]];
    this.isMoving ||= remainingMs > 0;
    this.labelCache.set(cacheKey, { ...place, shift, remainingMs, offset: [left - x, top - y] });
    return { x: left, y: top,
      line: leaderLine(x, y, [left, top, left + width, top + height], gap) };
  }

  /** Return all candidates of a label, the cheapest first.
      @type {(request: LabelRequest, was?: LabelCandidate) => LabelCandidate[]} */
  listCandidates({ x, y, width: w, height: h, first, gap }, was) {
    const found = [], isLeaving = was && this.mode.keepsSides;
    for (const ringDistance of RING_DISTANCES_PX) {
      for (let turn = 0; turn < DIRECTION_COUNT; turn++) {
        const angle = first + turn * 2 * Math.PI / DIRECTION_COUNT;
        const [left, top] = cornerAt([x, y, w, h], angle, gap + ringDistance);
        const occupiedShare = this.occupiedShare(left, top, w, h);
        let cost = ringDistance + PLACEMENT_COSTS.turn * (1 - Math.cos(angle - first)) / 2;
        /** @type {(margin: number) => number} */
        const outside = (margin) => distanceOutside(left, this.width - w, margin)
          + distanceOutside(top, this.height - h, margin);
        const missing = outside(BORDER_MARGIN_PX);
        if (isLeaving) cost += NEAR_BORDER_COST * outside(NEAR_BORDER_PX);
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

  /** Return the candidate with the least total of cost and overlaps; the first free one wins unless
      its leader crosses others.
      @type {(candidates: LabelCandidate[], w: number, h: number, x: number,
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
    const costs = candidates.map((one) => one.cost + this.overlapCost(one, w, h));
    return candidates[costs.indexOf(Math.min(...costs))];
  }

  /** Return the cost of overlaps with occupied boxes.
      @type {(candidate: LabelCandidate, w: number, h: number) => number} */
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

  /** Return whether the leader would cross an occupied box.
      @type {(candidate: LabelCandidate, w: number, h: number, x: number, y: number) => boolean} */
  crossesOccupied({ left, top }, w, h, x, y) {
    const u = clamp(x, left, left + w), v = clamp(y, top, top + h);
    if (Math.hypot(u - x, v - y) <= MIN_LEADER_LENGTH_PX) return false;
    return [1, 2, 3, 4, 5, 6, 7].some((k) => {
      const a = x + k / 8 * (u - x), b = y + k / 8 * (v - y);
      return this.occupiedBoxes.some(([l, t, r, bottom]) => l < a && a < r && t < b && b < bottom);
    });
  }
}

/** Return the distance by which a margin to the border is violated.
    @type {(position: number, max: number, margin: number) => number} */
const distanceOutside = (position, max, margin) => Math.max(margin - position, 0)
  + Math.max(position - max + margin, 0);

/** Return the corner of a label at a distance: its box just touches a circle around the anchor; a
    soft sign keeps labels above and below centred.
    @type {(labelBox: Box, angle: number, distance: number) => Point} */
function cornerAt([x, y, w, h], angle, distance) {
  const across = Math.cos(angle), down = Math.sin(angle);
  return [x - w / 2 + softSign(across) * w / 2 + across * distance,
    y - h / 2 + softSign(down) * h / 2 + down * distance];
}

/** Return the leader of a label, or null if it is near its anchor.
    @type {(x: number, y: number, box: Box, gap: number) => Point | null} */
function leaderLine(x, y, [left, top, right, bottom], gap) {
  const end = [clamp(x, left - 2, right + 2), clamp(y, top, bottom)];
  const distance = Math.hypot(end[0] - x, end[1] - y);
  if (distance <= Math.max(MIN_LEADER_LENGTH_PX, gap + RING_DISTANCES_PX[1] + 1)) return null;
  /** @type {(share: number) => Point} */
  const point = (share) => [x + (end[0] - x) * share, y + (end[1] - y) * share];
  return [...point(Math.min(Math.max(gap, LEADER_GAP_PX), distance / 3) / distance),
    ...point(1 - LEADER_GAP_PX / distance)];
}

/** Return small boxes along a leader, which later labels avoid. @type {(line: Point) => Box[]} */
function leaderBoxes([x, y, u, v]) {
  const count = Math.max(Math.floor(Math.hypot(u - x, v - y) / LEADER_SAMPLE_SPACING_PX), 1);
  return Array.from({ length: count + 1 }, (_, k) => {
    const a = x + k / count * (u - x), b = y + k / count * (v - y);
    return [a - 1, b - 1, a + 1, b + 1];
  });
}

// A frame that stays for this time is at rest.
const REST_DELAY_MS = 150;

export class LabelMotion extends PlayerPart {
  /** The placement mode of the current frame. @type {PlacementMode} */
  mode = { keepsSides: true, elapsedMs: 0 };
  isAtRest = false;
  timer = 0;
  drawnAt = 0;
  still = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** True while labels wait for placement at rest. */
  get isAwaited() { return Boolean(this.timer) && !this.player.isHeld; }

  beginPicture() {
    const now = performance.now();
    // With reduced motion, labels move at once.
    const elapsedMs = this.still.matches ? Infinity : now - this.drawnAt;
    this.mode = { keepsSides: !this.isAtRest, elapsedMs };
    this.isAtRest = false;
    this.drawnAt = now;
  }

  endPicture() {
    const placers = this.player.figures.map(({ placer }) => placer);
    if (placers.some((placer) => placer?.hasMoved)) this.waitForRest();
    if (placers.some((placer) => placer?.isMoving)) this.player.draw();
  }

  waitForRest() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.player.isHeld) return this.waitForRest();
      [this.timer, this.isAtRest] = [0, true];
      this.player.draw();
    }, REST_DELAY_MS);
  }
}
