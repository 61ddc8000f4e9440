/* The page's elements and the texts in them. */

import { toNodes, toPlainText } from "./math_text.js";

/** An element with attributes (those that begin with "on" are listeners) and children. */
/** @type {ElementFactory} */
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

/** A button; `label` is what is read in place of its text. */
/** @type {(text: string, action: Action, title?: string, label?: string) => HTMLButtonElement} */
export const createButton = (text, action, title, label) => (
  createElement("button", { onclick: action, title, "aria-label": label }, text));

/** Make a canvas another size, which blanks it. */
/** @type {(canvas: HTMLCanvasElement, width: number, height: number) => void} */
export function resizeCanvas(canvas, width, height) {
  if (canvas.width !== width || canvas.height !== height)
    [canvas.width, canvas.height] = [width, height];
}

/** Whether an event is about an element of a kind, or what is in one. */
/** @type {(event: Event, kind: string) => boolean} */
export function isTargetOf(event, kind) {
  return event.target instanceof Element && Boolean(event.target.closest(kind));
}

/** Put text into an element only where it is another: a reader reads what changes. */
/** @type {(element: Element, text: string) => void} */
export function setText(element, text) {
  if (lastContents.get(element) === text) return;
  lastContents.set(element, text);
  element.replaceChildren(...toNodes(text));
}

/** Grey what was said of another state, until what is said of the present one is there. */
/** @type {(isStale: boolean, ...elements: Element[]) => void} */
export function markStale(isStale, ...elements) {
  for (const element of elements) {
    element.classList.toggle("stale", isStale);
    element.setAttribute("aria-busy", String(isStale));
  }
}

/** @type {WeakMap<HTMLSelectElement, string>} */
const lastOptions = new WeakMap();

/** Offer values with their texts, of which one is chosen; `other` is what stands there where
    none of them is. Only other ones are offered anew. */
/** @type {(select: HTMLSelectElement, options: string[][], now: string, other?: string) => void} */
export function setOptions(select, options, now, other = "") {
  const offered = JSON.stringify([options, other]);
  if (lastOptions.get(select) !== offered) {
    lastOptions.set(select, offered);
    select.replaceChildren(
      ...(other ? [createElement("option", { value: "", hidden: true }, other)] : []),
      ...options.map(([value, text]) => createElement("option", { value }, toPlainText(text))));
  }
  select.value = now;
}

/** @type {WeakMap<Element, string>} */
const lastContents = new WeakMap();

/** Text whose equations, pairs and numbers with a unit do not break into lines. */
/** @type {(text: string) => string} */
export function preventBreaks(text) {
  return text.replace(/ ([=<>≤≥−+·]) (?=\S)/g, "\u00a0$1\u00a0")
    .replace(/(\d) (m[²⁴]?)(?![\w/])/g, "$1\u00a0$2")
    .replace(/\([^()]{1,18}\)/g, (pair) => pair.replaceAll(" ", "\u00a0"));
}
