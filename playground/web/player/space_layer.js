/* A sheet drawn by WebGL: floor, shadows, solids, triangles and flat shapes. */

import { COLUMNS } from "./shape_layout.js";
import { bounds, cutters, fours, quadUniforms, solidUniforms } from "./solids.js";
import { BEHIND, NEAR } from "./space_settings.js";
import { shade } from "./themes.js";
import { clamp, cross, dot, mix, rgb } from "./vectors.js";
import { CORNER } from "./webgl_canvas.js";

// How many vertices a flat shape has, at most.
const VERTICES = 18;
// Above how many of its radii a solid leaves no shadow.
const HIGH = 6;
// The shadow's colour and opacity on the floor.
/** @type {Record<string, Point>} */
const SHADOWS = { light: [0.12, 0.1, 0.06, 0.2], dark: [0, 0, 0, 0.45] };

/** @type {(screen: Screen3D, sheet: Sheet) => void} */
export function drawSpace(screen, sheet) {
  const { gl } = screen, { eye, shown, solids } = sheet, middle = [eye.wide / 2, eye.tall / 2];
  const common = {
    u_center: middle, u_origin: middle, u_size: [eye.wide, eye.tall], u_focal: eye.focal,
    ...floorUniforms(eye, shown), ...solidUniforms(solids), u_share: 1,
  };
  gl.viewport(0, 0, eye.wide, eye.tall);
  const [red, green, blue] = rgb(shown.colour(shown.named.background));
  gl.clearColor(red, green, blue, 1);
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.disable(gl.DEPTH_TEST);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  screen.hand(screen.bare);
  screen.use("floor", common);
  gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  drawShadows(screen, sheet, common);
  drawSolids(screen, sheet, common);
  const rows = new Float32Array(sheet.rows.flatMap((one) => one.row));
  if (sheet.faces.length) drawAmongFaces(screen, sheet, rows, common);
  else drawMarks(screen, rows, common);
}

/** @type {(screen: Screen3D, rows: Float32Array, common: Uniforms) => void} */
function drawMarks(screen, rows, common) {
  const { gl } = screen;
  screen.hand(screen.shapes, rows);
  screen.use("mark", common);
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, VERTICES, rows.length / COLUMNS);
}

/** Triangles, and marks: fainter where those are before them. */
/** @type {LayerDrawer} */
function drawAmongFaces(screen, sheet, rows, common) {
  const { gl } = screen, corners = litCorners(sheet);
  gl.enable(gl.DEPTH_TEST);
  gl.depthFunc(gl.LEQUAL);
  screen.hand(screen.corners, corners);
  screen.use("face", common);
  gl.drawArrays(gl.TRIANGLES, 0, corners.length / CORNER);
  gl.depthMask(false);
  gl.depthFunc(gl.GREATER);
  drawMarks(screen, rows, { ...common, u_share: BEHIND });
  gl.depthFunc(gl.LEQUAL);
  drawMarks(screen, rows, common);
}

/** The triangles of meshes, far ones first, with the normals of the sides that are seen. */
/** @type {(sheet: Sheet) => Float32Array} */
function litCorners({ eye, faces }) {
  /** @type {{ away: number; row: number[] }[]} */
  const found = [];
  for (const { points, colour } of faces) {
    for (let k = 0; k + 2 < points.length; k += 3) {
      const corners = points.slice(k, k + 3), flat = corners.map((p) => eye.flat(p));
      const normal = cross(corners), size = Math.hypot(...normal);
      const middle = mix(mix(corners[0], corners[1], 0.5), corners[2], 1 / 3);
      if (!(size > 0) || flat.includes(null)) continue;
      const side = dot(normal, middle) > 0 ? -size : size, unit = normal.map((c) => c / side);
      const row = flat.flatMap((p) => [...p, 1, ...unit, 0, ...colour]);
      found.push({ away: Math.hypot(...middle), row });
    }
  }
  return new Float32Array(found.sort((p, q) => q.away - p.away).flatMap((one) => one.row));
}

/** @type {(screen: Screen3D, sheet: Sheet, common: Uniforms) => void} */
function drawSolids(screen, { eye, solids }, common) {
  if (!solids.length) return;
  screen.use("body", {
    ...common, ...quadUniforms(solids.map((solid) => bounds(solid, eye.focal))),
    u_tint: fours(solids.map((solid) => solid.colour)),
    u_cutters: new Int32Array(solids.flatMap((solid) => cutters(solid, solids))),
  });
  screen.gl.drawArraysInstanced(screen.gl.TRIANGLE_STRIP, 0, 4, solids.length);
}

/** @type {(eye: Eye, shown: Shown) => Uniforms} */
function floorUniforms(eye, shown) {
  /** @type {(name: string) => Point} */
  const tone = (name) => [...rgb(shown.colour(shown.named[name])), 1];
  // Lines of the finest grid fade in as they part.
  const unit = eye.distance, spacing = 110 * eye.px * unit / eye.focal;
  const step = 10 ** (Math.floor(Math.log10(spacing)) + 1);
  const strength = clamp(Math.log10(step / spacing) / 0.8, 0, 1), [x, height, z] = eye.at;
  return {
    u_up: eye.axis(1), u_floor_x: eye.axis(0), u_floor_z: eye.axis(2), u_height: height / unit,
    u_floor_eye: [x % (100 * step) / unit, z % (100 * step) / unit, x / unit, z / unit],
    u_step: [step / unit, strength, Math.max(1, 10 * eye.px), 1.2],
    u_grid_minor: tone("grid_minor"), u_grid_major: tone("grid_major"),
    u_axis_x: tone("axis_x"), u_axis_z: tone("axis_z"),
    u_shadow: SHADOWS[shade(shown.theme)], u_room: tone("background"),
  };
}

/** The shadows that solids leave on the floor. */
/** @type {(screen: Screen3D, sheet: Sheet, common: Uniforms) => void} */
function drawShadows(screen, { eye, solids }, common) {
  const up = eye.axis(1), height = eye.at[1] / eye.distance, cast = [];
  if (height <= 0) return;
  /** @type {(p: Point) => number} */
  const above = (p) => height + dot(p, up);
  for (const solid of solids) {
    const ends = [above(solid.a), above(solid.b)], high = Math.max(...ends);
    if (high <= 0 || Math.min(...ends) > HIGH * solid.radius) continue;
    const reach = 2.2 * Math.max(Math.min(high, HIGH * solid.radius), solid.radius);
    cast.push({ solid, reach, box: shadowBox(solid, reach, above, eye) });
  }
  if (!cast.length) return;
  screen.use("shadow", {
    ...common, ...solidUniforms(cast.map((one) => one.solid)),
    ...quadUniforms(cast.map((one) => [one.box, [1, 0]])),
    u_reach: fours(cast.map((one) => [one.reach, 0, 0, 0])),
  });
  screen.gl.drawArraysInstanced(screen.gl.TRIANGLE_STRIP, 0, 4, cast.length);
}

/** The box on screen that a shadow reaching so far about its solid's feet may fill. */
/** @type {(solid: Solid, reach: number, above: (p: Point) => number, eye: Eye) => Box} */
function shadowBox(solid, reach, above, eye) {
  const [right, up, back] = [0, 1, 2].map((k) => eye.axis(k)), limit = 4 * eye.focal, corners = [];
  for (const end of [solid.a, solid.b]) {
    for (const [i, k] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
      corners.push(end.map(
        (c, n) => c - above(end) * up[n] + reach * (i * right[n] + k * back[n])));
    }
  }
  const all = corners.some((p) => -p[2] <= NEAR);
  const flat = all ? [[-limit, -limit], [limit, limit]] : corners.map((p) => eye.flat(p));
  const box = [Math.min, Math.max].flatMap(
    (most) => [0, 1].map((k) => most(...flat.map((p) => p[k]))));
  return box.map((x) => clamp(x, -limit, limit));
}
