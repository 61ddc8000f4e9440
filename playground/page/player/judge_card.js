/* One's own function in the page: written or opened, tried in a worker of its own that can
   be ended at any time. It never leaves the browser. */

import { Editor } from "./editor.js";
import { make, tell } from "./elements.js";
import { JudgeReport } from "./judge_report.js";
import { stored } from "./kept.js";
import { OwnMap } from "./own_map.js";
import { chosenFile } from "./saving.js";

// Code that gives no sign of life for so long, in ms, is ended; what Python itself can end
// it has ended long before.
const QUIET = 10000;
// A map that is being worked out is waited for so long, in ms, before it is ended.
const MAP_PATIENCE = 1500;

export class JudgeCard {
  constructor(player) {
    this.player = player;
    this.editor = new Editor((text) => this.keep(text), () => this.try());
    this.run = make("button", { class: "filled", disabled: true, onclick: () => this.press() }, "Try it");
    const open = make("button", { onclick: () => this.open() }, "Open a file…");
    const anew = make("button", { onclick: () => this.editor.replace(this.begun?.text ?? "") }, "Start anew");
    this.bar = make("progress", { max: 1, "aria-label": "How many are answered" });
    this.far = make("span", { class: "muted" });
    this.way = make("p", { class: "way", hidden: true }, this.bar, this.far);
    this.excuses = make("fieldset", {}, make("legend", {}, "Excused"));
    this.report = new JudgeReport({
      open: (link) => this.place(link), goTo: (line) => this.editor.goTo(line),
      say: (words) => player.source.say(words),
    });
    this.map = new OwnMap(player, (question) => this.ask(question));
    this.element = make("section", { class: "card", "aria-label": "Your code" },
      make("h2", {}, "Your own function on trial"),
      make("p", { class: "muted" }, "Its answers are held against exact ones. It stays in this browser."),
      this.editor.element, make("div", { class: "deeds" }, this.run, open, anew),
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
    player.cards.tabs.scrollIntoView({ block: "start" });
  }

  /** The picture that lies under the figure, and what is told of it. */
  get under() { return this.map.under; }

  get laid() { return this.map.map; }

  async enter(scene) {
    this.end();
    this.scene = scene;
    this.begun = null;
    this.run.disabled = true;
    this.tried = false;
    this.map.forget();
    this.report.clear();
    // Python for it starts while one writes.
    this.worker ??= this.player.judge();
    const begun = await this.player.source.ask(["own"]);
    if (this.scene !== scene) return;
    this.begun = begun;
    this.run.disabled = false;
    tell(this.editor.label, `Your ${begun.name}, in Python`);
    this.editor.text = stored.get(this.key) ?? begun.text;
    this.excuses.replaceChildren(this.excuses.firstChild, ...begun.excuses.map(([word, name, help]) => (
      make("label", { title: help }, make("input", {
        type: "checkbox", value: word, onchange: () => { if (this.tried) this.try(); },
      }), name))));
  }

  /** Where its text is kept. */
  get key() { return `own code ${this.scene}`; }

  keep(text) { stored.set(this.key, text); }

  async open() {
    const text = await chosenFile(".py,text/x-python");
    if (text !== undefined) this.editor.replace(text.replaceAll("\r\n", "\n"));
  }

  // ---- a trial ----

  press() {
    if (this.running) this.stop("Stopped.");
    else this.try();
  }

  async try() {
    if (!this.begun) return;
    this.stop();
    const { scene, map } = this, number = this.trial = (this.trial ?? 0) + 1;
    const excuses = [...this.excuses.querySelectorAll(":checked")].map(({ value }) => value);
    this.begin();
    if (map.asked) await Promise.race([map.asked, passed(MAP_PATIENCE)]);
    const told = await this.ask({ scene, code: this.editor.text, excuses });
    if (number !== this.trial) return; // it was ended, or another one began
    this.end();
    if (told) this.tell(told);
  }

  /** Ask the worker; what goes wrong with it is told as an error. */
  async ask(question) {
    try {
      this.worker ??= this.player.judge();
      return await this.worker.run(question, (part) => this.hear(part));
    } catch (error) {
      this.worker = null;
      return { error: `Python could not go on: ${error.message.trim().split("\n").at(-1)}`, line: 0 };
    }
  }

  begin() {
    this.running = true;
    this.tried = true;
    this.map.forget();
    this.report.clear();
    tell(this.run, "Stop");
    this.way.hidden = false;
    this.bar.removeAttribute("value");
    tell(this.far, "Python is starting for your code");
    this.player.show();
  }

  hear({ answered, of }) {
    if (!this.running) return;
    if (answered) this.bar.value = answered / of;
    tell(this.far, answered ? `${answered} of ${of} answered` : "Asking");
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => this.stop(
      `It gave no sign of life in ${QUIET / 1000} s, and was ended.`), QUIET);
  }

  end() {
    clearTimeout(this.quiet);
    this.running = false;
    this.way.hidden = true;
    tell(this.run, "Try it");
  }

  /** End the trial that runs, and say why. */
  stop(words = "") {
    if (!this.running) return;
    this.trial += 1;
    this.worker?.stop();
    this.end();
    if (words) this.report.words(words);
  }

  tell(told) {
    this.player.post?.("judged", { asked: told.asked, wrong: told.wrong, error: told.error });
    if (told.line) this.editor.wrong();
    if (!told.error) this.map.know(told.wrong > 0);
    this.report.show(told, ...(told.error ? [] : [this.map.element]));
    this.player.show();
  }

  // ---- what it leads to ----

  /** Put a case into the scene. */
  place(link) {
    const { player } = this;
    player.source.do("link", link);
    player.stage.bring?.();
  }
}

const passed = (time) => new Promise((done) => setTimeout(done, time));
