/* How far Python is: a quiet bar under the header, and words where it cannot come. */

import { createElement } from "./elements.js";
import { joinSentences, message } from "./message.js";

export class ProgressBar {
  constructor() {
    this.bar = createElement("progress", { max: 1, value: 0, "aria-label": "Python" });
    this.text = createElement("span", {});
    this.element = createElement("div", { class: "loading" }, this.bar, this.text);
    document.querySelector("header").after(this.element);
  }

  /** @type {(how: { share: number; words: string }) => void} */
  show({ share, words }) {
    this.bar.value = share;
    this.text.textContent = words;
  }

  remove() { this.element.remove(); }

  /** Say what is wrong and what helps; the page goes on with what it holds itself. */
  /** @type {(how: { words: string; hint: string }) => void} */
  showFailure({ words, hint }) {
    const again =
      createElement("button", { onclick: () => location.reload() }, message("Try again"));
    const away =
      createElement("button", { onclick: () => this.remove() }, message("Go on without it"));
    this.element.className = "loading failed";
    this.element.setAttribute("role", "alert");
    const text = createElement("p", {});
    const still = message("Python could not start, so only the first states can be moved to.");
    text.textContent = joinSentences(still, words, hint);
    this.element.replaceChildren(text, again, away);
  }
}
