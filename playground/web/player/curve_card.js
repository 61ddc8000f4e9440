/* The curve of the answer over one parameter, drawn by Python, with a cursor that sets the
   parameter. */

import { createCard, createElement, preventBreaks, setOptions } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";
import { PlayerPart } from "./player_part.js";
import { clamp } from "./vectors.js";
import { attachPlotControls } from "./view_controls.js";

// The width for drawing before the card is shown, in px.
const MIN_CURVE_WIDTH_PX = 200;
// Arrow keys move the cursor by a step of this many on the axis; Shift and Ctrl scale the step.
const KEY_STEP_COUNT = 200;
const FINE_STEP_RATIO = 0.1;
const COARSE_STEP_RATIO = 10;
/** @type {Record<string, number>} */
const CURSOR_MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export class CurveCard extends PlayerPart {
  axis = createElement("select", {
    "aria-label": message("Parameter of the curve"),
    onchange: () => this.player.source.do("axis", this.axis.value),
  });
  picture = createElement("div", {});
  cursor = createElement("div", { class: "curve-cursor" });
  plot = createElement("div", { class: "axis-plots", role: "slider", tabindex: 0 },
    this.picture, this.cursor);
  legend = createElement("ul", { class: "legend" });
  emptyNote = createElement("p", { class: "muted", hidden: true },
    message("There is no curve for this state."));
  element = createCard(message("Curve"), "curve", createElement("h2", {}, message("Curve")),
    createElement("label", { class: "choice" },
      createElement("span", {}, message("Against")), this.axis),
    this.legend, this.plot, this.emptyNote);
  /** @type {SessionState | null} */
  requestedState = null;
  /** @type {CurveData | null} */
  curve = null;
  requestedLook = "";
  /** @type {CurveData | null} */
  drawnCurve = null;

  /** @param {Player} player */
  constructor(player) {
    super(player);
    attachPlotControls(this.plot, () => Boolean(this.curve),
      (begins, { clientX }) => {
        const { curve: { left, width }, plot } = this;
        const x = clientX - plot.getBoundingClientRect().left - left;
        this.moveCursor(begins, x / width);
      });
    this.plot.addEventListener("keydown", (event) => this.onKeyDown(event));
  }

  get curveState() { return this.player.stop.live.curve; }

  // ---- input ----

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

  /** @type {(begins: boolean, share: number) => void} */
  moveCursor(begins, share) {
    const [low, high] = this.curve.ends;
    this.player.source.do("along", begins, low + clamp(share, 0, 1) * (high - low));
  }

  /** The position of the current value on the axis, 0 to 1. */
  get cursorFraction() {
    const [low, high] = this.curve.ends;
    return (this.curveState.now - low) / (high - low);
  }

  // ---- output ----

  show() {
    const { plot, player: { theme, stop: { live } } } = this, { axes, axis } = this.curveState;
    setOptions(this.axis, axes, axis);
    const look = `${plot.clientWidth} ${theme}`;
    if (this.requestedState !== live || this.requestedLook !== look) {
      [this.requestedState, this.requestedLook] = [live, look];
      this.requestCurve(Math.max(plot.clientWidth, MIN_CURVE_WIDTH_PX), theme);
    }
    this.draw();
  }

  /** @type {(width: number, theme: string) => Promise<void>} */
  async requestCurve(width, theme) {
    try {
      const answer = await this.player.source.ask(["curve", width, theme]);
      if (!answer || answer.error) return;
      this.curve = answer.curve;
      this.emptyNote.hidden = Boolean(answer.curve);
      this.plot.hidden = this.legend.hidden = !answer.curve;
      this.draw();
    } catch { /* the source shows the error */ }
  }

  draw() {
    const { curve, cursor, plot } = this;
    if (!curve || curve.axis !== this.curveState?.axis) return;
    if (curve !== this.drawnCurve) {
      this.drawnCurve = curve;
      this.picture.innerHTML = curve.svg; // from Python
      this.legend.replaceChildren(...curve.lines.map(([name, tone, value]) => (
        createElement("li", {},
          createElement("i", { style: `background: ${this.player.colour(tone)}` }),
          preventBreaks(`${name}: ${value}`)))));
    }
    const { cursorFraction } = this;
    cursor.hidden = cursorFraction < 0 || cursorFraction > 1;
    cursor.style.left = `${curve.left + cursorFraction * curve.width}px`;
    cursor.style.height = `${curve.height}px`;
    const [low, high] = curve.ends;
    for (const [name, value] of Object.entries({
      "aria-label": message("Cursor of the curve, {axis}", { axis: toPlainText(curve.axis) }),
      "aria-valuetext": toPlainText(curve.said),
      "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": this.curveState.now,
    })) plot.setAttribute(name, String(value));
  }
}
