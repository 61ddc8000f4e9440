/* The stage: a stop's figures with their handles, and its time. */

import { make } from "./elements.js";
import { Handle } from "./handle.js";
import { Plane } from "./plane.js";
import { Space } from "./space.js";

export class Stage {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {any[]} */
    this.figures = this.handles = [];
    this.views = make("div", { class: "views" });
    this.element = make("div", { class: "stage" }, this.views);
  }

  build() {
    const { player } = this, { stop } = player;
    this.figures = stop.views.map(
      (view, place) => new (view.space ? Space : Plane)(player, view, place));
    this.handles = stop.dims.flatMap(
      (dim, place) => (dim.kind === "handle" ? [new Handle(player, place)] : []));
    this.figures[0].element.append(...this.handles.map((handle) => handle.button));
    this.transport = player.source.transport();
    this.views.replaceChildren(...this.figures.map(({ element }) => element));
    this.element.replaceChildren(this.views, ...[this.transport?.element].filter(Boolean));
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
    views.style.setProperty("--count", String(told.filter(Boolean).length));
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
    for (const handle of this.handles) handle.draw();
  }
}
