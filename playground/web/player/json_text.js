/* Parsing of untrusted JSON: links, files, answers of workers. Size and depth are checked first, as
   deep nesting crashes parsers. */

import { message } from "./message.js";

// Far deeper than any saved state.
const MAX_DEPTH = 100;
// Real states have a few thousand characters.
const MAX_STATE_CHARS = 1 << 20;

/** Parse a worker's answer; throw an error with a sentence if it is too deep.
    @type {(text: string) => any} */
export function parseJson(text) {
  const problem = findDepthProblem(text);
  if (problem) throw new Error(problem);
  return JSON.parse(text);
}

/** Return the reason not to parse a state's text, or "". @type {(text: string) => string} */
export function findJsonProblem(text) {
  return text.length <= MAX_STATE_CHARS ? findDepthProblem(text)
    : message("The text is too long: more than {count} characters.", { count: MAX_STATE_CHARS });
}

/** @type {(text: string) => string} */
const findDepthProblem = (text) => (isTooDeep(text)
  ? message("Objects and lists are nested more than {count} deep.", { count: MAX_DEPTH }) : "");

/** @type {(text: string) => boolean} */
function isTooDeep(text) {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const letter = text[i];
    if (letter === "[" || letter === "{") depth += 1;
    else if (letter === "]" || letter === "}") depth -= 1;
    else if (letter === "\"") i = findStringEnd(text, i);
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

/** Return the end of the string that begins at a position.
    @type {(text: string, start: number) => number} */
function findStringEnd(text, start) {
  for (let end = text.indexOf("\"", start + 1); end >= 0; end = text.indexOf("\"", end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Return the reason not to open a link's state, or "". Python reports other damage.
    @type {(link: string) => Promise<string>} */
export async function findLinkProblem(link) {
  const state = link.slice(link.indexOf("#") + 1).split("/")[1] ?? "";
  const text = await inflate(state);
  return text === null ? "" : findJsonProblem(text);
}

/** Decompress a text, up to the size limit; null if that is impossible.
    @type {(folded: string) => Promise<string | null>} */
async function inflate(folded) {
  if (!folded || typeof DecompressionStream === "undefined") return null;
  let text = "";
  try {
    const letters = atob(folded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Response(bytes).body.pipeThrough(new DecompressionStream("deflate"))
      .pipeThrough(new TextDecoderStream()).getReader();
    while (text.length <= MAX_STATE_CHARS) {
      const { value, done } = await reader.read();
      if (done) break;
      text += value;
    }
    reader.cancel().catch(() => { /* the rest is not needed */ });
  } catch { return text || null; }
  return text;
}
