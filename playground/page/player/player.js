/* A lesson in a browser. All states were worked out beforehand; nothing is reckoned here but
   where to draw them. */

import { ArticleCard } from "./article.js";
import { QuestionCard, TaskCard } from "./asked.js";
import { CodeCard } from "./code.js";
import { DerivationCard } from "./derivation.js";
import { timeOf } from "./dims.js";
import { make, tell, whole } from "./elements.js";
import { Handle } from "./handle.js";
import { MapCard } from "./map.js";
import { plainly } from "./notation.js";
import { NumbersCard } from "./numbers.js";
import { Plane } from "./plane.js";
import { Space } from "./space.js";
import { Transport } from "./transport.js";
import { at, NO_TIME, said } from "./values.js";
import { VerdictCard } from "./verdict.js";

// A reader is told once things have been at rest for so long, in ms.
const REST = 200;
// A lesson of more stops has no dots: they would be too small.
const DOTS = 20;

const stored = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* a frame */ } },
};

export class Player {
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
    this.open(this.kept());
    new ResizeObserver(() => this.draw()).observe(this.root);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  get stop() { return this.stops[this.number]; }
  get answered() { return this.given.get(this.number); }
  get asked() { return Boolean(this.stop.question) && this.answered === undefined; }
  /** Whether the answer is still to come: nothing tells more than the step has reached. */
  get untold() {
    return this.asked || Boolean(this.step && this.step < at(this.stop.tells, this.sample));
  }
  get playing() { return Boolean(this.transport?.playing); }
  /** The number of steps that there are now. */
  get last() { return this.stop.steps.filter((step) => said(step.title, this.sample)).length; }

  // ---- the page as it stays from stop to stop ----

  frame() {
    const { lesson } = this;
    const button = (text, act, title, label, name = "") => (
      make("button", { onclick: act, title, "aria-label": label, class: name }, text));
    this.back = button("Back", () => this.open(this.number - 1), "Page Up");
    this.next = button("Next", () => this.open(this.number + 1), "Page Down", null, "filled");
    this.where = make("span", { class: "where" });
    this.shade = button("◐", () => this.turn(), "Light or dark (T)", "Light or dark");
    this.again = button("↺", () => this.reset(), "As at first (R)", "As at first");
    this.dots = lesson.stops.map(() => make("i"));
    const dots = make("span", { class: "dots", "aria-hidden": "true" },
      ...(lesson.stops.length <= DOTS ? this.dots : []));
    const walk = this.walk = make("nav", { "aria-label": "The lesson's stops" },
      this.back, make("div", { class: "place" }, this.where, dots), this.next);
    walk.hidden = lesson.stops.length === 1;
    this.stage = make("div", { class: "stage" });
    this.told = make("div", { class: "told" });
    this.foot = make("footer", {}, make("p", {}, lesson.source || ""));
    this.side = make("div", { class: "side" }, this.told, this.foot);
    this.over = button("Start over", () => this.startOver());
    this.live = make("p", { class: "said", "aria-live": "polite", role: "status" });
    this.root.append(
      make("header", {}, make("h1", { tabindex: -1 }, lesson.title), this.again, this.shade),
      make("main", {}, this.stage, this.side, walk), this.live,
    );
  }

  turn() {
    const theme = this.theme === "dark" ? "light" : "dark";
    stored.set("theme", theme);
    this.paint(theme);
  }

  paint(theme) {
    this.theme = theme;
    const { style } = document.documentElement;
    style.colorScheme = theme;
    for (const [name, tone] of Object.entries(this.lesson.named)) {
      style.setProperty(`--${name.replaceAll("_", "-")}`, this.colour(tone));
    }
    if (this.figures) this.show();
  }

  colour(tone) { return this.lesson.tones[this.theme][tone]; }

  // ---- how far one is ----

  /** The stop that was open when the page was left; what was answered is given again. */
  kept() {
    try {
      const { number, given } = JSON.parse(stored.get(this.lesson.key));
      this.given = new Map(given.filter(([n, answer]) => this.stops[n].question.answers[answer]));
      return this.stops[number] ? number : 0;
    } catch { return 0; }
  }

  keep() {
    const { number, given } = this;
    this.over.hidden = !number && !given.size;
    stored.set(this.lesson.key, JSON.stringify({ number, given: [...given] }));
  }

  startOver() {
    this.given.clear();
    this.open(0);
    this.root.querySelector("h1").focus();
  }

  // ---- a stop ----

  open(number) {
    if (number < 0 || number >= this.lesson.stops.length) return;
    if (this.transport) this.transport.playing = false;
    this.number = number;
    const { stop } = this;
    this.sample = stop.at;
    const open = { derivation: stop.steps.length, code: stop.code }[stop.page];
    this.tab = open ? stop.page : stop.map ? "map" : "explore";
    this.step = this.tab === "derivation" ? stop.step : null;
    this.compared = Boolean(stop.article && stop.compared);
    this.lit = "";
    this.keep();
    this.build();
    this.show();
    this.bring();
    this.side.scrollTop = 0;
    window.scrollTo(0, 0);
  }

  build() {
    const { stop } = this, count = this.lesson.stops.length, place = timeOf(stop.dims);
    tell(this.where, `${this.number + 1} of ${count}`);
    this.back.disabled = this.number === 0;
    const end = count > 1 && this.number === count - 1;
    this.next.hidden = end;
    this.over.classList.toggle("filled", end);
    (end ? this.walk : this.foot).append(this.over);
    this.dots.forEach((dot, n) => dot.classList.toggle("done", n < this.number));
    this.dots.forEach((dot, n) => dot.classList.toggle("here", n === this.number));
    this.figures = stop.views.map(
      (view, place) => new (view.space ? Space : Plane)(this, view, place));
    this.handles = stop.dims.flatMap(
      (dim, place) => (dim.kind === "handle" ? [new Handle(this, dim, place)] : []));
    this.figures[0].element.append(...this.handles.map((handle) => handle.button));
    this.task = stop.task ? new TaskCard(this) : null;
    this.transport = place < 0 ? null : new Transport(this, place);
    this.views = make("div", { class: "views" }, ...this.figures.map(({ element }) => element));
    this.stage.replaceChildren(this.views, ...[this.transport?.element].filter(Boolean));
    this.cards();
  }

  /** What stands beside the figures: some cards always, and pages of which one is open. */
  cards() {
    const { stop } = this;
    this.question = stop.question ? new QuestionCard(this) : null;
    this.verdict = new VerdictCard(this);
    this.article = stop.article ? new ArticleCard(this) : null;
    this.numbers = new NumbersCard(this);
    this.pages = [];
    const page = (name, title, card) => {
      const button = make("button", { onclick: () => this.turnTo(name) }, title);
      this.pages.push({ name, button, card });
    };
    page("explore", "Numbers", this.numbers);
    if (stop.steps.length) page("derivation", "Derivation", new DerivationCard(this));
    if (stop.code) page("code", "Code", new CodeCard(this));
    if (stop.map) page("map", "Map", new MapCard(this));
    this.tabs = make("div", { class: "tabs", role: "group", "aria-label": "Pages" },
      ...this.pages.map(({ button }) => button));
    const pages = this.pages.map(({ card }) => card.element);
    // What a stop opens comes before the answer.
    const opened = this.tab !== "explore";
    const answer = [this.verdict.element, this.article?.element];
    this.told.replaceChildren(...[
      make("p", { class: "say" }, whole(stop.say || "")), this.task?.element,
      this.question?.element, ...(opened ? [] : answer.slice(0, 1)), this.tabs, ...pages,
      ...(opened ? answer : answer.slice(1)),
    ].filter(Boolean));
  }

  // ---- what is done ----

  go(sample) {
    if (sample === this.sample) return;
    this.sample = sample;
    this.show();
  }

  /** The sample at the same place whose time is nearest to the one last chosen. */
  timed(sample) { return this.transport ? this.transport.timed(sample) : sample; }

  /** Go back to the state that the stop's sentence speaks of. */
  reset() {
    this.transport?.reset();
    this.go(this.stop.at);
  }

  answer(number) {
    if (!this.asked) return;
    this.given.set(this.number, number);
    this.keep();
    this.show();
  }

  compare(on) {
    this.compared = on;
    this.show();
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
    this.bring();
  }

  stepBy(way) {
    const now = this.step === null ? (way > 0 ? 0 : this.last + 1) : this.step;
    this.goTo(Math.min(Math.max(now + way, 1), this.last));
  }

  goTo(step) {
    const { transport, sample } = this;
    const time = transport && step ? at(this.stop.steps[step - 1].time, sample) : NO_TIME;
    if (time !== NO_TIME) {
      transport.wish = time;
      this.sample = transport.timed(sample);
    }
    this.turnTo("derivation", step);
  }

  /** Where views have no room beside each other, show the one with what is new in a step. */
  bring() {
    const { step, figures, views } = this;
    const told = figures.find(({ view }) => view.prims.some(({ since }) => step && since === step));
    if (told) views.scrollLeft = told.element.offsetLeft - figures[0].element.offsetLeft;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { transport, asked } = this, typing = event.target instanceof HTMLInputElement;
    const stepping = !typing && this.tab === "derivation" && !asked;
    const playing = transport && !asked, pressed = event.target.closest("button, summary, input");
    const act = {
      PageDown: () => this.open(this.number + 1),
      PageUp: () => this.open(this.number - 1),
      ArrowRight: stepping && (() => this.stepBy(1)),
      ArrowLeft: stepping && (() => this.stepBy(-1)),
      " ": playing && !pressed && (() => transport.play(!transport.playing)),
      ",": playing && (() => transport.turn(transport.digit - 1)),
      ".": playing && (() => transport.turn(transport.digit + 1)),
      a: this.article && !asked && (() => this.compare(!this.compared)),
      r: () => this.reset(),
      t: () => this.turn(),
      Escape: () => this.light(""),
    }[event.key];
    const chosen = asked && !typing && this.question.buttons[Number(event.key) - 1];
    if (chosen) chosen.click();
    else if (act) act();
    else return;
    event.preventDefault();
  }

  // ---- what is shown ----

  show() {
    const { stop, sample, asked } = this;
    if (this.step !== null) this.step = Math.min(this.step, this.last) || null;
    this.tabs.hidden = asked;
    for (const { name, button, card } of this.pages) {
      button.setAttribute("aria-pressed", String(name === this.tab));
      card.element.hidden = asked || name !== this.tab;
    }
    const { card } = this.pages.find(({ name }) => name === this.tab);
    for (const part of [
      this.question, this.verdict, this.numbers, this.article, this.task, this.transport,
      ...this.handles,
    ]) part?.show();
    this.again.disabled = sample === stop.at;
    if (!asked && card !== this.numbers) card.show();
    this.mapped = this.untold ? null : card.under ?? null;
    // What tells nothing until a question is answered leaves its room to the others.
    const told = this.figures.map((figure) => !asked || figure.holds(sample, this.shown()));
    this.figures.forEach(({ element }, n) => element.classList.toggle("empty", !told[n]));
    this.views.style.setProperty("--count", told.filter(Boolean).length);
    this.say();
    this.draw();
  }

  /** Name the figures for a reader, who is told the answer once things have come to rest. */
  say() {
    const alt = this.untold ? this.stop.scene : said(this.stop.alt, this.sample);
    for (const { canvas } of this.figures) canvas.setAttribute("aria-label", alt);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      this.telling = 0;
      const { stop, untold, sample: i } = this, { verdict } = stop, parts = [];
      if (!untold) {
        parts.push(said(verdict.word, i), plainly(said(verdict.sentence, i)));
        parts.push(...this.numbers.told, this.article?.told);
      }
      if (this.task?.done) parts.push("The task is done");
      tell(this.live, parts.filter(Boolean).map((part) => part.replace(/\.$/, "")).join(". "));
    }, REST);
  }

  /** What the figures show now. */
  shown() {
    const { stop, sample, asked, untold, step } = this, derivation = this.tab === "derivation";
    const words = (name) => (step ? said(stop.steps[step - 1][name], sample).split(" ") : []);
    return {
      theme: this.theme, named: this.lesson.named, colour: (tone) => this.colour(tone),
      lit: this.lit, asked, article: this.compared && !untold, derivation,
      step: derivation ? step ?? Infinity : null, hides: new Set(words("hides")),
      names: step ? new Set([...words("names"), this.lit]) : null, map: this.mapped,
    };
  }

  draw() {
    if (!this.figures || this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      const shown = this.shown();
      for (const figure of this.figures) figure.draw(this.sample, shown);
      for (const handle of this.handles) handle.draw();
    });
  }

  /** Wait until all is played, drawn and told. */
  async settled() {
    do await new Promise(requestAnimationFrame);
    while (this.drawing || this.telling || this.playing);
  }
}
