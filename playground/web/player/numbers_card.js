/* The result rows: the main ones, and all others on demand. */

import { textAt } from "./columns.js";
import { createCard, createElement, preventBreaks, setText } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message, messageAbout } from "./message.js";
import { PlayerPart } from "./player_part.js";

// The text of an undefined number, which has no unit.
const NOT_DEFINED = message("none");

export class NumbersCard extends PlayerPart {
  /** @type {{ place: number; name: HTMLElement; value: HTMLElement }[]} */
  cells = [];
  element = createCard(messageAbout("a page", "Numbers"), "", this.createList(true),
    createElement("details", {}, createElement("summary", {}, message("All numbers")),
      this.createList(false)));

  /** @type {(main: boolean) => HTMLElement} */
  createList(main) {
    const { player } = this, box = createElement("dl", { class: main ? "main" : "" });
    for (const [place, row] of player.stop.rows.entries()) {
      if (Boolean(row.main) !== main) continue;
      const lit = {
        onpointerenter: () => player.highlight(textAt(player.stop.rows[place].key, player.sample)),
        onpointerleave: () => player.highlight(""),
      };
      const name = createElement("dt", { title: row.help || "", ...lit }, preventBreaks(row.name));
      const value = createElement("dd", lit);
      this.cells.push({ place, name, value });
      box.append(name, value);
    }
    return box;
  }

  show() {
    for (const { place, name, value } of this.cells) {
      const row = this.player.stop.rows[place];
      const text = textAt(row.value, this.player.sample), unit = text !== NOT_DEFINED && row.unit;
      name.hidden = value.hidden = !text;
      setText(value, unit && text ? `${preventBreaks(text)}\u00a0${unit}` : preventBreaks(text));
    }
  }

  /** The announcement to screen readers. */
  get announcement() {
    const { rows } = this.player.stop;
    return this.cells.filter(({ place, value }) => rows[place].main && !value.hidden)
      .map(({ place, value }) => `${toPlainText(rows[place].name)}: ${value.textContent}`);
  }
}
