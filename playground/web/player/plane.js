/* A view of the plane on a canvas, projected from world coordinates. */

import { columnAt, numbersBetween } from "./columns.js";
import { resizeCanvas } from "./elements.js";
import { Figure, MAX_VIEW_SCALE, MIN_VIEW_SCALE } from "./figure.js";
import { buildGridLines, buildGridNumbers } from "./grid.js";
import { layOutText } from "./math_text.js";
import { message } from "./message.js";
import { markerPath, PATH_BUILDERS, sampleShape } from "./paths.js";
import { composeShape, PlaneProjection } from "./plane_shapes.js";
import { boldFont, dashPattern, fillOpacity, lineWidth, regularFont, visibleOpacity } from "./primitive_style.js";
import { blend, clamp } from "./vectors.js";
import { attachViewControls } from "./view_controls.js";

// The grid's opacity over a map.
const GRID_OPACITY_OVER_MAP = 0.4;
// The extra width of a line's casing over a map of mistakes, in px.
const LINE_CASING_WIDTH_PX = 3;
// The size of tick numbers, and their gaps to edges, axes and each other.
const TICK_FONT_SIZE_PX = 11.9;
const TICK_EDGE_GAP_PX = 6;
const AXIS_GAP_PX = 2;
const MIN_TICK_TEXT_GAP_PX = 8;
// The line height relative to the letters' size.
const LINE_HEIGHT_RATIO = 1.172;
// The depth of subscripts below the line, relative to the letters' size.
const SUBSCRIPT_DEPTH_RATIO = 0.13;
// The opacity of a stale map.
const STALE_MAP_OPACITY = 0.45;
// A handle's radius, in px.
const HANDLE_RADIUS_PX = 9;
// The steps of panning and zooming by keys.
const KEY_PAN_DISTANCE_PX = 40;
const KEY_ZOOM_RATIO = 1.25;
// The smallest zoom relative to the initial one, and the largest size of a unit in px.
const MIN_ZOOM_RATIO = 1 / 50;
const MAX_UNIT_SIZE_PX = 2;
const VIEW_DESCRIPTION =
  message("View of the plane. Arrow keys move it, plus and minus zoom, "
  + "F fits the view.");

export class PlaneView extends Figure {
  /** @type {PlaneProjection} */
  drawnProjection;

  /** @param {Player} player @param {View<Point>} view @param {number} index */
  constructor(player, view, index) {
    super(player, view, index);
    this.camera = this.homeCamera = this.view.camera;
    this.element.classList.add("plane");
    this.element.setAttribute("aria-label", VIEW_DESCRIPTION);
    attachViewControls(this.element, this,
      { turns: false, keyDistance: KEY_PAN_DISTANCE_PX, keyZoom: KEY_ZOOM_RATIO });
  }

  // ---- camera ----

  /** @type {(view: View<Point>) => void} */
  updateView(view) {
    super.updateView(view);
    this.homeCamera = this.view.camera;
    if (!this.isMoved) this.camera = this.homeCamera;
  }

  get cameraNow() { return this.camera; }

  /** Reset the camera; a live view is fitted again. */
  fit() {
    super.fit();
    this.setCamera(this.homeCamera, false);
  }

  /** Pan by page px. @type {(dx: number, dy: number) => void} */
  move(dx, dy) {
    const [x, y, scale] = this.camera, px = scale * this.scale;
    if (dx || dy) this.setCamera([x - dx / px, y + dy / px, scale], true);
  }

  /** Zoom by a factor around a point in page px, by default the centre.
      @type {(factor: number, left?: number, top?: number) => void} */
  zoom(factor, left = this.canvas.clientWidth / 2, top = this.canvas.clientHeight / 2) {
    const [x, y, scale] = this.camera, own = this.homeCamera[2];
    const now = clamp(scale * factor, own * MIN_ZOOM_RATIO, MAX_UNIT_SIZE_PX / this.view.unit);
    const [u, v] = this.toWorld(left, top), share = scale / now;
    this.setCamera([u + (x - u) * share, v + (y - v) * share, now], true);
  }

  /** @type {(camera: Point, moved: boolean) => void} */
  setCamera(camera, moved) {
    [this.camera, this.isMoved] = [camera, moved];
    this.fitButton.hidden = !moved;
    const { player } = this;
    if (moved) player.source.onCameraMoved?.(this);
    else player.source.onFit?.();
    player.draw();
  }

  /** The projection onto the canvas. */
  get projection() {
    const { canvas: { clientWidth, clientHeight }, scale } = this, [x, y, own] = this.camera;
    const size = [clientWidth, clientHeight];
    return new PlaneProjection([x, y, own * scale], size,
      clamp(scale, MIN_VIEW_SCALE, MAX_VIEW_SCALE));
  }

  /** Convert page px to world coordinates. @type {(x: number, y: number) => Point} */
  toWorld(x, y) { return this.projection.toWorld(x, y); }

  /** Return the position of a handle, in page px.
      @type {(dim: SampleDimension, i: number) => Point} */
  handlePosition(dim, i) {
    const { unit } = this.view;
    return this.projection.toScreen(columnAt(dim.x, i) * unit, columnAt(dim.y, i) * unit);
  }

  // ---- drawing ----

  /** @type {(i: number, drawState: DrawState) => void} */
  draw(i, drawState) {
    if (!this.beginFrame(drawState)) return;
    const map = this.isFirst ? drawState.map : null, mapData = map && drawState.shownMap;
    const ink = mapData?.looks?.ink, mapOpacity = drawState.isMapStale ? STALE_MAP_OPACITY : 1;
    if (map && !ink) this.drawMap(map, mapData, mapOpacity);
    this.drawGrid(map && !ink ? GRID_OPACITY_OVER_MAP : 1, drawState);
    if (ink) this.drawMap(map, mapData, mapOpacity);
    const shapes = this.composeShapes(i, drawState);
    let over = map ? { ...drawState, labelBackground: mapData.plate } : drawState;
    if (ink) {
      over =
        { ...over, colour: (tone) => drawState.colour(ink[tone] ?? tone), withoutCasing: true };
      const ground = drawState.colour(drawState.colorNumbers.background);
      const below = { ...over, colour: () => ground,
        casingWidth: LINE_CASING_WIDTH_PX * this.drawnProjection.sizeScale };
      for (const shape of shapes) this.drawShape(shape, below);
    }
    for (const shape of shapes) this.drawShape(shape, over);
    const placer = this.createLabelPlacer(i, shapes);
    if (ink && !drawState.isMapStale) this.drawMapNames(mapData, placer, drawState);
    this.drawLabels(i, placer, over);
    this.drawGridNumbers(placer, over);
    this.updateFitButton(i);
  }

  /** Resize and blank the canvas; return false if it has no size.
      @type {(drawState: DrawState) => boolean} */
  beginFrame(drawState) {
    const { canvas } = this, ratio = window.devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (!width || !height) return false;
    resizeCanvas(canvas, width, height);
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = drawState.colour(drawState.colorNumbers.background);
    pen.fillRect(0, 0, width, height);
    pen.lineCap = pen.lineJoin = "round";
    [this.pen, this.drawnProjection] = [pen, this.projection];
    return true;
  }

  /** Draw a map at its place in the world.
      @type {(picture: CanvasImageSource, map: any, opacity: number) => void} */
  drawMap(picture, { box: [left, top, wide, tall], looks }, opacity) {
    const { pen, drawnProjection } = this;
    pen.globalAlpha = opacity;
    pen.imageSmoothingEnabled = Boolean(looks);
    const [x, y] = drawnProjection.toScreen(left, top);
    pen.drawImage(picture, x, y, wide * drawnProjection.scale, tall * drawnProjection.scale);
    pen.globalAlpha = 1;
  }

  /** @type {(opacity: number, drawState: DrawState) => void} */
  drawGrid(opacity, { colour, colorNumbers }) {
    if (!this.player.hasGrid) return;
    const { pen, drawnProjection } = this;
    const [minor, major, axis] =
      ["grid_minor", "grid_major", "axis"].map((n) => colour(colorNumbers[n]));
    for (const line of buildGridLines(drawnProjection, this.scale)) {
      pen.globalAlpha = opacity * line.opacity;
      pen.fillStyle = line.isAxis ? axis : blend(minor, major, line.majorRatio);
      const from = line.position - line.width / 2;
      if (line.axis) pen.fillRect(0, from, drawnProjection.width, line.width);
      else pen.fillRect(from, 0, line.width, drawnProjection.height);
    }
    pen.globalAlpha = 1;
  }

  /** Return the visible shapes with the styles of their primitives.
      @type {(i: number, drawState: DrawState) => StyledShape[]} */
  composeShapes(i, drawState) {
    const { drawnProjection, view: { unit, prims } } = this;
    return prims.flatMap((prim) => {
      const opacity = visibleOpacity(prim, i, drawState);
      if (!opacity) return [];
      const width = lineWidth(prim, i, drawState) * drawnProjection.sizeScale / 10,
        fill = fillOpacity(prim, i, opacity);
      const n = numbersBetween(prim.n, i, drawState.shareAhead, prim.there);
      return composeShape(prim, n, unit, drawnProjection, width).map((shape) => ({
        prim, kind: shape.kind, n: shape.n, dashOffset: shape.dashOffset ?? 0,
        opacity: opacity * (shape.opacity ?? 1), width: width * (shape.widthRatio ?? 1),
        fill: shape.isUnfilled ? 0 : fill,
      }));
    });
  }

  /** @type {(shape: StyledShape, drawState: DrawState) => void} */
  drawShape(shape, drawState) {
    const { prim, kind, n, opacity } = shape, { pen } = this, { casingWidth = 0 } = drawState;
    if (casingWidth && (kind === "mark" || prim.k === "grid")) return;
    const width = shape.width && shape.width + casingWidth;
    pen.strokeStyle = pen.fillStyle = drawState.colour(prim.tone);
    if (kind === "mark") return this.drawMarker(prim.marker, n, opacity, width, drawState);
    pen.lineWidth = width;
    pen.setLineDash(prim.dash && !casingWidth ? this.dashPatternOf(kind, n, width) : []);
    pen.lineDashOffset = shape.dashOffset;
    this.strokePath(PATH_BUILDERS[kind](n), shape, width, casingWidth, drawState.withoutCasing);
    pen.lineDashOffset = 0;
  }

  /** Fill and stroke a path. @type {PathStroker} */
  strokePath({ path, fillPath = path, headPath }, { opacity, fill }, width, casing, bare) {
    const { pen } = this;
    if (fill && !bare) {
      pen.globalAlpha = fill;
      pen.fill(fillPath);
    }
    pen.globalAlpha = opacity;
    if (width) pen.stroke(path);
    if (headPath) {
      pen.fill(headPath);
      pen.lineWidth = casing;
      if (casing) pen.stroke(headPath);
    }
    pen.globalAlpha = 1;
  }

  /** Return the dash pattern of a shape; a ring has whole dashes.
      @type {(kind: string, n: number[], width: number) => number[]} */
  dashPatternOf(kind, n, width) {
    const [on, off] = dashPattern(width);
    if (kind !== "ring") return [on, off];
    const around = 2 * Math.PI * n[2];
    const period = around / Math.max(Math.round(around / (on + off)), 1);
    return [Math.min(on, period), Math.max(period - on, 0)];
  }

  /** @type {(marker: string | undefined, n: number[], opacity: number, rim: number,
      drawState: DrawState) => void} */
  drawMarker(marker, [x, y, r], opacity, rim, drawState) {
    const { pen } = this, colour = pen.fillStyle, path = markerPath(marker, x, y, r);
    pen.globalAlpha = opacity;
    pen.setLineDash([]);
    pen.lineJoin = "miter";
    pen.strokeStyle = drawState.colour(drawState.colorNumbers.background);
    pen.lineWidth = 2 * Math.max(rim, 1.2);
    pen.stroke(path);
    pen.fill(path);
    if (marker === "ring") {
      pen.fillStyle = pen.strokeStyle;
      pen.fill(markerPath("disc", x, y, r - Math.max(0.4 * r, 1)));
      pen.fillStyle = colour;
    }
    pen.lineJoin = "round";
    pen.globalAlpha = 1;
  }

  /** Draw the names on a map, as placed for the nearest size.
      @type {(map: { names: any[]; from: number[] }, placer: LabelPlacer,
      drawState: DrawState) => void} */
  drawMapNames({ names, from }, placer, drawState) {
    if (!names.length) return;
    const { pen, drawnProjection, scale } = this, [x, y, own, ...size] = from;
    /** @type {(of: { share: number }) => number} */
    const far = ({ share }) => Math.abs(share - scale);
    const { share, prims, words, boxes } = names.reduce((a, b) => (far(b) < far(a) ? b : a));
    // Scale from tenths of a px of a view of that size.
    const k = drawnProjection.scale / own / share / 10,
      [left, top] = drawnProjection.toScreen(x, y);
    const [dx, dy] = [left - 5 * k * size[0] * share, top - 5 * k * size[1] * share];
    pen.save();
    pen.translate(dx, dy);
    pen.scale(k, k);
    pen.setLineDash([]);
    for (const { k: kind, n, w = 0, fill = 0, ...tone } of prims) {
      pen.strokeStyle = pen.fillStyle = tone[drawState.theme];
      pen.lineWidth = w;
      this.strokePath(PATH_BUILDERS[kind](n), { opacity: 1, fill: fill / 255 }, w, 0, false);
    }
    for (const { text, bold, n: [x, y, size], ...tone } of words) {
      const line = layOutText(pen, text, size, bold ? boldFont : regularFont);
      this.drawText(line, x, y, size, tone[drawState.theme], 1,
        { ...drawState, haloScale: 0 });
    }
    pen.restore();
    for (const [l, t, r, b] of boxes) {
      placer.occupiedBoxes.push([dx + l * k, dy + t * k, dx + r * k, dy + b * k]);
    }
  }

  // ---- labels ----

  /** Create the label placer with the points of drawn shapes.
      @type {(i: number, shapes: StyledShape[]) => LabelPlacer} */
  createLabelPlacer(i, shapes) {
    const { drawnProjection } = this,
      placer = this.createPlacer(drawnProjection.width, drawnProjection.height);
    for (const { kind, n, width } of shapes) sampleShape(placer, kind, n, width, drawnProjection);
    for (const [x, y] of this.handlePositions(i)) sampleShape(placer, "mark",
      [x, y, HANDLE_RADIUS_PX], 0, drawnProjection);
    const [x, y] = drawnProjection.toScreen(0, 0);
    for (let k = 0; k < drawnProjection.width; k += 5) placer.addOccupiedCell(k, y);
    for (let k = 0; k < drawnProjection.height; k += 5) placer.addOccupiedCell(x, k);
    return placer;
  }

  /** @type {(i: number, placer: LabelPlacer, drawState: DrawState) => void} */
  drawLabels(i, placer, drawState) {
    const { drawnProjection, pen, view: { unit } } = this;
    const requests = this.visibleLabels(i, drawState).map((one) => {
      const { label, text } = one;
      /** @type {(name: "toward" | "gap" | "away") => number} */
      const number = (name) => columnAt(label[name], i), first = -number("toward") / 1e4;
      const at = numbersBetween([label.x, label.y], i, drawState.shareAhead, label.there);
      const [u, v] = drawnProjection.toScreen(at[0] * unit, at[1] * unit);
      const off = number("away") / 10 * drawnProjection.sizeScale;
      const fontSize = label.size * this.letterScale,
        line = layOutText(pen, text, fontSize, regularFont);
      const gap = number("gap") / 10 * drawnProjection.sizeScale;
      const hasSubscript = line.pieces.some(({ baselineShift }) => baselineShift > 0);
      const height =
        (LINE_HEIGHT_RATIO + (hasSubscript ? SUBSCRIPT_DEPTH_RATIO : 0)) * fontSize;
      return { ...one, x: u + off * Math.cos(first), y: v + off * Math.sin(first),
        first, gap, line, width: line.width, height, fontSize };
    });
    this.drawPlacedLabels(requests, placer, drawState);
  }

  /** Draw the tick numbers that overlap nothing.
      @type {(placer: LabelPlacer, drawState: DrawState) => void} */
  drawGridNumbers(placer, drawState) {
    if (!this.player.hasGrid) return;
    const { drawnProjection, pen } = this, fontSize = TICK_FONT_SIZE_PX * this.letterScale * 10,
      height = LINE_HEIGHT_RATIO * fontSize;
    const edge = TICK_EDGE_GAP_PX * drawnProjection.sizeScale,
      colour = drawState.colour(drawState.colorNumbers.tick_text);
    const right = drawnProjection.width - edge, bottom = drawnProjection.height - edge - height;
    /** @type {(x: number, y: number, w: number) => (box: Box) => boolean} */
    const lain = (x, y, w) => ([l, t, r, b]) => (
      x - MIN_TICK_TEXT_GAP_PX < r && l < x + w + MIN_TICK_TEXT_GAP_PX && y < b && t < y + height);
    const numbers = buildGridNumbers(drawnProjection, this.scale, this.player.isYDown);
    for (const { axis, position, text, isZero } of numbers) {
      const line = layOutText(pen, text, fontSize, regularFont), { width } = line;
      // The other axis passes through the zero and would look like a minus sign.
      const x = axis ? edge : position + (isZero ? AXIS_GAP_PX : -width / 2);
      const y = axis ? position - (isZero ? height + AXIS_GAP_PX : height / 2) : bottom;
      // The corner belongs to the numbers of the other edge.
      const fits = axis ? y >= edge && y <= bottom - height : x >= edge && x + width <= right;
      if (!fits || placer.occupiedBoxes.some(lain(x, y, width))) continue;
      if (placer.hasSampleIn(x - 1, y, x + width + 1, y + height)) continue;
      placer.occupiedBoxes.push([x, y, x + width, y + height]);
      this.drawText(line, x, y, fontSize, colour, 1, drawState);
    }
  }
}
