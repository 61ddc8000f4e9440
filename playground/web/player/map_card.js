/* A map: below the figure if it is over positions, else in its card. */

import { columnAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { createLegendItems, mapImage } from "./map_images.js";
import { message } from "./message.js";

const OTHER_STATE_NOTE = message("It was computed for the numbers that this page opened with.");

export class MapCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { map } = player.stop;
    this.chart = createElement("div", { role: "img", "aria-label": map.caption });
    this.legend = createElement("ul", { class: map.looks ? "legend mistakes" : "legend" });
    this.placeNote = createElement("p", { class: "muted" });
    this.element = createElement("section", { class: "card map", "aria-label": message("Map") },
      createElement("h2", {}, map.caption), this.placeNote, this.chart,
      createElement("p", { class: "muted" }, describeAxes(map)), this.legend);
  }

  show() {
    const { stop: { map } } = this.player;
    const under = map.box ? message("It is drawn under the figure while this page is open.") : "";
    setText(this.placeNote, this.isValidForSample ? under : OTHER_STATE_NOTE);
    this.chart.replaceChildren(...(map.box ? [] : [this.image]));
    this.legend.replaceChildren(...createLegendItems(map, this.player));
  }

  /** True if it was computed for the shown numbers. */
  get isValidForSample() {
    return Boolean(columnAt(this.player.stop.map.there, this.player.sample));
  }

  /** The image below the figure, if any. */
  get imageUnderFigure() {
    return this.player.stop.map.box && this.isValidForSample ? this.image : null;
  }

  get image() { return mapImage(this.player.stop.map, this.player); }
}

/** Return the description of the two axes. @type {(map: MapData) => string} */
export function describeAxes({ axes: [across, up] }) {
  return message("Across: {across}. Up: {up}.", { across, up });
}
