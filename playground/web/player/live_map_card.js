/* The page of maps: which one, over which two numbers, and what its colours mean. */

import { createElement, markStale, preventBreaks, setText } from "./elements.js";
import { MapChart } from "./map_chart.js";
import { createLegendItems, createSwatch } from "./map_images.js";
import { toPlainText } from "./math_text.js";
import { joinSentences, message, messageAbout } from "./message.js";

const TWO_NUMBERS = message("Two numbers");

export class LiveMapCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { maps } = player.stop.live, { source } = player;
    /** @type {{ kind: string | null; button: HTMLElement }[]} */
    this.kinds = [[null, message("None")], ...maps].map(([kind, name]) => {
      const button = createElement("button", { onclick: () => source.do("map", kind) }, name);
      return { kind, button };
    });
    this.explanation = createElement("p", { class: "muted" });
    this.choices = {
      plane: this.createSelect(messageAbout("a map", "Over"), (value) => {
        const found = this.mapState.planes.find(([name]) => name === value);
        if (found) source.do("over", found[1], found[2]);
      }),
      across: this.createSelect(message("Across"),
        (value) => source.do("over", value, this.mapState.over[1])),
      up: this.createSelect(message("Up"),
        (value) => source.do("over", this.mapState.over[0], value)),
      quantity: this.createSelect(message("Value"), (value) => source.do("quantity", value)),
    };
    this.presetButton = createElement("button", { onclick: () => source.do("preset") },
      message("Show me where to look"));
    this.chart = new MapChart(player);
    this.legend = createElement("ul", {
      class: "legend kinds", "aria-label": message("What its colours mean"),
    });
    this.notes = createElement("p", { class: "muted" });
    this.element = createElement("section", { class: "card map", "aria-label": message("Map") },
      createElement("h2", {}, message("Map")),
      createElement("div", { class: "tabs", role: "group", "aria-label": message("Kind of map") },
        ...this.kinds.map(({ button }) => button)),
      this.explanation, this.presetButton, this.chart.element, this.legend, this.notes,
      ...Object.values(this.choices).map(({ row }) => row));
  }

  get mapState() { return this.player.stop.live.map; }

  /** @type {(name: string, action: (value: string) => void) => MapChoice} */
  createSelect(name, action) {
    const select = createElement("select", {
      "aria-label": message("Map, {choice}", { choice: name.toLowerCase() }),
      onchange: () => action(select.value),
    });
    const row =
      createElement("label", { class: "choice" }, createElement("span", {}, name), select);
    return { row, select, optionsKey: "" };
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
    setOptions(choices.plane, planes.map(([name]) => name), plane, plane ? null : TWO_NUMBERS);
    setOptions(choices.across, axes.filter((axis) => axis !== y), x);
    setOptions(choices.up, axes.filter((axis) => axis !== x), y);
    choices.quantity.row.hidden = kind !== "VALUES";
    setOptions(choices.quantity, quantities, quantity);
  }

  /** Write the legend; only another set of kinds is built anew, so that the focus stays. */
  /** @type {(map: MapData | null) => void} */
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

  /** A kind: how it looks, its name, its share, what is wrong; a click shows it alone. */
  /** @type {(map: MapData, kind: MapKind) => KindLine} */
  createLegendLine(map, { name, text, place, why, more, line }) {
    const { player } = this, { source } = player;
    const shareElement = createElement("span", { class: "part" });
    const code = /^\d/.test(text) ? createElement("code", {}, text) : createElement("b", {}, text);
    const button = createElement("button", {
      title: more || message("Show only this kind"), "aria-pressed": "false",
      onclick: () => source.do("alone", this.mapState.alone === name ? "" : name),
    }, createSwatch(map, place, player), code, shareElement);
    const item = createElement("li", {}, button,
      why && createElement("p", { class: "muted" }, preventBreaks(why)),
      line && createElement("p", { class: "muted" }, message("The line to blame"), ": ",
        createElement("code", {}, line)));
    return { name, item, button, shareElement };
  }
}

/** Offer these in a choice; `other` stands there where it is none of them. */
/** @type {MapChoices} */
function setOptions(choice, names, now, other = null) {
  const { select } = choice, shape = JSON.stringify([names, other]);
  if (shape !== choice.optionsKey) {
    choice.optionsKey = shape;
    /** @type {(name: string) => HTMLElement} */
    const option = (name) => createElement("option", { value: name }, toPlainText(name));
    const none = other ? [createElement("option", { value: "", hidden: true }, other)] : [];
    select.replaceChildren(...none, ...names.map(option));
  }
  select.value = now;
}
