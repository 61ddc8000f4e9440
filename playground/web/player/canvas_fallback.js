/* A sheet drawn without WebGL: solids as discs, lines as lines, only where they are. */

import { MARK_KIND, PIECE_KIND } from "./shape_layout.js";

/** @type {(colour: Point) => string} */
const cssColor = ([r, g, b, a]) => `rgb(${255 * r} ${255 * g} ${255 * b} / ${a})`;

/** @type {(pen: Pen, drawList: SpaceDrawList) => void} */
export function drawWithoutWebgl(pen, { eye, shown, solids, rows }) {
  const previous = pen.getTransform();
  pen.setTransform(1, 0, 0, -1, eye.width / 2, eye.height / 2);
  pen.fillStyle = shown.colour(shown.colorNumbers.background);
  pen.fillRect(-eye.width / 2, -eye.height / 2, eye.width, eye.height);
  for (const solid of solids) drawDisc(pen, solid, eye);
  for (const { row } of rows) drawRow(pen, row);
  pen.setTransform(previous);
}

/** @type {(pen: Pen, solid: Solid, eye: PerspectiveView) => void} */
function drawDisc(pen, { a, b, radius, colour, center }, eye) {
  const p = eye.project(a), q = eye.project(b);
  pen.strokeStyle = cssColor([...colour.slice(0, 3), 0.2 + 0.5 * colour[3]]);
  pen.lineWidth = 2 * radius / -center[2] * eye.focal;
  pen.beginPath();
  pen.moveTo(p[0], p[1]);
  pen.lineTo(q[0] + 0.01, q[1]);
  pen.stroke();
}

/** @type {(pen: Pen, row: number[]) => void} */
function drawRow(pen, row) {
  const [x, y, dx, dy] = row, kind = row[23], half = row[8];
  pen.beginPath();
  if (kind === PIECE_KIND) {
    pen.strokeStyle = cssColor(row.slice(24, 28));
    pen.lineWidth = 2 * row[16];
    pen.moveTo(x - dx * half, y - dy * half);
    pen.lineTo(x + dx * half, y + dy * half);
    pen.stroke();
    return;
  }
  pen.fillStyle = cssColor(row.slice(28, 32));
  if (kind === MARK_KIND) pen.arc(x, y, row[9], 0, 2 * Math.PI);
  else for (const k of [0, 8, 10]) pen.lineTo(row[k], row[k + 1]);
  pen.fill();
}
