/* A handle on the first figure: a button that is dragged or moved by arrow keys. */

import { textAt } from "./columns.js";
import { createElement } from "./elements.js";
import { ARROW_DIRECTIONS } from "./vectors.js";

/** @type {("pointerdown" | "pointerup" | "pointercancel")[]} */
const POINTER_EVENTS = ["pointerdown", "pointerup", "pointercancel"];

export class Handle {
  /** @param {Player} player @param {number} index */
  constructor(player, index) {
    this.player = player;
    this.index = index;
    this.isDragged = false;
    const { label, marker } = this.dim;
    this.button = createElement("button", {
      class: "handle", "data-handle": label, "data-marker": marker, role: "slider",
      "aria-label": label, title: label,
      onfocus: () => this.player.figureArea.selectShape(this.dim.shape),
    });
    this.button.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.button.addEventListener("keydown", (event) => {
      const direction = ARROW_DIRECTIONS[event.key];
      if (!direction) return;
      event.preventDefault();
      event.stopPropagation();
      this.player.source.nudgeHandle(this, [direction[0], -direction[1]], event);
    });
  }

  get dim() { return this.player.stop.dims[this.index]; }
  get figure() { return this.player.figures[0]; }

  /** Drag the handle nearest to the pointer, as buttons may overlap; a second finger drags none.
      @type {(event: PointerEvent) => void} */
  onPointerDown(event) {
    event.preventDefault();
    const { handles, figureArea } = this.player;
    if (handles.some(({ isDragged }) => isDragged)) return;
    figureArea.nearestHandle(event, handles.filter(({ isFolded }) => !isFolded)).drag(event);
  }

  /** True if it is hidden in favour of the selected shape; Tab still reaches it, and selects its
      shape. */
  get isFolded() { return this.button.hasAttribute("data-folded"); }

  /** Return the distance of an event from the centre, in px.
      @type {(event: MouseEvent) => number} */
  pointerOffset({ clientX, clientY }) {
    const { left, top, width, height } = this.button.getBoundingClientRect();
    return Math.hypot(clientX - left - width / 2, clientY - top - height / 2);
  }

  /** @type {(event: PointerEvent) => void} */
  drag({ pointerId, clientX, clientY }) {
    const { button } = this, [x, y] = this.position, drag = new AbortController();
    const { signal } = drag;
    // A second finger snaps, as Shift does.
    const otherPointers = new Set();
    for (const type of POINTER_EVENTS) {
      document.addEventListener(type, ({ pointerId: other }) => (
        type === "pointerdown" ? otherPointers.add(other) : otherPointers.delete(other)),
      { signal, capture: true });
    }
    // Move events come once per frame; raw updates come earlier, so that Python's answer is ready
    // for the same frame.
    const hasRawUpdates = "onpointerrawupdate" in window && !this.player.source.isPrecomputed;
    const moveEvent = hasRawUpdates ? "pointerrawupdate" : "pointermove";
    this.isDragged = true;
    button.focus();
    button.setPointerCapture(pointerId);
    button.addEventListener(/** @type {"pointermove"} */ (moveEvent), (event) => {
      const snap = event.shiftKey || otherPointers.size > 0;
      // The offset of the pointer from the centre stays.
      this.player.source.dragHandle(
        this, x + event.clientX - clientX, y + event.clientY - clientY, snap);
    }, { signal });
    button.addEventListener("lostpointercapture", () => {
      this.isDragged = false;
      drag.abort();
      this.player.source.releaseHandle?.(this);
    }, { signal });
    this.player.source.pressHandle?.(this, x, y);
  }

  show() {
    const { dim, button } = this,
      { value, min, max, textIndex } = this.player.source.handleRange(this);
    // An open question is about the shown state, so no handle may change it.
    button.hidden = this.player.isQuestionOpen;
    button.setAttribute("aria-valuemin", String(min));
    button.setAttribute("aria-valuemax", String(max));
    button.setAttribute("aria-valuenow", String(value));
    button.setAttribute("aria-valuetext", textAt(dim.names, textIndex));
  }

  /** The position in the figure. */
  get position() { return this.figure.handlePosition(this.dim, this.player.sample); }

  /** @type {(spot: Point) => void} */
  setPosition([x, y]) {
    this.button.style.left = `${x}px`;
    this.button.style.top = `${y}px`;
  }
}
