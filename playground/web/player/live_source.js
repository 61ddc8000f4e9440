/* The source backed by Python in a worker: sends commands, and shows the returned states. */

import { Address } from "./address.js";
import { columnAt, textAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { textOfAnswer } from "./files.js";
import { FreePlay } from "./free_play.js";
import { findLinkProblem } from "./json_text.js";
import { LessonLinks } from "./lesson_links.js";
import { codeOfLink } from "./linked_code.js";
import { LiveMapLayer } from "./live_map_layer.js";
import { LIVE_PAGES } from "./live_pages.js";
import { message } from "./message.js";
import { KeptRound } from "./quiz_card.js";
import { LiveTransport } from "./transport.js";

// The duration of a notice, in ms.
const NOTICE_DURATION_MS = 6000;

export class LiveSource {
  isPrecomputed = false;
  pages = LIVE_PAGES;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    player.live = this;
    this.precomputedSource = player.source; // in use until the first state arrives
    this.notice = createElement("p",
      { class: "notice", role: "status", onclick: () => this.showNotice("") });
    player.sidePanel.prepend(createElement("div", { class: "notices" }, this.notice));
    this.maps = new LiveMapLayer(this);
    /** @type {WorkerClient} */
    this.worker = null; // once Python starts
    /** @type {Command[] | null} */
    this.pendingCommands = []; // commands to send once Python is ready
    this.address = new Address(this);
    this.keptRound = new KeptRound(this);
    this.freePlay = player.lesson.site?.kind === "scene" ? new FreePlay(this) : null;
    this.isLesson = player.lesson.site?.kind === "lesson";
    if (this.isLesson) player.lessonEnd.links = new LessonLinks(player);
    if (this.freePlay) {
      player.build();
      player.show();
    }
  }

  /** Start with Python: hand it the page's state, or the address's. */
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

  /** True if the address holds the state; lessons store their position instead. */
  get isLinked() { return Boolean(this.freePlay && this.address.currentHash); }

  /** The state of the page, which may change while Python starts. */
  get shownState() {
    const { number, sample, tab, step, isCompared, givenAnswers } = this.player;
    return JSON.stringify([number, sample, tab, step, isCompared, [...givenAnswers],
      this.precomputedSource.isLessonEnded]);
  }

  /** Send the page's state to Python: a stop of the lesson, or a state of the scene. */
  sendShownState() {
    const { player, precomputedSource: { stop: { links } } } = this;
    const { scene, lesson } = player.lesson.site;
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

  /** Open a link with its page; at the start of a page it cannot be undone.
      @type {(link: string, begins?: boolean) => void} */
  openLink(link, begins = false) {
    this.isOpeningPage = true;
    this.do("link", link, begins);
    if (codeOfLink(link) && !this.pendingCommands) this.openLinkedCode(link);
  }

  /** Open a link from the worker of user code. @param {string} link */
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

  /** Show a link's code in the editor, without running it.
      @type {(link: string) => Promise<void>} */
  async openLinkedCode(link) {
    await this.worker.whenIdle();
    const { player } = this, { code } = await this.ask(["brought", link]);
    if (!code) return; // an error was shown already
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
    this.worker.show = { tab: this.player.tab, parts: this.freePlay ? ["fields"] : [] };
    this.worker.doAll(commands);
  }

  /** @type {(request: WorkerRequest) => Promise<any>} */
  ask(request) { return this.worker.ask(request); }

  /** Return the link of the shown state, or "" during a question. */
  async link() { return textOfAnswer(await this.ask(["copy", "link"])); }

  async whenIdle() {
    await this.worker?.whenIdle();
    if (await this.maps.whenIdle()) await this.whenIdle();
  }

  // ---- output ----

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
      // A quiz question is not a state of the scene.
      if (!answer.live.quiz) this.address.scheduleUpdate();
    }
    player.show();
  }

  /** Choose the page and step of the state unless the user chose them on this page.
      @type {(previous: Stop) => void} */
  choosePage(previous) {
    const { player, stop } = this;
    if (!this.hasPage(player.tab)) player.tab = "explore";
    // An action that leaves the quiz, such as choosing a case, leaves its page too.
    if ((player.tab === "predict") !== (stop.page === "predict")) this.setTab(stop.page);
    // The same holds for the comparison, which cases switch on and off.
    if (stop.compared !== previous.compared) player.isCompared = Boolean(stop.compared);
    if (this.isOpeningPage) {
      this.isOpeningPage = false;
      this.setTab(stop.page);
      // In a lesson, the window's page of maps is the map's page here.
      const mapped = player.tab === "explore" || (this.isLesson && player.tab === "lab");
      if (stop.live.map && mapped) player.tab = "map";
      player.step = player.tab === "derivation" ? stop.step ?? null : null;
      player.isCompared = Boolean(stop.article && stop.compared);
    } else if (player.tab === "derivation" && stop.step && !this.worker.hasPendingCommands) {
      player.step = stop.step; // the step that belongs to the current time
    }
  }

  /** @type {(page: string) => void} */
  setTab(page) {
    this.player.tab = this.hasPage(page) ? page : "explore";
  }

  /** Rebuild the page, and restore the focus if possible. */
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

  /** Show a notice, which disappears by itself. @type {(text: string) => void} */
  showNotice(text) {
    setText(this.notice, text);
    clearTimeout(this.noticeTimer);
    this.noticeTimer = setTimeout(() => setText(this.notice, ""), NOTICE_DURATION_MS);
  }

  // ---- the interface of a source ----

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
    this.isOpeningPage = this.isLesson; // opens the stop's page too
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

  /** The current camera of each view. */
  get cameras() { return this.player.figures.map(({ cameraNow }) => cameraNow); }

  /** Send a camera that was moved in the page. @type {(figure: PlaneView | SpaceView) => void} */
  onCameraMoved({ index, cameraNow }) { this.do("camera", index, cameraNow); }

  onFit() { this.do("fit"); }

  /** Send the new aspect ratio of the stage. @type {(shape: number) => void} */
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
    this.isOpeningPage = true; // opens the stop's page
    this.do("answer", number);
  }

  onAnswerShown() {
    this.isOpeningPage = true;
    this.do("walk", "show");
  }
}

// The contents of a page until they arrive.
/** @type {Code} */
const EMPTY_CODE = { name: message("Code"), dtype: "", lines: [], blamed: 0, why: "", raised: "" };

/** Return the stop of an answer; parts that were not requested keep their previous contents if
    valid. @type {(answer: StateAnswer, previous: Stop) => Stop} */
function createLiveStop({ set, stop, live, fresh }, previous) {
  /** @type {Partial<Stop>} */
  const kept = fresh ? {} : previous;
  const pages = live.pages.map((name) => name.toLowerCase());
  const { columns, judged } = fresh ?? previous, { time } = live;
  return {
    ...kept, ...stop, ...set, columns, judged, at: 0,
    steps: set.steps ?? kept.steps ?? [], rows: set.rows ?? kept.rows ?? [],
    code: set.code ?? (pages.includes("code") ? kept.code ?? EMPTY_CODE : null),
    map: null, // it arrives after the state
    live: {
      ...live, pages, mapping: live.mapping ?? kept.live?.mapping,
      // Moments may be many, and are sent only when they change.
      time: time && { ...time, moments: time.moments ?? kept.live?.time?.moments ?? [] },
    },
  };
}

/** Return the key of the page's structure; while it stays the same only numbers and texts change.
    @type {(stop: Stop) => string} */
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
