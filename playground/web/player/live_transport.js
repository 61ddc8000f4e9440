/* The time of a live state: any moment of it, asked of Python picture by picture. */

import { createElement, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";

// So long it plays where nothing else is said, in seconds.
const LIVE_PLAY_DURATION_S = 3;
// How many steps the slider has.
const SLIDER_STEP_COUNT = 1000;

export class LiveTransport {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.isPlaying = false;
    this.slider = createElement("input", {
      type: "range", min: 0, max: SLIDER_STEP_COUNT, step: 1, "aria-label": this.time.label,
      oninput: () => this.setTime(
        this.timeAtFraction(Number(this.slider.value) / SLIDER_STEP_COUNT)),
    });
    this.clock = createElement("span", { class: "clock" });
    this.button = createElement("button", {
      onclick: () => this.play(!this.isPlaying), "aria-label": message("Play"),
        title: messageAbout("key", "Space"),
    }, "▶");
    this.element = createElement("div", { class: "time" }, this.button, this.slider, this.clock);
  }

  get time() { return this.player.stop.live.time; }

  /** @type {(share: number) => number} */
  timeAtFraction(share) { return this.time.low + share * (this.time.high - this.time.low); }

  /** @type {(time: number) => void} */
  setTime(time) { this.player.source.do("time", time); }

  /** Which of its moments is now, or was the last; -1 before all. */
  get momentIndex() {
    return this.time.moments.findLastIndex(([time]) => time <= this.time.now + 1e-9);
  }

  /** Go to one of its moments, by its number. */
  /** @type {(number: number) => void} */
  goToMoment(number) {
    const { moments } = this.time;
    const to = moments[Math.min(Math.max(number, 0), moments.length - 1)];
    if (to) this.setTime(to[0]);
  }

  reset() { this.play(false); }

  /** @type {(on: boolean) => void} */
  play(on) {
    const { low, high, now } = this.time;
    // Who wants no motion is taken on moment by moment.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on && still) return this.goToMoment(now >= high ? 0 : this.momentIndex + 1);
    this.isPlaying = on;
    setText(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run(now >= high - 1e-9 ? low : now);
  }

  /** @type {(wish: number) => void} */
  run(wish) {
    let previous = performance.now();
    /** @type {(now: number) => void} */
    const tick = (now) => {
      if (!this.isPlaying || !this.time) return;
      const { low, high, seconds } = this.time;
      const speed = (high - low) / (seconds || LIVE_PLAY_DURATION_S);
      wish = Math.min(wish + ((now - previous) / 1000) * speed, high);
      previous = now;
      this.setTime(wish);
      if (wish >= high) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  show() {
    const { isQuestionOpen } = this.player, { low, high, now, text } = this.time;
    this.slider.value = String(Math.round(((now - low) / (high - low || 1)) * SLIDER_STEP_COUNT));
    setText(this.clock, text ?? String(now));
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    // Where a quiz asks for a time it is given here.
    this.slider.disabled = isQuestionOpen && !this.player.quiz?.times;
    this.button.disabled = isQuestionOpen;
  }
}
