/* The page of maps: which one, over which two numbers, and what its colours mean. */

import { make, tell, whole } from "./elements.js";
import { squareOf } from "./map_card.js";
import { MapChart } from "./map_chart.js";
import { plainly } from "./math_text.js";
import { message, messageAbout, sentences } from "./message.js";
import { shade } from "./themes.js";

const TWO_NUMBERS = message("Two numbers");

export class LiveMapCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { maps } = player.stop.live, { source } = player;
    /** @type {{ kind: string | null; button: HTMLElement }[]} */
    this.kinds = [[null, message("None")], ...maps].map(([kind, name]) => {
      const button = make("button", { onclick: () => source.do("map", kind) }, name);
      return { kind, button };
    });
    this.explained = make("p", { class: "muted" });
    this.choices = {
      plane: this.choice(messageAbout("a map", "Over"), (value) => {
        const found = this.now.planes.find(([name]) => name === value);
        if (found) source.do("over", found[1], found[2]);
      }),
      across: this.choice(message("Across"), (value) => source.do("over", value, this.now.over[1])),
      up: this.choice(message("Up"), (value) => source.do("over", this.now.over[0], value)),
      quantity: this.choice(message("Value"), (value) => source.do("quantity", value)),
    };
    this.preset = make("button", { onclick: () => source.do("preset") },
      message("Show me where to look"));
    this.chart = new MapChart(player);
    this.legend = make("ul", {
      class: "legend kinds", "aria-label": message("What its colours mean"),
    });
    this.notes = make("p", { class: "muted" });
    this.element = make("section", { class: "card map", "aria-label": message("Map") },
      make("h2", {}, message("Map")),
      make("div", { class: "tabs", role: "group", "aria-label": message("Kind of map") },
        ...this.kinds.map(({ button }) => button)),
      this.explained, this.preset, this.chart.element, this.legend, this.notes,
      ...Object.values(this.choices).map(({ row }) => row));
  }

  get now() { return this.player.stop.live.map; }

  /** @type {(name: string, act: (value: string) => void) => MapChoice} */
  choice(name, act) {
    const select = make("select", {
      "aria-label": message("Map, {choice}", { choice: name.toLowerCase() }),
      onchange: () => act(select.value),
    });
    const row = make("label", { class: "choice" }, make("span", {}, name), select);
    return { row, select, shape: "" };
  }

  show() {
    const { now, player: { stop: { live, map } } } = this, { mapping } = live;
    for (const { kind, button } of this.kinds) {
      button.setAttribute("aria-pressed", String(kind === (now?.kind ?? null)));
    }
    tell(this.explained, whole(mapping?.explained ?? ""));
    this.preset.hidden = !mapping?.preset || !now?.code;
    for (const { row } of Object.values(this.choices)) row.hidden = !now;
    this.chart.show();
    if (now) this.offer(now, live);
    this.tell(now && map);
  }

  /** @type {(now: MapNow, live: Live) => void} */
  offer({ over: [x, y], plane, planes, quantity, kind }, { axes, quantities }) {
    const { choices } = this;
    options(choices.plane, planes.map(([name]) => name), plane, plane ? null : TWO_NUMBERS);
    options(choices.across, axes.filter((axis) => axis !== y), x);
    options(choices.up, axes.filter((axis) => axis !== x), y);
    choices.quantity.row.hidden = kind !== "VALUES";
    options(choices.quantity, quantities, quantity);
  }

  /** Write the legend; only another set of kinds is built anew, so that the focus stays. */
  /** @type {(map: MapTold | null) => void} */
  tell(map) {
    const { legend, notes, player: { theme } } = this;
    legend.hidden = !map || (!map.kinds.length && map.of !== "VALUES");
    notes.hidden = !map || !map.notes.length;
    if (!map) return;
    tell(notes, whole(sentences(...map.notes)));
    const shown = map.kinds.map(({ name, text, why, line }) => [name, text, why, line]);
    const shape = JSON.stringify([map.of, theme, shown, map.kinds.length ? 0 : map.legend]);
    if (shape !== this.shape) this.build(map, shape);
    map.kinds.forEach(({ name, share }, n) => {
      const { button, part } = this.lines[n];
      tell(part, share);
      button.setAttribute("aria-pressed", String(name === this.now.alone));
    });
  }

  /** @type {(map: MapTold, shape: string) => void} */
  build(map, shape) {
    const { legend, player } = this, { theme } = player;
    const focus = this.lines?.find(({ button }) => button === document.activeElement)?.name;
    this.shape = shape;
    this.lines = map.kinds.map((kind) => this.line(map, kind));
    legend.classList.toggle("scale", !map.kinds.length);
    legend.replaceChildren(...(map.kinds.length ? this.lines.map(({ item }) => item)
      : map.legend.map(([text, light, dark]) => {
        const colour = theme === "dark" ? dark : light;
        return make("li", {}, swatch(colour, map.alpha), text);
      })));
    this.lines.find(({ name }) => name === focus)?.button.focus();
  }

  /** A kind: how it looks, its name, its share, what is wrong; a click shows it alone. */
  /** @type {(map: MapTold, kind: MapKind) => KindLine} */
  line(map, { name, text, place, why, more, line }) {
    const { player } = this, { theme, source } = player;
    const looks = map.looks
      ? squareOf(map, place, theme, player.colour(player.lesson.named.background))
      : swatch(map.palette[shade(theme)][place], map.alpha);
    const part = make("span", { class: "part" });
    const code = /^\d/.test(text) ? make("code", {}, text) : make("b", {}, text);
    const button = make("button", {
      title: more || message("Show only this kind"), "aria-pressed": "false",
      onclick: () => source.do("alone", this.now.alone === name ? "" : name),
    }, looks, code, part);
    const item = make("li", {}, button, why && make("p", { class: "muted" }, whole(why)),
      line && make("p", { class: "muted" }, message("The line to blame"), ": ",
        make("code", {}, line)));
    return { name, item, button, part };
  }
}

/** @type {(colour: string, alpha: number) => HTMLElement} */
function swatch(colour, alpha) {
  return make("i", { style: `background: ${colour}; opacity: ${alpha / 255}` });
}

/** Offer these in a choice; `other` stands there where it is none of them. */
/** @type {Offering} */
function options(choice, names, now, other = null) {
  const { select } = choice, shape = JSON.stringify([names, other]);
  if (shape !== choice.shape) {
    choice.shape = shape;
    /** @type {(name: string) => HTMLElement} */
    const option = (name) => make("option", { value: name }, plainly(name));
    const none = other ? [make("option", { value: "", hidden: true }, other)] : [];
    select.replaceChildren(...none, ...names.map(option));
  }
  select.value = now;
}
