/* A map of mistakes: colour is the kind, texture what it does, the edge what it is. */

import { createElement } from "./elements.js";
import { decodeCells } from "./map_cells.js";
import { mapTheme } from "./themes.js";
import { clamp, rgb } from "./vectors.js";

const NO_KIND_INDEX = 255;
// Textures of a kind.
const SOLID = 0;
const STRIPES = 1;
const SPECKS = 3;
// The edge of a kind.
const DASHED = 2;
// So many pixels a cell's side has at least.
const MIN_CELL_SIZE_PX = 2;

/** A map of mistakes as a picture on a ground of that colour. */
/** @type {(map: MapData, theme: string, ground: Point) => HTMLCanvasElement} */
export function paintMistakeMap(map, theme, ground) {
  const { looks, cell, size: [width, height] } = map,
    fine = Math.max(MIN_CELL_SIZE_PX, Math.round(cell));
  const sharp = fine / cell, cells = decodeCells(map);
  const across = width * fine,
    image = createElement("canvas", { width: across, height: height * fine });
  const data = new ImageData(across, height * fine), pixels = data.data;
  const colours = map.palette[mapTheme(theme)].map(rgb);
  const reach = Math.max(Math.round(looks.edge * sharp), 1);

  /** What a pixel of a kind has: its colour and how opaque it is. */
  /** @type {(kind: number, x: number, y: number) => [Point, number]} */
  function filled(kind, x, y) {
    const colour = colours[kind], [texture] = looks.kinds[kind];
    if (texture === SOLID) return [colour, 1];
    const share = patternCoverage(looks, texture, x / sharp, y / sharp, sharp);
    if (texture === SPECKS) return [colour, share];
    const strong = looks.low + (1 - looks.low) * share;
    return [colour.map((c, k) => ground[k] + (c - ground[k]) * strong), 1];
  }

  /** What a pixel at the end of a kind has; `along` is in px of the page. */
  /** @type {(kind: number, along: number, x: number, y: number) => [Point, number]} */
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
      if (here === NO_KIND_INDEX) continue;
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

/** How much of a pixel is in a stripe or a dot, at a place in px of the page. */
/** @type {CoverageFunction} */
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
