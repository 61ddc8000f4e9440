/* What of a room the shapes of the plane take: places on their lines, so far apart. */

import { visibleInterval } from "./clipping.js";

const SAMPLE_SPACING_PX = 5;

/** Note in a room where a shape is drawn. */
/** @type {(placer: LabelPlacer, kind: string, n: number[], width: number, view: Extent) => void} */
export function sampleShape(placer, kind, n, width, view) {
  if (kind === "mark") return sampleMarker(placer, n);
  if (kind === "ring") return sampleArc(placer, n, 0, 2 * Math.PI);
  if (kind === "arc") return sampleArc(placer, n, n[3], n[4]);
  if (!width || kind === "pieces") return;
  if (kind === "ellipse") return sampleEllipse(placer, n);
  const last = kind === "arrow" ? 4 : n.length;
  for (let k = 2; k < last; k += 2) sampleSegment(placer, n[k - 2], n[k - 1], n[k], n[k + 1], view);
  if (kind === "closed") sampleSegment(placer, n[last - 2], n[last - 1], n[0], n[1], view);
}

/** @type {(placer: LabelPlacer, n: number[]) => void} */
function sampleMarker(placer, [x, y, r]) {
  for (const i of [-1, 0, 1]) for (const j of [-1, 0, 1]) placer.addSample(x + i * r, y + j * r);
}

/** @type {SegmentSampler} */
function sampleSegment(placer, x, y, u, v, view) {
  const [low, high] = visibleInterval([x, y], [u, v], view, 2);
  if (!(low <= high)) return;
  const count = Math.ceil(Math.hypot(u - x, v - y) * (high - low) / SAMPLE_SPACING_PX);
  for (let k = 0; k <= count; k++) {
    const share = low + (count ? k / count : 0) * (high - low);
    placer.addSample(x + share * (u - x), y + share * (v - y));
  }
}

/** @type {(placer: LabelPlacer, n: number[], start: number, sweep: number) => void} */
function sampleArc(placer, [x, y, r], start, sweep) {
  const count = Math.ceil(Math.abs(r * sweep) / SAMPLE_SPACING_PX) || 1;
  for (let k = 0; k <= count; k++) {
    const angle = start + k / count * sweep;
    placer.addSample(x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
}

/** @type {(placer: LabelPlacer, n: number[]) => void} */
function sampleEllipse(placer, [x, y, a, b, turn]) {
  const count = Math.ceil(2 * Math.PI * Math.max(a, b) / SAMPLE_SPACING_PX);
  const cos = Math.cos(turn), sin = Math.sin(turn);
  for (let k = 0; k < count; k++) {
    const u = a * Math.cos(k / count * 2 * Math.PI), v = b * Math.sin(k / count * 2 * Math.PI);
    placer.addSample(x + u * cos - v * sin, y + u * sin + v * cos);
  }
}
