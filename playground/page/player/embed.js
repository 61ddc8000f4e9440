/* The playground in a frame of another page: `?embed` after its address. */

const embedded = new URLSearchParams(location.search).has("embed");

/** Leave out what the page around it has itself. */
export function embed() {
  document.documentElement.classList.toggle("embed", embedded);
}

/** Tell the page around it what was done, by texts and numbers alone. Whoever embeds it
    may hear it: it holds nothing that is not on show. */
/** @type {(kind: string, data: object) => void} */
export function post(kind, data) {
  if (!embedded || window.parent === window) return;
  window.parent.postMessage({ from: "geometry-playground", kind, ...data }, "*");
}
