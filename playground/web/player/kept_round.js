/* A quiz's round in the browser, so that a reload goes on with it. */

import { storage } from "./storage.js";

/** @type {(scene: string) => string} */
const storageKey = (scene) => `quiz ${scene}`;

export class KeptRound {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<string, object | null>} */
    this.rounds = new Map(); // by their scenes
    this.lastSaved = "";
  }

  /** Go on with the round that was left; a reload opens its page too. */
  /** @type {(scene: string) => void} */
  restore(scene) {
    let kept = null;
    try { kept = JSON.parse(storage.get(storageKey(scene))); } catch { /* it is none */ }
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
