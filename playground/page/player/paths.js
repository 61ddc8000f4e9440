/* The shapes of the plane as paths of a canvas. */

/** The outline of a mark. */
export function outline(marker, x, y, r) {
  const path = new Path2D();
  const through = (corners) => {
    corners.forEach(([dx, dy], k) => path[k ? "lineTo" : "moveTo"](x + dx * r, y + dy * r));
    path.closePath();
  };
  if (marker === "square") path.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
  else if (marker === "diamond") through([[0, -1.24], [1.24, 0], [0, 1.24], [-1.24, 0]]);
  else if (marker === "cross") {
    // Two bars as one outline: far and near corners in turn.
    const [a, b, c] = [1.03, 0.66, 0.37];
    through([
      [0, -c], [b, -a], [a, -b], [c, 0], [a, b], [b, a],
      [0, c], [-b, a], [-a, b], [-c, 0], [-a, -b], [-b, -a],
    ]);
  } else path.arc(x, y, Math.max(r, 0), 0, 2 * Math.PI);
  return path;
}

function chain(n, u) {
  const path = new Path2D();
  for (let k = 0; k < n.length; k += 2) path.lineTo(n[k] * u, n[k + 1] * u);
  return { path };
}

function closed(n, u) {
  const { path } = chain(n, u);
  path.closePath();
  return { path };
}

function pieces(n, u) {
  const path = new Path2D();
  for (let k = 0; k < n.length; k += 4) {
    path.moveTo(n[k] * u, n[k + 1] * u);
    path.lineTo(n[k + 2] * u, n[k + 3] * u);
  }
  return { path };
}

function ring([x, y, r], u) {
  const path = new Path2D();
  path.arc(x * u, y * u, Math.max(r * u, 0), 0, 2 * Math.PI);
  return { path };
}

function arc([x, y, r, start, sweep], u) {
  const path = new Path2D(), from = -start / 1e4, to = from - sweep / 1e4;
  path.arc(x * u, y * u, Math.max(r * u, 0), from, to, sweep > 0);
  const filled = new Path2D(path);
  filled.lineTo(x * u, y * u);
  return { path, filled };
}

function ellipse([x, y, a, b, turn], u) {
  const path = new Path2D();
  path.ellipse(x * u, y * u, Math.abs(a * u), Math.abs(b * u), -turn / 1e4, 0, 2 * Math.PI);
  return { path };
}

/** The shaft of an arrow, and its head, which is notched and covers the shaft's end. */
function arrow([x0, y0, x1, y1, long, half], u, fine, wide) {
  const path = new Path2D(), head = new Path2D(), far = Math.hypot(x1 - x0, y1 - y0) * u;
  path.moveTo(x0 * u, y0 * u);
  if (!far || !long) {
    path.lineTo(x1 * u, y1 * u);
    return { path, head };
  }
  const size = Math.min(Math.max(long * fine, 7 + 2.9 * wide), 0.8 * far);
  const dx = (x1 - x0) * u / far, dy = (y1 - y0) * u / far, barb = half / long * size;
  const place = (back, aside) => [x1 * u - dx * back - dy * aside, y1 * u - dy * back + dx * aside];
  path.lineTo(...place(0.85 * size, 0));
  for (const [back, aside] of [[0, 0], [size, barb], [0.8 * size, 0], [size, -barb]]) {
    head.lineTo(...place(back, aside));
  }
  head.closePath();
  return { path, head };
}

/** By kind: the path of a prim's numbers, and where they differ what is filled, and a head.
    `u` is px to one of its numbers, `fine` what sizes grow with, `wide` the line's width. */
export const PATHS = { chain, closed, pieces, ring, arc, ellipse, arrow };
