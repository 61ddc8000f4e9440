/* What a screen reader is told once things have come to rest. */

import { said } from "./columns.js";
import { make, tell } from "./elements.js";
import { plainly } from "./math_text.js";
import { inARow, message } from "./message.js";

// After so many ms without a change.
const REST = 200;

export class Reader {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.telling = 0;
    this.element = make("p", { class: "said", "aria-live": "polite", role: "status" });
  }

  /** Name the figures now, and tell the answer later. */
  say() {
    const { stop, untold, sample, figures } = this.player;
    const alt = untold ? stop.scene : said(stop.alt, sample);
    for (const { canvas } of figures) canvas.setAttribute("aria-label", alt);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => this.tellNow(), REST);
  }

  tellNow() {
    const { stop: { verdict }, untold, sample: i, cards } = this.player, parts = [];
    this.telling = 0;
    if (!untold) {
      parts.push(said(verdict.word, i), plainly(said(verdict.sentence, i)));
      parts.push(...cards.numbers.told, cards.article?.told);
    }
    if (cards.task?.done) parts.push(message("The task is done"));
    const whole = parts.filter(Boolean).map((part) => part.replace(/[.。]$/, ""));
    tell(this.element, inARow(...whole));
  }
}
