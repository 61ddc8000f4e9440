/* A field for code: Tab indents, and Enter goes on as far in. Escape gives Tab back to the
   way through the page. */

import { make } from "./elements.js";
import { message } from "./message.js";

const INDENT = "    ";
const [LEAST_ROWS, MOST_ROWS] = [8, 22];

export class Editor {
  /** `changed` hears of each change of the text, `entered` of Ctrl+Enter. */
  /** @param {(text: string) => void} changed
      @param {() => void} entered */
  constructor(changed, entered) {
    this.entered = entered;
    this.changed = changed;
    this.leaving = false;
    this.help = make("p", { class: "muted", id: "editor-help" },
      message("Tab indents; to leave the field press Esc, then Tab. Ctrl+Enter tries it."));
    this.label = make("label", { for: "editor" });
    this.field = make("textarea", {
      id: "editor", "aria-describedby": "editor-help", spellcheck: "false", wrap: "off",
      autocapitalize: "off", autocomplete: "off", autocorrect: "off",
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.press(event),
      oninput: () => this.grown(),
      onblur: () => { this.leaving = false; },
    });
    this.element = make("div", { class: "editor" }, this.label, this.field, this.help);
  }

  get text() { return this.field.value; }

  /** Another text, as of another scene: there is nothing to undo. */
  set text(text) {
    this.field.value = text;
    this.size();
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

  size() {
    const lines = this.text.split("\n").length + 1;
    this.field.rows = Math.min(Math.max(lines, LEAST_ROWS), MOST_ROWS);
  }

  grown() {
    this.size();
    this.field.removeAttribute("aria-invalid");
    this.changed(this.text);
  }

  /** Say that a line is wrong. */
  wrong() { this.field.setAttribute("aria-invalid", "true"); }

  /** Go to a line, and choose what is in it. */
  /** @param {number} number */
  goTo(number) {
    const { field } = this, lines = this.text.split("\n");
    const from = lines.slice(0, number - 1).join("\n").length + (number > 1 ? 1 : 0);
    field.focus();
    field.setSelectionRange(from, from + (lines[number - 1] ?? "").length);
    field.scrollTop = field.scrollHeight * Math.max(number - 4, 0) / lines.length;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key } = event, plain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.entered();
    } else if (key === "Escape") {
      this.leaving = true;
    } else if (key === "Tab" && plain && !this.leaving) {
      event.preventDefault();
      if (event.shiftKey) this.outdent();
      else this.indent();
    } else if (key === "Enter" && plain && !event.isComposing) {
      event.preventDefault();
      this.goOn();
    } else if (key !== "Tab" && key !== "Shift") this.leaving = false;
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
  goOn() {
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
    this.grown();
  }
}
