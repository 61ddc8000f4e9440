/* The marks of a lesson, the list of its stops, and its end with results and reviews. */

import { createButton, createElement, preventBreaks, setText } from "./elements.js";
import { copyToClipboard } from "./files.js";
import { joinNames, message } from "./message.js";

// Marks, and their words in a list.
/** @type {Record<string, [string, string]>} */
const MARK_WORDS = {
  open: ["○", message("still open")], unseen: ["○", message("not seen yet")],
  seen: ["●", message("seen")], right: ["✓", message("right")],
  again: ["↻", message("look again")],
};
/** @type {Record<string, string>} */
const STOP_KINDS = { question: message("question"), task: message("task"), say: "" };

const ALL_STOPS = message("All stops");

export class LessonEnd {
  /** @type {LessonLinks | null} */
  links = null; // on a site only

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.lastState = "";
    this.title = createElement("h2", { tabindex: -1 });
    this.score = createElement("p", { class: "score" });
    this.learned = createElement("ul", { class: "learned" });
    this.reviewList = createElement("ul", { class: "review" });
    this.result = createElement("pre");
    this.copied = createElement("p", { class: "muted", role: "status" });
    this.nextLinks = createElement("div", { class: "next-links" });
    this.element = createElement("section", {
      class: "card lesson-end", "aria-label": message("The end of the lesson"), hidden: true,
    }, this.title, this.score, this.learned, this.reviewList,
    createElement("div", { class: "end-actions" },
      createButton(message("From the beginning"), () => player.navigation.startOver()),
      createButton(message("Copy result"), async () => setText(this.copied,
        await copyToClipboard(this.result.textContent, message("The result was copied."))))),
    this.copied,
    createElement("details", {}, createElement("summary", {}, message("The result as text")),
      this.result),
    this.nextLinks);
    this.stopList = createElement("ol", { class: "stops" });
    this.dialog = createElement("dialog", { "aria-label": ALL_STOPS },
      createElement("h2", {}, ALL_STOPS), this.stopList,
      createButton(message("Close"), () => this.dialog.close()));
    player.sidePanel.prepend(this.element);
    player.navigation.backButton.after(createElement("button", {
      class: "stop-list-button", onclick: () => this.dialog.showModal(),
      title: ALL_STOPS, "aria-label": ALL_STOPS,
    }, "☰"));
    player.root.append(this.dialog);
  }

  /** @type {(lessonState: LessonState | null) => void} */
  update(lessonState) {
    const state = JSON.stringify(lessonState), { player } = this;
    if (!lessonState || state === this.lastState) return;
    this.lastState = state;
    const { marks, at, ending } = lessonState, was = !this.element.hidden;
    player.navigation.showMarks(lessonState);
    this.stopList.replaceChildren(...marks.map(
      (mark, n) => this.createStopItem(mark, n, n === at && !ending)));
    this.element.hidden = !ending;
    this.links?.show(Boolean(ending));
    player.cards.element.hidden = Boolean(ending);
    if (!ending) return;
    this.showEnd(ending, lessonState.where);
    if (!was) this.title.focus();
  }

  /** @type {(mark: LessonState["marks"][number], n: number, isHere: boolean) => HTMLElement} */
  createStopItem([kind, mark, called], n, isHere) {
    const [sign, word] = MARK_WORDS[mark === "open" && kind === "say" ? "unseen" : mark];
    const about = joinNames(STOP_KINDS[kind], word);
    return createElement("li", {}, createElement("button", {
      onclick: () => { this.dialog.close(); this.player.open(n); },
      "aria-current": isHere ? "step" : null,
    },
    createElement("span", { class: `sign ${mark}`, "aria-hidden": "true" }, sign),
    createElement("span", {}, preventBreaks(called)),
    createElement("span", { class: "muted" }, about)));
  }

  /** @type {(ending: LessonState["ending"], score: string) => void} */
  showEnd({ title, learned, again, ways, copy }, score) {
    const { player } = this;
    setText(this.title, title);
    setText(this.score, score);
    this.learned.replaceChildren(
      ...learned.map((text) => createElement("li", {}, preventBreaks(text))));
    this.reviewList.replaceChildren(...again.map(([n, text]) => createElement("li", {},
      createElement("span", {}, preventBreaks(text)),
      createButton(message("Go"), () => player.open(n), undefined,
        message("Go to stop {number}", { number: n + 1 })))));
    this.result.textContent = copy;
    setText(this.copied, "");
    this.nextLinks.replaceChildren(...this.links?.createEndLinks(ways) ?? []);
  }
}
