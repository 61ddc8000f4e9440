/* The verdict: a word and a sentence, and on a site the code's answer too; and the article's answer
   compared with it. */

import { columnAt, textAt } from "./columns.js";
import { createCard, createElement, preventBreaks, setText } from "./elements.js";
import { message } from "./message.js";
import { isEmbedded } from "./navigation.js";
import { PlayerPart } from "./player_part.js";

// The description for screen readers of the sign between two answers.
/** @type {Record<string, string>} */
const SIGN_DESCRIPTIONS = { "=": message("agrees with"), "≠": message("differs from") };

/** Whose answer the verdict is. @type {(stop: Stop) => string} */
const ownerName = ({ article }) => (article ? message("Geometry") : message("Answer"));

export class VerdictCard extends PlayerPart {
  owner = createElement("p", { class: "muted" }, ownerName(this.player.stop));
  word = createElement("h2", { "data-verdict": true });
  scope = createElement("p", { class: "scope muted" });
  sentence = createElement("p", { class: "sentence" });
  element = createCard(message("Verdict"), "verdict",
    this.owner, this.word, this.scope, this.sentence);

  /** Whether it says what to try, and why the article is wrong. */
  get hasHint() { return false; }

  /** Show a text of the answer, once that is known.
      @type {(element: HTMLElement, texts: TextColumn, pending?: string) => void} */
  showText(element, texts, pending = "") {
    const { isAnswerHidden, sample } = this.player;
    setText(element, isAnswerHidden ? pending : preventBreaks(textAt(texts, sample)));
  }

  show() {
    const { sample: i, isAnswerHidden, pendingText, stop: { verdict } } = this.player;
    setText(this.word, isAnswerHidden ? "?" : textAt(verdict.word, i));
    this.word.style.color = isAnswerHidden ? "" : this.player.colour(columnAt(verdict.tone, i));
    this.element.classList.toggle("hit", !isAnswerHidden && columnAt(verdict.hit, i) === 1);
    this.element.classList.toggle("answer-hidden", isAnswerHidden);
    this.showText(this.scope, verdict.scope);
    this.showText(this.sentence, verdict.sentence, pendingText);
  }
}

// As in the style sheet.
export const VERDICT_BAR_HEIGHT_PX = 40;

/** The verdict in a line, at the edge of the scrolled panel beyond which its card lies. */
export class VerdictBar extends PlayerPart {
  isCardInSight = true;
  isCardBelow = false;

  owner = createElement("span", { class: "owner" });
  line = createElement("span", {});
  // On the figure while it fills the screen.
  figureLine = createElement("p", { class: "figure-verdict", "aria-hidden": "true" });
  // Screen readers have the card itself.
  element = createElement("div",
    { class: "verdict-bar", "aria-hidden": "true", hidden: true },
    createElement("p", {}, this.owner, this.line));

  /** @type {(sidePanel: HTMLElement) => void} */
  watch(sidePanel) {
    this.observer = new IntersectionObserver((entries) => {
      const { isIntersecting, boundingClientRect, rootBounds } = entries.at(-1);
      this.isCardInSight = isIntersecting;
      this.isCardBelow = boundingClientRect.top >= rootBounds.bottom;
      this.element.classList.toggle("below", this.isCardBelow);
      if (this.isCardBelow) sidePanel.append(this.element);
      else sidePanel.prepend(this.element);
      this.show();
    }, { root: sidePanel });
  }

  /** @type {(card: VerdictCard) => void} */
  observe(card) {
    this.card = card;
    this.observer.disconnect();
    this.observer.observe(card.word);
  }

  show() {
    const { player: { isAnswerHidden, navigation, sidePanel, sample, stop }, card } = this;
    const { article } = stop;
    this.element.hidden =
      this.isCardInSight || isAnswerHidden || card.element.hidden || navigation.isEnded;
    sidePanel.classList.toggle("has-verdict-bar", !this.element.hidden && !this.isCardBelow);
    const { textContent: word, style: { color } } = card.word;
    const [sign, other, difference] = article
      ? [article.sign, article.word, article.difference].map((text) => textAt(text, sample)) : [];
    const code = article
      ? ` ${sign.trim() || "·"} ${article.name}: ${[other, difference].filter(Boolean).join(", ")}` : "";
    setText(this.owner, `${ownerName(stop)}: `);
    for (const line of [this.line, this.figureLine])
      setText(line, isAnswerHidden ? "" : `${word}${code}`);
    this.element.style.setProperty("--verdict-color", color);
  }
}

/** The answers of geometry and code side by side. */
export class ComparisonCard extends VerdictCard {
  articleText = createElement("p", { class: "word" });
  articleScope = createElement("p", { class: "scope muted" });
  differenceText = createElement("p", { class: "difference" });
  // What to try, and once the article is wrong, why it is.
  hint = createElement("p", { class: "hint" });
  signText = createElement("p", { class: "sign", role: "img" });

  /** @param {Player} player */
  constructor(player) {
    super(player);
    const { article } = player.stop;
    const sides = createElement("div", { class: "sides" }, createElement("div",
      { class: "answer" }, this.owner, this.word, this.scope));
    if (article) {
      sides.append(this.signText, createElement("div", { class: "answer" },
        createElement("p", { class: "muted" }, article.name), this.articleText,
        this.articleScope, this.differenceText));
    }
    this.element.classList.add("comparison-card");
    this.element.prepend(sides);
    this.element.append(this.hint);
  }

  /** That is on the first page of a scene, in the mode that it begins in. */
  get hasHint() {
    const { tab, source, lesson: { site }, stop: { article } } = this.player;
    return Boolean(site.task && article) && !isEmbedded && tab === "explore"
      && source.hasPage("derivation");
  }

  show() {
    super.show();
    const { sample: i, isAnswerHidden, stop: { article }, lesson: { site } } = this.player;
    this.hint.hidden = !this.hasHint;
    if (!article) return;
    const why = columnAt(article.agrees, i) ? "" : textAt(article.why, i);
    setText(this.hint, isAnswerHidden ? "" : preventBreaks(why || site.task || ""));
    const sign = isAnswerHidden ? " " : textAt(article.sign, i), name = SIGN_DESCRIPTIONS[sign];
    setText(this.signText, sign);
    this.signText.setAttribute("aria-hidden", String(!name));
    this.signText.setAttribute("aria-label", name ?? "");
    this.showText(this.articleText, article.word, "?");
    this.showText(this.articleScope, article.scope);
    this.showText(this.differenceText, article.difference);
    this.element.classList.toggle("other", !isAnswerHidden && !columnAt(article.agrees, i));
  }
}

export class ArticleCard extends PlayerPart {
  name = this.player.stop.article.name;
  switch = createElement("input", {
    type: "checkbox", onchange: () => this.player.compare(this.switch.checked),
  });
  badge = createElement("p", { class: "badge" });
  explanation = createElement("p", { class: "help" });
  stepButton = createElement("button", { onclick: () => {
    const number = columnAt(this.player.stop.article.step, this.player.sample);
    if (number) this.player.openPage("derivation", number);
  } });
  element = createCard(this.name, "", createElement("label", {}, this.switch,
    message("{name} vs. exact", { name: this.name })),
  this.badge, this.explanation, this.stepButton);

  show() {
    const { player } = this, { sample: i, isCompared, lastStep } = player;
    const { article, code } = player.stop;
    this.switch.checked = isCompared;
    this.element.hidden = player.isAnswerHidden;
    if (player.isAnswerHidden) return;
    const why = textAt(article.why, i),
      isTold = player.cards.verdict.hasHint
        || (player.tab === "code" && why === textAt(code.why, i));
    const agrees = columnAt(article.agrees, i), step = columnAt(article.step, i);
    this.badge.hidden = !isCompared;
    this.explanation.hidden = !isCompared || !why || isTold;
    this.stepButton.hidden = !isCompared || Boolean(agrees) || !step || step > lastStep;
    setText(this.badge, preventBreaks(textAt(article.agreement, i)));
    this.badge.classList.toggle("differs", !agrees);
    setText(this.explanation, preventBreaks(why));
    setText(this.stepButton, message("See step {step}", { step }));
  }

  /** The announcement to screen readers. */
  get announcement() {
    return this.player.isCompared ? `${this.name} ${this.badge.textContent}` : "";
  }
}
