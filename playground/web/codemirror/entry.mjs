// What the player's code_editor.js takes of CodeMirror; package.json says how it is built.
export { history, historyKeymap, indentWithTab, standardKeymap } from "@codemirror/commands";
export {
  bracketMatching, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting,
} from "@codemirror/language";
export { python } from "@codemirror/legacy-modes/mode/python";
export { EditorState, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration, EditorView, keymap, lineNumbers, WidgetType,
} from "@codemirror/view";
export { classHighlighter } from "@lezer/highlight";
