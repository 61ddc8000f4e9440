/* The precision panel: a verdict in several number types, and a number moved bit by bit. */

import { createButton, createCard, createElement, preventBreaks, setOptions, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";
import { PlayerPart } from "./player_part.js";

export class PrecisionCard extends PlayerPart {
  stepsKey = "";
  comparedText = createElement("p", { class: "muted" });
  rows = createElement("tbody");
  table = createElement("table", {}, createElement("thead", {}, createElement("tr", {},
    ...[message("Type"), message("Verdict"), messageAbout("lens", "Gap")].map(
      (name) => createElement("th", { scope: "col" }, name)))), this.rows);
  axis = createElement("select", {
    "aria-label": message("Number to change"),
    onchange: () => this.sendAction("choose", this.axis.value),
  });
  value = createElement("output", { class: "clock", "aria-live": "polite" });
  steps = createElement("div", { class: "pairs" });
  edgeButton = createButton(message("Find the edge"), () => this.sendAction("edge"),
    message("Go to where the verdict changes: one number is a hit, the next one is a miss"));
  help = createElement("p", { class: "help" });
  number = createElement("div", { class: "ending" }, this.axis, this.value);
  element = createCard(message("Precision lens"), "precision-lens",
    createElement("h2", {}, message("Precision lens")), this.comparedText, this.table,
    this.help, this.number, this.steps, this.edgeButton);

  /** @type {(...args: any[]) => void} */
  sendAction(...args) { this.player.source.do?.("lens", ...args); }

  show() {
    const lens = this.player.stop.live?.lens;
    for (const part of [this.table, this.number, this.steps, this.edgeButton, this.help]) {
      part.hidden = !lens;
    }
    setText(this.comparedText,
      lens ? preventBreaks(lens.compared) : message("There is no lens for this state."));
    if (!lens) return;
    setText(this.help, lens.help);
    this.rows.replaceChildren(...lens.readings.map((reading) => this.createRow(reading)));
    setOptions(this.axis, lens.axes, lens.axis ?? "");
    this.updateSteps(lens.steps);
    this.number.hidden = this.steps.hidden = this.edgeButton.hidden = !lens.axis;
    setText(this.value, lens.value ?? "");
  }

  /** @type {(reading: PrecisionReading) => HTMLElement} */
  createRow({ name, word, right, tone, gap }) {
    const cell = createElement("td", {}, right ? word : `${word} ✗`);
    cell.style.color = this.player.colour(tone);
    return createElement("tr", {}, createElement("th", { scope: "row" }, name), cell,
      createElement("td", {}, preventBreaks(gap)));
  }

  /** @type {(steps: string[]) => void} */
  updateSteps(steps) {
    const shape = JSON.stringify(steps);
    if (shape === this.stepsKey) return;
    this.stepsKey = shape;
    this.steps.replaceChildren(...steps.flatMap((kind) => [
      createButton(message("Next {kind} down", { kind }),
        () => this.sendAction("step", kind, -1),
        message("To the nearest {kind} below", { kind })),
      createButton(message("Next {kind} up", { kind }),
        () => this.sendAction("step", kind, 1),
        message("To the nearest {kind} above", { kind }))]));
  }
}
