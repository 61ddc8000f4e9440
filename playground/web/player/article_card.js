/* The card that compares the article's answer with the truth. */

import { columnAt, textAt } from "./columns.js";
import { createCard, createElement, preventBreaks, setText } from "./elements.js";
import { message } from "./message.js";
import { PlayerPart } from "./player_part.js";

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
