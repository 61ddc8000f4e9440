/* The walk through a lesson's stops: where one is, what was answered, and the way on. */

import { make, tell } from "./elements.js";
import { message } from "./message.js";
import { stored } from "./storage.js";

// A lesson of more stops has no dots: they would be too small.
const DOTS = 20;

export class Walk {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { lesson } = player, count = this.count = lesson.stops.length;
    /** @type {Map<number, number>} */
    this.given = new Map(); // which answer was given to a stop's question
    /** @type {[number, boolean][]} */
    this.visited = []; // the stops that Python has seen, and whether their task is done
    /** @type {(text: string, act: Act, title?: string, name?: string) => HTMLButtonElement} */
    const button = (text, act, title, name = "") => (
      make("button", { onclick: act, title, class: name }, text));
    this.back = button(message("Back"), () => player.open(player.number - (this.ended ? 0 : 1)), "Page Up");
    this.next = button(message("Next"), () => player.open(player.number + 1), "Page Down", "filled");
    this.over = button(message("Start over"), () => this.startOver());
    this.where = make("span", { class: "where" });
    this.dots = lesson.stops.map(() => make("i"));
    const dots = make("span", { class: "dots", style: `--stops: ${count}`, "aria-hidden": "true" },
      ...(count <= DOTS ? this.dots : []));
    this.element = make("nav", { "aria-label": message("The lesson's stops") },
      this.back, make("div", { class: "place" }, this.where, dots), this.next);
    this.element.hidden = count === 1;
  }

  /** The stop that was open when the page was left; what was answered is given again. */
  kept() {
    const { lesson, stops } = this.player;
    try {
      const { number, given, visited = [] } = JSON.parse(stored.get(lesson.key));
      /** @type {(one: [number, number]) => boolean} */
      const holds = ([n, answer]) => Boolean(stops[n].question.answers[answer]);
      this.given = new Map(given.filter(holds));
      this.visited = visited;
      return stops[number] ? number : 0;
    } catch { return 0; }
  }

  keep() {
    const { given, player: { number, lesson } } = this;
    this.over.hidden = !number && !given.size;
    stored.set(lesson.key, JSON.stringify({ number, given: [...given], visited: this.visited }));
  }

  startOver() {
    this.given.clear();
    this.visited = [];
    this.player.source.do?.("walk", "begin");
    this.player.open(0);
    this.player.root.querySelector("h1").focus();
  }

  /** Whether the lesson's end is shown. */
  get ended() { return Boolean(this.player.stop.live?.lesson?.ending); }

  /** Show what Python says of each stop, and where the way on leads. */
  /** @type {(told: LessonTold) => void} */
  marked({ marks, where, way_on, at, ending }) {
    this.visited = marks.flatMap(([kind, mark], n) => (
      mark === "open" ? [] : [[n, kind === "task" && mark === "right"]]));
    this.keep();
    tell(this.where, where);
    marks.forEach(([kind, mark], n) => {
      this.dots[n]?.setAttribute("class",
        `mark ${kind} ${mark}${n === at && !ending ? " here" : ""}`);
    });
    tell(this.next, at === this.count - 1 ? way_on : message("Next"));
    this.next.hidden = Boolean(ending);
    this.back.disabled = at === 0 && !ending;
    this.over.classList.remove("filled");
    if (this.over.parentElement === this.element) this.player.foot.append(this.over);
  }

  /** Say where one is; the last stop ends with the way back to the first. */
  show() {
    const { count, player: { number } } = this, end = count > 1 && number === count - 1;
    tell(this.where, message("{number} of {count}", { number: number + 1, count }));
    this.back.disabled = number === 0;
    this.next.hidden = end;
    this.over.classList.toggle("filled", end);
    (end ? this.element : this.player.foot).append(this.over);
    this.dots.forEach((dot, n) => dot.classList.toggle("done", n < number));
    this.dots.forEach((dot, n) => dot.classList.toggle("here", n === number));
  }
}
