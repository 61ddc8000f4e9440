/* The article's code line by line: what ran, what came out, and which line is to blame. */

import { at, said } from "./columns.js";
import { make, tell, whole } from "./elements.js";
import { message, sentences } from "./message.js";

// So many lines are in view before the one to blame.
const BEFORE = 3;

export class CodeCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    const { code } = player.stop;
    this.lines = code.lines.map((line) => {
      const value = make("span", { class: "value" });
      return { value, item: make("li", {}, indented(line.text || " "), value) };
    });
    this.list = make("ol", { class: "code", tabindex: 0, "aria-label": message("Its lines") },
      ...this.lines.map(({ item }) => item));
    this.found = 0; // the line that is in view since it is to blame
    this.blame = make("p");
    this.element = make("section", { class: "card", "aria-label": message("Code") },
      make("h2", {}, message("{name} as code, in {dtype}", { name: code.name, dtype: code.dtype })),
      this.list, this.blame);
  }

  show() {
    const { sample: i, stop: { code } } = this.player, blamed = at(code.blamed, i);
    this.lines.forEach(({ value, item }, n) => {
      const line = code.lines[n];
      item.classList.toggle("idle", !at(line.reached, i));
      item.classList.toggle("blamed", n + 1 === blamed);
      tell(value, said(line.value, i));
    });
    tell(this.blame, whole(sentences(said(code.why, i), said(code.raised, i))));
    this.blame.hidden = !this.blame.textContent;
    if (blamed === this.found) return;
    this.found = blamed;
    if (!blamed) return;
    const { list } = this, tops = this.lines.map(({ item }) => item.offsetTop);
    list.style.paddingBottom = "";
    const most = list.scrollHeight - list.clientHeight;
    // It stands high, for the list may go on below the window, and no line is cut at the top.
    const top = Math.min(tops[Math.max(blamed - 1 - BEFORE, 0)], tops.find((y) => y >= most));
    list.style.paddingBottom = `${Math.max(top - most, 0)}px`;
    list.scrollTop = top;
  }
}

/** A line that goes on farther in where it breaks. */
/** @type {(text: string) => HTMLElement} */
function indented(text) {
  const indent = text.search(/\S|$/) + 4;
  return make("code", { style: `padding-left: ${indent}ch; text-indent: ${-indent}ch` }, text);
}
