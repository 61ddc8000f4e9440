/* Clipboard, downloads, file selection and PNG export. */

import { message } from "./message.js";

/** Download a file. @type {(name: string, content: BlobPart, type: string) => void} */
export function downloadFile(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  [link.href, link.download] = [address, name];
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** Return the text of a file that the user chooses, or undefined.
    @type {(kinds: string) => Promise<string | undefined>} */
export function chooseFile(kinds) {
  const input = document.createElement("input");
  [input.type, input.accept] = ["file", kinds];
  return new Promise((done) => {
    input.onchange = async () => done(await input.files[0]?.text());
    input.oncancel = () => done(undefined);
    input.click();
  });
}

/** Copy a text to the clipboard; return the message to show, which is an error if the browser
    denies it. @type {(text: string, done: string) => Promise<string>} */
export async function copyToClipboard(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    return done;
  } catch { return message("This browser does not let a page copy."); }
}

/** Return the visible figures side by side as a PNG.
    @type {(figures: Figure[], ground: string) => Promise<Blob>} */
export async function figuresToPng(figures, ground) {
  const seen = figures.filter(({ element }) => !element.classList.contains("hidden-view"));
  const width = seen.reduce((sum, { canvas }) => sum + canvas.width, 0);
  const height = Math.max(...seen.map(({ canvas }) => canvas.height));
  const image = new OffscreenCanvas(width, height), pen = image.getContext("2d");
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  let left = 0;
  for (const { canvas, element } of seen) {
    for (const layer of element.querySelectorAll("canvas")) {
      pen.drawImage(layer, left, 0, canvas.width, canvas.height);
    }
    left += canvas.width;
  }
  return image.convertToBlob({ type: "image/png" });
}

/** Return the text of an answer, itself a text or an object with one.
    @type {(answer: any) => string} */
export const textOfAnswer = (answer) => (typeof answer === "string" ? answer : answer?.text ?? "");
