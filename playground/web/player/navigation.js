/* The ways from a page of a site to its others, and to the same page in other languages. */

import { createElement } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

const search = new URLSearchParams(location.search);
/** Whether the page is in a frame of another one, which has itself what is left out. */
export const isEmbedded = search.has("embed");

/** The way out of a frame, to what is shown now. */
export function createOpenLargerLink() {
  const name = message("Open larger");
  const way = createElement("a", {
    class: "open-larger", target: "_blank", rel: "noopener", title: name, "aria-label": name,
  }, "↗");
  const aim = () => { way.href = `${location.pathname}${location.hash}`; };
  aim();
  for (const kind of ["pointerdown", "focus", "click"]) way.addEventListener(kind, aim);
  return way;
}

/** @type {(site: Site) => HTMLAnchorElement} */
export function createHomeLink({ start }) {
  const all = message("All scenes and lessons");
  return createElement("a", { class: "button", href: start, title: all, "aria-label": all }, "⌂");
}

/** @type {(text: string, href: string, title?: string) => HTMLAnchorElement} */
export function createLink(text, href, title) {
  return createElement("a", { class: "button", href, title }, text);
}

/** They lead to what is shown now, and the choice is kept. */
/** @type {(site: Site) => HTMLAnchorElement[]} */
export function createLanguageLinks({ languages }) {
  return languages.map(({ language, name, at }) => {
    const way = createElement("a", { class: "button", lang: language, hreflang: language }, name);
    // Another scene may be open by now than when the page was.
    const aim = () => {
      const page = location.pathname.split("/").at(-1);
      way.href = `${at}${page}${location.search}${location.hash}`;
    };
    aim();
    for (const kind of ["pointerdown", "focus", "click"]) way.addEventListener(kind, aim);
    way.addEventListener("click", () => storage.set("language", language));
    return way;
  });
}
