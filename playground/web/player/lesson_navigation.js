/* The walk through a lesson's stops: where one is, what was answered, and the way on. */

import { createButton, createElement, setText } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

// A lesson of more stops has no dots: they would be too small.
const MAX_DOT_COUNT = 20;

export class LessonNavigation {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { lesson } = player, count = this.count = lesson.stops.length;
    /** @type {Map<number, number>} */
    this.givenAnswers = new Map(); // which answer was given to a stop's question
    /** @type {[number, boolean][]} */
    this.visitedStops = []; // the stops that Python has seen, and whether their task is done
    this.backButton = createButton(message("Back"),
      () => player.open(player.number - (this.isEnded ? 0 : 1)), "Page Up");
    this.nextButton =
      createButton(message("Next"), () => player.goForth(), "Page Down");
    this.nextButton.classList.add("filled");
    this.startOverButton = createButton(message("Start over"), () => this.startOver());
    this.positionText = createElement("span", { class: "where" });
    this.dots = lesson.stops.map(() => createElement("i"));
    const dots =
      createElement("span", { class: "dots", style: `--stops: ${count}`, "aria-hidden": "true" },
      ...(count <= MAX_DOT_COUNT ? this.dots : []));
    this.element = createElement("nav", { "aria-label": message("The lesson's stops") },
      this.backButton, createElement("div", { class: "position" }, this.positionText, dots),
      this.nextButton);
    this.element.hidden = count === 1;
  }

  /** The stop that was open when the page was left; what was answered is given again. */
  restore() {
    const { lesson, stops } = this.player;
    try {
      const { number, given, visited = [] } = JSON.parse(storage.get(lesson.key));
      /** @type {(one: [number, number]) => boolean} */
      const holds = ([n, answer]) => Boolean(stops[n].question.answers[answer]);
      this.givenAnswers = new Map(given.filter(holds));
      this.visitedStops = visited;
      return stops[number] ? number : 0;
    } catch { return 0; }
  }

  save() {
    const { givenAnswers, player: { number, lesson } } = this;
    this.startOverButton.hidden = !number && !givenAnswers.size;
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

  /** Whether the lesson's end is shown. */
  get isEnded() { return Boolean(this.player.stop.live?.lesson?.ending); }

  /** Show what Python says of each stop, and where the way on leads. */
  /** @type {(lessonState: LessonState) => void} */
  showMarks({ marks, where, way_on, at, ending }) {
    this.visitedStops = marks.flatMap(([kind, mark], n) => (
      mark === "open" ? [] : [[n, kind === "task" && mark === "right"]]));
    this.save();
    setText(this.positionText, where);
    marks.forEach(([kind, mark], n) => {
      this.dots[n]?.setAttribute("class",
        `mark ${kind} ${mark}${n === at && !ending ? " current" : ""}`);
    });
    setText(this.nextButton, at === this.count - 1 ? way_on : message("Next"));
    this.nextButton.hidden = Boolean(ending);
    this.backButton.disabled = at === 0 && !ending;
    this.startOverButton.classList.remove("filled");
    if (this.startOverButton.parentElement === this.element)
      this.player.footer.append(this.startOverButton);
  }

  /** Say where one is; the last stop ends with the way back to the first. */
  show() {
    const { count, player: { number } } = this, end = count > 1 && number === count - 1;
    setText(this.positionText, message("{number} of {count}", { number: number + 1, count }));
    this.backButton.disabled = number === 0;
    this.nextButton.hidden = end;
    this.startOverButton.classList.toggle("filled", end);
    (end ? this.element : this.player.footer).append(this.startOverButton);
    this.dots.forEach((dot, n) => dot.classList.toggle("done", n < number));
    this.dots.forEach((dot, n) => dot.classList.toggle("current", n === number));
  }
}
