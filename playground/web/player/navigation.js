/* Links from a page of a site to the others and to other languages. */

import { createElement } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

const search = new URLSearchParams(location.search);
/** True if the page is embedded in another one. */
export const isEmbedded = search.has("embed");

/** Create the link that opens the current state outside the frame. */
export function createOpenLargerLink() {
  const name = message("Open larger");
  return keepAimed(createElement("a", {
    class: "open-larger", target: "_blank", rel: "noopener", title: name, "aria-label": name,
  }, "↗"), () => `${location.pathname}${location.hash}`);
}

/** Let a link lead to an address as it is when the link is used; return it.
    @type {(link: HTMLAnchorElement, address: () => string) => HTMLAnchorElement} */
function keepAimed(link, address) {
  const aim = () => { link.href = address(); };
  aim();
  for (const kind of ["pointerdown", "focus", "click"]) link.addEventListener(kind, aim);
  return link;
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

/** Create links to the current state in other languages; the choice is stored.
    @type {(site: Site) => HTMLAnchorElement[]} */
export function createLanguageLinks({ languages }) {
  return languages.map(({ language, name, at }) => {
    const link = createElement("a", {
      class: "button", lang: language, hreflang: language,
      onclick: () => storage.set("language", language),
    }, name);
    // The open scene may have changed since the page was loaded.
    return keepAimed(link, () => (
      `${at}${location.pathname.split("/").at(-1)}${location.search}${location.hash}`));
  });
}
