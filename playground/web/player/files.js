/* What is taken out of a page and brought into it: texts, files, pictures. */

/** Give a file to whoever is there. */
/** @type {(name: string, content: BlobPart, type: string) => void} */
export function saved(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** The text of a file that is chosen, or undefined. */
/** @type {(kinds: string) => Promise<string | undefined>} */
export function chosenFile(kinds) {
  const input = document.createElement("input");
  [input.type, input.accept] = ["file", kinds];
  return new Promise((done) => {
    input.onchange = async () => done(await input.files[0]?.text());
    input.oncancel = () => done(undefined);
    input.click();
  });
}

/** Put a text where it can be pasted from; false where the browser does not let. */
/** @type {(text: string) => Promise<boolean>} */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { return false; }
}

/** A stage's figures side by side as they are seen, as a PNG. */
/** @type {(figures: Figure[], ground: string) => Promise<Blob>} */
export async function pictured(figures, ground) {
  const seen = figures.filter(({ element }) => !element.classList.contains("empty"));
  const wide = seen.reduce((sum, { canvas }) => sum + canvas.width, 0);
  const tall = Math.max(...seen.map(({ canvas }) => canvas.height));
  const picture = new OffscreenCanvas(wide, tall), pen = picture.getContext("2d");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, wide, tall);
  let left = 0;
  for (const { canvas, element } of seen) {
    for (const layer of element.querySelectorAll("canvas")) {
      pen.drawImage(layer, left, 0, canvas.width, canvas.height);
    }
    left += canvas.width;
  }
  return picture.convertToBlob({ type: "image/png" });
}

/** What was answered as a text: by itself, or as one of its parts. */
/** @type {(told: any) => string} */
export const textOf = (told) => (typeof told === "string" ? told : told?.text ?? "");
