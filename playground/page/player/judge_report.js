/* What came of a trial of one's own code: how many answers are wrong, in which ways, and
   of each way a case. */

import { make, whole } from "./elements.js";
import { copied } from "./saving.js";

export class JudgeReport {
  /** `open` shows the state of a link, `goTo` a line, `say` tells in a word. */
  constructor({ open, goTo, say }) {
    Object.assign(this, { open, goTo, say });
    // It is read out once, when all is there.
    this.head = make("p", { class: "head", role: "status" });
    this.body = make("div", { class: "report" });
    this.element = make("div", { class: "report" }, this.head, this.body);
    this.clear();
  }

  clear() {
    this.head.textContent = "";
    this.body.replaceChildren();
    this.element.hidden = true;
  }

  /** Why there is nothing to tell. */
  words(text) {
    this.element.hidden = false;
    this.head.textContent = text;
    this.body.replaceChildren();
  }

  show(told, ...more) {
    const { error, line, printed = [] } = told;
    this.words(error ? `${line ? `Line ${line}: ` : ""}${error}` : this.sentence(told));
    this.body.append(...(error ? this.failure(line) : [
      ...told.notes.map((note) => make("p", { class: "muted" }, whole(note))), ...more,
      ...told.kinds.map((kind) => this.kind(kind)),
    ]));
    if (printed.length) this.body.append(print(printed));
  }

  sentence({ head, kinds }) {
    const counts = kinds.map(({ kind, share }) => `${kind} ${share}`);
    return [head, counts.length ? `${capital(counts.join(", "))}.` : ""].join(" ").trim();
  }

  failure(line) {
    if (!line) return [];
    return [make("p", {}, make("button", { onclick: () => this.goTo(line) }, `Go to line ${line}`))];
  }

  kind({ kind, count, share, of, why, call, told, python, test, link }) {
    const copy = (title, text, words) => make("button", {
      onclick: async () => this.say(await copied(text) ? `${words} is copied.` : "This browser does not let a page copy."),
    }, title);
    const deeds = [
      link && make("button", { onclick: () => this.open(link) }, "Open this case"),
      copy("Copy as Python", python, "The case as Python"),
      copy("Copy as a test", test, "The case as a test"),
    ].filter(Boolean);
    const held = link ? [] : [make("p", { class: "muted" },
      "The scene's own sliders do not hold this case.")];
    return make("section", { class: "kind", "aria-label": capital(kind) },
      make("h3", {}, `${capital(kind)}: ${count} (${share})`), make("p", {}, whole(why)),
      make("p", { class: "muted" }, of), make("pre", { tabindex: 0, "aria-label": of }, verbatim(call)),
      make("p", {}, `${capital(whole(told))}.`), ...held, make("div", { class: "deeds" }, ...deeds));
  }
}

/** What it printed, the last lines of it. */
function print(lines) {
  return make("details", {}, make("summary", {}, "What it printed, the last lines"),
    make("pre", { tabindex: 0, "aria-label": "What it printed" }, verbatim(lines.join("\n"))));
}

/** A text in which nothing is notation. */
const verbatim = (text) => document.createTextNode(text);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
