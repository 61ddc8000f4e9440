/* Messages: English in the code, translations in the page. `tests/tools/messages.py` finds them by
   the name of this function. */

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** Return a text in the page's language, with its placeholders filled.
    @type {(text: string, places?: Record<string, string | number>) => string} */
export const message = (text, places = {}) => fillIn(TEXTS[text] ?? text, places);

/** @type {(text: string, places: Record<string, string | number>) => string} */
const fillIn = (text, places) => (
  text.replace(/\{(\w+)\}/g, (whole, name) => String(places[name] ?? whole)));

/** Return the translation of a text whose meaning depends on a context.
    @type {(about: string, text: string) => string} */
export const messageAbout = (about, text) => TEXTS[`${about}\u0004${text}`] ?? message(text);

/** Return a function that joins texts pairwise by a translated pattern, without empty ones.
    @type {(pattern: string) => (...texts: string[]) => string} */
const joinBy = (pattern) => (...texts) => texts.filter(Boolean).reduce(
  (first, second) => (first ? fillIn(pattern, { first, second }) : second), "");

export const joinSentences = joinBy(message("{first} {second}"));
export const joinNames = joinBy(message("{first}, {second}"));
/** Join sentences without full stops. */
export const joinWithStops = joinBy(message("{first}. {second}"));

/** Translate a text from a worker: its English with placeholders.
    @type {(text: string | number | WorkerText) => string} */
export function translateWorkerText(text) {
  if (typeof text !== "object") return text === undefined ? "" : String(text);
  const places =
    Object.entries(text.places).map(([name, value]) => [name, translateWorkerText(value)]);
  return message(text.text, Object.fromEntries(places));
}

/** Return the message of an error. @type {(error: unknown) => string} */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));
