/* What one's own code answers to what is shown, and the map of where it is wrong, under the
   figure while its page is open. */

import { make, tell, whole } from "./elements.js";
import { acrossAndUp } from "./map_card.js";
import { textured } from "./map_textures.js";
import { message } from "./message.js";
import { rgb } from "./vectors.js";

// It is asked for once things have been at rest for so long, in ms.
const MAPPED_AFTER = 150;
// How many cells, and px, to a side the looks of a kind have.
const [CELLS, PX] = [20, 20];

export class OwnMap {
  /** `judge` is asked for the map; it has what was tried last. */
  /** @param {Player} player
      @param {(question: JudgeQuestion) => Promise<JudgeTold | undefined>} judge */
  constructor(player, judge) {
    this.player = player;
    this.judge = judge;
    /** @type {JudgeTold & { about: string } | null} */
    this.told = null;
    this.on = false;
    this.tried = false;
    this.wanted = "";
    this.waiting = 0;
    /** @type {Promise<JudgeTold | undefined> | null} */
    this.asked = null;
    /** @type {Record<string, HTMLCanvasElement>} */
    this.pictures = {};
    this.button = make("button", { "aria-pressed": "false", onclick: () => this.turn() },
      message("Map of where it is wrong"));
    this.here = make("p");
    this.beside = make("dl", { class: "beside", hidden: true });
    this.words = make("p", { class: "muted", role: "status" });
    this.away = make("button", { onclick: () => this.goThere() }, message("Go to where it is wrong"));
    this.chart = make("div", { role: "img" });
    this.legend = make("ul", { class: "legend mistakes" });
    this.element = make("div", { class: "report map" }, this.here, this.beside,
      make("p", {}, this.button), this.words, this.away, this.chart, this.legend);
    this.show();
  }

  turn(on = !this.on) {
    this.on = on;
    this.wanted = "";
    this.player.show();
  }

  /** Nothing is known of the code any more. */
  forget() {
    this.on = this.tried = false;
    this.told = null;
    clearTimeout(this.waiting);
    this.answers({ error: "", line: 0, here: "" });
  }

  /** It was tried, and can be asked; without mistakes there is no map. */
  /** @param {boolean} wrong */
  know(wrong) {
    this.tried = true;
    this.wanted = "";
    this.button.hidden = !wrong;
  }

  // ---- what the figure shows ----

  /** What of a state the map is about: all but the numbers that lie across and up. */
  /** @param {string} over */
  about(over) {
    const { scene, fields } = this.player.stop.live;
    return JSON.stringify([scene, fields.filter(({ name }) => name !== over)
      .map(({ name, values }) => [name, values])]);
  }

  get holds() {
    const { on, told } = this;
    return Boolean(on && told && told.about === this.about(told.over));
  }

  get map() { return this.told?.map; }

  get under() { return this.holds && this.map.box ? this.picture : null; }

  get picture() {
    const { theme } = this.player;
    return this.pictures[theme] ??= this.painted(this.map);
  }

  /** @param {MapTold} map */
  painted(map) {
    const { player } = this;
    return textured(map, player.theme, rgb(player.colour(player.lesson.named.background)));
  }

  show() {
    const { on, told, map } = this;
    this.button.setAttribute("aria-pressed", String(on));
    if (this.tried) this.want();
    const seen = on && Boolean(told), wrong = seen && map.legend.length > 0;
    for (const part of [this.words, this.legend]) part.hidden = !on;
    this.away.hidden = !seen || wrong;
    this.chart.hidden = !wrong || Boolean(map.box);
    if (!seen) {
      tell(this.words, "");
      return this.legend.replaceChildren();
    }
    this.chart.setAttribute("aria-label", map.caption);
    if (!this.chart.hidden) this.chart.replaceChildren(this.picture);
    tell(this.words, wrong ? acrossAndUp(map) : message("Nothing is wrong in this view."));
    this.legend.replaceChildren(...map.legend.map(([text, , , place, why]) => {
      const small = { ...map, size: [CELLS, CELLS], cells: [place, CELLS ** 2], cell: PX / CELLS };
      const said = make("span", { class: "muted" }, why);
      return make("li", {}, this.painted(small), make("b", {}, text), said);
    }));
  }

  // ---- what is asked ----

  /** Ask for the map of what is shown now, if it is another than the last one. */
  want() {
    const { figures: [figure] } = this.player;
    const wanted = JSON.stringify([this.about(""), this.on && figure?.cameraNow]);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.fetch(), MAPPED_AFTER);
  }

  /** @type {(link: string) => JudgeQuestion} */
  question(link) {
    const { figures: [{ full, cameraNow }] } = this.player;
    if (!this.on) return { here: link };
    const camera = Array.isArray(cameraNow) ? cameraNow : null;
    return { here: link, map: link, size: full, camera };
  }

  async fetch() {
    if (!this.tried || this.asked) return;
    const { wanted, on } = this;
    this.asked = this.player.live.link().then((link) => this.judge(this.question(link)));
    const told = await this.asked;
    this.asked = null;
    if (!this.tried || !told) return;
    const now = wanted === this.wanted;
    if (now) this.answers(told);
    if (on) this.take(told, now);
    if (!now) this.wanted = "";
    this.player.show();
  }

  /** What it answers to what is shown, and beside that what geometry and article do. */
  /** @param {JudgeTold} told */
  answers({ here, beside = [] }) {
    tell(this.here, here ? whole(message("For what is shown {answer}.", { answer: here })) : "");
    this.beside.hidden = !beside.length;
    this.beside.replaceChildren(...beside.flatMap(({ whose, sign, word }) => [
      make("dt", {}, whose),
      make("dd", { class: sign === "≠" ? "differs" : "" }, whole(`${sign} ${word}`.trim())),
    ]));
  }

  /** @type {(told: JudgeTold, now: boolean) => void} */
  take(told, now) {
    this.pictures = {};
    this.told = told.map && { ...told, about: now ? this.about(told.over) : "" };
  }

  async goThere() {
    const told = await this.judge(this.question(""));
    if (told?.link) this.player.live.do("link", told.link);
  }
}
