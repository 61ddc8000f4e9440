/* Two answers side by side: what the geometry says, and what the code says. */

import { columnAt, textAt } from "./columns.js";
import { createElement, preventBreaks, setText } from "./elements.js";
import { message } from "./message.js";

// What a screen reader says of the sign between them.
/** @type {Record<string, string>} */
const SIGN_DESCRIPTIONS = { "=": message("the same as"), "≠": message("other than") };

export class ComparisonCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {(name: string, ...words: HTMLElement[]) => HTMLElement} */
    const side = (name, ...words) => (
      createElement("div", { class: "answer" }, createElement("p", { class: "muted" }, name),
        ...words));
    this.truthText = createElement("h2", { "data-verdict": true });
    this.truthScope = createElement("p", { class: "scope muted" });
    this.articleText = createElement("p", { class: "word" });
    this.articleScope = createElement("p", { class: "scope muted" });
    this.differenceText = createElement("p", { class: "difference" });
    this.signText = createElement("p", { class: "sign", role: "img" });
    this.sentenceText = createElement("p", { class: "sentence" });
    const { article } = player.stop;
    const sides = article
      ? [this.signText,
        side(article.name, this.articleText, this.articleScope, this.differenceText)] : [];
    this.element =
      createElement("section",
        { class: "card verdict comparison-card", "aria-label": message("Verdict") },
      createElement("div", { class: "sides" }, 
        side(article ? message("Geometry") : message("Answer"), this.truthText, this.truthScope),
        ...sides),
      this.sentenceText);
  }

  show() {
    const { sample: i, isAnswerHidden, pendingText, stop: { verdict, article } } = this.player;
    setText(this.truthText, isAnswerHidden ? "?" : textAt(verdict.word, i));
    this.truthText.style.color = isAnswerHidden ? ""
      : this.player.colour(columnAt(verdict.tone, i));
    this.element.classList.toggle("hit", !isAnswerHidden && columnAt(verdict.hit, i) === 1);
    this.element.classList.toggle("answer-hidden", isAnswerHidden);
    setText(this.sentenceText,
      isAnswerHidden ? pendingText : preventBreaks(textAt(verdict.sentence, i)));
    const show = (/** @type {HTMLElement} */ element, /** @type {TextColumn} */ texts) => (
      setText(element, isAnswerHidden ? "" : preventBreaks(textAt(texts, i))));
    show(this.truthScope, verdict.scope);
    if (!article) return;
    const sign = isAnswerHidden ? " " : textAt(article.sign, i), name = SIGN_DESCRIPTIONS[sign];
    setText(this.signText, sign);
    this.signText.setAttribute("aria-hidden", String(!name));
    this.signText.setAttribute("aria-label", name ?? "");
    setText(this.articleText, isAnswerHidden ? "?" : preventBreaks(textAt(article.word, i)));
    show(this.articleScope, article.scope);
    show(this.differenceText, article.difference);
    this.element.classList.toggle("other", !isAnswerHidden && !columnAt(article.agrees, i));
  }
}
