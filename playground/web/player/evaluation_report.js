/* What came of a trial of one's own code: how many answers are wrong, in which ways, and
   of each way a case. */

import { make, whole } from "./elements.js";
import { copied } from "./files.js";
import { listing, message, sentences } from "./message.js";

export class JudgeReport {
  /** `open` shows the state of a link, `goTo` a line, `say` tells in a word. */
  /** @param {{ open: (link: string) => void, goTo: (line: number) => void,
                say: (words: string) => void }} deeds */
  constructor({ open, goTo, say }) {
    this.open = open;
    this.goTo = goTo;
    this.say = say;
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
  /** @param {string} text */
  words(text) {
    this.element.hidden = false;
    this.head.textContent = text;
    this.body.replaceChildren();
  }

  /** @type {(told: JudgeTold, ...more: HTMLElement[]) => void} */
  show(told, ...more) {
    const { error, line, printed = [] } = told;
    const failed = line ? message("Line {line}: {error}", { line, error }) : error;
    this.words(error ? failed : this.sentence(told));
    this.body.append(...(error ? this.failure(line) : [
      ...told.notes.map((note) => make("p", { class: "muted" }, whole(note))), ...more,
      ...told.kinds.map((kind) => this.kind(kind)),
    ]));
    if (printed.length) this.body.append(print(printed));
  }

  /** @param {JudgeTold} told */
  sentence({ head, kinds }) {
    const counts = kinds.map(({ kind, share }) => `${kind} ${share}`);
    const text = capital(listing(...counts));
    return sentences(head, text && message("{text}.", { text }));
  }

  /** @param {number} line */
  failure(line) {
    if (!line) return [];
    const go = make("button", { onclick: () => this.goTo(line) },
      message("Go to line {line}", { line }));
    return [make("p", {}, go)];
  }

  /** @param {KindTold} about */
  kind(about) {
    const { kind, count, share, why, typical } = about;
    return make("section", { class: "kind", "aria-label": capital(kind) },
      make("h3", {}, message("{kind}: {count} ({share})", { kind: capital(kind), count, share })),
      make("p", {}, whole(why)),
      ...this.case(about), ...(typical ? this.case(typical) : []));
  }

  /** @type {(about: CaseTold) => HTMLElement[]} */
  case({ of, call, told, python, test, link }) {
    const open = make("button", { onclick: () => this.open(link) }, message("Open this case"));
    const deeds = [
      ...(link ? [open] : []), this.copying(message("Copy as Python"), python, message("The case as Python is copied.")),
      this.copying(message("Copy as a test"), test, message("The case as a test is copied.")),
    ];
    const held = link ? [] : [make("p", { class: "muted" },
      message("The scene's own sliders do not hold this case."))];
    return [make("p", { class: "muted" }, of),
      make("pre", { tabindex: 0, role: "group", "aria-label": of }, verbatim(call)),
      make("p", {}, message("{text}.", { text: capital(whole(told)) })), ...held,
      make("div", { class: "deeds" }, ...deeds)];
  }

  /** @type {(title: string, text: string, words: string) => HTMLButtonElement} */
  copying(title, text, words) {
    const copy = async () => {
      const done = await copied(text);
      this.say(done ? words : message("This browser does not let a page copy."));
    };
    return make("button", { onclick: copy }, title);
  }
}

/** What it printed, the last lines of it. */
/** @param {string[]} lines */
function print(lines) {
  const text = verbatim(lines.join("\n"));
  return make("details", {}, make("summary", {}, message("What it printed, the last lines")),
    make("pre", { tabindex: 0, role: "group", "aria-label": message("What it printed") }, text));
}

/** A text in which nothing is notation. */
/** @type {(text: string) => any} */
const verbatim = (text) => document.createTextNode(text);
/** @type {(text: string) => string} */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
