/* The time of a stop: it is scrubbed, stepped and played. */

import { columnAt, textAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";
import { samplesAlong } from "./sample_dimensions.js";

// So long it plays where nothing else is said, in seconds.
const PLAY_DURATION_S = 3;

export class Transport {
  /** @param {Player} player @param {number} index */
  constructor(player, index) {
    this.player = player;
    this.index = index;
    this.isPlaying = false;
    this.requestedTime = null; // the time that was last chosen
    this.slider = createElement("input", {
      type: "range", min: 0, max: this.dim.count - 1, step: 1, "aria-label": this.dim.label,
      oninput: () => this.goToMoment(Number(this.slider.value)),
    });
    this.clock = createElement("span", { class: "clock" });
    this.button = createElement("button", {
      onclick: () => this.play(!this.isPlaying), "aria-label": message("Play"),
        title: messageAbout("key", "Space"),
    }, "▶");
    this.element = createElement("div", { class: "time" }, this.button, this.slider, this.clock);
  }

  get dim() { return /** @type {TimeDimension} */ (this.player.stop.dims[this.index]); }
  /** @type {(sample: number) => SamplesAlong} */
  samplesAlong(sample) { return samplesAlong(this.player.stop.dims, this.index, sample); }
  get momentIndex() { return this.samplesAlong(this.player.sample).current; }

  /** The sample at the same place whose time is nearest to the one last chosen. */
  /** @type {(sample: number) => number} */
  setSample(sample) {
    if (this.requestedTime === null) return sample;
    const { samples } = this.samplesAlong(sample);
    /** @type {(k: number) => number} */
    const off = (k) => Math.abs(columnAt(this.dim.now, k) - this.requestedTime);
    return samples.reduce((best, k) => (off(k) < off(best) ? k : best), samples[0]);
  }

  /** Go to one of its times, by its number. */
  /** @type {(digit: number) => void} */
  goToMoment(digit) {
    const { samples } = this.samplesAlong(this.player.sample);
    const sample = samples[Math.min(Math.max(digit, 0), samples.length - 1)];
    this.requestedTime = columnAt(this.dim.now, sample);
    this.player.source.setSample(sample);
  }

  reset() {
    this.requestedTime = null;
    this.play(false);
  }

  /** @type {(on: boolean) => void} */
  play(on) {
    if (on && this.momentIndex === this.dim.count - 1) this.goToMoment(0);
    // Who wants no motion is taken on moment by moment.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on && still) return this.goToMoment(this.momentIndex + 1);
    this.isPlaying = on;
    setText(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run();
  }

  run() {
    const { dim, player } = this, { samples } = this.samplesAlong(player.sample);
    const first = columnAt(dim.now, samples[0]),
      last = columnAt(dim.now, samples[samples.length - 1]);
    let previous = performance.now();
    this.requestedTime = columnAt(dim.now, player.sample);
    /** @type {(now: number) => void} */
    const tick = (now) => {
      if (!this.isPlaying) return;
      this.requestedTime += ((now - previous) / 1000)
        * ((last - first) / (dim.seconds || PLAY_DURATION_S));
      previous = now;
      player.source.setSample(this.setSample(player.sample));
      if (this.requestedTime >= last) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  show() {
    const { sample, isQuestionOpen, isAnswerHidden } = this.player;
    this.slider.value = String(this.momentIndex);
    const name = textAt(this.dim.names, sample), stop = textAt(this.dim.stop, sample);
    // What happens then may say itself when it is.
    const when = stop.startsWith(name.replace(" = ", " ")) ? stop : `${name}: ${stop}`;
    setText(this.clock, stop && !isAnswerHidden ? when : name);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.slider.disabled = this.button.disabled = isQuestionOpen;
  }
}
