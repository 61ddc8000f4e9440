/* Links of a lesson on a site: home, other languages, its scene and the next lesson. */

import { toHash } from "./address.js";
import { createElement } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message, messageAbout } from "./message.js";
import { createHomeLink, createLanguageLinks, createLink } from "./navigation.js";

export class LessonLinks {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.site = player.lesson.site;
    const { site } = this;
    this.scene = site.scenes.find(({ id }) => id === site.scene);
    this.nextLessonLink = createElement("a", {
      class: "button filled", href: site.next?.address ?? "", title: site.next?.title, hidden: true,
    }, message("Next lesson"));
    player.navigation.element.append(this.nextLessonLink);
    // Languages are in the header, and for narrow screens in the footer.
    for (const link of createLanguageLinks(site)) {
      link.classList.add("wide-screen-only");
      player.resetButton.before(link);
    }
    player.footer.append(
      createElement("p", { class: "narrow-screen-only" }, ...createLanguageLinks(site)));
    player.header.prepend(createHomeLink(site));
    if (!this.scene) return;
    const text = messageAbout("scenes", "Play"), title = message("This scene without the lesson");
    player.resetButton.before(createLink(text, this.scene.address, title));
  }

  /** @type {(isEnded: boolean) => void} */
  show(isEnded) { this.nextLessonLink.hidden = !isEnded || !this.site.next; }

  /** Return the links at the end, the most important first.
      @type {(ways: [string, string][]) => HTMLAnchorElement[]} */
  createEndLinks(ways) {
    const { site: { next }, scene } = this;
    const leads = next
      ? [[message("Next lesson: {title}", { title: next.title }), next.address]] : [];
    if (scene)
      leads.push(...ways.map(([text, link]) => [text, `${scene.address}${toHash(link)}`]));
    const links = leads.map(([text, href]) => createLink(toPlainText(text), href));
    links[0]?.classList.add("filled");
    return links;
  }
}
