/* A map: under the figure where it fits there, else in its card. */

import { make, tell } from "./elements.js";
import { textured } from "./map_textures.js";
import { at } from "./values.js";
import { rgb } from "./vectors.js";

const OTHER = "It was worked out for the numbers that this page opened with.";
// How many cells, and px, to a side a kind's own square has.
const SQUARE = 20, SIDE = 20;

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
    this.element = make("section", { class: "card map", "aria-label": "Map" },
      make("h2", {}, map.caption), this.here, this.chart,
      make("p", { class: "muted" }, `Across: ${map.axes[0]}. Up: ${map.axes[1]}.`), this.legend);
  }

  show() {
    const { stop: { map }, theme } = this.player;
    const under = map.box ? "It lies under the figure while this page is open." : "";
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
    const { map } = this.player.stop;
    const cells = [place, SQUARE ** 2], size = [SQUARE, SQUARE];
    const looks = this.painted({ ...map, size, cells, cell: SIDE / SQUARE });
    return make("li", {}, looks, make("b", {}, text), make("span", { class: "muted" }, why));
  }

  /** Whether it was worked out for the numbers that are shown. */
  get holds() { return Boolean(at(this.player.stop.map.there, this.player.sample)); }

  /** The picture that lies under the figure now, if any does. */
  get under() { return this.player.stop.map.box && this.holds ? this.picture : null; }

  /** The whole map in the theme's colours; each is painted once. */
  get picture() {
    const { stop: { map }, theme } = this.player;
    return this.pictures[theme] ??= this.painted(map);
  }

  /** @type {(map: MapTold) => HTMLCanvasElement} */
  painted(map) {
    const { theme, lesson } = this.player;
    if (!map.looks) return painted(map, theme);
    return textured(map, theme, rgb(this.player.colour(lesson.named.background)));
  }
}

/** A map as a picture in a theme's colours. */
/** @type {(map: MapTold, theme: string) => HTMLCanvasElement} */
function painted(map, theme) {
  const [wide, tall] = map.size, image = make("canvas", { width: wide, height: tall });
  const data = new ImageData(wide, tall);
  const colours = map.palette[theme].map((code) => rgb(code).map((c) => 255 * c));
  let place = 0;
  for (let k = 0; k < map.cells.length; k += 2) {
    const colour = colours[map.cells[k]];
    for (let n = 0; n < map.cells[k + 1]; n++, place += 4) {
      if (colour) data.data.set([...colour, map.alpha], place);
    }
  }
  image.getContext("2d").putImageData(data, 0, 0);
  return image;
}
