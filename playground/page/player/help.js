/* The keys, and what fingers do, in a box over the page. */

import { make } from "./elements.js";

const KEYS_TOLD = [
  ["Tab", "to the next handle, field or button"],
  ["Arrows", "move the handle, or the view, that has the focus"],
  ["Shift + arrows", "large steps"],
  ["Shift + drag", "keeps a handle on the grid"],
  ["+ − F", "in a view: larger, smaller, show all"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["Space , .", "play, one moment back, one on"],
  ["Left, Right", "steps of the derivation"],
  ["A", "the article beside the truth"],
  ["R", "as at first"],
  ["T", "the colours"],
  ["?", "these keys"],
];
const FINGERS_TOLD = [
  ["One finger", "drags a handle; turns a view in space"],
  ["A second finger", "while one drags a handle: keeps it on the grid"],
  ["Two fingers", "move a view, and make it larger or smaller"],
  ["Two taps", "on a view show all of it again"],
];

/** @type {(name: string, told: string[][]) => HTMLElement[]} */
const listed = (name, told) => [make("h2", { class: name }, name === "keys" ? "Keys" : "Fingers"),
  make("dl", { class: name }, ...told.flatMap(
    ([how, words]) => [make("dt", {}, how), make("dd", {}, words)]))];

export class Help {
  constructor() {
    const close = make("button", { onclick: () => this.element.close() }, "Close");
    this.element = make("dialog", { class: "how", "aria-label": "Help" },
      ...listed("keys", KEYS_TOLD), ...listed("fingers", FINGERS_TOLD), close);
  }

  turn() {
    if (this.element.open) this.element.close();
    else this.element.showModal();
    this.element.scrollTop = 0;
  }
}
