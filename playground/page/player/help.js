/* The keys, in a box over the page. */

import { make } from "./elements.js";

const KEYS_TOLD = [
  ["Tab", "to the next handle, field or button"],
  ["Arrows", "move the handle, or the view, that has the focus"],
  ["Shift + arrows", "large steps"],
  ["+ − F", "in a view: larger, smaller, show all"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Space , .", "play, one moment back, one on"],
  ["Left, Right", "steps of the derivation"],
  ["A", "the article beside the truth"],
  ["R", "as at first"],
  ["T", "the colours"],
  ["?", "these keys"],
];

export class Help {
  constructor() {
    const close = make("button", { onclick: () => this.element.close() }, "Close");
    this.element = make("dialog", { "aria-label": "Keys" }, make("h2", {}, "Keys"),
      make("dl", { class: "keys" }, ...KEYS_TOLD.flatMap(
        ([key, words]) => [make("dt", {}, key), make("dd", {}, words)])), close);
  }

  turn() {
    if (this.element.open) this.element.close();
    else this.element.showModal();
  }
}
