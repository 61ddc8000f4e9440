/* The report of an evaluation: the number of wrong answers, their kinds, and a case of each. */

import { createButton, createElement, preventBreaks } from "./elements.js";
import { copyToClipboard } from "./files.js";
import { message } from "./message.js";

export class EvaluationReport {
  /** @param {Player} player @param {CodeEditor} editor */
  constructor(player, editor) {
    this.player = player;
    this.editor = editor;
    // A screen reader announces it once, when complete.
    this.head = createElement("div", { class: "head", role: "status" });
    this.body = createElement("div", { class: "report" });
    this.element = createElement("div", { class: "report" }, this.head, this.body);
    this.clear();
  }

  clear() {
    this.head.textContent = "";
    this.body.replaceChildren();
    this.element.hidden = true;
  }

  /** Show the main lines as plain text. @param {string[]} lines */
  showText(...lines) {
    this.element.hidden = false;
    this.head.replaceChildren(...lines.map((line) => createElement("p", {}, createCode(line))));
    this.body.replaceChildren();
  }

  /** @type {(answer: EvaluationAnswer, ...more: HTMLElement[]) => void} */
  show(answer, ...more) {
    const { error, line, printed = [] } = answer;
    if (error) this.showText(line ? message("Line {line}: {error}", { line, error }) : error);
    else this.showText(...answer.lines);
    const link = answer.kinds?.[answer.main]?.link, actions = [
      ...(line ? [createButton(message("Go to line {line}", { line }),
        () => this.editor.selectLine(line))] : []),
      ...(link ? [createButton(message("Smallest case"),
        () => this.player.live.openCodeLink(link))] : []),
    ];
    if (actions.length) this.body.append(createElement("div", { class: "actions" }, ...actions));
    this.body.append(...more);
    if (!error) this.body.append(...this.createDetails(answer));
    if (!printed.length) return;
    this.body.append(createElement("details", {},
      createElement("summary", {}, message("Its output, the first lines")),
      createElement("pre", { tabindex: 0, role: "group", "aria-label": message("Its output") },
        createCode(printed.join("\n")))));
  }

  /** Create the details, collapsed. @type {(answer: EvaluationAnswer) => HTMLElement[]} */
  createDetails({ notes, kinds, asked }) {
    const parts = [
      ...kinds.map((kind) => this.createFailureKind(kind, asked)),
      ...notes.map((note) => createElement("p", { class: "muted" }, preventBreaks(note))),
    ];
    if (!parts.length) return [];
    return [createElement("details", { class: "report" },
      createElement("summary", {}, message("Details")), ...parts)];
  }

  /** @type {(about: FailureKind, asked: number) => HTMLElement} */
  createFailureKind(about, asked) {
    const { kind, count, why, typical } = about;
    return createElement("section", { class: "kind", "aria-label": capitalize(kind) },
      createElement("h3", {},
        message("{kind}: {count} of {asked}", {
          kind: capitalize(kind), count: formatCount(count), asked: formatCount(asked),
        })),
      createElement("p", {}, preventBreaks(why)),
      ...this.createCase(about), ...(typical ? this.createCase(typical) : []));
  }

  /** @type {(about: FailureCase) => HTMLElement[]} */
  createCase({ of, call, told, python, test, link }) {
    const { live } = this.player, actions = [
      ...(link ? [createButton(message("Open this case"), () => live.openCodeLink(link))] : []),
      this.createCopyButton(message("Copy as Python"), python,
        message("The case was copied as Python.")),
      this.createCopyButton(message("Copy as a test"), test,
        message("The case was copied as a test.")),
    ];
    return [createElement("p", { class: "muted" }, of),
      createElement("pre", { tabindex: 0, role: "group", "aria-label": of }, createCode(call)),
      createElement("p", {}, message("{text}.", { text: capitalize(preventBreaks(told)) })),
      ...(link ? [] : [createElement("p", { class: "muted" },
        message("This case is outside the slider ranges."))]),
      createElement("div", { class: "actions" }, ...actions)];
  }

  /** @type {(title: string, text: string, words: string) => HTMLButtonElement} */
  createCopyButton(title, text, words) {
    return createButton(title,
      async () => this.player.live.showNotice(await copyToClipboard(text, words)));
  }
}

/** Create plain text without mathematics. @type {(text: string) => any} */
const createCode = (text) => document.createTextNode(text);
/** @type {(count: number) => string} */
const formatCount = (count) => count.toLocaleString("en");
/** @type {(text: string) => string} */
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
