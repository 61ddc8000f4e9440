/* A view of the plane on a canvas. Its numbers are tenths of a px of the view's own size. */

import { Figure, LARGEST, SMALLEST } from "./figure.js";
import { boldly, dashes, font, inside, opacity, width } from "./looks.js";
import { laidOut } from "./notation.js";
import { outline, PATHS } from "./paths.js";
import { at, said } from "./values.js";
import { clamp } from "./vectors.js";

// What is left of the grid over a map.
const OVER = 0.4;
// Over a map of mistakes a line has so much of the ground's colour below its ink, in px.
const CASING = 3;
// What stays free between words in a row, in px.
const APART = 8;
// So many steps aside, and up and down, words are moved to be off others.
const STEPS = 5;
// The size of the numbers on its axes.
const TICK = 119;

export class Plane extends Figure {
  /** Where a handle is, in px of the page. */
  spot(dim, i) { return [at(dim.x, i) / 10 * this.scale, at(dim.y, i) / 10 * this.scale]; }

  draw(i, shown) {
    if (!this.begin(shown)) return;
    const map = this.leads ? shown.map : null, ink = map && this.player.stop.map.looks?.ink;
    if (map && !ink) this.mapped(map);
    this.ground(map && !ink, shown);
    let over = map ? { ...shown, plate: this.player.stop.map.plate } : shown;
    if (ink) {
      this.mapped(map);
      over = { ...over, colour: (tone) => shown.colour(ink[tone] ?? tone), bare: true };
      const ground = shown.colour(shown.named.background);
      const below = { ...over, colour: () => ground, casing: CASING };
      for (const prim of this.view.prims) this.prim(prim, i, below);
    }
    for (const prim of this.view.prims) this.prim(prim, i, over);
    this.taken = [...this.kept(i), ...this.marks(i, shown)];
    if (ink) this.named(this.player.stop.map.names, shown);
    for (const label of this.view.texts) this.label(label, i, over);
    this.ticks(i, over);
  }

  /** Make the canvas as large as it is shown, and blank; false where it has no room. */
  begin(shown) {
    const { canvas, view } = this, ratio = window.devicePixelRatio || 1;
    const wide = Math.round(canvas.clientWidth * ratio);
    const tall = Math.round(wide * view.size[1] / view.size[0]);
    if (!wide) return false;
    if (canvas.width !== wide || canvas.height !== tall) {
      canvas.width = wide;
      canvas.height = tall;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = shown.colour(shown.named.background);
    pen.fillRect(0, 0, wide, tall);
    pen.lineCap = pen.lineJoin = "round";
    this.pen = pen;
    this.unit = this.scale / 10;
    this.fine = clamp(this.scale, SMALLEST, LARGEST) / 10;
    return true;
  }

  mapped(map) {
    const { pen, scale } = this;
    pen.imageSmoothingEnabled = Boolean(this.player.stop.map.looks);
    pen.drawImage(map, ...this.player.stop.map.box.map((side) => side * scale));
  }

  /** The names on a map, as they were placed for about this size. */
  named(names, shown) {
    if (!names.length) return;
    const { unit, fine, scale, pen } = this, far = ({ share }) => Math.abs(share - scale);
    const { share, prims, words, boxes } = names.reduce((a, b) => (far(b) < far(a) ? b : a));
    const u = this.unit = this.fine = scale / share / 10;
    for (const prim of prims) this.prim(prim, 0, { ...shown, step: null, lit: "", bare: false });
    for (const { text, bold, n: [x, y, size], ...tone } of words) {
      const line = laidOut(pen, text, size * u, bold ? boldly : font);
      this.write(line, x * u, y * u, size * u, tone[shown.theme], 1, { ...shown, halo: 0 });
    }
    this.taken.push(...boxes.map((box) => box.map((side) => side * u)));
    [this.unit, this.fine] = [unit, fine];
  }

  ground(map, shown) {
    const plain = { ...shown, step: null, lit: "" };
    for (const line of this.view.ground?.lines ?? []) {
      this.prim({ ...line, a: [map ? OVER * line.a : line.a] }, 0, plain);
    }
  }

  /** The boxes of what is marked: no room for words either. */
  marks(i, shown) {
    const marked = this.view.prims.filter((prim) => prim.k === "mark" && opacity(prim, i, shown));
    return marked.map(({ n }) => {
      const [x, y, size] = n.map((column) => at(column, i));
      const r = 0.8 * size * this.fine, across = x * this.unit, down = y * this.unit;
      return [across - r, down - r, across + r, down + r];
    });
  }

  prim(prim, i, shown) {
    const seen = opacity(prim, i, shown);
    if (!seen) return;
    const { pen } = this, kind = prim.k || "chain";
    const n = prim.n.map((column) => at(column, i));
    const drawn = width(prim, i, shown) * this.fine;
    const casing = shown.casing ?? 0, wide = drawn && drawn + casing;
    if (casing && (kind === "mark" || kind === "grid")) return;
    pen.strokeStyle = pen.fillStyle =
      prim.tone === undefined ? prim[shown.theme] : shown.colour(prim.tone);
    pen.lineWidth = wide;
    pen.setLineDash(prim.dash && !casing ? this.dashed(prim, n, wide) : []);
    if (kind === "mark") return this.mark(prim, n, seen, wide, shown);
    if (kind === "grid") return this.carried(n, seen, wide);
    const { path, filled = path, head } = PATHS[kind](n, this.unit, this.fine, drawn);
    const fill = shown.bare ? 0 : inside(prim, i, seen);
    if (fill) {
      pen.globalAlpha = fill;
      pen.fill(filled);
    }
    pen.globalAlpha = seen;
    if (wide) pen.stroke(path);
    if (head) {
      pen.fill(head);
      pen.lineWidth = casing;
      if (casing) pen.stroke(head);
    }
    pen.globalAlpha = 1;
  }

  /** The pattern of a dashed line; about a ring it comes out even. */
  dashed(prim, n, wide) {
    const [on, off] = dashes(wide);
    if (prim.k !== "ring") return [on, off];
    const around = 2 * Math.PI * n[2] * this.unit;
    const period = around / Math.max(Math.round(around / (on + off)), 1);
    return [Math.min(on, period), Math.max(period - on, 0)];
  }

  /** A grid that something carries. */
  carried([xx, xy, yx, yy, cx, cy, half], seen, wide) {
    const { pen, unit: u } = this, unit = this.view.scale * this.scale / 1e4;
    const place = (i, j) => [cx * u + (xx * i + yx * j) * unit, cy * u - (xy * i + yy * j) * unit];
    pen.globalAlpha = seen;
    for (let k = -half; k <= half; k++) {
      pen.lineWidth = k ? wide : 2 * wide;
      for (const [a, b] of [
        [place(k, -half), place(k, half)], [place(-half, k), place(half, k)],
      ]) {
        pen.beginPath();
        pen.moveTo(...a);
        pen.lineTo(...b);
        pen.stroke();
      }
    }
    pen.globalAlpha = 1;
  }

  mark(prim, [across, down, size], seen, rim, shown) {
    const { pen } = this, [x, y, r] = [across * this.unit, down * this.unit, size * this.fine];
    const colour = pen.fillStyle, path = outline(prim.marker, x, y, r);
    pen.globalAlpha = seen;
    pen.setLineDash([]);
    pen.lineJoin = "miter";
    pen.strokeStyle = shown.colour(shown.named.background);
    pen.lineWidth = 2 * Math.max(rim, 1.2);
    pen.stroke(path);
    pen.fill(path);
    if (prim.marker === "ring") {
      pen.fillStyle = pen.strokeStyle;
      pen.fill(outline("disc", x, y, r - Math.max(0.4 * r, 1)));
      pen.fillStyle = colour;
    }
    pen.lineJoin = "round";
    pen.globalAlpha = 1;
  }

  ticks(i, shown) {
    const { ground } = this.view;
    if (!ground) return;
    const free = said(ground.shown, i), colour = shown.colour(shown.named.tick_text);
    ground.ticks.forEach(([x, y, text], k) => {
      if (free[k] !== "0") this.words(text, x, y, TICK, colour, 1, shown, true);
    });
  }

  label(label, i, shown) {
    const text = said(label.text, i);
    if (!text || !this.worded(label, shown)) return;
    const seen = opacity(label, i, shown);
    if (!seen) return;
    const { line } = label, colour = shown.colour(label.tone);
    if (line && at(line.there || [1], i)) {
      this.dotted(line.n.map((column) => at(column, i) * this.unit), colour, seen);
    }
    this.words(text, at(label.x, i), at(label.y, i), label.size, colour, seen, shown);
  }

  /** Words whose middle stays where it is, however large they are; where they would lie on
      others they give way, or are left out. */
  words(text, x, y, size, colour, seen, shown, dropped = false) {
    const { pen, taken } = this, large = size * this.letters, small = size / 10;
    const line = laidOut(pen, text, large, font), { wide } = line;
    const left = (x / 10 + wide * small / large / 2) * this.scale - wide / 2;
    const top = (y / 10 + small / 2) * this.scale - large / 2;
    const places = this.places(left, top, wide, large, dropped);
    const found = places.find(([x, y]) => !taken.some(
      ([l, t, r, b]) => x < r + APART && l < x + wide + APART && y < b && t < y + large));
    if (!found && dropped) return;
    const [across, down] = found || places[0];
    taken.push([across, down, across + wide, down + large]);
    this.write(line, across, down, large, colour, seen, shown);
  }

  /** Where words may stand: where they belong, then ever farther off. */
  places(x, y, wide, large, alone) {
    const { clientWidth, clientHeight } = this.canvas;
    const across = (x) => clamp(x, 2, clientWidth - wide - 2);
    const down = (y) => clamp(y, 2, clientHeight - large - 2);
    const left = across(x), top = down(y), near = [];
    for (let k = -STEPS; k <= STEPS && !alone; k++) {
      for (let n = -STEPS; n <= STEPS; n++) near.push([k * wide / 4, n * large / 3]);
    }
    // Aside it would soon seem to name another thing.
    const far = ([dx, dy]) => Math.hypot(2 * dx, dy);
    near.sort((p, q) => far(p) - far(q));
    return [[left, top], ...near.map(([dx, dy]) => [across(left + dx), down(top + dy)])];
  }
}
