/* The map of where one's own code is wrong, under the figure while its page is open. */

import { make, tell } from "./elements.js";
import { textured } from "./map_textures.js";
import { rgb } from "./vectors.js";

// It is asked for once things have been at rest for so long, in ms.
const MAPPED_AFTER = 150;
// How many cells, and px, to a side the looks of a kind have.
const [CELLS, PX] = [20, 20];

export class OwnMap {
  /** `judge` is asked for the map; it has what was tried last. */
  constructor(player, judge) {
    Object.assign(this, { player, judge, told: null, on: false, pictures: {} });
    this.button = make("button", { "aria-pressed": "false", onclick: () => this.turn() },
      "Map of where it is wrong");
    this.words = make("p", { class: "muted", role: "status" });
    this.away = make("button", { onclick: () => this.goThere() }, "Go to where it is wrong");
    this.chart = make("div", { role: "img" });
    this.legend = make("ul", { class: "legend mistakes" });
    this.element = make("div", { class: "report map" }, make("p", {}, this.button),
      this.words, this.away, this.chart, this.legend);
    this.show();
  }

  turn(on = !this.on) {
    this.on = on;
    this.wanted = "";
    this.player.show();
  }

  /** Nothing is known of the code any more. */
  forget() {
    this.on = false;
    this.told = null;
    clearTimeout(this.waiting);
  }

  // ---- what the figure shows ----

  /** What of a state the map is about: all but the numbers that lie across and up. */
  about(over) {
    const { scene, fields } = this.player.stop.live;
    return JSON.stringify([scene, fields.filter(({ name }) => name !== over)
      .map(({ name, values }) => [name, values])]);
  }

  get holds() { return Boolean(this.on && this.told && this.told.about === this.about(this.told.over)); }

  get map() { return this.told?.map; }

  get under() { return this.holds && this.map.box ? this.picture : null; }

  get picture() {
    const { theme } = this.player;
    return this.pictures[theme] ??= this.painted(this.map);
  }

  painted(map) {
    const { player } = this;
    return textured(map, player.theme, rgb(player.colour(player.lesson.named.background)));
  }

  show() {
    const { on, told, map } = this;
    this.button.setAttribute("aria-pressed", String(on));
    if (on) this.want();
    const seen = on && Boolean(told), wrong = seen && map.legend.length > 0;
    for (const part of [this.words, this.legend]) part.hidden = !on;
    this.away.hidden = !seen || wrong;
    this.chart.hidden = !wrong || Boolean(map.box);
    if (!seen) return this.legend.replaceChildren();
    this.chart.setAttribute("aria-label", map.caption);
    if (!this.chart.hidden) this.chart.replaceChildren(this.picture);
    tell(this.words, wrong ? `Across: ${map.axes[0]}. Up: ${map.axes[1]}.` : "Nothing is wrong in this view.");
    this.legend.replaceChildren(...map.legend.map(([text, , , place, why]) => {
      const small = { ...map, size: [CELLS, CELLS], cells: [place, CELLS ** 2], cell: PX / CELLS };
      return make("li", {}, this.painted(small), make("b", {}, text), make("span", { class: "muted" }, why));
    }));
  }

  // ---- what is asked ----

  /** Ask for the map of what is shown now, if it is another than the last one. */
  want() {
    const { stop: { live }, figures: [figure] } = this.player;
    const wanted = JSON.stringify([live.link, figure?.cameraNow]);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(), MAPPED_AFTER);
  }

  question(link) {
    const { figures: [{ view, cameraNow }] } = this.player;
    return { map: link, size: view.size, camera: Array.isArray(cameraNow) ? cameraNow : null };
  }

  async fetch() {
    if (!this.on || this.asked) return;
    const { wanted } = this, { live } = this.player.stop;
    this.asked = this.judge(this.question(live.link));
    const told = await this.asked;
    this.asked = null;
    if (!this.on || !told) return;
    if (!told.map) {
      this.told = null;
      this.player.show();
      return tell(this.words, "There is no map of this.");
    }
    this.pictures = {};
    this.told = { ...told, about: "" };
    if (wanted === this.wanted) this.told.about = this.about(told.over);
    else this.wanted = "";
    this.player.show();
  }

  async goThere() {
    const told = await this.judge(this.question(""));
    if (told?.link) this.player.source.do("link", told.link);
  }
}
