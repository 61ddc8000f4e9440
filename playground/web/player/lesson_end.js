/* A lesson that Python walks along: a mark for each stop, the list of all stops, and the end
   with what can now be said. */

import { hashed } from "./address.js";
import { make, tell, whole } from "./elements.js";
import { otherLanguages } from "./languages.js";
import { plainly } from "./math_text.js";
import { listing, message, messageAbout } from "./message.js";
import { wayHome, wayTo } from "./navigation.js";

// Marks in a row, and in words where they are a list.
/** @type {Record<string, [string, string]>} */
const MARK_WORDS = {
  open: ["○", message("still open")], unseen: ["○", message("not seen yet")],
  seen: ["●", message("seen")], right: ["✓", message("right")],
  again: ["↻", message("look again")],
};
/** @type {Record<string, string>} */
const ASKED_FOR = { question: message("question"), task: message("task"), say: "" };

const ALL_STOPS = message("All stops");

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
      class: "card end", "aria-label": message("The end of the lesson"), hidden: true,
    }, this.title, this.learned, this.again, this.ways);
    this.list = make("ol", { class: "stops" });
    this.dialog = make("dialog", { "aria-label": ALL_STOPS }, make("h2", {}, ALL_STOPS),
      this.list, make("button", { onclick: () => this.dialog.close() }, message("Close")));
    this.all = make("button", {
      class: "all", onclick: () => this.dialog.showModal(), title: ALL_STOPS,
      "aria-label": ALL_STOPS,
    }, "☰");
    this.onward = wayTo(message("Next lesson"), site.next?.address ?? "", site.next?.title);
    this.onward.classList.add("filled");
    this.onward.hidden = true;
    player.side.prepend(this.element);
    player.walk.element.append(this.onward);
    player.walk.back.after(this.all);
    player.root.append(this.dialog);
    this.offerLanguages();
    player.head.prepend(wayHome(site));
    const scene = site.scenes.find(({ id }) => id === site.scene);
    if (!scene) return;
    const words = messageAbout("scenes", "Play"), title = message("This scene without the lesson");
    player.again.before(wayTo(words, scene.address, title));
  }

  /** In the header, and where that has no room at the foot. */
  offerLanguages() {
    const { again, foot, lesson: { site } } = this.player;
    for (const way of otherLanguages(site)) {
      way.classList.add("wide");
      again.before(way);
    }
    foot.append(make("p", { class: "narrow" }, ...otherLanguages(site)));
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
    const about = listing(ASKED_FOR[kind], word);
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
        onclick: () => player.open(n),
        "aria-label": message("Go to stop {number}", { number: n + 1 }),
      }, message("Go")))));
    const { next } = site;
    const page = site.scenes.find(({ id }) => id === site.scene)?.address;
    const leads = next
      ? [[message("Next lesson: {title}", { title: next.title }), next.address]] : [];
    if (page) leads.push(...ways.map(([words, link]) => [words, `${page}${hashed(link)}`]));
    const links = leads.map(([words, href]) => wayTo(plainly(words), href));
    links[0]?.classList.add("filled");
    this.ways.replaceChildren(...links);
  }
}
