/* The parameters of a live state, as text fields and sliders; Python parses typed texts. */

import { createCard, createElement, preventBreaks, setText } from "./elements.js";
import { toPlainText } from "./math_text.js";
import { message } from "./message.js";

const AXES = "xyz";

export class Parameters {
  /** @param {LiveSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Map<string, ParameterField>} */
    this.fields = new Map();
    this.rows = createElement("fieldset", { class: "fields", disabled: true });
    this.pendingNote = createElement("span", { class: "muted" }, message("when Python is ready"));
    this.element = createCard(message("Parameters"), "",
      createElement("h2", {}, message("Parameters"), this.pendingNote), this.rows);
    this.fieldsKey = this.textsKey = this.typedName = "";
    this.gestureNumber = 0;
  }

  /** Show values in disabled fields. @type {(fields: ParameterData[]) => void} */
  showDisabled(fields) {
    this.show(fields);
    this.rows.disabled = true;
    this.pendingNote.hidden = false;
  }

  /** Show new values; return whether an error is shown at a field.
      @type {(fields: ParameterData[], error: string) => boolean} */
  update(fields, error) {
    const typed = this.fields.get(this.typedName),
      texts = JSON.stringify(fields.map((f) => f.texts));
    this.typedName = "";
    this.rows.disabled = false;
    this.pendingNote.hidden = true;
    // A rejected text stays with its error until another state is shown.
    if (texts !== this.textsKey) for (const field of this.fields.values()) field.showError("");
    typed?.showError(error);
    this.textsKey = texts;
    this.show(fields);
    return Boolean(typed && error);
  }

  /** Show values; fields are rebuilt only if their structure changes.
      @type {(fields: ParameterData[]) => void} */
  show(fields) {
    const shape = JSON.stringify(fields.map(
      ({ name, label, unit, kind, options, values }) =>
        [name, label, unit, kind, options, values.length]));
    if (shape !== this.fieldsKey) this.build(fields, shape);
    for (const field of fields) this.fields.get(field.name).show(field);
  }

  /** @type {(fields: ParameterData[], shape: string) => void} */
  build(fields, shape) {
    const { id } = document.activeElement ?? {};
    this.fieldsKey = shape;
    this.fields.clear();
    for (const field of fields) this.fields.set(field.name, new ParameterField(this, field));
    this.rows.replaceChildren(...fields.map(({ name }) => this.fields.get(name).element));
    if (id && this.rows.querySelector(`#${CSS.escape(id)}`)) document.getElementById(id).focus();
  }

  /** Set a value during a slider drag, which is a single undo step.
      @type {(name: string, value: number) => void} */
  setByGesture(name, value) { this.source.do("set", name, value, this.gestureNumber); }

  endGesture() { this.gestureNumber += 1; }
}

/** The field of one parameter: name, inputs and error. */
class ParameterField {
  /** @param {Parameters} parameters @param {ParameterData} field */
  constructor(parameters, field) {
    this.parameters = parameters;
    this.field = field;
    /** @type {HTMLInputElement[]} */
    this.inputs = [];
    const id = `error-${field.name}`;
    this.errorText = createElement("p", { class: "field-error", id, role: "alert", hidden: true });
    const { label, unit, help, kind, values } = field;
    const named = unit && unit !== "°" ? `${label} (${unit})` : label;
    const parts = kind === "choice" ? this.createSelect()
      : kind === "toggle" ? this.createCheckbox()
      : values.map((_, index) => this.createNumberInput(index));
    const slider = this.createSlider(), columns = field.columns ?? values.length;
    const boxes =
      createElement("span", { class: "boxes", style: `--component-count: ${columns}` }, ...parts);
    const title = values.length > 1
      ? createElement("span", { class: "label" }, preventBreaks(named))
      : createElement("label", { class: "label", for: parts[0].id }, preventBreaks(named));
    const group = values.length > 1 ? { role: "group", "aria-label": toPlainText(label) } : {};
    this.element = createElement("div", { class: `field ${kind}`, title: help || null, ...group },
      title, boxes, ...[slider].filter(Boolean), this.errorText);
  }

  get name() { return this.field.name; }

  /** @type {(index: number) => string} */
  id(index) { return `field-${this.name}-${index}`; }

  /** Create a text field for a number; it is submitted on blur or Enter.
      @type {(index: number) => HTMLInputElement} */
  createNumberInput(index) {
    const { label, values, columns = values.length, kind } = this.field;
    const which = kind === "points" ? `${Math.floor(index / columns) + 1}, ` : "";
    const axis = values.length > 1 ? ` ${which}${AXES[index % columns]}` : "";
    const input = createElement("input", {
      type: "text", inputmode: "text", autocomplete: "off", spellcheck: "false",
      id: this.id(index), "data-parameter": this.name, "aria-label": `${toPlainText(label)}${axis}`,
      "aria-describedby": this.errorText.id,
      oninput: () => { input.dataset.edited = ""; },
      onchange: () => this.submitTyped(index, input),
      onblur: () => { if ("edited" in input.dataset) this.submitTyped(index, input); },
    });
    input.addEventListener("keydown", (event) => this.onKeyDown(event, index, input));
    this.inputs.push(input);
    return input;
  }

  /** @type {(event: KeyboardEvent, index: number, input: HTMLInputElement) => void} */
  onKeyDown(event, index, input) {
    if (event.key === "Escape") {
      delete input.dataset.edited;
      this.showError("");
      this.show(this.field);
      input.select();
    } else if (event.key === "Enter") this.submitTyped(index, input);
    else return;
    event.stopPropagation();
  }

  /** @type {(index: number, input: HTMLInputElement) => void} */
  submitTyped(index, input) {
    if (!("edited" in input.dataset)) return;
    delete input.dataset.edited;
    this.parameters.typedName = this.name;
    this.parameters.source.do("type", this.name, index, input.value);
  }

  createSlider() {
    const { kind, label } = this.field;
    if (!["number", "whole", "angle"].includes(kind)) return null;
    let previous = 0;
    this.range = createElement("input", {
      type: "range", "aria-label": message("{name}, slider", { name: toPlainText(label) }),
      oninput: () => {
        const value = Number(this.range.value) / (this.field.shown ?? 1);
        this.parameters.setByGesture(this.name, kind === "whole" ? Math.round(value) : value);
      },
      onchange: () => this.parameters.endGesture(),
      onpointerup: () => { this.isSliding = false; },
      onpointerdown: () => {
        previous = Number(this.field.values[0]);
        this.isSliding = true;
      },
      // A scrolling finger moved it by accident.
      onpointercancel: () => {
        this.isSliding = false;
        this.parameters.setByGesture(this.name, previous);
        this.parameters.endGesture();
      },
    });
    return this.range;
  }

  createSelect() {
    const { options } = this.field;
    this.select = createElement("select", {
      id: this.id(0), "data-parameter": this.name,
      onchange: () => this.parameters.source.do("set", this.name, this.select.value),
    }, ...options.map(([value, text]) => createElement("option", { value }, toPlainText(text))));
    return [this.select];
  }

  createCheckbox() {
    this.checkbox = createElement("input", {
      type: "checkbox", id: this.id(0), "data-parameter": this.name,
      onchange: () => this.parameters.source.do("set", this.name, this.checkbox.checked),
    });
    return [this.checkbox];
  }

  /** @type {(field: ParameterData) => void} */
  show(field) {
    this.field = field;
    const { values, texts, unit, shown = 1 } = field;
    this.inputs.forEach((input, index) => {
      const text = unit === "°" ? `${texts[index]}°`.replace("°°", "°") : texts[index];
      if (!("edited" in input.dataset) && !this.hasError && input.value !== text)
        input.value = text;
    });
    if (this.range) {
      if (!this.isSliding) {
        const { kind, low, high } = field, ends = [low * shown, high * shown];
        this.range.min = String(Math.min(...ends));
        this.range.max = String(Math.max(...ends));
        this.range.step = kind === "whole" ? "1" : String((high - low) * Math.abs(shown) / 600);
      }
      this.range.value = String(Number(values[0]) * shown);
      this.range.setAttribute("aria-valuetext", `${texts[0]} ${unit ?? ""}`.trim());
    }
    if (this.select) this.select.value = String(values[0]);
    if (this.checkbox) this.checkbox.checked = Boolean(values[0]);
  }

  /** Show the error of a typed text until the next edit. @type {(text: string) => void} */
  showError(text) {
    this.hasError = Boolean(text);
    setText(this.errorText, preventBreaks(text || ""));
    this.errorText.hidden = !text;
    for (const input of this.inputs) input.setAttribute("aria-invalid", String(this.hasError));
    if (text) this.errorText.scrollIntoView({ block: "nearest" });
    else this.show(this.field);
  }
}
