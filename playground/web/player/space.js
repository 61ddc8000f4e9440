/* A view in space: floor, solids and lines by the window's own shaders, and words on a canvas
   over it. */

import { drawGizmo } from "./axes_gizmo.js";
import { sketch } from "./canvas_fallback.js";
import { at } from "./columns.js";
import { make } from "./elements.js";
import { Figure, LARGEST, SMALLEST } from "./figure.js";
import { Room } from "./label_placement.js";
import { laidOut } from "./math_text.js";
import { message } from "./message.js";
import { font, opacity } from "./primitive_style.js";
import { PIECE } from "./shape_layout.js";
import { Eye } from "./space_camera.js";
import { turnBy } from "./space_controls.js";
import { Sheet } from "./space_draw_list.js";
import { drawSpace } from "./space_layer.js";
import { clamp, dot, mix } from "./vectors.js";
import { Screen } from "./webgl_canvas.js";

const TURNING = message(
  "View in space. Arrow keys turn it, plus and minus bring it near and far, 0 sets it back.");
// Where no graphics card draws, what moves has this share of its px; it is at rest, and has
// all of them, after so many ms.
const MOVING_SHARE = 0.5;
const AT_REST = 250;
const SKETCHED = message("This browser has no WebGL 2: the solids are only sketched.");

export class Space extends Figure {
  /** @param {Player} player @param {View<SpaceCamera>} view @param {number} place */
  constructor(player, view, place) {
    super(player, view);
    this.place = place;
    this.first = this.view.camera;
    this.camera = { ...this.first };
    this.sides = new Map();
    this.drawn = -Infinity; // when
    this.across = this.down = 0; // how large it is shown, in px of the page
    this.screen = player.screens[place] ||= new Screen(() => player.draw());
    this.element.classList.add("space");
    this.element.prepend(this.screen.canvas);
    this.element.tabIndex = 0;
    this.element.setAttribute("aria-label", TURNING);
    this.all = this.showingAll(() => this.reset());
    if (!this.screen.gl) this.element.append(make("p", { class: "note" }, SKETCHED));
    turnBy(this.element, this);
  }

  /** Another shape is seen as it is told for that, unless it was moved. */
  /** @type {(view: View<SpaceCamera>) => void} */
  renew(view) {
    super.renew(view);
    const { first, view: { camera: told } } = this;
    /** @type {(one: SpaceCamera) => string} */
    const said = (one) => JSON.stringify([one.target, one.distance, one.yaw, one.pitch]);
    if (this.moved || said(first) === said(told)) return;
    this.camera = { ...told };
    this.first = told;
  }

  /** From where it is seen now. */
  get cameraNow() { return this.camera; }

  /** Turn it by px of the page. */
  /** @type {(dx: number, dy: number) => void} */
  turned(dx, dy) {
    if (!dx && !dy) return;
    this.moved = true;
    this.camera.yaw -= dx * 0.008;
    this.camera.pitch = clamp(this.camera.pitch + dy * 0.008, -Math.PI / 2, Math.PI / 2);
    this.player.draw();
  }

  /** @type {(share: number) => void} */
  nearer(share) {
    this.moved = true;
    const own = this.first.distance;
    this.camera.distance = clamp(this.camera.distance * share, 0.2 * own, 5 * own);
    this.player.draw();
  }

  /** Show all from where it was seen at first; a live view is fitted anew. */
  reset() {
    if (document.activeElement === this.all) this.element.focus();
    this.moved = false;
    this.sides.clear();
    this.camera = { ...this.first };
    this.player.viewed?.(this);
    this.player.fitted?.(this);
    this.player.draw();
  }

  /** A world point in px of the page; far off where it is behind the eye. */
  /** @type {(point: Point) => Point} */
  page(point) {
    const { eye } = this, flat = eye.flat(eye.seen(point));
    return flat ? this.onPage(flat[0], flat[1]) : [-1e4, -1e4];
  }

  /** Device px from the middle, y up, as px of the page. */
  /** @type {(x: number, y: number) => [number, number]} */
  onPage(x, y) {
    // Of a coarse picture's px a half one is none: from the middle all keep their places.
    const k = this.across / this.eye.wide;
    return [this.across / 2 + x * k, this.down / 2 - y * k];
  }

  /** Where a handle is, in px of the page. */
  /** @type {(dim: Dim, i: number) => Point} */
  spot(dim, i) { return this.page([dim.x, dim.y, dim.z].map((column) => at(column, i) / 1e4)); }

  /** @type {(i: number, shown: Shown) => void} */
  draw(i, shown) {
    if (!this.begin()) return;
    const sheet = new Sheet(this.eye, shown);
    for (const prim of this.view.prims) {
      const seen = opacity(prim, i, shown);
      if (seen) sheet.add(prim, i, seen);
    }
    sheet.close();
    if (this.screen.works) drawSpace(this.screen, sheet);
    else sketch(this.pen, sheet);
    this.words(sheet, i, shown);
    drawGizmo(this.pen, this.eye, this.canvas, shown);
    this.lost(i);
  }

  /** Make both canvases as large as they are shown, and blank; false where they have no room. */
  begin() {
    const { canvas, screen } = this, ratio = window.devicePixelRatio || 1;
    const [across, down] = [canvas.clientWidth, canvas.clientHeight];
    const wide = Math.round(across * ratio), tall = Math.round(down * ratio);
    this.coarse = false;
    if (!wide) return false;
    const share = this.hasty() ? MOVING_SHARE : 1, px = ratio * share;
    ofSize(canvas, wide, tall);
    ofSize(screen.canvas, Math.round(wide * share), Math.round(tall * share));
    [this.across, this.down] = [across, down];
    this.fine = clamp(this.scale, SMALLEST, LARGEST) / 10;
    const { width, height } = screen.canvas, own = this.view.size[1] * this.scale * px;
    this.eye = new Eye(this.camera, width, height, this.fine * px, own);
    this.pen = canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, wide, tall);
    this.pen.lineCap = this.pen.lineJoin = "round";
    return true;
  }

  /** Whether it is still moving, and slow to draw. */
  hasty() {
    this.coarse = Boolean(this.screen.slow) && performance.now() - this.drawn < AT_REST;
    clearTimeout(this.resting);
    // A slow picture is only done where the next may begin.
    requestAnimationFrame(() => this.done());
    return this.coarse;
  }

  /** A picture is drawn; all of it follows once nothing moves. */
  done() {
    this.drawn = performance.now();
    clearTimeout(this.resting);
    if (this.coarse) this.resting = setTimeout(() => this.player.draw(), 1.2 * AT_REST);
  }

  /** All words. */
  /** @type {(sheet: Sheet, i: number, shown: Shown) => void} */
  words(sheet, i, shown) {
    const kept = this.held(i).map(([x, y]) => [x - 10, y - 10, x + 10, y + 10]);
    const { clientWidth: wide, clientHeight: tall } = this.canvas;
    const room = new Room(wide, tall, [...kept, ...this.covered], this.sides);
    this.inked(room, sheet);
    for (const one of this.labelled(i, shown)) this.label(one, i, room, shown);
  }

  /** Note in a room for words where lines and solids are. */
  /** @type {(room: Room, sheet: Sheet) => void} */
  inked(room, { rows, solids }) {
    const { eye } = this, spacing = 5 * eye.wide / room.wide;
    for (const { row } of rows) {
      const half = row[23] === PIECE ? row[8] : 0;
      for (let t = -half; t <= half; t += spacing) {
        room.ink(...this.onPage(row[0] + t * row[2], row[1] + t * row[3]));
      }
    }
    for (const { a, b, radius } of solids) {
      for (const share of a === b ? [0] : [0, 0.25, 0.5, 0.75, 1]) {
        const middle = mix(a, b, share), [x, y] = eye.flat(middle);
        const r = radius / -middle[2] * eye.focal;
        for (let turn = 0; turn < 32; turn++) {
          const c = Math.cos(turn / 5.1), s = Math.sin(turn / 5.1);
          for (const part of [0.25, 0.5, 0.75, 1]) {
            room.ink(...this.onPage(x + part * r * c, y + part * r * s));
          }
        }
      }
    }
  }

  /** @type {Labelling} */
  label({ label, text, seen, known }, i, room, shown) {
    /** @type {(name: "x" | "y" | "z" | "tx" | "ty" | "tz" | "gap") => number} */
    const number = (name) => at(label[name], i), { axes } = this.eye;
    const [x, y] = this.page([number("x"), number("y"), number("z")].map((n) => n / 1e4));
    if (!(x >= 0 && x < room.wide && y >= 0 && y < room.tall)) return;
    const toward = [number("tx"), number("ty"), number("tz")].map((n) => n / 1e4);
    const first = Math.atan2(-dot(axes[1], toward), dot(axes[0], toward));
    const large = label.size * this.letters, colour = shown.colour(label.tone);
    const line = laidOut(this.pen, text, large, font);
    const place = room.place(x, y, line.wide, large * 1.2, first, number("gap") / 10, known);
    if (place.line) this.dotted(place.line, colour, seen);
    this.write(line, place.x, place.y + 0.1 * large, large, colour, seen, shown);
  }
}

/** @type {(canvas: HTMLCanvasElement, wide: number, tall: number) => void} */
function ofSize(canvas, wide, tall) {
  if (canvas.width !== wide || canvas.height !== tall) [canvas.width, canvas.height] = [wide, tall];
}
