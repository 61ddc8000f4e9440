/* A view of space: floor, solids and lines by the window's shaders, with labels on a canvas over
   it. */

import { columnAt, numbersBetween } from "./columns.js";
import { createElement, resizeCanvas } from "./elements.js";
import { Figure, MAX_VIEW_SCALE, MIN_VIEW_SCALE } from "./figure.js";
import { layOutText } from "./math_text.js";
import { message } from "./message.js";
import { markerPath } from "./paths.js";
import { regularFont, visibleOpacity } from "./primitive_style.js";
import { PerspectiveView } from "./space_camera.js";
import { SpaceDrawList } from "./space_draw_list.js";
import { drawSpace, drawWithoutWebgl } from "./space_layer.js";
import { PIECE_KIND, WEDGE_KIND } from "./space_settings.js";
import { clamp, dot, interpolate } from "./vectors.js";
import { attachViewControls } from "./view_controls.js";
import { WebglCanvas } from "./webgl_canvas.js";

const SPACE_VIEW_DESCRIPTION = message(
  "View in space. Arrow keys turn it, plus and minus zoom, 0 resets it.");
// Without a graphics card, moving views have this share of their resolution, and the full one
// after this delay at rest, in ms.
const MOVING_RESOLUTION_RATIO = 0.5;
const FULL_RESOLUTION_DELAY_MS = 250;
// The steps of turning and zooming by keys.
const KEY_TURN_DISTANCE_PX = 20;
const KEY_DISTANCE_RATIO = 0.9;
const NO_WEBGL_NOTE = message("This browser has no WebGL 2: the solids are only sketched.");

export class SpaceView extends Figure {
  /** @param {Player} player @param {View<SpaceCamera>} view @param {number} index */
  constructor(player, view, index) {
    super(player, view, index);
    this.homeCamera = this.view.camera;
    this.camera = { ...this.homeCamera };
    this.drawnAt = -Infinity; // the time of the last frame
    this.widthPx = this.heightPx = 0; // the displayed size, in page px
    this.pixelRatio = 1; // frame px, coarse or fine, per page px
    this.screen = player.screens[index] ||= new WebglCanvas(() => player.draw());
    this.element.classList.add("space");
    this.element.prepend(this.screen.canvas);
    this.element.setAttribute("aria-label", SPACE_VIEW_DESCRIPTION);
    if (!this.screen.gl) this.element.append(createElement("p", { class: "note" }, NO_WEBGL_NOTE));
    attachViewControls(this.element, this,
      { turns: true, keyDistance: -KEY_TURN_DISTANCE_PX, keyZoom: 1 / KEY_DISTANCE_RATIO });
  }

  /** Use the camera of another aspect ratio, unless the view was moved.
      @type {(view: View<SpaceCamera>) => void} */
  updateView(view) {
    super.updateView(view);
    const { homeCamera, view: { camera: newCamera } } = this;
    /** @type {(one: SpaceCamera) => string} */
    const cameraKey = (one) => JSON.stringify([one.target, one.distance, one.yaw, one.pitch]);
    if (this.isMoved || cameraKey(homeCamera) === cameraKey(newCamera)) return;
    this.camera = { ...newCamera };
    this.homeCamera = newCamera;
  }

  /** The current camera. */
  get cameraNow() { return this.camera; }

  /** Orbit by page px. @type {(dx: number, dy: number) => void} */
  move(dx, dy) {
    if (!dx && !dy) return;
    this.isMoved = true;
    this.camera.yaw -= dx * 0.008;
    this.camera.pitch = clamp(this.camera.pitch + dy * 0.008, -Math.PI / 2, Math.PI / 2);
    this.player.draw();
  }

  /** Move closer by a factor. @type {(factor: number) => void} */
  zoom(factor) {
    this.isMoved = true;
    const own = this.homeCamera.distance;
    this.camera.distance = clamp(this.camera.distance / factor, 0.2 * own, 5 * own);
    this.player.draw();
  }

  /** Reset the camera; a live view is fitted again. */
  fit() {
    super.fit();
    this.isMoved = false;
    this.camera = { ...this.homeCamera };
    this.player.source.onCameraMoved?.(this);
    this.player.source.onFit?.();
    this.player.draw();
  }

  /** Convert a world point to page px, far away if it is behind the eye.
      @type {(point: Point) => Point} */
  worldToPage(point) {
    const { eye } = this, flat = eye.toScreen(eye.toCameraSpace(point));
    return flat ? this.deviceToPage(flat[0], flat[1]) : [-1e4, -1e4];
  }

  /** Convert device px from the centre, y up, to page px.
      @type {(x: number, y: number) => [number, number]} */
  deviceToPage(x, y) {
    // The rounding of the canvas to whole px is ignored, so that positions agree in coarse and
    // fine frames.
    return [this.widthPx / 2 + x / this.pixelRatio, this.heightPx / 2 - y / this.pixelRatio];
  }

  /** Return the position of a handle, in page px.
      @type {(dim: SampleDimension, i: number) => Point} */
  handlePosition(dim, i) {
    return this.worldToPage([dim.x, dim.y, dim.z].map((column) => columnAt(column, i) / 1e4));
  }

  /** @type {(i: number, drawState: DrawState) => void} */
  draw(i, drawState) {
    if (!this.beginFrame()) return;
    const drawList = new SpaceDrawList(this.eye, drawState);
    for (const prim of this.view.prims) {
      const opacity = visibleOpacity(prim, i, drawState);
      if (opacity) drawList.add(prim, i, opacity);
    }
    drawList.sort();
    if (this.screen.isUsable) drawSpace(this.screen, drawList);
    else drawWithoutWebgl(this.pen, drawList);
    this.drawLabels(drawList, i, drawState);
    drawGizmo(this.pen, this.eye, this.canvas, drawState);
    this.updateFitButton(i);
  }

  /** Resize and blank both canvases; return false if they have no size. */
  beginFrame() {
    const { canvas, screen } = this, ratio = window.devicePixelRatio || 1;
    const [across, down] = [canvas.clientWidth, canvas.clientHeight];
    const wide = Math.round(across * ratio), tall = Math.round(down * ratio);
    this.isCoarse = false;
    if (!wide) return false;
    const share = this.isDrawingCoarsely() ? MOVING_RESOLUTION_RATIO : 1, px = ratio * share;
    resizeCanvas(canvas, wide, tall);
    resizeCanvas(screen.canvas, Math.round(wide * share), Math.round(tall * share));
    [this.widthPx, this.heightPx] = [across, down];
    this.sizeScale = clamp(this.scale, MIN_VIEW_SCALE, MAX_VIEW_SCALE) / 10;
    const { width, height } = screen.canvas, own = this.view.size[1] * this.scale * px;
    this.eye = new PerspectiveView(this.camera, width, height, this.sizeScale * px, own);
    this.pen = canvas.getContext("2d");
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, wide, tall);
    this.pen.lineCap = this.pen.lineJoin = "round";
    this.pixelRatio = px;
    return true;
  }

  /** Return whether to draw coarsely: in motion on a slow renderer. */
  isDrawingCoarsely() {
    this.isCoarse = Boolean(this.screen.isSlow)
      && performance.now() - this.drawnAt < FULL_RESOLUTION_DELAY_MS;
    clearTimeout(this.redrawTimer);
    // A slow frame is done only when the next may begin; one in full resolution comes at rest.
    requestAnimationFrame(() => {
      this.drawnAt = performance.now();
      clearTimeout(this.redrawTimer);
      if (this.isCoarse)
        this.redrawTimer = setTimeout(() => this.player.draw(), 1.2 * FULL_RESOLUTION_DELAY_MS);
    });
    return this.isCoarse;
  }

  /** Draw all labels. @type {(drawList: SpaceDrawList, i: number, drawState: DrawState) => void} */
  drawLabels(drawList, i, drawState) {
    const kept = this.handlePositions(i).map(([x, y]) => [x - 10, y - 10, x + 10, y + 10]);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const placer = this.createPlacer(width, height, kept);
    this.addOccupiedSamples(placer, drawList);
    const requests = this.visibleLabels(i, drawState).map((one) => this.labelRequest(one, i, drawState));
    this.drawPlacedLabels(requests, placer, drawState);
  }

  /** Mark lines and solids as occupied.
      @type {(placer: LabelPlacer, drawList: SpaceDrawList) => void} */
  addOccupiedSamples(placer, { rows, solids }) {
    const { eye } = this, spacing = 5 * eye.width / placer.width;
    for (const { row } of rows) {
      if (row[23] === WEDGE_KIND) continue;
      const half = row[23] === PIECE_KIND ? row[8] : 0;
      for (let t = -half; t <= half; t += spacing) {
        placer.addSample(...this.deviceToPage(row[0] + t * row[2], row[1] + t * row[3]));
      }
    }
    for (const { a, b, radius } of solids) {
      for (const share of a === b ? [0] : [0, 0.25, 0.5, 0.75, 1]) {
        const center = interpolate(a, b, share), [x, y] = eye.project(center);
        const r = radius / -center[2] * eye.focal;
        for (let turn = 0; turn < 32; turn++) {
          const c = Math.cos(turn / 5.1), s = Math.sin(turn / 5.1);
          for (const part of [0.25, 0.5, 0.75, 1]) {
            placer.addSample(...this.deviceToPage(x + part * r * c, y + part * r * s));
          }
        }
      }
    }
  }

  /** @type {(one: VisibleLabel, i: number, drawState: DrawState) => LabelRequest} */
  labelRequest(one, i, drawState) {
    const { label, text } = one, { axes } = this.eye;
    /** @type {(name: "tx" | "ty" | "tz" | "gap") => number} */
    const number = (name) => columnAt(label[name], i);
    const at = numbersBetween([label.x, label.y, label.z], i, drawState.shareAhead, label.there);
    const [x, y] = this.worldToPage(at.map((n) => n / 1e4));
    const toward = [number("tx"), number("ty"), number("tz")].map((n) => n / 1e4);
    const first = Math.atan2(-dot(axes[1], toward), dot(axes[0], toward));
    const fontSize = label.size * this.letterScale;
    const line = layOutText(this.pen, text, fontSize, regularFont);
    return { ...one, x, y, first, gap: number("gap") / 10, line, fontSize, width: line.width,
      height: fontSize * 1.2, lead: 0.1 * fontSize };
  }
}

const AXIS_NAMES = "xyz";
// The gizmo's inset and axis length, and the smallest view that has one.
const GIZMO_INSET_PX = 46;
const GIZMO_AXIS_LENGTH_PX = 26;
const GIZMO_MIN_VIEW_SIZE_PX = 240;

/** @type {(pen: Pen, eye: PerspectiveView, canvas: HTMLCanvasElement,
    drawState: DrawState) => void} */
function drawGizmo(pen, eye, { clientWidth: width, clientHeight: height }, drawState) {
  if (Math.min(width, height) < GIZMO_MIN_VIEW_SIZE_PX) return;
  const x = width - GIZMO_INSET_PX, y = GIZMO_INSET_PX;
  const ends = [0, 1, 2].flatMap((k) => [1, -1].map((sign) => (
    { k, sign, end: eye.axisDirection(k).map((c) => sign * c) })));
  for (const { k, sign, end } of ends.sort((p, q) => p.end[2] - q.end[2])) {
    const [dx, dy] = [x + GIZMO_AXIS_LENGTH_PX * end[0], y - GIZMO_AXIS_LENGTH_PX * end[1]];
    pen.strokeStyle = pen.fillStyle =
      drawState.colour(drawState.colorNumbers[`axis_${AXIS_NAMES[k]}`]);
    pen.globalAlpha = sign > 0 ? 1 : 0.45;
    pen.lineWidth = 2;
    pen.setLineDash([]);
    if (sign > 0) pen.stroke(new Path2D(`M${x} ${y}L${dx} ${dy}`));
    pen.fill(markerPath("disc", dx, dy, sign > 0 ? 8.5 : 4.7));
    pen.globalAlpha = 1;
    if (sign < 0) continue;
    pen.font = regularFont(12);
    pen.textBaseline = "middle";
    pen.fillStyle = drawState.colour(drawState.colorNumbers.background);
    pen.fillText(AXIS_NAMES[k], dx - pen.measureText(AXIS_NAMES[k]).width / 2, dy);
  }
}
