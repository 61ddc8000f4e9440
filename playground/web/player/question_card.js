/* What a stop asks for: a question with its answers, or a task. */

import { at } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { message, sentences } from "./message.js";

export class QuestionCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.question = player.stop.question;
    this.why = make("p", { role: "status" });
    this.buttons = this.question.answers.map(
      (text, n) => make("button", { onclick: () => player.answer(n) }, whole(text)));
    this.element = make("section", { class: "card", "aria-label": message("Question") },
      make("h2", {}, whole(this.question.text)),
      make("div", { class: "answers" }, ...this.buttons), this.why);
  }

  show() {
    const { answers, right, why } = this.question, given = this.player.answered;
    if (given === undefined) return;
    this.buttons.forEach((button, n) => {
      // Not disabled: it would lose the focus.
      button.setAttribute("aria-disabled", "true");
      button.classList.toggle("right", n === right);
      button.setAttribute("aria-pressed", String(n === given));
    });
    const graded = given === right ? message("Right.")
      : message("Not quite. The answer is “{answer}”.", { answer: answers[right] });
    tell(this.why, whole(sentences(graded, why)));
  }
}

/** It stands by the figure in which it is done. */
export class TaskCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.mark = make("p", { class: "muted" });
    this.element = make("section", { class: "card task", "aria-label": message("Task") },
      make("h2", {}, message("Task")), make("p", {}, whole(player.stop.task.text)), this.mark);
  }

  get done() { return Boolean(at(this.player.stop.done, this.player.sample)); }

  show() {
    this.element.classList.toggle("done", this.done);
    tell(this.mark, this.done ? message("✓ Done.") : message("Not yet."));
  }
}
