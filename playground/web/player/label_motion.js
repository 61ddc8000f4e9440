/* Timing of label motion: labels change sides only once nothing moves. */

// A frame that stays for this time is at rest.
const REST_DELAY_MS = 150;

export class LabelMotion {
  /** The placement mode of the current frame. @type {PlacementMode} */
  mode = { keepsSides: true, elapsedMs: 0 };
  isAtRest = false;
  timer = 0;
  drawnAt = 0;

  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.still = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** True while labels wait for placement at rest. */
  get isAwaited() { return Boolean(this.timer) && !this.player.isHeld; }

  beginPicture() {
    const now = performance.now();
    // With reduced motion, labels move at once.
    const elapsedMs = this.still.matches ? Infinity : now - this.drawnAt;
    this.mode = { keepsSides: !this.isAtRest, elapsedMs };
    this.isAtRest = false;
    this.drawnAt = now;
  }

  endPicture() {
    const placers = this.player.figures.map(({ placer }) => placer);
    if (placers.some((placer) => placer?.hasMoved)) this.waitForRest();
    if (placers.some((placer) => placer?.isMoving)) this.player.draw();
  }

  waitForRest() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (this.player.isHeld) return this.waitForRest();
      [this.timer, this.isAtRest] = [0, true];
      this.player.draw();
    }, REST_DELAY_MS);
  }
}
