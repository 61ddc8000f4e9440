/* What of a room the shapes of the plane take: places on their lines, so far apart. */

import { sharesSeen } from "./clipping.js";

const SPACING = 5;

/** Note in a room where a shape is drawn. */
/** @type {(room: Room, kind: string, n: number[], wide: number, sight: Extent) => void} */
export function inkShape(room, kind, n, wide, sight) {
  if (kind === "mark") return inkMark(room, n);
  if (kind === "ring") return inkCurve(room, n, 0, 2 * Math.PI);
  if (kind === "arc") return inkCurve(room, n, n[3], n[4]);
  if (!wide || kind === "pieces") return;
  if (kind === "ellipse") return inkEllipse(room, n);
  const last = kind === "arrow" ? 4 : n.length;
  for (let k = 2; k < last; k += 2) inkPiece(room, n[k - 2], n[k - 1], n[k], n[k + 1], sight);
  if (kind === "closed") inkPiece(room, n[last - 2], n[last - 1], n[0], n[1], sight);
}

/** @type {(room: Room, n: number[]) => void} */
function inkMark(room, [x, y, r]) {
  for (const i of [-1, 0, 1]) for (const j of [-1, 0, 1]) room.ink(x + i * r, y + j * r);
}

/** @type {Inker} */
function inkPiece(room, x, y, u, v, sight) {
  const [low, high] = sharesSeen([x, y], [u, v], sight, 2);
  if (!(low <= high)) return;
  const count = Math.ceil(Math.hypot(u - x, v - y) * (high - low) / SPACING);
  for (let k = 0; k <= count; k++) {
    const share = low + (count ? k / count : 0) * (high - low);
    room.ink(x + share * (u - x), y + share * (v - y));
  }
}

/** @type {(room: Room, n: number[], start: number, sweep: number) => void} */
function inkCurve(room, [x, y, r], start, sweep) {
  const count = Math.ceil(Math.abs(r * sweep) / SPACING) || 1;
  for (let k = 0; k <= count; k++) {
    const angle = start + k / count * sweep;
    room.ink(x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
}

/** @type {(room: Room, n: number[]) => void} */
function inkEllipse(room, [x, y, a, b, turn]) {
  const count = Math.ceil(2 * Math.PI * Math.max(a, b) / SPACING);
  const cos = Math.cos(turn), sin = Math.sin(turn);
  for (let k = 0; k < count; k++) {
    const u = a * Math.cos(k / count * 2 * Math.PI), v = b * Math.sin(k / count * 2 * Math.PI);
    room.ink(x + u * cos - v * sin, y + u * sin + v * cos);
  }
}
