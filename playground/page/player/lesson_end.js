/* A lesson that Python walks along: a mark for each stop, the list of all stops, and the end
   with what can now be said. */

import { hashed } from "./address.js";
import { make, tell, whole } from "./elements.js";
import { plainly } from "./notation.js";
import { wayHome, wayTo } from "./ways.js";

// Marks in a row, and in words where they are a list.
/** @type {Record<string, [string, string]>} */
const MARK_WORDS = {
  open: ["○", "still open"], unseen: ["○", "not seen yet"], seen: ["●", "seen"], right: ["✓", "right"],
  again: ["↻", "look again"],
};
/** @type {Record<string, string>} */
const ASKED_FOR = { question: "question", task: "task", say: "" };

export class LessonEnd {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.player = source.player;
    this.shape = "";
    const { player } = this, { site } = player.lesson;
    this.title = make("h2", { tabindex: -1 });
    this.learned = make("ul", { class: "learned" });
    this.again = make("ul", { class: "again" });
    this.ways = make("div", { class: "ways" });
    this.element = make("section", {
      class: "card end", "aria-label": "The end of the lesson", hidden: true,
    }, this.title, this.learned, this.again, this.ways);
    this.list = make("ol", { class: "stops" });
    this.dialog = make("dialog", { "aria-label": "All stops" }, make("h2", {}, "All stops"),
      this.list, make("button", { onclick: () => this.dialog.close() }, "Close"));
    this.all = make("button", {
      class: "all", onclick: () => this.dialog.showModal(), title: "All stops",
      "aria-label": "All stops",
    }, "☰");
    this.onward = wayTo("Next lesson", site.next?.address ?? "", site.next?.title);
    this.onward.classList.add("filled");
    this.onward.hidden = true;
    player.side.prepend(this.element);
    player.walk.element.append(this.onward);
    player.walk.back.after(this.all);
    player.root.append(this.dialog);
    player.head.prepend(wayHome(site));
    const scene = site.scenes.find(({ id }) => id === site.scene);
    if (scene) player.again.before(wayTo("Play", scene.address, "This scene without the lesson"));
  }

  /** @type {(told: LessonTold | null) => void} */
  hear(told) {
    this.all.hidden = !told;
    if (!told) return;
    const { player } = this, { marks, ending } = told;
    player.walk.marked(told);
    const shape = JSON.stringify([marks, ending, told.at, told.where]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.list.replaceChildren(...marks.map((mark, n) => this.stop(mark, n)));
    const was = !this.element.hidden;
    this.element.hidden = !ending;
    this.onward.hidden = !ending || !player.lesson.site.next;
    player.cards.element.hidden = Boolean(ending);
    if (!ending) return;
    this.end(ending);
    if (!was) this.title.focus();
  }

  /** Go where the end leads first. */
  leave() { this.ways.querySelector("a")?.click(); }

  /** @type {(mark: LessonTold["marks"][number], n: number) => HTMLElement} */
  stop([kind, mark, called], n) {
    const [sign, word] = MARK_WORDS[mark === "open" && kind === "say" ? "unseen" : mark];
    const about = [ASKED_FOR[kind], word].filter(Boolean).join(", ");
    const here = n === this.player.number && !this.source.ended;
    return make("li", {}, make("button", {
      onclick: () => { this.dialog.close(); this.player.open(n); },
      "aria-current": here ? "step" : null,
    },
    make("span", { class: `sign ${mark}`, "aria-hidden": "true" }, sign),
    make("span", {}, whole(called)),
    make("span", { class: "muted" }, about)));
  }

  /** @type {(ending: LessonTold["ending"]) => void} */
  end({ title, learned, again, ways }) {
    const { player } = this, { site } = player.lesson;
    tell(this.title, title);
    this.learned.replaceChildren(...learned.map((words) => make("li", {}, whole(words))));
    this.again.replaceChildren(...again.map(([n, words]) => make("li", {},
      make("span", {}, whole(words)),
      make("button", {
        onclick: () => player.open(n), "aria-label": `Go to stop ${n + 1}`,
      }, "Go"))));
    const { next } = site;
    const page = site.scenes.find(({ id }) => id === site.scene)?.address;
    const leads = next ? [[`Next lesson: ${next.title}`, next.address]] : [];
    if (page) leads.push(...ways.map(([words, link]) => [words, `${page}${hashed(link)}`]));
    const links = leads.map(([words, href]) => wayTo(plainly(words), href));
    links[0]?.classList.add("filled");
    this.ways.replaceChildren(...links);
  }
}
