/* The keys, and what fingers do, in a box over the page. */

import { createElement } from "./elements.js";
import { message } from "./message.js";

const KEY_HELP = [
  ["Tab", message("to the next handle, field or button")],
  [message("Arrows"), message("move the handle, or the view, that has the focus")],
  [message("Shift + arrows"), message("large steps")],
  [message("Shift + drag"), message("keeps a handle on the grid")],
  ["+ − F", message("in a view: larger, smaller, show all")],
  ["Ctrl+Z, Ctrl+Y", message("undo, redo")],
  [message("Space , ."), message("play, one moment back, one on")],
  [message("Left, Right"), message("steps of the derivation")],
  ["A", message("the article beside the truth")],
  ["R", message("as at first")],
  ["T", message("the colours")],
  ["?", message("these keys")],
];
const TOUCH_HELP = [
  [message("One finger"), message("drags a handle; turns a view in space")],
  [message("A second finger"), message("while one drags a handle: keeps it on the grid")],
  [message("Two fingers"), message("move a view, and make it larger or smaller")],
  [message("Two taps"), message("on a view show all of it again")],
];

/** @type {(name: string, told: string[][]) => HTMLElement[]} */
const createHelpList = (name, entries) => [
  createElement("h2", { class: name }, name === "keys" ? message("Keys") : message("Fingers")),
  createElement("dl", { class: name }, ...entries.flatMap(
    ([how, text]) => [createElement("dt", {}, how), createElement("dd", {}, text)]))];

export class Help {
  constructor() {
    const close =
      createElement("button", { onclick: () => this.element.close() }, message("Close"));
    this.element = createElement("dialog", { class: "help-dialog", "aria-label": message("Help") },
      ...createHelpList("keys", KEY_HELP), ...createHelpList("fingers", TOUCH_HELP), close);
  }

  toggle() {
    if (this.element.open) this.element.close();
    else this.element.showModal();
    this.element.scrollTop = 0;
  }
}
