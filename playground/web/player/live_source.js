/* Python in a worker as the source of a player: what is done is asked, what is told shown. */

import { Address } from "./address.js";
import { at, said } from "./columns.js";
import { make, tell } from "./elements.js";
import { textOf } from "./files.js";
import { FreePlay } from "./free_play.js";
import { LessonEnd } from "./lesson_end.js";
import { codePart } from "./linked_code.js";
import { LiveMaps } from "./live_map_layer.js";
import { LIVE_PAGES } from "./live_pages.js";
import { liveStop, structure } from "./live_stop.js";
import { LiveTransport } from "./live_transport.js";
import { message } from "./message.js";

// A line of what went wrong stays so long, in ms.
const NOTICE = 6000;

export class LiveSource {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    player.live = this;
    this.before = player.source; // it goes on until the first state was told
    this.notice = make("p", { class: "notice", role: "status" });
    this.notice.onclick = () => this.say("");
    player.side.prepend(make("div", { class: "notices" }, this.notice));
    this.maps = new LiveMaps(this);
    /** @type {Verb[] | null} */
    this.wishes = []; // what is to be done once Python is there
    this.address = new Address(this);
    this.free = player.lesson.site?.kind === "scene" ? new FreePlay(this) : null;
    this.lesson = player.lesson.site?.kind === "lesson" ? new LessonEnd(this) : null;
    /** @type {(told: Told) => void} */
    this.onTold = (told) => this.hear(told);
    /** @type {(words: string) => void} */
    this.onError = (words) => this.say(words);
    if (this.free) {
      player.build();
      player.show();
    }
    player.viewed = (figure) => this.viewed(figure);
    player.fitted = () => { if (player.source === this) this.do("fit"); };
  }

  get packed() { return false; }

  get pages() { return LIVE_PAGES; }

  /** @type {(worker: WorkerSource) => void} */
  join(worker) { this.worker = worker; }

  /** Python is there: it is given what the page shows, or what its address says. */
  begin() {
    const { player, address, wishes } = this;
    this.wishes = [];
    this.do("stage", player.stage.shape);
    this.handed = this.onShow;
    if (this.linked) this.follow(address.held, true);
    else {
      this.handOver();
      this.do("page", player.tab);
      if (player.step !== null) this.do("step", player.step);
    }
    const verbs = [...this.wishes, ...wishes ?? []];
    this.wishes = null;
    this.send(...verbs);
    if (this.linked && codePart(address.held)) this.bring(address.held);
  }

  /** Whether the address says what is shown; where one is in a lesson is kept otherwise. */
  get linked() { return Boolean(this.free && this.address.held); }

  /** What the page shows and was done in it: it may go on while Python answers at first. */
  get onShow() {
    const { number, sample, tab, step, compared, given } = this.player;
    return JSON.stringify([number, sample, tab, step, compared, [...given]]);
  }

  /** Give it what the page shows: a stop of its lesson, or a state of its scene. */
  handOver() {
    const { player, before: { stop: { links } } } = this, { scene, lesson } = player.lesson.site;
    if (!this.free) {
      this.opening = true;
      this.do("lesson", lesson ?? scene, player.number);
      this.do("walk", "answers", [...player.given]);
      this.do("walk", "visited", player.walk.visited);
      this.answerAgain();
    }
    else if (links) this.do("link", said(links, player.sample), true);
    else this.do("scene", scene);
  }

  /** Show what a link says, its page too; where the page begins with it nothing is undone. */
  /** @type {(link: string, begins?: boolean) => void} */
  follow(link, begins = false) {
    this.opening = true;
    this.do("link", link, begins);
    if (codePart(link) && !this.wishes) this.bring(link);
  }

  /** @type {(scene: string) => void} */
  enter(scene) {
    this.opening = true;
    this.do("scene", scene);
  }

  /** Show the code that a link brings, as a text: nobody has told to run it. */
  /** @type {(link: string) => Promise<void>} */
  async bring(link) {
    await this.worker.idle();
    const { player } = this, { code } = await this.ask(["brought", link]);
    if (!code) return; // what is wrong with it was said
    if (!this.has("judge")) {
      this.say(message("The link brings code, which was not run: there is no place for it here."));
      return;
    }
    const { scene } = this.stop.live;
    player.brought = { scene, code, part: codePart(link) };
    player.cards.own?.renew();
    player.turnTo("judge");
  }

  /** @type {(...verb: Verb) => void} */
  do(...verb) {
    if (this.wishes) {
      this.wishes.push(verb);
      return;
    }
    this.send(verb);
  }

  /** @type {(...verbs: Verb[]) => void} */
  send(...verbs) {
    this.worker.show = { tab: this.player.tab, parts: this.free?.parts ?? [] };
    this.worker.doAll(verbs);
  }

  /** @type {(request: Wanted) => Promise<any>} */
  ask(request) { return this.worker.ask(request); }

  /** What stands after # in the address of what is shown; none while a question is open. */
  async link() { return textOf(await this.ask(["copy", "link"])); }

  async idle() {
    await this.worker?.idle();
    if (await this.maps.rested()) await this.idle();
  }

  // ---- what is told ----

  /** @type {(told: Told) => void} */
  hear(told) {
    if (!told.set) return;
    const { player } = this, before = player.stop;
    const first = player.source !== this;
    if (first && !this.linked && this.handed !== this.onShow) return this.begin();
    this.stop = liveStop(told, before);
    player.source = this;
    player.sample = 0;
    this.maps.hear();
    this.chosen(before);
    if (first || told.fresh || structure(this.stop) !== structure(before)) this.build();
    else player.stage.renew();
    const shown = this.free?.hear(told);
    this.lesson?.hear(told.live.lesson);
    if (told.error && !shown) this.say(told.error);
    if (this.free) this.address.rest();
    player.show();
  }

  /** The page and step are the state's own where it was not this page that chose them. */
  /** @type {(before: Stop) => void} */
  chosen(before) {
    const { player, stop } = this;
    if (!this.has(player.tab)) player.tab = "explore";
    // What leaves the quiz, as a case that is chosen, leaves its page too.
    if ((player.tab === "predict") !== (stop.page === "predict")) this.turn(stop.page);
    // So is the article beside the truth, which comes and goes with cases.
    if (stop.compared !== before.compared) player.compared = Boolean(stop.compared);
    if (this.opening) {
      this.opening = false;
      this.turn(stop.page);
      // In a lesson the window's page of maps is that of the map.
      const mapped = player.tab === "explore" || (this.lesson && player.tab === "lab");
      if (stop.live.map && mapped) player.tab = "map";
      player.step = player.tab === "derivation" ? stop.step ?? null : null;
      player.compared = Boolean(stop.article && stop.compared);
    }
  }

  /** @type {(page: string) => void} */
  turn(page) {
    this.player.tab = this.has(page) ? page : "explore";
  }

  /** Build it anew; what had the focus has it again if it is still there. */
  build() {
    const { player } = this, held = document.activeElement;
    const name = held?.getAttribute("data-handle");
    const cameras = player.figures.map((figure) => figure.moved && figure.camera);
    const { length } = player.figures;
    player.build();
    if (this.stop.views.length === length) {
      player.figures.forEach((figure, n) => {
        if (cameras[n]) [figure.camera, figure.moved] = [cameras[n], true];
      });
    }
    const handle = name && player.handles.find(({ button }) => button.dataset.handle === name);
    const focus = handle ? handle.button : held;
    if (focus instanceof HTMLElement && focus.isConnected) focus.focus({ preventScroll: true });
  }

  /** Tell in a line; it goes by itself. */
  /** @type {(words: string) => void} */
  say(words) {
    tell(this.notice, words);
    clearTimeout(this.saying);
    this.saying = setTimeout(() => tell(this.notice, ""), NOTICE);
  }

  // ---- as packed samples have it too ----

  /** @type {(page: string) => boolean} */
  has(page) {
    if (page === "judge") return Boolean(this.free && this.stop.judged);
    const { pages, maps, curve } = this.stop.live;
    return pages.includes(page) || Boolean({ map: maps.length, curve }[page]);
  }

  transport() { return this.stop.live.time ? new LiveTransport(this.player) : null; }

  open() {
    const { player } = this;
    this.opening = true;
    player.sample = 0;
    this.do("stop", player.number);
    this.answerAgain();
  }

  /** What was answered at another visit is known to Python too. */
  answerAgain() {
    const { answered } = this.player;
    if (answered !== undefined) this.do("answer", answered);
  }

  /** Whether the lesson's end is shown, and go there from its last stop. */
  get ended() { return Boolean(this.stop?.live.lesson?.ending); }
  finish() { if (!this.ended) this.do("walk", "forth"); }

  reset() {
    this.opening = Boolean(this.lesson); // the stop's own page too
    this.do("reset");
  }

  get unmoved() { return this.stop.live.changed === false; }

  // ---- handles ----

  /** @type {(handle: Handle, x: number, y: number) => void} */
  take({ figure }, x, y) {
    this.held = figure.own(x, y);
    this.do("press", ...this.held, 0, this.cameras);
  }

  /** @type {(handle: Handle, x: number, y: number, snap: boolean) => void} */
  carry({ figure }, x, y, snap) {
    if (!this.held) return;
    const now = figure.own(x, y), [a, b] = this.held;
    this.held = now;
    this.do("move", ...now, now[0] - a, now[1] - b, { snap });
  }

  release() {
    if (!this.held) return;
    this.held = null;
    this.do("release");
  }

  /** @type {(handle: Handle, way: number[], event: KeyboardEvent) => void} */
  nudge({ dim }, [dx, dy], event) {
    const how = { coarse: event.shiftKey };
    this.do("nudge", dim.name, dim.index, dx, -dy, how);
  }

  /** @type {(handle: Handle) => Placed} */
  placed({ dim }) {
    const x = at(dim.x, 0);
    return { now: x, least: Math.min(x, 0), most: Math.max(x, 0), text: 0 };
  }

  /** From where each view is seen now. */
  get cameras() { return this.player.figures.map(({ cameraNow }) => cameraNow); }

  /** The page has moved a camera. */
  /** @type {(figure: Plane | Space) => void} */
  viewed(figure) {
    if (this.player.source === this) this.do("camera", figure.place, figure.cameraNow);
  }

  /** The stage has another shape. */
  /** @type {(shape: number) => void} */
  reshaped(shape) { this.do("stage", shape); }

  // ---- pages ----

  turned() {
    const { tab, step } = this.player;
    this.do("page", tab === "judge" ? "explore" : tab);
    if (tab === "derivation") this.do("step", step);
  }

  /** @type {(on: boolean) => void} */
  compared(on) { this.do("compare", on); }

  /** @type {(number: number) => void} */
  answered(number) {
    this.opening = true; // the stop's own page comes now
    this.do("answer", number);
  }

  stepped() { /* Python goes to the step's own time. */ }
}
