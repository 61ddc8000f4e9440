/* A map: under the figure where it fits there, else in its card. */

import { columnAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { decodeCells } from "./map_cells.js";
import { paintMistakeMap } from "./map_textures.js";
import { message } from "./message.js";
import { mapTheme } from "./themes.js";
import { rgb } from "./vectors.js";

const OTHER_STATE_NOTE = message("It was worked out for the numbers that this page opened with.");
// How many cells, and px, to a side a kind's own square has.
const SWATCH_CELL_COUNT = 20;
const SWATCH_SIZE_PX = 20;
// The shade of a value that is none.
const NO_VALUE_INDEX = 255;
// A lighter shade than this has dark contour lines.
const DARK_CONTOUR_MIN_SHADE = 0.42;
const CONTOUR_OPACITY = 0.4;

export class MapCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { map } = player.stop;
    this.chart = createElement("div", { role: "img", "aria-label": map.caption });
    this.legend = createElement("ul", { class: map.looks ? "legend mistakes" : "legend" });
    this.placeNote = createElement("p", { class: "muted" });
    /** @type {Record<string, HTMLCanvasElement>} */
    this.pictures = {};
    this.element = createElement("section", { class: "card map", "aria-label": message("Map") },
      createElement("h2", {}, map.caption), this.placeNote, this.chart,
      createElement("p", { class: "muted" }, describeAxes(map)), this.legend);
  }

  show() {
    const { stop: { map }, theme } = this.player;
    const under = map.box ? message("It lies under the figure while this page is open.") : "";
    setText(this.placeNote, this.isValidForSample ? under : OTHER_STATE_NOTE);
    this.chart.replaceChildren(...(map.box ? [] : [this.image]));
    this.legend.replaceChildren(...map.legend.map(([text, light, dark, index, why]) => {
      if (index !== undefined) return this.createLegendItem(text, index, why);
      const colour = theme === "dark" ? dark : light;
      return createElement("li", {},
        createElement("i", { style: `background: ${colour}; opacity: ${map.alpha / 255}` }), text);
    }));
  }

  /** What stands at a kind of mistake: how it looks, its name and share, what is wrong. */
  /** @type {(text: string, index: number, why?: string) => HTMLElement} */
  createLegendItem(text, index, why) {
    const { stop: { map }, theme } = this.player;
    return createElement("li", {}, createSwatchImage(map, index, theme, this.backgroundColor),
      createElement("b", {}, text), createElement("span", { class: "muted" }, why));
  }

  /** Whether it was worked out for the numbers that are shown. */
  get isValidForSample() {
    return Boolean(columnAt(this.player.stop.map.there, this.player.sample));
  }

  /** The picture that lies under the figure now, if any does. */
  get imageUnderFigure() {
    return this.player.stop.map.box && this.isValidForSample ? this.image : null;
  }

  /** The whole map in the theme's colours; each is painted once. */
  get image() {
    const { stop: { map }, theme } = this.player;
    return this.pictures[theme] ??= createMapImage(map, theme, this.backgroundColor);
  }

  get backgroundColor() { return this.player.colour(this.player.lesson.named.background); }
}

/** What its two axes are. */
/** @type {(map: MapData) => string} */
export function describeAxes({ axes: [across, up] }) {
  return message("Across: {across}. Up: {up}.", { across, up });
}

/** A map as a picture in a theme's colours, on a ground of that colour. */
/** @type {(map: MapData, theme: string, ground: string) => HTMLCanvasElement} */
export function createMapImage(map, theme, ground) {
  return map.looks ? paintMistakeMap(map, theme, rgb(ground)) : paintMap(map, theme);
}

/** How a kind of mistake looks, as a small square. */
/** @type {(map: MapData, index: number, theme: string, ground: string) => HTMLCanvasElement} */
export function createSwatchImage(map, index, theme, ground) {
  const size = [SWATCH_CELL_COUNT, SWATCH_CELL_COUNT], cells = [index, SWATCH_CELL_COUNT ** 2];
  return createMapImage({ ...map, size, cells, cell: SWATCH_SIZE_PX / SWATCH_CELL_COUNT }, theme,
    ground);
}

/** @type {(map: MapData, theme: string) => HTMLCanvasElement} */
function paintMap(map, theme) {
  const [width, height] = map.size, image = createElement("canvas", { width, height });
  const data = new ImageData(width, height), pixels = new Uint32Array(data.data.buffer);
  const colours = map.palette[mapTheme(theme)].map((code) => {
    const [red, green, blue] = rgb(code).map((c) => Math.round(255 * c));
    return ((map.alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  const cells = decodeCells(map);
  cells.forEach((kind, index) => { pixels[index] = colours[kind] ?? 0; });
  if (map.lines) {
    const inks = map.palette[mapTheme(theme)].map(
      (code) => (rgb(code).reduce((sum, c) => sum + c / 3, 0) > DARK_CONTOUR_MIN_SHADE ? 0 : 255));
    visitContours(cells, width, map.lines, (index) => {
      const ink = inks[cells[index]];
      for (let k = 4 * index; k < 4 * index + 3; k++) data.data[k] += CONTOUR_OPACITY
        * (ink - data.data[k]);
    });
  }
  image.getContext("2d").putImageData(data, 0, 0);
  return image;
}

/** Visit the cells at which a value passes one of a scale's lines; a leap is no line. */
/** @type {(cells: Uint8Array, width: number, lines: number,
    visit: (index: number) => void) => void} */
function visitContours(cells, width, lines, visit) {
  const known = Array.from({ length: NO_VALUE_INDEX },
    (_, shade) => Math.floor(shade / (NO_VALUE_INDEX - 1) * lines));
  /** @type {(a: number, b: number) => boolean} */
  const passes = (a, b) => Math.abs(known[a] - known[b]) === 1;
  for (let index = 0; index < cells.length; index++) {
    const below = index + width, right = (index + 1) % width ? index + 1 : index;
    if (passes(cells[index], cells[right]) || passes(cells[index], cells[below])) visit(index);
  }
}
