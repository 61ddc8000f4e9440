/* The ways from a page of a site to its others. */

import { createElement } from "./elements.js";
import { message } from "./message.js";

/** @type {(site: Site) => HTMLAnchorElement} */
export function createHomeLink({ start }) {
  const all = message("All scenes and lessons");
  return createElement("a", { class: "button", href: start, title: all, "aria-label": all }, "⌂");
}

/** @type {(text: string, href: string, title?: string) => HTMLAnchorElement} */
export function createLink(text, href, title) {
  return createElement("a", { class: "button", href, title }, text);
}
