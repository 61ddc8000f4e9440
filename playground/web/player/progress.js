/* How far Python is: a quiet bar under the header, and words where it cannot come. */

import { make } from "./elements.js";
import { message, sentences } from "./message.js";

export class ProgressBar {
  constructor() {
    this.bar = make("progress", { max: 1, value: 0, "aria-label": "Python" });
    this.words = make("span", {});
    this.element = make("div", { class: "coming" }, this.bar, this.words);
    document.querySelector("header").after(this.element);
  }

  /** @type {(how: { share: number; words: string }) => void} */
  show({ share, words }) {
    this.bar.value = share;
    this.words.textContent = words;
  }

  done() { this.element.remove(); }

  /** Say what is wrong and what helps; the page goes on with what it holds itself. */
  /** @type {(how: { words: string; hint: string }) => void} */
  failed({ words, hint }) {
    const again = make("button", { onclick: () => location.reload() }, message("Try again"));
    const away = make("button", { onclick: () => this.done() }, message("Go on without it"));
    this.element.className = "coming failed";
    this.element.setAttribute("role", "alert");
    const told = make("p", {});
    const still = message("Python could not start, so only the first states can be moved to.");
    told.textContent = sentences(still, words, hint);
    this.element.replaceChildren(told, again, away);
  }
}
