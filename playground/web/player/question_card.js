/* The card of a stop's question with its answers, or of its task. */

import { columnAt } from "./columns.js";
import { createButton, createCard, createElement, preventBreaks, setText } from "./elements.js";
import { isAnswered } from "./lesson_progress.js";
import { joinSentences, message } from "./message.js";
import { PlayerPart } from "./player_part.js";

export class QuestionCard extends PlayerPart {
  question = this.player.stop.question;
  explanation = createElement("p", { role: "status" });
  showAnswerButton = createButton(message("Show the answer"), () => this.player.showAnswer());
  buttons = this.question.answers.map(
    (text, n) => createButton(preventBreaks(text), () => this.player.answer(n)));
  element = createCard(message("Question"), "",
    createElement("h2", {}, preventBreaks(this.question.text)),
    createElement("div", { class: "answers" }, ...this.buttons), this.explanation,
    this.showAnswerButton);

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
export class TaskCard extends PlayerPart {
  statusText = createElement("p", { class: "muted" });
  element = createCard(message("Task"), "task", createElement("h2", {}, message("Task")),
    createElement("p", {}, preventBreaks(this.player.stop.task.text)), this.statusText);

  get isDone() { return Boolean(columnAt(this.player.stop.done, this.player.sample)); }

  show() {
    this.element.classList.toggle("done", this.isDone);
    setText(this.statusText, this.isDone ? message("✓ Done.") : message("Not yet."));
  }
}
