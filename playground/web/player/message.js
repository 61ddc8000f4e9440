/* Texts for people: English stands in the modules, and in a page of another language what they
   are there. `tests/tools/messages.py` finds them by this function's name. */

/** @type {Record<string, string>} */
const TEXTS = JSON.parse(document.getElementById("texts")?.textContent ?? "{}");

/** A text in the page's language, with what stands in its places. */
/** @type {(text: string, places?: Record<string, string | number>) => string} */
export function message(text, places = {}) {
  return (TEXTS[text] ?? text).replace(/\{(\w+)\}/g,
    (whole, name) => String(places[name] ?? whole));
}

/** The same of a text that has several meanings in English, by what it is about. */
/** @type {(about: string, text: string) => string} */
export const messageAbout = (about, text) => TEXTS[`${about}\u0004${text}`] ?? message(text);

/** Texts joined two by two; empty ones are left out. */
/** @type {(texts: string[], joined: (first: string, second: string) => string) => string} */
const joinAll = (texts, joined) => (
  texts.filter(Boolean).reduce((first, second) => (first ? joined(first, second) : second), ""));

/** Whole sentences one after another. */
/** @type {(...texts: string[]) => string} */
export const joinSentences = (...texts) => (
  joinAll(texts, (first, second) => message("{first} {second}", { first, second })));

/** Words, one after another. */
/** @type {(...texts: string[]) => string} */
export const joinNames = (...texts) => (
  joinAll(texts, (first, second) => message("{first}, {second}", { first, second })));

/** Sentences that lack the stop at their end. */
/** @type {(...texts: string[]) => string} */
export const joinWithStops = (...texts) => (
  joinAll(texts, (first, second) => message("{first}. {second}", { first, second })));

/** A text that comes from a worker, which knows no page: its English with its places. */
/** @type {(text: string | number | WorkerText) => string} */
export function translateWorkerText(text) {
  if (typeof text !== "object") return text === undefined ? "" : String(text);
  const places =
    Object.entries(text.places).map(([name, value]) => [name, translateWorkerText(value)]);
  return message(text.text, Object.fromEntries(places));
}

/** What an error says. */
/** @type {(error: unknown) => string} */
export const errorText = (error) => (error instanceof Error ? error.message : String(error));
