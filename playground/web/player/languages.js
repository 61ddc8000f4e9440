/* The ways to the same page in the site's other languages. */

import { createElement } from "./elements.js";
import { storage } from "./storage.js";

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
