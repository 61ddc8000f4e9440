/* Two answers side by side: what the geometry says, and what the code says. */

import { at, said } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { message } from "./message.js";
import { answeredLater } from "./verdict_card.js";

// What a screen reader says of the sign between them.
/** @type {Record<string, string>} */
const SIGNS = { "=": message("the same as"), "≠": message("other than") };

export class PairCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {(name: string, ...words: HTMLElement[]) => HTMLElement} */
    const side = (name, ...words) => (
      make("div", { class: "answer" }, make("p", { class: "muted" }, name), ...words));
    this.truth = make("h2", { "data-verdict": true });
    this.told = make("p", { class: "word" });
    this.apart = make("p", { class: "apart" });
    this.sign = make("p", { class: "sign", role: "img" });
    this.sentence = make("p", { class: "sentence" });
    const { article } = player.stop;
    const sides = article ? [this.sign, side(article.name, this.told, this.apart)] : [];
    this.element = make("section", { class: "card verdict pair", "aria-label": message("Verdict") },
      make("div", { class: "sides" }, side(message("Geometry"), this.truth), ...sides),
      this.sentence);
  }

  show() {
    const { sample: i, asked, untold, stop: { tells, verdict, article } } = this.player;
    tell(this.truth, untold ? "?" : said(verdict.word, i));
    this.truth.style.color = untold ? "" : this.player.colour(at(verdict.tone, i));
    this.element.classList.toggle("hit", !untold && at(verdict.hit, i) === 1);
    this.element.classList.toggle("asked", untold);
    tell(this.sentence, untold ? answeredLater(asked, at(tells, i)) : whole(said(verdict.sentence, i)));
    if (!article) return;
    const sign = untold ? " " : said(article.sign, i), name = SIGNS[sign];
    tell(this.sign, sign);
    this.sign.setAttribute("aria-hidden", String(!name));
    this.sign.setAttribute("aria-label", name ?? "");
    tell(this.told, untold ? "?" : whole(said(article.answer, i)));
    tell(this.apart, untold ? "" : whole(said(article.apart, i)));
    this.element.classList.toggle("other", !untold && !at(article.agrees, i));
  }
}
