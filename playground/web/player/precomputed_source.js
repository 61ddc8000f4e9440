/* The source backed by precomputed samples; input selects the nearest one. */

import { columnAt, NO_TIME_NUMBER } from "./columns.js";
import { describeLesson } from "./lesson_progress.js";
import { PlayerPart } from "./player_part.js";
import { SampleTransport, samplesAlong, timeDimensionIndex } from "./transport.js";

export class PrecomputedSource extends PlayerPart {
  isLessonEnded = false;

  get isPrecomputed() { return true; }

  /** Resolve at once, as samples need no waiting. */
  whenIdle() { return Promise.resolve(); }

  get stop() { return this.player.stops[this.player.number]; }

  /** Return whether the current stop has a page. @type {(page: string) => boolean} */
  hasPage(page) {
    const { steps, code, map } = this.stop;
    return Boolean({ explore: true, derivation: steps.length, code, map }[page]);
  }

  createTransport() {
    const index = timeDimensionIndex(this.stop.dims);
    return index < 0 ? null : new SampleTransport(this.player, index);
  }

  /** Show the initial state of the current stop. */
  openStop() {
    const { player, stop } = this;
    this.isLessonEnded = false;
    player.sample = stop.at;
    player.tab = this.hasPage(stop.page) && stop.page !== "explore" ? stop.page
      : stop.map ? "map" : "explore";
    player.step = player.tab === "derivation" ? stop.step : null;
    player.isCompared = Boolean(stop.article && stop.compared);
  }

  get lessonState() { return describeLesson(this.player, this.isLessonEnded); }

  finishLesson() {
    this.isLessonEnded = true;
    this.player.show();
  }

  reset() {
    this.player.transport?.reset();
    this.setSample(this.stop.at);
  }

  /** True in the initial state. */
  get isUnchanged() { return this.player.sample === this.stop.at; }

  /** Go to a sample, with the step that belongs to its time. @type {(sample: number) => void} */
  setSample(sample) {
    const { player, stop: { steps } } = this;
    if (sample === player.sample) return;
    player.sample = sample;
    // Show the step that belongs to the new time.
    if (player.step && !player.isPlaying)
      player.step = columnAt(steps[player.step - 1].now, sample) || player.step;
    player.show();
  }

  /** @type {(sample: number) => number} */
  setTimeSample(sample) {
    const { transport } = this.player;
    return transport ? transport.setSample(sample) : sample;
  }

  // ---- handles ----

  /** @type {(index: number) => SamplesAlong} */
  samplesAlong(index) { return samplesAlong(this.stop.dims, index, this.player.sample); }

  /** Go to the sample whose handle is nearest to a position.
      @type {(handle: Handle, x: number, y: number) => void} */
  dragHandle({ dim, index, figure }, x, y) {
    let best = this.player.sample, min = Infinity;
    for (const sample of this.samplesAlong(index).samples) {
      const [a, b] = figure.handlePosition(dim, sample), distance = Math.hypot(a - x, b - y);
      if (distance < min) [best, min] = [sample, distance];
    }
    this.setSample(this.setTimeSample(best));
  }

  /** Go to the next sample whose handle lies in a direction.
      @type {(handle: Handle, direction: number[]) => void} */
  nudgeHandle({ dim, index, figure }, [wx, wy]) {
    const [x, y] = figure.handlePosition(dim, this.player.sample);
    let best = null, min = Infinity;
    for (const sample of this.samplesAlong(index).samples) {
      const [a, b] = figure.handlePosition(dim, sample), forth = (a - x) * wx + (b - y) * wy;
      const aside = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
      if (forth < 0.5 || aside > 1.05 * forth) continue;
      const distance = forth + 2 * aside;
      if (distance < min) [best, min] = [sample, distance];
    }
    if (best !== null) this.setSample(this.setTimeSample(best));
  }

  /** Return the index of a handle's position, the number of positions, and the index of its text.
      @type {(handle: Handle) => HandleRange} */
  handleRange({ dim, index }) {
    const { current } = this.samplesAlong(index);
    return { value: current, min: 0, max: dim.count - 1, textIndex: current };
  }

  /** Go to the time of a step, if it has one.
      @type {(step: number | null, plays: boolean) => void} */
  onStepChange(step, plays) {
    const { player, stop: { steps } } = this, { transport, sample } = player;
    const time = transport && step ? columnAt(steps[step - 1].time, sample) : NO_TIME_NUMBER;
    if (time === NO_TIME_NUMBER) return;
    const begins = columnAt(steps[step - 1].begins, sample);
    transport.requestedTime = time;
    if (plays) transport.playMove(begins === NO_TIME_NUMBER ? transport.range.now : begins, time);
    else player.sample = transport.setSample(sample);
  }

  playArrival() {
    const { player: { transport, isQuestionOpen }, stop: { begins } } = this;
    if (transport && begins !== NO_TIME_NUMBER && !isQuestionOpen)
      transport.playMove(begins, transport.range.now);
  }
}
