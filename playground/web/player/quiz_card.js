/* The page "Predict": a question, the guess, what was right, and the score. What is said and
   decided comes from Python; nothing here knows an answer before it is revealed. */

import { fit } from "./derivation_card.js";
import { make, tell, whole } from "./elements.js";
import { copied } from "./files.js";
import { plainly } from "./math_text.js";
import { message, messageAbout, sentences } from "./message.js";
import { Aim } from "./quiz_pointer.js";

const RIGHT_SIGNS = ["✗", "✓"];
/** @type {Record<string, number>} */
const SAID_BY = { h: 0, m: 1, 1: 0, 2: 1 };

export class QuizCard {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.before = "";
    /** @type {(name: string, ...about: any[]) => Act} */
    const act = (name, ...about) => () => this.act(name, ...about);
    /** @type {(text: string, act: Act, title?: string) => HTMLButtonElement} */
    const button = (text, onclick, title) => make("button", { onclick, title }, text);
    this.title = make("h2", { tabindex: -1 });
    this.words = make("p", { class: "words" });
    this.buttons = [0, 1].map((n) => button("", () => this.guess(n), n ? "M" : "H"));
    this.choices = make("div", { class: "pairs", role: "group", "aria-label": message("Your answer") },
      ...this.buttons);
    this.task = make("p", { class: "muted" });
    this.outcome = make("p", { class: "outcome", role: "status" });
    this.main = make("button", { class: "filled", onclick: () => this.goOn(), title: "Enter" });
    this.explore = button(message("Explore this one"), () => this.leave("explore"),
      message("Open it on the other pages, along with its derivation"));
    this.why = make("p", { class: "help" });
    this.step = make("div", { class: "step" });
    this.see = button("", () => this.leave("see", this.state.step.number),
      message("Open this question at that step of the derivation"));
    this.lines = make("ol", { class: "lines" });
    this.copy = button(message("Copy result"), () => this.handIn(), message("Seed, answers and score as text"));
    this.score = make("p", { class: "score" });
    this.seed = make("input", {
      type: "number", min: 0, step: 1, inputmode: "numeric",
      onkeydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Enter") this.goOn(); },
    });
    this.asking = make("label", {}, message("Seed"), this.seed);
    this.ending = make("p", { class: "muted" });
    this.stop = button(message("Stop"), act("end"), message("End these questions"));
    this.element = make("section", { class: "card quiz", "aria-label": message("Predict") },
      this.title, this.words, this.choices, this.task, this.outcome, this.lines, this.asking,
      make("div", { class: "pairs" }, this.main, this.explore, this.copy), this.why, this.step,
      this.see, this.score, make("div", { class: "ending" }, this.ending, this.stop));
    this.aim = new Aim(player);
  }

  get state() { return this.player.quiz; }

  // ---- what is done ----

  /** @type {(name: string, ...about: any[]) => void} */
  act(name, ...about) { this.player.source.do?.("quiz", name, ...about); }

  /** @type {(answer: number) => void} */
  guess(answer) { if (this.player.asked) this.act("answer", answer); }

  /** Do what comes next: begin, reveal, the next question, another round. */
  goOn() {
    const { state: told } = this;
    if (!told) return;
    this.element.setAttribute("aria-busy", "true");
    if (told.invitation) this.act("begin", Math.round(Number(this.seed.value)) || 0);
    else if (told.result) this.act("another");
    else if (told.answered) this.act("next");
    else if (told.ready) this.act("reveal");
  }

  /** Take the question to the other pages. */
  /** @type {(name: string, ...about: any[]) => void} */
  leave(name, ...about) {
    const { player } = this;
    player.live.opening = true;
    // What that page shows is told at once.
    player.tab = name === "see" ? "derivation" : "explore";
    this.act(name, ...about);
  }

  async handIn() {
    const done = await copied(this.state.result.copy);
    this.player.live.say(done ? message("The result is copied.")
      : message("This browser does not let a page copy."));
  }

  /** What a key does that nothing else has taken. */
  /** @type {(event: KeyboardEvent, typing: boolean, pressed: boolean) => Act | null} */
  keyed({ key }, typing, pressed) {
    if (key === "Enter" && !pressed) return () => this.goOn();
    const answer = typing ? undefined : SAID_BY[key.toLowerCase()];
    return answer === undefined || !this.player.asked ? null : () => this.guess(answer);
  }

  // ---- what is shown ----

  show() {
    const { state: told } = this;
    this.element.setAttribute("aria-busy", String(!told));
    if (!told) return;
    const { invitation = "", result = null, answered = "" } = told, asks = !invitation && !result;
    tell(this.title, invitation ? message("Predict, then reveal")
      : result ? message("Result") : told.number);
    tell(this.words, whole(invitation || (result ? sentences(...result.review) : told.asked)));
    this.choices.hidden = !asks;
    this.stop.hidden = Boolean(invitation);
    tell(this.stop, result ? messageAbout("a round", "Finish") : message("Stop"));
    this.asking.hidden = !invitation;
    if (invitation && document.activeElement !== this.seed) {
      this.seed.value = String(told.seed);
      this.seed.max = String(told.seeds);
    }
    tell(this.ending, invitation ? "" : message("Seed {seed}", { seed: told.seed }));
    if (asks) this.question();
    else for (const part of [this.task, this.score]) part.hidden = true;
    this.answered(answered);
    this.ended(result);
    const ready = Boolean(!asks || answered || told.ready);
    tell(this.main, invitation ? message("Start") : result ? message("Another round")
      : answered ? told.way_on : message("Reveal"));
    // Not disabled: it would lose the focus.
    this.main.setAttribute("aria-disabled", String(!ready));
    this.aim.show();
    this.attend();
  }

  question() {
    const { state: told, player } = this;
    this.buttons.forEach((button, n) => {
      tell(button, told.answers[n]);
      button.setAttribute("aria-pressed", String(told.given === n));
      button.setAttribute("aria-disabled", String(!player.asked));
    });
    this.task.hidden = !player.asked;
    tell(this.task, whole(told.task ?? ""));
    this.score.hidden = false;
    const marks = told.marks.map((right) => RIGHT_SIGNS[right] ?? "·").join(" ");
    const { score, streak } = told;
    const words = message("Score {score}", { score });
    tell(this.score, `${words}\u2003${marks}`);
    this.score.setAttribute("aria-label",
      message("Score: {score}, {streak} right in a row", { score, streak }));
  }

  /** What was right, and what to look at; nothing of it is here before. */
  /** @type {(answered: string) => void} */
  answered(answered) {
    const { why = "", step = null, right } = this.state;
    tell(this.outcome, answered ? whole(`${RIGHT_SIGNS[Number(right)]} ${answered}`) : "");
    this.outcome.hidden = this.explore.hidden = !answered;
    this.outcome.classList.toggle("wrong", !right);
    this.why.hidden = !answered || !why;
    tell(this.why, whole(why));
    this.step.hidden = this.see.hidden = !answered || !step;
    this.step.replaceChildren();
    if (!answered || !step) return;
    this.step.append(make("h3", {}, whole(step.title)));
    for (const text of [step.numbers, step.result].filter(Boolean)) {
      const formula = make("div", { class: "formula" });
      formula.innerHTML = text; // MathML of our own making
      this.step.append(formula);
      fit(formula);
    }
    tell(this.see, message("See step {step}", { step: step.number }));
  }

  /** The round as it ended. */
  /** @type {(result: QuizTold["result"]) => void} */
  ended(result) {
    this.lines.hidden = this.copy.hidden = !result;
    if (!result) return;
    tell(this.score, result.score);
    this.score.hidden = false;
    this.score.removeAttribute("aria-label");
    this.lines.replaceChildren(...result.lines.map((line) => make("li", {}, whole(line))));
  }

  /** A new question is read from its beginning, and what was right is in sight. */
  attend() {
    const { state: told, before, element, title } = this;
    const now = `${told.number} ${told.seed} ${Boolean(told.answered)} ${Boolean(told.result)}`;
    this.before = now;
    if (!before || now === before) return;
    if (told.answered) {
      this.post();
      this.outcome.scrollIntoView({ block: "nearest" });
    } else if (element.contains(document.activeElement)) title.focus();
  }

  /** Tell the page around it what was answered. */
  post() {
    const { asked, answers, given, right, seed } = this.state;
    this.player.post?.("answer", { question: plainly(asked), chosen: answers[given], right, seed });
  }
}
