/* The answer's numbers against one number of the parameters, and the hand that sets that one. */

import { createElement, preventBreaks, setOptions } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";
import { clamp } from "./vectors.js";

// Places are told in so many parts of an axis.
const AXIS_PART_COUNT = 10000;
// Heights of a subplot, of one of words, and of the numbers below the last one.
const SUBPLOT_HEIGHT_PX = 130;
const WORD_SUBPLOT_HEIGHT_PX = 78;
const AXIS_NUMBERS_HEIGHT_PX = 22;
const SUBPLOT_GAP_PX = 10;
// Room for the numbers at an upright axis, which have so many letters.
const LETTER_WIDTH_PX = 7;
const LETTER_HEIGHT_PX = 12;
const MIN_NUMBERS_WIDTH_PX = 30;
const MAX_NUMBERS_WIDTH_PX = 120;
// Arrow keys move the cursor by a step of this many on the axis; Shift and Ctrl scale the step.
const KEY_STEP_COUNT = 200;
const FINE_STEP_RATIO = 0.1;
const COARSE_STEP_RATIO = 10;
/** @type {Record<string, number>} */
const CURSOR_MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export class CurveCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.axis = createElement("select", {
      "aria-label": message("The curve runs over"),
      onchange: () => player.source.do("axis", this.axis.value),
    });
    this.plot = createElement("div", { class: "axis-plots", role: "slider", tabindex: 0 });
    this.legend = createElement("ul", { class: "legend" });
    this.emptyNote = createElement("p", { class: "muted", hidden: true },
      message("There is no curve of this."));
    this.element = createElement("section", { class: "card curve", "aria-label": message("Curve") },
      createElement("h2", {}, message("Curve")),
      createElement("label", { class: "choice" }, createElement("span", {}, message("Against")),
        this.axis),
      this.legend, this.plot, this.emptyNote);
    /** @type {SessionState | null} */
    this.requestedState = null;
    /** @type {CurveData | null} */
    this.curve = null;
    /** @type {any[] | null} */
    this.drawnInputs = null;
    this.listen();
  }

  get curveState() { return this.player.stop.live.curve; }

  // ---- what is done ----

  listen() {
    const { plot } = this;
    let isPressed = false;
    plot.addEventListener("pointerdown", (event) => {
      if (event.button || !this.curve) return;
      isPressed = true;
      plot.setPointerCapture(event.pointerId);
      this.moveCursor(true, this.onPointer(event));
    });
    plot.addEventListener("pointermove", (event) => {
      if (isPressed) this.moveCursor(false, this.onPointer(event));
    });
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => { isPressed = false; });
    }
    plot.addEventListener("keydown", (event) => this.onKeyDown(event));
  }

  /** @type {(event: KeyboardEvent) => void} */
  onKeyDown(event) {
    const way = CURSOR_MOVES[event.key];
    const end = event.key === "Home" ? 0 : event.key === "End" ? 1 : undefined;
    if ((way === undefined && end === undefined) || !this.curve || event.altKey) return;
    const times = event.shiftKey ? FINE_STEP_RATIO
      : event.ctrlKey || event.metaKey ? COARSE_STEP_RATIO : 1;
    this.moveCursor(true, end ?? this.cursorFraction + way * times / KEY_STEP_COUNT);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @type {(event: PointerEvent) => number} */
  onPointer({ clientX }) {
    return (clientX - this.plot.getBoundingClientRect().left - this.plotLeft) / this.plotWidth;
  }

  /** @type {(begins: boolean, share: number) => void} */
  moveCursor(begins, share) {
    const [low, high] = this.curve.ends;
    this.player.source.do("along", begins, low + clamp(share, 0, 1) * (high - low));
  }

  /** Where the present value is on the axis. */
  get cursorFraction() {
    const [low, high] = this.curve.ends;
    return (this.curveState.now - low) / (high - low);
  }

  // ---- what is shown ----

  show() {
    const { stop: { live } } = this.player, { axes, axis } = this.curveState;
    setOptions(this.axis, axes.map((name) => [name, name]), axis);
    if (this.requestedState !== live) this.requestCurve(live);
    else this.draw();
  }

  /** @type {(live: SessionState) => Promise<void>} */
  async requestCurve(live) {
    this.requestedState = live;
    this.draw();
    try {
      const { clientWidth } = this.plot;
      const answer =
        await this.player.source.ask(["curve", Math.max(clientWidth, 200), 2 * SUBPLOT_HEIGHT_PX]);
      if (!answer || answer.error) return;
      this.curve = answer.curve;
      this.emptyNote.hidden = Boolean(answer.curve);
      this.plot.hidden = this.legend.hidden = !answer.curve;
      this.draw();
    } catch { /* The source says what failed. */ }
  }

  draw() {
    const { curve, plot, player: { theme } } = this;
    if (!curve || curve.axis !== this.curveState?.axis) return;
    const width = plot.clientWidth, about = [curve, width, theme];
    if (this.drawnInputs?.some((one, n) => one !== about[n]) ?? true) this.buildPlot(curve, width);
    this.drawnInputs = about;
    const { cursorFraction } = this, x = clamp(cursorFraction, -1, 2) * this.plotWidth;
    for (const line of this.cursorLines) {
      line.setAttribute("x1", String(x));
      line.setAttribute("x2", String(x));
    }
    this.cursorHandle.setAttribute("cx", String(this.plotLeft + x));
    this.cursorHandle.setAttribute("visibility",
      cursorFraction >= 0 && cursorFraction <= 1 ? "visible" : "hidden");
    const [low, high] = curve.ends;
    for (const [name, value] of Object.entries({
      "aria-label": message("The curve's hand, {axis}", { axis: toPlainText(curve.axis) }),
      "aria-valuetext": toPlainText(curve.said),
      "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": this.curveState.now,
    })) plot.setAttribute(name, String(value));
  }

  /** @type {(curve: CurveData, width: number) => void} */
  buildPlot(curve, width) {
    const upright =
      curve.lanes.flatMap(({ ticks }) => ticks.map(([, text]) => toPlainText(text).length));
    this.plotLeft = clamp(Math.max(0, ...upright) * LETTER_WIDTH_PX + 10, MIN_NUMBERS_WIDTH_PX,
      MAX_NUMBERS_WIDTH_PX);
    this.plotWidth = Math.max(width - this.plotLeft - 10, 50);
    /** @type {Element[]} */
    this.cursorLines = [];
    let top = 0;
    const shapes = curve.lanes.flatMap((lane) => {
      const tall = lane.words ? WORD_SUBPLOT_HEIGHT_PX : SUBPLOT_HEIGHT_PX,
        made = this.drawSubplot(curve, lane, top, tall);
      top += tall + SUBPLOT_GAP_PX;
      return made;
    });
    const bottom = top - SUBPLOT_GAP_PX;
    this.cursorHandle =
      createSvgElement("circle", { cy: bottom - 9, r: 8, class: "cursor-handle" });
    const numbers = curve.ticks.map(([position, text]) => createSvgElement("text", {
      x: this.plotLeft + position * this.plotWidth / AXIS_PART_COUNT, y: bottom + 16,
        "text-anchor": "middle" }, text));
    const picture = createSvgElement("svg",
      { width, height: bottom + AXIS_NUMBERS_HEIGHT_PX, "aria-hidden": "true" },
      ...shapes, ...numbers, this.cursorHandle);
    this.plot.replaceChildren(picture);
    this.legend.replaceChildren(...curve.lanes.flatMap(({ lines }) => lines).map(
      ({ name, tone, value }) => createElement("li", {},
        createElement("i", { style: `background: ${this.player.colour(tone)}` }),
        preventBreaks(`${name}: ${value}`))));
  }

  /** A lane: the sides of hit and miss, its axes, its lines and where they cross their levels. */
  /** @type {(curve: CurveData, lane: AxisPlot, top: number, height: number) => Element[]} */
  drawSubplot(curve, lane, top, height) {
    const { plotLeft, plotWidth, player } = this;
    /** @type {(position: number) => number} */
    const x = (position) => position * plotWidth / AXIS_PART_COUNT;
    /** @type {Scale} */
    const y = (position) => height - position * height / AXIS_PART_COUNT;
    const levels = lane.ticks.map(
      ([position]) => createSvgElement("line",
        { x1: 0, x2: plotWidth, y1: y(position), y2: y(position), class: "grid" }));
    const uprights = curve.ticks.map(
      ([position]) => createSvgElement("line",
        { x1: x(position), x2: x(position), y1: 0, y2: height, class: "grid" }));
    const zero = lane.zero === null ? []
      : [createSvgElement("line",
      { x1: 0, x2: plotWidth, y1: y(lane.zero), y2: y(lane.zero), class: "zero" })];
    const lines = lane.lines.flatMap(({ y: values, tone, level }) => {
      const stroke = player.colour(tone), path = toSvgPath(curve.x, values, x, y, lane.words);
      const at = level
        ? [createSvgElement("path",
        { d: toSvgPath(curve.x, level, x, y), stroke, class: "level" })] : [];
      return [...at, createSvgElement("path", { d: path, stroke, class: "line" })];
    });
    const hit = player.colour(player.lesson.named.hit);
    const roots = lane.roots.map(([position, high]) => createSvgElement("circle", {
      cx: x(position), cy: y(high), r: 5, fill: hit, class: "root" }));
    const hand =
      createSvgElement("line", { x1: 0, x2: 0, y1: 0, y2: height, class: "curve-cursor" });
    this.cursorLines.push(hand);
    const inside =
      createSvgElement("svg", { x: plotLeft, y: top, width: plotWidth, height, overflow: "hidden" },
      ...(lane.sides ? drawTintedAreas(lane.sides, x, y, player) : []), ...levels, ...uprights,
      ...zero,
      ...lines, hand, ...roots);
    const numbers = lane.ticks.map(([position, text]) => createSvgElement("text", {
      x: plotLeft - 6, y: top + y(position) + 4, "text-anchor": "end" }, text));
    const along = pointsOfLine(curve.x, lane.lines.map(({ y: values }) => values), x, y);
    const texts = drawRoots(lane.roots, along, x, y, plotWidth, height).map(
      ([text, across, down, anchor]) => createSvgElement("text", {
      x: plotLeft + across, y: top + down, "text-anchor": anchor, fill: hit, class: "number" },
      text));
    return [inside, ...numbers, ...texts];
  }
}

/** Where the numbers of roots stand: beside them, on the side where the fewest of the drawn
    places are, and none on another. */
/** @type {RootDrawer} */
function drawRoots(roots, drawn, x, y, width, height) {
  /** @type {[number, number][]} */
  const ends = [];
  return roots.flatMap(([position, high, text]) => {
    const room = text.length * LETTER_WIDTH_PX + 6;
    const sides = [[9, -9], [9, 18], [-9, -9], [-9, 18]].map(([across, below]) => {
      const down = clamp(y(high) + below, 14, height - 6);
      const from = across > 0 ? x(position) + across : x(position) + across - room;
      const hidden = drawn.filter(([u, v]) => (
        u > from && u < from + room && v > down - LETTER_HEIGHT_PX && v < down + 3)).length;
      return { across, down, from, hidden };
    }).filter(({ from }) => from >= 0 && from + room <= width
      && !ends.some(([a, b]) => from < b && a < from + room));
    if (!text || !sides.length) return [];
    const { across, down, from } = sides.reduce((a, b) => (b.hidden < a.hidden ? b : a));
    ends.push([from, from + room]);
    return [[text, x(position) + across, down, across > 0 ? "start" : "end"]];
  });
}

/** Places along lines, so near to each other that none of a letter's size lies between. */
/** @type {(xs: Level, lines: Level[], x: Scale, y: Scale) => Point[]} */
function pointsOfLine(xs, lines, x, y) {
  return lines.flatMap((values) => values.flatMap((value, n) => {
    const next = values[n + 1];
    if (value === null || next === null || next === undefined) return [];
    const [u, v, du, dv] = [x(xs[n]), y(value), x(xs[n + 1]) - x(xs[n]), y(next) - y(value)];
    const count = Math.ceil(Math.hypot(du, dv) / 3) || 1;
    return Array.from({ length: count }, (_, k) => [u + du * k / count, v + dv * k / count]);
  }));
}

/** What is between the deciding line and its level: the side of a hit, and of a miss. */
/** @type {(sides: TintedAreas, x: Scale, y: Scale, player: Player) => Element[]} */
function drawTintedAreas({ x: places, level, hit, miss }, x, y, player) {
  return [hit, miss].map(([values, tone], side) => {
    const there = places.map((_, n) => n).filter((n) => values[n] !== null && level[n] !== null);
    const out = there.map((n) => `${x(places[n])} ${y(values[n])}`);
    const back = there.reverse().map((n) => `${x(places[n])} ${y(level[n])}`);
    const d = out.length ? `M${[...out, ...back].join("L")}Z` : "";
    return createSvgElement("path", { d, fill: player.colour(tone), opacity: [0.26, 0.13][side] });
  });
}

/** A line through places; it ends where there is none, and goes in steps from word to word. */
/** @type {(places: Level, values: Level, x: Scale, y: Scale, steps?: boolean) => string} */
function toSvgPath(places, values, x, y, steps = false) {
  /** @type {number | null} */
  let previous = null;
  let pen = "";
  values.forEach((value, n) => {
    if (value !== null) {
      if (previous === null) pen += `M${x(places[n])} ${y(value)}`;
      else pen += `${steps ? `H${x(places[n])}V` : `L${x(places[n])} `}${y(value)}`;
    }
    previous = value;
  });
  return pen;
}

/** A part of a drawing. */
/** @type {SvgFactory} */
function createSvgElement(name, about, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(about)) element.setAttribute(key, String(value));
  element.append(...children.map((one) => (typeof one === "string" ? toPlainText(one) : one)));
  return element;
}
