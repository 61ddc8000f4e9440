/* The time of a stop: it is scrubbed, stepped and played. */

import { at, said } from "./columns.js";
import { make, tell } from "./elements.js";
import { message, messageAbout } from "./message.js";
import { along } from "./sample_dimensions.js";

// So long it plays where nothing else is said, in seconds.
const SECONDS = 3;

export class Transport {
  /** @param {Player} player @param {number} place */
  constructor(player, place) {
    this.player = player;
    this.place = place;
    this.playing = false;
    this.wish = null; // the time that was last chosen
    this.slider = make("input", {
      type: "range", min: 0, max: this.dim.count - 1, step: 1, "aria-label": this.dim.label,
      oninput: () => this.turn(Number(this.slider.value)),
    });
    this.clock = make("span", { class: "clock" });
    this.button = make("button", {
      onclick: () => this.play(!this.playing), "aria-label": message("Play"), title: messageAbout("key", "Space"),
    }, "▶");
    this.element = make("div", { class: "time" }, this.button, this.slider, this.clock);
  }

  get dim() { return /** @type {TimeDim} */ (this.player.stop.dims[this.place]); }
  /** @type {(sample: number) => Along} */
  along(sample) { return along(this.player.stop.dims, this.place, sample); }
  get digit() { return this.along(this.player.sample).digit; }

  /** The sample at the same place whose time is nearest to the one last chosen. */
  /** @type {(sample: number) => number} */
  timed(sample) {
    if (this.wish === null) return sample;
    const { samples } = this.along(sample);
    /** @type {(k: number) => number} */
    const off = (k) => Math.abs(at(this.dim.now, k) - this.wish);
    return samples.reduce((best, k) => (off(k) < off(best) ? k : best), samples[0]);
  }

  /** Go to one of its times, by its number. */
  /** @type {(digit: number) => void} */
  turn(digit) {
    const { samples } = this.along(this.player.sample);
    const sample = samples[Math.min(Math.max(digit, 0), samples.length - 1)];
    this.wish = at(this.dim.now, sample);
    this.player.source.go(sample);
  }

  reset() {
    this.wish = null;
    this.play(false);
  }

  /** @type {(on: boolean) => void} */
  play(on) {
    if (on && this.digit === this.dim.count - 1) this.turn(0);
    // Who wants no motion is taken on moment by moment.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on && still) return this.turn(this.digit + 1);
    this.playing = on;
    tell(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run();
  }

  run() {
    const { dim, player } = this, { samples } = this.along(player.sample);
    const first = at(dim.now, samples[0]), last = at(dim.now, samples[samples.length - 1]);
    let before = performance.now();
    this.wish = at(dim.now, player.sample);
    /** @type {(now: number) => void} */
    const tick = (now) => {
      if (!this.playing) return;
      this.wish += ((now - before) / 1000) * ((last - first) / (dim.seconds || SECONDS));
      before = now;
      player.source.go(this.timed(player.sample));
      if (this.wish >= last) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  show() {
    const { sample, asked, untold } = this.player;
    this.slider.value = String(this.digit);
    const name = said(this.dim.names, sample), stop = said(this.dim.stop, sample);
    // What happens then may say itself when it is.
    const when = stop.startsWith(name.replace(" = ", " ")) ? stop : `${name}: ${stop}`;
    tell(this.clock, stop && !untold ? when : name);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.slider.disabled = this.button.disabled = asked;
  }
}
