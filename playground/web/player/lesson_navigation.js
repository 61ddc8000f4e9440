/* Navigation through a lesson's stops, with position and progress. */

import { createButton, createElement, setText } from "./elements.js";
import { isAnswered } from "./lesson_progress.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

// With more stops dots would be too small.
const MAX_DOT_COUNT = 20;

export class LessonNavigation {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { lesson } = player, count = this.count = lesson.stops.length;
    /** @type {Map<number, number[]>} */
    this.givenAnswers = new Map(); // tried answers by stop
    /** @type {[number, boolean][]} */
    this.visitedStops = []; // seen stops, with whether their task is done
    this.backButton = createButton(message("Back"),
      () => player.open(player.number - (this.isEnded ? 0 : 1)), "Page Up");
    this.nextText = message("Next");
    this.nextButton = createElement("button", { class: "filled", title: "Page Down",
      onclick: () => this.isHeld || player.goForth() }, this.nextText);
    this.startOverButton = createButton(message("From the beginning"), () => this.startOver());
    this.positionText = createElement("span", { class: "where" });
    this.dots = lesson.stops.map(() => createElement("i"));
    const dots = createElement("span",
      { class: "dots", style: `--stops: ${count}`, "aria-hidden": "true" },
      ...(count <= MAX_DOT_COUNT ? this.dots : []));
    this.element = createElement("nav",
      { "aria-label": message("The lesson's stops"), hidden: count === 1 },
      this.backButton, createElement("div", { class: "position" }, this.positionText, dots),
      this.nextButton);
  }

  /** Restore the answers, and return the stop that was open when the page was left. */
  restore() {
    const { lesson, stops } = this.player;
    try {
      const { number, given, visited = [] } = JSON.parse(storage.get(lesson.key));
      /** @type {(one: [number, number[]]) => boolean} */
      const holds = ([n, tries]) => tries.every((answer) => stops[n].question.answers[answer]);
      this.givenAnswers = new Map(given.filter(holds));
      this.visitedStops = visited;
      return stops[number] ? number : 0;
    } catch { return 0; }
  }

  save() {
    const { givenAnswers, player: { number, lesson } } = this;
    this.startOverButton.hidden = this.isEnded || (!number && !givenAnswers.size);
    storage.set(lesson.key,
      JSON.stringify({ number, given: [...givenAnswers], visited: this.visitedStops }));
  }

  startOver() {
    this.givenAnswers.clear();
    this.visitedStops = [];
    this.player.source.do?.("walk", "begin");
    this.player.open(0);
    this.player.root.querySelector("h1").focus();
  }

  /** True if the lesson's end is shown. */
  get isEnded() { return this.player.source.isLessonEnded; }

  /** Whether a question must be answered before the way on is open. */
  get isHeld() {
    const { stop: { question }, tries } = this.player;
    return Boolean(question) && !isAnswered(question, tries);
  }

  /** Show whether the way on is open. */
  show() {
    setText(this.nextButton, this.isHeld ? message("Choose an answer") : this.nextText);
    this.nextButton.setAttribute("aria-disabled", String(this.isHeld));
  }

  /** Show the mark of each stop and the next action. @type {(lessonState: LessonState) => void} */
  showMarks({ marks, where, way_on, at, ending }) {
    this.visitedStops = marks.flatMap(([kind, mark], n) => (
      mark === "open" ? [] : [[n, kind === "task" && mark === "right"]]));
    this.save();
    setText(this.positionText, ending ? message("The end of the lesson") : where);
    marks.forEach(([kind, mark], n) => {
      this.dots[n]?.setAttribute("class",
        `mark ${kind} ${mark}${n === at && !ending ? " current" : ""}`);
    });
    this.nextText = at === this.count - 1 ? way_on : message("Next");
    this.nextButton.hidden = Boolean(ending);
    this.backButton.disabled = at === 0 && !ending;
  }
}
