/* The answer's numbers against one number of the parameters, and the hand that sets that one. */

import { make, whole } from "./elements.js";
import { plainly } from "./math_text.js";
import { message } from "./message.js";
import { clamp } from "./vectors.js";

// Places are told in so many parts of an axis.
const PARTS = 10000;
// A lane is so high, one of words so high, and the numbers below the last one too, in px.
const LANE = 130, WORD_LANE = 78, FOOT = 22, LANES_APART = 10;
// Numbers at an upright axis are so wide for each letter, in px, and at least and at most so wide.
const LETTER = 7, LETTER_TALL = 12, NARROW = 30, BROAD = 120;
// By an arrow the hand goes so many parts of its way; with Shift and Ctrl so many times as far.
const STEPS = 200, FINE_STEP = 0.1, COARSE_STEP = 10;
/** @type {Record<string, number>} */
const HAND_MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export class CurveCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.axis = make("select", {
      "aria-label": message("The curve runs over"),
      onchange: () => player.source.do("axis", this.axis.value),
    });
    this.plot = make("div", { class: "lanes", role: "slider", tabindex: 0 });
    this.legend = make("ul", { class: "legend" });
    this.nothing = make("p", { class: "muted", hidden: true },
      message("There is no curve of this."));
    this.element = make("section", { class: "card curve", "aria-label": message("Curve") },
      make("h2", {}, message("Curve")),
      make("label", { class: "choice" }, make("span", {}, message("Against")), this.axis),
      this.legend, this.plot, this.nothing);
    this.axes = "";
    /** @type {Live | null} */
    this.asked = null;
    /** @type {CurveTold | null} */
    this.curve = null;
    /** @type {any[] | null} */
    this.drawn = null;
    this.listen();
  }

  get now() { return this.player.stop.live.curve; }

  // ---- what is done ----

  listen() {
    const { plot } = this;
    let held = false;
    plot.addEventListener("pointerdown", (event) => {
      if (event.button || !this.curve) return;
      held = true;
      plot.setPointerCapture(event.pointerId);
      this.go(true, this.pointed(event));
    });
    plot.addEventListener("pointermove", (event) => { if (held) this.go(false, this.pointed(event)); });
    for (const end of ["pointerup", "pointercancel"]) {
      plot.addEventListener(end, () => { held = false; });
    }
    plot.addEventListener("keydown", (event) => this.key(event));
  }

  /** @type {(event: KeyboardEvent) => void} */
  key(event) {
    const way = HAND_MOVES[event.key];
    const end = event.key === "Home" ? 0 : event.key === "End" ? 1 : undefined;
    if ((way === undefined && end === undefined) || !this.curve || event.altKey) return;
    const times = event.shiftKey ? FINE_STEP : event.ctrlKey || event.metaKey ? COARSE_STEP : 1;
    this.go(true, end ?? this.share + way * times / STEPS);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @type {(event: PointerEvent) => number} */
  pointed({ clientX }) {
    return (clientX - this.plot.getBoundingClientRect().left - this.left) / this.wide;
  }

  /** @type {(begins: boolean, share: number) => void} */
  go(begins, share) {
    const [low, high] = this.curve.ends;
    this.player.source.do("along", begins, low + clamp(share, 0, 1) * (high - low));
  }

  /** Where the present value is on the axis. */
  get share() {
    const [low, high] = this.curve.ends;
    return (this.now.now - low) / (high - low);
  }

  // ---- what is shown ----

  show() {
    const { stop: { live } } = this.player, { axes, axis } = this.now;
    const shape = JSON.stringify(axes);
    if (shape !== this.axes) {
      this.axes = shape;
      this.axis.replaceChildren(...axes.map((name) => make("option", { value: name }, plainly(name))));
    }
    this.axis.value = axis;
    if (this.asked !== live) this.ask(live);
    else this.draw();
  }

  /** @type {(live: Live) => Promise<void>} */
  async ask(live) {
    this.asked = live;
    this.draw();
    try {
      const { clientWidth } = this.plot;
      const told = await this.player.source.ask(["curve", Math.max(clientWidth, 200), 2 * LANE]);
      if (!told || told.error) return;
      this.curve = told.curve;
      this.nothing.hidden = Boolean(told.curve);
      this.plot.hidden = this.legend.hidden = !told.curve;
      this.draw();
    } catch { /* The source says what failed. */ }
  }

  draw() {
    const { curve, plot, player: { theme } } = this;
    if (!curve || curve.axis !== this.now?.axis) return;
    const width = plot.clientWidth, about = [curve, width, theme];
    if (this.drawn?.some((one, n) => one !== about[n]) ?? true) this.build(curve, width);
    this.drawn = about;
    const { share } = this, x = clamp(share, -1, 2) * this.wide;
    for (const line of this.hands) {
      line.setAttribute("x1", String(x));
      line.setAttribute("x2", String(x));
    }
    this.grip.setAttribute("cx", String(this.left + x));
    this.grip.setAttribute("visibility", share >= 0 && share <= 1 ? "visible" : "hidden");
    const [low, high] = curve.ends;
    for (const [name, value] of Object.entries({
      "aria-label": message("The curve's hand, {axis}", { axis: plainly(curve.axis) }),
      "aria-valuetext": plainly(curve.said),
      "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": this.now.now,
    })) plot.setAttribute(name, String(value));
  }

  /** @type {(curve: CurveTold, width: number) => void} */
  build(curve, width) {
    const upright = curve.lanes.flatMap(({ ticks }) => ticks.map(([, text]) => plainly(text).length));
    this.left = clamp(Math.max(0, ...upright) * LETTER + 10, NARROW, BROAD);
    this.wide = Math.max(width - this.left - 10, 50);
    /** @type {Element[]} */
    this.hands = [];
    let top = 0;
    const shapes = curve.lanes.flatMap((lane) => {
      const tall = lane.words ? WORD_LANE : LANE, made = this.lane(curve, lane, top, tall);
      top += tall + LANES_APART;
      return made;
    });
    const foot = top - LANES_APART;
    this.grip = drawn("circle", { cy: foot - 9, r: 8, class: "grip" });
    const numbers = curve.ticks.map(([at, text]) => drawn("text", {
      x: this.left + at * this.wide / PARTS, y: foot + 16, "text-anchor": "middle" }, text));
    const picture = drawn("svg", { width, height: foot + FOOT, "aria-hidden": "true" },
      ...shapes, ...numbers, this.grip);
    this.plot.replaceChildren(picture);
    this.legend.replaceChildren(...curve.lanes.flatMap(({ lines }) => lines).map(
      ({ name, tone, value }) => make("li", {},
        make("i", { style: `background: ${this.player.colour(tone)}` }), whole(`${name}: ${value}`))));
  }

  /** A lane: the sides of hit and miss, its axes, its lines and where they cross their levels. */
  /** @type {(curve: CurveTold, lane: Lane, top: number, tall: number) => Element[]} */
  lane(curve, lane, top, tall) {
    const { left, wide, player } = this;
    /** @type {(at: number) => number} */
    const x = (at) => at * wide / PARTS;
    /** @type {Scale} */
    const y = (at) => tall - at * tall / PARTS;
    const levels = lane.ticks.map(([at]) => drawn("line", { x1: 0, x2: wide, y1: y(at), y2: y(at), class: "grid" }));
    const uprights = curve.ticks.map(([at]) => drawn("line", { x1: x(at), x2: x(at), y1: 0, y2: tall, class: "grid" }));
    const zero = lane.zero === null ? []
      : [drawn("line", { x1: 0, x2: wide, y1: y(lane.zero), y2: y(lane.zero), class: "zero" })];
    const lines = lane.lines.flatMap(({ y: values, tone, level }) => {
      const stroke = player.colour(tone), path = chained(curve.x, values, x, y, lane.words);
      const at = level ? [drawn("path", { d: chained(curve.x, level, x, y), stroke, class: "level" })] : [];
      return [...at, drawn("path", { d: path, stroke, class: "line" })];
    });
    const hit = player.colour(player.lesson.named.hit);
    const roots = lane.roots.map(([at, high]) => drawn("circle", {
      cx: x(at), cy: y(high), r: 5, fill: hit, class: "root" }));
    const hand = drawn("line", { x1: 0, x2: 0, y1: 0, y2: tall, class: "hand" });
    this.hands.push(hand);
    const inside = drawn("svg", { x: left, y: top, width: wide, height: tall, overflow: "hidden" },
      ...(lane.sides ? sided(lane.sides, x, y, player) : []), ...levels, ...uprights, ...zero,
      ...lines, hand, ...roots);
    const numbers = lane.ticks.map(([at, text]) => drawn("text", {
      x: left - 6, y: top + y(at) + 4, "text-anchor": "end" }, text));
    const along = placesAlong(curve.x, lane.lines.map(({ y: values }) => values), x, y);
    const texts = rooted(lane.roots, along, x, y, wide, tall).map(([text, across, down, anchor]) => drawn("text", {
      x: left + across, y: top + down, "text-anchor": anchor, fill: hit, class: "number" }, text));
    return [inside, ...numbers, ...texts];
  }
}

/** Where the numbers of roots stand: beside them, on the side where the fewest of the drawn
    places are, and none on another. */
/** @type {RootsPlaced} */
function rooted(roots, drawn, x, y, wide, tall) {
  /** @type {[number, number][]} */
  const ends = [];
  return roots.flatMap(([at, high, text]) => {
    const room = text.length * LETTER + 6;
    const sides = [[9, -9], [9, 18], [-9, -9], [-9, 18]].map(([across, below]) => {
      const down = clamp(y(high) + below, 14, tall - 6);
      const from = across > 0 ? x(at) + across : x(at) + across - room;
      const hidden = drawn.filter(([u, v]) => (
        u > from && u < from + room && v > down - LETTER_TALL && v < down + 3)).length;
      return { across, down, from, hidden };
    }).filter(({ from }) => from >= 0 && from + room <= wide
      && !ends.some(([a, b]) => from < b && a < from + room));
    if (!text || !sides.length) return [];
    const { across, down, from } = sides.reduce((a, b) => (b.hidden < a.hidden ? b : a));
    ends.push([from, from + room]);
    return [[text, x(at) + across, down, across > 0 ? "start" : "end"]];
  });
}

/** Places along lines, so near to each other that none of a letter's size lies between. */
/** @type {(xs: Level, lines: Level[], x: Scale, y: Scale) => Point[]} */
function placesAlong(xs, lines, x, y) {
  return lines.flatMap((values) => values.flatMap((value, n) => {
    const next = values[n + 1];
    if (value === null || next === null || next === undefined) return [];
    const [u, v, du, dv] = [x(xs[n]), y(value), x(xs[n + 1]) - x(xs[n]), y(next) - y(value)];
    const count = Math.ceil(Math.hypot(du, dv) / 3) || 1;
    return Array.from({ length: count }, (_, k) => [u + du * k / count, v + dv * k / count]);
  }));
}

/** What is between the deciding line and its level: the side of a hit, and of a miss. */
/** @type {(sides: LaneSides, x: Scale, y: Scale, player: Player) => Element[]} */
function sided({ x: places, level, hit, miss }, x, y, player) {
  return [hit, miss].map(([values, tone], side) => {
    const there = places.map((_, n) => n).filter((n) => values[n] !== null && level[n] !== null);
    const out = there.map((n) => `${x(places[n])} ${y(values[n])}`);
    const back = there.reverse().map((n) => `${x(places[n])} ${y(level[n])}`);
    const d = out.length ? `M${[...out, ...back].join("L")}Z` : "";
    return drawn("path", { d, fill: player.colour(tone), opacity: [0.26, 0.13][side] });
  });
}

/** A line through places; it ends where there is none, and goes in steps from word to word. */
/** @type {(places: Level, values: Level, x: Scale, y: Scale, steps?: boolean) => string} */
function chained(places, values, x, y, steps = false) {
  /** @type {number | null} */
  let before = null;
  let pen = "";
  values.forEach((value, n) => {
    if (value !== null) {
      if (before === null) pen += `M${x(places[n])} ${y(value)}`;
      else pen += `${steps ? `H${x(places[n])}V` : `L${x(places[n])} `}${y(value)}`;
    }
    before = value;
  });
  return pen;
}

/** A part of a drawing. */
/** @type {SvgMaker} */
function drawn(name, about, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(about)) element.setAttribute(key, String(value));
  element.append(...children.map((one) => (typeof one === "string" ? plainly(one) : one)));
  return element;
}
