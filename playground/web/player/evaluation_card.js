/* The card for user code: edited or opened, and evaluated in a worker that can be terminated at any
   time. The code never leaves the browser. */

import { toHash } from "./address.js";
import { CodeEditor } from "./code_editor.js";
import { createButton, createCard, createElement, setText } from "./elements.js";
import { EvaluationReport } from "./evaluation_report.js";
import { EvaluationWorker } from "./evaluation_worker.js";
import { chooseFile, copyToClipboard, textOfAnswer } from "./files.js";
import { LinkedCode } from "./linked_code.js";
import { errorText, message } from "./message.js";
import { PlayerPart } from "./player_part.js";
import { UserCodeMap } from "./user_code_map.js";

// The worker is terminated after this silence, in ms; Python's own limits apply much earlier.
const MAX_SILENCE_MS = 20000;
// The time to wait for a running map before it is terminated, in ms.
const MAX_MAP_WAIT_MS = 1500;

export class EvaluationCard extends PlayerPart {
  scene = "";
  runNumber = 0;
  silenceTimer = 0;
  isRunning = false;
  hasRun = false;
  /** @type {HTMLInputElement[]} */
  allowedBoxes = []; // allowable deviations
  /** @type {CodeTemplate | null} */
  codeTemplate = null;
  /** @type {EvaluationWorker | null} */
  worker = null;
  editor = new CodeEditor(this.player.lesson.site.editor,
    (text) => this.linkedCode.onEdit(text), () => this.runEvaluation());
  linkedCode = new LinkedCode(this.player, (text) => this.editor.replace(text));
  runButton = createElement("button",
    { class: "filled", disabled: true, onclick: () => (
      this.isRunning ? this.stopRun(message("Stopped.")) : this.runEvaluation()) },
    message("Test it"));
  exampleButton = createButton(message("Example with a bug"),
    () => this.editor.replace(this.codeTemplate.example));
  // Each replaces the text, which can be undone.
  startButtons = createElement("div", { class: "actions", hidden: true },
    createButton(message("New"), () => this.editor.replace(this.codeTemplate.text)),
    createButton(message("Choose file…"), () => this.open()), this.exampleButton);
  signature = createElement("pre",
    { class: "signature", tabindex: 0, role: "group", "aria-label": message("Signature") });
  about = createElement("div", { class: "muted" });
  bar = createElement("progress",
    { max: 1, "aria-label": message("Progress of the test") });
  progressText = createElement("span", { class: "muted" });
  progressRow = createElement("p", { class: "progress-row", hidden: true },
    this.bar, this.progressText);
  allowedDeviations = createElement("fieldset", {},
    createElement("legend", {}, message("Allowed")));
  report = new EvaluationReport(this.player, this.editor);
  map = new UserCodeMap(this.player, (question) => this.requestWorker(question));
  element = createCard(message("Your code"), "",
    createElement("h2", {}, message("Test your own function")),
    createElement("p", { class: "muted" },
      message("Its answers are compared with exact ones. The code stays in this browser.")),
    this.startButtons, this.linkedCode.element, this.editor.element,
    createElement("div", { class: "actions" }, this.runButton,
      createButton(message("Copy link"), () => this.copyLink())), this.progressRow,
    this.report.element, this.allowedDeviations, this.signature, this.about);

  // ---- scene ----

  show() {
    const { player, scene: previous } = this, { scene } = player.stop.live;
    if (scene !== previous) this.openScene(scene);
    this.map.show();
    if (!player.cards.hasLeftEvaluationCard) return;
    // The editor gets all the space next to the figure.
    player.cards.hasLeftEvaluationCard = false;
    player.cards.scrollToPage(true);
  }

  /** Show the code of a link. */
  reloadCode() { this.scene = ""; }

  /** @param {string} scene */
  async openScene(scene) {
    this.onRunEnd();
    this.scene = scene;
    this.codeTemplate = null;
    this.runButton.disabled = this.startButtons.hidden = true;
    this.hasRun = false;
    this.map.clear();
    this.report.clear();
    // Python starts while the user writes.
    this.worker ??= new EvaluationWorker(this.player.lesson.site.python);
    const isLoading = this.editor.load().then(() => true, () => false);
    /** @type {CodeTemplate} */
    const template = await this.player.live.ask(["own"]);
    const isLoaded = await isLoading;
    if (this.scene !== scene) return;
    if (!isLoaded) {
      this.report.showText(
        message("The editor could not be loaded. Reload the page to try again."));
      return;
    }
    this.codeTemplate = template;
    this.runButton.disabled = this.startButtons.hidden = false;
    this.exampleButton.hidden = !template.example;
    this.signature.textContent = template.signature;
    this.about.replaceChildren(...template.about.map((text) => createElement("p", {}, text)));
    setText(this.editor.label, message("Your {name}, in Python", { name: template.name }));
    this.editor.text = this.linkedCode.initialCode(scene, template);
    this.allowedBoxes = [];
    this.allowedDeviations.replaceChildren(this.allowedDeviations.firstChild,
      ...template.allow.map((choice) => this.createAllowedBox(...choice)));
  }

  /** Create the checkbox of an allowable deviation, which runs the evaluation again.
      @type {(word: string, name: string, help: string) => HTMLElement} */
  createAllowedBox(word, name, help) {
    const again = () => { if (this.hasRun) this.runEvaluation(); };
    const box = createElement("input", { type: "checkbox", value: word, onchange: again });
    this.allowedBoxes.push(box);
    return createElement("label", { title: help }, box, name);
  }

  async open() {
    const text = await chooseFile(".py,text/x-python");
    if (text !== undefined) this.editor.replace(text.replaceAll("\r\n", "\n"));
  }

  /** Copy the link of the state, with the code. */
  async copyLink() {
    const { player, editor } = this;
    const answer = await player.live.ask(["copy", "link", editor.text]);
    player.live.showNotice(answer.error
      || await copyToClipboard(new URL(toHash(textOfAnswer(answer)), location.href).href,
        message("The link, with this code, was copied.")));
  }

  // ---- evaluation ----

  async runEvaluation() {
    if (!this.codeTemplate) return;
    this.stopRun();
    const { scene, map } = this, number = this.runNumber += 1;
    const allow = this.allowedBoxes.filter(({ checked }) => checked).map(({ value }) => value);
    this.onRunStart();
    this.linkedCode.onRun();
    if (map.pendingRequest) await Promise.race([map.pendingRequest, delay(MAX_MAP_WAIT_MS)]);
    const answer = await this.requestWorker({ scene, code: this.editor.text, allow });
    if (number !== this.runNumber) return; // it was stopped, or another one began
    this.onRunEnd();
    if (answer) this.showReport(answer);
  }

  /** Send a request to the worker; return failures as errors.
      @type {(question: EvaluationRequest) => Promise<EvaluationAnswer | undefined>} */
  async requestWorker(question) {
    try {
      this.worker ??= new EvaluationWorker(this.player.lesson.site.python);
      return await this.worker.run(question, (part) => this.onProgress(part));
    } catch (error) {
      const why = errorText(error).trim().split("\n").at(-1);
      return { error: message("Python stopped: {why}", { why }), line: 0 };
    }
  }

  onRunStart() {
    this.isRunning = true;
    this.hasRun = true;
    this.map.clear();
    this.report.clear();
    this.editor.showMessage(0, "");
    setText(this.runButton, message("Stop"));
    this.progressRow.hidden = false;
    this.bar.removeAttribute("value");
    setText(this.progressText, message("Python is starting for your code"));
    this.player.show();
  }

  /** @param {{ answered: number, of: number, asked?: boolean }} part */
  onProgress({ answered, of, asked }) {
    if (!this.isRunning) return;
    if (answered) this.bar.value = answered / of;
    setText(this.progressText,
      answered ? message("{count} of {whole} answered", { count: answered, whole: of })
      : message("Testing"));
    clearTimeout(this.silenceTimer);
    if (asked) return;
    const text = message("It did not respond for {seconds} s and was stopped.",
      { seconds: MAX_SILENCE_MS / 1000 });
    this.silenceTimer = setTimeout(() => this.stopRun(text), MAX_SILENCE_MS);
  }

  onRunEnd() {
    clearTimeout(this.silenceTimer);
    this.isRunning = false;
    this.progressRow.hidden = true;
    setText(this.runButton, message("Test it"));
  }

  /** Stop the running evaluation with a message. */
  stopRun(text = "") {
    if (!this.isRunning) return;
    this.runNumber += 1;
    this.worker?.stop();
    this.onRunEnd();
    if (text) this.report.showText(text);
  }

  /** @param {EvaluationAnswer} answer */
  showReport(answer) {
    this.editor.showMessage(answer.line, answer.error || answer.lead);
    if (!answer.error) this.map.onEvaluated(answer.wrong > 0);
    this.report.show(answer, ...(answer.error ? [] : [this.map.element]));
    this.report.head.scrollIntoView({ block: "nearest" });
    this.player.show();
  }
}

/** @type {(time: number) => Promise<void>} */
const delay = (time) => new Promise((done) => setTimeout(done, time));
