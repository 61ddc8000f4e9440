/* Shapes of the plane as canvas paths, and sample points that labels avoid. */

import { visibleInterval } from "./clipping.js";

/** Return the outline of a marker.
    @type {(marker: string | undefined, x: number, y: number, r: number) => Path2D} */
export function markerPath(marker, x, y, r) {
  const path = new Path2D();
  /** @type {(corners: Point[]) => void} */
  const through = (corners) => {
    corners.forEach(([dx, dy], k) => path[k ? "lineTo" : "moveTo"](x + dx * r, y + dy * r));
    path.closePath();
  };
  if (marker === "square") path.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
  else if (marker === "diamond") through([[0, -1.24], [1.24, 0], [0, 1.24], [-1.24, 0]]);
  else if (marker === "cross") {
    // Two bars as one outline, alternating outer and inner corners.
    const [a, b, c] = [1.03, 0.66, 0.37];
    through([
      [0, -c], [b, -a], [a, -b], [c, 0], [a, b], [b, a],
      [0, c], [-b, a], [-a, b], [-c, 0], [-a, -b], [-b, -a],
    ]);
  } else path.arc(x, y, Math.max(r, 0), 0, 2 * Math.PI);
  return path;
}

/** Path builders by kind: the outline, and where different the filled path, and a head.
    @type {Record<string, (n: number[]) => ShapePaths>} */
export const PATH_BUILDERS = {
  chain(n) {
    const path = new Path2D();
    for (let k = 0; k < n.length; k += 2) path.lineTo(n[k], n[k + 1]);
    return { path };
  },

  closed(n) {
    const { path } = PATH_BUILDERS.chain(n);
    path.closePath();
    return { path };
  },

  pieces(n) {
    const path = new Path2D();
    for (let k = 0; k < n.length; k += 4) {
      path.moveTo(n[k], n[k + 1]);
      path.lineTo(n[k + 2], n[k + 3]);
    }
    return { path };
  },

  ring([x, y, r]) { return { path: markerPath("disc", x, y, r) }; },

  arc([x, y, r, start, sweep]) {
    const path = new Path2D();
    path.arc(x, y, Math.max(r, 0), start, start + sweep, sweep < 0);
    const fillPath = new Path2D(path);
    fillPath.lineTo(x, y);
    return { path, fillPath };
  },

  ellipse([x, y, a, b, turn]) {
    const path = new Path2D();
    path.ellipse(x, y, Math.abs(a), Math.abs(b), turn, 0, 2 * Math.PI);
    return { path };
  },

  // The notched head covers the shaft's end.
  arrow([x0, y0, x1, y1, length, half]) {
    const path = new Path2D(), distance = Math.hypot(x1 - x0, y1 - y0);
    const dx = (x1 - x0) / distance, dy = (y1 - y0) / distance;
    /** @type {(back: number, aside: number) => [number, number]} */
    const place = (back, aside) => [x1 - dx * back - dy * aside, y1 - dy * back + dx * aside];
    path.moveTo(x0, y0);
    path.lineTo(...place(0.85 * length, 0));
    const head = [[0, 0], [length, half], [0.8 * length, 0], [length, -half]];
    const { path: headPath } = PATH_BUILDERS.closed(head.flatMap(([b, a]) => place(b, a)));
    return { path, headPath };
  },
};

const SAMPLE_SPACING_PX = 5;

/** Mark the points of a shape for label placement.
    @type {(placer: LabelPlacer, kind: string, n: number[], width: number, view: Extent) => void} */
export function sampleShape(placer, kind, n, width, view) {
  const [x, y, r] = n, round = [x, y, Math.abs(r), Math.abs(r), 0];
  if (kind === "mark") {
    for (const i of [-r, 0, r]) for (const j of [-r, 0, r]) placer.addSample(x + i, y + j);
    return;
  }
  if (kind === "ring") return sampleEllipse(placer, round);
  if (kind === "arc") return sampleEllipse(placer, round, n[3], n[4]);
  if (!width || kind === "pieces") return;
  if (kind === "ellipse") return sampleEllipse(placer, n);
  const last = kind === "arrow" ? 4 : n.length;
  for (let k = 2; k < last; k += 2) sampleSegment(placer, n[k - 2], n[k - 1], n[k], n[k + 1], view);
  if (kind === "closed") sampleSegment(placer, n[last - 2], n[last - 1], n[0], n[1], view);
}

/** @type {(placer: LabelPlacer, x: number, y: number, u: number, v: number,
    view: Extent) => void} */
function sampleSegment(placer, x, y, u, v, view) {
  const [low, high] = visibleInterval([x, y], [u, v], view, 2);
  if (!(low <= high)) return;
  const count = Math.ceil(Math.hypot(u - x, v - y) * (high - low) / SAMPLE_SPACING_PX);
  for (let k = 0; k <= count; k++) {
    const share = low + (count ? k / count : 0) * (high - low);
    placer.addSample(x + share * (u - x), y + share * (v - y));
  }
}

/** @type {(placer: LabelPlacer, n: number[], start?: number, sweep?: number) => void} */
function sampleEllipse(placer, [x, y, a, b, turn], start = 0, sweep = 2 * Math.PI) {
  const count = Math.ceil(Math.abs(sweep) * Math.max(a, b) / SAMPLE_SPACING_PX) || 1;
  const cos = Math.cos(turn), sin = Math.sin(turn);
  for (let k = 0; k <= count; k++) {
    const angle = start + k / count * sweep, u = a * Math.cos(angle), v = b * Math.sin(angle);
    placer.addSample(x + u * cos - v * sin, y + u * sin + v * cos);
  }
}
