/* The player of a lesson or a scene. States come from a source: precomputed samples, or Python in a
   worker. */

import { Announcer } from "./announcements.js";
import { Cards } from "./cards.js";
import { columnAt, textAt } from "./columns.js";
import { createButton, createElement } from "./elements.js";
import { FigureArea } from "./figure_area.js";
import { listenToKeys } from "./keyboard.js";
import { LabelMotion } from "./label_placement.js";
import { LessonEnd } from "./lesson_end.js";
import { LessonNavigation } from "./lesson_navigation.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";
import { PrecomputedSource } from "./precomputed_source.js";
import { SideDivider } from "./side_divider.js";
import { Themes } from "./themes.js";
import { allowsMotion } from "./transport.js";

export class Player {
  sample = 0;
  tab = "explore";
  /** @type {number | null} */
  step = null;
  isCompared = false;
  // Set only on pages of a site.
  /** @type {LiveSource} */
  live;
  /** Notify the embedding page; see site_start.js.
      @type {((kind: string, data: object) => void) | undefined} */
  post;
  /** The code of the link, until it is edited.
      @type {{ scene: string, code: string, part: string } | null} */
  linkedCode = null;
  /** @type {Help} */
  help;

  /** @param {Lesson} lesson @param {HTMLElement} root */
  constructor(lesson, root) {
    this.lesson = lesson;
    // Stops that differ only in the time share samples.
    /** @type {Stop[]} */
    this.stops = lesson.stops.map((stop) => ({ ...lesson.sets[stop.set], ...stop }));
    this.root = root;
    this.number = 0;
    /** @type {WebglCanvas[]} */
    this.screens = []; // canvases of views in space
    this.highlightedKey = "";
    /** @type {Playback} */
    this.playback = { isLooping: false, speed: 1 };
    this.hasGrid = this.hasLabels = true; // in the figures
    this.isYDown = false; // in their numbers
    /** @type {Source} */
    this.source = new PrecomputedSource(this);
    this.navigation = new LessonNavigation(this);
    this.figureArea = new FigureArea(this);
    this.labelMotion = new LabelMotion(this);
    this.cards = new Cards(this);
    this.announcer = new Announcer(this);
    this.themes = new Themes(lesson, () => { if (this.figures.length) this.show(); });
    this.buildFrame();
    this.lessonEnd = new LessonEnd(this);
    this.themes.paint(this.theme);
    this.open(this.navigation.restore());
    new ResizeObserver(() => this.draw()).observe(this.root);
    listenToKeys(this);
  }

  get stop() { return this.source.stop; }
  get figures() { return this.figureArea.figures; }
  get handles() { return this.figureArea.handles; }
  get transport() { return this.figureArea.transport; }
  get theme() { return this.themes.name; }
  get givenAnswers() { return this.navigation.givenAnswers; }
  /** The tried answers to the stop's question. */
  get tries() { return this.givenAnswers.get(this.number) ?? []; }
  get isQuestionOpen() {
    return this.navigation.isHeld || Boolean(this.quiz && this.stop.live.asking);
  }
  /** The state of the quiz while its page is open. */
  get quiz() { return this.tab === "predict" ? this.stop.live?.quiz ?? null : null; }
  /** True until the answer is revealed by a question or a step. */
  get isAnswerHidden() {
    return this.isQuestionOpen
      || Boolean(this.step && this.step < columnAt(this.stop.tells, this.sample));
  }
  /** The text in place of the hidden answer. */
  get pendingText() {
    const { isQuestionOpen, sample, stop: { pending, question } } = this;
    return isQuestionOpen && question ? question.pending : textAt(pending, sample);
  }
  /** The card of user code if it is open; its map replaces the other one. */
  get openEvaluationCard() {
    const { evaluationCard, openCard } = this.cards;
    return evaluationCard && openCard === evaluationCard ? evaluationCard : null;
  }
  /** The data of the map below the figure. */
  get shownMap() {
    return this.openEvaluationCard ? this.openEvaluationCard.map.map : this.stop.map;
  }
  /** The title of the map below the figure. */
  get mapTitle() {
    if (!this.mapImage) return "";
    if (!this.shownMap.looks) return this.shownMap.caption;
    return this.openEvaluationCard ? message("Map: where your code is wrong")
      : message("Map: where the article's code is wrong");
  }
  /** True during playback or a drag. */
  get isHeld() {
    return this.isPlaying || this.handles.some(({ isDragged }) => isDragged)
      || this.figures.some(({ isPressed }) => isPressed);
  }
  get isPlaying() { return Boolean(this.transport?.isMoving); }
  /** The number of steps in the current state. */
  get lastStep() {
    return this.stop.steps.filter((step) => textAt(step.title, this.sample)).length;
  }

  /** Build the parts of the page that all stops share. */
  buildFrame() {
    const { lesson } = this;
    this.themeButton = createButton("◐", () => this.themes.chooseTheme(),
      message("Switch theme (T)"), message("Switch theme"));
    this.resetButton = createButton("↺", () => this.reset(), message("Reset (R)"),
      message("Reset"));
    this.footer = createElement("footer", {}, createElement("p", {}, lesson.source || ""),
      this.navigation.startOverButton);
    this.sidePanel = createElement("div", { class: "side" }, this.cards.verdictBar.element,
      this.cards.element, this.footer);
    this.cards.verdictBar.watch(this.sidePanel);
    const title = createElement("h1", { tabindex: -1 }, lesson.title);
    this.header = createElement("header", {}, title, this.resetButton, this.themeButton);
    const main =
      createElement("main", {}, this.figureArea.element, this.sidePanel,
        new SideDivider(this.sidePanel).element, this.navigation.element);
    this.root.append(this.header, main, this.announcer.element);
  }

  /** @type {(tone: number) => string} */
  colour(tone) { return this.themes.colour(tone); }

  // ---- stops ----

  /** Open a stop, animated if `plays`. @type {(number: number, plays?: boolean) => void} */
  open(number, plays = false) {
    if (number === this.lesson.stops.length) this.source.finishLesson();
    if (number < 0 || number >= this.lesson.stops.length) return;
    if (this.transport) this.transport.isPlaying = false;
    this.number = number;
    this.source.openStop(plays);
    this.highlightedKey = "";
    this.navigation.save();
    this.build();
    if (plays) this.source.playArrival?.();
    this.show();
    this.figureArea.scrollToNewView();
    this.sidePanel.scrollTop = 0;
    window.scrollTo(0, 0);
  }

  /** Go to the next stop; an animation to this one is finished first. */
  goForth() {
    if (!this.transport?.finishMove()) this.open(this.number + 1, allowsMotion());
  }

  /** Go to the next stop, or follow the first suggestion of the end. */
  openNext() {
    if (this.navigation.isEnded) this.lessonEnd.nextLinks.querySelector("a")?.click();
    else this.goForth();
  }

  build() {
    this.figureArea.build();
    this.cards.buildCards();
  }

  // ---- input ----

  /** Return to the state of the stop. */
  reset() { this.source.reset(); }

  /** @type {(number: number) => void} */
  answer(number) {
    const { tries } = this;
    if (!this.isQuestionOpen || tries.includes(number)) return;
    this.setTries([...tries, number]);
    this.source.onQuestionAnswered?.(number);
    this.show();
    this.cards.question.bringIntoSight();
    if (tries.length) return; // only the first try counts
    const { text, answers, right } = this.stop.question;
    this.post?.("answer", {
      question: toPlainText(text), chosen: toPlainText(answers[number]), right: number === right,
    });
  }

  /** Show the right answer after a wrong one, which counts as another try. */
  showAnswer() {
    this.setTries([...this.tries, ...this.tries.slice(-1)]);
    this.source.onAnswerShown?.();
    this.show();
    this.cards.question.bringIntoSight();
  }

  /** @type {(tries: number[]) => void} */
  setTries(tries) {
    this.givenAnswers.set(this.number, tries);
    this.navigation.save();
  }

  /** @type {(on: boolean) => void} */
  compare(on) {
    this.isCompared = on;
    this.source.onComparisonChange?.(on);
    this.show();
  }

  /** @type {(key: string) => void} */
  highlight(key) {
    if (key === this.highlightedKey) return;
    this.highlightedKey = key;
    for (const symbol of this.root.querySelectorAll(".symbol")) {
      symbol.classList.toggle("highlighted", Boolean(key) && symbol.dataset.highlightKey === key);
    }
    this.draw();
  }

  /** @type {(name: string, step?: number | null, plays?: boolean) => void} */
  openPage(name, step = null, plays = false) {
    this.tab = name;
    this.step = name === "derivation" ? step : null;
    this.source.onPageChange?.(plays);
    this.show();
    this.figureArea.scrollToNewView();
  }

  /** @type {(way: number) => void} */
  moveStep(way) {
    if (way > 0 && this.transport?.finishMove()) return;
    const now = this.step === null ? (way > 0 ? 0 : this.lastStep + 1) : this.step;
    // Steps that no page has shown yet are still to come: there is a first one.
    const step = Math.min(Math.max(now + way, 1), this.lastStep || 1);
    this.openStep(step, way > 0 && step !== this.step && allowsMotion());
  }

  /** Show a step, animated if `plays`. @type {(step: number, plays?: boolean) => void} */
  openStep(step, plays = false) {
    this.source.onStepChange?.(step, plays);
    this.openPage("derivation", step, plays);
  }

  // ---- output ----

  show() {
    if (this.step !== null) this.step = Math.min(this.step, this.lastStep) || null;
    this.cards.show();
    this.lessonEnd.update(this.source.lessonState);
    this.navigation.show();
    const { openEvaluationCard: own, cards: { openCard }, source: { maps } } = this;
    const under = own ? own.map.imageUnderFigure
      : openCard.imageUnderFigure ?? maps?.imageUnderFigure;
    this.mapImage = this.isAnswerHidden ? null : under ?? null;
    this.figureArea.show();
    this.resetButton.disabled = this.source.isUnchanged;
    this.announcer.announce();
    this.draw();
  }

  /** Return the drawing options of the current state. @type {() => DrawState} */
  drawState() {
    const { stop, sample, isQuestionOpen, isAnswerHidden, step } = this;
    /** @type {(name: "hides" | "names") => string[]} */
    const words = (name) => (step ? textAt(stop.steps[step - 1][name], sample).split(" ") : []);
    // A quiz about the article shows its answer.
    const compared = this.isCompared || Boolean(this.quiz && stop.article);
    return {
      theme: this.theme, colorNumbers: this.lesson.named, colour: (tone) => this.colour(tone),
      highlightedKey: this.highlightedKey, isQuestionOpen,
      showsArticle: compared && !isAnswerHidden,
      step: this.tab === "derivation" ? step ?? Infinity : null,
      shareAhead: this.transport?.shareAhead ?? 0,
      hiddenKeys: new Set(words("hides")),
      names: step ? new Set([...words("names"), ...stop.names, this.highlightedKey]) : null,
      map: this.mapImage, shownMap: this.shownMap,
      isMapStale: !this.openEvaluationCard && Boolean(this.source.maps?.isStale),
    };
  }

  /** Show or hide the grid or the labels. @type {(part: "hasGrid" | "hasLabels") => void} */
  togglePart(part) {
    this[part] = !this[part];
    this.draw();
  }

  draw() {
    if (!this.figures.length || this.drawRequest) return;
    this.drawRequest = requestAnimationFrame(() => {
      this.drawRequest = 0;
      this.labelMotion.beginPicture();
      this.figureArea.draw(this.sample, this.drawState());
      this.labelMotion.endPicture();
    });
  }

  /** Wait until all animations, frames and announcements are done. */
  async whenIdle() {
    do {
      await this.source.whenIdle?.();
      await new Promise(requestAnimationFrame);
    } while (this.drawRequest || this.labelMotion.isAwaited || this.announcer.timer || this.isPlaying
      || this.figures.some(({ isCoarse }) => isCoarse));
  }
}
