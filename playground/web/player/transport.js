/* The time of a stop: it is scrubbed, stepped and played. Samples have some moments of it;
   Python has any, and is asked picture by picture. */

import { columnAt, textAt } from "./columns.js";
import { createElement, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";

// So long it plays where nothing else is said, in seconds.
const PLAY_DURATION_S = 3;
// How many steps the slider of a live state has.
const SLIDER_STEP_COUNT = 1000;
const SAME_TIME_TOLERANCE = 1e-9;

/** The place of the time among the dims; -1 without one. */
/** @type {(dims: SampleDimension[]) => number} */
export const timeDimensionIndex = (dims) => dims.findIndex((dim) => dim.kind === "time");

/** The samples that differ from one in one dim alone, in its order, and which it is. A
    sample's number counts the digits of the dims. */
/** @type {(dims: SampleDimension[], index: number, sample: number) => SamplesAlong} */
export function samplesAlong(dims, index, sample) {
  const stride = dims.slice(index + 1).reduce((product, dim) => product * dim.count, 1);
  const current = Math.floor(sample / stride) % dims[index].count;
  const first = sample - current * stride, { count } = dims[index];
  return { current, samples: Array.from({ length: count }, (_, k) => first + k * stride) };
}

class TransportControl {
  isPlaying = false;

  /** @param {Player} player @param {string} label @param {number} stepCount */
  constructor(player, label, stepCount) {
    this.player = player;
    this.slider = createElement("input", {
      type: "range", min: 0, max: stepCount, step: 1, "aria-label": label,
      oninput: () => this.goToStep(Number(this.slider.value)),
    });
    this.clock = createElement("span", { class: "clock" });
    this.button = createElement("button", {
      onclick: () => this.play(!this.isPlaying), "aria-label": message("Play"),
        title: messageAbout("key", "Space"),
    }, "▶");
    this.element = createElement("div", { class: "time" }, this.button, this.slider, this.clock);
  }

  // Each kind knows its own.
  /** @returns {TimeRange} */
  get range() { return null; }
  get momentIndex() { return 0; }
  /** @param {number} _step */
  goToStep(_step) {}
  /** @param {number} _number */
  goToMoment(_number) {}
  /** @param {number} _time */
  setTime(_time) {}

  reset() { this.play(false); }

  /** @type {(on: boolean) => void} */
  play(on) {
    const { low, high, now } = this.range, isAtEnd = now >= high - SAME_TIME_TOLERANCE;
    // Who wants no motion is taken on moment by moment.
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (on && still) return this.goToMoment(isAtEnd ? 0 : this.momentIndex + 1);
    this.isPlaying = on;
    setText(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run(isAtEnd ? low : now);
  }

  /** @type {(time: number) => void} */
  run(time) {
    let previous = performance.now();
    /** @type {(now: number) => void} */
    const tick = (now) => {
      if (!this.isPlaying || !this.range) return;
      const { low, high, seconds } = this.range;
      const speed = (high - low) / (seconds || PLAY_DURATION_S);
      time = Math.min(time + ((now - previous) / 1000) * speed, high);
      previous = now;
      this.setTime(time);
      if (time >= high) this.play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** @type {(step: number, text: string, isLocked: boolean) => void} */
  showTime(step, text, isLocked) {
    this.slider.value = String(step);
    setText(this.clock, text);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.slider.disabled = isLocked;
    this.button.disabled = this.player.isQuestionOpen;
  }
}

export class SampleTransport extends TransportControl {
  /** The time that was last chosen. */
  /** @type {number | null} */
  requestedTime = null;

  /** @param {Player} player @param {number} index */
  constructor(player, index) {
    const { label, count } = player.stop.dims[index];
    super(player, label, count - 1);
    this.index = index;
  }

  get dim() { return /** @type {TimeDimension} */ (this.player.stop.dims[this.index]); }
  /** @type {(sample: number) => SamplesAlong} */
  samplesAlong(sample) { return samplesAlong(this.player.stop.dims, this.index, sample); }
  get momentIndex() { return this.samplesAlong(this.player.sample).current; }

  get range() {
    const { dim, player: { sample } } = this, { samples } = this.samplesAlong(sample);
    const [low, high, now] =
      [samples[0], samples.at(-1), sample].map((one) => columnAt(dim.now, one));
    return { low, high, now, seconds: dim.seconds };
  }

  /** The sample at the same place whose time is nearest to the one last chosen. */
  /** @type {(sample: number) => number} */
  setSample(sample) {
    if (this.requestedTime === null) return sample;
    const { samples } = this.samplesAlong(sample);
    /** @type {(k: number) => number} */
    const off = (k) => Math.abs(columnAt(this.dim.now, k) - this.requestedTime);
    return samples.reduce((best, k) => (off(k) < off(best) ? k : best), samples[0]);
  }

  /** @type {(time: number) => void} */
  setTime(time) {
    const { player } = this;
    this.requestedTime = time;
    player.source.setSample(this.setSample(player.sample));
  }

  /** @type {(step: number) => void} */
  goToStep(step) { this.goToMoment(step); }

  /** Go to one of its times, by its number. */
  /** @type {(number: number) => void} */
  goToMoment(number) {
    const { samples } = this.samplesAlong(this.player.sample);
    const sample = samples[Math.min(Math.max(number, 0), samples.length - 1)];
    this.requestedTime = columnAt(this.dim.now, sample);
    this.player.source.setSample(sample);
  }

  reset() {
    this.requestedTime = null;
    super.reset();
  }

  show() {
    const { dim, player: { sample, isQuestionOpen, isAnswerHidden } } = this;
    const name = textAt(dim.names, sample), stop = textAt(dim.stop, sample);
    // What happens then may say itself when it is.
    const when = stop.startsWith(name.replace(" = ", " ")) ? stop : `${name}: ${stop}`;
    this.showTime(this.momentIndex, stop && !isAnswerHidden ? when : name, isQuestionOpen);
  }
}

export class LiveTransport extends TransportControl {
  /** @param {Player} player */
  constructor(player) { super(player, player.stop.live.time.label, SLIDER_STEP_COUNT); }

  get range() { return this.player.stop.live.time; }

  /** @type {(time: number) => void} */
  setTime(time) { this.player.source.do("time", time); }

  /** @type {(step: number) => void} */
  goToStep(step) {
    const { low, high } = this.range;
    this.setTime(low + step / SLIDER_STEP_COUNT * (high - low));
  }

  /** Which of its moments is now, or was the last; -1 before all. */
  get momentIndex() {
    const { now, moments } = this.range;
    return moments.findLastIndex(([time]) => time <= now + SAME_TIME_TOLERANCE);
  }

  /** Go to one of its moments, by its number. */
  /** @type {(number: number) => void} */
  goToMoment(number) {
    const { moments } = this.range;
    const to = moments[Math.min(Math.max(number, 0), moments.length - 1)];
    if (to) this.setTime(to[0]);
  }

  show() {
    const { low, high, now, text } = this.range, { isQuestionOpen, quiz } = this.player;
    const step = Math.round(((now - low) / (high - low || 1)) * SLIDER_STEP_COUNT);
    // Where a quiz asks for a time it is given here.
    this.showTime(step, text, isQuestionOpen && !quiz?.times);
  }
}
