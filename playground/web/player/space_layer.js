/* Drawing of space by WebGL: floor, shadows, solids, triangles and flat shapes. Without WebGL,
   solids are discs and lines have no occlusion. */

import { findCutters, quadUniforms, screenBounds, solidUniforms, toFloatArray } from "./solids.js";
import { clipToFront } from "./space_camera.js";
import { fan } from "./space_fills.js";
import { HIDDEN_OPACITY, MARK_KIND, NEAR_DISTANCE, PIECE_KIND, ROW_NUMBER_COUNT } from "./space_settings.js";
import { clamp, cross, dot, interpolate, rgb, rgba } from "./vectors.js";
import { CORNER_NUMBER_COUNT } from "./webgl_canvas.js";

// The vertex count of a flat shape.
const VERTEX_COUNT = 18;
// The height in radii above which a solid has no shadow.
const MAX_SHADOW_HEIGHT_RATIO = 6;

/** @type {(screen: WebglCanvas, drawList: SpaceDrawList) => void} */
export function drawSpace(screen, drawList) {
  const { gl } = screen, { eye, shown, solids } = drawList,
    center = [eye.width / 2, eye.height / 2];
  const common = {
    u_center: center, u_origin: center, u_size: [eye.width, eye.height], u_focal: eye.focal,
    ...floorUniforms(eye, shown), ...solidUniforms(solids), u_share: 1,
  };
  gl.viewport(0, 0, eye.width, eye.height);
  const [red, green, blue] = rgb(shown.colour(shown.colorNumbers.background));
  gl.clearColor(red, green, blue, 1);
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.disable(gl.DEPTH_TEST);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  screen.upload(screen.emptyTable);
  screen.useProgram("floor", common);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  drawShadows(screen, drawList, common);
  drawSolids(screen, drawList, common);
  const rows = new Float32Array(drawList.rows.flatMap((one) => one.row));
  if (drawList.faces.length) drawFacesAndRows(screen, drawList, rows, common);
  else drawMarks(screen, rows, common);
}

/** @type {(screen: WebglCanvas, rows: Float32Array, common: Uniforms) => void} */
function drawMarks(screen, rows, common) {
  const { gl } = screen;
  screen.upload(screen.shapes, rows);
  screen.useProgram("mark", common);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, VERTEX_COUNT, rows.length / ROW_NUMBER_COUNT);
}

/** Draw triangles and flat shapes, the latter fainter where hidden.
    @type {(screen: WebglCanvas, drawList: SpaceDrawList, rows: Float32Array,
    common: Uniforms) => void} */
function drawFacesAndRows(screen, drawList, rows, common) {
  const { gl } = screen, corners = shadedCorners(drawList);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  screen.upload(screen.corners, corners);
  screen.useProgram("face", common);
  gl.drawArrays(gl.TRIANGLES, 0, corners.length / CORNER_NUMBER_COUNT);
  gl.depthMask(false);
  gl.depthFunc(gl.GREATER);
  drawMarks(screen, rows, { ...common, u_share: HIDDEN_OPACITY });
  gl.depthFunc(gl.LEQUAL);
  drawMarks(screen, rows, common);
}

/** Return the triangles of meshes, far ones first, with the normals of their visible sides.
    @type {(drawList: SpaceDrawList) => Float32Array} */
function shadedCorners({ eye, faces }) {
  /** @type {{ away: number; row: number[] }[]} */
  const found = [];
  for (const { points, colour } of faces) {
    for (let k = 0; k + 2 < points.length; k += 3) {
      const triangle = points.slice(k, k + 3), normal = cross(triangle);
      const size = Math.hypot(...normal);
      if (!(size > 0)) continue;
      const side = dot(normal, triangle[0]) > 0 ? -size : size;
      const unit = normal.map((c) => c / side);
      for (const corners of fan(clipToFront(triangle))) {
        const center = interpolate(interpolate(corners[0], corners[1], 0.5), corners[2], 1 / 3);
        const row = corners.flatMap((p) => [...eye.project(p), 1, ...unit, 0, ...colour]);
        found.push({ away: Math.hypot(...center), row });
      }
    }
  }
  return new Float32Array(found.sort((p, q) => q.away - p.away).flatMap((one) => one.row));
}

/** @type {(screen: WebglCanvas, drawList: SpaceDrawList, common: Uniforms) => void} */
function drawSolids(screen, { eye, solids }, common) {
  if (!solids.length) return;
  screen.useProgram("body", {
    ...common, ...quadUniforms(solids.map((solid) => screenBounds(solid, eye.focal))),
    u_tint: toFloatArray(solids.map((solid) => solid.colour)),
    u_cutters: new Int32Array(solids.flatMap((solid) => findCutters(solid, solids))),
  });
  screen.gl.drawArraysInstanced(screen.gl.TRIANGLE_STRIP, 0, 4, solids.length);
}

/** @type {(eye: PerspectiveView, drawState: DrawState) => Uniforms} */
function floorUniforms(eye, drawState) {
  /** @type {(name: string) => Point} */
  const tone = (name) => rgba(drawState.colour(drawState.colorNumbers[name]));
  // The finest lines fade in with their spacing on screen.
  const unit = eye.distance, spacing = 110 * eye.px * unit / eye.focal;
  const step = 10 ** (Math.floor(Math.log10(spacing)) + 1);
  const strength = clamp(Math.log10(step / spacing) / 0.8, 0, 1), [x, height, z] = eye.position;
  return {
    u_up: eye.axisDirection(1), u_floor_x: eye.axisDirection(0), u_floor_z: eye.axisDirection(2),
      u_height: height / unit,
    u_floor_eye: [x % (100 * step) / unit, z % (100 * step) / unit, x / unit, z / unit],
    u_step: [step / unit, strength, Math.max(1, 10 * eye.px), 1.2],
    u_grid_minor: tone("grid_minor"), u_grid_major: tone("grid_major"),
    u_axis_x: tone("axis_x"), u_axis_z: tone("axis_z"),
    u_shadow: tone("shadow"), u_room: tone("background"),
  };
}

/** Draw the shadows of solids on the floor.
    @type {(screen: WebglCanvas, drawList: SpaceDrawList, common: Uniforms) => void} */
function drawShadows(screen, { eye, solids }, common) {
  const up = eye.axisDirection(1), height = eye.position[1] / eye.distance, cast = [];
  if (height <= 0) return;
  /** @type {(p: Point) => number} */
  const above = (p) => height + dot(p, up);
  for (const solid of solids) {
    const ends = [above(solid.a), above(solid.b)], high = Math.max(...ends);
    if (high <= 0 || Math.min(...ends) > MAX_SHADOW_HEIGHT_RATIO * solid.radius) continue;
    const reach = 2.2
      * Math.max(Math.min(high, MAX_SHADOW_HEIGHT_RATIO * solid.radius), solid.radius);
    cast.push({ solid, reach, box: shadowBox(solid, reach, above, eye) });
  }
  if (!cast.length) return;
  screen.useProgram("shadow", {
    ...common, ...solidUniforms(cast.map((one) => one.solid)),
    ...quadUniforms(cast.map((one) => [one.box, [1, 0]])),
    u_reach: toFloatArray(cast.map((one) => [one.reach, 0, 0, 0])),
  });
  screen.gl.drawArraysInstanced(screen.gl.TRIANGLE_STRIP, 0, 4, cast.length);
}

/** Return the box of a shadow on screen.
    @type {(solid: Solid, reach: number, above: (p: Point) => number,
    eye: PerspectiveView) => Box} */
function shadowBox(solid, reach, above, eye) {
  const [right, up, back] = [0, 1, 2].map((k) => eye.axisDirection(k)), limit = 4 * eye.focal,
    corners = [];
  for (const end of [solid.a, solid.b]) {
    for (const [i, k] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      corners.push(end.map(
        (c, n) => c - above(end) * up[n] + reach * (i * right[n] + k * back[n])));
    }
  }
  const all = corners.some((p) => -p[2] <= NEAR_DISTANCE);
  const flat = all ? [[-limit, -limit], [limit, limit]] : corners.map((p) => eye.toScreen(p));
  const box = [Math.min, Math.max].flatMap(
    (most) => [0, 1].map((k) => most(...flat.map((p) => p[k]))));
  return box.map((x) => clamp(x, -limit, limit));
}

/** @type {(colour: Point) => string} */
const cssColor = ([r, g, b, a]) => `rgb(${255 * r} ${255 * g} ${255 * b} / ${a})`;

/** @type {(pen: Pen, drawList: SpaceDrawList) => void} */
export function drawWithoutWebgl(pen, { eye, shown, solids, rows }) {
  const previous = pen.getTransform();
  pen.setTransform(1, 0, 0, -1, eye.width / 2, eye.height / 2);
  pen.fillStyle = shown.colour(shown.colorNumbers.background);
  pen.fillRect(-eye.width / 2, -eye.height / 2, eye.width, eye.height);
  for (const solid of solids) drawDisc(pen, solid, eye);
  for (const { row } of rows) drawRow(pen, row);
  pen.setTransform(previous);
}

/** @type {(pen: Pen, solid: Solid, eye: PerspectiveView) => void} */
function drawDisc(pen, { a, b, radius, colour, center }, eye) {
  const p = eye.project(a), q = eye.project(b);
  pen.strokeStyle = cssColor([...colour.slice(0, 3), 0.2 + 0.5 * colour[3]]);
  pen.lineWidth = 2 * radius / -center[2] * eye.focal;
  pen.beginPath();
  pen.moveTo(p[0], p[1]);
  pen.lineTo(q[0] + 0.01, q[1]);
  pen.stroke();
}

/** @type {(pen: Pen, row: number[]) => void} */
function drawRow(pen, row) {
  const [x, y, dx, dy] = row, kind = row[23], half = row[8];
  pen.beginPath();
  if (kind === PIECE_KIND) {
    pen.strokeStyle = cssColor(row.slice(24, 28));
    pen.lineWidth = 2 * row[16];
    pen.moveTo(x - dx * half, y - dy * half);
    pen.lineTo(x + dx * half, y + dy * half);
    pen.stroke();
    return;
  }
  pen.fillStyle = cssColor(row.slice(28, 32));
  if (kind === MARK_KIND) pen.arc(x, y, row[9], 0, 2 * Math.PI);
  else for (const k of [0, 8, 10]) pen.lineTo(row[k], row[k + 1]);
  pen.fill();
}
