/* What a lesson's data say of a sample; their form is told where Python packs them. */

// What stands in a template where a slot goes.
const SLOT = "\uE000";
// The time of a step that has none.
export const NO_TIME = -1e9;

/** The data of a page, from their text in it. */
/** @type {(text: string) => Promise<any>} */
export async function inflated(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const way = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(way).text());
}

/** @type {WeakMap<number[], Float64Array>} */
const columns = new WeakMap();

/** The number of sample i in a column; a plain number stands for itself. */
/** @type {(column: Column, i: number) => number} */
export function at(column, i) {
  if (typeof column === "number") return column;
  let sums = columns.get(column);
  if (!sums) {
    let sum = 0;
    sums = Float64Array.from(column, (step) => (sum += step));
    columns.set(column, sums);
  }
  return sums[i];
}

/** @type {WeakMap<WordsOfSamples, number[]>} */
const ranks = new WeakMap();

/** How many samples before i use the same template as it does. */
/** @type {(text: WordsOfSamples, i: number) => number} */
function rank(text, i) {
  if (typeof text.at === "number") return i;
  let known = ranks.get(text);
  if (!known) {
    const count = new Map();
    known = text.at.map((_, n) => {
      const of = at(text.at, n), before = count.get(of) || 0;
      count.set(of, before + 1);
      return before;
    });
    ranks.set(text, known);
  }
  return known[i];
}

/** The text of sample i; a plain text stands for itself. */
/** @type {(text: Words, i: number) => string} */
export function said(text, i) {
  if (typeof text === "string") return text;
  const of = at(text.at, i), slots = text.in[of];
  if (!slots || !slots.length) return text.of[of];
  const row = rank(text, i);
  let place = 0;
  return text.of[of].replaceAll(SLOT, () => {
    const slot = slots[place++];
    return slot.length === 1 ? slot[0] : slot[row];
  });
}
