/* The article's code line by line: executed lines, their values and the faulty line. */

import { columnAt, textAt } from "./columns.js";
import { createCard, createElement, preventBreaks, setText } from "./elements.js";
import { joinSentences, message } from "./message.js";
import { PlayerPart } from "./player_part.js";

// The number of visible lines before the faulty one.
const CONTEXT_LINE_COUNT = 3;

export class CodeCard extends PlayerPart {
  lines = this.player.stop.code.lines.map((line) => {
    const value = createElement("span", { class: "value" });
    return { value, item: createElement("li", {}, splitIndent(line.text || " "), value) };
  });
  list = createElement("ol",
    { class: "code", tabindex: 0, "aria-label": message("Its lines") },
    ...this.lines.map(({ item }) => item));
  scrolledLine = 0; // the faulty line scrolled to last
  faultText = createElement("p");
  element = createCard(message("Code"), "",
    createElement("h2", {}, codeTitle(this.player.stop.code)), this.list, this.faultText);

  show() {
    const { sample: i, stop: { code } } = this.player, blamed = columnAt(code.blamed, i);
    this.lines.forEach(({ value, item }, n) => {
      const line = code.lines[n];
      item.classList.toggle("idle", !columnAt(line.reached, i));
      item.classList.toggle("faulty-line", n + 1 === blamed);
      setText(value, textAt(line.value, i));
    });
    setText(this.faultText,
      preventBreaks(joinSentences(textAt(code.why, i), textAt(code.raised, i))));
    this.faultText.hidden = !this.faultText.textContent;
    if (blamed === this.scrolledLine) return;
    this.scrolledLine = blamed;
    if (!blamed) return;
    const { list } = this, tops = this.lines.map(({ item }) => item.offsetTop);
    list.style.paddingBottom = "";
    const max = list.scrollHeight - list.clientHeight;
    // Near the top, as the list may extend below the window, and without a cut line.
    const top =
      Math.min(tops[Math.max(blamed - 1 - CONTEXT_LINE_COUNT, 0)], tops.find((y) => y >= max));
    list.style.paddingBottom = `${Math.max(top - max, 0)}px`;
    list.scrollTop = top;
  }
}

/** @type {(code: Code) => string} */
const codeTitle = ({ name, dtype }) => message("{name} as code, in {dtype}", { name, dtype });

/** Create a code line with a hanging indent for wrapped lines.
    @type {(text: string) => HTMLElement} */
function splitIndent(text) {
  const indent = text.search(/\S|$/) + 4;
  return createElement("code", { style: `padding-left: ${indent}ch; text-indent: ${-indent}ch` },
    text);
}
