/* States that were worked out beforehand: what is done goes to the nearest of them. */

import { at, NO_TIME } from "./columns.js";
import { along, timeOf } from "./sample_dimensions.js";
import { Transport } from "./transport.js";

export class PackedSource {
  /** @param {Player} player */
  constructor(player) { this.player = player; }

  get packed() { return true; }

  /** All that is asked is answered at once. */
  idle() { return Promise.resolve(); }

  get stop() { return this.player.stops[this.player.number]; }

  /** Whether the present stop has a page. */
  /** @type {(page: string) => boolean} */
  has(page) {
    const { steps, code, map } = this.stop;
    return Boolean({ explore: true, derivation: steps.length, code, map }[page]);
  }

  transport() {
    const place = timeOf(this.stop.dims);
    return place < 0 ? null : new Transport(this.player, place);
  }

  /** Show the present stop as its sentence speaks of it. */
  open() {
    const { player, stop } = this;
    player.sample = stop.at;
    player.tab = this.has(stop.page) && stop.page !== "explore" ? stop.page
      : stop.map ? "map" : "explore";
    player.step = player.tab === "derivation" ? stop.step : null;
    player.compared = Boolean(stop.article && stop.compared);
  }

  reset() {
    this.player.transport?.reset();
    this.go(this.stop.at);
  }

  /** Whether it is shown as at first. */
  get unmoved() { return this.player.sample === this.stop.at; }

  /** Go to a sample; in words of the time the one that was last chosen is kept. */
  /** @type {(sample: number) => void} */
  go(sample) {
    if (sample === this.player.sample) return;
    this.player.sample = sample;
    this.player.show();
  }

  /** @type {(sample: number) => number} */
  timed(sample) {
    const { transport } = this.player;
    return transport ? transport.timed(sample) : sample;
  }

  // ---- handles ----

  /** @type {(place: number) => Along} */
  along(place) { return along(this.stop.dims, place, this.player.sample); }

  /** @type {(handle: Handle, x: number, y: number) => void} */
  take() { /* A sample is not held. */ }

  /** @type {(handle: Handle) => void} */
  release() { /* And not let go. */ }

  /** Go to the sample whose handle is nearest to a place. */
  /** @type {(handle: Handle, x: number, y: number) => void} */
  carry({ dim, place, figure }, x, y) {
    let best = this.player.sample, least = Infinity;
    for (const sample of this.along(place).samples) {
      const [a, b] = figure.spot(dim, sample), far = Math.hypot(a - x, b - y);
      if (far < least) [best, least] = [sample, far];
    }
    this.go(this.timed(best));
  }

  /** Go to the next sample whose handle lies in a direction. */
  /** @type {(handle: Handle, way: number[]) => void} */
  nudge({ dim, place, figure }, [wx, wy]) {
    const [x, y] = figure.spot(dim, this.player.sample);
    let best = null, least = Infinity;
    for (const sample of this.along(place).samples) {
      const [a, b] = figure.spot(dim, sample), forth = (a - x) * wx + (b - y) * wy;
      const aside = Math.abs((a - x) * wy) + Math.abs((b - y) * wx);
      if (forth < 0.5 || aside > 1.05 * forth) continue;
      const far = forth + 2 * aside;
      if (far < least) [best, least] = [sample, far];
    }
    if (best !== null) this.go(this.timed(best));
  }

  /** Where a handle is among its places, how many there are, and how it is read. */
  /** @type {(handle: Handle) => Placed} */
  placed({ dim, place }) {
    const { digit } = this.along(place);
    return { now: digit, least: 0, most: dim.count - 1, text: digit };
  }

  reshaped() { /* Views are told for every shape. */ }

  // ---- pages ----

  turned() { /* All of a stop is there. */ }

  /** @type {(on: boolean) => void} */
  compared() { /* It too. */ }

  /** @type {(number: number) => void} */
  answered() { /* It is kept in the page. */ }

  /** Go to the time of a step, where it has one. */
  /** @type {(step: number | null) => void} */
  stepped(step) {
    const { player } = this, { transport, sample } = player;
    const time = transport && step ? at(this.stop.steps[step - 1].time, sample) : NO_TIME;
    if (time === NO_TIME) return;
    transport.wish = time;
    player.sample = transport.timed(sample);
  }
}
