/* Decoding of a lesson's data for a sample; the format is defined by playground/web/columns.py. */

// The placeholder of a slot in a template.
const SLOT_MARKER = "\uE000";
// The time of a step without a time.
export const NO_TIME_NUMBER = -1e9;

/** Decode the data of a page from base64 and zlib. @type {(text: string) => Promise<any>} */
export async function decodeData(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const way = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(way).text());
}

/** @type {WeakMap<number[], Float64Array>} */
const decodedColumns = new WeakMap();

/** Return the number of sample i in a column; a plain number is constant.
    @type {(column: Column, i: number) => number} */
export function columnAt(column, i) {
  if (typeof column === "number") return column;
  let sums = decodedColumns.get(column);
  if (!sums) {
    let sum = 0;
    sums = Float64Array.from(column, (step) => (sum += step));
    decodedColumns.set(column, sums);
  }
  return sums[i];
}

/** Return the numbers of a shape in sample i, interpolated by a share towards the next one if it
    exists there.
    @type {(columns: Column[], i: number, share: number, there?: Column) => number[]} */
export function numbersBetween(columns, i, share, there = 1) {
  const ahead = share && columnAt(there, i + 1) ? share : 0;
  return columns.map((column) => {
    const now = columnAt(column, i);
    return ahead ? now + ahead * (columnAt(column, i + 1) - now) : now;
  });
}

/** @type {WeakMap<TextTemplates, number[]>} */
const decodedRanks = new WeakMap();

/** Return the number of samples before i with the same template.
    @type {(text: TextTemplates, i: number) => number} */
function rowOfText(text, i) {
  if (typeof text.at === "number") return i;
  let known = decodedRanks.get(text);
  if (!known) {
    const count = new Map();
    known = text.at.map((_, n) => {
      const of = columnAt(text.at, n), previous = count.get(of) || 0;
      count.set(of, previous + 1);
      return previous;
    });
    decodedRanks.set(text, known);
  }
  return known[i];
}

/** Return the text of sample i; a plain text is constant.
    @type {(text: TextColumn, i: number) => string} */
export function textAt(text, i) {
  if (typeof text === "string") return text;
  const of = columnAt(text.at, i), slots = text.in[of];
  if (!slots || !slots.length) return text.of[of];
  const row = rowOfText(text, i);
  let index = 0;
  return text.of[of].replaceAll(SLOT_MARKER, () => {
    const slot = slots[index++];
    return slot.length === 1 ? slot[0] : slot[row];
  });
}
