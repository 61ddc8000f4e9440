/* A button that opens a list of things to do; it closes when one was chosen. */

import { make } from "./elements.js";

export class Menu {
  /** @param {string} title @param {[string, Act][]} items */
  constructor(title, ...items) {
    this.summary = make("summary", {}, title);
    this.list = make("div", { class: "items" }, ...items.map(([text, act]) => (
      make("button", { onclick: () => { this.close(); act(); } }, text))));
    this.element = make("details", { class: "menu" }, this.summary, this.list);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element.open) return;
      event.stopPropagation();
      this.close();
      this.summary.focus();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && this.element.contains(target))) this.close();
    });
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.close();
    });
  }

  close() { this.element.open = false; }
}
