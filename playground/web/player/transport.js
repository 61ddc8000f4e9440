/* The playback of a stop's time: scrubbing, stepping and playing. Samples have some moments; Python
   any, requested frame by frame. */

import { columnAt, textAt } from "./columns.js";
import { createButton, createElement, setText } from "./elements.js";
import { message, messageAbout } from "./message.js";
import { clamp } from "./vectors.js";

// The default duration of playback.
const PLAY_DURATION_S = 3;
// The number of steps of a live state's slider.
const SLIDER_STEP_COUNT = 1000;
const SAME_TIME_TOLERANCE = 1e-9;
// The largest step of an animation between frames, in seconds, so that all of it is visible.
const MAX_MOVE_STEP_S = 0.2;

/** Return whether animations are allowed by the system's settings. */
export const allowsMotion = () => !window.matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Return the samples that differ only in one dimension, in order, and the current index. A
    sample's number has the dimensions as digits.
    @type {(dims: SampleDimension[], index: number, sample: number) => SamplesAlong} */
export function samplesAlong(dims, index, sample) {
  const stride = dims.slice(index + 1).reduce((product, dim) => product * dim.count, 1);
  const current = Math.floor(sample / stride) % dims[index].count;
  const first = sample - current * stride, { count } = dims[index];
  return { current, samples: Array.from({ length: count }, (_, k) => first + k * stride) };
}

/** Call `step` in each frame with the seconds since the previous one, until it returns false.
    @type {(step: (passed: number) => boolean) => void} */
function animate(step) {
  let previous = performance.now();
  /** @type {(now: number) => void} */
  const tick = (now) => {
    const passed = Math.max(now - previous, 0) / 1000;
    previous = now;
    if (step(passed)) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

/** The playback of a stop's time; subclasses have precomputed times, or live ones. */
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
    this.backButton = createButton("❚◀", () => this.step(-1), ",",
      message("Time to the previous stop"));
    this.nextButton = createButton("▶❚", () => this.step(1), ".",
      message("Time to the next stop"));
    this.loopButton = createButton("∞", () => this.loop(), message("Loop the time (L)"),
      message("Loop the time"));
    this.speedSelect = createElement("select", {
      "aria-label": message("How fast time plays"), title: message("How fast time plays"),
      onchange: () => { player.playback.speed = Number(this.speedSelect.value); },
    }, ...player.lesson.speeds.map((speed) => createElement("option", {
      value: speed, selected: speed === player.playback.speed,
    }, `${speed}×`)));
    this.showLoop();
    this.button = createElement("button", {
      onclick: () => this.play(!this.isPlaying), "aria-label": message("Play"),
        title: messageAbout("key", "Space"),
    }, "▶");
    this.element = createElement("div", { class: "time" }, this.backButton, this.button,
      this.nextButton, this.slider, this.clock, this.loopButton, this.speedSelect);
  }

  // Overridden by subclasses.
  /** @returns {TimeRange} */
  get range() { return null; }
  /** Whether the time is playing or animated. */
  get isMoving() { return this.isPlaying; }
  get shareAhead() { return 0; }
  /** Finish the animation; return whether there was one. @returns {boolean} */
  finishMove() { return false; }
  show() {}
  /** @param {number} _step */
  goToStep(_step) {}
  /** @param {number} _time */
  setTime(_time) {}

  reset() { this.play(false); }

  /** The index of the current or previous moment; -1 before all. */
  get momentIndex() {
    const { now, moments } = this.range;
    return moments.findLastIndex(([time]) => time <= now + SAME_TIME_TOLERANCE);
  }

  /** Go to a moment by its index. @type {(number: number) => void} */
  goToMoment(number) {
    const { moments } = this.range, to = moments[clamp(number, 0, moments.length - 1)];
    if (to) this.setTime(to[0]);
  }

  /** Pause, and go to the next or previous moment; after one, the previous is that itself.
      @type {(way: number) => void} */
  step(way) {
    const { now, moments } = this.range, at = moments[this.momentIndex];
    const isBehind = way < 0 && at && now > at[0] + SAME_TIME_TOLERANCE;
    this.play(false);
    this.goToMoment(this.momentIndex + (isBehind ? 0 : way));
  }

  loop() {
    const { playback } = this.player;
    playback.isLooping = !playback.isLooping;
    this.showLoop();
  }

  showLoop() {
    this.loopButton.setAttribute("aria-pressed", String(this.player.playback.isLooping));
  }

  /** @type {(on: boolean) => void} */
  play(on) {
    const { low, high, now } = this.range, isAtEnd = now >= high - SAME_TIME_TOLERANCE;
    // With reduced motion, playing goes from moment to moment.
    if (on && !allowsMotion()) return this.goToMoment(isAtEnd ? 0 : this.momentIndex + 1);
    this.isPlaying = on;
    setText(this.button, on ? "❚❚" : "▶");
    this.button.setAttribute("aria-label", on ? message("Pause") : message("Play"));
    if (on) this.run(isAtEnd ? low : now);
  }

  /** @type {(time: number) => void} */
  run(time) {
    animate((passed) => {
      if (!this.isPlaying || !this.range) return false;
      const { low, high, seconds } = this.range, { speed, isLooping } = this.player.playback;
      time += passed * speed * (high - low) / (seconds || PLAY_DURATION_S);
      if (time >= high) time = isLooping ? low + (time - high) % (high - low) : high;
      this.setTime(time);
      if (time >= high) this.play(false);
      return time < high;
    });
  }

  /** @type {(step: number, text: string, isLocked: boolean) => void} */
  showTime(step, text, isLocked) {
    this.slider.value = String(step);
    setText(this.clock, text);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.slider.disabled = isLocked;
    for (const button of [this.backButton, this.button, this.nextButton])
      button.disabled = this.player.isQuestionOpen;
  }
}

export class SampleTransport extends TransportControl {
  /** The last requested time. @type {number | null} */
  requestedTime = null;
  /** The animation to a step's time. @type {{ goal: number } | null} */
  move = null;

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
    /** @type {[number, string][]} */
    const moments = samples.map((one) => [columnAt(dim.now, one), ""]);
    const [low, high] = [moments[0], moments.at(-1)].map(([time]) => time);
    return { low, high, now: columnAt(dim.now, sample), seconds: dim.seconds, moments };
  }

  get isMoving() { return this.isPlaying || this.move !== null; }

  /** @type {(on: boolean) => void} */
  play(on) {
    this.move = null;
    super.play(on);
  }

  /** Animate from one time to another, with a smooth start and end.
      @type {(begin: number, goal: number) => void} */
  playMove(begin, goal) {
    this.play(false);
    if (begin === goal) return this.setTime(goal);
    const move = this.move = { goal }, { moveSeconds } = this.player.lesson;
    let share = 0;
    this.setTime(begin);
    animate((passed) => {
      if (this.move !== move) return false;
      share += Math.min(passed, MAX_MOVE_STEP_S) / moveSeconds;
      if (share >= 1) return !this.finishMove();
      this.setTime(begin + (goal - begin) * share * share * (3 - 2 * share));
      return true;
    });
  }

  finishMove() {
    const { move } = this;
    if (!move) return false;
    this.setTime(move.goal);
    this.move = null;
    return true;
  }

  /** The fraction of the way from the current sample to the next one. */
  get shareAhead() {
    const { player: { sample }, dim: { now, smooth } } = this;
    if (!smooth || !this.isMoving || this.momentIndex === this.dim.count - 1) return 0;
    const low = columnAt(now, sample), high = columnAt(now, sample + 1);
    return clamp((this.requestedTime - low) / (high - low), 0, 1);
  }

  /** Return the sample at the same position with the nearest time; during playback the last one
      before that time. @type {(sample: number) => number} */
  setSample(sample) {
    if (this.requestedTime === null) return sample;
    const { samples } = this.samplesAlong(sample);
    /** @type {(k: number) => number} */
    const off = (k) => {
      const late = this.requestedTime - columnAt(this.dim.now, k);
      return this.isMoving && late < 0 ? Infinity : Math.abs(late);
    };
    return samples.reduce((best, k) => (off(k) < off(best) ? k : best), samples[0]);
  }

  /** @type {(time: number) => void} */
  setTime(time) {
    const { player } = this;
    this.requestedTime = time;
    player.source.setSample(this.setSample(player.sample));
    player.draw();
  }

  /** @type {(step: number) => void} */
  goToStep(step) {
    this.play(false);
    this.goToMoment(step);
  }

  reset() {
    this.requestedTime = null;
    super.reset();
  }

  show() {
    const { dim, player: { sample, isQuestionOpen, isAnswerHidden } } = this;
    const name = textAt(dim.names, sample), stop = textAt(dim.stop, sample);
    // The name of a moment may contain the time.
    const when = stop.startsWith(name.replace(" = ", " ")) ? stop : `${name}: ${stop}`;
    this.showTime(this.momentIndex, stop && !isAnswerHidden ? when : name, isQuestionOpen);
  }
}

export class LiveTransport extends TransportControl {
  /** @param {Player} player */
  constructor(player) { super(player, player.stop.live.time.label, SLIDER_STEP_COUNT); }

  get range() { return this.player.stop.live.time; }
  get isMoving() { return this.isPlaying || Boolean(this.range?.moving); }

  finishMove() {
    if (!this.range?.moving) return false;
    this.advance(this.player.lesson.moveSeconds);
    return true;
  }

  /** Advance the animation to a step's time, in Python. @type {(seconds: number) => void} */
  advance(seconds) { this.player.source.do("advance", seconds); }

  /** @type {(time: number) => void} */
  setTime(time) { this.player.source.do("time", time); }

  /** @type {(step: number) => void} */
  goToStep(step) {
    const { low, high } = this.range;
    this.setTime(low + step / SLIDER_STEP_COUNT * (high - low));
  }

  show() {
    const { low, high, now, text, moving } = this.range, { isQuestionOpen, quiz } = this.player;
    this.showMove(moving);
    const step = Math.round(((now - low) / (high - low || 1)) * SLIDER_STEP_COUNT);
    // A quiz may ask for a time, which is set here.
    this.showTime(step, text, isQuestionOpen && !quiz?.times);
  }

  /** Request the next frame of an animation once the last one has arrived.
      @type {(moving: boolean) => void} */
  showMove(moving) {
    if (!moving) this.movedAt = 0;
    if (!moving || this.moveRequest) return;
    this.movedAt ||= performance.now();
    this.moveRequest = requestAnimationFrame((now) => {
      this.moveRequest = 0;
      if (!this.range?.moving) return;
      this.advance(Math.min(Math.max((now - this.movedAt) / 1000, 0), MAX_MOVE_STEP_S));
      this.movedAt = now;
    });
  }
}
