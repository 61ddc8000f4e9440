/* The source backed by precomputed samples; input selects the nearest one. */

import { columnAt, NO_TIME_NUMBER } from "./columns.js";
import { describeLesson } from "./lesson_progress.js";
import { PlayerPart } from "./player_part.js";
import { SampleTransport, samplesAlong } from "./transport.js";

export class PrecomputedSource extends PlayerPart {
  isPrecomputed = true;
  isLessonEnded = false;

  get stop() { return this.player.stops[this.player.number]; }

  /** Return whether the current stop has a page. @type {(page: string) => boolean} */
  hasPage(page) {
    const { steps, code, map } = this.stop;
    return Boolean({ explore: true, derivation: steps.length, code, map }[page]);
  }

  get transport() { return /** @type {SampleTransport | null} */ (this.player.transport); }

  createTransport() {
    const index = this.stop.dims.findIndex(({ kind }) => kind === "time");
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
    this.transport?.reset();
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

  // ---- handles ----

  /** @type {(index: number) => SamplesAlong} */
  samplesAlong(index) { return samplesAlong(this.stop.dims, index, this.player.sample); }

  /** Go to the sample whose handle is nearest to a position.
      @type {(handle: Handle, x: number, y: number) => void} */
  dragHandle(handle, x, y) {
    this.moveHandle(handle, ([a, b]) => Math.hypot(a - x, b - y));
  }

  /** Go to the next sample whose handle lies in a direction.
      @type {(handle: Handle, direction: number[]) => void} */
  nudgeHandle(handle, [wx, wy]) {
    const [x, y] = handle.position;
    this.moveHandle(handle, ([a, b]) => {
      const forth = (a - x) * wx + (b - y) * wy;
      const aside = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
      return forth < 0.5 || aside > 1.05 * forth ? Infinity : forth + 2 * aside;
    });
  }

  /** Go to the sample whose handle is at the least distance, if any is finite.
      @type {(handle: Handle, distance: (position: Point) => number) => void} */
  moveHandle({ dim, index, figure }, distance) {
    let best = this.player.sample, min = Infinity;
    for (const sample of this.samplesAlong(index).samples) {
      const far = distance(figure.handlePosition(dim, sample));
      if (far < min) [best, min] = [sample, far];
    }
    if (min < Infinity) this.setSample(this.transport ? this.transport.setSample(best) : best);
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
    const { player, transport, stop: { steps } } = this, { sample } = player;
    const time = transport && step ? columnAt(steps[step - 1].time, sample) : NO_TIME_NUMBER;
    if (time === NO_TIME_NUMBER) return;
    const begins = columnAt(steps[step - 1].begins, sample);
    transport.requestedTime = time;
    if (plays) transport.playMove(begins === NO_TIME_NUMBER ? transport.range.now : begins, time);
    else player.sample = transport.setSample(sample);
  }

  playArrival() {
    const { player, transport, stop: { begins } } = this;
    if (transport && begins !== NO_TIME_NUMBER && !player.isQuestionOpen)
      transport.playMove(begins, transport.range.now);
  }
}
