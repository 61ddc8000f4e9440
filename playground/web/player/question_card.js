/* The card of a stop's question with its answers, or of its task. */

import { columnAt } from "./columns.js";
import { createButton, createElement, preventBreaks, setText } from "./elements.js";
import { isAnswered } from "./lesson_progress.js";
import { joinSentences, message } from "./message.js";

export class QuestionCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.question = player.stop.question;
    this.explanation = createElement("p", { role: "status" });
    this.showAnswerButton = createButton(message("Show the answer"), () => player.showAnswer());
    this.buttons = this.question.answers.map(
      (text, n) => createButton(preventBreaks(text), () => player.answer(n)));
    this.element = createElement("section", { class: "card", "aria-label": message("Question") },
      createElement("h2", {}, preventBreaks(this.question.text)),
      createElement("div", { class: "answers" }, ...this.buttons), this.explanation,
      this.showAnswerButton);
  }

  show() {
    const { right, why } = this.question, { tries } = this.player;
    const answered = isAnswered(this.question, tries);
    this.showAnswerButton.hidden = !tries.length || answered;
    if (!tries.length) return;
    this.buttons.forEach((button, n) => {
      const isTried = tries.includes(n);
      // Not disabled, which would lose the focus.
      if (answered || isTried) button.setAttribute("aria-disabled", "true");
      button.classList.toggle("right", answered && n === right);
      button.setAttribute("aria-pressed", String(isTried));
    });
    setText(this.explanation, answered ? preventBreaks(joinSentences(this.grade, why))
      : message("Not quite. Try again."));
  }

  /** Scroll to the answer's grade if it is out of sight. */
  bringIntoSight() {
    const { explanation, showAnswerButton: button } = this;
    (button.hidden ? explanation : button).scrollIntoView({ block: "nearest" });
  }

  /** The grade of the answer, once it is revealed. */
  get grade() {
    const { answers, right } = this.question, { tries } = this.player;
    if (!tries.includes(right))
      return message("The answer is “{answer}”.", { answer: answers[right] });
    return tries[0] === right ? message("Right.") : message("Right this time.");
  }
}

/** The card of a task, next to the figure. */
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
