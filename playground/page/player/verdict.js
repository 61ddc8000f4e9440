/* What is the case: a word and a sentence. */

import { make, tell, whole } from "./elements.js";
import { at, said } from "./values.js";

export class VerdictCard {
  constructor(player) {
    this.player = player;
    this.word = make("h2");
    this.sentence = make("p");
    this.element = make("section", { class: "card verdict", "aria-label": "Verdict" },
      this.word, this.sentence);
  }

  show() {
    const { sample: i, asked, stop: { verdict } } = this.player;
    tell(this.word, asked ? "?" : said(verdict.word, i));
    this.word.style.color = asked ? "" : this.player.colour(at(verdict.tone, i));
    this.element.classList.toggle("hit", !asked && at(verdict.hit, i) === 1);
    this.element.classList.toggle("asked", asked);
    tell(this.sentence, asked ? "Answer the question first." : whole(said(verdict.sentence, i)));
  }
}
