/* The stage: the figures of a stop with handles and time. */

import { columnAt } from "./columns.js";
import { showSteps } from "./derivation_card.js";
import { createButton, createElement, setText } from "./elements.js";
import { Handle } from "./handle.js";
import { message } from "./message.js";
import { PlaneView } from "./plane.js";
import { visibleOpacity } from "./primitive_style.js";
import { SpaceView } from "./space.js";

// The gap between views, as in the style sheet.
const VIEW_GAP_PX = 12;
// The aspect ratio of a stage before its layout.
const DEFAULT_ASPECT_RATIO = 1.25;
// On narrower figures only the selected shape shows all its handles.
const MIN_WIDTH_FOR_ALL_HANDLES_PX = 480;
// The sizes of the letters of a step that is read from afar, the largest first.
const CAPTION_LETTER_SCALES = [1, .9, .8];

export class FigureArea {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {any[]} */
    this.figures = this.handles = [];
    this.views = createElement("div", { class: "views" });
    // Tabs that show the visible view on phones, where views scroll horizontally.
    this.paneTabs = createElement("div", {
      class: "pane-tabs", role: "group", "aria-label": message("Views"), hidden: true,
    });
    this.views.addEventListener("scroll", () => this.markPane());
    this.mapTitle = createElement("p", { class: "map-title", hidden: true });
    this.element = createElement("div", { class: "figure-area" }, this.views);
    // Below a figure that fills the screen stands the step, or the answer.
    this.step = createElement("div", { class: "figure-step" });
    this.caption = createElement("div", { class: "figure-caption" });
    // The step and the size of the screen that its letters fit.
    this.fittedCaption = "";
    this.letterSize = 0;
    /** @type {{ tab: string; step: number | null } | null} */
    this.beforeFullScreen = null;
    this.element.addEventListener("fullscreenchange", () => this.changeFullScreen());
    this.shape = 0;
    this.count = 1;
    this.selectedShape = "";
    /** @type {string[] | null} */
    this.playedViews = null;
    this.views.addEventListener("click", (event) => this.selectTappedShape(event));
    new ResizeObserver(() => {
      if (this.fillsScreen) this.showStep();
      this.reshape();
    }).observe(this.views);
  }

  build() {
    const { player, shape } = this, { stop } = player;
    this.count = stop.views.length;
    this.shape = this.arrangeViews();
    this.figures = stop.views.map(
      (view, index) => new (view.space ? SpaceView : PlaneView)(player, view, index));
    this.handles = stop.dims.flatMap(
      (dim, index) => (dim.kind === "handle" ? [new Handle(player, index)] : []));
    this.figures[0].element.append(this.mapTitle, ...this.handles.map((handle) => handle.button));
    this.transport = player.source.createTransport();
    this.views.replaceChildren(...this.figures.map(({ element }) => element));
    this.paneTabs.replaceChildren(...this.figures.map(
      ({ title }, n) => createButton(title, () => this.showPane(n))));
    this.caption.replaceChildren(player.cards.verdictBar.figureLine, this.step);
    const parts = [this.views, this.paneTabs, this.caption];
    this.element.replaceChildren(...parts, ...[this.transport?.element].filter(Boolean));
    if (this.shape !== shape) player.source.onAspectRatioChange?.(this.shape);
  }

  get fillsScreen() { return document.fullscreenElement === this.element; }

  /** After it filled the screen the page and the step are those of before. */
  changeFullScreen() {
    const { player, fillsScreen, beforeFullScreen: before } = this;
    this.beforeFullScreen = fillsScreen ? { tab: player.tab, step: player.step } : null;
    if (before && before.tab !== player.tab) player.openPage(before.tab, before.step);
    else if (before && before.step !== player.step) player.openStep(before.step);
    else player.show();
  }

  /** Show another state with the same structure, without rebuilding, which keeps the focus. */
  updateViews() {
    const { views } = this.player.stop;
    this.figures.forEach((figure, n) => {
      figure.updateView(views[n]);
      setText(this.paneTabs.children[n], figure.title);
    });
  }

  show() {
    const { player, figures } = this;
    this.transport?.show();
    this.showStep();
    setText(this.mapTitle, player.mapTitle);
    this.mapTitle.hidden = !player.mapTitle;
    for (const handle of this.handles) handle.show();
    // A view that is empty until a question is answered yields its space to the others.
    const drawState = player.drawState();
    const isVisible = figures.map(({ view }) => !player.isQuestionOpen || view.prims.some(
      (/** @type {Primitive} */ prim) => visibleOpacity(prim, player.sample, drawState)));
    figures.forEach(({ element }, n) => element.classList.toggle("hidden-view", !isVisible[n]));
    [...this.paneTabs.children].forEach((tab, n) => tab.toggleAttribute("hidden", !isVisible[n]));
    this.count = isVisible.filter(Boolean).length;
    this.reshape();
  }

  /** Show the step below a figure that fills the screen, in the largest letters that fit; a step
      that fits in none gets more height. While a handle is dragged, letters do not grow again. */
  showStep() {
    const { player, element, caption, fillsScreen } = this;
    const { clientWidth, clientHeight } = element;
    const fitted = [player.number, player.step, fillsScreen, clientWidth, clientHeight].join();
    if (fitted !== this.fittedCaption) {
      this.fittedCaption = fitted;
      this.letterSize = 0;
      element.style.removeProperty("--step");
    }
    for (; ; this.letterSize += 1) {
      caption.style.setProperty("--letters", String(CAPTION_LETTER_SCALES[this.letterSize]));
      showSteps(player, this.step, fillsScreen && player.step ? [player.step] : []);
      if (caption.scrollHeight <= caption.clientHeight) return;
      if (this.letterSize === CAPTION_LETTER_SCALES.length - 1) break;
    }
    element.style.setProperty("--step", `${caption.scrollHeight}px`);
  }

  /** Arrange the views; return the aspect ratio that each of them gets. */
  arrangeViews() {
    const { views, count, player: { lesson: { shapes }, stop: { columns } } } = this;
    const { clientWidth: width, clientHeight: height } = views;
    /** @type {(shape: number) => number} */
    const nearest = (shape) => {
      const off = shapes.map((one) => Math.abs(Math.log(one / shape)));
      return off.indexOf(Math.min(...off));
    };
    const stage = nearest(width && height ? width / height : DEFAULT_ASPECT_RATIO);
    const across = count > 1 ? columns[stage] : 1, down = Math.ceil(count / across);
    views.style.setProperty("--columns", String(across));
    const isSwiped = count > 1 && getComputedStyle(views).display === "flex";
    this.paneTabs.hidden = !isSwiped;
    this.element.classList.toggle("swiped", isSwiped);
    this.markPane();
    if (!width || !height) return stage;
    if (isSwiped) return nearest(width / height);
    return nearest(
      (width - VIEW_GAP_PX * (across - 1)) / across / ((height - VIEW_GAP_PX * (down - 1)) / down));
  }

  /** Rearrange the views after a change of size or contents. */
  reshape() {
    const { player, shape } = this;
    if (!this.figures.length) return;
    this.shape = this.arrangeViews();
    if (this.shape !== shape) {
      this.updateViews();
      player.source.onAspectRatioChange?.(this.shape);
    }
    this.foldHandles();
    player.draw();
  }

  /** Return the handle nearest to an event.
      @type {(event: MouseEvent, handles: Handle[]) => Handle} */
  nearestHandle(event, handles) {
    return handles.reduce((a, b) => (b.pointerOffset(event) < a.pointerOffset(event) ? b : a));
  }

  /** @type {(event: MouseEvent) => void} */
  selectTappedShape(event) {
    const { handles, figures: [first] } = this;
    // With pointer capture, the element itself is the target of the click.
    if (handles.length && (event.target === first.canvas || event.target === first.element))
      this.selectShape(this.nearestHandle(event, handles).dim.shape);
  }

  /** @type {(shape: string) => void} */
  selectShape(shape) {
    this.selectedShape = shape;
    this.foldHandles();
  }

  /** Show only the centre handles of shapes that are not selected, on small figures. */
  foldHandles() {
    const { handles, figures: [first], selectedShape } = this;
    const isSmall = first.canvas.clientWidth < MIN_WIDTH_FOR_ALL_HANDLES_PX;
    const shapes = handles.map(({ dim }) => dim.shape);
    const selected = shapes.includes(selectedShape) ? selectedShape : shapes[0];
    for (const { button, dim: { shape, marker } } of handles) {
      button.toggleAttribute("data-folded",
        isSmall && shape !== selected && marker !== "disc");
    }
  }

  /** If only one view is visible, show the one with the step's new primitives. */
  scrollToNewView() {
    const { figures, player: { step } } = this;
    /** @type {(figure: Figure) => boolean} */
    const isNew = ({ view }) => (view.prims ?? []).some(({ since }) => step && since === step);
    const answer = figures.find(isNew);
    if (answer) this.showPane(figures.indexOf(answer));
  }

  /** Scroll to a view if only one is visible. @type {(number: number) => void} */
  showPane(number) {
    const { figures, views } = this;
    views.scrollLeft = figures[number].element.offsetLeft - figures[0].element.offsetLeft;
  }

  /** The index of the visible view, if only one is. */
  get paneInSight() {
    const { views } = this;
    return views.clientWidth ? Math.round(views.scrollLeft / views.clientWidth) : 0;
  }

  markPane() {
    const { paneInSight } = this;
    [...this.paneTabs.children].forEach(
      (tab, n) => tab.setAttribute("aria-pressed", String(n === paneInSight)));
  }

  /** Once per playback: if nothing moves in the visible view, show one with motion.
      @type {(sample: number) => void} */
  followPlay(sample) {
    if (!this.player.isPlaying || this.paneTabs.hidden) {
      this.playedViews = null;
      return;
    }
    const views = this.figures.map(({ view }) => JSON.stringify(view.prims.map(
      (/** @type {Primitive} */ { n }) => n.map((column) => columnAt(column, sample)))));
    this.playedViews ??= views;
    const hasMoved = views.map((view, n) => view !== this.playedViews[n]);
    const moved = hasMoved.indexOf(true);
    if (moved < 0) return;
    if (!hasMoved[this.paneInSight]) this.showPane(moved);
    this.playedViews = [];
  }

  /** @type {(sample: number, drawState: DrawState) => void} */
  draw(sample, drawState) {
    this.followPlay(sample);
    for (const figure of this.figures) figure.draw(sample, drawState);
    // Read all layout before writing, which would invalidate it.
    const spots = this.handles.map(({ position }) => position);
    this.handles.forEach((handle, n) => handle.setPosition(spots[n]));
  }
}
