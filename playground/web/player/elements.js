/* Creation of elements, and their texts. */

import { toNodes, toPlainText } from "./math_text.js";

/** Create an element with attributes (listeners if they begin with "on") and children.
    @type {ElementFactory} */
export function createElement(name, about = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(about)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  for (const one of children) element.append(...(typeof one === "string" ? toNodes(one) : [one]));
  return element;
}

/** Create a button; `label` replaces its text for screen readers.
    @type {(text: string, action: Action, title?: string, label?: string) => HTMLButtonElement} */
export const createButton = (text, action, title, label) => (
  createElement("button", { onclick: action, title, "aria-label": label }, text));

/** Create a card of some kinds, with its name for screen readers.
    @type {(name: string, kinds: string, ...children: (Node | string)[]) => HTMLElement} */
export const createCard = (name, kinds, ...children) => createElement(
  "section", { class: `card ${kinds}`.trim(), "aria-label": name }, ...children);

/** Resize a canvas if needed, which blanks it.
    @type {(canvas: HTMLCanvasElement, width: number, height: number) => void} */
export function resizeCanvas(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height)
    [canvas.width, canvas.height] = [width, height];
}

/** Return whether the target of an event is inside an element that matches a selector.
    @type {(event: Event, kind: string) => boolean} */
export function isTargetOf(event, kind) {
  return event.target instanceof Element && Boolean(event.target.closest(kind));
}

/** Set the text of an element only if it changes, as screen readers announce changes.
    @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  if (lastContents.get(element) === text) return;
  lastContents.set(element, text);
  element.replaceChildren(...toNodes(text));
}

/** Mark elements as stale until they match the current state.
    @type {(isStale: boolean, ...elements: Element[]) => void} */
export function markStale(isStale, ...elements) {
  for (const element of elements) {
    element.classList.toggle("stale", isStale);
    element.setAttribute("aria-busy", String(isStale));
  }
}

/** @type {WeakMap<HTMLSelectElement, string>} */
const lastOptions = new WeakMap();

/** Set the options of a select, whose texts may differ from their values, and its value; `other`
    is the text for any other value. Unchanged options are kept.
    @type {(select: HTMLSelectElement, options: (string | string[])[], now: string,
    other?: string) => void} */
export function setOptions(select, options, now, other = "") {
  const offered = JSON.stringify([options, other]);
  if (lastOptions.get(select) !== offered) {
    lastOptions.set(select, offered);
    select.replaceChildren(
      ...(other ? [createElement("option", { value: "", hidden: true }, other)] : []),
      ...options.map((option) => {
        const [value, text] = typeof option === "string" ? [option, option] : option;
        return createElement("option", { value }, toPlainText(text));
      }));
  }
  select.value = now;
}

/** @type {WeakMap<Element, string>} */
const lastContents = new WeakMap();

/** Return a text with equations, pairs and numbers with units kept on one line.
    @type {(text: string) => string} */
export function preventBreaks(text) {
  return text.replace(/ ([=<>≤≥−+·]) (?=\S)/g, "\u00a0$1\u00a0")
    .replace(/(\d) (m[²⁴]?)(?![\w/])/g, "$1\u00a0$2")
    .replace(/\([^()]{1,18}\)/g, (pair) => pair.replaceAll(" ", "\u00a0"));
}
