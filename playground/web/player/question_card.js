/* What a stop asks for: a question with its answers, or a task. */

import { columnAt } from "./columns.js";
import { createButton, createElement, preventBreaks, setText } from "./elements.js";
import { joinSentences, message } from "./message.js";

export class QuestionCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.question = player.stop.question;
    this.explanation = createElement("p", { role: "status" });
    this.buttons = this.question.answers.map(
      (text, n) => createButton(preventBreaks(text), () => player.answer(n)));
    this.element = createElement("section", { class: "card", "aria-label": message("Question") },
      createElement("h2", {}, preventBreaks(this.question.text)),
      createElement("div", { class: "answers" }, ...this.buttons), this.explanation);
  }

  show() {
    const { answers, right, why } = this.question, given = this.player.givenAnswer;
    if (given === undefined) return;
    this.buttons.forEach((button, n) => {
      // Not disabled: it would lose the focus.
      button.setAttribute("aria-disabled", "true");
      button.classList.toggle("right", n === right);
      button.setAttribute("aria-pressed", String(n === given));
    });
    const graded = given === right ? message("Right.")
      : message("Not quite. The answer is “{answer}”.", { answer: answers[right] });
    setText(this.explanation, preventBreaks(joinSentences(graded, why)));
  }
}

/** It stands by the figure in which it is done. */
export class TaskCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.statusText = createElement("p", { class: "muted" });
    this.element = createElement("section", { class: "card task", "aria-label": message("Task") },
      createElement("h2", {}, message("Task")),
      createElement("p", {}, preventBreaks(player.stop.task.text)), this.statusText);
  }

  get isDone() { return Boolean(columnAt(this.player.stop.done, this.player.sample)); }

  show() {
    this.element.classList.toggle("done", this.isDone);
    setText(this.statusText, this.isDone ? message("✓ Done.") : message("Not yet."));
  }
}
