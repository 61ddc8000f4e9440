/* What is the case: a word and a sentence. */

import { columnAt, textAt } from "./columns.js";
import { createElement, preventBreaks, setText } from "./elements.js";
import { message } from "./message.js";

/** What is said until it is known: of a question, or where a step comes to it. */
/** @type {(asked: boolean, number: number) => string} */
export function untilAnswered(asked, number) {
  return asked ? message("Answer the question first.")
    : message("Step {number} answers it.", { number });
}

export class VerdictCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.word = createElement("h2");
    this.scope = createElement("p", { class: "scope muted" });
    this.sentence = createElement("p");
    this.element =
      createElement("section", { class: "card verdict", "aria-label": message("Verdict") },
      this.word, this.scope, this.sentence);
  }

  show() {
    const { sample: i, isQuestionOpen, isAnswerHidden, stop: { tells, verdict } } = this.player;
    setText(this.word, isAnswerHidden ? "?" : textAt(verdict.word, i));
    this.word.style.color = isAnswerHidden ? "" : this.player.colour(columnAt(verdict.tone, i));
    this.element.classList.toggle("hit", !isAnswerHidden && columnAt(verdict.hit, i) === 1);
    this.element.classList.toggle("answer-hidden", isAnswerHidden);
    setText(this.scope, isAnswerHidden ? "" : preventBreaks(textAt(verdict.scope, i)));
    setText(this.sentence,
      isAnswerHidden ? untilAnswered(isQuestionOpen, columnAt(tells, i))
        : preventBreaks(textAt(verdict.sentence, i)));
  }
}
