/* A handle on the first figure: a button that is dragged, or moved by the arrows. */

import { said } from "./columns.js";
import { make } from "./elements.js";

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @type {("pointerdown" | "pointerup" | "pointercancel")[]} */
const TOUCHED = ["pointerdown", "pointerup", "pointercancel"];

export class Handle {
  /** @param {Player} player @param {number} place */
  constructor(player, place) {
    this.player = player;
    this.place = place;
    this.dragged = false;
    const { label } = this.dim;
    this.button = make("button", {
      class: "handle", "data-handle": label, role: "slider", "aria-label": label, title: label,
    });
    this.listen();
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

  /** A finger is broad and buttons lie on each other: the handle nearest to it is taken, and
      a second finger takes none. */
  listen() {
    this.button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      const { handles } = this.player;
      if (handles.some(({ dragged }) => dragged)) return;
      handles.reduce((a, b) => (b.far(event) < a.far(event) ? b : a)).drag(event);
    });
  }

  /** How far from its middle something happens, in px. */
  /** @type {(event: PointerEvent) => number} */
  far({ clientX, clientY }) {
    const { left, top, width, height } = this.button.getBoundingClientRect();
    return Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
  }

  /** @type {(event: PointerEvent) => void} */
  drag({ pointerId, clientX, clientY }) {
    const { button } = this, [x, y] = this.spot;
    // What was taken beside its middle stays there under the finger.
    const grip = [clientX - x, clientY - y];
    /** @type {(event: PointerEvent) => void} */
    const moved = ({ clientX, clientY, shiftKey }) => {
      const snap = shiftKey || others.size > 0;
      this.player.source.carry(this, clientX - grip[0], clientY - grip[1], snap);
    };
    // A second finger is what Shift is on a keyboard.
    const others = new Set();
    /** @type {(event: PointerEvent) => void} */
    const also = ({ type, pointerId: other }) => {
      if (type === "pointerdown") others.add(other);
      else others.delete(other);
    };
    for (const type of TOUCHED) document.addEventListener(type, also, true);
    // Moves come once a picture. Python is asked before, so that it answers for that one.
    const raw = "onpointerrawupdate" in window && !this.player.source.packed;
    const kind = /** @type {"pointermove"} */ (raw ? "pointerrawupdate" : "pointermove");
    const end = () => {
      this.dragged = false;
      button.removeEventListener(kind, moved);
      for (const type of TOUCHED) document.removeEventListener(type, also, true);
      this.player.source.release(this);
    };
    this.dragged = true;
    button.focus();
    button.setPointerCapture(pointerId);
    button.addEventListener(kind, moved);
    button.addEventListener("lostpointercapture", end, { once: true });
    this.player.source.take(this, x, y);
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

  /** Where it is in the figure. */
  get spot() { return this.figure.spot(this.dim, this.player.sample); }

  /** @type {(spot: Point) => void} */
  put([x, y]) {
    this.button.style.left = `${x}px`;
    this.button.style.top = `${y}px`;
  }
}
