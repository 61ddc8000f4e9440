"use strict";
/* A lesson in a browser. All states were worked out beforehand; nothing is reckoned here
   but where to draw them. The data's form is told in export/page.py. */
(() => {
  const SLOT = "\uE000";
  // What is pointed at is drawn so much wider, in px, and the rest so much fainter.
  const WIDER = 1.5, FAINT = 0.55;
  // A view's lines and letters shrink and grow with it, but not beyond these.
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
    } else if (thing.lesson && !(key && key === shown.lit) && !shown.all) return 0;
    const own = thing.a ? at(thing.a, i) / 255 : 1;
    if (!shown.lit) return own;
    return key === shown.lit ? 1 : FAINT * own;
  }

  class Plane {
    constructor(player, view) {
      this.player = player;
      this.view = view;
      this.canvas = make("canvas", { role: "img" });
      this.element = make("figure", { class: "view" }, this.canvas);
      if (view.caption) this.element.append(make("figcaption", {}, view.caption));
    }

    /** How many px of the page one px of the view's own size has. */
    get scale() { return this.canvas.clientWidth / this.view.size[0]; }

    /** Where a handle is, in px of the page. */
    spot(dim, i) { return [at(dim.x, i) / 10 * this.scale, at(dim.y, i) / 10 * this.scale]; }

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
      this.fine = Math.min(Math.max(s, SMALLEST), LARGEST) / 10;
      if (shown.map && shown.map.box && this === this.player.figures[0]) {
        const [x, y, w, h] = shown.map.box;
        pen.drawImage(shown.map.image, x * s, y * s, w * s, h * s);
      }
      const ground = view.ground;
      for (const line of ground ? ground.lines : []) this.prim(line, 0, { ...shown, all: true, step: null, asked: false, lit: "" });
      for (const prim of view.prims) this.prim(prim, i, shown);
      this.ticks(i, shown);
      for (const label of view.texts) this.label(label, i, shown);
    }

    prim(prim, i, shown) {
      const seen = opacity(prim, i, shown);
      if (!seen) return;
      const pen = this.pen, u = this.unit, lit = shown.lit && prim.key === shown.lit;
      const n = prim.n.map((column) => at(column, i));
      const colour = prim.tone === undefined ? prim[shown.theme] : shown.colour(prim.tone);
      const w = at(prim.w || 0, i);
      const wide = (w + (lit && w ? 10 * WIDER : 0)) * this.fine;
      pen.strokeStyle = pen.fillStyle = colour;
      pen.lineWidth = wide;
      pen.setLineDash(prim.dash ? [1.2 * wide + 3, 2.3 * wide + 2] : []);
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
        end = this.arrow(path, n);
      } else if (kind === "ring") {
        path.arc(n[0] * u, n[1] * u, Math.max(n[2] * u, 0), 0, 2 * Math.PI);
      } else if (kind === "arc") {
        const [x, y, r] = n.map((v) => v * u), from = -n[3] / 1e4, to = from - n[4] / 1e4;
        path.arc(x, y, Math.max(r, 0), from, to, n[4] > 0);
        filled = new Path2D();
        filled.moveTo(x, y);
        filled.addPath(path);
        filled.arc(x, y, Math.max(r, 0), from, to, n[4] > 0);
      } else if (kind === "ellipse") {
        path.ellipse(n[0] * u, n[1] * u, Math.abs(n[2] * u), Math.abs(n[3] * u), -n[4] / 1e4, 0, 2 * Math.PI);
      } else if (kind === "grid") {
        return this.carried(n, seen, wide);
      }
      const fill = prim.fill ? at(prim.fill, i) / 255 : 0;
      if (fill) {
        pen.globalAlpha = seen * fill;
        pen.fill(filled);
      }
      pen.globalAlpha = seen;
      if (wide) pen.stroke(path);
      if (end) pen.fill(end);
      pen.globalAlpha = 1;
    }

    /** The shaft of an arrow; returns its head. */
    arrow(path, [x0, y0, x1, y1, long, half]) {
      const u = this.unit, far = Math.hypot(x1 - x0, y1 - y0);
      const head = new Path2D();
      if (!far || !long) {
        path.moveTo(x0 * u, y0 * u);
        path.lineTo(x1 * u, y1 * u);
        return head;
      }
      const grown = this.fine / u, size = Math.min(long * grown, 0.8 * far);
      const wide = half / long * size, dx = (x1 - x0) / far, dy = (y1 - y0) / far;
      const x = x1 - dx * size, y = y1 - dy * size;
      path.moveTo(x0 * u, y0 * u);
      path.lineTo(x * u, y * u);
      head.moveTo(x1 * u, y1 * u);
      head.lineTo((x - dy * wide) * u, (y + dx * wide) * u);
      head.lineTo((x + dy * wide) * u, (y - dx * wide) * u);
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
      const pen = this.pen, r = size * this.fine, lit = shown.lit && prim.key === shown.lit;
      const path = outline(prim.marker, x * this.unit, y * this.unit, lit ? r + 2 : r);
      const colour = pen.fillStyle, open = prim.marker === "ring" || prim.marker === "cross";
      pen.globalAlpha = seen;
      pen.setLineDash([]);
      pen.lineJoin = "miter";
      pen.strokeStyle = shown.colour(shown.named.background);
      pen.lineWidth = 2 * (rim || 1.5) + (open ? 2.5 * this.fine * 10 : 0);
      pen.stroke(path);
      if (open) {
        pen.strokeStyle = colour;
        pen.lineWidth = 2.5 * this.fine * 10;
        pen.stroke(path);
      } else pen.fill(path);
      pen.lineJoin = "round";
      pen.globalAlpha = 1;
    }

    ticks(i, shown) {
      const { ground } = this.view;
      if (!ground) return;
      const free = said(ground.shown, i);
      ground.ticks.forEach(([x, y, text], k) => {
        if (free[k] !== "0") this.words(text, 10 * x, 10 * y, 110, shown.colour(shown.named.tick_text), 1, shown);
      });
    }

    label(label, i, shown) {
      const bit = shown.step === null && !shown.derivation ? 1 : 2, text = said(label.text, i);
      if (!text || !((label.on || 3) & bit)) return;
      const seen = opacity(label, i, shown);
      if (!seen) return;
      const colour = shown.colour(label.tone);
      if (label.line && at(label.line.there || [1], i)) this.leader(label.line.n, i, colour, seen);
      this.words(text, at(label.x, i), at(label.y, i), label.size, colour, seen, shown);
    }

    leader(n, i, colour, seen) {
      const pen = this.pen, [a, b, c, d] = n.map((v) => at(v, i) * this.unit);
      pen.globalAlpha = seen * 0.8;
      pen.strokeStyle = colour;
      pen.lineWidth = 1.5;
      pen.setLineDash([0.1, 4]);
      pen.beginPath();
      pen.moveTo(a, b);
      pen.lineTo(c, d);
      pen.stroke();
      pen.setLineDash([]);
      pen.globalAlpha = 1;
    }

    /** Words whose middle stays where it is, however large they are. */
    words(text, x, y, size, colour, seen, shown) {
      const pen = this.pen, large = size * this.fine, small = size / 10;
      pen.font = `${large}px system-ui, Roboto, "Noto Sans", sans-serif`;
      pen.textBaseline = "top";
      const wide = pen.measureText(text).width, own = wide * small / large;
      let left = (x / 10 + own / 2) * this.scale - wide / 2;
      let top = (y / 10 + small / 2) * this.scale - large / 2;
      left = Math.min(Math.max(left, 2), this.canvas.clientWidth - wide - 2);
      top = Math.min(Math.max(top, 2), this.canvas.clientHeight - large - 2);
      pen.globalAlpha = seen;
      pen.strokeStyle = shown.colour(shown.named.background);
      pen.lineWidth = 3;
      pen.strokeText(text, left, top);
      pen.fillStyle = colour;
      pen.fillText(text, left, top);
      pen.globalAlpha = 1;
    }
  }

  /** The outline of a mark. */
  function outline(marker, x, y, r) {
    const path = new Path2D();
    if (marker === "square") path.rect(x - r, y - r, 2 * r, 2 * r);
    else if (marker === "diamond") {
      const d = 1.25 * r;
      path.moveTo(x, y - d);
      path.lineTo(x + d, y);
      path.lineTo(x, y + d);
      path.lineTo(x - d, y);
      path.closePath();
    } else if (marker === "cross") {
      for (const s of [-1, 1]) {
        path.moveTo(x - r, y - s * r);
        path.lineTo(x + r, y + s * r);
      }
    } else path.arc(x, y, r, 0, 2 * Math.PI);
    return path;
  }

  // ---- the player ---------------------------------------------------------------

  class Player {
    constructor(lesson, root) {
      this.lesson = lesson;
      this.root = root;
      this.number = 0;
      this.given = new Map(); // which answer was given to a stop's question
      this.left = new Map(); // the sample at which a stop was left
      this.lit = "";
      this.all = false;
      const dark = window.matchMedia("(prefers-color-scheme: dark)");
      this.theme = stored.get("theme") || (dark.matches ? "dark" : "light");
      dark.addEventListener("change", () => {
        if (!stored.get("theme")) this.paint(dark.matches ? "dark" : "light");
      });
      this.frame();
      this.paint(this.theme);
      this.open(0);
      new ResizeObserver(() => this.draw()).observe(this.stage);
      document.addEventListener("keydown", (event) => this.key(event));
    }

    get stop() { return this.lesson.stops[this.number]; }
    get asked() { return Boolean(this.stop.question) && !this.given.has(this.number); }

    /** The page as it stays from stop to stop. */
    frame() {
      const { lesson } = this, several = lesson.stops.length > 1;
      this.back = make("button", { onclick: () => this.open(this.number - 1), title: "Page Up" }, "◀ Back");
      this.next = make("button", { onclick: () => this.open(this.number + 1), title: "Page Down" }, "Next ▶");
      this.where = make("output", { "aria-label": "Place in the lesson" });
      this.shade = make("button", { onclick: () => this.turn(), "aria-label": "Light or dark", title: "T" }, "◐");
      const walk = make("nav", { "aria-label": "The lesson's stops" }, ...(several ? [this.back, this.where, this.next] : []), this.shade);
      this.stage = make("div", { class: "stage" });
      this.side = make("div", { class: "side" });
      this.live = make("p", { class: "said", "aria-live": "polite", role: "status" });
      this.root.append(
        make("header", {}, make("h1", {}, lesson.title), make("span", { class: "source" }, lesson.source || ""), walk),
        make("main", {}, this.stage, this.side), this.live,
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
      if (this.mapPicture) this.load();
      this.draw();
    }

    colour(tone) { return this.lesson.tones[this.theme][tone]; }

    open(number) {
      if (number < 0 || number >= this.lesson.stops.length) return;
      if (this.stage.childElementCount) this.left.set(this.number, this.sample);
      this.number = number;
      const { stop } = this;
      this.sample = this.left.has(number) ? this.left.get(number) : stop.at;
      this.tab = stop.page === "derivation" && stop.steps.length ? "derivation" : "explore";
      this.step = this.tab === "derivation" ? stop.step : null;
      this.compared = Boolean(stop.article && stop.article.shown);
      this.mapped = false;
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
      this.figures = stop.views.map((view) => (view.space ? new Space(this, view) : new Plane(this, view)));
      this.handles = [];
      stop.dims.forEach((dim, place) => { if (dim.kind === "handle") this.handles.push(this.handle(dim, place)); });
      this.figures[0].element.append(...this.handles.map((handle) => handle.button));
      this.stage.replaceChildren(
        make("p", { class: "say" }, stop.say || ""),
        make("div", { class: "views" }, ...this.figures.map((figure) => figure.element)),
        ...this.times(),
      );
      this.figures.forEach((figure) => {
        figure.canvas.style.aspectRatio = `${figure.view.size[0]} / ${figure.view.size[1]}`;
      });
      this.side.replaceChildren(...this.cards());
      this.load();
    }

    /** The map's pictures, once they are there. */
    load() {
      const { map } = this.stop;
      this.mapPicture = null;
      if (!map) return;
      const image = new Image();
      image.onload = () => {
        this.mapPicture = image;
        this.draw();
      };
      image.src = map[this.theme] || map.light;
      if (this.mapImage) this.mapImage.src = image.src;
    }

    /** A handle on the first figure: a button that is dragged, or moved by the arrows. */
    handle(dim, place) {
      const button = make("button", { class: "handle", role: "slider", "aria-label": dim.label, title: dim.label });
      const figure = this.figures[0];
      const moved = (event) => {
        const box = figure.canvas.getBoundingClientRect();
        this.toward(dim, place, event.clientX - box.left, event.clientY - box.top);
      };
      button.addEventListener("pointerdown", (event) => {
        event.preventDefault();
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
      const place = this.stop.dims.findIndex((dim) => dim.kind === "time");
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
      const place = this.stop.dims.findIndex((dim) => dim.kind === "time");
      this.slider = null;
      if (place < 0) return [];
      const dim = this.stop.dims[place];
      this.slider = make("input", { type: "range", min: 0, max: dim.count - 1, step: 1, "aria-label": dim.label });
      this.slider.addEventListener("input", () => this.atTime(place, Number(this.slider.value)));
      this.clock = make("output");
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
      const place = this.stop.dims.findIndex((dim) => dim.kind === "time");
      if (place < 0) return;
      const dim = this.stop.dims[place], { digit, samples } = this.along(place);
      if (on && digit === samples.length - 1) this.atTime(place, 0);
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
      if (stop.task) {
        this.mark = make("p", { class: "muted" });
        this.task = make("section", { class: "card task", "aria-label": "Task" }, make("h2", {}, "Task"), make("p", {}, stop.task.text), this.mark);
        cards.push(this.task);
      } else this.task = null;
      this.word = make("h2");
      this.sentence = make("p");
      this.verdict = make("section", { class: "card verdict", "aria-label": "Verdict" }, this.word, this.sentence);
      cards.push(this.verdict);
      this.pages = {};
      const tabs = [];
      const page = (name, title, card) => {
        const button = make("button", { role: "tab", onclick: () => this.turnTo(name) }, title);
        tabs.push(button);
        this.pages[name] = { button, card };
      };
      page("explore", "Numbers", this.numbers());
      if (stop.steps.length) page("derivation", "Derivation", this.derivation());
      if (stop.map) page("map", "Map", this.map());
      this.tabs = make("div", { class: "tabs", role: "tablist" }, ...tabs);
      cards.push(this.tabs, ...Object.values(this.pages).map((one) => one.card));
      if (stop.article) cards.push(this.article());
      return cards;
    }

    question() {
      const { question } = this.stop;
      const why = make("p", { role: "status" });
      const buttons = question.answers.map((text, n) => make("button", { onclick: () => answer(n) }, text));
      const told = () => {
        const n = this.given.get(this.number);
        if (n === undefined) return;
        buttons.forEach((button, k) => {
          button.disabled = true;
          button.classList.toggle("right", k === question.right);
          button.setAttribute("aria-pressed", String(k === n));
        });
        tell(why, `${n === question.right ? "Right." : `No: ${question.answers[question.right]}.`} ${question.why || ""}`);
      };
      const answer = (n) => {
        this.given.set(this.number, n);
        told();
        this.show();
      };
      told();
      return make("section", { class: "card", "aria-label": "Question" }, make("h2", {}, question.text), make("div", { class: "answers" }, ...buttons), why);
    }

    numbers() {
      this.cells = [];
      const list = (main) => {
        const box = make("dl", { class: main ? "main" : "" });
        for (const row of this.stop.rows) {
          if (Boolean(row.main) !== main) continue;
          const name = make("dt", { title: row.help || "" }, row.name), value = make("dd");
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
      return make("section", { class: "card", role: "tabpanel", "aria-label": "Numbers" }, list(true), others);
    }

    derivation() {
      this.before = make("button", { onclick: () => this.stepBy(-1), "aria-label": "Step back", title: "Left" }, "◀");
      this.after = make("button", { onclick: () => this.stepBy(1), "aria-label": "Next step", title: "Right" }, "▶");
      this.whole = make("button", { onclick: () => this.goTo(null) }, "All");
      this.count = make("output", { "aria-live": "polite" });
      this.steps = make("div", { class: "step" });
      return make("section", { class: "card", role: "tabpanel", "aria-label": "Derivation" },
        make("div", { class: "steps" }, this.before, this.count, this.after, this.whole), this.steps);
    }

    map() {
      const { map } = this.stop;
      this.mapImage = make("img", { alt: map.caption, src: map[this.theme] || map.light });
      const axes = map.axes ? make("p", { class: "muted" }, `Across: ${map.axes[0]}. Up: ${map.axes[1]}.`) : "";
      const legend = make("ul", { class: "legend" }, ...map.legend.map(([text, tone]) =>
        make("li", {}, make("i", { "data-tone": tone }), text)));
      const under = map.box ? make("p", { class: "muted" }, "It lies under the figure while this page is open.") : this.mapImage;
      return make("section", { class: "card map", role: "tabpanel", "aria-label": "Map" }, make("p", {}, map.caption), under, axes, legend);
    }

    article() {
      this.switch = make("input", { type: "checkbox" });
      this.switch.checked = this.compared;
      this.switch.addEventListener("change", () => this.compare(this.switch.checked));
      this.badge = make("p", { "aria-live": "polite" });
      this.why = make("p", { class: "help" });
      this.see = make("button", { onclick: () => {
        const step = at(this.stop.article.step, this.sample);
        if (step) this.turnTo("derivation", step);
      } });
      return make("section", { class: "card", "aria-label": this.stop.article.name },
        make("label", {}, this.switch, ` ${this.stop.article.name} beside truth`), this.badge, this.why, this.see);
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

    light(key) {
      if (key === this.lit) return;
      this.lit = key;
      for (const term of this.root.querySelectorAll(".term")) term.classList.toggle("on", Boolean(key) && term.dataset.key === key);
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
      const place = this.stop.dims.findIndex((dim) => dim.kind === "time");
      const time = step && place >= 0 ? at(this.stop.steps[step - 1].time, this.sample) : -1;
      if (time >= 0) this.atTime(place, time);
      this.show();
    }

    show() {
      const { stop, sample: i, asked } = this, { verdict } = stop;
      if (this.step !== null) this.step = Math.min(this.step, this.last) || null;
      const word = asked ? "?" : said(verdict.word, i);
      tell(this.word, word);
      this.word.style.color = asked ? "" : this.colour(at(verdict.tone, i));
      this.verdict.classList.toggle("hit", !asked && at(verdict.hit, i) === 1);
      tell(this.sentence, asked ? "Answer the question first." : said(verdict.sentence, i));
      this.tabs.hidden = asked;
      for (const [name, { button, card }] of Object.entries(this.pages)) {
        button.setAttribute("aria-selected", String(name === this.tab));
        card.hidden = asked || name !== this.tab;
      }
      for (const { row, name, value } of this.cells) {
        const text = said(row.value, i);
        name.hidden = value.hidden = !text;
        tell(value, row.unit && text ? `${text} ${row.unit}` : text);
      }
      this.showTime();
      this.showHandles();
      if (!asked) {
        if (this.tab === "derivation") this.showSteps();
        if (stop.article) this.showArticle();
      }
      if (this.switch) this.switch.closest("section").hidden = asked || !stop.article;
      if (this.task) this.showTask();
      for (const tone of this.root.querySelectorAll("[data-tone]")) tone.style.background = this.colour(Number(tone.dataset.tone));
      this.mapped = this.tab === "map" && !asked;
      this.say();
      this.draw();
    }

    showTime() {
      if (!this.slider) return;
      const place = this.stop.dims.findIndex((dim) => dim.kind === "time"), dim = this.stop.dims[place];
      this.slider.value = String(this.along(place).digit);
      const name = said(dim.names, this.sample), stop = said(dim.stop, this.sample);
      tell(this.clock, stop && !this.asked ? `${name}: ${stop}` : name);
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
        const box = make("div", { class: "step" }, make("h3", {}, `${n + 1}. ${said(step.title, i)}`), make("p", {}, said(step.text, i)));
        // Markup of our own making: MathML of the lesson's formulas.
        box.insertAdjacentHTML("beforeend", [step.formula, step.numbers, step.result].map((text) => markup(said(text, i))).join(""));
        return box;
      });
      this.steps.replaceChildren(...parts.filter(Boolean));
      for (const term of this.steps.querySelectorAll(".term")) {
        const { key } = term.dataset;
        term.addEventListener("pointerenter", () => this.light(key));
        term.addEventListener("pointerleave", () => this.light(""));
        term.addEventListener("click", () => this.light(this.lit === key ? "" : key));
      }
    }

    showArticle() {
      const { article } = this.stop, i = this.sample, on = this.compared;
      const agrees = at(article.agrees, i), step = at(article.step, i);
      this.badge.hidden = !on;
      this.why.hidden = !on || !said(article.why, i);
      this.see.hidden = !on || agrees || !step || step > this.last;
      tell(this.badge, `${said(article.how, i)}: ${said(article.answer, i)}`);
      this.badge.style.color = agrees ? "" : this.colour(this.lesson.named.article);
      tell(this.why, said(article.why, i));
      tell(this.see, `See step ${step}`);
    }

    showTask() {
      const done = at(this.stop.done, this.sample);
      this.task.classList.toggle("done", Boolean(done));
      tell(this.mark, done ? "✓ Done." : "Not yet.");
    }

    /** What a reader is told once things have come to rest. */
    say() {
      clearTimeout(this.telling);
      this.telling = setTimeout(() => {
        const i = this.sample, { stop } = this;
        const parts = this.asked ? [] : [said(stop.verdict.word, i), said(stop.verdict.sentence, i)];
        if (this.task && at(stop.done, i)) parts.push("The task is done.");
        tell(this.live, parts.filter(Boolean).join(". "));
        const alt = said(stop.alt, i);
        this.figures.forEach((figure) => figure.canvas.setAttribute("aria-label", this.asked ? stop.scene : alt));
      }, 200);
    }

    draw() {
      if (!this.figures || this.drawing) return;
      this.drawing = requestAnimationFrame(() => {
        this.drawing = 0;
        const { stop, sample: i } = this, derivation = this.tab === "derivation";
        const keys = this.step ? said(stop.steps[this.step - 1].hides, i).split(" ") : [];
        const shown = {
          theme: this.theme, named: this.lesson.named, colour: (tone) => this.colour(tone),
          lit: this.lit, article: this.compared && !this.asked, asked: this.asked,
          step: derivation ? this.step ?? Infinity : null, derivation, hides: new Set(keys),
          map: this.mapped && this.mapPicture && { ...stop.map, image: this.mapPicture },
        };
        for (const figure of this.figures) figure.draw(i, shown);
        for (const { dim, button } of this.handles) {
          const [x, y] = this.figures[0].spot(dim, i);
          button.style.left = `${x}px`;
          button.style.top = `${y}px`;
        }
      });
    }

    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = event.target instanceof HTMLInputElement;
      const act = {
        PageDown: () => this.open(this.number + 1),
        PageUp: () => this.open(this.number - 1),
        ArrowRight: () => !typing && this.tab === "derivation" && !this.asked && (this.stepBy(1), true),
        ArrowLeft: () => !typing && this.tab === "derivation" && !this.asked && (this.stepBy(-1), true),
        " ": () => !typing && !(event.target instanceof HTMLButtonElement) && this.slider && (this.play(!this.playing), true),
        a: () => this.stop.article && !this.asked && this.compare(!this.compared),
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
