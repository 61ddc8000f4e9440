/* The playground in a frame of another page: `?embed` after its address. */

const isEmbedded = new URLSearchParams(location.search).has("embed");

/** Leave out what the page around it has itself. */
export function embed() {
  document.documentElement.classList.toggle("embed", isEmbedded);
  if (isEmbedded) addEventListener("click", keepEmbedded, { capture: true });
}

/** What leads to another page of the site leads to it in the frame. */
/** @param {MouseEvent} event */
function keepEmbedded({ target }) {
  const link = target instanceof Element && target.closest("a");
  if (link && link.origin === location.origin) link.search = "?embed";
}

/** Tell the page around it what was done, by texts and numbers alone. Whoever embeds it
    may hear it: it holds nothing that is not on show. */
/** @type {(kind: string, data: object) => void} */
export function postToParent(kind, data) {
  if (!isEmbedded || window.parent === window) return;
  window.parent.postMessage({ from: "geometry-playground", kind, ...data }, "*");
}
