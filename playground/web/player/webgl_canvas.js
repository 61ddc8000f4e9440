/* A WebGL canvas with the window's shaders. */

import { createElement } from "./elements.js";
import { ROW_NUMBER_COUNT, shaders } from "./space_settings.js";

// The header of the window's shaders in WebGL.
const SHADER_HEADER = "#version 300 es\nprecision highp float;\nprecision highp int;";
// The vertex and fragment shader of each program.
/** @type {Record<string, [string, string]>} */
const PROGRAMS = {
  floor: ["full_vertex", "floor_fragment"],
  shadow: ["solid_vertex", "shadow_fragment"],
  body: ["solid_vertex", "solid_fragment"],
  mark: ["shape_vertex", "space_shape_fragment"],
  face: ["face_vertex", "face_fragment"],
};
// Names of software renderers.
const SOFTWARE_RENDERERS = /swiftshader|llvmpipe|softpipe|software|basic render/i;
/** The numbers per triangle vertex. */
export const CORNER_NUMBER_COUNT = 12;

/** A WebGL canvas, reused by all stops, as browsers limit their number. */
export class WebglCanvas {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.canvas = createElement("canvas", { "aria-hidden": "true" });
    this.isSlow = false; // true with a software renderer
    this.gl = this.canvas.getContext("webgl2", { alpha: false, antialias: false });
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.createPrograms();
      redraw();
    });
    if (this.gl) this.createPrograms();
  }

  /** True if WebGL is available. */
  get isUsable() { return this.gl && !this.gl.isContextLost(); }

  createPrograms() {
    const { gl } = this, debugInfo = gl.getExtension("WEBGL_debug_renderer_info");
    const by = gl.getParameter(debugInfo ? debugInfo.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
    this.isSlow = SOFTWARE_RENDERERS.test(by ?? "");
    this.programs = Object.fromEntries(
      Object.entries(PROGRAMS).map(([name, pair]) => (
        [name, { program: this.compileProgram(...pair), places: new Map() }])));
    this.shapes = this.createTable(ROW_NUMBER_COUNT, 1);
    this.corners = this.createTable(CORNER_NUMBER_COUNT, 0);
    this.emptyTable = { array: this.gl.createVertexArray(), buffer: null };
  }

  /** @type {(vertex: string, fragment: string) => WebGLProgram} */
  compileProgram(vertex, fragment) {
    const { gl } = this, made = gl.createProgram();
    const kinds = [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER];
    for (const [n, name] of [vertex, fragment].entries()) {
      const shader = gl.createShader(kinds[n]);
      gl.shaderSource(shader, shaders[name].replace("#version 330 core", SHADER_HEADER));
      gl.compileShader(shader);
      gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`${fragment}: ${gl.getProgramInfoLog(made)}`);
    }
    return made;
  }

  /** Create a buffer of rows of `columns` numbers, one per instance (1) or vertex (0).
      @type {(columns: number, each: number) => Table} */
  createTable(columns, each) {
    const { gl } = this, array = gl.createVertexArray(), buffer = gl.createBuffer();
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    for (let index = 0; index < columns / 4; index++) {
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, 4, gl.FLOAT, false, columns * 4, index * 16);
      gl.vertexAttribDivisor(index, each);
    }
    return { array, buffer };
  }

  /** Use a program, and set its uniforms from `values`.
      @type {(name: string, values: Uniforms) => void} */
  useProgram(name, values) {
    const { gl } = this, { program, places } = this.programs[name];
    gl.useProgram(program);
    for (const [key, value] of Object.entries(values)) {
      if (!places.has(key)) places.set(key, gl.getUniformLocation(program, key));
      const place = places.get(key);
      if (place === null) continue;
      if (value instanceof Float32Array) gl.uniform4fv(place, value);
      else if (value instanceof Int32Array) gl.uniform4iv(place, value);
      else if (typeof value !== "number") setUniform(gl, place, value);
      else if (key === "u_solids") gl.uniform1i(place, value);
      else gl.uniform1f(place, value);
    }
  }

  /** @type {(table: Table, data?: Float32Array) => void} */
  upload({ array, buffer }, data) {
    const { gl } = this;
    gl.bindVertexArray(array);
    if (!data) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
  }
}

/** Set a uniform vector of two, three or four numbers.
    @type {(gl: WebGL2RenderingContext, place: WebGLUniformLocation, value: number[]) => void} */
function setUniform(gl, place, value) {
  if (value.length === 2) gl.uniform2fv(place, value);
  else if (value.length === 3) gl.uniform3fv(place, value);
  else gl.uniform4fv(place, value);
}
