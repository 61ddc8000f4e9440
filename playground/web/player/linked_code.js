/* Code that came with the page's link: a text in the editor, which runs only when told to. */

import { make, tell } from "./elements.js";
import { message } from "./message.js";
import { stored } from "./storage.js";

/** The folded code in a link, which stands behind its state; or nothing. */
/** @type {(link: string) => string} */
export const codePart = (link) => link.slice(link.indexOf("#") + 1).split("/")[2] ?? "";

export class Brought {
  /** @param {Player} player @param {(text: string) => void} put */
  constructor(player, put) {
    this.player = player;
    this.put = put;
    this.key = "";
    this.words = make("p", { role: "status" });
    this.back = make("button", { onclick: () => this.takeBack() },
      message("Back to what you had written"));
    this.element = make("div", { class: "brought", hidden: true }, this.words, this.back);
  }

  /** What the editor begins with in a scene: the link's code before one's own. */
  /** @type {(scene: string, begun: OwnBegun) => string} */
  text(scene, begun) {
    const { brought } = this.player, linked = brought?.scene === scene;
    this.key = keyOf(scene);
    const own = stored.get(this.key) ?? begun.text;
    this.tell(linked
      ? message("This code came with the link. It was not run: read it, then try it.") : "");
    // What was written over before is still there too.
    this.own = linked && own !== begun.text && own !== brought.code ? own : this.before;
    this.back.hidden = !this.own;
    if (this.own) this.element.hidden = false;
    return linked ? brought.code : own;
  }

  /** What one had written when the code of a link was written over it. */
  get before() { return stored.get(`${this.key} before`) ?? ""; }

  /** It is one's own from the first letter on that is changed. */
  /** @param {string} text */
  edited(text) {
    if (this.player.brought && this.own) stored.set(`${this.key} before`, this.own);
    this.drop();
    stored.set(this.key, text);
  }

  /** It is run now, as one has told. */
  run() { if (this.player.brought) this.tell(message("This code came with the link.")); }

  takeBack() {
    const { own } = this;
    this.drop();
    stored.set(`${this.key} before`, "");
    this.element.hidden = true;
    this.put(own);
  }

  drop() {
    const { player } = this;
    if (!player.brought) return;
    player.brought = null;
    this.tell("");
    this.element.hidden = !this.own;
    player.live.address.rest();
  }

  /** @param {string} text */
  tell(text) {
    tell(this.words, text);
    this.words.hidden = !text;
    this.element.hidden = !text;
  }
}

/** Where a scene's code is kept. */
/** @param {string} scene */
const keyOf = (scene) => `own code ${scene}`;
