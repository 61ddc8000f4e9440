/* The divider between figures and side panel, moved by dragging or arrow keys; its position is
   stored. */

import { createElement } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";
import { clamp } from "./vectors.js";

const MIN_SIDE_WIDTH_PX = 320;
// The largest share of the window for the panel.
const MAX_SIDE_WIDTH_RATIO = 0.65;
const KEY_STEP_PX = 24;

export class SideDivider {
  /** @param {HTMLElement} sidePanel */
  constructor(sidePanel) {
    this.sidePanel = sidePanel;
    this.element = createElement("div", {
      class: "side-divider", role: "separator", tabindex: 0, "aria-orientation": "vertical",
      "aria-label": message("Width of the panel"), title: message("Drag to change the width"),
      "aria-valuemin": MIN_SIDE_WIDTH_PX,
    });
    this.setWidth(Number(storage.get("sideWidth")));
    const { element } = this;
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
    });
    element.addEventListener("pointermove", ({ pointerId, clientX }) => {
      if (element.hasPointerCapture(pointerId)) this.keepWidth(window.innerWidth - clientX);
    });
    element.addEventListener("dblclick", () => this.keepWidth(0));
    element.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
      if (!way) return;
      this.keepWidth(sidePanel.offsetWidth + way * KEY_STEP_PX);
      event.preventDefault();
      event.stopPropagation();
    });
    new ResizeObserver(() => {
      element.setAttribute("aria-valuenow", String(sidePanel.offsetWidth));
      element.setAttribute("aria-valuemax", String(this.maxWidth));
    }).observe(sidePanel);
  }

  get maxWidth() { return Math.round(MAX_SIDE_WIDTH_RATIO * window.innerWidth); }

  /** @type {(width: number) => void} */
  keepWidth(width) {
    const kept = width && clamp(Math.round(width), MIN_SIDE_WIDTH_PX, this.maxWidth);
    this.setWidth(kept);
    storage.set("sideWidth", String(kept));
  }

  /** Set the width of the panel, in px; 0 for the default. @type {(width: number) => void} */
  setWidth(width) {
    const { style } = document.documentElement;
    if (width > 0) style.setProperty("--side-width", `${width}px`);
    else style.removeProperty("--side-width");
  }
}
