/* The time of a live state: any moment of it, asked of Python picture by picture. */

import { make, tell } from "./elements.js";
import { message, messageAbout } from "./message.js";

// So long it plays where nothing else is said, in seconds.
const SECONDS_LIVE = 3;
// How many steps the slider has.
const THUMB_STEPS = 1000;

export class LiveTransport {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.playing = false;
    this.slider = make("input", {
      type: "range", min: 0, max: THUMB_STEPS, step: 1, "aria-label": this.time.label,
      oninput: () => this.go(this.moment(Number(this.slider.value) / THUMB_STEPS)),
    });
    this.clock = make("span", { class: "clock" });
    this.button = make("button", {
      onclick: () => this.play(!this.playing), "aria-label": message("Play"), title: messageAbout("key", "Space"),
    }, "▶");
    this.element = make("div", { class: "time" }, this.button, this.slider, this.clock);
  }

  get time() { return this.player.stop.live.time; }

  /** @type {(share: number) => number} */
  moment(share) { return this.time.low + share * (this.time.high - this.time.low); }

  /** @type {(time: number) => void} */
  go(time) { this.player.source.do("time", time); }

  /** Which of its moments is now, or was the last; -1 before all. */
  get digit() {
    return this.time.moments.findLastIndex(([time]) => time <= this.time.now + 1e-9);
  }

  /** Go to one of its moments, by its number. */
  /** @type {(number: number) => void} */
  turn(number) {
    const { moments } = this.time;
    const to = moments[Math.min(Math.max(number, 0), moments.length - 1)];
    if (to) this.go(to[0]);
  }

  reset() { this.play(false); }

  /** @type {(on: boolean) => void} */
  play(on) {
    const { low, high, now } = this.time;
    // Who wants no motion is taken on moment by moment.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on && still) return this.turn(now >= high ? 0 : this.digit + 1);
    this.playing = on;
    tell(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run(now >= high - 1e-9 ? low : now);
  }

  /** @type {(wish: number) => void} */
  run(wish) {
    let before = performance.now();
    /** @type {(now: number) => void} */
    const tick = (now) => {
      if (!this.playing || !this.time) return;
      const { low, high, seconds } = this.time;
      const speed = (high - low) / (seconds || SECONDS_LIVE);
      wish = Math.min(wish + ((now - before) / 1000) * speed, high);
      before = now;
      this.go(wish);
      if (wish >= high) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  show() {
    const { asked } = this.player, { low, high, now, text } = this.time;
    this.slider.value = String(Math.round(((now - low) / (high - low || 1)) * THUMB_STEPS));
    tell(this.clock, text ?? String(now));
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    // Where a quiz asks for a time it is given here.
    this.slider.disabled = asked && !this.player.quiz?.times;
    this.button.disabled = asked;
  }
}
