/* A map over two numbers that are no place of the plane: a chart with axes of its own. */

import { make, tell } from "./elements.js";
import { plainly } from "./math_text.js";
import { message } from "./message.js";
import { clamp } from "./vectors.js";

// By an arrow the state goes so many parts of an axis, with Ctrl so many times as far.
const CHART_WAYS = 64, FAR_WAYS = 8;
/** @type {Record<string, Point>} */
const CHART_MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class MapChart {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.mark = make("span", { class: "here" });
    this.plot = make("div", { class: "plot", role: "img", tabindex: 0 }, this.mark);
    this.up = make("div", { class: "up", "aria-hidden": "true" });
    this.across = make("div", { class: "across", "aria-hidden": "true" });
    this.named = [make("p", { class: "muted" }), make("p", { class: "muted" })];
    this.element = make("div", { class: "chart" },
      this.named[1], this.up, this.plot, this.across, this.named[0]);
    /** @type {HTMLCanvasElement | null} */
    this.picture = null;
    this.listen();
  }

  get map() { return this.player.stop.map; }

  listen() {
    const { plot } = this, { source } = this.player;
    let held = false;
    /** @type {(begins: boolean, event: PointerEvent) => void} */
    const go = (begins, event) => {
      const { left, top, width, height } = plot.getBoundingClientRect();
      const x = clamp((event.clientX - left) / width, 0, 1);
      const y = clamp((event.clientY - top) / height, 0, 1);
      source.do("cell", begins, ...this.numbers(x, 1 - y));
    };
    plot.addEventListener("pointerdown", (event) => {
      if (event.button || !this.map?.chart) return;
      held = true;
      plot.setPointerCapture(event.pointerId);
      go(true, event);
    });
    plot.addEventListener("pointermove", (event) => { if (held && this.map?.chart) go(false, event); });
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => { held = false; });
    }
    plot.addEventListener("keydown", (event) => {
      const way = CHART_MOVES[event.key];
      if (!way || !this.map?.chart || event.altKey) return;
      const far = (event.ctrlKey || event.metaKey ? FAR_WAYS : 1) / CHART_WAYS;
      const [x, y] = this.shares.map((share, n) => clamp(share + way[n] * far, 0, 1));
      source.do("cell", true, ...this.numbers(x, y));
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The two numbers at shares of the axes. */
  /** @type {(...shares: number[]) => number[]} */
  numbers(...shares) {
    return this.map.chart.ends.map(([low, high], n) => low + shares[n] * (high - low));
  }

  /** Where the state is, in shares of the axes. */
  get shares() {
    const { here } = this.player.stop.live.map;
    return this.map.chart.ends.map(([low, high], n) => (here[n] - low) / (high - low));
  }

  show() {
    const { map, player: { source, stop: { live } } } = this;
    this.element.hidden = !map?.chart || !live.map;
    if (this.element.hidden) return;
    const { ends, ticks } = map.chart, { picture } = source.maps, [x, y] = this.shares;
    if (picture !== this.picture) this.plot.replaceChildren(...[picture, this.mark].filter(Boolean));
    this.picture = picture;
    this.mark.hidden = !(x >= 0 && x <= 1 && y >= 0 && y <= 1);
    this.mark.style.left = `${100 * x}%`;
    this.mark.style.bottom = `${100 * y}%`;
    const [across, up] = map.axes.map(plainly);
    this.plot.setAttribute("aria-label", message(
      "{caption}. Across {across}, up {up}. Arrow keys go to other cases.",
      { caption: plainly(map.caption), across, up }));
    map.axes.forEach((name, n) => tell(this.named[n], n ? `↑ ${name}` : `${name} →`));
    /** @type {(n: number, at: number) => number} */
    const share = (n, at) => 100 * (at - ends[n][0]) / (ends[n][1] - ends[n][0]);
    this.across.replaceChildren(...ticks[0].map(([at, text]) => (
      make("span", { style: `left: ${share(0, at)}%` }, text))));
    this.up.replaceChildren(...ticks[1].map(([at, text]) => (
      make("span", { style: `bottom: ${share(1, at)}%` }, text))));
  }
}
