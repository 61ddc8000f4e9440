/* One verdict in three types of number, and one number moved by its last bits. */

import { make, tell, whole } from "./elements.js";
import { plainly } from "./math_text.js";
import { message, messageAbout } from "./message.js";

export class LensCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.shape = "";
    this.words = make("p", { class: "muted" });
    this.rows = make("tbody");
    const head = [message("Type"), message("Verdict"), messageAbout("lens", "Gap")].map((name) => make("th", { scope: "col" }, name));
    this.table = make("table", {}, make("thead", {}, make("tr", {}, ...head)), this.rows);
    this.axis = make("select", {
      "aria-label": message("Number to change"), onchange: () => this.act("choose", this.axis.value),
    });
    this.value = make("output", { class: "clock", "aria-live": "polite" });
    this.steps = make("div", { class: "pairs" });
    this.edge = make("button", {
      onclick: () => this.act("edge"),
      title: message("Go to where the verdict changes: one number is a hit, the next one is a miss"),
    }, message("Find the edge"));
    this.help = make("p", { class: "help" });
    this.number = make("div", { class: "ending" }, this.axis, this.value);
    this.element = make("section", { class: "card lens", "aria-label": message("Precision lens") },
      make("h2", {}, message("Precision lens")), this.words, this.table, this.help, this.number,
      this.steps, this.edge);
  }

  /** @type {(...deed: any[]) => void} */
  act(...deed) { this.player.source.do?.("lens", ...deed); }

  show() {
    const lens = this.player.stop.live?.lab?.lens;
    for (const part of [this.table, this.number, this.steps, this.edge, this.help]) {
      part.hidden = !lens;
    }
    tell(this.words, lens ? whole(lens.compared) : message("There is no lens for this state."));
    if (!lens) return;
    tell(this.help, lens.help);
    this.rows.replaceChildren(...lens.readings.map((reading) => this.row(reading)));
    this.list(lens);
    this.number.hidden = this.steps.hidden = this.edge.hidden = !lens.axis;
    this.axis.value = lens.axis ?? "";
    tell(this.value, lens.value ?? "");
  }

  /** @type {(reading: LensReading) => HTMLElement} */
  row({ name, word, right, tone, gap }) {
    const cell = make("td", {}, right ? word : `${word} ✗`);
    cell.style.color = this.player.colour(tone);
    return make("tr", {}, make("th", { scope: "row" }, name), cell, make("td", {}, whole(gap)));
  }

  /** @type {(lens: LensTold) => void} */
  list({ axes, steps }) {
    const shape = JSON.stringify([axes, steps]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.axis.replaceChildren(
      ...axes.map((label) => make("option", { value: label }, plainly(label))));
    this.steps.replaceChildren(...steps.flatMap((kind) => [-1, 1].map((way) => make("button", {
      onclick: () => this.act("step", kind, way),
      title: way > 0 ? message("To the nearest {kind} above", { kind })
        : message("To the nearest {kind} below", { kind }),
    }, way > 0 ? message("Next {kind} up", { kind }) : message("Next {kind} down", { kind })))));
  }
}
