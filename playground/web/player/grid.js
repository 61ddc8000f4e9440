/* The background of a plane view: adaptive grid, axes and tick numbers. */

// Grid lines fade in between the first two spacings, in px, and turn from minor into major lines
// between the other two.
const GRID_FADE_SPACINGS_PX = [7, 45];
const MAJOR_LINE_SPACINGS_PX = [60, 420];
// The least distance of tick numbers, in px.
const MIN_TICK_GAP_PX = 70;
// Marks of numbers and superscripts; see math_text.js.
const NUMBER = "\uE010";
const RAISED = "\uE012";
const MARK_END = "\uE01F";

/** @type {(value: number, ends: Point) => number} */
function ramp(value, [from, to]) {
  const share = Math.min(Math.max(Math.log(value / from) / Math.log(to / from), 0), 1);
  return share * share * (3 - 2 * share);
}

/** Return the visible multiples of a step along an axis.
    @type {(projection: PlaneProjection, axis: number, step: number) => number[]} */
function visibleMultiples(projection, axis, step) {
  const half = projection.center[axis] / projection.scale,
    center = axis ? projection.y : projection.x;
  const low = Math.ceil((center - half) / step), high = Math.floor((center + half) / step);
  return Array.from({ length: Math.max(high - low + 1, 0) }, (_, k) => low + k);
}

/** Return the position of a number on an axis, in px.
    @type {(projection: PlaneProjection, axis: number, value: number) => number} */
const positionOf = (projection, axis, value) => projection.toScreen(value, value)[axis];

/** Return the position of a grid line, in px, aligned to whole pixels.
    @type {(projection: PlaneProjection, axis: number, value: number, width: number) => number} */
const linePosition = (projection, axis, value, width) => (
  Math.floor(positionOf(projection, axis, value) - width / 2 + 0.5) + width / 2);

/** Return the grid's lines: axis (0 vertical, 1 horizontal), position, width, fraction of a major
    line, opacity, and whether it is an axis. `px` is the number of page px per nominal px.
    @type {(projection: PlaneProjection, px: number) => GridLine[]} */
export function buildGridLines(projection, px) {
  const scale = projection.scale / px, lines = [];
  const level = Math.floor(Math.log10(GRID_FADE_SPACINGS_PX[0] / scale)) + 1;
  for (let power = level; power < level + 4; power++) {
    const step = 10 ** power, spacing = step * scale;
    const majorRatio = ramp(spacing, MAJOR_LINE_SPACINGS_PX);
    const opacity = ramp(spacing, GRID_FADE_SPACINGS_PX);
    for (const axis of [0, 1]) {
      for (const k of visibleMultiples(projection, axis, step)) {
        if (!(k % 10)) continue; // the next coarser lines are drawn separately
        const position = linePosition(projection, axis, k * step, 1);
        lines.push({ axis, position, width: 1, majorRatio, opacity });
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

/** Return the tick numbers: axis, position in px, and text.
    @type {(projection: PlaneProjection, px: number, isYDown: boolean) => GridNumber[]} */
export function buildGridNumbers(projection, px, isYDown) {
  const rough = MIN_TICK_GAP_PX * px / projection.scale,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((m) => power * m >= 0.999 * rough);
  return [0, 1].flatMap((axis) => visibleMultiples(projection, axis, step).map((k) => {
    const value = k * step, position = positionOf(projection, axis, value);
    const text = formatTick(axis && isYDown ? -value : value, step);
    return { axis, position, text, isZero: !k };
  }));
}

/** Return a number with the digits that ticks `step` apart need.
    @type {(value: number, step: number) => string} */
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
