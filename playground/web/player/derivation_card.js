/* The derivation, step by step or as a whole. */

import { textAt } from "./columns.js";
import { createButton, createCard, createElement, preventBreaks, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";
import { PlayerPart } from "./player_part.js";

export class DerivationCard extends PlayerPart {
  backButton = createButton("◀", () => this.player.moveStep(-1), messageAbout("key", "Left"),
    message("Step back"));
  nextButton = createButton("▶", () => this.player.moveStep(1), messageAbout("key", "Right"),
    message("Next step"));
  allButton = createButton(message("All"), () => this.player.openStep(null));
  count = createElement("span", { role: "status" });
  steps = createElement("div", { class: "step" });
  element = createCard(message("Derivation"), "", createElement("div", { class: "steps" },
    this.backButton, this.count, this.nextButton, this.allButton), this.steps);

  show() {
    const { step, lastStep } = this.player;
    setText(this.count, step === null ? message("All {count} steps", { count: lastStep })
      : message("Step {number} of {count}", { number: step, count: lastStep }));
    this.backButton.disabled = step === 1;
    this.nextButton.disabled = step === lastStep;
    this.allButton.setAttribute("aria-pressed", String(step === null));
    showSteps(this.player, this.steps,
      step === null ? Array.from({ length: lastStep }, (_, n) => n + 1) : [step]);
  }
}

/** Show steps, by their numbers, in an element.
    @type {(player: Player, place: HTMLElement, numbers: number[]) => void} */
export function showSteps(player, place, numbers) {
  const { stop: { steps, tones }, sample } = player;
  place.replaceChildren(
    ...numbers.map((number) => createStep(steps[number - 1], number, sample)));
  for (const formula of place.querySelectorAll(".formula")) fitFormula(formula);
  for (const symbol of place.querySelectorAll(".symbol")) listenToSymbol(player, symbol);
  for (const part of place.querySelectorAll("[data-highlight-key]")) {
    const tone = tones[part.dataset.highlightKey];
    if (tone !== undefined) part.style.color = player.colour(tone);
  }
}

/** A term lights what it stands for while it is pointed at or has the focus.
    @type {(player: Player, symbol: HTMLElement) => void} */
function listenToSymbol(player, symbol) {
  const { highlightKey } = symbol.dataset;
  /** @type {(lit: string) => (event: PointerEvent) => void} */
  const over = (lit) => (event) => event.pointerType === "mouse" && player.highlight(lit);
  symbol.tabIndex = 0;
  symbol.addEventListener("pointerenter", over(highlightKey));
  symbol.addEventListener("pointerleave", over(""));
  symbol.addEventListener("focus", () => player.highlight(highlightKey));
  symbol.addEventListener("blur", () => player.highlight(""));
}

/** @type {(step: Step, number: number, i: number) => HTMLElement} */
function createStep(step, number, i) {
  const formulas = createElement("div", { class: "formulas" });
  const texts = [step.formula, step.numbers, step.result].map((text) => textAt(text, i));
  // Trusted markup: MathML of the lesson's formulas.
  formulas.insertAdjacentHTML("beforeend", texts.filter(Boolean)
    .map((text) => `<div class="formula">${text}</div>`).join(""));
  return createElement("div", { class: "step" },
    createElement("h2", {}, `${number}. ${textAt(step.title, i)}`),
    createElement("p", {}, preventBreaks(textAt(step.text, i))), formulas);
}

/** Break a long formula between statements, sums and products; set an unbreakable one, such as a
    table, smaller. @type {(formula: HTMLElement) => void} */
export function fitFormula(formula) {
  const share = () => formula.clientWidth / formula.scrollWidth;
  for (const signs of [",⇒", "=≠≈<>≤≥", "+−", "·⋅"]) {
    if (share() >= 1) return;
    formula.classList.add("broken");
    for (const math of formula.querySelectorAll("math")) splitFormula(math, signs);
  }
  if (share() >= 1) return;
  formula.classList.remove("broken");
  const size = parseFloat(getComputedStyle(formula).fontSize);
  formula.style.fontSize = `${Math.max(share() * 0.98, 0.7) * size}px`;
}

/** Split a formula's row; each new row begins with a sign, or the previous one ends with a comma.
    @type {(math: Element, signs: string) => void} */
function splitFormula(math, signs) {
  const [row] = math.children;
  /** @type {Element[][]} */
  const rows = [[]];
  let depth = 0;
  for (const part of row.children) {
    const text = part.textContent, sign = part.localName === "mo" && text;
    // A closing bracket may have a power.
    depth += text.split(/[([]/).length - text.split(/[)\]]/).length;
    const ends = sign && !depth && signs.includes(sign) && part.getAttribute("form") !== "prefix";
    if (ends && sign !== "," && rows.at(-1).length) rows.push([]);
    rows.at(-1).push(part);
    if (ends && sign === ",") rows.push([]);
    else if (ends) part.setAttribute("form", "infix");
  }
  math.replaceWith(...rows.filter((parts) => parts.length).map((parts) => {
    const own = document.importNode(row, false), whole = document.importNode(math, false);
    own.append(...parts);
    whole.append(own);
    return whole;
  }));
}
