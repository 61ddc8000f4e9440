/* A code editor with line numbers, colours, wrapped lines and messages at lines, based on
   CodeMirror. Tab indents; after Escape, Tab moves the focus on. */

import { createElement } from "./elements.js";
import { message } from "./message.js";

const INDENT = "    ";

export class CodeEditor {
  /** `address` is CodeMirror's; `onChange` is called after each edit, `onSubmit` for Ctrl+Enter.
      @param {string} address
      @param {(text: string) => void} onChange
      @param {() => void} onSubmit */
  constructor(address, onChange, onSubmit) {
    this.address = address;
    this.onChange = onChange;
    this.onSubmit = onSubmit;
    /** @type {CodeMirrorView} */
    this.view = null;
    /** @type {Promise<void> | null} */
    this.loading = null;
    this.label = createElement("p", { class: "label", id: "editor-label" });
    this.field = createElement("div", { class: "code-field" });
    this.help = createElement("p", { class: "muted", id: "editor-help" },
      message("Tab indents; to leave the field press Esc, then Tab. Ctrl+Enter tests it."));
    this.element = createElement("div", { class: "editor" }, this.label, this.field, this.help);
  }

  /** Load CodeMirror on the first call. */
  load() {
    this.loading ??= import(new URL(this.address, document.baseURI).href)
      .then((module) => this.createView(module));
    return this.loading;
  }

  /** @param {CodeMirrorModule} module */
  createView(module) {
    const { EditorState, EditorView, StateEffect, keymap } = module;
    const submit = () => {
      this.onSubmit();
      return true;
    };
    const leave = () => {
      this.view.setTabFocusMode(true);
      return true;
    };
    this.scrollEffect = EditorView.scrollIntoView;
    this.messageEffect = StateEffect.define();
    this.createMarks = (/** @type {any} */ doc, /** @type {number} */ number,
      /** @type {string} */ text) => createMarks(module, doc.line(number), text);
    const messages = createMessageField(module, this.messageEffect);
    const extensions = [
      module.lineNumbers(),
      module.history(),
      module.indentUnit.of(INDENT),
      module.indentOnInput(),
      module.bracketMatching(),
      module.StreamLanguage.define(module.python),
      module.syntaxHighlighting(module.classHighlighter),
      messages,
      keymap.of([
        ...["Mod-Enter", "Ctrl-Enter"].map((key) => ({ key, run: submit })),
        { key: "Escape", run: leave },
        module.indentWithTab, ...module.standardKeymap, ...module.historyKeymap,
      ]),
      EditorView.lineWrapping,
      EditorView.domEventHandlers({ blur: () => { this.view.setTabFocusMode(false); } }),
      EditorView.contentAttributes.of((/** @type {CodeMirrorView} */ view) => ({
        // What scrolls is reached by the keyboard: axe takes no `contenteditable` for that.
        tabindex: "0", "aria-labelledby": "editor-label", "aria-describedby": "editor-help",
        ...(view.state.field(messages).size ? { "aria-invalid": "true" } : {}),
      })),
      EditorView.updateListener.of((/** @type {{ docChanged: boolean }} */ { docChanged }) => {
        if (!docChanged) return;
        this.view.setTabFocusMode(false);
        this.onChange(this.text);
      }),
    ];
    this.createState = (/** @type {string} */ doc) => EditorState.create({ doc, extensions });
    this.view = new EditorView({ state: this.createState(""), parent: this.field });
  }

  get text() { return this.view?.state.doc.toString() ?? ""; }

  /** Replace the text and the undo history, as for another scene. */
  set text(text) { this.view.setState(this.createState(text)); }

  /** Replace the text; this can be undone. @param {string} text */
  replace(text) {
    const { view } = this, to = view.state.doc.length;
    view.dispatch({
      changes: { from: 0, to, insert: text }, selection: { anchor: 0 }, scrollIntoView: true,
      userEvent: "input.replace",
    });
    view.focus();
  }

  /** Show a message at a line in place of the previous one, or remove it.
      @param {number} number @param {string} text */
  showMessage(number, text) {
    const { doc } = this.view.state, isThere = number > 0 && number <= doc.lines;
    const marks = isThere ? this.createMarks(doc, number, text) : null;
    this.view.dispatch({ effects: this.messageEffect.of(marks) });
  }

  /** Go to a line and select it. @param {number} number */
  selectLine(number) {
    const { view } = this, { doc } = view.state;
    const { from, to } = doc.line(Math.min(number, doc.lines));
    view.dispatch({
      selection: { anchor: from, head: to }, effects: this.scrollEffect(from, { y: "center" }),
    });
    view.focus();
  }
}

/** Create the editor's state field for the marked line and its message, which move with the line.
    @type {(module: CodeMirrorModule, messageEffect: any) => any} */
function createMessageField({ Decoration, EditorView, StateField }, messageEffect) {
  return StateField.define({
    create: () => Decoration.none,
    update(/** @type {any} */ marks, /** @type {any} */ { changes, effects }) {
      const told = effects.find((/** @type {any} */ effect) => effect.is(messageEffect));
      return told ? told.value ?? Decoration.none : marks.map(changes);
    },
    provide: (/** @type {any} */ field) => EditorView.decorations.from(field),
  });
}

/** Create the mark of a line, and the message below it.
    @type {(module: CodeMirrorModule, line: { from: number, to: number }, text: string) => any} */
function createMarks({ Decoration, WidgetType }, { from, to }, text) {
  class LineMessage extends WidgetType {
    toDOM() { return createElement("p", { class: "line-message" }, document.createTextNode(text)); }
  }
  return Decoration.set([
    Decoration.line({ class: "faulty-line" }).range(from),
    Decoration.widget({ widget: new LineMessage(), block: true, side: 1 }).range(to),
  ]);
}
