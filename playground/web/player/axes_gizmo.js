/* The three axes in a corner that say which way is which. */

import { outline } from "./paths.js";
import { font } from "./primitive_style.js";

const NAMES = "xyz";
// How far its middle is from the corner, how long an axis is, and where it has no room.
const INSET = 46;
const LONG_AXIS = 26;
const SMALL = 240;

/** @type {(pen: Pen, eye: Eye, canvas: HTMLCanvasElement, shown: Shown) => void} */
export function drawGizmo(pen, eye, { clientWidth: wide, clientHeight: tall }, shown) {
  if (Math.min(wide, tall) < SMALL) return;
  const x = wide - INSET, y = INSET;
  const ends = [0, 1, 2].flatMap((k) => [1, -1].map((sign) => (
    { k, sign, end: eye.axis(k).map((c) => sign * c) })));
  for (const { k, sign, end } of ends.sort((p, q) => p.end[2] - q.end[2])) {
    const [dx, dy] = [x + LONG_AXIS * end[0], y - LONG_AXIS * end[1]];
    pen.strokeStyle = pen.fillStyle = shown.colour(shown.named[`axis_${NAMES[k]}`]);
    pen.globalAlpha = sign > 0 ? 1 : 0.45;
    pen.lineWidth = 2;
    pen.setLineDash([]);
    if (sign > 0) pen.stroke(new Path2D(`M${x} ${y}L${dx} ${dy}`));
    pen.fill(outline("disc", dx, dy, sign > 0 ? 8.5 : 4.7));
    pen.globalAlpha = 1;
    if (sign < 0) continue;
    pen.font = font(12);
    pen.textBaseline = "middle";
    pen.fillStyle = shown.colour(shown.named.background);
    pen.fillText(NAMES[k], dx - pen.measureText(NAMES[k]).width / 2, dy);
  }
}
