/* Mathematics in texts: the parts that Python has marked as symbols, raised or lowered. */

// What begins a run of each kind, then its key if it has one, and its text.
const RUN = /([\uE010-\uE013])(?:([^\uE01E\uE01F]*)\uE01E)?([^\uE01F]*)\uE01F/g;
const MATH = "\"Playground Math\", \"Latin Modern Math\", serif";
// As large as the words beside it, and as much smaller and lower, as in the window.
const LARGER = 1.16;
const SMALLER = 0.7;
/** @type {Record<string, number>} */
const DOWN = { "\uE010": 0, "\uE011": 0.22, "\uE012": -0.36, "\uE013": -0.76 };
/** @type {Record<string, string>} */
const TAGS = { "\uE010": "span", "\uE011": "sub", "\uE012": "sup", "\uE013": "span" };

/** A text's runs: words have no sign. */
/** @type {(text: string) => Run[]} */
function runs(text) {
  const found = [];
  let end = 0;
  for (const run of text.matchAll(RUN)) {
    if (run.index > end) found.push({ sign: "", text: text.slice(end, run.index) });
    found.push({ sign: run[1], key: run[2], text: run[3] });
    end = run.index + run[0].length;
  }
  if (end < text.length) found.push({ sign: "", text: text.slice(end) });
  return found;
}

// What stays free between mathematics and a letter of Japanese: as in the window.
const BESIDE_JAPANESE = 0.117;
const OF_JAPANESE = /[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]/;

/** Whether mathematics and a letter of Japanese are beside each other. */
/** @type {(before: Run | null, run: Run) => boolean} */
function apart(before, run) {
  if (!before || !before.sign === !run.sign) return false;
  return OF_JAPANESE.test(run.sign ? before.text.slice(-1) : run.text.slice(0, 1));
}

/** Whether a run stands above the one before it: a power or a prime over an index. */
/** @type {(run: Run, before: Run | null) => boolean} */
function above({ sign, text }, before) {
  return before?.sign === "\uE011" && (sign === "\uE012" || /^′+$/.test(text));
}

// Letters of mathematics are said as letters; a square or an index stays what it is.
const LETTERS = /[\u{1D400}-\u{1D7FF}\u210E]/gu;

/** A text as a reader is told it: symbols are letters. */
/** @type {(text: string) => string} */
export function plainly(text) {
  const said = runs(text).map((run) => run.text).join("");
  return said.replace(LETTERS, (letter) => letter.normalize("NFKC"));
}

/** What is shown of a text: strings and elements. What belongs together does not break. */
/** @type {(text: string) => (string | HTMLElement)[]} */
export function written(text) {
  const parts = [];
  let box = null, before = null;
  for (const run of runs(text)) {
    const { sign, key, text: said } = run;
    if (!sign) {
      parts.push(said);
      box = before = null;
      continue;
    }
    if (!box) {
      box = document.createElement("span");
      box.className = "math";
      parts.push(box);
    }
    const part = document.createElement(TAGS[sign]);
    part.textContent = said;
    if (key) part.dataset.key = key;
    if (sign === "\uE013") part.className = "root";
    if (above(run, before)) {
      const both = document.createElement("span"), index = box.lastChild;
      both.className = "both";
      index.replaceWith(both);
      both.append(index, part);
    } else box.append(part);
    before = run;
  }
  return parts;
}

/** Words on a canvas as pieces: text, font, how far right, how far down; and how wide. */
/** @type {(pen: Pen, text: string, size: number, words: (size: number) => string) => Line} */
export function laidOut(pen, text, size, words) {
  /** @type {Piece[]} */
  const pieces = [];
  let wide = 0, before = null;
  for (const run of runs(text)) {
    /** @type {number} */
    const x = above(run, before) ? pieces.at(-1).x
      : wide + (apart(before, run) ? BESIDE_JAPANESE * size : 0);
    const { sign, text: said } = run;
    const symbol = LARGER * size, small = sign === "\uE011" || sign === "\uE012";
    const font = sign ? `${small ? SMALLER * symbol : symbol}px ${MATH}` : words(size);
    pen.font = font;
    pieces.push({ text: said, font, x, down: sign ? DOWN[sign] * symbol : 0 });
    wide = Math.max(wide, x + pen.measureText(said).width);
    before = run;
  }
  return { pieces, wide };
}
