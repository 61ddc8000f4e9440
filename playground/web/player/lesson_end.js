/* A lesson that Python walks along: a mark for each stop, the list of all stops, and the end
   with what can now be said. */

import { toHash } from "./address.js";
import { createButton, createElement, preventBreaks, setText } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { joinNames, message, messageAbout } from "./message.js";
import { createHomeLink, createLanguageLinks, createLink } from "./navigation.js";

// Marks in a row, and in words where they are a list.
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
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.player = source.player;
    this.lastState = "";
    const { player } = this, { site } = player.lesson;
    this.title = createElement("h2", { tabindex: -1 });
    this.learned = createElement("ul", { class: "learned" });
    this.reviewList = createElement("ul", { class: "review" });
    this.nextLinks = createElement("div", { class: "next-links" });
    this.element = createElement("section", {
      class: "card lesson-end", "aria-label": message("The end of the lesson"), hidden: true,
    }, this.title, this.learned, this.reviewList, this.nextLinks);
    this.stopList = createElement("ol", { class: "stops" });
    this.dialog =
      createElement("dialog", { "aria-label": ALL_STOPS }, createElement("h2", {}, ALL_STOPS),
      this.stopList,
      createButton(message("Close"), () => this.dialog.close()));
    this.listButton = createButton("☰", () => this.dialog.showModal(), ALL_STOPS, ALL_STOPS);
    this.listButton.classList.add("stop-list-button");
    this.nextLessonLink =
      createLink(message("Next lesson"), site.next?.address ?? "", site.next?.title);
    this.nextLessonLink.classList.add("filled");
    this.nextLessonLink.hidden = true;
    player.sidePanel.prepend(this.element);
    player.navigation.element.append(this.nextLessonLink);
    player.navigation.backButton.after(this.listButton);
    player.root.append(this.dialog);
    this.offerLanguages();
    player.header.prepend(createHomeLink(site));
    const scene = site.scenes.find(({ id }) => id === site.scene);
    if (!scene) return;
    const text = messageAbout("scenes", "Play"), title = message("This scene without the lesson");
    player.resetButton.before(createLink(text, scene.address, title));
  }

  /** In the header, and where that has no room at the foot. */
  offerLanguages() {
    const { resetButton, footer, lesson: { site } } = this.player;
    for (const way of createLanguageLinks(site)) {
      way.classList.add("wide-screen-only");
      resetButton.before(way);
    }
    footer.append(
      createElement("p", { class: "narrow-screen-only" }, ...createLanguageLinks(site)));
  }

  /** @type {(lessonState: LessonState | null) => void} */
  update(lessonState) {
    this.listButton.hidden = !lessonState;
    if (!lessonState) return;
    const { player } = this, { marks, ending } = lessonState;
    player.navigation.showMarks(lessonState);
    const shape = JSON.stringify([marks, ending, lessonState.at, lessonState.where]);
    if (shape === this.lastState) return;
    this.lastState = shape;
    this.stopList.replaceChildren(...marks.map((mark, n) => this.createStopItem(mark, n)));
    const was = !this.element.hidden;
    this.element.hidden = !ending;
    this.nextLessonLink.hidden = !ending || !player.lesson.site.next;
    player.cards.element.hidden = Boolean(ending);
    if (!ending) return;
    this.showEnd(ending);
    if (!was) this.title.focus();
  }

  /** Go where the end leads first. */
  followFirstLink() { this.nextLinks.querySelector("a")?.click(); }

  /** @type {(mark: LessonState["marks"][number], n: number) => HTMLElement} */
  createStopItem([kind, mark, called], n) {
    const [sign, word] = MARK_WORDS[mark === "open" && kind === "say" ? "unseen" : mark];
    const about = joinNames(STOP_KINDS[kind], word);
    const here = n === this.player.number && !this.source.isLessonEnded;
    return createElement("li", {}, createElement("button", {
      onclick: () => { this.dialog.close(); this.player.open(n); },
      "aria-current": here ? "step" : null,
    },
    createElement("span", { class: `sign ${mark}`, "aria-hidden": "true" }, sign),
    createElement("span", {}, preventBreaks(called)),
    createElement("span", { class: "muted" }, about)));
  }

  /** @type {(ending: LessonState["ending"]) => void} */
  showEnd({ title, learned, again, ways }) {
    const { player } = this, { site } = player.lesson;
    setText(this.title, title);
    this.learned.replaceChildren(
      ...learned.map((text) => createElement("li", {}, preventBreaks(text))));
    this.reviewList.replaceChildren(...again.map(([n, text]) => createElement("li", {},
      createElement("span", {}, preventBreaks(text)),
      createButton(message("Go"), () => player.open(n), undefined,
        message("Go to stop {number}", { number: n + 1 })))));
    const { next } = site;
    const page = site.scenes.find(({ id }) => id === site.scene)?.address;
    const leads = next
      ? [[message("Next lesson: {title}", { title: next.title }), next.address]] : [];
    if (page) leads.push(...ways.map(([text, link]) => [text, `${page}${toHash(link)}`]));
    const links = leads.map(([text, href]) => createLink(toPlainText(text), href));
    links[0]?.classList.add("filled");
    this.nextLinks.replaceChildren(...links);
  }
}
