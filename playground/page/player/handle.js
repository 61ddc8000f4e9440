/* A handle on the first figure: a button that is dragged, or moved by the arrows. */

import { along } from "./dims.js";
import { make } from "./elements.js";
import { said } from "./values.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Handle {
  constructor(player, dim, place) {
    [this.player, this.dim, this.place] = [player, dim, place];
    this.button = make("button", {
      class: "handle", role: "slider", "aria-label": dim.label, title: dim.label,
    });
    this.drag();
    this.button.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      this.nudge(way);
    });
  }

  get figure() { return this.player.figures[0]; }
  get along() { return along(this.player.stop.dims, this.place, this.player.sample); }

  drag() {
    const { button } = this;
    let grip = [0, 0];
    const moved = (event) => this.toward(event.clientX - grip[0], event.clientY - grip[1]);
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // What was taken beside its middle stays there under the finger.
      const [x, y] = this.figure.spot(this.dim, this.player.sample);
      grip = [event.clientX - x, event.clientY - y];
      button.focus();
      button.setPointerCapture(event.pointerId);
      button.addEventListener("pointermove", moved);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      button.addEventListener(end, () => button.removeEventListener("pointermove", moved));
    }
  }

  /** Go to the sample whose handle is nearest to a place. */
  toward(x, y) {
    let best = this.player.sample, least = Infinity;
    for (const sample of this.along.samples) {
      const [a, b] = this.figure.spot(this.dim, sample), far = Math.hypot(a - x, b - y);
      if (far < least) [best, least] = [sample, far];
    }
    this.player.go(this.player.timed(best));
  }

  /** Go to the next sample whose handle lies in a direction. */
  nudge([wx, wy]) {
    const [x, y] = this.figure.spot(this.dim, this.player.sample);
    let best = null, least = Infinity;
    for (const sample of this.along.samples) {
      const [a, b] = this.figure.spot(this.dim, sample), forth = (a - x) * wx + (b - y) * wy;
      const aside = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
      if (forth < 0.5 || aside > 1.05 * forth) continue;
      const far = forth + 2 * aside;
      if (far < least) [best, least] = [sample, far];
    }
    if (best !== null) this.player.go(this.player.timed(best));
  }

  show() {
    const { dim, button } = this, { digit } = this.along;
    // Until it is answered the question holds for what is shown.
    button.hidden = this.player.asked;
    button.setAttribute("aria-valuemin", "0");
    button.setAttribute("aria-valuemax", String(dim.count - 1));
    button.setAttribute("aria-valuenow", String(digit));
    button.setAttribute("aria-valuetext", said(dim.names, digit));
  }

  /** Put it where it is in the figure. */
  draw() {
    const [x, y] = this.figure.spot(this.dim, this.player.sample);
    this.button.style.left = `${x}px`;
    this.button.style.top = `${y}px`;
  }
}
