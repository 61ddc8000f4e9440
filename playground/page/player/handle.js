/* A handle on the first figure: a button that is dragged, or moved by the arrows. */

import { make } from "./elements.js";
import { said } from "./values.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Handle {
  /** @param {Player} player @param {number} place */
  constructor(player, place) {
    this.player = player;
    this.place = place;
    const { label } = this.dim;
    this.button = make("button", {
      class: "handle", "data-handle": label, role: "slider", "aria-label": label, title: label,
    });
    this.drag();
    this.button.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      this.player.source.nudge(this, way, event);
    });
  }

  get dim() { return this.player.stop.dims[this.place]; }
  get figure() { return this.player.figures[0]; }

  drag() {
    const { button } = this;
    let grip = [0, 0];
    /** @type {(event: PointerEvent) => void} */
    const moved = (event) => (
      this.player.source.carry(this, event.clientX - grip[0], event.clientY - grip[1], event));
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      // What was taken beside its middle stays there under the finger.
      const [x, y] = this.figure.spot(this.dim, this.player.sample);
      grip = [event.clientX - x, event.clientY - y];
      button.focus();
      button.setPointerCapture(event.pointerId);
      button.addEventListener("pointermove", moved);
      this.player.source.take(this, x, y);
    });
    const end = () => {
      button.removeEventListener("pointermove", moved);
      this.player.source.release(this);
    };
    button.addEventListener("pointerup", end);
    button.addEventListener("pointercancel", end);
  }

  show() {
    const { dim, button } = this, { now, least, most, text } = this.player.source.placed(this);
    // Until it is answered the question holds for what is shown.
    button.hidden = this.player.asked;
    button.setAttribute("aria-valuemin", String(least));
    button.setAttribute("aria-valuemax", String(most));
    button.setAttribute("aria-valuenow", String(now));
    button.setAttribute("aria-valuetext", said(dim.names, text));
  }

  /** Put it where it is in the figure. */
  draw() {
    const [x, y] = this.figure.spot(this.dim, this.player.sample);
    this.button.style.left = `${x}px`;
    this.button.style.top = `${y}px`;
  }
}
