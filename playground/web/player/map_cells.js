/* The cells of a map, which a page has in runs and Python tells as bytes. */

/** The place of each cell in the palette, row by row from the top. */
/** @type {(map: Pick<MapData, "cells" | "size">) => Uint8Array} */
export function decodeCells({ cells, size: [width, height] }) {
  if (typeof cells === "string") return Uint8Array.from(atob(cells), (c) => c.charCodeAt(0));
  const found = new Uint8Array(width * height);
  let index = 0;
  for (let k = 0; k < cells.length; k += 2) found.fill(cells[k], index, index += cells[k + 1]);
  return found;
}
