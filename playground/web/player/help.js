/* The keys, and what fingers do, in a box over the page. */

import { make } from "./elements.js";
import { message } from "./message.js";

const KEYS_TOLD = [
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
const FINGERS_TOLD = [
  [message("One finger"), message("drags a handle; turns a view in space")],
  [message("A second finger"), message("while one drags a handle: keeps it on the grid")],
  [message("Two fingers"), message("move a view, and make it larger or smaller")],
  [message("Two taps"), message("on a view show all of it again")],
];

/** @type {(name: string, told: string[][]) => HTMLElement[]} */
const listed = (name, told) => [
  make("h2", { class: name }, name === "keys" ? message("Keys") : message("Fingers")),
  make("dl", { class: name }, ...told.flatMap(
    ([how, words]) => [make("dt", {}, how), make("dd", {}, words)]))];

export class Help {
  constructor() {
    const close = make("button", { onclick: () => this.element.close() }, message("Close"));
    this.element = make("dialog", { class: "how", "aria-label": message("Help") },
      ...listed("keys", KEYS_TOLD), ...listed("fingers", FINGERS_TOLD), close);
  }

  turn() {
    if (this.element.open) this.element.close();
    else this.element.showModal();
    this.element.scrollTop = 0;
  }
}
