/* What a view of the plane and one of space have in common. */

import { textAt } from "./columns.js";
import { createButton, createElement, setText } from "./elements.js";
import { LabelPlacer } from "./label_placement.js";
import { message } from "./message.js";
import { createOpenLargerLink, isEmbedded } from "./navigation.js";
import { visibleOpacity } from "./primitive_style.js";
import { clamp } from "./vectors.js";

// A view's lines and letters shrink and grow with it, but not beyond these.
export const MIN_VIEW_SCALE = 0.8;
const MIN_TEXT_SCALE = 0.9;
export const MAX_VIEW_SCALE = 1.6;
// The ground's stroke about letters, and where their base line is, in letters' sizes.
const TEXT_HALO_WIDTH_PX = 4;
const BASELINE_RATIO = 0.93;
// How much farther than its words a plate reaches, in px.
const PLATE_PADDING_PX = 3;
const BUTTON_ZOOM_RATIO = 1.25;

export class Figure {
  /** @type {Pen} */
  pen;
  /** Where words were last. */
  /** @type {Map<string, LabelCandidate>} */
  labelCache = new Map();
  /** The room that words had in the last picture. */
  /** @type {LabelPlacer | null} */
  placer = null;
  /** Whether it is held to be moved. */
  isPressed = false;
  /** Whether it is seen from elsewhere than at first. */
  isMoved = false;
  /** Whether it is still to be drawn as finely as it can be. */
  isCoarse = false;

  /** @param {Player} player @param {View} view @param {number} index */
  constructor(player, view, index) {
    this.player = player;
    this.index = index;
    this.view = this.selectShape(view);
    this.canvas = createElement("canvas", { role: "img" });
    this.fitButton =
      createButton("⤢", () => this.fit(), message("Fit the view (F)"), message("Fit the view"));
    this.fitButton.className = "fit-button";
    this.fitButton.hidden = true;
    this.tools = createElement("div", { class: "view-tools over" }, this.fitButton,
      createButton("+", () => this.zoom(BUTTON_ZOOM_RATIO), message("Zoom in (+)"),
        message("Zoom in")),
      createButton("−", () => this.zoom(1 / BUTTON_ZOOM_RATIO), message("Zoom out (−)"),
        message("Zoom out")));
    if (!index && isEmbedded) this.tools.prepend(createOpenLargerLink());
    if (!index && document.fullscreenEnabled) this.tools.append(this.createFullScreenButton());
    this.element = createElement("figure", { class: "view", tabindex: 0 }, this.canvas);
    const isAlone = player.stop.views.length === 1;
    this.caption =
      view.caption || !isAlone ? createElement("figcaption", {}, this.title) : null;
    this.element.append(...[this.caption, this.tools].filter(Boolean));
  }

  get title() {
    const { caption, space } = this.view;
    return caption || (space ? message("In space") : message("In the plane"));
  }

  createFullScreenButton() {
    const toggle = () => {
      this.player.figureArea.toggleFullScreen();
      button.blur(); // the keys of a talk are those of the page
    };
    const button = createButton("", toggle, message("Full screen"), message("Full screen"));
    button.className = "full-screen-button";
    return button;
  }

  /** Whether it is the one with the handles and the map. */
  get isFirst() { return this === this.player.figures[0]; }

  /** The view as it is told for the shape that it has here, where it is told for some. */
  /** @type {(view: View) => View} */
  selectShape(view) {
    const shaped = view.seen?.[this.player.figureArea.shape];
    return shaped ? { ...view, size: [shaped[0], shaped[1]], camera: shaped[2] } : view;
  }

  /** How many px of the page one px of the view's own size has: all of that is in sight. */
  get scale() {
    const { canvas: { clientWidth, clientHeight }, view: { size: [width, height] } } = this;
    return Math.min(clientWidth / width, clientHeight / height);
  }

  /** How large the canvas is, in px of the view's own size. */
  get fullSize() {
    const { canvas: { clientWidth, clientHeight }, scale } = this;
    return scale ? [clientWidth / scale, clientHeight / scale] : this.view.size;
  }

  /** A px of the page as one of the view's own size, which lies in the middle. */
  /** @type {(x: number, y: number) => [number, number]} */
  toViewPixels(x, y) {
    const { scale, fullSize, view: { size } } = this;
    return [x / scale + (size[0] - fullSize[0]) / 2, y / scale + (size[1] - fullSize[1]) / 2];
  }

  /** How large letters are, in px for each tenth of their own size. */
  get letterScale() { return clamp(this.scale, MIN_TEXT_SCALE, MAX_VIEW_SCALE) / 10; }

  /** Show another state of the same view; what was moved by hand stays. */
  /** @type {(view: View) => void} */
  updateView(view) {
    this.view = this.selectShape(view);
    if (this.caption) setText(this.caption, this.title);
  }

  /** Where a handle is, in px of the page: each kind of view knows its own. */
  /** @type {(dim: SampleDimension, i: number) => Point} */
  handlePosition() { return [0, 0]; }

  /** Where handles are now, in px of the page. */
  /** @type {(i: number) => Point[]} */
  handlePositions(i) {
    return this.isFirst ? this.player.handles.map(({ dim }) => this.handlePosition(dim, i)) : [];
  }

  /** The boxes of what lies over the figure: no room for words. */
  get coveredBoxes() {
    const { player: { figureArea: { paneTabs } }, element, caption } = this;
    const parts = [caption, paneTabs, ...element.querySelectorAll(".over")];
    return parts.filter((part) => part?.offsetWidth).map(
      ({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => (
        [x - 4, y - 4, x + w + 8, y + h + 4]));
  }

  /** Whether there is anything to be seen in it. */
  /** @type {(i: number, drawState: DrawState) => boolean} */
  hasVisiblePrimitives(i, drawState) {
    return this.view.prims.some((prim) => visibleOpacity(prim, i, drawState));
  }

  /** The labels that are to be seen, those of the verdict first; each is told apart by its key,
      for the text of a number changes with it. */
  /** @type {(i: number, drawState: DrawState) => VisibleLabel[]} */
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

  /** Make it so many times as large: each kind of view knows how. */
  /** @param {number} _factor */
  zoom(_factor) {}

  /** The room for words in a picture of a size, but for what covers it. */
  /** @type {(width: number, height: number, occupiedBoxes?: Box[]) => LabelPlacer} */
  createPlacer(width, height, occupiedBoxes = []) {
    const { labelMotion: { mode } } = this.player;
    this.placer = new LabelPlacer(
      width, height, [...occupiedBoxes, ...this.coveredBoxes], this.labelCache, mode);
    return this.placer;
  }

  /** Draw the words whose anchors are in sight, each in its place. */
  /** @type {(requests: LabelRequest[], placer: LabelPlacer, drawState: DrawState) => void} */
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

  /** Show all again; what is hidden then gives the focus back. */
  fit() {
    if (document.activeElement === this.fitButton) this.element.focus();
    this.labelCache.clear();
  }

  /** What was turned away, or dragged out of sight, is found again. */
  /** @type {(i: number) => void} */
  updateFitButton(i) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const all =
      this.handlePositions(i).every(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
    this.fitButton.hidden = !this.isMoved && all;
  }

  /** A line from words to what they name. */
  /** @type {(line: Point, colour: string, opacity: number) => void} */
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

  /** Words as they are laid out, parted by their ground from what they lie on; over a map
      they have a plate of it. */
  /** @type {TextDrawer} */
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
