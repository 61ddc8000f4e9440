/* The ground of a view of the plane: its grid, which becomes finer and coarser with it, its
   axes, and the numbers on them. */

// A grid's lines begin to show where they are so far apart, and are full at the second, in px;
// between the next two they turn from minor into major ones.
const GRID_FADE_SPACINGS_PX = [7, 45];
const MAJOR_LINE_SPACINGS_PX = [60, 420];
// Numbers are at least so far apart, in px.
const MIN_TICK_GAP_PX = 70;
// What marks a number as mathematics, and what is raised; see math_text.js.
const NUMBER = "\uE010";
const RAISED = "\uE012";
const MARK_END = "\uE01F";

/** @type {(value: number, ends: Point) => number} */
function ramp(value, [from, to]) {
  const share = Math.min(Math.max(Math.log(value / from) / Math.log(to / from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** The multiples of a step that are in sight along an axis. */
/** @type {(projection: PlaneProjection, axis: number, step: number) => number[]} */
function visibleMultiples(projection, axis, step) {
  const half = projection.center[axis] / projection.scale,
    center = axis ? projection.y : projection.x;
  const low = Math.ceil((center - half) / step), high = Math.floor((center + half) / step);
  return Array.from({ length: Math.max(high - low + 1, 0) }, (_, k) => low + k);
}

/** Where a line of an axis lies, in px: on whole pixels, for between two it is a blur. */
/** @type {(projection: PlaneProjection, axis: number, value: number, width: number) => number} */
function linePosition(projection, axis, value, width) {
  const position = axis ? projection.toScreen(0, value)[1] : projection.toScreen(value, 0)[0];
  return Math.floor(position - width / 2 + 0.5) + width / 2;
}

/** The grid's lines: each upright (0) or level (1), where and how wide it is, how far it has
    turned into a major one, how opaque it is, and whether it is an axis. `px` are those of the
    page to one that spacings count in. */
/** @type {(projection: PlaneProjection, px: number) => GridLine[]} */
export function buildGridLines(projection, px) {
  const scale = projection.scale / px, lines = [];
  const level = Math.floor(Math.log10(GRID_FADE_SPACINGS_PX[0] / scale)) + 1;
  for (let power = level; power < level + 4; power++) {
    const step = 10 ** power, spacing = step * scale;
    const majorRatio = ramp(spacing, MAJOR_LINE_SPACINGS_PX),
      opacity = ramp(spacing, GRID_FADE_SPACINGS_PX);
    for (const axis of [0, 1]) {
      // Lines of the next coarser grid are drawn for themselves.
      for (const k of visibleMultiples(projection, axis, step)) {
        if (!(k % 10)) continue;
        lines.push(
          { axis, position: linePosition(projection, axis, k * step, 1), width: 1, majorRatio,
            opacity });
      }
    }
  }
  for (const axis of [0, 1]) {
    const width = Math.max(1, Math.round(projection.sizeScale)),
      position = linePosition(projection, axis, 0, width);
    if (position >= 0 && position <= 2 * projection.center[axis])
      lines.push({ axis, position, width, opacity: 1, isAxis: true });
  }
  return lines;
}

/** The numbers of the grid: along which axis, where on it in px, and their text. */
/** @type {(projection: PlaneProjection, px: number) => GridNumber[]} */
export function buildGridNumbers(projection, px) {
  const rough = MIN_TICK_GAP_PX * px / projection.scale,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => power * m >= 0.999 * rough);
  return [0, 1].flatMap((axis) => visibleMultiples(projection, axis, step).map((k) => {
    const value = k * step,
      position = axis ? projection.toScreen(0, value)[1] : projection.toScreen(value, 0)[0];
    return { axis, position, text: formatTick(value, step), isZero: !k };
  }));
}

/** A number with the digits that numbers so far apart need. */
/** @type {(value: number, step: number) => string} */
function formatTick(value, step) {
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
