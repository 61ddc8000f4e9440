/* Maps as images: kinds or values in plain colours; mistakes with the kind as colour, the effect as
   texture, and the nature as edge. */

import { createElement } from "./elements.js";
import { clamp, rgb } from "./vectors.js";

// The size of a swatch in cells and px.
const SWATCH_CELL_COUNT = 20;
const SWATCH_SIZE_PX = 20;
// The index of missing values and kinds.
const NO_VALUE_INDEX = 255;
// Lighter shades have dark contour lines.
const DARK_CONTOUR_MIN_SHADE = 0.42;
const CONTOUR_OPACITY = 0.4;
// Textures.
const SOLID = 0;
const STRIPES = 1;
const SPECKS = 3;
// Edges.
const DASHED = 2;
// The least size of a cell in pixels.
const MIN_CELL_SIZE_PX = 2;

/** The images of each map by theme. @type {WeakMap<MapData, Record<string, HTMLCanvasElement>>} */
const paintedMaps = new WeakMap();

/** Return the image of a map in the page's theme, cached.
    @type {(map: MapData, player: Player) => HTMLCanvasElement} */
export function mapImage(map, player) {
  if (!paintedMaps.has(map)) paintedMaps.set(map, {});
  return paintedMaps.get(map)[player.theme] ??= createMapImage(map, player);
}

/** @type {(map: MapData, player: Player) => HTMLCanvasElement} */
function createMapImage(map, { theme, themes, lesson: { named } }) {
  return map.looks ? paintMistakeMap(map, theme, rgb(themes.colour(named.background)))
    : paintMap(map, theme);
}

/** Create a swatch of a palette entry.
    @type {(map: MapData, place: number, player: Player) => HTMLElement} */
export function createSwatch(map, place, player) {
  if (!map.looks) {
    const style = `background: ${map.palette[player.theme][place]}; opacity: ${map.alpha / 255}`;
    return createElement("i", { style });
  }
  const size = [SWATCH_CELL_COUNT, SWATCH_CELL_COUNT], cells = [place, SWATCH_CELL_COUNT ** 2];
  return createMapImage({ ...map, size, cells, cell: SWATCH_SIZE_PX / SWATCH_CELL_COUNT }, player);
}

/** Create the lines of a legend: swatch, name, and an explanation of mistakes.
    @type {(map: MapData, player: Player) => HTMLElement[]} */
export const createLegendItems = (map, player) => map.legend.map(([text, place, why]) => (
  createElement("li", {}, createSwatch(map, place, player), ...(map.looks
    ? [createElement("b", {}, text), createElement("span", { class: "muted" }, why)] : [text]))));

/** Return the palette index of each cell, row by row from the top.
    @type {(map: Pick<MapData, "cells" | "size">) => Uint8Array} */
function decodeCells({ cells, size: [width, height] }) {
  if (typeof cells === "string") return Uint8Array.from(atob(cells), (c) => c.charCodeAt(0));
  const found = new Uint8Array(width * height);
  let index = 0;
  for (let k = 0; k < cells.length; k += 2) found.fill(cells[k], index, index += cells[k + 1]);
  return found;
}

/** @type {(map: MapData, theme: string) => HTMLCanvasElement} */
function paintMap(map, theme) {
  const [width, height] = map.size, image = createElement("canvas", { width, height });
  const data = new ImageData(width, height), pixels = new Uint32Array(data.data.buffer);
  const colours = map.palette[theme].map((code) => {
    const [red, green, blue] = rgb(code).map((c) => Math.round(255 * c));
    return ((map.alpha << 24) | (blue << 16) | (green << 8) | red) >>> 0;
  });
  const cells = decodeCells(map);
  cells.forEach((kind, index) => { pixels[index] = colours[kind] ?? 0; });
  if (map.lines) {
    const inks = map.palette[theme].map(
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

/** Visit the cells at contour lines; jumps over several lines are none.
    @type {(cells: Uint8Array, width: number, lines: number,
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

/** Paint a map of mistakes on a background colour.
    @type {(map: MapData, theme: string, ground: Point) => HTMLCanvasElement} */
function paintMistakeMap(map, theme, ground) {
  const { looks, cell, size: [width, height] } = map,
    fine = Math.max(MIN_CELL_SIZE_PX, Math.round(cell));
  const sharp = fine / cell, cells = decodeCells(map);
  const across = width * fine,
    image = createElement("canvas", { width: across, height: height * fine });
  const data = new ImageData(across, height * fine), pixels = data.data;
  const colours = map.palette[theme].map(rgb);
  const reach = Math.max(Math.round(looks.edge * sharp), 1);

  /** Return colour and opacity of a pixel inside a kind.
      @type {(kind: number, x: number, y: number) => [Point, number]} */
  function filled(kind, x, y) {
    const colour = colours[kind], [texture] = looks.kinds[kind];
    if (texture === SOLID) return [colour, 1];
    const share = patternCoverage(looks, texture, x / sharp, y / sharp, sharp);
    if (texture === SPECKS) return [colour, share];
    const strong = looks.low + (1 - looks.low) * share;
    return [colour.map((c, k) => ground[k] + (c - ground[k]) * strong), 1];
  }

  /** Return colour and opacity of a pixel at the edge of a kind; `along` is in page px.
      @type {(kind: number, along: number, x: number, y: number) => [Point, number]} */
  function edged(kind, along, x, y) {
    const [texture, edge] = looks.kinds[kind], [period, dash] = looks.dashes;
    if (edge === DASHED && along % period >= dash) {
      return texture === SOLID ? [ground, 0] : filled(kind, x, y);
    }
    return edge ? [colours[kind], 1] : filled(kind, x, y);
  }

  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = row * width + column, here = cells[from];
      if (here === NO_VALUE_INDEX) continue;
      const left = column ? cells[from - 1] : here, up = row ? cells[from - width] : here;
      const right = column < width - 1 ? cells[from + 1] : here;
      const down = row < height - 1 ? cells[from + width] : here;
      for (let j = 0; j < fine; j++) {
        const y = row * fine + j, level = j < reach ? up : j >= fine - reach ? down : here;
        for (let i = 0; i < fine; i++) {
          const x = column * fine + i, beside = i < reach ? left : i >= fine - reach ? right : here;
          const [colour, alpha] = level !== here ? edged(here, x / sharp, x, y)
            : beside !== here ? edged(here, y / sharp, x, y) : filled(here, x, y);
          const position = 4 * (y * across + x);
          for (let k = 0; k < 3; k++) pixels[position + k] = 255 * colour[k];
          pixels[position + 3] = 255 * alpha;
        }
      }
    }
  }
  image.getContext("2d").putImageData(data, 0, 0);
  return image;
}

/** Return the coverage of a pixel by a stripe or dot, at a position in page px.
    @type {(looks: MapPatterns, texture: number, x: number, y: number,
    sharp: number) => number} */
function patternCoverage(looks, texture, x, y, sharp) {
  let off, size;
  if (texture === STRIPES) {
    size = looks.stripe / 4 / Math.SQRT2;
    off = Math.abs((x + y) % looks.stripe - looks.stripe / 2) / Math.SQRT2;
  } else {
    const [gap, row, radius] = texture === SPECKS ? looks.specks : looks.dots;
    const shift = Math.floor(y / row) % 2 * gap / 2;
    [size, off] = [radius, Math.hypot((x + shift) % gap - gap / 2, y % row - row / 2)];
  }
  return clamp((size - off) * sharp + 0.5, 0, 1);
}
