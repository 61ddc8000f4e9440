/* Mathematics in texts: symbols, subscripts and powers marked by Python. */

// A run: its mark, then its key if any, and its text.
const MARKED_RUN = /([\uE010-\uE013])(?:([^\uE01E\uE01F]*)\uE01E)?([^\uE01F]*)\uE01F/g;
const MATH = "\"Playground Math\", \"Latin Modern Math\", serif";
// Sizes and shifts relative to the text, as in the window.
const MATH_SIZE_RATIO = 1.16;
const SCRIPT_SIZE_RATIO = 0.7;
/** @type {Record<string, number>} */
const BASELINE_SHIFTS = { "\uE010": 0, "\uE011": 0.22, "\uE012": -0.36, "\uE013": -0.76 };
/** @type {Record<string, string>} */
const RUN_TAGS = { "\uE010": "span", "\uE011": "sub", "\uE012": "sup", "\uE013": "span" };

/** Split a text into runs; words have no mark. @type {(text: string) => Run[]} */
function splitRuns(text) {
  const found = [];
  let end = 0;
  for (const run of text.matchAll(MARKED_RUN)) {
    if (run.index > end) found.push({ mark: "", text: text.slice(end, run.index) });
    found.push({ mark: run[1], key: run[2], text: run[3] });
    end = run.index + run[0].length;
  }
  if (end < text.length) found.push({ mark: "", text: text.slice(end) });
  return found;
}

// The gap between mathematics and Japanese, as in the window.
const JAPANESE_GAP_RATIO = 0.117;
const JAPANESE_LETTER = /[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]/;

/** Return whether mathematics and a Japanese letter are adjacent.
    @type {(previous: Run | null, run: Run) => boolean} */
function needsGap(previous, run) {
  if (!previous || !previous.mark === !run.mark) return false;
  return JAPANESE_LETTER.test(run.mark ? previous.text.slice(-1) : run.text.slice(0, 1));
}

/** Return whether a run is above the previous one: a power or a prime over an index.
    @type {(run: Run, previous: Run | null) => boolean} */
function isStackedScript({ mark, text }, previous) {
  return previous?.mark === "\uE011" && (mark === "\uE012" || /^′+$/.test(text));
}

// Mathematical letters become plain letters; squares and indices stay.
const MATH_LETTERS = /[\u{1D400}-\u{1D7FF}\u210E]/gu;

/** Return a text for screen readers, with plain letters. @type {(text: string) => string} */
export function toPlainText(text) {
  const said = splitRuns(text).map((run) => run.text).join("");
  return said.replace(MATH_LETTERS, (letter) => letter.normalize("NFKC"));
}

/** Return the nodes of a text; symbols do not break.
    @type {(text: string) => (string | HTMLElement)[]} */
export function toNodes(text) {
  const parts = [];
  let box = null, previous = null;
  for (const run of splitRuns(text)) {
    const { mark, key, text: said } = run;
    if (!mark) {
      parts.push(said);
      box = previous = null;
      continue;
    }
    if (!box) {
      box = document.createElement("span");
      box.className = "math";
      parts.push(box);
    }
    const part = document.createElement(RUN_TAGS[mark]);
    part.textContent = said;
    if (key) part.dataset.highlightKey = key;
    if (mark === "\uE013") part.className = "root";
    if (isStackedScript(run, previous)) {
      const both = document.createElement("span"), index = box.lastChild;
      both.className = "stacked-scripts";
      index.replaceWith(both);
      both.append(index, part);
    } else box.append(part);
    previous = run;
  }
  return parts;
}

/** Lay out a text for a canvas: pieces with text, font and offsets, and the width.
    @type {(pen: Pen, text: string, size: number, words: (size: number) => string) => Line} */
export function layOutText(pen, text, size, words) {
  /** @type {Piece[]} */
  const pieces = [];
  let width = 0, previous = null;
  for (const run of splitRuns(text)) {
    /** @type {number} */
    const x = isStackedScript(run, previous) ? pieces.at(-1).x
      : width + (needsGap(previous, run) ? JAPANESE_GAP_RATIO * size : 0);
    const { mark, text: said } = run;
    const symbol = MATH_SIZE_RATIO * size, small = mark === "\uE011" || mark === "\uE012";
    const font = mark ? `${small ? SCRIPT_SIZE_RATIO * symbol : symbol}px ${MATH}` : words(size);
    pen.font = font;
    pieces.push({ text: said, font, x, baselineShift: mark ? BASELINE_SHIFTS[mark] * symbol : 0 });
    width = Math.max(width, x + pen.measureText(said).width);
    previous = run;
  }
  return { pieces, width };
}
