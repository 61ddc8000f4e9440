/* Room for the words of a view in space. */

import { clamp } from "./vectors.js";

// The side of a cell that is inked or not, in px.
const CELL = 6;

/** Each word tries places about its anchor and takes the cheapest, off lines and other words.
    The costs are the window's. */
export class Room {
  constructor(wide, tall, taken) {
    [this.wide, this.tall, this.taken] = [wide, tall, taken];
    this.columns = Math.ceil(wide / CELL) + 1;
    this.cells = new Uint8Array(this.columns * (Math.ceil(tall / CELL) + 1));
  }

  ink(x, y) {
    if (!(x >= 0 && y >= 0 && x < this.wide && y < this.tall)) return;
    this.cells[Math.floor(y / CELL) * this.columns + Math.floor(x / CELL)] = 1;
  }

  /** Which share of a box is inked. */
  inked(x, y, w, h) {
    const [left, right] = [x, x + w].map((c) => clamp(Math.round(c / CELL), 0, this.columns));
    const rows = Math.ceil(this.tall / CELL);
    const [top, foot] = [y, y + h].map((c) => clamp(Math.round(c / CELL), 0, rows));
    let count = 0;
    for (let row = top; row < foot; row++) {
      const from = row * this.columns;
      for (let column = left; column < right; column++) count += this.cells[from + column];
    }
    return count / Math.max(w * h / CELL ** 2, 1);
  }

  /** Where words of a size stand, `gap` off a point in the direction `first` if they can, and
      the line from there to it where they stand far off. */
  place(x, y, w, h, first, gap) {
    const soft = (share) => clamp(1.6 * share, -1, 1);
    let best = null, least = Infinity;
    for (const ring of [0, 9, 20, 36, 58, 86]) {
      for (let turn = 0; turn < 16; turn++) {
        const angle = first + turn * Math.PI / 8, across = Math.cos(angle), down = Math.sin(angle);
        const left = x - w / 2 + soft(across) * w / 2 + across * (gap + ring);
        const top = y - h / 2 + soft(down) * h / 2 + down * (gap + ring);
        const cost = ring + 13 * (1 - Math.cos(turn * Math.PI / 8)) + this.cost(left, top, w, h);
        if (cost < least) [best, least] = [[left, top], cost];
      }
    }
    const left = clamp(best[0], 2, this.wide - w - 2), top = clamp(best[1], 2, this.tall - h - 2);
    this.taken.push([left, top, left + w, top + h]);
    const end = [clamp(x, left - 2, left + w + 2), clamp(y, top, top + h)];
    return { x: left, y: top, line: leader(x, y, end, gap) };
  }

  /** What it costs to lie outside, on lines, or on what is taken. */
  cost(left, top, w, h) {
    let cost = 0;
    if (left < 2 || top < 2 || left + w > this.wide - 2 || top + h > this.tall - 2) cost += 8000;
    const share = this.inked(left - 4, top - 1, w + 8, h + 2);
    if (share) cost += 26 + 120 * share;
    for (const [l, t, r, b] of this.taken) {
      if (left - 4 < r && l < left + w + 4 && top - 1 < b && t < top + h + 1) cost += 4000;
    }
    return cost;
  }
}

/** The line from a point to the end of its words; none where they stand near enough. */
function leader(x, y, end, gap) {
  const far = Math.hypot(end[0] - x, end[1] - y);
  if (far <= Math.max(24, gap + 10)) return null;
  const point = (share) => [x + (end[0] - x) * share, y + (end[1] - y) * share];
  return [...point(Math.min(Math.max(gap, 4), far / 3) / far), ...point(1 - 4 / far)];
}
