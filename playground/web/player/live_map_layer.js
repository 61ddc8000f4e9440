/* The map below a live figure: requested after each state, coarse during motion and exact at rest.
   It stays visible on every page. */

import { mapImage } from "./map_images.js";

// The delay after the last change, in ms.
const MAP_IDLE_DELAY_MS = 140;
// A stale map is dimmed after this delay, in ms, as the next one usually comes earlier.
const STALE_DELAY_MS = 100;
// The largest motion of a click, in px.
export const MAX_CLICK_DISTANCE_PX = 4;

export class LiveMapLayer {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    this.player = source.player;
    /** @type {MapData | null} */
    this.map = null; // the last map received
    this.requestedMap = this.requestedView = ""; // the last request
    this.isStale = false;
    this.pendingCount = 0; // running requests
    const { element } = this.player.figureArea;
    /** @type {Point | null} */
    let from = null; // where a click began
    element.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
    element.addEventListener("click", (event) => { if (from) this.onClick(event, from); });
  }

  get mapState() { return this.source.stop.live.map; }

  /** Show the known map of a new state, and request a missing one. */
  onState() {
    const { mapState, source: { stop } } = this;
    if (!mapState) return this.clear();
    if (this.map && this.map.of !== mapState.kind) this.map = null;
    stop.map = this.map;
    const asked = `${stop.live.scene} ${mapState.number} ${mapState.alone}`;
    if (asked !== this.requestedMap) {
      this.requestedMap = asked;
      this.staleTimer ||= setTimeout(() => this.setStale(true), STALE_DELAY_MS);
      this.requestMap(true);
    } else if (this.timer || this.viewKey !== this.requestedView) this.scheduleExactMap();
  }

  clear() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.map = null;
    this.requestedMap = this.requestedView = "";
    this.setStale(false);
  }

  /** Mark whether the map belongs to another state. @param {boolean} isStale */
  setStale(isStale) {
    clearTimeout(this.staleTimer);
    this.staleTimer = 0;
    if (isStale === this.isStale) return;
    this.isStale = isStale;
    this.player.show();
  }

  /** The key of camera and size. */
  get viewKey() {
    const [figure] = this.player.figures;
    return JSON.stringify([figure?.cameraNow, figure?.canvas.clientWidth, figure?.fullSize]);
  }

  /** @type {(coarse: boolean) => Promise<void>} */
  async requestMap(coarse) {
    const [{ canvas, fullSize }] = this.player.figures, { viewKey, requestedMap } = this;
    this.pendingCount++;
    try {
      const width = Math.max(canvas.clientWidth, 1);
      const answer = await this.source.ask(["map", width, coarse, fullSize]);
      if (answer?.error) this.source.showNotice(answer.error);
      if (!answer || !this.requestedMap) return;
      if (coarse) this.scheduleExactMap();
      else this.requestedView = viewKey;
      if (answer.map && answer.map.of === this.mapState?.kind
        && (!coarse || requestedMap === this.requestedMap)) {
        if (requestedMap === this.requestedMap) this.setStale(false);
        this.map = this.source.stop.map = answer.map;
        this.player.show();
      }
    } catch { /* the source shows the error */
    } finally { this.pendingCount--; }
  }

  /** Request the exact map once nothing has changed for a while. */
  scheduleExactMap() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = 0;
      this.requestMap(false);
    }, MAP_IDLE_DELAY_MS);
  }

  get image() {
    const { map } = this;
    return map && map.size[0] && map.size[1] ? mapImage(map, this.player) : null;
  }

  /** The image below the figure, for maps over positions. */
  get imageUnderFigure() { return this.map?.box ? this.image : null; }

  /** Go to the case of a clicked cell. @type {(event: MouseEvent, from: Point) => void} */
  onClick({ target, clientX, clientY }, from) {
    const { map, player: { figures: [figure], shownMap, mapImage: isShown } } = this;
    // With pointer capture, the element itself is the target of the click.
    const onGround = target === figure.canvas || target === figure.element;
    if (!map?.box || shownMap !== map || !isShown || !onGround) return;
    if (Math.hypot(clientX - from[0], clientY - from[1]) > MAX_CLICK_DISTANCE_PX) return;
    const { left, top } = figure.canvas.getBoundingClientRect();
    this.source.do("cell", true, ...figure.toWorld(clientX - left, clientY - top));
  }

  /** Wait for all requests; return whether there were any. */
  async whenIdle() {
    const waited = Boolean(this.timer || this.pendingCount);
    while (this.timer || this.pendingCount) await new Promise((done) => setTimeout(done, 10));
    return waited;
  }
}
