/* A button that opens a list of things to do; it closes when one was chosen. */

import { createElement } from "./elements.js";

export class Menu {
  /** @param {string} title @param {[string, Action][]} items */
  constructor(title, ...items) {
    this.summary = createElement("summary", {}, title);
    this.list = createElement("div", { class: "items" }, ...items.map(([text, action]) => (
      createElement("button", { onclick: () => { this.close(); action(); } }, text))));
    this.element = createElement("details", { class: "menu" }, this.summary, this.list);
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
