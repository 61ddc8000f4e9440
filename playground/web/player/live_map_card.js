/* The page of maps: kind, axes, quantity and legend. */

import { createButton, createCard, createElement, markStale, preventBreaks, setOptions, setText } from "./elements.js";
import { createLegendItems, createSwatch } from "./map_images.js";
import { toPlainText } from "./math_text.js";
import { joinSentences, message, messageAbout } from "./message.js";
import { PlayerPart } from "./player_part.js";
import { ARROW_DIRECTIONS, clamp } from "./vectors.js";
import { attachPlotControls } from "./view_controls.js";

export class LiveMapCard extends PlayerPart {
  source = this.player.source;
  /** @type {{ kind: string | null; button: HTMLElement }[]} */
  kinds = [[null, message("Off")], ...this.player.stop.live.maps].map(([kind, name]) => (
    { kind, button: createButton(name, () => this.source.do("map", kind)) }));
  explanation = createElement("p", { class: "muted" });
  choices = {
    plane: this.createSelect(messageAbout("a map", "Over"), (value) => {
      const found = this.mapState.planes.find(([name]) => name === value);
      if (found) this.source.do("over", found[1], found[2]);
    }),
    across: this.createSelect(message("Across"),
      (value) => this.source.do("over", value, this.mapState.over[1])),
    up: this.createSelect(message("Up"),
      (value) => this.source.do("over", this.mapState.over[0], value)),
    quantity: this.createSelect(message("Value"), (value) => this.source.do("quantity", value)),
  };
  presetButton =
    createButton(message("Show me where to look"), () => this.source.do("preset"));
  chart = new MapChart(this.player);
  legend = createElement("ul", {
    class: "legend kinds", "aria-label": message("What its colours mean"),
  });
  notes = createElement("p", { class: "muted" });
  element = createCard(message("Map"), "map", createElement("h2", {}, message("Map")),
    createElement("div", { class: "tabs", role: "group", "aria-label": message("Kind of map") },
      ...this.kinds.map(({ button }) => button)),
    this.explanation, this.presetButton, this.chart.element, this.legend, this.notes,
    ...Object.values(this.choices).map(({ row }) => row));

  get mapState() { return this.player.stop.live.map; }

  /** @param {string} name @param {(value: string) => void} action */
  createSelect(name, action) {
    const select = createElement("select", {
      "aria-label": message("Map, {choice}", { choice: name.toLowerCase() }),
      onchange: () => action(select.value),
    });
    const label = createElement("span", {}, name);
    return { row: createElement("label", { class: "choice" }, label, select), select };
  }

  show() {
    const { mapState, player: { stop: { live, map } } } = this, { mapping } = live;
    for (const { kind, button } of this.kinds) {
      button.setAttribute("aria-pressed", String(kind === (mapState?.kind ?? null)));
    }
    setText(this.explanation, preventBreaks(mapping?.explained ?? ""));
    this.presetButton.hidden = !mapping?.preset || !mapState?.code;
    for (const { row } of Object.values(this.choices)) row.hidden = !mapState;
    this.chart.show();
    markStale(this.player.source.maps.isStale, this.chart.element, this.legend, this.notes);
    if (mapState) this.updateChoices(mapState, live);
    this.updateTexts(mapState && map);
  }

  /** @type {(now: MapState, live: SessionState) => void} */
  updateChoices({ over: [x, y], plane, planes, quantity, kind }, { axes, quantities }) {
    const { choices } = this;
    setOptions(choices.plane.select, planes.map(([name]) => name), plane,
      plane ? "" : message("Two numbers"));
    setOptions(choices.across.select, axes.filter((axis) => axis !== y), x);
    setOptions(choices.up.select, axes.filter((axis) => axis !== x), y);
    choices.quantity.row.hidden = kind !== "VALUES";
    setOptions(choices.quantity.select, quantities, quantity);
  }

  /** Update the legend; it is rebuilt only for other kinds, which keeps the focus.
      @type {(map: MapData | null) => void} */
  updateTexts(map) {
    const { legend, notes, player: { theme } } = this;
    legend.hidden = !map || (!map.kinds.length && map.of !== "VALUES");
    notes.hidden = !map || !map.notes.length;
    if (!map) return;
    setText(notes, preventBreaks(joinSentences(...map.notes)));
    const shown = map.kinds.map(({ name, text, why, line }) => [name, text, why, line]);
    const shape = JSON.stringify([map.of, theme, shown, map.kinds.length ? 0 : map.legend]);
    if (shape !== this.legendKey) this.buildLegend(map, shape);
    map.kinds.forEach(({ name, share }, n) => {
      const { button, shareElement } = this.legendLines[n];
      setText(shareElement, share);
      button.setAttribute("aria-pressed", String(name === this.mapState.alone));
    });
  }

  /** @type {(map: MapData, shape: string) => void} */
  buildLegend(map, shape) {
    const { legend, player } = this;
    const focus = this.legendLines?.find(({ button }) => button === document.activeElement)?.name;
    this.legendKey = shape;
    this.legendLines = map.kinds.map((kind) => this.createLegendLine(map, kind));
    legend.classList.toggle("scale", !map.kinds.length);
    legend.replaceChildren(...(map.kinds.length ? this.legendLines.map(({ item }) => item)
      : createLegendItems(map, player)));
    this.legendLines.find(({ name }) => name === focus)?.button.focus();
  }

  /** Create the legend line of a kind: swatch, name, share and explanation; a click shows only this
      kind. @param {MapData} map @param {MapKind} kind */
  createLegendLine(map, { name, text, place, why, more, line }) {
    const { player } = this;
    const shareElement = createElement("span", { class: "part" });
    const code = /^\d/.test(text) ? createElement("code", {}, text) : createElement("b", {}, text);
    const button = createElement("button", {
      title: more || message("Show only this kind"), "aria-pressed": "false",
      onclick: () => this.source.do("alone", this.mapState.alone === name ? "" : name),
    }, createSwatch(map, place, player), code, shareElement);
    const item = createElement("li", {}, button,
      why && createElement("p", { class: "muted" }, preventBreaks(why)),
      line && createElement("p", { class: "muted" }, message("The faulty line"), ": ",
        createElement("code", {}, line)));
    return { name, item, button, shareElement };
  }
}

// Arrow keys move the state by a step of this many on an axis, with Ctrl by several steps.
const CHART_STEP_COUNT = 64;
const COARSE_CHART_STEPS = 8;

class MapChart extends PlayerPart {
  mark = createElement("span", { class: "current" });
  plot = createElement("div", { class: "plot", role: "img", tabindex: 0 }, this.mark);
  axes = ["horizontal-axis", "vertical-axis"].map(
    (kind) => createElement("div", { class: kind, "aria-hidden": "true" }));
  axisNames = this.axes.map(() => createElement("p", { class: "muted" }));
  element = createElement("div", { class: "chart" },
    this.axisNames[1], this.axes[1], this.plot, this.axes[0], this.axisNames[0]);
  /** @type {HTMLCanvasElement | null} */
  image = null;

  /** @param {Player} player */
  constructor(player) {
    super(player);
    const { plot } = this, { source } = player;
    attachPlotControls(plot, () => Boolean(this.map?.chart), (begins, event) => {
      const { left, top, width, height } = plot.getBoundingClientRect();
      const x = clamp((event.clientX - left) / width, 0, 1);
      const y = clamp((event.clientY - top) / height, 0, 1);
      source.do("cell", begins, ...this.toAxisNumbers(x, 1 - y));
    });
    plot.addEventListener("keydown", (event) => {
      const direction = ARROW_DIRECTIONS[event.key];
      if (!direction || !this.map?.chart || event.altKey) return;
      const distance = (event.ctrlKey || event.metaKey ? COARSE_CHART_STEPS : 1) / CHART_STEP_COUNT;
      const [x, y] =
        this.positionFractions.map((share, n) => clamp(share + direction[n] * distance, 0, 1));
      source.do("cell", true, ...this.toAxisNumbers(x, y));
      event.preventDefault();
      event.stopPropagation();
    });
  }

  get map() { return this.player.stop.map; }

  /** Return the two numbers at fractions of the axes. @type {(...shares: number[]) => number[]} */
  toAxisNumbers(...shares) {
    return this.map.chart.ends.map(([low, high], n) => low + shares[n] * (high - low));
  }

  /** The position of the state, in fractions of the axes. */
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
    map.axes.forEach((name, n) => {
      const [low, high] = ends[n], side = n ? "bottom" : "left";
      setText(this.axisNames[n], n ? `↑ ${name}` : `${name} →`);
      this.axes[n].replaceChildren(...ticks[n].map(([position, text]) => createElement("span",
        { style: `${side}: ${100 * (position - low) / (high - low)}%` }, text)));
    });
  }
}
