/* The map under a live figure: asked of Python after each state, coarse while something moves
   and exact at rest. It stays on every page until there is to be none. */

import { pictureOf } from "./map_card.js";

// So long after the last change all rests, in ms.
const MAP_REST = 140;
// A pointer that goes fewer px clicks.
const CLICK_WAY = 4;

export class LiveMaps {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.player = source.player;
    /** @type {MapTold | null} */
    this.map = null; // as it was told last
    this.asked = this.seen = ""; // of what and from where it was asked last
    this.count = 0; // of the questions under way
    /** @type {MapTold | null} */
    this.painted = null;
    this.listen();
  }

  get now() { return this.source.stop.live.map; }

  /** A state was told: what is known of its map is shown, and what is not asked. */
  hear() {
    const { now } = this;
    if (!now) this.forget();
    else {
      if (this.map && this.map.of !== now.kind) this.map = null;
      this.source.stop.map = this.map;
      const asked = `${this.source.stop.live.scene} ${now.number} ${now.alone}`;
      if (asked !== this.asked) {
        this.asked = asked;
        this.ask(true);
      } else if (this.timer || this.from !== this.seen) this.rest();
    }
    this.renew();
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.map = null;
    this.asked = this.seen = "";
  }

  /** From where it would be seen, and how large. */
  get from() {
    const [figure] = this.player.figures;
    return JSON.stringify([figure?.cameraNow, figure?.canvas.clientWidth, figure?.full]);
  }

  /** @type {(coarse: boolean) => Promise<void>} */
  async ask(coarse) {
    const [{ canvas, full }] = this.player.figures, { from, asked } = this;
    this.count++;
    try {
      const wide = Math.max(canvas.clientWidth, 1);
      const told = await this.source.ask(["map", wide, coarse, full]);
      if (told?.error) this.source.say(told.error);
      if (!told || !this.asked) return;
      if (coarse) this.rest();
      else this.seen = from;
      if (told.map && told.map.of === this.now?.kind && (!coarse || asked === this.asked)) {
        this.take(told.map);
      }
    } catch { /* The source says what failed. */
    } finally { this.count--; }
  }

  /** Ask for the exact one once nothing has changed for a while. */
  rest() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.ask(false);
    }, MAP_REST);
  }

  /** @type {(map: MapTold) => void} */
  take(map) {
    this.map = this.source.stop.map = map;
    this.renew();
    this.player.show();
  }

  /** Paint it once for each theme. */
  renew() {
    const { map } = this;
    if (map === this.painted) return;
    this.painted = map;
    /** @type {Record<string, HTMLCanvasElement>} */
    this.pictures = {};
  }

  get picture() {
    const { map, player: { theme, lesson } } = this;
    if (!map || !map.size[0] || !map.size[1]) return null;
    const ground = this.player.colour(lesson.named.background);
    return this.pictures[theme] ??= pictureOf(map, theme, ground);
  }

  /** What lies under the figure: a map of places. */
  get under() { return this.map?.box ? this.picture : null; }

  /** Go where a map is clicked. */
  listen() {
    const { element } = this.player.stage;
    /** @type {Point | null} */
    let from = null;
    element.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    element.addEventListener("click", ({ target, clientX, clientY }) => {
      const [figure] = this.player.figures, { map } = this;
      // What holds the pointer to move the view is what is clicked then.
      const onGround = target === figure.canvas || target === figure.element;
      if (!map?.box || !from || !onGround || !this.player.mapped) return;
      if (Math.hypot(clientX - from[0], clientY - from[1]) > CLICK_WAY) return;
      const { left, top } = figure.canvas.getBoundingClientRect();
      this.source.do("cell", true, ...figure.world(clientX - left, clientY - top));
    });
  }

  /** Wait until nothing more of it comes; whether there was anything to wait for. */
  async rested() {
    const waited = Boolean(this.timer || this.count);
    while (this.timer || this.count) await new Promise((done) => setTimeout(done, 10));
    return waited;
  }
}
