/* The ways from a page of a site to its others. */

import { make } from "./elements.js";
import { message } from "./message.js";

/** @type {(site: Site) => HTMLAnchorElement} */
export function wayHome({ start }) {
  const all = message("All scenes and lessons");
  return make("a", { class: "button", href: start, title: all, "aria-label": all }, "⌂");
}

/** @type {(words: string, href: string, title?: string) => HTMLAnchorElement} */
export function wayTo(words, href, title) {
  return make("a", { class: "button", href, title }, words);
}
