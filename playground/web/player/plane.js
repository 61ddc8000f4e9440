/* A view of the plane on a canvas: what is told in the world is composed for what is in sight. */

import { at } from "./columns.js";
import { make } from "./elements.js";
import { Figure, LARGEST, SMALLEST } from "./figure.js";
import { gridLines, gridNumbers } from "./grid.js";
import { Room } from "./label_placement.js";
import { laidOut } from "./math_text.js";
import { message } from "./message.js";
import { inkShape } from "./occupied_samples.js";
import { outline, PATHS } from "./paths.js";
import { moveBy } from "./plane_controls.js";
import { composed, Sight } from "./plane_shapes.js";
import { boldly, dashes, font, inside, opacity, width } from "./primitive_style.js";
import { shade } from "./themes.js";
import { blend, clamp } from "./vectors.js";

// What is left of the grid over a map.
const OVER = 0.4;
// Over a map of mistakes a line has so much of the ground's colour below its ink, in px.
const CASING = 3;
// The size of the numbers at the edges, how far they keep off these, and off each other.
const TICK = 11.9;
const EDGE = 6;
const BETWEEN = 8;
// A line of text is so much higher than its letters' size.
const LINE = 1.172;
// What lies below a line that something lowers, in its letters' sizes.
const LOWERED = 0.13;
// A handle's radius, in px.
const GRIP = 9;
// A view may be so many times as small as at first, and a unit that is told so many px large.
const SMALL_VIEW = 1 / 100;
const COARSE_UNIT = 2;
const MOVING = message("View of the plane. Arrow keys move it, plus and minus make it larger and "
  + "smaller, F shows all again.");

export class Plane extends Figure {
  /** @type {Sight} */
  now;

  /** @param {Player} player @param {View<Point>} view @param {number} place */
  constructor(player, view, place) {
    super(player, view);
    this.place = place;
    this.camera = this.home = this.view.camera;
    this.sides = new Map();
    this.element.classList.add("plane");
    this.element.tabIndex = 0;
    this.element.setAttribute("aria-label", MOVING);
    this.all = this.showingAll(() => this.fit());
    moveBy(this.element, this);
  }

  // ---- from where it is seen ----

  /** @type {(view: View<Point>) => void} */
  renew(view) {
    super.renew(view);
    this.home = this.view.camera;
    if (!this.moved) this.camera = this.home;
  }

  get cameraNow() { return this.camera; }

  /** Show what it showed before it was moved; a live view is fitted anew. */
  fit() {
    if (document.activeElement === this.all) this.element.focus();
    this.sides.clear();
    this.seenFrom(this.home, false);
  }

  /** Move what is seen by px of the page. */
  /** @type {(dx: number, dy: number) => void} */
  panned(dx, dy) {
    const [x, y, scale] = this.camera, px = scale * this.scale;
    if (dx || dy) this.seenFrom([x - dx / px, y + dy / px, scale], true);
  }

  /** Make what is seen so many times as large; a place in px of the page stays, or the middle. */
  /** @type {(factor: number, left?: number, top?: number) => void} */
  zoomed(factor, left = this.canvas.clientWidth / 2, top = this.canvas.clientHeight / 2) {
    const [x, y, scale] = this.camera, own = this.home[2];
    const now = clamp(scale * factor, own * SMALL_VIEW, COARSE_UNIT / this.view.unit);
    const [u, v] = this.world(left, top), share = scale / now;
    this.seenFrom([u + (x - u) * share, v + (y - v) * share, now], true);
  }

  /** @type {(camera: Point, moved: boolean) => void} */
  seenFrom(camera, moved) {
    [this.camera, this.moved] = [camera, moved];
    this.all.hidden = !moved;
    const { player } = this;
    if (moved) player.viewed?.(this);
    else player.fitted?.(this);
    player.draw();
  }

  /** What is in sight, on the canvas as it is shown. */
  get sight() {
    const { canvas: { clientWidth, clientHeight }, scale } = this, [x, y, own] = this.camera;
    const size = [clientWidth, clientHeight];
    return new Sight([x, y, own * scale], size, clamp(scale, SMALLEST, LARGEST));
  }

  /** The place of the world at a px of the figure. */
  /** @type {(x: number, y: number) => Point} */
  world(x, y) { return this.sight.world(x, y); }

  /** Where a handle is, in px of the page. */
  /** @type {(dim: Dim, i: number) => Point} */
  spot(dim, i) {
    const { unit } = this.view;
    return this.sight.at(at(dim.x, i) * unit, at(dim.y, i) * unit);
  }

  // ---- how it is drawn ----

  /** @type {(i: number, shown: Shown) => void} */
  draw(i, shown) {
    if (!this.begin(shown)) return;
    const map = this.leads ? shown.map : null, told = map && shown.laid;
    const ink = told?.looks?.ink;
    if (map && !ink) this.mapped(map, told);
    this.ground(map && !ink ? OVER : 1, shown);
    if (ink) this.mapped(map, told);
    const shapes = this.composed(i, shown);
    let over = map ? { ...shown, plate: told.plate } : shown;
    if (ink) {
      over = { ...over, colour: (tone) => shown.colour(ink[tone] ?? tone), bare: true };
      const ground = shown.colour(shown.named.background);
      const below = { ...over, colour: () => ground, casing: CASING * this.now.fine };
      for (const shape of shapes) this.shape(shape, below);
    }
    for (const shape of shapes) this.shape(shape, over);
    const room = this.room(i, shapes);
    if (ink) this.named(told, room, shown);
    this.words(i, room, over);
    this.numbers(room, over);
    this.lost(i);
  }

  /** Make the canvas as large as it is shown, and blank; false where it has no room. */
  /** @type {(shown: Shown) => boolean} */
  begin(shown) {
    const { canvas } = this, ratio = window.devicePixelRatio || 1;
    const wide = Math.round(canvas.clientWidth * ratio);
    const tall = Math.round(canvas.clientHeight * ratio);
    if (!wide || !tall) return false;
    if (canvas.width !== wide || canvas.height !== tall) {
      canvas.width = wide;
      canvas.height = tall;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = shown.colour(shown.named.background);
    pen.fillRect(0, 0, wide, tall);
    pen.lineCap = pen.lineJoin = "round";
    [this.pen, this.now] = [pen, this.sight];
    return true;
  }

  /** A map, which lies in the world. */
  /** @type {(picture: CanvasImageSource, map: any) => void} */
  mapped(picture, { box: [left, top, wide, tall], looks }) {
    const { pen, now } = this;
    pen.imageSmoothingEnabled = Boolean(looks);
    const [x, y] = now.at(left, top);
    pen.drawImage(picture, x, y, wide * now.scale, tall * now.scale);
  }

  /** @type {(seen: number, shown: Shown) => void} */
  ground(seen, { colour, named }) {
    const { pen, now } = this;
    const [minor, major, axis] = ["grid_minor", "grid_major", "axis"].map((n) => colour(named[n]));
    for (const line of gridLines(now, this.scale)) {
      pen.globalAlpha = seen * line.seen;
      pen.fillStyle = line.own ? axis : blend(minor, major, line.major);
      const from = line.at - line.wide / 2;
      if (line.axis) pen.fillRect(0, from, now.wide, line.wide);
      else pen.fillRect(from, 0, line.wide, now.tall);
    }
    pen.globalAlpha = 1;
  }

  /** All shapes that are to be seen, each with its prim's looks. */
  /** @type {(i: number, shown: Shown) => Inked[]} */
  composed(i, shown) {
    const { now, view: { unit, prims } } = this;
    return prims.flatMap((prim) => {
      const seen = opacity(prim, i, shown);
      if (!seen) return [];
      const wide = width(prim, i, shown) * now.fine / 10, fill = inside(prim, i, seen);
      const n = prim.n.map((column) => at(column, i));
      return composed(prim, n, unit, now, wide).map((shape) => ({
        prim, kind: shape.kind, n: shape.n, phase: shape.phase ?? 0,
        seen: seen * (shape.seen ?? 1), wide: wide * (shape.wide ?? 1),
        fill: shape.bare ? 0 : fill,
      }));
    });
  }

  /** @type {(shape: Inked, shown: Shown) => void} */
  shape(shape, shown) {
    const { prim, kind, n, seen } = shape, { pen } = this, { casing = 0 } = shown;
    if (casing && (kind === "mark" || prim.k === "grid")) return;
    const wide = shape.wide && shape.wide + casing;
    pen.strokeStyle = pen.fillStyle = shown.colour(prim.tone);
    if (kind === "mark") return this.mark(prim.marker, n, seen, wide, shown);
    pen.lineWidth = wide;
    pen.setLineDash(prim.dash && !casing ? this.dashed(kind, n, wide) : []);
    pen.lineDashOffset = shape.phase;
    this.traced(PATHS[kind](n), shape, wide, casing, shown.bare);
    pen.lineDashOffset = 0;
  }

  /** Fill and draw a path. */
  /** @type {Tracing} */
  traced({ path, filled = path, head }, { seen, fill }, wide, casing, bare) {
    const { pen } = this;
    if (fill && !bare) {
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
  /** @type {(kind: string, n: number[], wide: number) => number[]} */
  dashed(kind, n, wide) {
    const [on, off] = dashes(wide);
    if (kind !== "ring") return [on, off];
    const around = 2 * Math.PI * n[2];
    const period = around / Math.max(Math.round(around / (on + off)), 1);
    return [Math.min(on, period), Math.max(period - on, 0)];
  }

  /** @type {Marking} */
  mark(marker, [x, y, r], seen, rim, shown) {
    const { pen } = this, colour = pen.fillStyle, path = outline(marker, x, y, r);
    pen.globalAlpha = seen;
    pen.setLineDash([]);
    pen.lineJoin = "miter";
    pen.strokeStyle = shown.colour(shown.named.background);
    pen.lineWidth = 2 * Math.max(rim, 1.2);
    pen.stroke(path);
    pen.fill(path);
    if (marker === "ring") {
      pen.fillStyle = pen.strokeStyle;
      pen.fill(outline("disc", x, y, r - Math.max(0.4 * r, 1)));
      pen.fillStyle = colour;
    }
    pen.lineJoin = "round";
    pen.globalAlpha = 1;
  }

  /** The names on a map, as they were placed for about this size; they move with it. */
  /** @type {(map: { names: any[]; from: number[] }, room: Room, shown: Shown) => void} */
  named({ names, from }, room, shown) {
    if (!names.length) return;
    const { pen, now, scale } = this, [x, y, own, ...size] = from;
    /** @type {(of: { share: number }) => number} */
    const far = ({ share }) => Math.abs(share - scale);
    const { share, prims, words, boxes } = names.reduce((a, b) => (far(b) < far(a) ? b : a));
    // From tenths of a px of a view of that share of its size.
    const k = now.scale / own / share / 10, [left, top] = now.at(x, y);
    const [dx, dy] = [left - 5 * k * size[0] * share, top - 5 * k * size[1] * share];
    pen.save();
    pen.translate(dx, dy);
    pen.scale(k, k);
    pen.setLineDash([]);
    for (const { k: kind, n, w = 0, fill = 0, ...tone } of prims) {
      pen.strokeStyle = pen.fillStyle = tone[shade(shown.theme)];
      pen.lineWidth = w;
      this.traced(PATHS[kind](n), { seen: 1, fill: fill / 255 }, w, 0, false);
    }
    for (const { text, bold, n: [x, y, size], ...tone } of words) {
      const line = laidOut(pen, text, size, bold ? boldly : font);
      this.write(line, x, y, size, tone[shade(shown.theme)], 1, { ...shown, halo: 0 });
    }
    pen.restore();
    for (const [l, t, r, b] of boxes) {
      room.taken.push([dx + l * k, dy + t * k, dx + r * k, dy + b * k]);
    }
  }

  // ---- words ----

  /** The room that drawn shapes leave to words. */
  /** @type {(i: number, shapes: Inked[]) => Room} */
  room(i, shapes) {
    const { now } = this, room = new Room(now.wide, now.tall, this.covered, this.sides);
    for (const { kind, n, wide } of shapes) inkShape(room, kind, n, wide, now);
    for (const [x, y] of this.held(i)) inkShape(room, "mark", [x, y, GRIP], 0, now);
    const [x, y] = now.at(0, 0);
    for (let k = 0; k < now.wide; k += 5) room.shade(k, y);
    for (let k = 0; k < now.tall; k += 5) room.shade(x, k);
    return room;
  }

  /** @type {(i: number, room: Room, shown: Shown) => void} */
  words(i, room, shown) {
    const { now, pen, view: { unit } } = this;
    for (const { label, text, seen, known } of this.labelled(i, shown)) {
      /** @type {(name: "x" | "y" | "toward" | "gap" | "away") => number} */
      const number = (name) => at(label[name], i), toward = -number("toward") / 1e4;
      const [u, v] = now.at(number("x") * unit, number("y") * unit);
      const off = number("away") / 10 * now.fine;
      const x = u + off * Math.cos(toward), y = v + off * Math.sin(toward);
      if (!(x >= 0 && x < now.wide && y >= 0 && y < now.tall)) continue;
      const large = label.size * this.letters, line = laidOut(pen, text, large, font);
      const gap = number("gap") / 10 * now.fine, tall = this.tall(line, large);
      const place = room.place(x, y, line.wide, tall, toward, gap, known);
      const colour = shown.colour(label.tone);
      if (place.line) this.dotted(place.line, colour, seen);
      this.write(line, place.x, place.y, large, colour, seen, shown);
    }
  }

  /** How high a line of words is. */
  /** @type {(line: Line, large: number) => number} */
  tall({ pieces }, large) {
    return (LINE + (pieces.some(({ down }) => down > 0) ? LOWERED : 0)) * large;
  }

  /** The numbers at the edges, where nothing is in their way. */
  /** @type {(room: Room, shown: Shown) => void} */
  numbers(room, shown) {
    const { now, pen } = this, large = TICK * this.letters * 10, tall = LINE * large;
    const edge = EDGE * now.fine, colour = shown.colour(shown.named.tick_text);
    const right = now.wide - edge, foot = now.tall - edge - tall;
    /** @type {(x: number, y: number, w: number) => (box: Box) => boolean} */
    const lain = (x, y, w) => ([l, t, r, b]) => (
      x - BETWEEN < r && l < x + w + BETWEEN && y < b && t < y + tall);
    for (const { axis, at: place, text } of gridNumbers(now, this.scale)) {
      const line = laidOut(pen, text, large, font), { wide } = line;
      const x = axis ? edge : place - wide / 2, y = axis ? place - tall / 2 : foot;
      // In the corner are the numbers of the other edge.
      const fits = axis ? y >= edge && y <= foot - tall : x >= edge && x + wide <= right;
      if (!fits || room.taken.some(lain(x, y, wide))) continue;
      if (room.touched(x - 1, y, x + wide + 1, y + tall)) continue;
      room.taken.push([x, y, x + wide, y + tall]);
      this.write(line, x, y, large, colour, 1, shown);
    }
  }
}
