/* One's own function in the page: written or opened, tried in a worker of its own that can
   be ended at any time. It never leaves the browser. */

import { hashed } from "./address.js";
import { Editor } from "./code_editor.js";
import { make, tell } from "./elements.js";
import { JudgeReport } from "./evaluation_report.js";
import { JudgeWorker } from "./evaluation_worker.js";
import { chosenFile, copied, textOf } from "./files.js";
import { Brought } from "./linked_code.js";
import { message } from "./message.js";
import { OwnMap } from "./user_code_map.js";

// Code that gives no sign of life for so long, in ms, is ended; what Python itself can end
// it has ended long before.
const QUIET = 20000;
// A map that is being worked out is waited for so long, in ms, before it is ended.
const MAP_PATIENCE = 1500;

export class JudgeCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.scene = "";
    this.trial = 0;
    this.quiet = 0;
    this.running = false;
    this.tried = false;
    /** @type {HTMLInputElement[]} */
    this.boxes = []; // of what can be excused
    /** @type {OwnBegun | null} */
    this.begun = null;
    /** @type {JudgeWorker | null} */
    this.worker = null;
    this.editor = new Editor((text) => this.brought.edited(text), () => this.try());
    this.brought = new Brought(player, (text) => this.editor.replace(text));
    /** @type {(text: string, act: () => void) => HTMLButtonElement} */
    const button = (text, act) => make("button", { onclick: act }, text);
    this.run = button(message("Try it"), () => this.press());
    this.run.classList.add("filled");
    this.run.disabled = true;
    const open = button(message("Open a file…"), () => this.open());
    const link = button(message("Copy link"), () => this.copyLink());
    const anew = button(message("Start anew"),
      () => this.editor.replace(this.begun?.text ?? ""));
    this.bar = make("progress", { max: 1, "aria-label": message("How many are answered") });
    this.far = make("span", { class: "muted" });
    this.way = make("p", { class: "way", hidden: true }, this.bar, this.far);
    this.excuses = make("fieldset", {}, make("legend", {}, message("Excused")));
    this.report = new JudgeReport({
      open: (link) => this.place(link), goTo: (line) => this.editor.goTo(line),
      say: (words) => player.live.say(words),
    });
    this.map = new OwnMap(player, (question) => this.ask(question));
    this.element = make("section", { class: "card", "aria-label": message("Your code") },
      make("h2", {}, message("Your own function on trial")),
      make("p", { class: "muted" },
        message("Its answers are held against exact ones. It stays in this browser.")),
      this.brought.element, this.editor.element,
      make("div", { class: "deeds" }, this.run, open, link, anew),
      this.way, this.excuses, this.report.element);
  }

  // ---- which scene it is for ----

  show() {
    const { player, scene: before } = this, { scene } = player.stop.live;
    if (scene !== before) this.enter(scene);
    this.map.show();
    if (!player.cards.leftOwn) return;
    // What one writes has all the room beside the figure.
    player.cards.leftOwn = false;
    player.cards.bring(true);
  }

  /** Show the code that came with a link. */
  renew() { this.scene = ""; }

  /** @param {string} scene */
  async enter(scene) {
    this.end();
    this.scene = scene;
    this.begun = null;
    this.run.disabled = true;
    this.tried = false;
    this.map.forget();
    this.report.clear();
    // Python for it starts while one writes.
    this.worker ??= new JudgeWorker(this.player.lesson.site.worker);
    /** @type {OwnBegun} */
    const begun = await this.player.live.ask(["own"]);
    if (this.scene !== scene) return;
    this.begun = begun;
    this.run.disabled = false;
    tell(this.editor.label, message("Your {name}, in Python", { name: begun.name }));
    this.editor.text = this.brought.text(scene, begun);
    this.boxes = [];
    this.excuses.replaceChildren(this.excuses.firstChild,
      ...begun.excuses.map((excuse) => this.excusing(...excuse)));
  }

  /** A choice that can be excused; what was tried is tried again. */
  /** @type {(word: string, name: string, help: string) => HTMLElement} */
  excusing(word, name, help) {
    const again = () => { if (this.tried) this.try(); };
    const box = make("input", { type: "checkbox", value: word, onchange: again });
    this.boxes.push(box);
    return make("label", { title: help }, box, name);
  }

  async open() {
    const text = await chosenFile(".py,text/x-python");
    if (text !== undefined) this.editor.replace(text.replaceAll("\r\n", "\n"));
  }

  /** Copy the address of what is shown, with the code. */
  async copyLink() {
    const { player, editor } = this;
    const told = await player.live.ask(["copy", "link", editor.text]);
    const done = !told.error && await copied(new URL(hashed(textOf(told)), location.href).href);
    player.live.say(told.error || (done ? message("The link is copied, with this code.")
      : message("This browser does not let a page copy.")));
  }

  // ---- a trial ----

  press() {
    if (this.running) this.stop(message("Stopped."));
    else this.try();
  }

  async try() {
    if (!this.begun) return;
    this.stop();
    const { scene, map } = this, number = this.trial += 1;
    const excuses = this.boxes.filter(({ checked }) => checked).map(({ value }) => value);
    this.begin();
    this.brought.run();
    if (map.asked) await Promise.race([map.asked, passed(MAP_PATIENCE)]);
    const told = await this.ask({ scene, code: this.editor.text, excuses });
    if (number !== this.trial) return; // it was ended, or another one began
    this.end();
    if (told) this.tell(told);
  }

  /** Ask the worker; what goes wrong with it is told as an error. */
  /** @type {(question: JudgeQuestion) => Promise<JudgeTold | undefined>} */
  async ask(question) {
    try {
      this.worker ??= new JudgeWorker(this.player.lesson.site.worker);
      return await this.worker.run(question, (part) => this.hear(part));
    } catch (error) {
      this.worker = null;
      const why = String(error).trim().split("\n").at(-1);
      return { error: message("Python could not go on: {why}", { why }), line: 0 };
    }
  }

  begin() {
    this.running = true;
    this.tried = true;
    this.map.forget();
    this.report.clear();
    tell(this.run, message("Stop"));
    this.way.hidden = false;
    this.bar.removeAttribute("value");
    tell(this.far, message("Python is starting for your code"));
    this.player.show();
  }

  /** @param {{ answered: number, of: number, asked?: boolean }} part */
  hear({ answered, of, asked }) {
    if (!this.running) return;
    if (answered) this.bar.value = answered / of;
    tell(this.far, answered ? message("{count} of {whole} answered", { count: answered, whole: of })
      : message("Asking"));
    clearTimeout(this.quiet);
    if (asked) return;
    const words = message("It gave no sign of life in {seconds} s, and was ended.",
      { seconds: QUIET / 1000 });
    this.quiet = setTimeout(() => this.stop(words), QUIET);
  }

  end() {
    clearTimeout(this.quiet);
    this.running = false;
    this.way.hidden = true;
    tell(this.run, message("Try it"));
  }

  /** End the trial that runs, and say why. */
  stop(words = "") {
    if (!this.running) return;
    this.trial += 1;
    this.worker?.stop();
    this.end();
    if (words) this.report.words(words);
  }

  /** @param {JudgeTold} told */
  tell(told) {
    if (told.line) this.editor.wrong();
    if (!told.error) this.map.know(told.wrong > 0);
    this.report.show(told, ...(told.error ? [] : [this.map.element]));
    this.player.show();
  }

  // ---- what it leads to ----

  /** Put a case into the scene. */
  /** @param {string} link */
  place(link) { this.player.live.do("link", link); }
}

/** @type {(time: number) => Promise<void>} */
const passed = (time) => new Promise((done) => setTimeout(done, time));
