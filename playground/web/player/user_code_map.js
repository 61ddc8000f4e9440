/* The answer of user code in the shown state, and the map of its mistakes below the figure while
   its page is open. */

import { createButton, createElement, markStale, preventBreaks, setText } from "./elements.js";
import { describeAxes } from "./map_card.js";
import { createLegendItems, mapImage } from "./map_images.js";
import { message } from "./message.js";

// The delay of requests after the last change, in ms.
const MAP_REQUEST_DELAY_MS = 150;
const MAX_MAP_SIDE_PX = 1 << 14;

export class UserCodeMap {
  /** `requestWorker` sends requests about the last evaluation.
      @param {Player} player
      @param {(question: EvaluationRequest) => Promise<EvaluationAnswer | undefined>} requestWorker */
  constructor(player, requestWorker) {
    this.player = player;
    this.requestWorker = requestWorker;
    /** @type {EvaluationAnswer & { about: string } | null} */
    this.response = null;
    this.isShown = false;
    this.hasRun = false;
    this.requestKey = this.answeredState = "";
    this.requestTimer = 0;
    /** @type {Promise<EvaluationAnswer | undefined> | null} */
    this.pendingRequest = null;
    this.button = createButton(message("Map of its mistakes"), () => {
      this.isShown = !this.isShown;
      this.requestKey = "";
      player.show();
    });
    this.answerText = createElement("p");
    this.comparisonList = createElement("dl", { class: "comparison-list", hidden: true });
    this.statusText = createElement("p", { class: "muted", role: "status" });
    this.goToMistakeButton = createButton(message("Jump to a wrong case"), async () => {
      const answer = await this.requestWorker(this.createRequest(""));
      if (answer?.link) player.live.openCodeLink(answer.link);
    });
    this.chart = createElement("div", { role: "img" });
    this.legend = createElement("ul", { class: "legend mistakes" });
    this.element = createElement("div", { class: "report map" }, this.answerText,
      this.comparisonList, createElement("p", {}, this.button), this.statusText,
      this.goToMistakeButton, this.chart, this.legend);
    this.show();
  }

  /** Forget the evaluation. */
  clear() {
    this.isShown = this.hasRun = false;
    this.response = null;
    clearTimeout(this.requestTimer);
    this.showAnswers({ error: "", line: 0, here: "" });
  }

  /** Enable requests after an evaluation; without mistakes there is no map.
      @param {boolean} wrong */
  onEvaluated(wrong) {
    this.hasRun = true;
    this.requestKey = "";
    this.button.hidden = !wrong;
  }

  // ---- output ----

  /** Return the key of the states for which a map is valid: all numbers except those along its
      axes. @param {string} over */
  stateKey(over) {
    const { scene, fields } = this.player.stop.live;
    return JSON.stringify([scene, fields.filter(({ name }) => name !== over)
      .map(({ name, values }) => [name, values])]);
  }

  get isCurrent() {
    const { isShown, response } = this;
    return Boolean(isShown && response && response.about === this.stateKey(response.over));
  }

  get map() { return this.response?.map; }

  get image() { return mapImage(this.map, this.player); }
  get imageUnderFigure() { return this.isCurrent && this.map.box ? this.image : null; }

  show() {
    const { isShown, response, map } = this;
    this.button.setAttribute("aria-pressed", String(isShown));
    if (this.hasRun) this.scheduleRequest();
    const isAnswered = this.answeredState === this.stateKey("");
    markStale(this.hasRun && !isAnswered, this.answerText, this.comparisonList);
    markStale(isShown && !this.isCurrent, this.statusText, this.chart, this.legend);
    const seen = isShown && Boolean(response), wrong = seen && map.legend.length > 0;
    for (const part of [this.statusText, this.legend]) part.hidden = !isShown;
    this.goToMistakeButton.hidden = !seen || wrong;
    this.chart.hidden = !wrong || Boolean(map.box);
    if (!seen) {
      setText(this.statusText, isShown ? message("Asking") : "");
      return this.legend.replaceChildren();
    }
    this.chart.setAttribute("aria-label", map.caption);
    if (!this.chart.hidden) this.chart.replaceChildren(this.image);
    setText(this.statusText, wrong ? describeAxes(map) : message("There are no mistakes in this view."));
    this.legend.replaceChildren(...createLegendItems(map, this.player));
  }

  // ---- requests ----

  /** Schedule a request for the shown state, if it has changed. */
  scheduleRequest() {
    const { figures: [figure] } = this.player;
    const wanted = JSON.stringify([this.stateKey(""), this.isShown && figure?.cameraNow]);
    if (wanted === this.requestKey) return;
    this.requestKey = wanted;
    clearTimeout(this.requestTimer);
    this.requestTimer = setTimeout(() => this.requestMap(), MAP_REQUEST_DELAY_MS);
  }

  /** @type {(link: string) => EvaluationRequest} */
  createRequest(link) {
    const { figures: [{ fullSize, cameraNow }] } = this.player;
    if (!this.isShown) return { here: link };
    const camera = Array.isArray(cameraNow) ? cameraNow : null;
    return { here: link, map: link, size: fullSize, camera };
  }

  async requestMap() {
    if (!this.hasRun || this.pendingRequest) return;
    const { requestKey, isShown } = this, state = this.stateKey("");
    this.pendingRequest =
      this.player.live.link().then((link) => this.requestWorker(this.createRequest(link)));
    const answer = await this.pendingRequest;
    this.pendingRequest = null;
    if (!this.hasRun || !answer) return;
    const now = requestKey === this.requestKey;
    if (state === this.stateKey("")) {
      this.showAnswers(answer);
      this.answeredState = state;
    }
    if (isShown) {
      this.response = answer.map && isPaintable(answer.map)
        ? { ...answer, about: now ? this.stateKey(answer.over) : "" } : null;
    }
    if (!now) this.requestKey = "";
    this.player.show();
  }

  /** Show the code's answer in the shown state, and those of geometry and article.
      @param {EvaluationAnswer} answer */
  showAnswers({ here, beside = [] }) {
    setText(this.answerText,
      here ? preventBreaks(message("For the state shown {answer}.", { answer: here })) : "");
    this.comparisonList.hidden = !beside.length;
    this.comparisonList.replaceChildren(...beside.flatMap(({ whose, sign, word }) => [
      createElement("dt", {}, whose),
      createElement("dd", { class: sign === "≠" ? "differs" : "" },
        preventBreaks(`${sign} ${word}`.trim())),
    ]));
  }
}

/** Return whether a map has a plausible size, as user code may answer anything.
    @type {(map: MapData) => boolean} */
const isPaintable = ({ size, cell }) => (
  size.length === 2 && size.every((count) => count > 0 && count * (cell + 2) <= MAX_MAP_SIDE_PX));
