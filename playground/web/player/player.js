/* A lesson, or a scene by itself, in a browser. What is told of a state comes from a source:
   states that were worked out beforehand, or Python in a worker. */

import { Reader } from "./announcements.js";
import { Cards } from "./cards.js";
import { at, said } from "./columns.js";
import { make } from "./elements.js";
import { Stage } from "./figure_area.js";
import { listenToKeys } from "./keyboard.js";
import { Walk } from "./lesson_navigation.js";
import { plainly } from "./math_text.js";
import { message } from "./message.js";
import { PackedSource } from "./precomputed_source.js";
import { Themes } from "./themes.js";

export class Player {
  /** @type {number} */
  sample;
  /** @type {string} */
  tab;
  /** @type {number | null} */
  step;
  /** @type {boolean} */
  compared;
  // What a page of a site has besides.
  /** @type {LiveSource} */
  live;
  /** Tell the page around it; see embed.js. */
  /** @type {((kind: string, data: object) => void) | undefined} */
  post;
  /** The code that came with the address, until it is changed. */
  /** @type {{ scene: string, code: string, part: string } | null} */
  brought = null;
  /** @type {Help} */
  help;
  /** @type {() => JudgeWorker} */
  judge;
  /** @type {((figure: Plane | Space) => void) | undefined} */
  viewed;
  /** @type {((figure: Plane | Space) => void) | undefined} */
  fitted;

  /** @param {Lesson} lesson @param {HTMLElement} root */
  constructor(lesson, root) {
    this.lesson = lesson;
    // Stops that differ in their time alone share their samples.
    /** @type {Stop[]} */
    this.stops = lesson.stops.map((stop) => ({ ...lesson.sets[stop.set], ...stop }));
    this.root = root;
    this.number = 0;
    /** @type {Screen3D[]} */
    this.screens = []; // canvases for views in space
    this.lit = "";
    /** @type {Source} */
    this.source = new PackedSource(this);
    this.walk = new Walk(this);
    this.stage = new Stage(this);
    this.cards = new Cards(this);
    this.reader = new Reader(this);
    this.themes = new Themes(lesson, () => { if (this.figures.length) this.show(); });
    this.frame();
    this.themes.paint(this.theme);
    this.open(this.walk.kept());
    new ResizeObserver(() => this.draw()).observe(this.root);
    listenToKeys(this);
  }

  get stop() { return this.source.stop; }
  get figures() { return this.stage.figures; }
  get handles() { return this.stage.handles; }
  get transport() { return this.stage.transport; }
  get theme() { return this.themes.name; }
  get given() { return this.walk.given; }
  get answered() { return this.given.get(this.number); }
  get asked() {
    const open = Boolean(this.stop.question) && this.answered === undefined;
    return open || Boolean(this.quiz && this.stop.live.asking);
  }
  /** What is told of a quiz while its page is open. */
  get quiz() { return this.tab === "predict" ? this.stop.live?.quiz ?? null : null; }
  /** Whether the answer is still to come: nothing tells more than the step has reached. */
  get untold() {
    return this.asked || Boolean(this.step && this.step < at(this.stop.tells, this.sample));
  }
  /** The card of one's own code where its map lies under the figure. */
  get own() {
    const { own, open } = this.cards;
    return own && open === own && own.map.under ? own : null;
  }
  get playing() { return Boolean(this.transport?.playing); }
  /** The number of steps that there are now. */
  get last() { return this.stop.steps.filter((step) => said(step.title, this.sample)).length; }

  /** The page as it stays from stop to stop. */
  frame() {
    const { lesson } = this;
    /** @type {(text: string, act: Act, title: string, label: string) => HTMLButtonElement} */
    const button = (text, act, title, label) => (
      make("button", { onclick: act, title, "aria-label": label }, text));
    this.shade = button("◐", () => this.themes.turn(), message("Light or dark (T)"),
      message("Light or dark"));
    this.again = button("↺", () => this.reset(), message("As at first (R)"), message("As at first"));
    this.foot = make("footer", {}, make("p", {}, lesson.source || ""));
    this.side = make("div", { class: "side" }, this.cards.element, this.foot);
    const title = make("h1", { tabindex: -1 }, lesson.title);
    this.head = make("header", {}, title, this.again, this.shade);
    const main = make("main", {}, this.stage.element, this.side, this.walk.element);
    this.root.append(this.head, main, this.reader.element);
  }

  /** @type {(tone: number) => string} */
  colour(tone) { return this.themes.colour(tone); }

  // ---- a stop ----

  /** @type {(number: number) => void} */
  open(number) {
    if (number === this.lesson.stops.length) this.source.finish?.();
    if (number < 0 || number >= this.lesson.stops.length) return;
    if (this.transport) this.transport.playing = false;
    this.number = number;
    this.source.open();
    this.lit = "";
    this.walk.keep();
    this.build();
    this.show();
    this.stage.bring();
    this.side.scrollTop = 0;
    window.scrollTo(0, 0);
  }

  /** Go to the next stop, and from the end where that leads. */
  goOn() {
    if (this.walk.ended) this.live.lesson.leave();
    else this.open(this.number + 1);
  }

  build() {
    this.walk.show();
    this.stage.build();
    this.cards.build();
  }

  // ---- what is done ----

  /** Go back to the state that the stop's sentence speaks of. */
  reset() { this.source.reset(); }

  /** @type {(number: number) => void} */
  answer(number) {
    if (!this.asked) return;
    this.given.set(this.number, number);
    this.walk.keep();
    this.source.answered(number);
    this.show();
    const { text, answers, right } = this.stop.question;
    this.post?.("answer", {
      question: plainly(text), chosen: plainly(answers[number]), right: number === right,
    });
  }

  /** @type {(on: boolean) => void} */
  compare(on) {
    this.compared = on;
    this.source.compared(on);
    this.show();
  }

  /** @type {(key: string) => void} */
  light(key) {
    if (key === this.lit) return;
    this.lit = key;
    for (const term of this.root.querySelectorAll(".term")) {
      term.classList.toggle("on", Boolean(key) && term.dataset.key === key);
    }
    this.draw();
  }

  /** @type {(name: string, step?: number | null) => void} */
  turnTo(name, step = null) {
    this.tab = name;
    this.step = name === "derivation" ? step : null;
    this.source.turned();
    this.show();
    this.stage.bring();
  }

  /** @type {(way: number) => void} */
  stepBy(way) {
    const now = this.step === null ? (way > 0 ? 0 : this.last + 1) : this.step;
    this.goTo(Math.min(Math.max(now + way, 1), this.last));
  }

  /** @type {(step: number) => void} */
  goTo(step) {
    this.source.stepped(step);
    this.turnTo("derivation", step);
  }

  // ---- what is shown ----

  show() {
    if (this.step !== null) this.step = Math.min(this.step, this.last) || null;
    this.cards.show();
    this.stage.show();
    this.again.disabled = this.source.unmoved;
    const under = this.own?.map.under ?? this.cards.open.under ?? this.source.maps?.under;
    this.mapped = this.untold ? null : under ?? null;
    this.reader.say();
    this.draw();
  }

  /** What the figures show now. */
  /** @type {() => Shown} */
  shown() {
    const { stop, sample, asked, untold, step } = this, derivation = this.tab === "derivation";
    /** @type {(name: "hides" | "names") => string[]} */
    const words = (name) => (step ? said(stop.steps[step - 1][name], sample).split(" ") : []);
    // A quiz about an article shows it.
    const compared = this.compared || Boolean(this.quiz && stop.article);
    return {
      theme: this.theme, named: this.lesson.named, colour: (tone) => this.colour(tone),
      lit: this.lit, asked, article: compared && !untold, derivation,
      step: derivation ? step ?? Infinity : null, hides: new Set(words("hides")),
      names: step ? new Set([...words("names"), this.lit]) : null,
      map: this.mapped, laid: this.own?.map.map ?? stop.map,
    };
  }

  draw() {
    if (!this.figures.length || this.drawing) return;
    this.drawing = requestAnimationFrame(() => {
      this.drawing = 0;
      this.stage.draw(this.sample, this.shown());
    });
  }

  /** Wait until all is played, drawn and told. */
  async settled() {
    do {
      await this.source.idle();
      await new Promise(requestAnimationFrame);
    } while (this.drawing || this.reader.telling || this.playing
      || this.figures.some(({ coarse }) => coarse));
  }
}
