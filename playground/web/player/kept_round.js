/* Storage of a quiz's round in the browser, which survives a reload. */

import { storage } from "./storage.js";

/** @type {(scene: string) => string} */
const storageKey = (scene) => `quiz ${scene}`;

export class KeptRound {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<string, object | null>} */
    this.rounds = new Map(); // by scene
    this.lastSaved = "";
  }

  /** Continue the stored round; after a reload its page opens too.
      @type {(scene: string) => void} */
  restore(scene) {
    let kept = null;
    try { kept = JSON.parse(storage.get(storageKey(scene))); } catch { /* invalid */ }
    if (!kept?.round) return;
    this.rounds.set(scene, kept.round);
    const [entry] = performance.getEntriesByType("navigation");
    const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
    const isShown = Boolean(kept.isShown && isReload);
    if (isShown) this.source.isOpeningPage = true;
    this.source.do("quiz", "restore", kept.round, isShown);
  }

  /** @type {(state: SessionState) => void} */
  save({ scene, quiz }) {
    if (quiz) this.rounds.set(scene, quiz.saved ?? null);
    const round = this.rounds.get(scene);
    if (round === undefined) return;
    const text = JSON.stringify({ round, isShown: Boolean(quiz) });
    if (text !== this.lastSaved) storage.set(storageKey(scene), this.lastSaved = text);
  }
}
