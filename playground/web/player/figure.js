/* The base class of views of the plane and of space. */

import { textAt } from "./columns.js";
import { createButton, createElement, setText } from "./elements.js";
import { LabelPlacer } from "./label_placement.js";
import { message } from "./message.js";
import { createOpenLargerLink, isEmbedded } from "./navigation.js";
import { visibleOpacity } from "./primitive_style.js";
import { clamp } from "./vectors.js";

// Limits for the scaling of lines and letters with a view.
export const MIN_VIEW_SCALE = 0.8;
const MIN_TEXT_SCALE = 0.9;
export const MAX_VIEW_SCALE = 1.6;
// The stroke width of halos around letters, and the baseline relative to their size.
const TEXT_HALO_WIDTH_PX = 4;
const BASELINE_RATIO = 0.93;
// The padding of a label's background, in px.
const PLATE_PADDING_PX = 3;
const BUTTON_ZOOM_RATIO = 1.25;

export class Figure {
  /** @type {Pen} */
  pen;
  /** The last positions of labels. @type {Map<string, LabelCandidate>} */
  labelCache = new Map();
  /** The placer of the last frame. @type {LabelPlacer | null} */
  placer = null;
  /** True while the pointer drags the view. */
  isPressed = false;
  /** True if the camera is not the initial one. */
  isMoved = false;
  /** True until it is drawn in full resolution. */
  isCoarse = false;

  /** @param {Player} player @param {View} view @param {number} index */
  constructor(player, view, index) {
    this.player = player;
    this.index = index;
    this.view = this.selectShape(view);
    this.canvas = createElement("canvas", { role: "img" });
    this.fitButton = createElement("button", {
      class: "fit-button", hidden: true, onclick: () => this.fit(),
      title: message("Fit the view (F)"), "aria-label": message("Fit the view"),
    }, "⤢");
    this.tools = createElement("div", { class: "view-tools over" }, this.fitButton,
      createButton("+", () => this.zoom(BUTTON_ZOOM_RATIO), message("Zoom in (+)"),
        message("Zoom in")),
      createButton("−", () => this.zoom(1 / BUTTON_ZOOM_RATIO), message("Zoom out (−)"),
        message("Zoom out")));
    if (!index && isEmbedded) this.tools.prepend(createOpenLargerLink());
    if (!index && document.fullscreenEnabled) this.tools.append(this.createFullScreenButton());
    this.element = createElement("figure", { class: "view", tabindex: 0 }, this.canvas);
    this.caption = view.caption || player.stop.views.length > 1
      ? createElement("figcaption", {}, this.title) : null;
    this.element.append(...[this.caption, this.tools].filter(Boolean));
  }

  get title() {
    const { caption, space } = this.view;
    return caption || (space ? message("In space") : message("In the plane"));
  }

  createFullScreenButton() {
    const toggle = () => {
      const { figureArea } = this.player;
      if (figureArea.fillsScreen) document.exitFullscreen();
      else figureArea.element.requestFullscreen();
      button.blur(); // the keys of a talk are those of the page
    };
    const name = message("Full screen"), button = createElement("button",
      { class: "full-screen-button", title: name, "aria-label": name, onclick: toggle });
    return button;
  }

  /** True for the view with the handles and the map. */
  get isFirst() { return this === this.player.figures[0]; }

  /** Return the view's data for the current aspect ratio, if available.
      @type {(view: View) => View} */
  selectShape(view) {
    const shaped = view.seen?.[this.player.figureArea.shape];
    return shaped ? { ...view, size: [shaped[0], shaped[1]], camera: shaped[2] } : view;
  }

  /** Page px per px of the view's nominal size, such that all of it is visible. */
  get scale() {
    const { canvas: { clientWidth, clientHeight }, view: { size: [width, height] } } = this;
    return Math.min(clientWidth / width, clientHeight / height);
  }

  /** The size of the canvas, in px of the view's nominal size. */
  get fullSize() {
    const { canvas: { clientWidth, clientHeight }, scale } = this;
    return scale ? [clientWidth / scale, clientHeight / scale] : this.view.size;
  }

  /** Convert page px to px of the view's nominal size, which is centred.
      @type {(x: number, y: number) => [number, number]} */
  toViewPixels(x, y) {
    const { scale, fullSize, view: { size } } = this;
    return [x / scale + (size[0] - fullSize[0]) / 2, y / scale + (size[1] - fullSize[1]) / 2];
  }

  /** The size of letters, in px per tenth of their nominal size. */
  get letterScale() { return clamp(this.scale, MIN_TEXT_SCALE, MAX_VIEW_SCALE) / 10; }

  /** Show another state of the same view; a moved camera stays. @type {(view: View) => void} */
  updateView(view) {
    this.view = this.selectShape(view);
    if (this.caption) setText(this.caption, this.title);
  }

  /** Return the position of a handle, in page px; overridden.
      @type {(dim: SampleDimension, i: number) => Point} */
  handlePosition() { return [0, 0]; }

  /** Return the positions of all handles, in page px. @type {(i: number) => Point[]} */
  handlePositions(i) {
    return this.isFirst ? this.player.handles.map(({ dim }) => this.handlePosition(dim, i)) : [];
  }

  /** The boxes of elements over the figure, which labels avoid. */
  get coveredBoxes() {
    const { player: { figureArea: { paneTabs } }, element, caption } = this;
    const parts = [caption, paneTabs, ...element.querySelectorAll(".over")];
    return parts.filter((part) => part?.offsetWidth).map(
      ({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => (
        [x - 4, y - 4, x + w + 8, y + h + 4]));
  }

  /** Return the visible labels, those of the verdict first, identified by key, as texts of numbers
      change. @type {(i: number, drawState: DrawState) => VisibleLabel[]} */
  visibleLabels(i, drawState) {
    if (!this.player.hasLabels) return [];
    const found = this.view.texts.flatMap((label) => {
      const named = !drawState.names || !label.key || drawState.names.has(label.key);
      const opacity = named ? visibleOpacity(label, i, drawState) : 0,
        text = opacity && textAt(label.text, i);
      return text ? [{ label, text, opacity }] : [];
    });
    /** @type {Map<string, number>} */
    const counts = new Map();
    return found.sort((p, q) => (p.label.rank ?? 1) - (q.label.rank ?? 1)).map((one) => {
      const name = one.label.key || one.text, count = (counts.get(name) || 0) + 1;
      counts.set(name, count);
      return { ...one, cacheKey: `${name} ${count}` };
    });
  }

  /** Zoom by a factor; overridden. @param {number} _factor */
  zoom(_factor) {}

  /** Create the placer of labels for a view of some size.
      @type {(width: number, height: number, occupiedBoxes?: Box[]) => LabelPlacer} */
  createPlacer(width, height, occupiedBoxes = []) {
    const { labelMotion: { mode } } = this.player;
    this.placer = new LabelPlacer(
      width, height, [...occupiedBoxes, ...this.coveredBoxes], this.labelCache, mode);
    return this.placer;
  }

  /** Draw the labels with visible anchors at their positions.
      @type {(requests: LabelRequest[], placer: LabelPlacer, drawState: DrawState) => void} */
  drawPlacedLabels(requests, placer, drawState) {
    const { width, height } = placer;
    const seen = requests.filter(({ x, y }) => x >= 0 && y >= 0 && x < width && y < height);
    const places = placer.placeLabels(seen);
    seen.forEach(({ label, opacity, line, fontSize, lead = 0 }, k) => {
      const place = places[k], colour = drawState.colour(label.tone);
      if (place.line) this.drawDottedLine(place.line, colour, opacity);
      this.drawText(line, place.x, place.y + lead, fontSize, colour, opacity, drawState);
    });
  }

  /** Fit the view; the button that disappears passes its focus on. */
  fit() {
    if (document.activeElement === this.fitButton) this.element.focus();
    this.labelCache.clear();
  }

  /** Show the fit button if the camera was moved or a handle is outside the view.
      @type {(i: number) => void} */
  updateFitButton(i) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const all =
      this.handlePositions(i).every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
    this.fitButton.hidden = !this.isMoved && all;
  }

  /** Draw the leader of a label. @type {(line: Point, colour: string, opacity: number) => void} */
  drawDottedLine([a, b, c, d], colour, opacity) {
    const { pen } = this;
    pen.globalAlpha = opacity * 0.8;
    pen.strokeStyle = colour;
    pen.lineWidth = 1.5;
    pen.setLineDash([0.1, 4]);
    pen.stroke(new Path2D(`M${a} ${b}L${c} ${d}`));
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  /** Draw a laid out text with a halo; over a map with a background. @type {TextDrawer} */
  drawText({ pieces, width }, left, top, fontSize, colour, opacity, drawState) {
    const { pen } = this,
      { labelBackground = 0, haloScale = labelBackground ? 0 : TEXT_HALO_WIDTH_PX } = drawState,
      base = top + BASELINE_RATIO * fontSize;
    pen.textBaseline = "alphabetic";
    pen.globalAlpha = opacity;
    pen.strokeStyle = pen.fillStyle = drawState.colour(drawState.colorNumbers.background);
    if (labelBackground) {
      pen.globalAlpha = labelBackground;
      pen.fillRect(left - PLATE_PADDING_PX, top, width + 2 * PLATE_PADDING_PX, fontSize);
      pen.globalAlpha = opacity;
    }
    pen.lineWidth = haloScale;
    pen.lineJoin = "round";
    for (const { text, font, x, baselineShift } of haloScale ? pieces : []) {
      pen.font = font;
      pen.strokeText(text, left + x, base + baselineShift);
    }
    pen.fillStyle = colour;
    for (const { text, font, x, baselineShift } of pieces) {
      pen.font = font;
      pen.fillText(text, left + x, base + baselineShift);
    }
    pen.globalAlpha = 1;
  }
}
