/* A map: below the figure if it is over positions, else in its card. */

import { columnAt } from "./columns.js";
import { createCard, createElement, setText } from "./elements.js";
import { createLegendItems, mapImage } from "./map_images.js";
import { message } from "./message.js";
import { PlayerPart } from "./player_part.js";

const OTHER_STATE_NOTE = message("It was computed for the numbers that this page opened with.");

export class MapCard extends PlayerPart {
  map = this.player.stop.map;
  chart = createElement("div", { role: "img", "aria-label": this.map.caption });
  legend = createElement("ul", { class: this.map.looks ? "legend mistakes" : "legend" });
  placeNote = createElement("p", { class: "muted" });
  element = createCard(message("Map"), "map", createElement("h2", {}, this.map.caption),
    this.placeNote, this.chart,
    createElement("p", { class: "muted" }, describeAxes(this.map)), this.legend);

  show() {
    const { map } = this;
    const under = map.box ? message("It is drawn under the figure while this page is open.") : "";
    setText(this.placeNote, this.isValidForSample ? under : OTHER_STATE_NOTE);
    this.chart.replaceChildren(...(map.box ? [] : [this.image]));
    this.legend.replaceChildren(...createLegendItems(map, this.player));
  }

  /** True if it was computed for the shown numbers. */
  get isValidForSample() {
    return Boolean(columnAt(this.map.there, this.player.sample));
  }

  /** The image below the figure, if any. */
  get imageUnderFigure() {
    return this.map.box && this.isValidForSample ? this.image : null;
  }

  get image() { return mapImage(this.map, this.player); }
}

/** Return the description of the two axes. @type {(map: MapData) => string} */
export function describeAxes({ axes: [across, up] }) {
  return message("Across: {across}. Up: {up}.", { across, up });
}
