/* The three axes in a corner that say which way is which. */

import { markerPath } from "./paths.js";
import { regularFont } from "./primitive_style.js";

const AXIS_NAMES = "xyz";
// How far its middle is from the corner, how long an axis is, and where it has no room.
const GIZMO_INSET_PX = 46;
const GIZMO_AXIS_LENGTH_PX = 26;
const GIZMO_MIN_VIEW_SIZE_PX = 240;

/** @type {(pen: Pen, eye: PerspectiveView, canvas: HTMLCanvasElement,
    drawState: DrawState) => void} */
export function drawGizmo(pen, eye, { clientWidth: width, clientHeight: height }, drawState) {
  if (Math.min(width, height) < GIZMO_MIN_VIEW_SIZE_PX) return;
  const x = width - GIZMO_INSET_PX, y = GIZMO_INSET_PX;
  const ends = [0, 1, 2].flatMap((k) => [1, -1].map((sign) => (
    { k, sign, end: eye.axisDirection(k).map((c) => sign * c) })));
  for (const { k, sign, end } of ends.sort((p, q) => p.end[2] - q.end[2])) {
    const [dx, dy] = [x + GIZMO_AXIS_LENGTH_PX * end[0], y - GIZMO_AXIS_LENGTH_PX * end[1]];
    pen.strokeStyle = pen.fillStyle =
      drawState.colour(drawState.colorNumbers[`axis_${AXIS_NAMES[k]}`]);
    pen.globalAlpha = sign > 0 ? 1 : 0.45;
    pen.lineWidth = 2;
    pen.setLineDash([]);
    if (sign > 0) pen.stroke(new Path2D(`M${x} ${y}L${dx} ${dy}`));
    pen.fill(markerPath("disc", dx, dy, sign > 0 ? 8.5 : 4.7));
    pen.globalAlpha = 1;
    if (sign < 0) continue;
    pen.font = regularFont(12);
    pen.textBaseline = "middle";
    pen.fillStyle = drawState.colour(drawState.colorNumbers.background);
    pen.fillText(AXIS_NAMES[k], dx - pen.measureText(AXIS_NAMES[k]).width / 2, dy);
  }
}
