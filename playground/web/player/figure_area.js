/* The stage: a stop's figures with their handles, and its time. */

import { make } from "./elements.js";
import { Handle } from "./handle.js";
import { Plane } from "./plane.js";
import { Space } from "./space.js";

// As the style sheet has them: between views, and what one of several has of a phone's width.
const GAP = 12;
const PEEKED = 0.86;
// Widths against heights of a stage that has no room yet.
const USUAL = 1.25;

export class Stage {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {any[]} */
    this.figures = this.handles = [];
    this.views = make("div", { class: "views" });
    this.element = make("div", { class: "stage" }, this.views);
    this.shape = 0;
    this.count = 1;
    new ResizeObserver(() => this.reshape()).observe(this.views);
  }

  build() {
    const { player, shape } = this, { stop } = player;
    this.count = stop.views.length;
    this.shape = this.arranged();
    this.figures = stop.views.map(
      (view, place) => new (view.space ? Space : Plane)(player, view, place));
    this.handles = stop.dims.flatMap(
      (dim, place) => (dim.kind === "handle" ? [new Handle(player, place)] : []));
    this.figures[0].element.append(...this.handles.map((handle) => handle.button));
    this.transport = player.source.transport();
    this.views.replaceChildren(...this.figures.map(({ element }) => element));
    this.element.replaceChildren(this.views, ...[this.transport?.element].filter(Boolean));
    if (this.shape !== shape) player.source.reshaped(this.shape);
  }

  /** Show another state of the same structure: nothing is built, so the focus stays. */
  renew() {
    const { views } = this.player.stop;
    this.figures.forEach((figure, n) => figure.renew(views[n]));
  }

  show() {
    const { player, figures, views } = this;
    this.transport?.show();
    for (const handle of this.handles) handle.show();
    // What tells nothing until a question is answered leaves its room to the others.
    const told = figures.map(
      (figure) => !player.asked || figure.holds(player.sample, player.shown()));
    figures.forEach(({ element }, n) => element.classList.toggle("empty", !told[n]));
    this.count = told.filter(Boolean).length;
    this.reshape();
  }

  /** Give the views their places; which of the shapes that are told each of them has. */
  arranged() {
    const { views, count, player: { lesson: { shapes }, stop: { columns } } } = this;
    const { clientWidth: wide, clientHeight: tall } = views;
    /** @type {(shape: number) => number} */
    const nearest = (shape) => {
      const off = shapes.map((one) => Math.abs(Math.log(one / shape)));
      return off.indexOf(Math.min(...off));
    };
    const stage = nearest(wide && tall ? wide / tall : USUAL);
    const across = count > 1 ? columns[stage] : 1, down = Math.ceil(count / across);
    views.style.setProperty("--columns", String(across));
    views.classList.toggle("many", count > 1);
    if (!wide || !tall) return stage;
    if (getComputedStyle(views).display === "flex") {
      return nearest(wide * (count > 1 ? PEEKED : 1) / tall);
    }
    return nearest((wide - GAP * (across - 1)) / across / ((tall - GAP * (down - 1)) / down));
  }

  /** Its room or what fills it is another: views are seen as they are told for that. */
  reshape() {
    const { player, shape } = this;
    if (!this.figures.length) return;
    this.shape = this.arranged();
    if (this.shape !== shape) {
      this.renew();
      player.source.reshaped(this.shape);
    }
    player.draw();
  }

  /** Where views have no room beside each other, show the one with what is new in a step. */
  bring() {
    const { figures, views, player: { step } } = this;
    /** @type {(figure: Figure) => boolean} */
    const isNew = ({ view }) => (view.prims ?? []).some(({ since }) => step && since === step);
    const told = figures.find(isNew);
    if (told) views.scrollLeft = told.element.offsetLeft - figures[0].element.offsetLeft;
  }

  /** @type {(sample: number, shown: Shown) => void} */
  draw(sample, shown) {
    for (const figure of this.figures) figure.draw(sample, shown);
    // All is read before anything is put: else each would lay the page out anew.
    const spots = this.handles.map(({ spot }) => spot);
    this.handles.forEach((handle, n) => handle.put(spots[n]));
  }
}
