/* The page "Predict": question, guess, feedback and score. All texts and decisions come from
   Python; the page has no answer before it is revealed. */

import { fitFormula } from "./derivation_card.js";
import { createButton, createCard, createElement, preventBreaks, setText } from "./elements.js";
import { copyToClipboard } from "./files.js";
import { MAX_CLICK_DISTANCE_PX } from "./live_map_layer.js";
import { toPlainText } from "./math_text.js";
import { joinSentences, message, messageAbout } from "./message.js";
import { PlayerPart } from "./player_part.js";
import { storage } from "./storage.js";
import { ARROW_DIRECTIONS } from "./vectors.js";

const RIGHT_SIGNS = ["✗", "✓"];
/** @type {Record<string, number>} */
const GUESS_KEYS = { h: 0, m: 1, 1: 0, 2: 1 };

export class QuizCard extends PlayerPart {
  shownQuestion = "";
  title = createElement("h2", { tabindex: -1 });
  text = createElement("p", { class: "quiz-text" });
  buttons = [0, 1].map((n) => createButton("", () => this.guess(n), n ? "M" : "H"));
  choices = createElement("div",
    { class: "pairs choices", role: "group", "aria-label": message("Your answer") },
    ...this.buttons);
  taskText = createElement("p", { class: "muted" });
  outcomeText = createElement("p", { class: "outcome", role: "status" });
  mainButton = createElement("button",
    { class: "filled", onclick: () => this.proceed(), title: "Enter" });
  exploreButton = createButton(message("Explore this one"), () => this.leaveFor("explore"),
    message("Open it on the other pages, along with its derivation"));
  explanation = createElement("p", { class: "help" });
  step = createElement("div", { class: "step" });
  derivationButton = createButton("", () => this.leaveFor("see", this.state.step.number),
    message("Open this question at that step of the derivation"));
  lines = createElement("ol", { class: "lines" });
  copyButton = createButton(message("Copy result"), async () => this.player.live.showNotice(
    await copyToClipboard(this.state.result.copy, message("The result was copied."))),
  message("Copy seed, answers and score as text"));
  scoreText = createElement("p", { class: "score" });
  seed = createElement("input", {
    type: "number", min: 0, step: 1, inputmode: "numeric",
    onkeydown: (/** @type {KeyboardEvent} */ { key }) => { if (key === "Enter") this.proceed(); },
  });
  seedLabel = createElement("label", {}, message("Seed"), this.seed);
  seedText = createElement("p", { class: "muted" });
  stopButton = createButton(message("Stop"), () => this.sendAction("end"),
    message("End these questions"));
  element = createCard(message("Predict"), "quiz", this.title, this.text, this.choices,
    // The buttons stay in place from question to question.
    createElement("div", { class: "round-buttons" }, this.mainButton, this.stopButton),
    this.taskText, this.outcomeText, this.lines, this.seedLabel,
    createElement("div", { class: "pairs" }, this.exploreButton, this.copyButton),
    this.explanation, this.step, this.derivationButton, this.scoreText, this.seedText);
  pointer = new QuizPointer(this.player);

  get state() { return this.player.quiz; }

  // ---- input ----

  /** @type {(name: string, ...about: any[]) => void} */
  sendAction(name, ...about) { this.player.source.do?.("quiz", name, ...about); }

  /** @type {(answer: number) => void} */
  guess(answer) { if (this.player.isQuestionOpen) this.sendAction("answer", answer); }

  /** Run the main action: begin, reveal, next question, or another round. */
  proceed() {
    const { state: quiz } = this;
    if (!quiz) return;
    if (!quiz.invitation && !quiz.result && !quiz.answered && !quiz.ready) return;
    this.element.setAttribute("aria-busy", "true");
    setText(this.mainButton, message("One moment…"));
    if (quiz.invitation) this.sendAction("begin", Math.round(Number(this.seed.value)) || 0);
    else if (quiz.result) this.sendAction("begin");
    else if (quiz.answered) this.sendAction("next");
    else this.sendAction("reveal");
  }

  /** Open the question on another page. @type {(name: string, ...about: any[]) => void} */
  leaveFor(name, ...about) {
    const { player } = this;
    player.live.isOpeningPage = true;
    // Its contents are requested at once.
    player.tab = name === "see" ? "derivation" : "explore";
    this.sendAction(name, ...about);
  }

  /** Return the action of a key that is otherwise unused.
      @type {(event: KeyboardEvent, typing: boolean, pressed: boolean) => Action | null} */
  onKeyDown({ key }, typing, pressed) {
    if (key === "Enter" && !pressed) return () => this.proceed();
    const answer = typing ? undefined : GUESS_KEYS[key.toLowerCase()];
    return answer === undefined || !this.player.isQuestionOpen ? null : () => this.guess(answer);
  }

  // ---- output ----

  show() {
    const { state: quiz } = this;
    this.element.setAttribute("aria-busy", String(!quiz));
    if (!quiz) return;
    const { invitation = "", result = null, answered = "" } = quiz, asks = !invitation && !result;
    setText(this.title, invitation ? message("Predict, then reveal")
      : result ? message("Result") : quiz.number);
    setText(this.text,
      preventBreaks(invitation || (result ? joinSentences(...result.review) : quiz.asked)));
    this.choices.hidden = !asks;
    this.stopButton.hidden = Boolean(invitation);
    setText(this.stopButton, result ? messageAbout("a round", "Finish") : message("Stop"));
    this.seedLabel.hidden = !invitation;
    if (invitation && document.activeElement !== this.seed) {
      this.seed.value = String(quiz.seed);
      this.seed.max = String(quiz.seeds);
    }
    setText(this.seedText, invitation ? "" : message("Seed {seed}", { seed: quiz.seed }));
    if (asks) this.showQuestion();
    else for (const part of [this.taskText, this.scoreText]) part.hidden = true;
    this.showAnswer(answered);
    this.showResult(result);
    const ready = Boolean(!asks || answered || quiz.ready);
    setText(this.mainButton, invitation ? message("Start") : result ? message("Another round")
      : quiz.places || quiz.times ? message("Reveal") : quiz.way_on);
    // Not disabled, which would lose the focus.
    this.mainButton.setAttribute("aria-disabled", String(!ready));
    this.pointer.show();
    this.moveFocus();
  }

  showQuestion() {
    const { state: quiz, player } = this;
    this.buttons.forEach((button, n) => {
      setText(button, quiz.answers[n]);
      button.setAttribute("aria-pressed", String(quiz.given === n));
      button.setAttribute("aria-disabled", String(!player.isQuestionOpen));
    });
    this.taskText.hidden = !player.isQuestionOpen || !quiz.task;
    setText(this.taskText, preventBreaks(quiz.task ?? ""));
    this.scoreText.hidden = !quiz.score;
    const marks = quiz.marks.map((right) => RIGHT_SIGNS[right] ?? "·").join(" ");
    const { score, streak } = quiz;
    const text = message("Score {score}", { score });
    setText(this.scoreText, `${text}\u2003${marks}`);
    this.scoreText.setAttribute("aria-label",
      message("Score: {score}, {streak} right in a row", { score, streak }));
  }

  /** Show the feedback, or hide it before the answer is revealed.
      @type {(answered: string) => void} */
  showAnswer(answered) {
    const { why = "", step = null, right } = this.state;
    setText(this.outcomeText,
      answered ? preventBreaks(`${RIGHT_SIGNS[Number(right)]} ${answered}`) : "");
    this.outcomeText.hidden = this.exploreButton.hidden = !answered;
    this.outcomeText.classList.toggle("wrong", !right);
    this.explanation.hidden = !answered || !why;
    setText(this.explanation, preventBreaks(why));
    this.step.hidden = this.derivationButton.hidden = !answered || !step;
    this.step.replaceChildren();
    if (!answered || !step) return;
    this.step.append(createElement("h3", {}, preventBreaks(step.title)));
    for (const text of [step.numbers, step.result].filter(Boolean)) {
      const formula = createElement("div", { class: "formula" });
      formula.innerHTML = text; // trusted MathML
      this.step.append(formula);
      fitFormula(formula);
    }
    setText(this.derivationButton, message("See step {step}", { step: step.number }));
  }

  /** Show the result of the round. @type {(result: QuizState["result"]) => void} */
  showResult(result) {
    this.lines.hidden = this.copyButton.hidden = !result;
    if (!result) return;
    setText(this.scoreText, result.score);
    this.scoreText.hidden = false;
    this.scoreText.removeAttribute("aria-label");
    this.lines.replaceChildren(
      ...result.lines.map((line) => createElement("li", {}, preventBreaks(line))));
  }

  /** Focus a new question, or scroll the feedback into view, and tell the embedding page. */
  moveFocus() {
    const { state: quiz, shownQuestion, element, title } = this;
    const now = `${quiz.number} ${quiz.seed} ${Boolean(quiz.answered)} ${Boolean(quiz.result)}`;
    this.shownQuestion = now;
    if (!shownQuestion || now === shownQuestion) return;
    if (quiz.answered) {
      const { asked, answers, given, right, seed } = quiz;
      this.player.post?.("answer",
        { question: toPlainText(asked), chosen: answers[given], right, seed });
      this.outcomeText.scrollIntoView({ block: "nearest" });
    } else if (element.contains(document.activeElement)) title.focus();
  }
}

/** The guess of a place, by pointer or arrow keys. */
class QuizPointer {
  /** @param {Player} player */
  constructor(player) {
    this.player = player;
    this.isPressed = false;
    const { figureArea: { views }, live } = player;
    // In the capture phase, before the figure would move.
    views.addEventListener("pointerdown", (event) => this.onPointerDown(event), true);
    views.addEventListener("pointermove", (event) => {
      if (!this.isPressed) return;
      event.stopPropagation();
      const [x, y] = this.pointerPosition(event), [a, b] = this.lastPosition;
      this.lastPosition = [x, y];
      live.do("move", x, y, x - a, y - b, {});
    }, true);
    for (const end of ["pointerup", "pointercancel"]) {
      views.addEventListener(end, () => {
        if (this.isPressed) live.do("release");
        this.isPressed = false;
      }, true);
    }
    views.addEventListener("click", (event) => this.onClick(event));
    document.addEventListener("keydown", (event) => this.onKeyDown(event), true);
  }

  /** True while the guess is a position. */
  get isPlacing() { return Boolean(this.player.quiz?.places); }

  show() { this.player.figureArea.views.classList.toggle("placing-guess", this.isPlacing); }

  /** Return the position of a pointer, in px of the view's nominal size.
      @type {(event: MouseEvent) => [number, number]} */
  pointerPosition({ clientX, clientY }) {
    const [figure] = this.player.figures, { left, top } = figure.canvas.getBoundingClientRect();
    return figure.toViewPixels(clientX - left, clientY - top);
  }

  /** @type {(event: PointerEvent) => void} */
  onPointerDown(event) {
    const { player, isPlacing } = this, [{ canvas }] = player.figures;
    if (event.target !== canvas || !event.isPrimary || event.button) return;
    this.pressPosition = this.pointerPosition(event);
    if (!isPlacing) return;
    event.stopPropagation();
    canvas.setPointerCapture(event.pointerId);
    this.isPressed = true;
    this.lastPosition = this.pointerPosition(event);
    player.source.do("press", ...this.lastPosition, 0, player.live.cameras);
  }

  /** A click on the figure answers a question that asks for a place.
      @type {(event: MouseEvent) => void} */
  onClick(event) {
    const { player, pressPosition: [x, y] = [NaN, NaN] } = this, [{ canvas }] = player.figures;
    if (!player.quiz?.hits || event.target !== canvas) return;
    const [a, b] = this.pointerPosition(event);
    if (!(Math.hypot(a - x, b - y) <= MAX_CLICK_DISTANCE_PX)) return;
    player.source.do("press", x, y, 0, player.live.cameras);
    player.source.do("release");
  }

  /** @type {(event: KeyboardEvent) => void} */
  onKeyDown(event) {
    const direction = ARROW_DIRECTIONS[event.key], coarse = event.ctrlKey || event.metaKey;
    const typing = event.target instanceof Element && event.target.closest("input, select");
    if (!direction || !this.isPlacing || typing || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.player.source.do("quiz", "nudge", ...direction, { coarse });
  }
}

/** Storage of a round in the browser, which survives a reload. */
export class KeptRound {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<string, object | null>} */
    this.rounds = new Map(); // by scene
    this.lastSaved = "";
  }

  /** Continue the stored round; after a reload its page opens too.
      @type {(scene: string) => void} */
  restore(scene) {
    let kept = null;
    try { kept = JSON.parse(storage.get(`quiz ${scene}`)); } catch { /* invalid */ }
    if (!kept?.round) return;
    this.rounds.set(scene, kept.round);
    const [entry] = performance.getEntriesByType("navigation");
    const isReload = entry instanceof PerformanceNavigationTiming && entry.type === "reload";
    const isShown = Boolean(kept.isShown && isReload);
    if (isShown) this.source.isOpeningPage = true;
    this.source.do("quiz", "restore", kept.round, isShown);
  }

  /** @type {(state: SessionState) => void} */
  save({ scene, quiz }) {
    if (quiz) this.rounds.set(scene, quiz.saved ?? null);
    const round = this.rounds.get(scene);
    if (round === undefined) return;
    const text = JSON.stringify({ round, isShown: Boolean(quiz) });
    if (text !== this.lastSaved) storage.set(`quiz ${scene}`, this.lastSaved = text);
  }
}
