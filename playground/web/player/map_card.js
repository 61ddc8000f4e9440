/* A map: under the figure where it fits there, else in its card. */

import { at } from "./columns.js";
import { make, tell } from "./elements.js";
import { cellsOf } from "./map_cells.js";
import { textured } from "./map_textures.js";
import { message } from "./message.js";
import { shade } from "./themes.js";
import { rgb } from "./vectors.js";

const OTHER = message("It was worked out for the numbers that this page opened with.");
// How many cells, and px, to a side a kind's own square has.
const SQUARE = 20, SIDE = 20;
// The shade of a value that is none; a lighter shade than this has dark contour lines, so strong.
const NO_SHADE = 255, DARK_LINES = 0.42, LINE_INK = 0.4;

export class MapCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { map } = player.stop;
    this.chart = make("div", { role: "img", "aria-label": map.caption });
    this.legend = make("ul", { class: map.looks ? "legend mistakes" : "legend" });
    this.here = make("p", { class: "muted" });
    /** @type {Record<string, HTMLCanvasElement>} */
    this.pictures = {};
    this.element = make("section", { class: "card map", "aria-label": message("Map") },
      make("h2", {}, map.caption), this.here, this.chart,
      make("p", { class: "muted" }, acrossAndUp(map)), this.legend);
  }

  show() {
    const { stop: { map }, theme } = this.player;
    const under = map.box ? message("It lies under the figure while this page is open.") : "";
    tell(this.here, this.holds ? under : OTHER);
    this.chart.replaceChildren(...(map.box ? [] : [this.picture]));
    this.legend.replaceChildren(...map.legend.map(([text, light, dark, place, why]) => {
      if (place !== undefined) return this.mistake(text, place, why);
      const colour = theme === "dark" ? dark : light;
      return make("li", {},
        make("i", { style: `background: ${colour}; opacity: ${map.alpha / 255}` }), text);
    }));
  }

  /** What stands at a kind of mistake: how it looks, its name and share, what is wrong. */
  /** @type {(text: string, place: number, why?: string) => HTMLElement} */
  mistake(text, place, why) {
    const { stop: { map }, theme } = this.player;
    return make("li", {}, squareOf(map, place, theme, this.ground), make("b", {}, text), make("span", { class: "muted" }, why));
  }

  /** Whether it was worked out for the numbers that are shown. */
  get holds() { return Boolean(at(this.player.stop.map.there, this.player.sample)); }

  /** The picture that lies under the figure now, if any does. */
  get under() { return this.player.stop.map.box && this.holds ? this.picture : null; }

  /** The whole map in the theme's colours; each is painted once. */
  get picture() {
    const { stop: { map }, theme } = this.player;
    return this.pictures[theme] ??= pictureOf(map, theme, this.ground);
  }

  get ground() { return this.player.colour(this.player.lesson.named.background); }
}

/** What its two axes are. */
/** @type {(map: MapTold) => string} */
export function acrossAndUp({ axes: [across, up] }) {
  return message("Across: {across}. Up: {up}.", { across, up });
}

/** A map as a picture in a theme's colours, on a ground of that colour. */
/** @type {(map: MapTold, theme: string, ground: string) => HTMLCanvasElement} */
export function pictureOf(map, theme, ground) {
  return map.looks ? textured(map, theme, rgb(ground)) : painted(map, theme);
}

/** How a kind of mistake looks, as a small square. */
/** @type {(map: MapTold, place: number, theme: string, ground: string) => HTMLCanvasElement} */
export function squareOf(map, place, theme, ground) {
  const size = [SQUARE, SQUARE], cells = [place, SQUARE ** 2];
  return pictureOf({ ...map, size, cells, cell: SIDE / SQUARE }, theme, ground);
}

/** @type {(map: MapTold, theme: string) => HTMLCanvasElement} */
function painted(map, theme) {
  const [wide, tall] = map.size, image = make("canvas", { width: wide, height: tall });
  const data = new ImageData(wide, tall), pixels = new Uint32Array(data.data.buffer);
  const colours = map.palette[shade(theme)].map((code) => {
    const [red, green, blue] = rgb(code).map((c) => Math.round(255 * c));
    return ((map.alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  const cells = cellsOf(map);
  cells.forEach((kind, place) => { pixels[place] = colours[kind] ?? 0; });
  if (map.lines) {
    const inks = map.palette[shade(theme)].map(
      (code) => (rgb(code).reduce((sum, c) => sum + c / 3, 0) > DARK_LINES ? 0 : 255));
    contours(cells, wide, map.lines, (place) => {
      const ink = inks[cells[place]];
      for (let k = 4 * place; k < 4 * place + 3; k++) data.data[k] += LINE_INK * (ink - data.data[k]);
    });
  }
  image.getContext("2d").putImageData(data, 0, 0);
  return image;
}

/** Visit the cells at which a value passes one of a scale's lines; a leap is no line. */
/** @type {(cells: Uint8Array, wide: number, lines: number, visit: (place: number) => void) => void} */
function contours(cells, wide, lines, visit) {
  const known = Array.from({ length: NO_SHADE }, (_, shade) => Math.floor(shade / (NO_SHADE - 1) * lines));
  /** @type {(a: number, b: number) => boolean} */
  const passes = (a, b) => Math.abs(known[a] - known[b]) === 1;
  for (let place = 0; place < cells.length; place++) {
    const below = place + wide, right = (place + 1) % wide ? place + 1 : place;
    if (passes(cells[place], cells[right]) || passes(cells[place], cells[below])) visit(place);
  }
}
