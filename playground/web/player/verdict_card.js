/* What is the case: a word and a sentence. */

import { at, said } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { message } from "./message.js";

/** What is said until it is known: of a question, or where a step comes to it. */
/** @type {(asked: boolean, number: number) => string} */
export function answeredLater(asked, number) {
  return asked ? message("Answer the question first.")
    : message("Step {number} answers it.", { number });
}

export class VerdictCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.word = make("h2");
    this.sentence = make("p");
    this.element = make("section", { class: "card verdict", "aria-label": message("Verdict") },
      this.word, this.sentence);
  }

  show() {
    const { sample: i, asked, untold, stop: { tells, verdict } } = this.player;
    tell(this.word, untold ? "?" : said(verdict.word, i));
    this.word.style.color = untold ? "" : this.player.colour(at(verdict.tone, i));
    this.element.classList.toggle("hit", !untold && at(verdict.hit, i) === 1);
    this.element.classList.toggle("asked", untold);
    tell(this.sentence, untold ? answeredLater(asked, at(tells, i)) : whole(said(verdict.sentence, i)));
  }
}
