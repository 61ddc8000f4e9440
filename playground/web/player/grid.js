/* The ground of a view of the plane: its grid, which becomes finer and coarser with it, its
   axes, and the numbers on them. */

// A grid's lines begin to show where they are so far apart, and are full at the second, in px;
// between the next two they turn from minor into major ones.
const APPEAR = [7, 45];
const PROMOTE = [60, 420];
// Numbers are at least so far apart, in px.
const TICKS_APART = 70;
// What marks a number as mathematics, and what is raised; see math_text.js.
const [NUMBER, RAISED, MARK_END] = ["\uE010", "\uE012", "\uE01F"];

/** @type {(value: number, ends: Point) => number} */
function ramp(value, [from, to]) {
  const share = Math.min(Math.max(Math.log(value / from) / Math.log(to / from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** The multiples of a step that are in sight along an axis. */
/** @type {(sight: Sight, axis: number, step: number) => number[]} */
function multiples(sight, axis, step) {
  const half = sight.middle[axis] / sight.scale, middle = axis ? sight.y : sight.x;
  const low = Math.ceil((middle - half) / step), high = Math.floor((middle + half) / step);
  return Array.from({ length: Math.max(high - low + 1, 0) }, (_, k) => low + k);
}

/** Where a line of an axis lies, in px: on whole pixels, for between two it is a blur. */
/** @type {(sight: Sight, axis: number, value: number, wide: number) => number} */
function ruled(sight, axis, value, wide) {
  const at = axis ? sight.at(0, value)[1] : sight.at(value, 0)[0];
  return Math.floor(at - wide / 2 + 0.5) + wide / 2;
}

/** The grid's lines: each upright (0) or level (1), where and how wide it is, how far it has
    turned into a major one, how opaque it is, and whether it is an axis. `px` are those of the
    page to one that spacings count in. */
/** @type {(sight: Sight, px: number) => GridLine[]} */
export function gridLines(sight, px) {
  const scale = sight.scale / px, lines = [];
  const level = Math.floor(Math.log10(APPEAR[0] / scale)) + 1;
  for (let power = level; power < level + 4; power++) {
    const step = 10 ** power, spacing = step * scale;
    const major = ramp(spacing, PROMOTE), seen = ramp(spacing, APPEAR);
    for (const axis of [0, 1]) {
      // Lines of the next coarser grid are drawn for themselves.
      for (const k of multiples(sight, axis, step)) {
        if (!(k % 10)) continue;
        lines.push({ axis, at: ruled(sight, axis, k * step, 1), wide: 1, major, seen });
      }
    }
  }
  for (const axis of [0, 1]) {
    const wide = Math.max(1, Math.round(sight.fine)), at = ruled(sight, axis, 0, wide);
    if (at >= 0 && at <= 2 * sight.middle[axis]) lines.push({ axis, at, wide, seen: 1, own: true });
  }
  return lines;
}

/** The numbers of the grid: along which axis, where on it in px, and their text. */
/** @type {(sight: Sight, px: number) => GridNumber[]} */
export function gridNumbers(sight, px) {
  const rough = TICKS_APART * px / sight.scale, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => power * m >= 0.999 * rough);
  return [0, 1].flatMap((axis) => multiples(sight, axis, step).map((k) => {
    const value = k * step, at = axis ? sight.at(0, value)[1] : sight.at(value, 0)[0];
    return { axis, at, text: numberOn(value, step) };
  }));
}

/** A number with the digits that numbers so far apart need. */
/** @type {(value: number, step: number) => string} */
function numberOn(value, step) {
  if (Math.abs(value) < step / 2) return `${NUMBER}0${MARK_END}`;
  const places = -Math.floor(Math.log10(step) + 1e-9);
  const size = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  let text, power = "0";
  if (size >= -4 && size < 5) text = value.toFixed(Math.max(places, 0));
  else [text, power] = value.toExponential(Math.max(size + places, 0)).split("e");
  const digits = (text.includes(".") ? text.replace(/\.?0+$/, "") : text).replace("-", "−");
  if (!Number(power)) return `${NUMBER}${digits}${MARK_END}`;
  const ten = /^−?1$/.test(digits) ? digits.replace("1", "10") : `${digits}×10`;
  const raised = String(Number(power)).replace("-", "−");
  return `${NUMBER}${ten}${MARK_END}${RAISED}${raised}${MARK_END}`;
}
