/* The page's address: after # comes the shown state, followed by linked code until that is edited.
   */

import { findLinkProblem } from "./json_text.js";
import { joinSentences, message } from "./message.js";

// The delay after the last change, in ms.
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

  /** The hash of the address, or "". */
  get currentHash() { return location.hash.length > 1 ? location.hash : ""; }

  /** Reject a hash that would crash Python; return whether it was rejected.
      @type {() => Promise<boolean>} */
  async refuseHash() {
    const { currentHash } = this;
    const problem = currentHash && currentHash !== this.shownHash
      ? await findLinkProblem(currentHash) : "";
    if (!problem || currentHash !== this.currentHash) return false;
    this.replaceHash("");
    this.source.showNotice(joinSentences(message("The link was not opened."), problem));
    return true;
  }

  /** Remove the hash after a crash of Python, so that a reload does not open it again; return
      whether there was one. */
  leave() {
    const { currentHash } = this;
    clearTimeout(this.updateTimer);
    this.replaceHash("");
    return Boolean(currentHash);
  }

  /** Schedule an update of the address once the state has stayed the same for a while. */
  scheduleUpdate() {
    clearTimeout(this.updateTimer);
    this.updateTimer =
      setTimeout(() => this.updateAddress(this.updateTimer), ADDRESS_UPDATE_DELAY_MS);
  }

  /** True if the address matches the shown state. */
  get isUpToDate() { return !this.updateTimer; }

  /** @type {(writing: number) => Promise<void>} */
  async updateAddress(writing) {
    const link = await this.source.link().catch(() => ""); // after a crash of Python
    if (writing !== this.updateTimer) return;
    this.updateTimer = 0;
    if (!link) return;
    const state = toHash(link), { linkedCode } = this.source.player;
    const hasCode = linkedCode && state.startsWith(`#${linkedCode.scene}/`);
    this.replaceHash(hasCode ? `${state}/${linkedCode.part}` : state);
  }

  /** Push the address of another scene, so that Back returns to this one.
      @type {(address: string, scene: string) => void} */
  pushScene(address, scene) {
    clearTimeout(this.updateTimer);
    this.updateTimer = 0; // cancels a pending update too
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

/** Return the hash of a link. @type {(link: string) => string} */
export const toHash = (link) => (link.includes("#") ? link.slice(link.indexOf("#")) : `#${link}`);
