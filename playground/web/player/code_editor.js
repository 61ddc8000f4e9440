/* A field for code: Tab indents, and Enter goes on as far in. Escape gives Tab back to the
   way through the page. */

import { createElement } from "./elements.js";
import { message } from "./message.js";

const INDENT = "    ";
const MIN_ROW_COUNT = 8;
const MAX_ROW_COUNT = 22;

export class CodeEditor {
  /** `onChange` hears of each change of the text, `onSubmit` of Ctrl+Enter. */
  /** @param {(text: string) => void} onChange
      @param {() => void} onSubmit */
  constructor(onChange, onSubmit) {
    this.onSubmit = onSubmit;
    this.onChange = onChange;
    this.isLeaving = false;
    this.help = createElement("p", { class: "muted", id: "editor-help" },
      message("Tab indents; to leave the field press Esc, then Tab. Ctrl+Enter tries it."));
    this.label = createElement("label", { for: "editor" });
    this.field = createElement("textarea", {
      id: "editor", "aria-describedby": "editor-help", spellcheck: "false", wrap: "off",
      autocapitalize: "off", autocomplete: "off", autocorrect: "off",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKeyDown(event),
      oninput: () => this.onInput(),
      onblur: () => { this.isLeaving = false; },
    });
    this.element = createElement("div", { class: "editor" }, this.label, this.field, this.help);
  }

  get text() { return this.field.value; }

  /** Another text, as of another scene: there is nothing to undo. */
  set text(text) {
    this.field.value = text;
    this.fitRows();
  }

  /** Put another text in its place; it can be undone. */
  /** @param {string} text */
  replace(text) {
    this.field.focus();
    this.field.select();
    this.insert(text);
    this.field.setSelectionRange(0, 0);
    this.field.scrollTop = 0;
  }

  fitRows() {
    const lines = this.text.split("\n").length + 1;
    this.field.rows = Math.min(Math.max(lines, MIN_ROW_COUNT), MAX_ROW_COUNT);
  }

  onInput() {
    this.fitRows();
    this.field.removeAttribute("aria-invalid");
    this.onChange(this.text);
  }

  /** Say that a line is wrong. */
  markInvalid() { this.field.setAttribute("aria-invalid", "true"); }

  /** Go to a line, and choose what is in it. */
  /** @param {number} number */
  selectLine(number) {
    const { field } = this, lines = this.text.split("\n");
    const from = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(from, from + (lines[number - 1] ?? "").length);
    field.scrollTop = field.scrollHeight * Math.max(number - 4, 0) / lines.length;
  }

  /** @param {KeyboardEvent} event */
  onKeyDown(event) {
    const { key } = event, plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.onSubmit();
    } else if (key === "Escape") {
      this.isLeaving = true;
    } else if (key === "Tab" && plain && !this.isLeaving) {
      event.preventDefault();
      if (event.shiftKey) this.outdent();
      else this.indent();
    } else if (key === "Enter" && plain && !event.isComposing) {
      event.preventDefault();
      this.insertNewline();
    } else if (key !== "Tab" && key !== "Shift") this.isLeaving = false;
  }

  /** Where the lines of what is chosen begin and end. */
  get lines() {
    const { value, selectionStart: from, selectionEnd: to } = this.field;
    const begin = value.lastIndexOf("\n", from - 1) + 1;
    const last = to > from && value[to - 1] === "\n" ? to - 1 : to;
    const end = value.indexOf("\n", last);
    return [begin, end < 0 ? value.length : end];
  }

  indent() {
    const { selectionStart: from, selectionEnd: to } = this.field;
    if (from !== to) return this.eachLine((line) => (line ? INDENT + line : line));
    this.insert(INDENT.slice((from - this.lines[0]) % INDENT.length));
  }

  outdent() { this.eachLine((line) => line.replace(/^ {1,4}/, "")); }

  /** @param {(line: string) => string} turned */
  eachLine(turned) {
    const { field } = this, [begin, end] = this.lines;
    const { selectionStart: from, selectionEnd: to } = field;
    const text = field.value.slice(begin, end).split("\n").map(turned).join("\n");
    const more = text.length - (end - begin);
    if (!more) return;
    field.setSelectionRange(begin, end);
    this.insert(text);
    const now = Math.max(from + more, begin);
    if (from === to) field.setSelectionRange(now, now);
    else field.setSelectionRange(begin, begin + text.length);
  }

  /** Begin a line as far in as the last one, farther after a colon. */
  insertNewline() {
    const { value, selectionStart: from } = this.field, line = value.slice(this.lines[0], from);
    const deeper = line.trimEnd().endsWith(":") ? INDENT : "";
    this.insert(`\n${line.match(/^ */)[0]}${deeper}`);
  }

  /** Type a text, so that it can be undone where the browser knows how. */
  /** @param {string} text */
  insert(text) {
    const { field } = this, done = text ? "insertText" : "delete";
    if (document.execCommand(done, false, text)) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    this.onInput();
  }
}
