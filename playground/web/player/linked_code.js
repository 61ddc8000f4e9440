/* Code that came with the page's link: shown in the editor, and never run automatically. */

import { createButton, createElement, setText } from "./elements.js";
import { message } from "./message.js";
import { storage } from "./storage.js";

/** Return the compressed code in a link, after its state, or "".
    @type {(link: string) => string} */
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

  /** Return the initial code for a scene: the link's takes precedence over the user's.
      @type {(scene: string, template: CodeTemplate) => string} */
  initialCode(scene, template) {
    const { linkedCode } = this.player, linked = linkedCode?.scene === scene;
    this.storageKey = `own code ${scene}`;
    const own = storage.get(this.storageKey) ?? template.text;
    this.showNotice(linked
      ? message("This code came with the link. It was not run: read it, then try it.") : "");
    // Code that was replaced earlier can be restored too.
    this.savedCode = linked && own !== template.text && own !== linkedCode.code ? own
      : storage.get(`${this.storageKey} before`) ?? "";
    this.restoreButton.hidden = !this.savedCode;
    if (this.savedCode) this.element.hidden = false;
    return linked ? linkedCode.code : own;
  }

  /** After the first edit the code counts as the user's own. @param {string} text */
  onEdit(text) {
    if (this.player.linkedCode && this.savedCode)
      storage.set(`${this.storageKey} before`, this.savedCode);
    this.discardLink();
    storage.set(this.storageKey, text);
  }

  /** Update the notice when the user runs the code. */
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
