/* Code that came with the page's link: a text in the editor, which runs only when told to. */

import { createButton, createElement, setText } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

/** The folded code in a link, which stands behind its state; or nothing. */
/** @type {(link: string) => string} */
export const codeOfLink = (link) => link.slice(link.indexOf("#") + 1).split("/")[2] ?? "";

export class LinkedCode {
  /** @param {Player} player @param {(text: string) => void} replaceCode */
  constructor(player, replaceCode) {
    this.player = player;
    this.replaceCode = replaceCode;
    this.storageKey = "";
    this.notice = createElement("p", { role: "status" });
    this.restoreButton = createButton(message("Back to what you had written"),
      () => this.restoreOwnCode());
    this.element =
      createElement("div", { class: "linked-code", hidden: true }, this.notice, this.restoreButton);
  }

  /** What the editor begins with in a scene: the link's code before one's own. */
  /** @type {(scene: string, template: CodeTemplate) => string} */
  initialCode(scene, template) {
    const { linkedCode } = this.player, linked = linkedCode?.scene === scene;
    this.storageKey = codeStorageKey(scene);
    const own = storage.get(this.storageKey) ?? template.text;
    this.showNotice(linked
      ? message("This code came with the link. It was not run: read it, then try it.") : "");
    // What was written over before is still there too.
    this.savedCode = linked && own !== template.text && own !== linkedCode.code ? own
      : this.replacedCode;
    this.restoreButton.hidden = !this.savedCode;
    if (this.savedCode) this.element.hidden = false;
    return linked ? linkedCode.code : own;
  }

  /** What one had written when the code of a link was written over it. */
  get replacedCode() { return storage.get(`${this.storageKey} before`) ?? ""; }

  /** It is one's own from the first letter on that is changed. */
  /** @param {string} text */
  onEdit(text) {
    if (this.player.linkedCode && this.savedCode)
      storage.set(`${this.storageKey} before`, this.savedCode);
    this.discardLink();
    storage.set(this.storageKey, text);
  }

  /** It is run now, as one has told. */
  onRun() { if (this.player.linkedCode) this.showNotice(message("This code came with the link.")); }

  restoreOwnCode() {
    const { savedCode } = this;
    this.discardLink();
    storage.set(`${this.storageKey} before`, "");
    this.element.hidden = true;
    this.replaceCode(savedCode);
  }

  discardLink() {
    const { player } = this;
    if (!player.linkedCode) return;
    player.linkedCode = null;
    this.showNotice("");
    this.element.hidden = !this.savedCode;
    player.live.address.scheduleUpdate();
  }

  /** @param {string} text */
  showNotice(text) {
    setText(this.notice, text);
    this.notice.hidden = !text;
    this.element.hidden = !text;
  }
}

/** Where a scene's code is kept. */
/** @param {string} scene */
const codeStorageKey = (scene) => `own code ${scene}`;
