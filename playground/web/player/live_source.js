/* Python in a worker as the source of a player: what is done is asked, what is told shown. */

import { Address } from "./address.js";
import { columnAt, textAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { textOfAnswer } from "./files.js";
import { FreePlay } from "./free_play.js";
import { findLinkProblem } from "./json_text.js";
import { KeptRound } from "./kept_round.js";
import { LessonLinks } from "./lesson_links.js";
import { codeOfLink } from "./linked_code.js";
import { LiveMapLayer } from "./live_map_layer.js";
import { LIVE_PAGES } from "./live_pages.js";
import { message } from "./message.js";
import { LiveTransport } from "./transport.js";

// A line of what went wrong stays so long, in ms.
const NOTICE_DURATION_MS = 6000;

export class LiveSource {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    player.live = this;
    this.precomputedSource = player.source; // it goes on until the first state was told
    this.notice = createElement("p", { class: "notice", role: "status" });
    this.notice.onclick = () => this.showNotice("");
    player.sidePanel.prepend(createElement("div", { class: "notices" }, this.notice));
    this.maps = new LiveMapLayer(this);
    /** @type {Command[] | null} */
    this.pendingCommands = []; // what is to be done once Python is there
    this.address = new Address(this);
    this.keptRound = new KeptRound(this);
    this.freePlay = player.lesson.site?.kind === "scene" ? new FreePlay(this) : null;
    this.isLesson = player.lesson.site?.kind === "lesson";
    if (this.isLesson) player.lessonEnd.links = new LessonLinks(player);
    /** @type {(answer: StateAnswer) => void} */
    this.onAnswer = (answer) => this.onState(answer);
    /** @type {(text: string) => void} */
    this.onError = (text) => this.showNotice(text);
    if (this.freePlay) {
      player.build();
      player.show();
    }
    player.onCameraMoved = (figure) => this.onCameraMoved(figure);
    player.onFit = () => { if (player.source === this) this.do("fit"); };
  }

  get isPrecomputed() { return false; }

  get pages() { return LIVE_PAGES; }

  /** @type {(worker: WorkerClient) => void} */
  connectWorker(worker) { this.worker = worker; }

  /** Python is there: it is given what the page shows, or what its address says. */
  begin() {
    const { player, address, pendingCommands } = this;
    this.pendingCommands = [];
    this.do("stage", player.figureArea.shape);
    this.handedState = this.shownState;
    if (this.isLinked) this.openLink(address.currentHash, true);
    else {
      this.sendShownState();
      this.do("page", player.tab);
      if (player.step !== null) this.do("step", player.step);
    }
    if (this.freePlay) this.keptRound.restore(player.lesson.site.scene);
    const commands = [...this.pendingCommands, ...pendingCommands ?? []];
    this.pendingCommands = null;
    this.send(...commands);
    if (this.isLinked && codeOfLink(address.currentHash)) this.openLinkedCode(address.currentHash);
  }

  /** Whether the address says what is shown; where one is in a lesson is kept otherwise. */
  get isLinked() { return Boolean(this.freePlay && this.address.currentHash); }

  /** What the page shows and was done in it: it may go on while Python answers at first. */
  get shownState() {
    const { number, sample, tab, step, isCompared, givenAnswers } = this.player;
    return JSON.stringify([number, sample, tab, step, isCompared, [...givenAnswers],
      this.precomputedSource.isLessonEnded]);
  }

  /** Give it what the page shows: a stop of its lesson, or a state of its scene. */
  sendShownState() {
    const { player, precomputedSource: { stop: { links } } } = this,
      { scene, lesson } = player.lesson.site;
    if (!this.freePlay) {
      this.isOpeningPage = true;
      this.do("lesson", lesson ?? scene, player.number);
      this.do("walk", "answers", [...player.givenAnswers]);
      this.do("walk", "visited", player.navigation.visitedStops);
      if (this.precomputedSource.isLessonEnded) this.do("walk", "forth");
    }
    else if (links) this.do("link", textAt(links, player.sample), true);
    else this.do("scene", scene);
  }

  /** Show what a link says, its page too; where the page begins with it nothing is undone. */
  /** @type {(link: string, begins?: boolean) => void} */
  openLink(link, begins = false) {
    this.isOpeningPage = true;
    this.do("link", link, begins);
    if (codeOfLink(link) && !this.pendingCommands) this.openLinkedCode(link);
  }

  /** Show the state of a link that came out of the worker of user code. */
  /** @param {string} link */
  async openCodeLink(link) {
    const problem = await findLinkProblem(link);
    if (problem) this.showNotice(problem);
    else this.do("link", link);
  }

  /** @type {(scene: string) => void} */
  openScene(scene) {
    this.isOpeningPage = true;
    this.do("scene", scene);
  }

  /** Show the code that a link brings, as a text: nobody has told to run it. */
  /** @type {(link: string) => Promise<void>} */
  async openLinkedCode(link) {
    await this.worker.whenIdle();
    const { player } = this, { code } = await this.ask(["brought", link]);
    if (!code) return; // what is wrong with it was said
    if (!this.hasPage("judge")) {
      this.showNotice(
        message("The link contains code. It was not run, because this page cannot use it."));
      return;
    }
    const { scene } = this.stop.live;
    player.linkedCode = { scene, code, part: codeOfLink(link) };
    player.cards.evaluationCard?.reloadCode();
    player.openPage("judge");
  }

  /** @type {(...command: Command) => void} */
  do(...command) {
    if (this.pendingCommands) {
      this.pendingCommands.push(command);
      return;
    }
    this.send(command);
  }

  /** @type {(...commands: Command[]) => void} */
  send(...commands) {
    this.worker.show = { tab: this.player.tab, parts: this.freePlay?.parts ?? [] };
    this.worker.doAll(commands);
  }

  /** @type {(request: WorkerRequest) => Promise<any>} */
  ask(request) { return this.worker.ask(request); }

  /** What stands after # in the address of what is shown; none while a question is open. */
  async link() { return textOfAnswer(await this.ask(["copy", "link"])); }

  async whenIdle() {
    await this.worker?.whenIdle();
    if (await this.maps.whenIdle()) await this.whenIdle();
  }

  // ---- what is told ----

  /** @type {(answer: StateAnswer) => void} */
  onState(answer) {
    if (!answer.set) return;
    const { player } = this, previous = player.stop;
    const first = player.source !== this;
    if (first && !this.isLinked && this.handedState !== this.shownState) return this.begin();
    this.stop = createLiveStop(answer, previous);
    player.source = this;
    player.sample = 0;
    this.maps.onState();
    this.choosePage(previous);
    if (first || answer.fresh || structureKey(this.stop) !== structureKey(previous)) this.rebuild();
    else player.figureArea.updateViews();
    const shown = this.freePlay?.update(answer);
    if (answer.error && !shown) this.showNotice(answer.error);
    if (this.freePlay) {
      this.keptRound.save(answer.live);
      // What a question shows is none of the scene's own states.
      if (!answer.live.quiz) this.address.scheduleUpdate();
    }
    player.show();
  }

  /** The page and step are the state's own where it was not this page that chose them. */
  /** @type {(previous: Stop) => void} */
  choosePage(previous) {
    const { player, stop } = this;
    if (!this.hasPage(player.tab)) player.tab = "explore";
    // What leaves the quiz, as a case that is chosen, leaves its page too.
    if ((player.tab === "predict") !== (stop.page === "predict")) this.setTab(stop.page);
    // So is the article beside the truth, which comes and goes with cases.
    if (stop.compared !== previous.compared) player.isCompared = Boolean(stop.compared);
    if (this.isOpeningPage) {
      this.isOpeningPage = false;
      this.setTab(stop.page);
      // In a lesson the window's page of maps is that of the map.
      const mapped = player.tab === "explore" || (this.isLesson && player.tab === "lab");
      if (stop.live.map && mapped) player.tab = "map";
      player.step = player.tab === "derivation" ? stop.step ?? null : null;
      player.isCompared = Boolean(stop.article && stop.compared);
    } else if (player.tab === "derivation" && stop.step && !this.worker.hasPendingCommands) {
      player.step = stop.step; // at another time another one is what speaks of it
    }
  }

  /** @type {(page: string) => void} */
  setTab(page) {
    this.player.tab = this.hasPage(page) ? page : "explore";
  }

  /** Build it anew; what had the focus has it again if it is still there. */
  rebuild() {
    const { player } = this, held = document.activeElement;
    const name = held?.getAttribute("data-handle");
    const cameras = player.figures.map((figure) => figure.isMoved && figure.camera);
    const { length } = player.figures;
    player.build();
    if (this.stop.views.length === length) {
      player.figures.forEach((figure, n) => {
        if (cameras[n]) [figure.camera, figure.isMoved] = [cameras[n], true];
      });
    }
    const handle = name && player.handles.find(({ button }) => button.dataset.handle === name);
    const focus = handle ? handle.button : held;
    if (focus instanceof HTMLElement && focus.isConnected) focus.focus({ preventScroll: true });
  }

  /** Tell in a line; it goes by itself. */
  /** @type {(text: string) => void} */
  showNotice(text) {
    setText(this.notice, text);
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => setText(this.notice, ""), NOTICE_DURATION_MS);
  }

  // ---- as packed samples have it too ----

  /** @type {(page: string) => boolean} */
  hasPage(page) {
    if (page === "judge") return Boolean(this.freePlay && this.stop.judged);
    const { pages, maps, curve } = this.stop.live;
    return pages.includes(page) || Boolean({ map: maps.length, curve }[page]);
  }

  createTransport() { return this.stop.live.time ? new LiveTransport(this.player) : null; }

  /** @type {(plays: boolean) => void} */
  openStop(plays) {
    const { player } = this;
    this.isOpeningPage = true;
    player.sample = 0;
    this.do("stop", player.number, plays);
  }

  get lessonState() { return this.stop?.live.lesson ?? null; }
  get isLessonEnded() { return Boolean(this.lessonState?.ending); }
  finishLesson() { if (!this.isLessonEnded) this.do("walk", "forth"); }

  reset() {
    this.isOpeningPage = this.isLesson; // the stop's own page too
    this.do("reset");
  }

  get isUnchanged() { return this.stop.live.changed === false; }

  // ---- handles ----

  /** @type {(handle: Handle, x: number, y: number) => void} */
  pressHandle({ figure }, x, y) {
    this.pressedPosition = figure.toViewPixels(x, y);
    this.do("press", ...this.pressedPosition, 0, this.cameras);
  }

  /** @type {(handle: Handle, x: number, y: number, snap: boolean) => void} */
  dragHandle({ figure }, x, y, snap) {
    if (!this.pressedPosition) return;
    const now = figure.toViewPixels(x, y), [a, b] = this.pressedPosition;
    this.pressedPosition = now;
    this.do("move", ...now, now[0] - a, now[1] - b, { snap });
  }

  releaseHandle() {
    if (!this.pressedPosition) return;
    this.pressedPosition = null;
    this.do("release");
  }

  /** @type {(handle: Handle, direction: number[], event: KeyboardEvent) => void} */
  nudgeHandle({ dim }, [dx, dy], event) {
    const how = { coarse: event.shiftKey };
    this.do("nudge", dim.name, dim.index, dx, -dy, how);
  }

  /** @type {(handle: Handle) => HandleRange} */
  handleRange({ dim }) {
    const value = columnAt(dim.x, 0);
    return { value, min: Math.min(value, 0), max: Math.max(value, 0), textIndex: 0 };
  }

  /** From where each view is seen now. */
  get cameras() { return this.player.figures.map(({ cameraNow }) => cameraNow); }

  /** The page has moved a camera. */
  /** @type {(figure: PlaneView | SpaceView) => void} */
  onCameraMoved(figure) {
    if (this.player.source === this) this.do("camera", figure.index, figure.cameraNow);
  }

  /** The stage has another shape. */
  /** @type {(shape: number) => void} */
  onAspectRatioChange(shape) { this.do("stage", shape); }

  // ---- pages ----

  /** @type {(plays: boolean) => void} */
  onPageChange(plays) {
    const { player: { tab, step }, stop: { live } } = this;
    this.do("page", tab === "judge" ? "explore" : tab);
    if (tab === "map" && !live.map) this.do("map", live.maps[0][0]);
    if (tab === "derivation") this.do("step", step, plays);
  }

  /** @type {(on: boolean) => void} */
  onComparisonChange(on) { this.do("compare", on); }

  /** @type {(number: number) => void} */
  onQuestionAnswered(number) {
    this.isOpeningPage = true; // the stop's own page comes now
    this.do("answer", number);
  }

  onAnswerShown() {
    this.isOpeningPage = true;
    this.do("walk", "show");
  }
}

// What a page shows until its own part was told.
/** @type {Code} */
const EMPTY_CODE = { name: message("Code"), dtype: "", lines: [], blamed: 0, why: "", raised: "" };

/** The stop that was told; what was not on show stays as it was before, if it may. */
/** @type {(answer: StateAnswer, previous: Stop) => Stop} */
function createLiveStop({ set, stop, live, fresh }, previous) {
  /** @type {Partial<Stop>} */
  const kept = fresh ? {} : previous;
  const pages = live.pages.map((name) => name.toLowerCase());
  const { columns } = fresh ?? previous;
  /** @type {Stop} */
  const made = { ...kept, ...stop, ...set, columns, at: 0, live, map: stop.map ?? null };
  made.steps = set.steps ?? kept.steps ?? [];
  made.code = set.code ?? (pages.includes("code") ? kept.code ?? EMPTY_CODE : null);
  made.rows = set.rows ?? kept.rows ?? [];
  made.judged = fresh ? fresh.judged : previous.judged;
  made.map = null; // it is told after the state
  made.live = { ...live, pages, mapping: live.mapping ?? kept.live?.mapping };
  // The moments of a flight are many, and told where they are others.
  if (live.time) {
    made.live.time = { ...live.time, moments: live.time.moments ?? kept.live?.time?.moments ?? [] };
  }
  return made;
}

/** What the page is built of: as long as this is the same only numbers and words change. */
/** @type {(stop: Stop) => string} */
function structureKey(stop) {
  const { scene, views, dims, rows, article, code, question, task, say, live } = stop;
  return JSON.stringify([
    scene, say, views.map(({ space, caption }) => [space, Boolean(caption)]),
    dims.map(({ kind, label, marker }) => [kind, label, marker]),
    rows.map(({ name, main }) => [name, main]), article?.name,
    code && [code.name, code.dtype, code.lines.map(({ text }) => text)],
    Boolean(live?.maps.length), Boolean(live?.curve),
    question?.text, task?.text, live?.pages, live?.time?.name,
  ]);
}
