/* What a view of the plane and one of space have in common. */

import { said } from "./columns.js";
import { make } from "./elements.js";
import { message } from "./message.js";
import { opacity } from "./primitive_style.js";
import { clamp } from "./vectors.js";

// A view's lines and letters shrink and grow with it, but not beyond these.
export const SMALLEST = 0.8;
const READABLE = 0.9;
export const LARGEST = 1.6;
// The ground's stroke about letters, and where their base line is, in letters' sizes.
const HALO = 4;
const BASE = 0.93;
// How much farther than its words a plate reaches, in px.
const BESIDE = 3;

export class Figure {
  /** @type {Pen} */
  pen;
  /** @type {HTMLButtonElement} */
  all;
  /** Whether it is seen from elsewhere than at first. */
  moved = false;
  /** Whether it is still to be drawn as finely as it can be. */
  coarse = false;

  /** @param {Player} player @param {View} view */
  constructor(player, view) {
    this.player = player;
    this.view = this.shaped(view);
    this.canvas = make("canvas", { role: "img" });
    this.element = make("figure", { class: "view" }, this.canvas);
    this.caption = view.caption ? make("figcaption", {}, view.caption) : null;
    if (this.caption) this.element.append(this.caption);
  }

  /** Whether it is the one with the handles and the map. */
  get leads() { return this === this.player.figures[0]; }

  /** The view as it is told for the shape that it has here, where it is told for some. */
  /** @type {(view: View) => View} */
  shaped(view) {
    const told = view.seen?.[this.player.stage.shape];
    return told ? { ...view, size: [told[0], told[1]], camera: told[2] } : view;
  }

  /** How many px of the page one px of the view's own size has: all of that is in sight. */
  get scale() {
    const { canvas: { clientWidth, clientHeight }, view: { size: [wide, tall] } } = this;
    return Math.min(clientWidth / wide, clientHeight / tall);
  }

  /** How large the canvas is, in px of the view's own size. */
  get full() {
    const { canvas: { clientWidth, clientHeight }, scale } = this;
    return scale ? [clientWidth / scale, clientHeight / scale] : this.view.size;
  }

  /** A px of the page as one of the view's own size, which lies in the middle. */
  /** @type {(x: number, y: number) => [number, number]} */
  own(x, y) {
    const { scale, full, view: { size } } = this;
    return [x / scale + (size[0] - full[0]) / 2, y / scale + (size[1] - full[1]) / 2];
  }

  /** How large letters are, in px for each tenth of their own size. */
  get letters() { return clamp(this.scale, READABLE, LARGEST) / 10; }

  /** Show another state of the same view; what was moved by hand stays. */
  /** @type {(view: View) => void} */
  renew(view) { this.view = this.shaped(view); }

  /** Where a handle is, in px of the page: each kind of view knows its own. */
  /** @type {(dim: Dim, i: number) => Point} */
  spot() { return [0, 0]; }

  /** Where handles are now, in px of the page. */
  /** @type {(i: number) => Point[]} */
  held(i) { return this.leads ? this.player.handles.map(({ dim }) => this.spot(dim, i)) : []; }

  /** The boxes of what lies over the figure: no room for words. */
  get covered() {
    const parts = [this.caption, ...this.element.querySelectorAll(".over")];
    return parts.filter((part) => part?.offsetWidth).map(
      ({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => (
        [x - 4, y - 4, x + w + 8, y + h + 4]));
  }

  /** Whether there is anything to be seen in it. */
  /** @type {(i: number, shown: Shown) => boolean} */
  holds(i, shown) { return this.view.prims.some((prim) => opacity(prim, i, shown)); }

  /** The labels that are to be seen and their texts: those of the verdict come first. */
  /** @type {(i: number, shown: Shown) => { label: Label; text: string; seen: number }[]} */
  labels(i, shown) {
    const found = this.view.texts.flatMap((label) => {
      const named = !shown.names || !label.key || shown.names.has(label.key);
      const seen = named ? opacity(label, i, shown) : 0, text = seen && said(label.text, i);
      return text ? [{ label, text, seen }] : [];
    });
    /** @type {(found: { label: Label }) => number} */
    const rank = ({ label }) => label.rank ?? 1;
    return found.sort((p, q) => rank(p) - rank(q));
  }

  /** The same, each told apart: the text of a number changes with it, its key does not. */
  /** @type {(i: number, shown: Shown) => Known[]} */
  labelled(i, shown) {
    /** @type {Map<string, number>} */
    const counts = new Map();
    return this.labels(i, shown).map((one) => {
      const name = one.label.key || one.text, count = (counts.get(name) || 0) + 1;
      counts.set(name, count);
      return { ...one, known: `${name} ${count}` };
    });
  }

  /** The button that shows all again. */
  /** @type {(act: Act) => HTMLButtonElement} */
  showingAll(act) {
    const button = make("button", {
      class: "fit over", title: message("Show all again (F)"),
      "aria-label": message("Show all again"), onclick: act, hidden: true,
    }, "⤢");
    this.element.append(button);
    return button;
  }

  /** What was turned away, or dragged out of sight, is found again. */
  /** @type {(i: number) => void} */
  lost(i) {
    const { clientWidth: wide, clientHeight: tall } = this.canvas;
    const all = this.held(i).every(([x, y]) => x >= 0 && y >= 0 && x <= wide && y <= tall);
    this.all.hidden = !this.moved && all;
  }

  /** A line from words to what they name. */
  /** @type {(line: Point, colour: string, seen: number) => void} */
  dotted([a, b, c, d], colour, seen) {
    const { pen } = this;
    pen.globalAlpha = seen * 0.8;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.setLineDash([0.1, 4]);
    pen.stroke(new Path2D(`M${a} ${b}L${c} ${d}`));
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  /** Words as they are laid out, parted by their ground from what they lie on; over a map
      they have a plate of it. */
  /** @type {Writing} */
  write({ pieces, wide }, left, top, large, colour, seen, shown) {
    const { pen } = this, { plate = 0, halo = plate ? 0 : HALO } = shown, base = top + BASE * large;
    pen.textBaseline = "alphabetic";
    pen.globalAlpha = seen;
    pen.strokeStyle = pen.fillStyle = shown.colour(shown.named.background);
    if (plate) {
      pen.globalAlpha = plate;
      pen.fillRect(left - BESIDE, top, wide + 2 * BESIDE, large);
      pen.globalAlpha = seen;
    }
    pen.lineWidth = halo;
    pen.lineJoin = "round";
    for (const { text, font, x, down } of halo ? pieces : []) {
      pen.font = font;
      pen.strokeText(text, left + x, base + down);
    }
    pen.fillStyle = colour;
    for (const { text, font, x, down } of pieces) {
      pen.font = font;
      pen.fillText(text, left + x, base + down);
    }
    pen.globalAlpha = 1;
  }
}
