"use strict";
/* A lesson in a browser. All states were worked out beforehand; nothing is reckoned here
   but where to draw them. The data's form is told in export/page.py. */
(() => {
  const SLOT = "\uE000", NO_TIME = -1e9;
  // What is pointed at is drawn so much wider, in px, and the rest so much fainter.
  const WIDER = 1.5, FAINT = 0.55;
  // A view's lines and letters shrink and grow with it, but not beyond these.
  const OVER = 0.4; // what is left of the grid over a map
  const SMALLEST = 0.8, LARGEST = 1.6;

  // ---- the data ---------------------------------------------------------------

  async function inflated(text) {
    const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
    const way = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(way).text());
  }

  const columns = new WeakMap();
  /** The number of sample i in a column; a plain number stands for itself. */
  function at(column, i) {
    if (typeof column === "number") return column;
    if (column.length === 1) return column[0];
    let sums = columns.get(column);
    if (!sums) {
      let sum = 0;
      sums = Float64Array.from(column, (step) => (sum += step));
      columns.set(column, sums);
    }
    return sums[i];
  }

  const ranks = new WeakMap();
  /** How many samples before i use the same template as it does. */
  function rank(text, i) {
    if (text.at.length === 1) return i;
    let known = ranks.get(text);
    if (!known) {
      const count = new Map();
      known = text.at.map((_, n) => {
        const of = at(text.at, n), before = count.get(of) || 0;
        count.set(of, before + 1);
        return before;
      });
      ranks.set(text, known);
    }
    return known[i];
  }

  /** The text of sample i. */
  function said(text, i) {
    const of = at(text.at, i), slots = text.in[of];
    if (!slots || !slots.length) return text.of[of];
    const row = rank(text, i);
    let place = 0;
    return text.of[of].replaceAll(SLOT, () => {
      const slot = slots[place++];
      return slot.length === 1 ? slot[0] : slot[row];
    });
  }

  // ---- the page's parts -------------------------------------------------------

  /** An element with attributes (those that begin with "on" are listeners) and children. */
  function make(name, about = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(about)) {
      if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
      else if (value === true) element.setAttribute(key, "");
      else if (value !== false && value != null) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  }

  /** Put text into an element only where it is another: a reader reads what changes. */
  function tell(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  /** Text whose equations, pairs and numbers with a unit do not break into lines. */
  function whole(text) {
    return text.replace(/ ([=<>≤≥−+·]) (?=\S)/g, "\u00a0$1\u00a0")
      .replace(/(\d) (m[²⁴]?)(?![\w/])/g, "$1\u00a0$2")
      .replace(/\([^()]{1,18}\)/g, (pair) => pair.replaceAll(" ", "\u00a0"));
  }

  const stored = {
    get(name) { try { return localStorage.getItem(name); } catch { return null; } },
    set(name, value) { try { localStorage.setItem(name, value); } catch { /* a frame */ } },
  };

  // ---- drawing in the plane -----------------------------------------------------

  /** What is to be seen of a prim or label now: 0 for nothing, else its opacity. */
  function opacity(thing, i, shown) {
    if (thing.there && !at(thing.there, i)) return 0;
    if (thing.article && !shown.article) return 0;
    const key = thing.key || "";
    if (shown.asked && (thing.since || thing.lesson)) return 0;
    if (shown.step !== null) {
      if ((thing.since || 0) > shown.step || (key && shown.hides.has(key))) return 0;
    } else if (thing.lesson && !(key && key === shown.lit)) return 0;
    const own = thing.a ? at(thing.a, i) / 255 : 1;
    if (!shown.lit) return own;
    return key === shown.lit ? 1 : FAINT * own;
  }

  /** How opaque its inside is; that number holds its own opacity already. */
  function inside(prim, i, seen) {
    if (!prim.fill) return 0;
    const own = prim.a ? at(prim.a, i) : 255;
    return at(prim.fill, i) * seen / (own || 255);
  }

  /** How wide a prim's lines are, in tenths of a px; what is lit is wider. */
  function width(prim, i, shown) {
    const w = prim.w ? at(prim.w, i) : 0;
    return w && shown.lit && prim.key === shown.lit ? w + 10 * WIDER : w;
  }

  /** A dashed line's pattern: what is drawn, between round ends, and what is left out. */
  const dashes = (wide) => [1.2 * wide + 3, 2.3 * wide + 2];

  class Plane {
    constructor(player, view) {
      this.player = player;
      this.view = view;
      this.canvas = make("canvas", { role: "img" });
      this.element = make("figure", { class: "view" }, this.canvas);
      this.caption = view.caption ? make("figcaption", {}, view.caption) : null;
      if (this.caption) this.element.append(this.caption);
    }

    /** How many px of the page one px of the view's own size has. */
    get scale() { return this.canvas.clientWidth / this.view.size[0]; }

    /** Where a handle is, in px of the page. */
    spot(dim, i) { return [at(dim.x, i) / 10 * this.scale, at(dim.y, i) / 10 * this.scale]; }

    /** The boxes that are no room for words: handles, and the caption. */
    kept(i) {
      const boxes = this === this.player.figures[0] ? this.player.handles.map(({ dim }) => {
        const [x, y] = this.spot(dim, i);
        return [x - 10, y - 10, x + 10, y + 10];
      }) : [];
      const { caption } = this;
      if (caption) {
        const { offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h } = caption;
        boxes.push([x, y, x + w, y + h]);
      }
      return boxes;
    }

    /** Whether there is anything to be seen in it. */
    holds(i, shown) { return this.view.prims.some((prim) => opacity(prim, i, shown)); }

    draw(i, shown) {
      const { canvas, view } = this, ratio = window.devicePixelRatio || 1, s = this.scale;
      const width = Math.round(canvas.clientWidth * ratio);
      const height = Math.round(width * view.size[1] / view.size[0]);
      if (!width) return;
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      const pen = canvas.getContext("2d");
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.fillStyle = shown.colour(shown.named.background);
      pen.fillRect(0, 0, width, height);
      pen.lineCap = pen.lineJoin = "round";
      this.pen = pen;
      this.unit = s / 10;
      this.fine = clamp(s, SMALLEST, LARGEST) / 10;
      if (shown.map && this === this.player.figures[0]) {
        const [x, y, w, h] = this.player.stop.map.box;
        pen.imageSmoothingEnabled = false;
        pen.drawImage(shown.map, x * s, y * s, w * s, h * s);
      }
      const ground = view.ground;
      const plain = { ...shown, step: null, lit: "" };
      for (const line of ground ? ground.lines : []) {
        const a = shown.map && this === this.player.figures[0] ? OVER * line.a : line.a;
        this.prim({ ...line, a: [a] }, 0, plain);
      }
      for (const prim of view.prims) this.prim(prim, i, shown);
      this.taken = [...this.kept(i), ...this.marks(i, shown)];
      for (const label of view.texts) this.label(label, i, shown);
      this.ticks(i, shown);
    }

    /** The boxes of what is marked: no room for words either. */
    marks(i, shown) {
      const there = this.view.prims.filter((prim) => prim.k === "mark" && opacity(prim, i, shown));
      return there.map(({ n: [x, y, size] }) => {
        const r = 0.8 * at(size, i) * this.fine, [across, down] = [at(x, i) * this.unit, at(y, i) * this.unit];
        return [across - r, down - r, across + r, down + r];
      });
    }

    prim(prim, i, shown) {
      const seen = opacity(prim, i, shown);
      if (!seen) return;
      const pen = this.pen, u = this.unit;
      const n = prim.n.map((column) => at(column, i));
      const colour = prim.tone === undefined ? prim[shown.theme] : shown.colour(prim.tone);
      const wide = width(prim, i, shown) * this.fine;
      pen.strokeStyle = pen.fillStyle = colour;
      pen.lineWidth = wide;
      pen.setLineDash(prim.dash ? this.dashed(prim, n, wide) : []);
      const kind = prim.k || "chain";
      if (kind === "mark") return this.mark(prim, n, seen, wide, shown);
      const path = new Path2D();
      let filled = path, end = null;
      if (kind === "chain" || kind === "closed") {
        for (let k = 0; k < n.length; k += 2) path.lineTo(n[k] * u, n[k + 1] * u);
        if (kind === "closed") path.closePath();
      } else if (kind === "pieces") {
        for (let k = 0; k < n.length; k += 4) {
          path.moveTo(n[k] * u, n[k + 1] * u);
          path.lineTo(n[k + 2] * u, n[k + 3] * u);
        }
      } else if (kind === "arrow") {
        end = this.arrow(path, n, wide);
      } else if (kind === "ring") {
        path.arc(n[0] * u, n[1] * u, Math.max(n[2] * u, 0), 0, 2 * Math.PI);
      } else if (kind === "arc") {
        const [x, y, r] = n.map((v) => v * u), from = -n[3] / 1e4, to = from - n[4] / 1e4;
        path.arc(x, y, Math.max(r, 0), from, to, n[4] > 0);
        filled = new Path2D(path);
        filled.lineTo(x, y);
      } else if (kind === "ellipse") {
        path.ellipse(n[0] * u, n[1] * u, Math.abs(n[2] * u), Math.abs(n[3] * u), -n[4] / 1e4, 0, 2 * Math.PI);
      } else if (kind === "grid") {
        return this.carried(n, seen, wide);
      }
      const fill = inside(prim, i, seen);
      if (fill) {
        pen.globalAlpha = fill;
        pen.fill(filled);
      }
      pen.globalAlpha = seen;
      if (wide) pen.stroke(path);
      if (end) pen.fill(end);
      pen.globalAlpha = 1;
    }

    /** The pattern of a dashed line; about a ring it comes out even. */
    dashed(prim, n, wide) {
      const [on, off] = dashes(wide);
      if (prim.k !== "ring") return [on, off];
      const around = 2 * Math.PI * n[2] * this.unit, period = around / Math.max(Math.round(around / (on + off)), 1);
      return [Math.min(on, period), Math.max(period - on, 0)];
    }

    /** The shaft of an arrow; returns its head, which is notched and covers the shaft's end. */
    arrow(path, [x0, y0, x1, y1, long, half], wide) {
      const u = this.unit, far = Math.hypot(x1 - x0, y1 - y0) * u, head = new Path2D();
      path.moveTo(x0 * u, y0 * u);
      if (!far || !long) {
        path.lineTo(x1 * u, y1 * u);
        return head;
      }
      const size = Math.min(Math.max(long * this.fine, 7 + 2.9 * wide), 0.8 * far);
      const dx = (x1 - x0) * u / far, dy = (y1 - y0) * u / far, barb = half / long * size;
      const place = (back, aside) => [x1 * u - dx * back - dy * aside, y1 * u - dy * back + dx * aside];
      path.lineTo(...place(0.85 * size, 0));
      for (const [back, aside] of [[0, 0], [size, barb], [0.8 * size, 0], [size, -barb]]) head.lineTo(...place(back, aside));
      head.closePath();
      return head;
    }

    /** A grid that something carries. */
    carried([xx, xy, yx, yy, cx, cy, half], seen, wide) {
      const pen = this.pen, u = this.unit, unit = this.view.scale * this.scale / 1e4;
      const place = (i, j) => [cx * u + (xx * i + yx * j) * unit, cy * u - (xy * i + yy * j) * unit];
      pen.globalAlpha = seen;
      for (let k = -half; k <= half; k++) {
        pen.lineWidth = k ? wide : 2 * wide;
        for (const [a, b] of [[place(k, -half), place(k, half)], [place(-half, k), place(half, k)]]) {
          pen.beginPath();
          pen.moveTo(...a);
          pen.lineTo(...b);
          pen.stroke();
        }
      }
      pen.globalAlpha = 1;
    }

    mark(prim, [x, y, size], seen, rim, shown) {
      const pen = this.pen, r = size * this.fine, colour = pen.fillStyle;
      const path = outline(prim.marker, x * this.unit, y * this.unit, r);
      pen.globalAlpha = seen;
      pen.setLineDash([]);
      pen.lineJoin = "miter";
      pen.strokeStyle = shown.colour(shown.named.background);
      pen.lineWidth = 2 * Math.max(rim, 1.2);
      pen.stroke(path);
      pen.fill(path);
      if (prim.marker === "ring") {
        pen.fillStyle = pen.strokeStyle;
        pen.fill(outline("disc", x * this.unit, y * this.unit, r - Math.max(0.4 * r, 1)));
        pen.fillStyle = colour;
      }
      pen.lineJoin = "round";
      pen.globalAlpha = 1;
    }

    ticks(i, shown) {
      const { ground } = this.view;
      if (!ground) return;
      const free = said(ground.shown, i);
      ground.ticks.forEach(([x, y, text], k) => {
        if (free[k] !== "0") this.words(text, x, y, 110, shown.colour(shown.named.tick_text), 1, shown, true);
      });
    }

    label(label, i, shown) {
      const bit = shown.derivation ? 2 : 1, text = said(label.text, i);
      if (!text || !((label.on || 3) & bit)) return;
      const seen = opacity(label, i, shown);
      if (!seen) return;
      const colour = shown.colour(label.tone);
      if (label.line && at(label.line.there || [1], i)) this.dotted(label.line.n.map((v) => at(v, i) * this.unit), colour, seen);
      this.words(text, at(label.x, i), at(label.y, i), label.size, colour, seen, shown);
    }

    dotted([a, b, c, d], colour, seen) {
      const { pen } = this;
      pen.globalAlpha = seen * 0.8;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.setLineDash([0.1, 4]);
      pen.stroke(new Path2D(`M${a} ${b}L${c} ${d}`));
      pen.setLineDash([]);
      pen.globalAlpha = 1;
    }

    /** Words whose middle stays where it is, however large they are; where they would lie on
        others they give way, or are left out. */
    words(text, x, y, size, colour, seen, shown, dropped = false) {
      const { pen, canvas } = this, large = size * this.fine, small = size / 10;
      pen.font = font(large);
      const wide = pen.measureText(text).width, unscaled = wide * small / large;
      const left = clamp((x / 10 + unscaled / 2) * this.scale - wide / 2, 2, canvas.clientWidth - wide - 2);
      const room = canvas.clientHeight - large - 2;
      const top = clamp((y / 10 + small / 2) * this.scale - large / 2, 2, room);
      const free = ([x, y]) => !this.taken.some(([l, t, r, b]) => x < r && l < x + wide && y < b && t < y + large);
      // Up and down first, then to the sides.
      const tries = [[left, top]];
      for (const k of dropped ? [] : [1, -1, 2, -2, 3, -3, 4, -4]) tries.push([left, clamp(top + k * large / 3, 2, room)]);
      for (const k of dropped ? [] : [1, -1, 2, -2, 3, -3]) tries.push([clamp(left + k * wide / 4, 2, canvas.clientWidth - wide - 2), top]);
      const found = tries.find(free);
      if (!found && dropped) return;
      const [across, down] = found || tries[0];
      this.taken.push([across, down, across + wide, down + large]);
      this.write(text, across, down, colour, seen, shown);
    }

    /** Words in the font that is set, parted by their ground from what they lie on. */
    write(text, left, top, colour, seen, shown) {
      const { pen } = this;
      pen.textBaseline = "top";
      pen.globalAlpha = seen;
      pen.strokeStyle = shown.colour(shown.named.background);
      pen.lineWidth = 3;
      pen.strokeText(text, left, top);
      pen.fillStyle = colour;
      pen.fillText(text, left, top);
      pen.globalAlpha = 1;
    }
  }

  const font = (size) => `${size}px system-ui, Roboto, "Noto Sans", sans-serif`;

  /** The outline of a mark. */
  function outline(marker, x, y, r) {
    const path = new Path2D();
    const through = (corners) => {
      corners.forEach(([dx, dy], k) => path[k ? "lineTo" : "moveTo"](x + dx * r, y + dy * r));
      path.closePath();
    };
    if (marker === "square") path.rect(x - 0.88 * r, y - 0.88 * r, 1.76 * r, 1.76 * r);
    else if (marker === "diamond") through([[0, -1.24], [1.24, 0], [0, 1.24], [-1.24, 0]]);
    else if (marker === "cross") {
      // Two bars as one outline: far and near corners in turn.
      const [a, b, c] = [1.03, 0.66, 0.37];
      through([[0, -c], [b, -a], [a, -b], [c, 0], [a, b], [b, a], [0, c], [-b, a], [-a, b], [-c, 0], [-a, -b], [-b, -a]]);
    } else path.arc(x, y, Math.max(r, 0), 0, 2 * Math.PI);
    return path;
  }

  // ---- drawing in space -------------------------------------------------------------

  const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  const mix = (p, q, share) => p.map((x, k) => x + share * (q[k] - x));
  const clamp = (x, low, high) => Math.min(Math.max(x, low), high);
  const rgb = (code) => [1, 3, 5].map((k) => parseInt(code.slice(k, k + 2), 16) / 255);
  // The window's shaders, and what it draws with too: nearer than NEAR, a share of the
  // camera's distance, nothing flat is drawn; of a mark behind an opaque face BEHIND is left.
  const { shaders, NEAR, BEHIND } = JSON.parse(document.getElementById("space").textContent);
  // Long lines are cut into so long pieces, in px, which are sorted by depth.
  const PIECE = 48, PIECES = 64;
  // What the shaders call their shapes, the numbers a shape has, its vertices.
  const LINE = 0, MARK = 5, WEDGE = 6, COLUMNS = 32, VERTICES = 18;
  const MARKERS = ["disc", "ring", "square", "diamond", "cross"];
  // The most solids, and above how many radii one leaves no shadow.
  const SOLIDS = 48, SHADOW = 6;
  // What the window's shaders begin with here.
  const HEADER = "#version 300 es\nprecision highp float;\nprecision highp int;";
  // The shadow's colour and opacity on the floor.
  const SHADOWS = { light: [0.12, 0.1, 0.06, 0.2], dark: [0, 0, 0, 0.45] };

  const TURNING = "View in space. Arrow keys turn it, plus and minus bring it near and far, 0 sets it back.";
  const SKETCHED = "This browser has no WebGL 2: the solids are only sketched.";

  /** An eye that looks at `target`; a world point becomes right, up and backward of it,
      in units of its distance. */
  class Eye {
    constructor({ target, distance, yaw, pitch, fov }) {
      const cy = Math.cos(yaw), sy = Math.sin(yaw), cp = Math.cos(pitch), sp = Math.sin(pitch);
      this.axes = [[cy, 0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]];
      this.at = target.map((x, k) => x + distance * this.axes[2][k]);
      this.distance = distance;
      this.fov = fov;
    }

    seen(point) {
      const off = point.map((x, k) => (x - this.at[k]) / this.distance);
      return this.axes.map((axis) => dot(axis, off));
    }

    /** A world axis as the eye sees it. */
    axis(k) { return this.axes.map((row) => row[k]); }
  }

  /** A canvas for WebGL, kept from stop to stop: a page may have only a few. */
  class Screen {
    constructor() {
      this.canvas = make("canvas", { "aria-hidden": "true" });
      this.gl = this.canvas.getContext("webgl2", { alpha: false, antialias: false });
      this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
      this.canvas.addEventListener("webglcontextrestored", () => {
        this.begin();
        window.player.draw();
      });
      if (this.gl) this.begin();
    }

    begin() {
      const { gl } = this;
      const program = (vertex, fragment) => {
        const made = gl.createProgram();
        for (const [kind, name] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
          const shader = gl.createShader(kind);
          gl.shaderSource(shader, shaders[name].replace("#version 330 core", HEADER));
          gl.compileShader(shader);
          gl.attachShader(made, shader);
        }
        gl.linkProgram(made);
        if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) {
          throw new Error(`${fragment}: ${gl.getProgramInfoLog(made)}`);
        }
        return made;
      };
      this.programs = {
        floor: program("full_vertex", "floor_fragment"), shadow: program("solid_vertex", "shadow_fragment"),
        body: program("solid_vertex", "solid_fragment"), mark: program("shape_vertex", "space_shape_fragment"),
        face: program("face_vertex", "face_fragment"),
      };
      const rows = (columns, each) => {
        const array = gl.createVertexArray(), buffer = gl.createBuffer();
        gl.bindVertexArray(array);
        gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
        for (let place = 0; place < columns / 4; place++) {
          gl.enableVertexAttribArray(place);
          gl.vertexAttribPointer(place, 4, gl.FLOAT, false, columns * 4, place * 16);
          gl.vertexAttribDivisor(place, each);
        }
        return { array, buffer };
      };
      this.shapes = rows(COLUMNS, 1);
      this.corners = rows(12, 0);
      this.bare = { array: gl.createVertexArray(), buffer: null };
    }

    /** Go on with a program; what it asks for of `values` is set. */
    use(name, values) {
      const { gl } = this, program = this.programs[name];
      gl.useProgram(program);
      for (const [key, value] of Object.entries(values)) {
        const place = gl.getUniformLocation(program, key);
        if (place === null) continue;
        if (value instanceof Float32Array) gl.uniform4fv(place, value);
        else if (value instanceof Int32Array) gl.uniform4iv(place, value);
        else if (key === "u_solids") gl.uniform1i(place, value);
        else if (typeof value === "number") gl.uniform1f(place, value);
        else gl[`uniform${value.length}f`](place, ...value);
      }
    }

    hand({ array, buffer }, data) {
      const { gl } = this;
      gl.bindVertexArray(array);
      if (!data) return;
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STREAM_DRAW);
    }
  }

  /** A view in space: floor, solids and lines by the window's own shaders, and words on a
      canvas over it. Lengths are in device px from the middle, y up, until words come. */
  class Space extends Plane {
    constructor(player, view, place) {
      super(player, view);
      this.first = view.camera;
      this.camera = { ...view.camera };
      this.screen = player.screens[place] ||= new Screen();
      this.element.classList.add("space");
      this.element.prepend(this.screen.canvas);
      this.element.tabIndex = 0;
      this.element.setAttribute("role", "group");
      this.element.setAttribute("aria-label", TURNING);
      if (!this.screen.gl) this.element.append(make("p", { class: "note" }, SKETCHED));
      this.listen();
    }

    // ---- turning it ----

    listen() {
      const about = this.element, fingers = new Map();
      about.onpointerdown = (event) => {
        if (event.target.closest("button")) return;
        about.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
      };
      const spread = () => {
        const [[a, b], [c, d]] = fingers.values();
        return Math.hypot(a - c, b - d);
      };
      about.onpointermove = (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const wide = fingers.size > 1 ? spread() : 0, now = [event.clientX, event.clientY];
        fingers.set(event.pointerId, now);
        if (wide) this.nearer(wide / spread());
        else this.turned(now[0] - before[0], now[1] - before[1]);
      };
      about.onpointerup = about.onpointercancel = (event) => fingers.delete(event.pointerId);
      about.onwheel = (event) => {
        event.preventDefault();
        this.nearer(Math.exp(event.deltaY * (event.deltaMode ? 0.03 : 0.001)));
      };
      about.ondblclick = (event) => { if (!event.target.closest("button")) this.reset(); };
      about.onkeydown = (event) => {
        if (event.target !== about || event.ctrlKey || event.metaKey || event.altKey) return;
        const act = {
          ArrowLeft: () => this.turned(-20, 0), ArrowRight: () => this.turned(20, 0),
          ArrowUp: () => this.turned(0, -20), ArrowDown: () => this.turned(0, 20),
          "+": () => this.nearer(0.9), "=": () => this.nearer(0.9), "-": () => this.nearer(1 / 0.9), 0: () => this.reset(),
        }[event.key];
        if (!act) return;
        act();
        event.preventDefault();
        event.stopPropagation();
      };
    }

    turned(dx, dy) {
      this.camera.yaw -= dx * 0.008;
      this.camera.pitch = clamp(this.camera.pitch + dy * 0.008, -Math.PI / 2, Math.PI / 2);
      this.player.draw();
    }

    nearer(share) {
      const own = this.first.distance;
      this.camera.distance = clamp(this.camera.distance * share, 0.2 * own, 5 * own);
      this.player.draw();
    }

    reset() {
      this.camera = { ...this.first };
      this.player.draw();
    }

    // ---- where things are ----

    /** The eye, and how many px one unit covers at depth 1, on a picture so high. */
    look(height) {
      this.eye = new Eye(this.camera);
      this.focal = height / 2 / Math.tan(this.camera.fov / 2);
    }

    /** A point as the eye sees it, in px and its inverse depth; null behind the eye. */
    flat([x, y, z]) { return -z > NEAR ? [x / -z * this.focal, y / -z * this.focal, 1 / -z] : null; }

    /** A world point in px of the page; far off where it is behind the eye. */
    page(point) {
      const flat = this.flat(this.eye.seen(point)), k = this.canvas.clientWidth / this.wide;
      return flat ? [(flat[0] + this.wide / 2) * k, (this.tall / 2 - flat[1]) * k] : [-1e4, -1e4];
    }

    spot(dim, i) { return this.page([dim.x, dim.y, dim.z].map((column) => at(column, i) / 1e4)); }

    // ---- a picture ----

    draw(i, shown) {
      const { canvas, screen } = this, ratio = window.devicePixelRatio || 1;
      const wide = Math.round(canvas.clientWidth * ratio), tall = Math.round(canvas.clientHeight * ratio);
      if (!wide) return;
      for (const one of [canvas, screen.canvas]) {
        if (one.width !== wide || one.height !== tall) [one.width, one.height] = [wide, tall];
      }
      [this.wide, this.tall] = [wide, tall];
      this.look(tall);
      this.fine = clamp(this.scale, SMALLEST, LARGEST) / 10;
      this.px = this.fine * ratio;
      this.pen = canvas.getContext("2d");
      this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.pen.clearRect(0, 0, wide, tall);
      this.pen.lineCap = this.pen.lineJoin = "round";
      this.rows = [];
      this.solids = [];
      this.faces = [];
      for (const prim of this.view.prims) {
        const seen = opacity(prim, i, shown);
        if (seen) this.told(prim, i, seen, shown);
      }
      this.solids.sort((p, q) => q.away - p.away).splice(0, this.solids.length - SOLIDS);
      if (screen.gl && !screen.gl.isContextLost()) this.shine(shown);
      else this.sketch(shown);
      this.label(i, shown);
      this.gizmo(shown);
    }

    /** Note a prim as solids, triangles, or rows for the shader. */
    told(prim, i, seen, shown) {
      const kind = prim.k || "chain", n = prim.n.map((column) => at(column, i) / 1e4);
      const points = [];
      for (let k = 0; k + 2 < n.length; k += 3) points.push(this.eye.seen(n.slice(k, k + 3)));
      const colour = rgb(shown.colour(prim.tone)), wide = width(prim, i, shown) * this.px;
      const pen = { colour: [...colour, seen], width: wide, dash: prim.dash ? dashes(wide) : null };
      if (kind === "sphere") this.solid(points[0], points[0], n[3], colour, seen);
      else if (kind === "capsule") this.solid(points[0], points[1], n[6], colour, seen);
      else if (kind === "faces") this.faces.push({ points, colour: [...colour, seen] });
      else if (kind === "mark") {
        const rim = (prim.marker === "cross" ? 12 : 15) * this.px, ground = rgb(shown.colour(shown.named.background));
        this.mark(points[0], n[3] * 1e4 * this.px, MARKERS.indexOf(prim.marker), pen.colour, ground, rim);
      } else if (kind === "arrow") this.arrow(points[0], points[1], pen);
      else if (kind === "line") this.endless(n, pen);
      else if (kind === "angle") this.angle(n, pen);
      else {
        if (kind === "closed") {
          const fill = inside(prim, i, seen);
          if (fill) this.fill(points, [...colour, fill]);
          points.push(points[0]);
        }
        const through = kind === "pieces" ? points.flatMap((p, k) => (k % 2 ? [[points[k - 1], p]] : [])) : [points];
        if (pen.width) for (const part of through) this.path(part, pen);
      }
    }

    solid(a, b, r, colour, alpha) {
      const radius = r / this.eye.distance, middle = mix(a, b, 0.5);
      if (!(radius > 0) || Math.min(-a[2], -b[2]) - radius <= NEAR / 2) return;
      this.solids.push({ a, b, radius, colour: [...colour, alpha], middle, away: Math.hypot(...middle) });
    }

    /** A chain of eye points, cut where it passes the eye. */
    path(points, pen) {
      let run = [];
      const end = () => {
        if (run.length > 1) this.chain(run, pen);
        run = [];
      };
      points.forEach((p, k) => {
        const q = points[k + 1], ahead = -p[2] - NEAR;
        if (ahead > 0) run.push(this.flat(p));
        const then = q ? -q[2] - NEAR : ahead;
        if (ahead > 0 === then > 0) return;
        run.push(this.flat(mix(p, q, ahead / (ahead - then)).with(2, -NEAR - 1e-9)));
        if (ahead > 0) end();
      });
      end();
    }

    /** Straight pieces through points in px, cut so that they can be sorted by depth. */
    chain(flat, pen, head = [0, 0]) {
      const points = [flat[0]];
      for (let k = 1; k < flat.length; k++) {
        const a = flat[k - 1], b = flat[k], far = Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
        const reach = 4 * Math.hypot(this.wide, this.tall) / 2;
        const count = head[0] ? 1 : Math.min(Math.floor(Math.min(far, reach) / (PIECE * this.px * 10)) + 1, PIECES);
        for (let part = 1; part <= count; part++) points.push(mix(a, b, part / count));
      }
      const apart = points.filter((p, k) => !k || Math.hypot(p[0] - points[k - 1][0], p[1] - points[k - 1][1]) > 1e-3);
      const axes = apart.slice(1).map((q, k) => {
        const x = q[0] - apart[k][0], y = q[1] - apart[k][1], long = Math.hypot(x, y);
        return [x / long, y / long, long];
      });
      const round = apart.length > 3 && Math.hypot(apart[0][0] - apart.at(-1)[0], apart[0][1] - apart.at(-1)[1]) < 1e-2;
      let way = 0;
      axes.forEach((axis, k) => {
        const before = axes[k - 1] || (round ? axes.at(-1) : null), after = axes[k + 1] || (round ? axes[0] : null);
        this.piece(apart[k], apart[k + 1], axis, before, after, way, pen, k === axes.length - 1 ? head : [0, 0]);
        way += axis[2];
      });
    }

    piece(a, b, [x, y, long], before, after, way, pen, head) {
      // Only the part near the picture: far ends would lose their digits.
      let low = 0, high = 1;
      const thick = pen.width / 2, delta = [b[0] - a[0], b[1] - a[1]];
      [this.wide, this.tall].forEach((size, k) => {
        const limit = size / 2 + thick + head[1] + 2, step = delta[k] || 1e-300;
        const ends = [(-limit - a[k]) / step, (limit - a[k]) / step].sort((p, q) => p - q);
        low = Math.max(low, ends[0]);
        high = Math.min(high, ends[1]);
      });
      if (!(low <= high)) return;
      const p = mix(a, b, low), q = mix(a, b, high), half = (high - low) * long / 2;
      // Neighbours meet at the bisector of their corner, so that no pixel is drawn by both.
      const cut = (other) => (other ? [x + other[0], y + other[1]] : [0, 0]);
      const [c, d] = [cut(before), cut(after)], [on, off] = pen.dash || [0, 0];
      const slope = (b[2] - a[2]) / long;
      this.rows.push({ depth: (a[2] + b[2]) / 2, row: [
        (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, x, y,
        half + thick + 1, Math.max(thick, head[1]) + 1, 0, 0,
        half, ...(high === 1 ? head : [0, 0]), 0,
        ...c, ...d,
        thick, on + off, on, on ? (way + low * long) % (on + off) : 0,
        x * slope, y * slope, a[2] - (x * a[0] + y * a[1]) * slope, LINE,
        ...pen.colour,
        c[0] * a[0] + c[1] * a[1], d[0] * b[0] + d[1] * b[1], 0, 0,
      ] });
    }

    arrow(tail, tip, pen) {
      const a = this.flat(tail), b = this.flat(tip);
      if (!a || !b) return this.path([tail, tip], pen);
      const long = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const head = Math.min(70 * this.px + 2.9 * pen.width, 0.8 * long);
      this.chain([a, b], pen, long > 1 ? [head, 0.38 * head] : [0, 0]);
    }

    /** A line to the horizon: past a great distance it no longer moves. */
    endless([x, y, z, dx, dy, dz, from, to], pen) {
      const foot = this.eye.seen([x, y, z]), along = this.eye.axes.map((axis) => dot(axis, [dx, dy, dz]));
      const size = Math.hypot(...along), step = size / this.eye.distance, far = 400, near = -dot(foot, along) / size;
      if (!(size > 0)) return;
      const low = Math.max(from * step, near - far), high = Math.min(to * step, near + far);
      const place = (k) => foot.map((c, axis) => c + k * along[axis] / size);
      if (low < high) this.path([place(low), place(high)], pen);
    }

    /** A right angle's mark in its own plane, as large on screen wherever it is. */
    angle(n, pen) {
      const corner = n.slice(0, 3), depth = -this.eye.seen(corner)[2];
      if (depth <= NEAR) return;
      const size = n[9] * 1e4 * this.px * depth * this.eye.distance / this.focal;
      const place = (a, b) => this.eye.seen(corner.map((c, k) => c + size * (a * n[3 + k] + b * n[6 + k])));
      this.path([place(1, 0), place(1, 1), place(0, 1)], pen);
    }

    mark(point, size, marker, colour, ground, rim) {
      const flat = this.flat(point);
      if (!flat) return;
      const reach = 1.3 * size + rim + 1;
      this.rows.push({ depth: flat[2] * 1.02, mark: true, row: [
        flat[0], flat[1], 1, 0, reach, reach, 0, 0, marker, size, rim, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, flat[2], MARK, ...ground, colour[3], ...colour,
      ] });
    }

    /** A convex flat shape as a fan about its middle, each triangle with the edge it fades across. */
    fill(eye, colour) {
      if (eye.length < 3 || eye.some((p) => -p[2] <= NEAR)) return;
      let points = eye.map((p) => this.flat(p));
      const area = points.reduce((sum, p, k) => {
        const q = points[(k + 1) % points.length];
        return sum + p[0] * q[1] - p[1] * q[0];
      }, 0);
      // Inverse depth of a plane is linear on screen.
      const normal = cross(eye), d = dot(normal, eye[0]);
      if (!area || Math.abs(d) < 1e-9) return;
      const plane = [normal[0] / d / this.focal, normal[1] / d / this.focal, -normal[2] / d];
      if (area < 0) points = points.reverse();
      const sides = points.map((p, k) => {
        const q = points[(k + 1) % points.length], long = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
        return [(q[1] - p[1]) / long, (p[0] - q[0]) / long];
      });
      const outer = points.map((p, k) => {
        const a = sides.at(k - 1), b = sides[k], bend = Math.max(1 + a[0] * b[0] + a[1] * b[1], 0.1);
        return [p[0] + (a[0] + b[0]) / bend, p[1] + (a[1] + b[1]) / bend];
      });
      const middle = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
      points.forEach((p, k) => {
        const side = sides[k];
        this.rows.push({ depth: middle[2], row: [
          middle[0], middle[1], 0, 0, 0, 0, 0, 0, ...outer[k], ...outer[(k + 1) % outer.length],
          ...side, side[0] * p[0] + side[1] * p[1], 0, 0, 0, 0, 0, ...plane, WEDGE, 0, 0, 0, 0, ...colour,
        ] });
      });
    }

    // ---- by WebGL ----

    shine(shown) {
      const { screen, wide, tall } = this, { gl } = screen;
      const common = {
        u_center: [wide / 2, tall / 2], u_origin: [wide / 2, tall / 2], u_size: [wide, tall],
        u_focal: this.focal, ...this.floor(shown), ...packed(this.solids), u_share: 1,
      };
      gl.viewport(0, 0, wide, tall);
      gl.clearColor(...rgb(shown.colour(shown.named.background)), 1);
      gl.depthMask(true);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.disable(gl.DEPTH_TEST);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
      screen.hand(screen.bare);
      screen.use("floor", common);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      this.shade(common);
      if (this.solids.length) {
        const placed = this.solids.map((solid) => bounds(solid, this.focal));
        screen.use("body", {
          ...common, ...quads(placed), u_tint: fours(this.solids.map((solid) => solid.colour)),
          u_cutters: new Int32Array(this.solids.flatMap((solid) => cutters(solid, this.solids))),
        });
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.solids.length);
      }
      const rows = new Float32Array(this.rows.sort((p, q) => p.depth - q.depth).flatMap((one) => one.row));
      const marks = (share) => {
        screen.hand(screen.shapes, rows);
        screen.use("mark", { ...common, u_share: share });
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, VERTICES, rows.length / COLUMNS);
      };
      if (!this.faces.length) return marks(1);
      gl.enable(gl.DEPTH_TEST);
      gl.depthFunc(gl.LEQUAL);
      const corners = this.lit();
      screen.hand(screen.corners, corners);
      screen.use("face", common);
      gl.drawArrays(gl.TRIANGLES, 0, corners.length / 12);
      gl.depthMask(false);
      gl.depthFunc(gl.GREATER);
      marks(BEHIND);
      gl.depthFunc(gl.LEQUAL);
      marks(1);
    }

    /** The triangles of meshes, far ones first, with the normals of the sides that are seen. */
    lit() {
      const found = [];
      for (const { points, colour } of this.faces) {
        for (let k = 0; k + 2 < points.length; k += 3) {
          const eye = points.slice(k, k + 3), normal = cross(eye), size = Math.hypot(...normal);
          const flat = eye.map((p) => this.flat(p)), middle = mix(mix(eye[0], eye[1], 0.5), eye[2], 1 / 3);
          if (!(size > 0) || flat.includes(null)) continue;
          const side = dot(normal, middle) > 0 ? -size : size;
          const unit = normal.map((c) => c / side);
          found.push({ away: Math.hypot(...middle), row: flat.flatMap((p) => [...p, 1, ...unit, 0, ...colour]) });
        }
      }
      return new Float32Array(found.sort((p, q) => q.away - p.away).flatMap((one) => one.row));
    }

    floor(shown) {
      const { eye, focal } = this, tone = (name) => [...rgb(shown.colour(shown.named[name])), 1];
      // Lines of the finest grid fade in as they part.
      const spacing = 110 * this.px * eye.distance / focal, step = 10 ** (Math.floor(Math.log10(spacing)) + 1);
      const strength = clamp(Math.log10(step / spacing) / 0.8, 0, 1), unit = eye.distance;
      return {
        u_up: eye.axis(1), u_floor_x: eye.axis(0), u_floor_z: eye.axis(2), u_height: eye.at[1] / unit,
        u_floor_eye: [eye.at[0] % (100 * step) / unit, eye.at[2] % (100 * step) / unit, eye.at[0] / unit, eye.at[2] / unit],
        u_step: [step / unit, strength, Math.max(1, 10 * this.px), 1.2],
        u_grid_minor: tone("grid_minor"), u_grid_major: tone("grid_major"),
        u_axis_x: tone("axis_x"), u_axis_z: tone("axis_z"),
        u_shadow: SHADOWS[shown.theme], u_room: tone("background"),
      };
    }

    /** The shadows that solids leave on the floor. */
    shade(common) {
      const { eye, screen, focal } = this, up = eye.axis(1), height = eye.at[1] / eye.distance;
      if (height <= 0) return;
      const above = (p) => height + dot(p, up), cast = [];
      for (const solid of this.solids) {
        const ends = [above(solid.a), above(solid.b)], high = Math.max(...ends);
        if (high <= 0 || Math.min(...ends) > SHADOW * solid.radius) continue;
        const reach = 2.2 * Math.max(Math.min(high, SHADOW * solid.radius), solid.radius), corners = [];
        for (const end of [solid.a, solid.b]) {
          for (const [i, k] of [[-1, -1], [-1, 1], [1, -1], [1, 1]]) {
            corners.push(end.map((c, n) => c - above(end) * up[n] + reach * (i * eye.axis(0)[n] + k * eye.axis(2)[n])));
          }
        }
        const limit = 4 * focal, whole = corners.some((p) => -p[2] <= NEAR);
        const flat = whole ? [[-limit, -limit], [limit, limit]] : corners.map((p) => this.flat(p));
        const box = [Math.min, Math.max].flatMap((most) => [0, 1].map((k) => most(...flat.map((p) => p[k]))));
        cast.push({ solid, reach, placed: [box.map((x) => clamp(x, -limit, limit)), [1, 0]] });
      }
      if (!cast.length) return;
      screen.use("shadow", {
        ...common, ...packed(cast.map((one) => one.solid)), ...quads(cast.map((one) => one.placed)),
        u_reach: fours(cast.map((one) => [one.reach, 0, 0, 0])),
      });
      screen.gl.drawArraysInstanced(screen.gl.TRIANGLE_STRIP, 0, 4, cast.length);
    }

    // ---- without WebGL ----

    /** Solids as discs, lines as lines: only where they are. */
    sketch(shown) {
      const { pen } = this, ratio = window.devicePixelRatio || 1;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.fillStyle = shown.colour(shown.named.background);
      pen.fillRect(0, 0, this.wide, this.tall);
      pen.setTransform(1, 0, 0, -1, this.wide / 2, this.tall / 2);
      const css = ([r, g, b, a]) => `rgb(${255 * r} ${255 * g} ${255 * b} / ${a})`;
      for (const { a, b, radius, colour, middle } of this.solids) {
        const [p, q] = [this.flat(a), this.flat(b)], r = radius / -middle[2] * this.focal;
        pen.strokeStyle = css([...colour.slice(0, 3), 0.2 + 0.5 * colour[3]]);
        pen.lineWidth = 2 * r;
        pen.beginPath();
        pen.moveTo(p[0], p[1]);
        pen.lineTo(q[0] + 0.01, q[1]);
        pen.stroke();
      }
      for (const { row } of this.rows.sort((p, q) => p.depth - q.depth)) {
        const [x, y, dx, dy] = row, kind = row[23], half = row[8];
        pen.beginPath();
        if (kind === LINE) {
          pen.strokeStyle = css(row.slice(24, 28));
          pen.lineWidth = 2 * row[16];
          pen.moveTo(x - dx * half, y - dy * half);
          pen.lineTo(x + dx * half, y + dy * half);
          pen.stroke();
          continue;
        }
        pen.fillStyle = css(row.slice(28, 32));
        if (kind === MARK) pen.arc(x, y, row[9], 0, 2 * Math.PI);
        else for (const k of [0, 8, 10]) pen.lineTo(row[k], row[k + 1]);
        pen.fill();
      }
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    }

    // ---- words ----

    label(i, shown) {
      const room = new Room(this.canvas.clientWidth, this.canvas.clientHeight, this.kept(i)), k = room.wide / this.wide;
      const page = (x, y) => [(x + this.wide / 2) * k, (this.tall / 2 - y) * k];
      for (const { row } of this.rows) {
        const half = row[23] === LINE ? row[8] : 0;
        for (let t = -half; t <= half; t += 5 / k) room.ink(...page(row[0] + t * row[2], row[1] + t * row[3]));
      }
      for (const { a, b, radius } of this.solids) {
        for (const share of a === b ? [0] : [0, 0.25, 0.5, 0.75, 1]) {
          const middle = mix(a, b, share), [x, y] = this.flat(middle), r = radius / -middle[2] * this.focal;
          for (let turn = 0; turn < 32; turn++) {
            const [c, s] = [Math.cos(turn / 5.1), Math.sin(turn / 5.1)];
            for (const part of [0.25, 0.5, 0.75, 1]) room.ink(...page(x + part * r * c, y + part * r * s));
          }
        }
      }
      const bit = shown.derivation ? 2 : 1, found = [];
      for (const label of this.view.texts) {
        const text = said(label.text, i), seen = text && (label.on || 3) & bit ? opacity(label, i, shown) : 0;
        if (!seen) continue;
        const [x, y, z, tx, ty, tz] = ["x", "y", "z", "tx", "ty", "tz"].map((name) => at(label[name], i) / 1e4);
        const toward = [dot(this.eye.axes[0], [tx, ty, tz]), -dot(this.eye.axes[1], [tx, ty, tz])];
        found.push({
          text, seen, toward, colour: shown.colour(label.tone), size: label.size,
          at: this.page([x, y, z]), gap: at(label.gap, i) / 10, late: label.lesson || 0,
        });
      }
      found.sort((p, q) => p.late - q.late);
      for (const { text, seen, colour, size, at: [x, y], toward, gap } of found) {
        if (!(x >= 0 && x < room.wide && y >= 0 && y < room.tall)) continue;
        const large = size * this.fine;
        this.pen.font = font(large);
        const place = room.place(x, y, this.pen.measureText(text).width, large * 1.2, Math.atan2(toward[1], toward[0]), gap);
        if (place.line) this.dotted(place.line, colour, seen);
        this.write(text, place.x, place.y + 0.1 * large, colour, seen, shown);
      }
    }

    /** The three axes in a corner that say which way is which. */
    gizmo(shown) {
      const { pen, canvas } = this, x = canvas.clientWidth - 46, y = 46;
      if (Math.min(canvas.clientWidth, canvas.clientHeight) < 240) return;
      const ends = [0, 1, 2].flatMap((k) => [1, -1].map((sign) => (
        { k, sign, end: this.eye.axis(k).map((c) => sign * c) })));
      for (const { k, sign, end } of ends.sort((p, q) => p.end[2] - q.end[2])) {
        const [dx, dy] = [x + 26 * end[0], y - 26 * end[1]];
        pen.strokeStyle = pen.fillStyle = shown.colour(shown.named[`axis_${"xyz"[k]}`]);
        pen.globalAlpha = sign > 0 ? 1 : 0.45;
        pen.lineWidth = 2;
        pen.setLineDash([]);
        if (sign > 0) pen.stroke(new Path2D(`M${x} ${y}L${dx} ${dy}`));
        pen.fill(outline("disc", dx, dy, sign > 0 ? 8.5 : 4.7));
        pen.globalAlpha = 1;
        if (sign < 0) continue;
        pen.font = font(12);
        pen.textBaseline = "middle";
        pen.fillStyle = shown.colour(shown.named.background);
        pen.fillText("xyz"[k], dx - pen.measureText("xyz"[k]).width / 2, dy);
      }
    }
  }

  /** A normal of the plane through the first three points that are not on a line. */
  function cross(points) {
    const [p, q] = points;
    for (const r of points.slice(2)) {
      const u = q.map((c, k) => c - p[k]), v = r.map((c, k) => c - p[k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      if (Math.hypot(...n) > 1e-12) return n;
    }
    return [0, 0, 0];
  }

  const fours = (rows) => new Float32Array(rows.flat());

  function packed(solids) {
    const found = { u_solids: solids.length };
    if (!solids.length) return found;
    found.u_solid_a = fours(solids.map((s) => [...s.a, s.radius]));
    found.u_solid_b = fours(solids.map((s) => [...s.b, s.colour[3]]));
    return found;
  }

  const quads = (placed) => ({
    u_bounds: fours(placed.map(([box]) => box)),
    u_turn: fours(placed.map(([, turn]) => [...turn, 0, 0])),
  });

  /** The slopes between which a ball is seen: its tangents turn from its middle by the angle
      whose sine is radius over distance. */
  function slopes([x, y, z], radius) {
    const sides = [x, y].map((c) => {
      const middle = Math.atan2(c, -z), spread = Math.asin(Math.min(radius / Math.hypot(c, z), 1));
      return [Math.tan(Math.max(middle - spread, -1.55)), Math.tan(Math.min(middle + spread, 1.55))];
    });
    return [sides[0][0], sides[1][0], sides[0][1], sides[1][1]];
  }

  /** The box that a solid fills on screen, and how it is turned. */
  function bounds({ a, b, radius }, focal) {
    const x = b[0] / -b[2] - a[0] / -a[2], y = b[1] / -b[2] - a[1] / -a[2], size = Math.hypot(x, y);
    const [c, s] = size > 1e-9 ? [x / size, y / size] : [1, 0];
    const [one, two] = [a, b].map((p) => slopes([c * p[0] + s * p[1], c * p[1] - s * p[0], p[2]], radius));
    const low = [0, 1].map((k) => Math.min(one[k], two[k]) * focal - 2);
    const high = [2, 3].map((k) => Math.max(one[k], two[k]) * focal + 2);
    return [[...low, ...high].map((x) => clamp(x, -1e5, 1e5)), [c, s]];
  }

  /** Up to four opaque solids that may pass through one. */
  function cutters(solid, solids) {
    const long = ({ a, b }) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
    const touches = (other) => Math.hypot(...other.middle.map((c, k) => c - solid.middle[k]))
      < solid.radius + other.radius + (long(solid) + long(other)) / 2;
    const near = [...solids.entries()].filter(([, other]) => other !== solid && other.colour[3] >= 1 && touches(other));
    return [...near.slice(-4).map(([k]) => k), -1, -1, -1, -1].slice(0, 4);
  }

  /** Room for words: each tries places about its anchor and takes the cheapest, off lines
      and other words. The costs are the window's. */
  class Room {
    constructor(wide, tall, taken) {
      [this.wide, this.tall, this.taken] = [wide, tall, taken];
      this.columns = Math.ceil(wide / 6) + 1;
      this.cells = new Uint8Array(this.columns * (Math.ceil(tall / 6) + 1));
    }

    ink(x, y) {
      if (!(x >= 0 && y >= 0 && x < this.wide && y < this.tall)) return;
      this.cells[Math.floor(y / 6) * this.columns + Math.floor(x / 6)] = 1;
    }

    inked(x, y, w, h) {
      const [left, right] = [x, x + w].map((c) => clamp(Math.round(c / 6), 0, this.columns));
      const [top, foot] = [y, y + h].map((c) => clamp(Math.round(c / 6), 0, Math.ceil(this.tall / 6)));
      let count = 0;
      for (let row = top; row < foot; row++) {
        for (let column = left; column < right; column++) count += this.cells[row * this.columns + column];
      }
      return count / Math.max(w * h / 36, 1);
    }

    place(x, y, w, h, first, gap) {
      const soft = (share) => clamp(1.6 * share, -1, 1);
      let best = null, least = Infinity;
      for (const ring of [0, 9, 20, 36, 58, 86]) {
        for (let turn = 0; turn < 16; turn++) {
          const angle = first + turn * Math.PI / 8, across = Math.cos(angle), down = Math.sin(angle);
          const left = x - w / 2 + soft(across) * w / 2 + across * (gap + ring);
          const top = y - h / 2 + soft(down) * h / 2 + down * (gap + ring);
          let cost = ring + 13 * (1 - Math.cos(turn * Math.PI / 8));
          if (left < 2 || top < 2 || left + w > this.wide - 2 || top + h > this.tall - 2) cost += 8000;
          const share = this.inked(left - 4, top - 1, w + 8, h + 2);
          if (share) cost += 26 + 120 * share;
          for (const [l, t, r, b] of this.taken) {
            if (left - 4 < r && l < left + w + 4 && top - 1 < b && t < top + h + 1) cost += 4000;
          }
          if (cost < least) [best, least] = [[left, top], cost];
        }
      }
      const [left, top] = [clamp(best[0], 2, this.wide - w - 2), clamp(best[1], 2, this.tall - h - 2)];
      this.taken.push([left, top, left + w, top + h]);
      const end = [clamp(x, left - 2, left + w + 2), clamp(y, top, top + h)], far = Math.hypot(end[0] - x, end[1] - y);
      if (far <= Math.max(24, gap + 10)) return { x: left, y: top, line: null };
      const point = (share) => [x + (end[0] - x) * share, y + (end[1] - y) * share];
      return { x: left, y: top, line: [...point(Math.min(Math.max(gap, 4), far / 3) / far), ...point(1 - 4 / far)] };
    }
  }

  // ---- the player ---------------------------------------------------------------

  class Player {
    constructor(lesson, root) {
      this.lesson = lesson;
      // Stops that differ in their time alone share their samples.
      this.stops = lesson.stops.map((stop) => ({ ...lesson.sets[stop.set], ...stop }));
      this.root = root;
      this.number = 0;
      this.given = new Map(); // which answer was given to a stop's question
      this.screens = []; // canvases for views in space
      this.lit = "";
      const dark = window.matchMedia("(prefers-color-scheme: dark)");
      this.theme = stored.get("theme") || (dark.matches ? "dark" : "light");
      dark.addEventListener("change", () => {
        if (!stored.get("theme")) this.paint(dark.matches ? "dark" : "light");
      });
      this.frame();
      this.paint(this.theme);
      this.open(0);
      new ResizeObserver(() => this.draw()).observe(this.root);
      document.addEventListener("keydown", (event) => this.key(event));
    }

    get stop() { return this.stops[this.number]; }
    get asked() { return Boolean(this.stop.question) && !this.given.has(this.number); }

    /** The page as it stays from stop to stop. */
    frame() {
      const { lesson } = this, several = lesson.stops.length > 1;
      this.back = make("button", { onclick: () => this.open(this.number - 1), title: "Page Up" }, "◀ Back");
      this.next = make("button", { onclick: () => this.open(this.number + 1), title: "Page Down" }, "Next ▶");
      this.where = make("span", { class: "where" });
      this.shade = make("button", { onclick: () => this.turn(), "aria-label": "Light or dark", title: "Light or dark (T)" }, "◐");
      this.again = make("button", { onclick: () => this.reset(), "aria-label": "As at first", title: "As at first (R)" }, "↺");
      const ways = several ? [this.back, this.where, this.next] : [];
      const walk = make("nav", { "aria-label": "The lesson's stops" }, ...ways, this.again, this.shade);
      this.stage = make("div", { class: "stage" });
      this.side = make("div", { class: "side" });
      this.live = make("p", { class: "said", "aria-live": "polite", role: "status" });
      this.root.append(
        make("header", {}, make("h1", {}, lesson.title), walk),
        make("main", {}, this.stage, this.side), make("footer", {}, lesson.source || ""), this.live,
      );
    }

    turn() {
      stored.set("theme", this.theme === "dark" ? "light" : "dark");
      this.paint(this.theme === "dark" ? "light" : "dark");
    }

    paint(theme) {
      this.theme = theme;
      const tones = this.lesson.tones[theme], style = document.documentElement.style;
      style.colorScheme = theme;
      for (const [name, tone] of Object.entries(this.lesson.named)) {
        style.setProperty(`--${name.replaceAll("_", "-")}`, tones[tone]);
      }
      if (this.figures) this.show();
    }

    colour(tone) { return this.lesson.tones[this.theme][tone]; }

    open(number) {
      if (number < 0 || number >= this.lesson.stops.length) return;
      this.number = number;
      const { stop } = this;
      this.sample = stop.at;
      const open = { derivation: stop.steps.length, code: stop.code }[stop.page];
      this.tab = open ? stop.page : stop.map ? "map" : "explore";
      this.step = this.tab === "derivation" ? stop.step : null;
      this.compared = Boolean(stop.article && stop.compared);
      this.lit = "";
      this.playing = false;
      this.wish = null;
      this.build();
      this.show();
      window.scrollTo(0, 0);
    }

    // ---- what a stop consists of ----

    build() {
      const { stop } = this, count = this.lesson.stops.length;
      tell(this.where, `${this.number + 1} of ${count}`);
      this.back.disabled = this.number === 0;
      this.next.disabled = this.number === count - 1;
      this.figures = stop.views.map((view, place) => (view.space ? new Space(this, view, place) : new Plane(this, view)));
      this.handles = [];
      stop.dims.forEach((dim, place) => { if (dim.kind === "handle") this.handles.push(this.handle(dim, place)); });
      this.figures[0].element.append(...this.handles.map((handle) => handle.button));
      this.stage.replaceChildren(
        make("p", { class: "say" }, whole(stop.say || "")),
        ...this.tasks(),
        make("div", { class: "views" }, ...this.figures.map((figure) => figure.element)),
        ...this.times(),
      );
      this.figures.forEach((figure) => {
        figure.element.style.setProperty("--shape", figure.view.size[0] / figure.view.size[1]);
      });
      this.side.replaceChildren(...this.cards());
    }

    /** The map as a picture in the theme's colours. */
    picture() {
      const { map } = this.stop, [wide, tall] = map.size, image = make("canvas", { width: wide, height: tall });
      const data = new ImageData(wide, tall), colours = map.palette[this.theme].map((code) => rgb(code).map((c) => 255 * c));
      let place = 0;
      for (let k = 0; k < map.cells.length; k += 2) {
        const colour = colours[map.cells[k]];
        for (let n = 0; n < map.cells[k + 1]; n++, place += 4) if (colour) data.data.set([...colour, map.alpha], place);
      }
      image.getContext("2d").putImageData(data, 0, 0);
      return image;
    }

    /** A handle on the first figure: a button that is dragged, or moved by the arrows. */
    handle(dim, place) {
      const button = make("button", { class: "handle", role: "slider", "aria-label": dim.label, title: dim.label });
      const figure = this.figures[0];
      let grip = [0, 0];
      const moved = (event) => this.toward(dim, place, event.clientX - grip[0], event.clientY - grip[1]);
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        // What was taken beside its middle stays there under the finger.
        const [x, y] = figure.spot(dim, this.sample);
        grip = [event.clientX - x, event.clientY - y];
        button.focus();
        button.setPointerCapture(event.pointerId);
        button.addEventListener("pointermove", moved);
      });
      for (const end of ["pointerup", "pointercancel"]) {
        button.addEventListener(end, () => button.removeEventListener("pointermove", moved));
      }
      button.addEventListener("keydown", (event) => {
        const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
        if (!way) return;
        event.preventDefault();
        event.stopPropagation();
        this.nudge(dim, place, way);
      });
      return { dim, place, button };
    }

    /** The place of the time among the dims; -1 without one. */
    get clockwork() { return this.stop.dims.findIndex((dim) => dim.kind === "time"); }

    /** The samples that differ from the present one in one dim alone, in its order. */
    along(place) {
      const { dims } = this.stop;
      const stride = dims.slice(place + 1).reduce((product, dim) => product * dim.count, 1);
      const digit = Math.floor(this.sample / stride) % dims[place].count;
      const first = this.sample - digit * stride;
      return { digit, samples: Array.from({ length: dims[place].count }, (_, k) => first + k * stride) };
    }

    toward(dim, place, x, y) {
      const figure = this.figures[0];
      let best = this.sample, least = Infinity;
      for (const sample of this.along(place).samples) {
        const [a, b] = figure.spot(dim, sample), far = Math.hypot(a - x, b - y);
        if (far < least) [best, least] = [sample, far];
      }
      this.go(this.timed(best));
    }

    nudge(dim, place, [wx, wy]) {
      const figure = this.figures[0], [x, y] = figure.spot(dim, this.sample);
      let best = null, least = Infinity;
      for (const sample of this.along(place).samples) {
        const [a, b] = figure.spot(dim, sample), forth = (a - x) * wx + (b - y) * wy;
        const aside = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
        if (forth < 0.5 || aside > 1.05 * forth) continue;
        const far = forth + 2 * aside;
        if (far < least) [best, least] = [sample, far];
      }
      if (best !== null) this.go(this.timed(best));
    }

    /** The sample at the same place whose time is nearest to the one last chosen. */
    timed(sample) {
      const place = this.clockwork;
      if (place < 0 || this.wish === null) return sample;
      const kept = this.sample;
      this.sample = sample;
      const { samples } = this.along(place);
      this.sample = kept;
      const dim = this.stop.dims[place];
      const off = (k) => Math.abs(at(dim.now, k) - this.wish);
      return samples.reduce((best, k) => (off(k) < off(best) ? k : best), samples[0]);
    }

    times() {
      const place = this.clockwork;
      this.slider = null;
      if (place < 0) return [];
      const dim = this.stop.dims[place];
      this.slider = make("input", { type: "range", min: 0, max: dim.count - 1, step: 1, "aria-label": dim.label });
      this.slider.addEventListener("input", () => this.atTime(place, Number(this.slider.value)));
      this.clock = make("span", { class: "clock" });
      this.player = make("button", { onclick: () => this.play(!this.playing), "aria-label": "Play", title: "Space" }, "▶");
      return [make("div", { class: "time" }, this.player, this.slider, this.clock)];
    }

    atTime(place, digit) {
      const { samples } = this.along(place);
      const sample = samples[Math.min(Math.max(digit, 0), samples.length - 1)];
      this.wish = at(this.stop.dims[place].now, sample);
      this.go(sample);
    }

    play(on) {
      const place = this.clockwork;
      if (place < 0) return;
      const dim = this.stop.dims[place], { digit, samples } = this.along(place);
      if (on && digit === samples.length - 1) this.atTime(place, 0);
      // Who wants no motion is taken on moment by moment.
      if (on && window.matchMedia("(prefers-reduced-motion: reduce)").matches) return this.atTime(place, this.along(place).digit + 1);
      this.playing = on;
      tell(this.player, on ? "❚❚" : "▶");
      this.player.setAttribute("aria-label", on ? "Pause" : "Play");
      if (!on) return;
      const first = at(dim.now, samples[0]), last = at(dim.now, samples[samples.length - 1]);
      let before = performance.now();
      this.wish = at(dim.now, this.sample);
      const tick = (now) => {
        if (!this.playing) return;
        this.wish += ((now - before) / 1000) * ((last - first) / (dim.seconds || 3));
        before = now;
        this.go(this.timed(this.sample));
        if (this.wish >= last) this.play(false);
        else requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    }

    cards() {
      const { stop } = this, cards = [];
      if (stop.question) cards.push(this.question());
      this.word = make("h2");
      this.sentence = make("p");
      this.verdict = make("section", { class: "card verdict", "aria-label": "Verdict" }, this.word, this.sentence);
      cards.push(this.verdict);
      this.pages = {};
      const tabs = [];
      const page = (name, title, card) => {
        const button = make("button", { onclick: () => this.turnTo(name) }, title);
        tabs.push(button);
        this.pages[name] = { button, card };
      };
      page("explore", "Numbers", this.numbers());
      if (stop.steps.length) page("derivation", "Derivation", this.derivation());
      if (stop.code) page("code", "Code", this.code());
      if (stop.map) page("map", "Map", this.map());
      this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Pages" }, ...tabs);
      cards.push(this.tabs, ...Object.values(this.pages).map((one) => one.card));
      if (stop.article) cards.push(this.article());
      return cards;
    }

    /** The task stands by the figure in which it is done. */
    tasks() {
      const { task } = this.stop;
      this.task = null;
      if (!task) return [];
      this.mark = make("p", { class: "muted" });
      this.task = make("section", { class: "card task", "aria-label": "Task" },
        make("h2", {}, "Task"), make("p", {}, whole(task.text)), this.mark);
      return [this.task];
    }

    question() {
      const { question } = this.stop;
      const why = make("p", { role: "status" });
      const buttons = question.answers.map((text, n) => make("button", { onclick: () => answer(n) }, whole(text)));
      const told = () => {
        const n = this.given.get(this.number);
        if (n === undefined) return;
        buttons.forEach((button, k) => {
          // Not disabled: it would lose the focus.
          button.setAttribute("aria-disabled", "true");
          button.classList.toggle("right", k === question.right);
          button.setAttribute("aria-pressed", String(k === n));
        });
        tell(why, whole(`${n === question.right ? "Right." : `No: ${question.answers[question.right]}.`} ${question.why || ""}`));
      };
      const answer = (n) => {
        if (!this.asked) return;
        this.given.set(this.number, n);
        told();
        this.show();
      };
      told();
      return make("section", { class: "card", "aria-label": "Question" },
        make("h2", {}, whole(question.text)), make("div", { class: "answers" }, ...buttons), why);
    }

    numbers() {
      this.cells = [];
      const list = (main) => {
        const box = make("dl", { class: main ? "main" : "" });
        for (const row of this.stop.rows) {
          if (Boolean(row.main) !== main) continue;
          const name = make("dt", { title: row.help || "" }, whole(row.name)), value = make("dd");
          const light = (on) => this.light(on ? said(row.key, this.sample) : "");
          for (const cell of [name, value]) {
            cell.addEventListener("pointerenter", () => light(true));
            cell.addEventListener("pointerleave", () => light(false));
          }
          this.cells.push({ row, name, value });
          box.append(name, value);
        }
        return box;
      };
      const others = make("details", {}, make("summary", {}, "All numbers"), list(false));
      return make("section", { class: "card", "aria-label": "Numbers" }, list(true), others);
    }

    derivation() {
      this.before = make("button", { onclick: () => this.stepBy(-1), "aria-label": "Step back", title: "Left" }, "◀");
      this.after = make("button", { onclick: () => this.stepBy(1), "aria-label": "Next step", title: "Right" }, "▶");
      this.whole = make("button", { onclick: () => this.goTo(null) }, "All");
      this.count = make("span", { role: "status" });
      this.steps = make("div", { class: "step" });
      return make("section", { class: "card", "aria-label": "Derivation" },
        make("div", { class: "steps" }, this.before, this.count, this.after, this.whole), this.steps);
    }

    code() {
      const { code } = this.stop;
      this.lines = code.lines.map((line) => {
        const value = make("span", { class: "value" });
        const text = line.text || " ", indent = text.search(/\S|$/) + 4;
        const code = make("code", { style: `padding-left: ${indent}ch; text-indent: ${-indent}ch` }, text);
        return { line, value, item: make("li", {}, code, value) };
      });
      this.list = make("ol", { class: "code", tabindex: 0, "aria-label": "Its lines" }, ...this.lines.map(({ item }) => item));
      this.found = 0;
      this.blame = make("p");
      return make("section", { class: "card", "aria-label": "Code" }, make("h2", {}, `${code.name} as code, in ${code.dtype}`),
        this.list, this.blame);
    }

    showCode() {
      const { code } = this.stop, i = this.sample, blamed = at(code.blamed, i);
      this.lines.forEach(({ line, value, item }, n) => {
        item.classList.toggle("idle", !at(line.reached, i));
        item.classList.toggle("blamed", n + 1 === blamed);
        tell(value, said(line.value, i));
      });
      tell(this.blame, whole([said(code.why, i), said(code.raised, i)].filter(Boolean).join(" ")));
      this.blame.hidden = !this.blame.textContent;
      if (blamed === this.found) return;
      this.found = blamed;
      if (!blamed) return;
      const { item } = this.lines[blamed - 1];
      this.list.scrollTop = item.offsetTop - (this.list.clientHeight - item.offsetHeight) / 2;
    }

    map() {
      const { map } = this.stop;
      this.chart = make("div", { role: "img", "aria-label": map.caption });
      this.legend = make("ul", { class: "legend" });
      this.here = make("p", { class: "muted" });
      return make("section", { class: "card map", "aria-label": "Map" }, make("h2", {}, map.caption), this.here, this.chart,
        make("p", { class: "muted" }, `Across: ${map.axes[0]}. Up: ${map.axes[1]}.`), this.legend);
    }

    showMap() {
      const { map } = this.stop, holds = at(map.there, this.sample), image = this.picture();
      this.mapped = holds && map.box ? image : null;
      const said = map.box ? "It lies under the figure while this page is open." : "";
      tell(this.here, holds ? said : "It was worked out for the numbers that this page opened with.");
      this.chart.replaceChildren(...(map.box ? [] : [image]));
      this.legend.replaceChildren(...map.legend.map(([text, light, dark]) =>
        make("li", {}, make("i", { style: `background: ${this.theme === "dark" ? dark : light}; opacity: ${map.alpha / 255}` }), text)));
    }

    article() {
      this.switch = make("input", { type: "checkbox" });
      this.switch.checked = this.compared;
      this.switch.addEventListener("change", () => this.compare(this.switch.checked));
      this.badge = make("p", { class: "badge" });
      this.why = make("p", { class: "help" });
      this.see = make("button", { onclick: () => {
        const step = at(this.stop.article.step, this.sample);
        if (step) this.turnTo("derivation", step);
      } });
      return make("section", { class: "card", "aria-label": this.stop.article.name },
        make("label", {}, this.switch, `${this.stop.article.name} beside truth`), this.badge, this.why, this.see);
    }

    compare(on) {
      this.compared = this.switch.checked = on;
      this.show();
    }

    // ---- what is shown now ----

    go(sample) {
      if (sample === this.sample) return;
      this.sample = sample;
      this.show();
    }

    /** Go back to the state that the stop's sentence speaks of. */
    reset() {
      this.wish = null;
      this.play(false);
      this.go(this.stop.at);
    }

    light(key) {
      if (key === this.lit) return;
      this.lit = key;
      for (const term of this.root.querySelectorAll(".term")) {
        term.classList.toggle("on", Boolean(key) && term.dataset.key === key);
      }
      this.draw();
    }

    turnTo(name, step = null) {
      this.tab = name;
      this.step = name === "derivation" ? step : null;
      this.show();
    }

    /** The number of steps that there are now. */
    get last() { return this.stop.steps.filter((step) => said(step.title, this.sample)).length; }

    stepBy(way) {
      const now = this.step === null ? (way > 0 ? 0 : this.last + 1) : this.step;
      this.goTo(Math.min(Math.max(now + way, 1), this.last));
    }

    goTo(step) {
      this.tab = "derivation";
      this.step = step;
      const time = step && this.clockwork >= 0 ? at(this.stop.steps[step - 1].time, this.sample) : NO_TIME;
      if (time !== NO_TIME) {
        this.wish = time;
        this.sample = this.timed(this.sample);
      }
      this.show();
    }

    show() {
      const { stop, sample: i, asked } = this, { verdict } = stop;
      if (this.step !== null) this.step = Math.min(this.step, this.last) || null;
      const word = asked ? "?" : said(verdict.word, i);
      tell(this.word, word);
      this.word.style.color = asked ? "" : this.colour(at(verdict.tone, i));
      this.verdict.classList.toggle("hit", !asked && at(verdict.hit, i) === 1);
      this.verdict.classList.toggle("asked", asked);
      tell(this.sentence, asked ? "Answer the question first." : whole(said(verdict.sentence, i)));
      this.tabs.hidden = asked;
      for (const [name, { button, card }] of Object.entries(this.pages)) {
        button.setAttribute("aria-pressed", String(name === this.tab));
        card.hidden = asked || name !== this.tab;
      }
      for (const { row, name, value } of this.cells) {
        const text = said(row.value, i);
        name.hidden = value.hidden = !text;
        tell(value, row.unit && text && text !== "none" ? `${whole(text)}\u00a0${row.unit}` : whole(text));
      }
      this.again.disabled = i === stop.at;
      this.showTime();
      this.showHandles();
      // Until it is answered the question holds for what is shown.
      for (const { button } of this.handles) button.hidden = asked;
      for (const figure of this.figures) figure.element.hidden = asked && !figure.holds(i, this.shown());
      if (this.slider) this.slider.disabled = this.player.disabled = asked;
      if (!asked) {
        if (this.tab === "derivation") this.showSteps();
        if (this.tab === "code") this.showCode();
        if (stop.article) this.showArticle();
      }
      if (this.switch) this.switch.closest("section").hidden = asked || !stop.article;
      if (this.task) this.showTask();
      this.mapped = null;
      if (this.tab === "map" && !asked) this.showMap();
      this.say();
      this.draw();
    }

    showTime() {
      if (!this.slider) return;
      const place = this.clockwork, dim = this.stop.dims[place];
      this.slider.value = String(this.along(place).digit);
      const name = said(dim.names, this.sample), stop = said(dim.stop, this.sample);
      // What happens then may say itself when it is.
      const when = stop.startsWith(name.replace(" = ", " ")) ? stop : `${name}: ${stop}`;
      tell(this.clock, stop && !this.asked ? when : name);
      this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    }

    showHandles() {
      for (const { dim, place, button } of this.handles) {
        const { digit } = this.along(place);
        button.setAttribute("aria-valuemin", "0");
        button.setAttribute("aria-valuemax", String(dim.count - 1));
        button.setAttribute("aria-valuenow", String(digit));
        button.setAttribute("aria-valuetext", said(dim.names, digit));
      }
    }

    showSteps() {
      const { sample: i } = this, last = this.last;
      tell(this.count, this.step === null ? `All ${last} steps` : `Step ${this.step} of ${last}`);
      this.before.disabled = this.step === 1;
      this.after.disabled = this.step === last;
      this.whole.setAttribute("aria-pressed", String(this.step === null));
      const markup = (text) => (text ? `<div class="formula">${text}</div>` : "");
      const parts = this.stop.steps.slice(0, last).map((step, n) => {
        if (this.step !== null && n + 1 !== this.step) return null;
        const box = make("div", { class: "step" }, make("h3", {}, `${n + 1}. ${said(step.title, i)}`), make("p", {}, whole(said(step.text, i))));
        // Markup of our own making: MathML of the lesson's formulas.
        box.insertAdjacentHTML("beforeend", [step.formula, step.numbers, step.result].map((text) => markup(said(text, i))).join(""));
        return box;
      });
      this.steps.replaceChildren(...parts.filter(Boolean));
      // Formulas do not break into lines: long ones are set smaller.
      for (const formula of this.steps.querySelectorAll(".formula")) {
        const room = formula.clientWidth / formula.scrollWidth;
        if (room < 1) formula.style.fontSize = `${Math.max(room * 0.98, 0.7)}em`;
      }
      for (const term of this.steps.querySelectorAll(".term")) {
        const { key } = term.dataset, over = (lit) => (event) => event.pointerType === "mouse" && this.light(lit);
        term.tabIndex = 0;
        term.addEventListener("pointerenter", over(key));
        term.addEventListener("pointerleave", over(""));
        term.addEventListener("focus", () => this.light(key));
        term.addEventListener("blur", () => this.light(""));
      }
    }

    showArticle() {
      const { article, code } = this.stop, i = this.sample, on = this.compared;
      const why = said(article.why, i), told = this.tab === "code" && why === said(code.why, i);
      const agrees = at(article.agrees, i), step = at(article.step, i);
      this.badge.hidden = !on;
      this.why.hidden = !on || !why || told;
      this.see.hidden = !on || agrees || !step || step > this.last;
      tell(this.badge, whole(`${said(article.how, i)}: ${said(article.answer, i)}`));
      this.badge.classList.toggle("differs", !agrees);
      tell(this.why, whole(why));
      tell(this.see, `See step ${step}`);
    }

    showTask() {
      const done = at(this.stop.done, this.sample);
      this.task.classList.toggle("done", Boolean(done));
      tell(this.mark, done ? "✓ Done." : "Not yet.");
    }

    /** Tell a reader, once things have come to rest. */
    say() {
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        this.telling = 0;
        const i = this.sample, { stop, asked } = this, parts = [];
        if (!asked) {
          parts.push(said(stop.verdict.word, i), said(stop.verdict.sentence, i));
          for (const { row, value } of this.cells) {
            if (row.main && !value.hidden) parts.push(`${row.name}: ${value.textContent}`);
          }
          if (this.compared && stop.article) parts.push(`${stop.article.name} ${this.badge.textContent}`);
        }
        if (this.task && at(stop.done, i)) parts.push("The task is done");
        tell(this.live, parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". "));
        const alt = asked ? stop.scene : said(stop.alt, i);
        for (const { canvas } of this.figures) canvas.setAttribute("aria-label", alt);
      }, 200);
    }

    /** What the figures show now. */
    shown() {
      const { stop, sample: i, asked } = this, derivation = this.tab === "derivation";
      const hides = this.step ? said(stop.steps[this.step - 1].hides, i).split(" ") : [];
      return {
        theme: this.theme, named: this.lesson.named, colour: (tone) => this.colour(tone), lit: this.lit,
        asked, article: this.compared && !asked, derivation, step: derivation ? this.step ?? Infinity : null,
        hides: new Set(hides), map: this.mapped,
      };
    }

    draw() {
      if (!this.figures || this.drawing) return;
      this.drawing = requestAnimationFrame(() => {
        this.drawing = 0;
        const shown = this.shown();
        for (const figure of this.figures) figure.draw(this.sample, shown);
        for (const { dim, button } of this.handles) {
          const [x, y] = this.figures[0].spot(dim, this.sample);
          button.style.left = `${x}px`;
          button.style.top = `${y}px`;
        }
      });
    }

    /** Wait until all is played, drawn and told. */
    async settled() {
      do await new Promise(requestAnimationFrame);
      while (this.drawing || this.telling || this.playing);
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = event.target instanceof HTMLInputElement;
      const act = {
        PageDown: () => this.open(this.number + 1),
        PageUp: () => this.open(this.number - 1),
        ArrowRight: () => !typing && this.tab === "derivation" && !this.asked && (this.stepBy(1), true),
        ArrowLeft: () => !typing && this.tab === "derivation" && !this.asked && (this.stepBy(-1), true),
        " ": () => !event.target.closest("button, summary, input") && this.slider && !this.asked && (this.play(!this.playing), true),
        ",": () => this.slider && !this.asked && (this.atTime(this.clockwork, this.along(this.clockwork).digit - 1), true),
        ".": () => this.slider && !this.asked && (this.atTime(this.clockwork, this.along(this.clockwork).digit + 1), true),
        a: () => this.stop.article && !this.asked && this.compare(!this.compared),
        r: () => this.reset(),
        t: () => this.turn(),
        Escape: () => this.light(""),
      }[event.key];
      if (act && act() !== false) event.preventDefault();
    }
  }

  // ---- the beginning ------------------------------------------------------------

  inflated(document.getElementById("lesson").textContent).then(
    (lesson) => {
      document.title = lesson.title;
      window.player = new Player(lesson, document.body);
    },
    (error) => document.body.append(make("p", {}, `This browser cannot open the lesson: ${error}`)),
  );
})();
