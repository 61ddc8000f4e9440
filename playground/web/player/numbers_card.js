/* The numbers of a sample: those that matter, and all others when they are asked for. */

import { said } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { plainly } from "./math_text.js";
import { message, messageAbout } from "./message.js";

// What stands where a number is not defined has no unit.
const NOT_DEFINED = message("none");

export class NumbersCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    /** @type {{ place: number; name: HTMLElement; value: HTMLElement }[]} */
    this.cells = [];
    const others = make("details", {}, make("summary", {}, message("All numbers")), this.list(false));
    this.element = make("section", { class: "card", "aria-label": messageAbout("a page", "Numbers") },
      this.list(true), others);
  }

  /** @type {(main: boolean) => HTMLElement} */
  list(main) {
    const { player } = this, box = make("dl", { class: main ? "main" : "" });
    for (const [place, row] of player.stop.rows.entries()) {
      if (Boolean(row.main) !== main) continue;
      const lit = {
        onpointerenter: () => player.light(said(player.stop.rows[place].key, player.sample)),
        onpointerleave: () => player.light(""),
      };
      const name = make("dt", { title: row.help || "", ...lit }, whole(row.name));
      const value = make("dd", lit);
      this.cells.push({ place, name, value });
      box.append(name, value);
    }
    return box;
  }

  show() {
    for (const { place, name, value } of this.cells) {
      const row = this.player.stop.rows[place];
      const text = said(row.value, this.player.sample), unit = text !== NOT_DEFINED && row.unit;
      name.hidden = value.hidden = !text;
      tell(value, unit && text ? `${whole(text)}\u00a0${unit}` : whole(text));
    }
  }

  /** What a reader is told of them. */
  get told() {
    const { rows } = this.player.stop;
    return this.cells.filter(({ place, value }) => rows[place].main && !value.hidden)
      .map(({ place, value }) => `${plainly(rows[place].name)}: ${value.textContent}`);
  }
}
