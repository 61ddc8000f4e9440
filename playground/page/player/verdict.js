/* What is the case: a word and a sentence. */

import { make, tell, whole } from "./elements.js";
import { at, said } from "./values.js";

export class VerdictCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.word = make("h2");
    this.sentence = make("p");
    this.element = make("section", { class: "card verdict", "aria-label": "Verdict" },
      this.word, this.sentence);
  }

  show() {
    const { sample: i, asked, untold, stop: { tells, verdict } } = this.player;
    tell(this.word, untold ? "?" : said(verdict.word, i));
    this.word.style.color = untold ? "" : this.player.colour(at(verdict.tone, i));
    this.element.classList.toggle("hit", !untold && at(verdict.hit, i) === 1);
    this.element.classList.toggle("asked", untold);
    const later = asked ? "Answer the question first." : `Step ${at(tells, i)} answers it.`;
    tell(this.sentence, untold ? later : whole(said(verdict.sentence, i)));
  }
}
