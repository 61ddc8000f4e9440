/* Messages: English in the code, translations in the page. `tests/tools/messages.py` finds them by
   the name of this function. */

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** Return a text in the page's language, with its placeholders filled.
    @type {(text: string, places?: Record<string, string | number>) => string} */
export function message(text, places = {}) {
  return (TEXTS[text] ?? text).replace(/\{(\w+)\}/g,
    (whole, name) => String(places[name] ?? whole));
}

/** Return the translation of a text whose meaning depends on a context.
    @type {(about: string, text: string) => string} */
export const messageAbout = (about, text) => TEXTS[`${about}\u0004${text}`] ?? message(text);

/** Join texts pairwise, without empty ones.
    @type {(texts: string[], joined: (first: string, second: string) => string) => string} */
const joinAll = (texts, joined) => (
  texts.filter(Boolean).reduce((first, second) => (first ? joined(first, second) : second), ""));

/** Join sentences. @type {(...texts: string[]) => string} */
export const joinSentences = (...texts) => (
  joinAll(texts, (first, second) => message("{first} {second}", { first, second })));

/** Join names by commas. @type {(...texts: string[]) => string} */
export const joinNames = (...texts) => (
  joinAll(texts, (first, second) => message("{first}, {second}", { first, second })));

/** Join sentences without full stops. @type {(...texts: string[]) => string} */
export const joinWithStops = (...texts) => (
  joinAll(texts, (first, second) => message("{first}. {second}", { first, second })));

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
