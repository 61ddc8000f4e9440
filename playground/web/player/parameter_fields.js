/* The parameters of a live state: each is typed or slid; Python reads what was typed. */

import { make, tell, whole } from "./elements.js";
import { plainly } from "./math_text.js";
import { message } from "./message.js";

const AXES = "xyz";

export class Parameters {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    this.rows = make("fieldset", { class: "fields", disabled: true });
    this.waits = make("span", { class: "muted" }, message("once Python is there"));
    this.element = make("section", { class: "card", "aria-label": message("Parameters") },
      make("h2", {}, message("Parameters"), this.waits), this.rows);
    this.built = this.texts = "";
    this.gesture = 0;
  }

  /** Show values that nobody can change yet. */
  /** @type {(fields: FieldTold[]) => void} */
  wait(fields) {
    this.show(fields);
    this.rows.disabled = true;
    this.waits.hidden = false;
  }

  /** Show what was told, and whether an error is said at a field. */
  /** @type {(fields: FieldTold[], error: string) => boolean} */
  hear(fields, error) {
    const typed = this.fields.get(this.typed), texts = JSON.stringify(fields.map((f) => f.texts));
    this.typed = null;
    this.rows.disabled = false;
    this.waits.hidden = true;
    // What was typed stays as it is beside what is wrong with it, until another state is shown.
    if (texts !== this.texts) for (const field of this.fields.values()) field.fault("");
    typed?.fault(error);
    this.texts = texts;
    this.show(fields);
    return Boolean(typed && error);
  }

  /** Show values; only another set of fields is built anew. */
  /** @type {(fields: FieldTold[]) => void} */
  show(fields) {
    const shape = JSON.stringify(fields.map(
      ({ name, label, kind, options, values }) => [name, label, kind, options, values.length]));
    if (shape !== this.built) this.build(fields, shape);
    for (const field of fields) this.fields.get(field.name).show(field);
  }

  /** @type {(fields: FieldTold[], shape: string) => void} */
  build(fields, shape) {
    const { id } = document.activeElement ?? {};
    this.built = shape;
    this.fields.clear();
    for (const field of fields) this.fields.set(field.name, new Field(this, field));
    this.rows.replaceChildren(...fields.map(({ name }) => this.fields.get(name).element));
    if (id && this.rows.querySelector(`#${CSS.escape(id)}`)) document.getElementById(id).focus();
  }

  /** @type {(name: string, value: any) => void} */
  set(name, value) { this.source.do("set", name, value); }

  /** A slider that is drawn until it is let go is one step to undo. */
  /** @type {(name: string, value: number) => void} */
  slide(name, value) { this.source.do("set", name, value, this.gesture); }

  letGo() { this.gesture += 1; }

  /** @type {(name: string, component: number, text: string) => void} */
  type(name, component, text) {
    this.typed = name;
    this.source.do("type", name, component, text);
  }
}

/** One parameter: its name, what it is entered by, and what was wrong with that. */
class Field {
  /** @param {Parameters} parameters @param {FieldTold} field */
  constructor(parameters, field) {
    this.parameters = parameters;
    this.field = field;
    /** @type {HTMLInputElement[]} */
    this.boxes = [];
    const id = `fault-${field.name}`;
    this.error = make("p", { class: "fault", id, role: "alert", hidden: true });
    const { label, unit, help, kind, values } = field;
    const named = unit && unit !== "°" ? `${label} (${unit})` : label;
    const parts = kind === "choice" ? this.choice() : kind === "toggle" ? this.toggle()
      : values.map((_, place) => this.box(place));
    const slider = this.slider(), columns = field.columns ?? values.length;
    const boxes = make("span", { class: "boxes", style: `--parts: ${columns}` }, ...parts);
    const title = values.length > 1 ? make("span", { class: "label" }, whole(named))
      : make("label", { class: "label", for: parts[0].id }, whole(named));
    const group = values.length > 1 ? { role: "group", "aria-label": plainly(label) } : {};
    this.element = make("div", { class: `field ${kind}`, title: help || null, ...group },
      title, boxes, ...[slider].filter(Boolean), this.error);
  }

  get name() { return this.field.name; }

  /** @type {(place: number) => string} */
  id(place) { return `field-${this.name}-${place}`; }

  /** A number as text: what is typed counts once it is left, or at Enter. */
  /** @type {(place: number) => HTMLInputElement} */
  box(place) {
    const { label, values, columns = values.length, kind } = this.field;
    const which = kind === "points" ? `${Math.floor(place / columns) + 1}, ` : "";
    const axis = values.length > 1 ? ` ${which}${AXES[place % columns]}` : "";
    const input = make("input", {
      type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false",
      id: this.id(place), "data-field": this.name, "aria-label": `${plainly(label)}${axis}`,
      "aria-describedby": this.error.id,
      oninput: () => { input.dataset.typed = ""; },
      onchange: () => this.enter(place, input),
      onblur: () => { if ("typed" in input.dataset) this.enter(place, input); },
    });
    input.addEventListener("keydown", (event) => this.key(event, place, input));
    this.boxes.push(input);
    return input;
  }

  /** @type {(event: KeyboardEvent, place: number, input: HTMLInputElement) => void} */
  key(event, place, input) {
    if (event.key === "Escape") {
      delete input.dataset.typed;
      this.fault("");
      this.show(this.field);
      input.select();
    } else if (event.key === "Enter") this.enter(place, input);
    else return;
    event.stopPropagation();
  }

  /** @type {(place: number, input: HTMLInputElement) => void} */
  enter(place, input) {
    if (!("typed" in input.dataset)) return;
    delete input.dataset.typed;
    this.parameters.type(this.name, place, input.value);
  }

  slider() {
    const { kind, low, high, label, shown = 1 } = this.field;
    if (!["number", "whole", "angle"].includes(kind) || low == null || high == null) return null;
    let before = 0;
    this.range = make("input", {
      type: "range", min: low * shown, max: high * shown,
      "aria-label": message("{name}, slider", { name: plainly(label) }),
      step: kind === "whole" ? 1 : (high - low) * shown / 600,
      oninput: () => {
        const value = Number(this.range.value) / shown;
        this.parameters.slide(this.name, kind === "whole" ? Math.round(value) : value);
      },
      onchange: () => this.parameters.letGo(),
      onpointerdown: () => { before = Number(this.field.values[0]); },
      // A finger that scrolls has moved it in passing.
      onpointercancel: () => {
        this.parameters.slide(this.name, before);
        this.parameters.letGo();
      },
    });
    return this.range;
  }

  choice() {
    const { options } = this.field;
    this.select = make("select", {
      id: this.id(0), "data-field": this.name,
      onchange: () => this.parameters.set(this.name, this.select.value),
    }, ...options.map(([value, words]) => make("option", { value }, plainly(words))));
    return [this.select];
  }

  toggle() {
    this.tick = make("input", {
      type: "checkbox", id: this.id(0), "data-field": this.name,
      onchange: () => this.parameters.set(this.name, this.tick.checked),
    });
    return [this.tick];
  }

  /** @type {(field: FieldTold) => void} */
  show(field) {
    this.field = field;
    const { values, texts, unit, shown = 1 } = field;
    this.boxes.forEach((input, place) => {
      const text = unit === "°" ? `${texts[place]}°`.replace("°°", "°") : texts[place];
      if (!("typed" in input.dataset) && !this.faulty && input.value !== text) input.value = text;
    });
    if (this.range) {
      this.range.value = String(Number(values[0]) * shown);
      this.range.setAttribute("aria-valuetext", `${texts[0]} ${unit ?? ""}`.trim());
    }
    if (this.select) this.select.value = String(values[0]);
    if (this.tick) this.tick.checked = Boolean(values[0]);
  }

  /** Say what was wrong with what was typed; it stays until something else is. */
  /** @type {(words: string) => void} */
  fault(words) {
    this.faulty = Boolean(words);
    tell(this.error, whole(words || ""));
    this.error.hidden = !words;
    for (const input of this.boxes) input.setAttribute("aria-invalid", String(this.faulty));
    if (words) this.error.scrollIntoView({ block: "nearest" });
    else this.show(this.field);
  }
}
