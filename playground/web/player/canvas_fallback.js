/* A sheet drawn without WebGL: solids as discs, lines as lines, only where they are. */

import { MARK, PIECE } from "./shape_layout.js";

/** @type {(colour: Point) => string} */
const css = ([r, g, b, a]) => `rgb(${255 * r} ${255 * g} ${255 * b} / ${a})`;

/** @type {(pen: Pen, sheet: Sheet) => void} */
export function sketch(pen, { eye, shown, solids, rows }) {
  const before = pen.getTransform();
  pen.setTransform(1, 0, 0, -1, eye.wide / 2, eye.tall / 2);
  pen.fillStyle = shown.colour(shown.named.background);
  pen.fillRect(-eye.wide / 2, -eye.tall / 2, eye.wide, eye.tall);
  for (const solid of solids) sketchSolid(pen, solid, eye);
  for (const { row } of rows) sketchRow(pen, row);
  pen.setTransform(before);
}

/** @type {(pen: Pen, solid: Solid, eye: Eye) => void} */
function sketchSolid(pen, { a, b, radius, colour, middle }, eye) {
  const p = eye.flat(a), q = eye.flat(b);
  pen.strokeStyle = css([...colour.slice(0, 3), 0.2 + 0.5 * colour[3]]);
  pen.lineWidth = 2 * radius / -middle[2] * eye.focal;
  pen.beginPath();
  pen.moveTo(p[0], p[1]);
  pen.lineTo(q[0] + 0.01, q[1]);
  pen.stroke();
}

/** @type {(pen: Pen, row: number[]) => void} */
function sketchRow(pen, row) {
  const [x, y, dx, dy] = row, kind = row[23], half = row[8];
  pen.beginPath();
  if (kind === PIECE) {
    pen.strokeStyle = css(row.slice(24, 28));
    pen.lineWidth = 2 * row[16];
    pen.moveTo(x - dx * half, y - dy * half);
    pen.lineTo(x + dx * half, y + dy * half);
    pen.stroke();
    return;
  }
  pen.fillStyle = css(row.slice(28, 32));
  if (kind === MARK) pen.arc(x, y, row[9], 0, 2 * Math.PI);
  else for (const k of [0, 8, 10]) pen.lineTo(row[k], row[k + 1]);
  pen.fill();
}
