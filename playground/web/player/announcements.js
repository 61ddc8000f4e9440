/* Announcements to screen readers, once nothing changes any more. */

import { textAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { joinWithStops, message } from "./message.js";
import { PlayerPart } from "./player_part.js";

// The delay after the last change.
const ANNOUNCEMENT_DELAY_MS = 200;

export class Announcer extends PlayerPart {
  timer = 0;
  element = createElement("p",
    { class: "announcement", "aria-live": "polite", role: "status" });

  /** Label the figures now, and announce the answer later. */
  announce() {
    const { stop, isAnswerHidden, sample, figures } = this.player;
    const alt = isAnswerHidden ? stop.scene : textAt(stop.alt, sample);
    for (const { canvas } of figures) canvas.setAttribute("aria-label", alt);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.announceNow(), ANNOUNCEMENT_DELAY_MS);
  }

  announceNow() {
    const { stop: { verdict }, isAnswerHidden, sample: i, cards } = this.player, parts = [];
    this.timer = 0;
    if (!isAnswerHidden) {
      parts.push(textAt(verdict.word, i), toPlainText(textAt(verdict.scope, i)),
        toPlainText(textAt(verdict.sentence, i)));
      parts.push(...cards.numbers.announcement, cards.article?.announcement);
    }
    if (cards.task?.isDone) parts.push(message("The task is done"));
    const whole = parts.filter(Boolean).map((part) => part.replace(/[.。]$/, ""));
    setText(this.element, joinWithStops(...whole));
  }
}
