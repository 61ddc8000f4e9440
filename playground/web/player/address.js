/* The page's address: what stands after its # is the state that is shown, and after that the
   code that came with it, as long as that is as it came. */

import { findLinkProblem } from "./json_text.js";
import { joinSentences, message } from "./message.js";

// Written once things have been at rest for so long, in ms.
const ADDRESS_UPDATE_DELAY_MS = 150;

export class Address {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.updateTimer = 0;
    this.shownHash = "";
    const onHashChange = async () => {
      const { currentHash } = this, { scene = "" } = history.state ?? {};
      if (await this.refuseHash() || currentHash !== this.currentHash) return;
      if (!currentHash && scene) source.openScene(scene);
      else if (currentHash && currentHash !== this.shownHash)
        source.openLink(this.shownHash = currentHash);
    };
    addEventListener("hashchange", onHashChange);
    addEventListener("popstate", onHashChange);
  }

  /** What it says, or nothing. */
  get currentHash() { return location.hash.length > 1 ? location.hash : ""; }

  /** Refuse what it says where Python could not read it and live; whether that was so. */
  /** @type {() => Promise<boolean>} */
  async refuseHash() {
    const { currentHash } = this;
    const problem = currentHash && currentHash !== this.shownHash
      ? await findLinkProblem(currentHash) : "";
    if (!problem || currentHash !== this.currentHash) return false;
    this.replaceHash("");
    this.source.showNotice(joinSentences(message("The link was not opened."), problem));
    return true;
  }

  /** Python has died: what it says is not opened again by a reload. Whether it said any. */
  leave() {
    const { currentHash } = this;
    clearTimeout(this.updateTimer);
    this.replaceHash("");
    return Boolean(currentHash);
  }

  /** Another state is shown: it is asked for its link once it has stayed. */
  scheduleUpdate() {
    clearTimeout(this.updateTimer);
    this.updateTimer =
      setTimeout(() => this.updateAddress(this.updateTimer), ADDRESS_UPDATE_DELAY_MS);
  }

  /** Whether it says what is shown. */
  get isUpToDate() { return !this.updateTimer; }

  /** @type {(writing: number) => Promise<void>} */
  async updateAddress(writing) {
    const link = await this.source.link().catch(() => ""); // where Python has died
    if (writing !== this.updateTimer) return;
    this.updateTimer = 0;
    if (link) this.replaceHash(this.appendLinkedCode(toHash(link)));
  }

  /** @type {(state: string) => string} */
  appendLinkedCode(state) {
    const { linkedCode } = this.source.player;
    return linkedCode && state.startsWith(`#${linkedCode.scene}/`) ? `${state}/${linkedCode.part}`
      : state;
  }

  /** A scene has an address of its own, from which one comes back to this one. */
  /** @type {(address: string, scene: string) => void} */
  pushScene(address, scene) {
    clearTimeout(this.updateTimer);
    this.updateTimer = 0; // nor is the link that is being asked written there
    this.shownHash = "";
    history.pushState({ scene }, "", address);
  }

  /** @type {(text: string) => void} */
  replaceHash(text) {
    this.shownHash = text;
    const { hash, pathname, search } = location;
    if (text !== hash) history.replaceState(history.state, "", text || pathname + search);
  }
}

/** What stands in an address of a link's text. */
/** @type {(link: string) => string} */
export const toHash = (link) => (link.includes("#") ? link.slice(link.indexOf("#")) : `#${link}`);
