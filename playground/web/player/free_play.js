/* A scene by itself: scenes, cases, undo, what is copied and saved, and its parameters. */

import { hashed } from "./address.js";
import { make, tell } from "./elements.js";
import { chosenFile, copied, pictured, saved, textOf } from "./files.js";
import { Help } from "./help.js";
import { otherLanguages } from "./languages.js";
import { LIVE_PAGES } from "./live_pages.js";
import { plainly } from "./math_text.js";
import { Menu } from "./menu.js";
import { message } from "./message.js";
import { wayHome, wayTo } from "./navigation.js";
import { Parameters } from "./parameter_fields.js";

/** @type {Record<string, string>} */
const COPIED = {
  link: message("The link is copied."), python: message("The state as Python is copied."),
  test: message("The state as a test is copied."),
};

export class FreePlay {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    const { player } = source, { site } = player.lesson;
    this.player = player;
    this.site = site;
    document.documentElement.classList.add("free");
    this.parts = ["fields"];
    this.scenes = make("select", {
      "aria-label": message("Scene"), onchange: () => this.turnTo(this.scenes.value),
    }, ...site.scenes.map(({ id, title }) => make("option", { value: id }, plainly(title))));
    this.scenes.value = site.scene;
    this.cases = make("select", {
      "aria-label": message("Case"), onchange: () => this.choose(),
    });
    /** @type {(text: string, label: string, title: string, act: Act) => HTMLButtonElement} */
    const button = (text, label, title, act) => (
      make("button", { onclick: act, title, "aria-label": label, disabled: true }, text));
    this.undo = button("↶", message("Undo"), message("Undo (Ctrl+Z)"), () => source.do("undo"));
    this.redo = button("↷", message("Redo"), message("Redo (Ctrl+Y)"), () => source.do("redo"));
    this.precision = make("select", {
      id: "precision", onchange: () => source.do("precision", this.precision.value),
    });
    this.precisions = "";
    this.parameters = new Parameters(source);
    player.help = new Help();
    this.place();
    const { cases = [], titles = {} } = site.scenes.find(({ id }) => id === site.scene) ?? {};
    this.list(cases, titles);
    const { coming } = site, pages = [{ name: "code", title: message("Code") }, ...LIVE_PAGES];
    player.cards.coming = pages.filter(({ name }) => coming.pages.includes(name));
    this.precise(coming.precision);
    this.precision.disabled = true;
  }

  /** Show what Python is to tell as far as it is known before that is there. */
  wait() {
    const { player: { stop, sample }, cases, parameters } = this;
    cases.value = sample === stop.at ? stop.case : "";
    parameters.wait(stop.fields?.[sample] ?? []);
  }

  place() {
    const { player, site } = this, { head, again, shade } = player;
    const share = new Menu(message("Share"), [message("Copy the link"), () => this.copy("link")],
      [message("Copy as Python"), () => this.copy("python")],
      [message("Copy as a test"), () => this.copy("test")],
      [message("Save the state"), () => this.save()],
      [message("Open a state…"), () => this.openFile()],
      [message("Save the picture (PNG)"), () => this.png()],
      [message("Save the picture (SVG)"), () => this.svg()],
      [message("Light, dark, projector"), () => player.themes.turn()],
      [message("Help"), () => player.help.turn()]);
    share.list.append(...otherLanguages(site));
    this.lesson = wayTo(message("Lesson"), "", message("A lesson about this scene"));
    shade.classList.add("wide");
    const tools = make("div", { class: "tools" }, this.undo, this.redo, again, shade, this.lesson,
      share.element);
    head.replaceChildren(wayHome(site), head.querySelector("h1"), this.scenes, this.cases, tools);
    this.exact = make("div", { class: "field", hidden: true },
      make("label", { class: "label", for: "precision" }, message("Precision of the code")),
      make("span", { class: "boxes" }, this.precision));
    this.parameters.element.append(this.exact);
    player.cards.more = [this.parameters.element];
    player.root.append(player.help.element);
    this.linkLesson();
  }

  /** The way to the lesson of the scene that is open, where it has one. */
  linkLesson() {
    const lesson = this.site.scenes.find(({ id }) => id === this.scenes.value)?.lesson;
    this.lesson.hidden = !lesson;
    if (lesson) this.lesson.href = lesson.address;
  }

  // ---- what is told ----

  /** Show it; whether its error is said at a field. */
  /** @type {(told: Told) => boolean} */
  hear({ live, fresh, error }) {
    if (fresh?.cases) this.list(fresh.cases, fresh.titles);
    if (fresh) this.entered(live.scene);
    tell(this.other, plainly(live.called));
    this.cases.value = live.case;
    this.undo.disabled = !live.undo;
    this.redo.disabled = !live.redo;
    this.precise(live.precision);
    this.precision.disabled = false;
    return this.parameters.hear(live.fields ?? [], error);
  }

  /** @type {(told: Live["precision"]) => void} */
  precise(told) {
    this.exact.hidden = !told;
    if (!told) return;
    const shape = JSON.stringify(told.of);
    if (shape !== this.precisions) {
      this.precisions = shape;
      this.precision.replaceChildren(...told.of.map(
        ([value, words]) => make("option", { value }, words)));
    }
    this.precision.value = told.now;
  }

  /** Another scene is open: title and address are its own. */
  /** @type {(id: string) => void} */
  entered(id) {
    const entry = this.site.scenes.find((scene) => scene.id === id);
    this.scenes.value = id;
    if (!entry) return;
    tell(this.player.head.querySelector("h1"), entry.title);
    tell(this.player.foot.querySelector("p"), this.source.stop.source);
    const title = plainly(entry.title);
    if (document.title !== title) this.player.side.scrollTop = 0;
    document.title = title;
    this.linkLesson();
  }

  /** @type {(groups: [string, string[]][], titles: Record<string, string>) => void} */
  list(groups, titles) {
    /** @type {(name: string) => HTMLElement} */
    const option = (name) => make("option", { value: name }, plainly(titles[name] ?? name));
    this.other = make("option", { value: "", hidden: true }, message("Your own"));
    this.cases.replaceChildren(this.other, ...groups.flatMap(([group, names]) => (
      group ? [make("optgroup", { label: plainly(group) }, ...names.map(option))]
        : names.map(option))));
  }

  // ---- what is done ----

  /** @type {(id: string) => void} */
  turnTo(id) {
    const entry = this.site.scenes.find((scene) => scene.id === id);
    if (this.player.source !== this.source) return location.assign(entry.address);
    this.source.address.turn(entry.address, id);
    this.source.enter(id);
  }

  choose() { if (this.cases.value) this.source.do("case", this.cases.value); }

  /** @type {(kind: string) => Promise<void>} */
  async copy(kind) {
    const { cards, tab } = this.player;
    if (kind === "link" && tab === "judge") return cards.own.copyLink();
    const text = await this.text("copy", kind);
    if (!text) return;
    const whole = kind === "link" ? new URL(hashed(text), location.href).href : text;
    const done = await copied(whole);
    this.source.say(done ? COPIED[kind] : message("This browser does not let a page copy."));
  }

  /** What is answered as a text; "" where it cannot be had, which is said. */
  /** @type {(...request: Wanted) => Promise<string>} */
  async text(...request) {
    const told = await this.source.ask(request);
    if (told?.error) this.source.say(told.error);
    return textOf(told);
  }

  async save() {
    const text = await this.text("save");
    if (text) saved(`${this.scenes.value}.json`, text, "application/json");
  }

  async openFile() {
    const text = await chosenFile(".json,application/json");
    if (text === undefined) return;
    try {
      this.source.do("state", JSON.parse(text));
    } catch { this.source.say(message("That file is no state: it is not JSON.")); }
  }

  async png() {
    const { player } = this;
    player.stage.draw(player.sample, player.shown());
    const ground = player.colour(player.lesson.named.background);
    saved(`${this.scenes.value}.png`, await pictured(player.figures, ground), "image/png");
  }

  async svg() {
    const text = await this.text("svg", this.player.theme);
    if (text) saved(`${this.scenes.value}.svg`, text, "image/svg+xml");
  }
}
