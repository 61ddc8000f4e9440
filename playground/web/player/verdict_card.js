/* What is the case: a word and a sentence. */

import { columnAt, textAt } from "./columns.js";
import { createElement, preventBreaks, setText } from "./elements.js";
import { message } from "./message.js";

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
    const { sample: i, isAnswerHidden, pendingText, stop: { verdict } } = this.player;
    setText(this.word, isAnswerHidden ? "?" : textAt(verdict.word, i));
    this.word.style.color = isAnswerHidden ? "" : this.player.colour(columnAt(verdict.tone, i));
    this.element.classList.toggle("hit", !isAnswerHidden && columnAt(verdict.hit, i) === 1);
    this.element.classList.toggle("answer-hidden", isAnswerHidden);
    setText(this.scope, isAnswerHidden ? "" : preventBreaks(textAt(verdict.scope, i)));
    setText(this.sentence,
      isAnswerHidden ? pendingText : preventBreaks(textAt(verdict.sentence, i)));
  }
}
