/* What a test asks a page about its looks; each returns what is wrong. */

// What only a reader hears is one pixel wide.
const seen = (e) => e.offsetParent && !e.classList.contains("announcement") && e.offsetWidth !== 1;
const all = (css) => [...document.querySelectorAll(css)].filter(seen);
const named = (e) => `${e.tagName}.${e.className}: ${e.textContent.slice(0, 60)}`;
const TEXTS = "h1, h2, h3, p, dt, dd, li, button, summary, label, span, footer, figcaption";

/** Boxes with more in them than they show. */
function clipped() {
  return all(`${TEXTS}, header, .card`)
    .filter((e) => !e.closest("math") && getComputedStyle(e).display !== "inline")
    .filter((e) => e.scrollWidth > e.clientWidth + 1)
    .map(named);
}

/** Controls that lie under the middle of a handle. */
function covered() {
  // What is scrolled away goes on under the figure, which stays.
  document.querySelector(".side").scrollTop = 0;
  const handles = all(".handle").map((e) => e.getBoundingClientRect());
  return all("button:not(.handle), input, summary").filter((e) => {
    const box = e.getBoundingClientRect();
    return handles.some((handle) => {
      const x = (handle.left + handle.right) / 2, y = (handle.top + handle.bottom) / 2;
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  }).map(named);
}

/** Controls that a finger may miss: smaller than 44 px. A box to tick has its label. */
function small() {
  return [...document.querySelectorAll("button, select, summary, a, input, [role=textbox]")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true }))
    .map((e) => (/checkbox|radio/.test(e.type) ? e.closest("label, .field") ?? e : e))
    .filter((e) => {
      const { width, height } = e.getBoundingClientRect();
      return width && Math.min(width, height) < 43.9;
    }).map(named);
}

/** Formulas of one row that are set smaller than others, or do not fit. */
function shrunk() {
  return all(".formula").filter((e) => !e.querySelector("mtable, mfrac"))
    .filter((e) => e.style.fontSize || e.scrollWidth > e.clientWidth + 1).map(named);
}

const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);

/** The contrast of two colours as WCAG defines it. */
function contrast(one, two) {
  const luminance = (colour) => numbers(colour).slice(0, 3)
    .map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The colour that is behind an element. */
function ground(e) {
  for (; e; e = e.parentElement) {
    const { backgroundColor } = getComputedStyle(e);
    if (numbers(backgroundColor)[3] !== 0) return backgroundColor;
  }
}

/** Texts below 4.5:1 and controls below 3:1. */
function faint() {
  const texts = all(TEXTS).filter((e) => e.textContent.trim() && !e.disabled);
  const controls = all("button:not(.handle)").filter((e) => !e.disabled);
  return [
    ...texts.filter((e) => contrast(getComputedStyle(e).color, ground(e)) < 4.5),
    ...controls.filter((e) => {
      const { borderColor, backgroundColor } = getComputedStyle(e), around = ground(e.parentElement);
      return Math.max(contrast(borderColor, around), contrast(backgroundColor, around)) < 3;
    }),
  ].map(named);
}

/** How many colours the view in space has. */
function colours() {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const [figure] = player.figures;
  // WebGL's picture is only there until the frame is over.
  figure.draw(player.sample, player.drawState());
  pen.drawImage(figure.screen.canvas, 0, 0, 100, 100);
  pen.drawImage(figure.canvas, 100, 0, 100, 100);
  const count = (x) => new Set(new Uint32Array(pen.getImageData(x, 0, 100, 100).data.buffer)).size;
  return { lit: count(0), sketched: count(100) };
}
