/* A map over two numbers that are no place of the plane: a chart with axes of its own. */

import { createElement, setText } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";
import { clamp } from "./vectors.js";

// Arrow keys move the state by a step of this many on an axis, with Ctrl by several steps.
const CHART_STEP_COUNT = 64;
const COARSE_CHART_STEPS = 8;
/** @type {Record<string, Point>} */
const CHART_DIRECTIONS =
  { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class MapChart {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.mark = createElement("span", { class: "current" });
    this.plot = createElement("div", { class: "plot", role: "img", tabindex: 0 }, this.mark);
    this.verticalAxis = createElement("div", { class: "vertical-axis", "aria-hidden": "true" });
    this.horizontalAxis = createElement("div", { class: "horizontal-axis", "aria-hidden": "true" });
    this.axisNames =
      [createElement("p", { class: "muted" }), createElement("p", { class: "muted" })];
    this.element = createElement("div", { class: "chart" },
      this.axisNames[1], this.verticalAxis, this.plot, this.horizontalAxis, this.axisNames[0]);
    /** @type {HTMLCanvasElement | null} */
    this.image = null;
    this.listen();
  }

  get map() { return this.player.stop.map; }

  listen() {
    const { plot } = this, { source } = this.player;
    let isPressed = false;
    /** @type {(begins: boolean, event: PointerEvent) => void} */
    const movePointer = (begins, event) => {
      const { left, top, width, height } = plot.getBoundingClientRect();
      const x = clamp((event.clientX - left) / width, 0, 1);
      const y = clamp((event.clientY - top) / height, 0, 1);
      source.do("cell", begins, ...this.toAxisNumbers(x, 1 - y));
    };
    plot.addEventListener("pointerdown", (event) => {
      if (event.button || !this.map?.chart) return;
      isPressed = true;
      plot.setPointerCapture(event.pointerId);
      movePointer(true, event);
    });
    plot.addEventListener("pointermove", (event) => {
      if (isPressed && this.map?.chart) movePointer(false, event);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => { isPressed = false; });
    }
    plot.addEventListener("keydown", (event) => {
      const direction = CHART_DIRECTIONS[event.key];
      if (!direction || !this.map?.chart || event.altKey) return;
      const distance = (event.ctrlKey || event.metaKey ? COARSE_CHART_STEPS : 1) / CHART_STEP_COUNT;
      const [x, y] =
        this.positionFractions.map((share, n) => clamp(share + direction[n] * distance, 0, 1));
      source.do("cell", true, ...this.toAxisNumbers(x, y));
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The two numbers at shares of the axes. */
  /** @type {(...shares: number[]) => number[]} */
  toAxisNumbers(...shares) {
    return this.map.chart.ends.map(([low, high], n) => low + shares[n] * (high - low));
  }

  /** Where the state is, in shares of the axes. */
  get positionFractions() {
    const { here } = this.player.stop.live.map;
    return this.map.chart.ends.map(([low, high], n) => (here[n] - low) / (high - low));
  }

  show() {
    const { map, player: { source, stop: { live } } } = this;
    this.element.hidden = !map?.chart || !live.map;
    if (this.element.hidden) return;
    const { ends, ticks } = map.chart, { image } = source.maps, [x, y] = this.positionFractions;
    if (image !== this.image) this.plot.replaceChildren(...[image, this.mark].filter(Boolean));
    this.image = image;
    this.mark.hidden = !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
    this.mark.style.left = `${100 * x}%`;
    this.mark.style.bottom = `${100 * y}%`;
    const [across, up] = map.axes.map(toPlainText);
    this.plot.setAttribute("aria-label", message(
      "{caption}. Across {across}, up {up}. Arrow keys go to other cases.",
      { caption: toPlainText(map.caption), across, up }));
    map.axes.forEach((name, n) => setText(this.axisNames[n], n ? `↑ ${name}` : `${name} →`));
    /** @type {(n: number, position: number) => number} */
    const share = (n, position) => 100 * (position - ends[n][0]) / (ends[n][1] - ends[n][0]);
    this.horizontalAxis.replaceChildren(...ticks[0].map(([position, text]) => (
      createElement("span", { style: `left: ${share(0, position)}%` }, text))));
    this.verticalAxis.replaceChildren(...ticks[1].map(([position, text]) => (
      createElement("span", { style: `bottom: ${share(1, position)}%` }, text))));
  }
}
