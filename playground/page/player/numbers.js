/* The numbers of a sample: those that matter, and all others when they are asked for. */

import { make, tell, whole } from "./elements.js";
import { plainly } from "./notation.js";
import { said } from "./values.js";

export class NumbersCard {
  constructor(player) {
    this.player = player;
    this.cells = [];
    const others = make("details", {}, make("summary", {}, "All numbers"), this.list(false));
    this.element = make("section", { class: "card", "aria-label": "Numbers" },
      this.list(true), others);
  }

  list(main) {
    const { player } = this, box = make("dl", { class: main ? "main" : "" });
    for (const row of player.stop.rows.filter((row) => Boolean(row.main) === main)) {
      const lit = {
        onpointerenter: () => player.light(said(row.key, player.sample)),
        onpointerleave: () => player.light(""),
      };
      const name = make("dt", { title: row.help || "", ...lit }, whole(row.name));
      const value = make("dd", lit);
      this.cells.push({ row, name, value });
      box.append(name, value);
    }
    return box;
  }

  show() {
    for (const { row, name, value } of this.cells) {
      const text = said(row.value, this.player.sample), unit = text !== "none" && row.unit;
      name.hidden = value.hidden = !text;
      tell(value, unit && text ? `${whole(text)}\u00a0${unit}` : whole(text));
    }
  }

  /** What a reader is told of them. */
  get told() {
    return this.cells.filter(({ row, value }) => row.main && !value.hidden)
      .map(({ row, value }) => `${plainly(row.name)}: ${value.textContent}`);
  }
}
