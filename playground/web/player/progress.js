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
  /** @param {Failure} failure */
  showFailure({ words, hint }) {
    const still = message("Python could not start, so only the first states can be moved to.");
    this.#showAlert(joinSentences(still, words, hint), message("Go on without it"));
  }

  /** Say what Python, which had begun, died of. */
  /** @type {(failure: Failure, hasLeftAddress: boolean) => void} */
  showEnd({ words, hint }, hasLeftAddress) {
    const still = message("Python has ended, so the picture stays as it is.");
    const why = /[.。]$/.test(words) ? words : message("{text}.", { text: words });
    const left = hasLeftAddress
      ? message("The state was taken out of the address, so that it is not opened again.") : "";
    document.querySelector("header").after(this.element);
    this.#showAlert(joinSentences(still, why, left, hint), message("Close"));
  }

  /** @type {(words: string, away: string) => void} */
  #showAlert(words, away) {
    this.element.className = "loading failed";
    this.element.setAttribute("role", "alert");
    this.element.replaceChildren(createElement("p", {}, words),
      createElement("button", { onclick: () => location.reload() }, message("Try again")),
      createElement("button", { onclick: () => this.remove() }, away));
  }
}
