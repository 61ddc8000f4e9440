/* The page of a scene: scenes, cases, undo, copying and saving, parameters, and keys. */

import { toHash } from "./address.js";
import { createButton, createElement, setOptions, setText } from "./elements.js";
import { chooseFile, copyToClipboard, downloadFile, figuresToPng, textOfAnswer } from "./files.js";
import { findJsonProblem } from "./json_text.js";
import { LIVE_PAGES } from "./live_pages.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";
import { createHomeLink, createLanguageLinks, createLink, isEmbedded } from "./navigation.js";
import { Parameters } from "./parameter_fields.js";
import { storage } from "./storage.js";

// What of a state can be copied: its kind, its name in the menu, and what is said then.
const COPIES = [
  ["link", message("Copy the link"), message("The link was copied.")],
  ["python", message("Copy as Python"), message("The state was copied as Python.")],
  ["test", message("Copy as a test"), message("The state was copied as a test.")],
  ["cpp", message("Copy as C++"), message("The state was copied as C++.")],
  ["javascript", message("Copy as JavaScript"), message("The state was copied as JavaScript.")],
  ["gdscript", message("Copy as GDScript"), message("The state was copied as GDScript.")],
];

/** @type {Record<string, string>} */
const UNIT_NAMES = {
  pixels: message("Lengths in pixels"), y_down: message("y points down"),
  clockwise: message("Angles clockwise"),
};

export class FreePlay {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    const { player } = source, { site } = player.lesson;
    this.player = player;
    this.site = site;
    document.documentElement.classList.add("free-play");
    this.scenes = createElement("select", {
      "aria-label": message("Scene"), onchange: () => this.selectScene(this.scenes.value),
    }, ...site.scenes.map(
      ({ id, title }) => createElement("option", { value: id }, toPlainText(title))));
    this.cases = createElement("select", {
      "aria-label": message("Case"), onchange: () => {
        const name = this.cases.value;
        this.cases.value = this.shownCase; // until the other one is drawn
        if (name) source.do("case", name);
      },
    });
    this.pendingNote = createElement("span", { class: "muted" }, message("when Python is ready"));
    this.caseList = createElement("span", { class: "case-list" }, this.cases, this.pendingNote);
    this.showScene(site.scene);
    this.undo = createButton("↶", () => source.do("undo"),
      message("Undo (Ctrl+Z)"), message("Undo"));
    this.redo = createButton("↷", () => source.do("redo"),
      message("Redo (Ctrl+Y)"), message("Redo"));
    this.undo.disabled = this.redo.disabled = true;
    this.precision = createElement("select", {
      id: "precision", onchange: () => source.do("precision", this.precision.value),
    });
    this.parameters = new Parameters(source);
    this.caseText = createElement("p");
    this.parameters.element.prepend(this.caseText);
    player.help = new Help();
    this.placeElements();
    const { cases = [], titles = {} } = this.sceneEntry ?? {};
    this.listCases(cases, titles);
    const { coming } = site, pages = [{ name: "code", title: message("Code") }, ...LIVE_PAGES];
    player.cards.pendingPages = pages.filter(({ name }) => coming.pages.includes(name));
    this.updatePrecision(coming.precision);
    this.unitChoices.show(coming.units);
    this.precision.disabled = this.unitChoices.element.disabled = true;
  }

  /** Show the known data until Python is ready. */
  showPrecomputed() {
    const { player: { stop, sample }, parameters } = this;
    const isCase = sample === stop.at;
    this.showCase(isCase ? stop.case : "", isCase ? this.site.coming.shows : "", false);
    parameters.showDisabled(stop.fields?.[sample] ?? []);
  }

  placeElements() {
    const { player, site } = this, { header, resetButton, themeButton } = player;
    /** @type {[string, Action][]} */
    const [link, ...codes] = COPIES.map(
      ([kind, name, told]) => [name, () => this.copy(kind, told)]);
    const share = new Menu(message("Share"), link,
      [message("Copy code to embed it"), () => this.copyEmbedding()], ...codes,
      [message("Save the state"), () => this.save(".json", "application/json", "save")],
      [message("Open a state…"), () => this.openFile()],
      [message("Save the picture (PNG)"), () => this.exportPng()],
      [message("Save the picture (SVG)"),
        () => this.save(".svg", "image/svg+xml", "svg", player.theme)]);
    const more = new Menu("⋯", [message("Help"), () => player.help.toggle()],
      [message("Theme: light, dark, projector"), () => player.themes.chooseTheme()],
      [message("Grid on or off"), () => player.togglePart("hasGrid")],
      [message("Labels on or off"), () => player.togglePart("hasLabels")]);
    more.summary.append(createElement("span", {}, ` ${message("More")}`));
    more.summary.setAttribute("aria-label", message("More"));
    more.list.append(...createLanguageLinks(site));
    this.lesson = createLink(message("Lesson"), "", message("A lesson about this scene"));
    themeButton.classList.add("wide-screen-only");
    resetButton.classList.add("roomy-screen-only");
    const tools = createElement("div", { class: "tools" }, this.undo, this.redo, resetButton,
      themeButton, this.lesson, share.element, more.element);
    header.replaceChildren(createHomeLink(site), header.querySelector("h1"), this.scenes,
      this.caseList, tools);
    this.precisionField = createElement("div", { class: "field", hidden: true },
      createElement("label", { class: "label", for: "precision" },
        message("Precision of the code")),
      createElement("span", { class: "boxes" }, this.precision));
    this.unitChoices = new UnitChoices(this.source);
    this.parameters.element.append(this.precisionField, this.unitChoices.element);
    const { element } = this.parameters;
    // In an embedded frame the parameters are collapsed, to leave room for the figure.
    player.cards.sceneElements = [isEmbedded
      ? createElement("details", { class: "parameters" },
        createElement("summary", {}, message("Parameters")), element)
      : element];
    player.root.append(player.help.element);
    this.linkLesson();
  }

  /** Link to the lesson of the open scene, if there is one. */
  linkLesson() {
    const lesson = this.sceneEntry?.lesson;
    this.lesson.hidden = !lesson;
    if (lesson) this.lesson.href = lesson.address;
  }

  // ---- output ----

  /** The entry of the open scene in the site; a scene of a user has none. */
  get sceneEntry() { return this.site.scenes.find(({ id }) => id === this.shownScene); }

  /** Show the scene's name. @type {(id: string) => void} */
  showScene(id) { this.scenes.value = this.shownScene = id; }

  /** Show the case's name and text; without Python no other case can be chosen.
      @type {(name: string, shows: string, isLive: boolean) => void} */
  showCase(name, shows, isLive) {
    this.cases.value = this.shownCase = name;
    // Its room stays reserved while a state is edited.
    this.caseText.style.visibility = shows ? "" : "hidden";
    if (shows) setText(this.caseText, shows);
    this.cases.disabled = !isLive;
    this.pendingNote.hidden = isLive;
  }

  /** Show a state; return whether its error is shown at a field.
      @type {(answer: StateAnswer) => boolean} */
  update({ live, fresh, error }) {
    const { player } = this;
    if (fresh?.cases) this.listCases(fresh.cases, fresh.titles);
    if (fresh) this.onSceneEntered(live.scene);
    setText(this.ownOption, toPlainText(live.called));
    this.showCase(live.case, live.shows, true);
    this.undo.disabled = !live.undo;
    this.redo.disabled = !live.redo;
    this.updatePrecision(live.precision);
    this.unitChoices.update(live);
    player.isYDown = live.units.some(([name, isChosen]) => name === "y_down" && isChosen);
    this.precision.disabled = this.unitChoices.element.disabled = false;
    return this.parameters.update(live.fields ?? [], error);
  }

  /** @type {(precision: SessionState["precision"]) => void} */
  updatePrecision(precision) {
    this.precisionField.hidden = !precision;
    if (precision) setOptions(this.precision, precision.of, precision.now);
  }

  /** Update title and address for another scene. @type {(id: string) => void} */
  onSceneEntered(id) {
    this.showScene(id);
    const entry = this.sceneEntry;
    if (!entry) return;
    setText(this.player.header.querySelector("h1"), entry.title);
    setText(this.player.footer.querySelector("p"), this.source.stop.source);
    const title = toPlainText(entry.title);
    if (document.title !== title) this.player.sidePanel.scrollTop = 0;
    document.title = title;
    this.linkLesson();
  }

  /** @type {(groups: [string, string[]][], titles: Record<string, string>) => void} */
  listCases(groups, titles) {
    /** @type {(name: string) => HTMLElement} */
    const option =
      (name) => createElement("option", { value: name }, toPlainText(titles[name] ?? name));
    this.ownOption = createElement("option", { value: "", hidden: true }, message("Your own"));
    this.cases.replaceChildren(this.ownOption, ...groups.flatMap(([group, names]) => (
      group ? [createElement("optgroup", { label: toPlainText(group) }, ...names.map(option))]
        : names.map(option))));
  }

  // ---- input ----

  /** @type {(id: string) => void} */
  selectScene(id) {
    const entry = this.site.scenes.find((scene) => scene.id === id);
    this.showScene(this.shownScene); // until the other one is drawn
    if (this.player.source !== this.source) return location.assign(entry.address);
    this.source.address.pushScene(entry.address, id);
    this.source.openScene(id);
  }

  /** @type {(kind: string, told: string) => Promise<void>} */
  async copy(kind, told) {
    const { cards, tab } = this.player;
    if (kind === "link" && tab === "judge") return cards.evaluationCard.copyLink();
    const text = await this.requestText("copy", kind);
    if (!text) return;
    const whole = kind === "link" ? new URL(toHash(text), location.href).href : text;
    this.source.showNotice(await copyToClipboard(whole, told));
  }

  /** Copy the HTML that embeds the state in another page. */
  async copyEmbedding() {
    const link = await this.requestText("copy", "link");
    if (!link) return;
    const { href } = new URL(`?embed${toHash(link)}`, location.href);
    const frame = createElement("iframe", {
      src: href, title: document.title, width: "100%", height: 520, style: "border: 0",
      loading: "lazy", allow: "fullscreen",
    });
    this.source.showNotice(
      await copyToClipboard(frame.outerHTML, message("The code to embed it was copied.")));
  }

  /** Request a text; on an error show it and return "".
      @type {(...request: WorkerRequest) => Promise<string>} */
  async requestText(...request) {
    const answer = await this.source.ask(request);
    if (answer?.error) this.source.showNotice(answer.error);
    return textOfAnswer(answer);
  }

  /** Download a text from Python. @type {(suffix: string, type: string,
      ...request: WorkerRequest) => Promise<void>} */
  async save(suffix, type, ...request) {
    const text = await this.requestText(...request);
    if (text) downloadFile(this.scenes.value + suffix, text, type);
  }

  async openFile() {
    const text = await chooseFile(".json,application/json");
    if (text === undefined) return;
    const problem = findJsonProblem(text);
    if (problem) return this.source.showNotice(problem);
    try {
      this.source.do("state", JSON.parse(text));
    } catch { this.source.showNotice(message("That file is not a state: it is not JSON.")); }
  }

  async exportPng() {
    const { player } = this;
    player.figureArea.draw(player.sample, player.drawState());
    const ground = player.colour(player.lesson.named.background);
    downloadFile(`${this.scenes.value}.png`, await figuresToPng(player.figures, ground),
      "image/png");
  }
}

/** What the scene's numbers are shown, typed and copied in; a browser keeps it by scene. */
class UnitChoices {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Set<string>} */
    this.restoredScenes = new Set();
    this.boxes = Object.entries(UNIT_NAMES).map(([name, text]) => {
      const box = createElement("input",
        { type: "checkbox", value: name, onchange: () => source.do("unit", name) });
      return { box, label: createElement("label", {}, box, text) };
    });
    this.element = createElement("fieldset", { class: "units" },
      createElement("legend", {}, message("Units")), ...this.boxes.map(({ label }) => label));
  }

  /** Show what is chosen, and keep it; at first choose what was kept. @param {SessionState} live */
  update({ scene, units }) {
    const key = `units ${scene}`, chosen = units.filter(([, isChosen]) => isChosen);
    const names = chosen.map(([name]) => name).join(" ");
    if (this.restoredScenes.has(scene)) storage.set(key, names);
    else {
      this.restoredScenes.add(scene);
      const kept = (storage.get(key) ?? "").split(" ");
      for (const [name, isChosen] of units)
        if (!isChosen && kept.includes(name)) this.source.do("unit", name);
    }
    this.show(units);
  }

  /** @param {SessionState["units"]} units */
  show(units) {
    const chosen = new Map(units);
    for (const { box, label } of this.boxes) {
      label.hidden = !chosen.has(box.value);
      box.checked = Boolean(chosen.get(box.value));
    }
  }
}

class Menu {
  /** @param {string} title @param {[string, Action][]} items */
  constructor(title, ...items) {
    this.summary = createElement("summary", {}, title);
    this.list = createElement("div", { class: "items" }, ...items.map(([text, action]) => (
      createButton(text, () => { this.close(); action(); }))));
    this.element = createElement("details", { class: "menu" }, this.summary, this.list);
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.element.open) return;
      event.stopPropagation();
      this.close();
      this.summary.focus();
    });
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && this.element.contains(target))) this.close();
    });
    this.element.addEventListener("focusout", ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.element.contains(relatedTarget)) this.close();
    });
  }

  close() { this.element.open = false; }
}

const KEY_HELP = [
  [message("Handles"), message("a disc moves a shape, a square resizes it, "
    + "a ring turns or stretches it, a diamond is its pivot")],
  ["Tab", message("to the next handle, field or button")],
  [message("Arrows"), message("move the handle, or the view, that has the focus")],
  [message("Shift + arrows"), message("large steps")],
  [message("Shift + drag"), message("keeps a handle on the grid")],
  ["+ − F", message("in a view: zoom in, zoom out, fit the view")],
  ["Ctrl+Z, Ctrl+Y", message("undo, redo")],
  [message("Space , ."), message("play, one moment back, one on")],
  [message("Left, Right"), message("steps of the derivation")],
  ["A", message("compare the article with the exact answer")],
  ["R", message("reset")],
  ["T", message("theme")],
  ["?", message("these keys")],
];
const TOUCH_HELP = [
  [message("A tap"), message("on a shape of a small figure: shows its handles")],
  [message("One finger"), message("drags a handle; turns a view in space")],
  [message("A second finger"), message("while dragging a handle: keeps it on the grid")],
  [message("Two fingers"), message("move and zoom a view")],
  [message("Two taps"), message("on a view: fit the view")],
];

/** @type {(kind: string, title: string, entries: string[][]) => HTMLElement[]} */
const createHelpList = (kind, title, entries) => [
  createElement("h2", { class: kind }, title),
  createElement("dl", { class: kind }, ...entries.flatMap(
    ([how, text]) => [createElement("dt", {}, how), createElement("dd", {}, text)]))];

class Help {
  element = createElement("dialog", { class: "help-dialog", "aria-label": message("Help") },
    ...createHelpList("keys", message("Keys"), KEY_HELP),
    ...createHelpList("fingers", message("Fingers"), TOUCH_HELP),
    createButton(message("Close"), () => this.element.close()));

  toggle() {
    if (this.element.open) this.element.close();
    else this.element.showModal();
    this.element.scrollTop = 0;
  }
}
