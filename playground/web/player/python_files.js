/* The files that Python needs, fetched by the page and kept where the browser keeps anything.
   Each is checked against the hash with which the site was written. */

import { errorText, message } from "./message.js";

/** What went wrong before Python was there, and what helps. */
export class StartFailure extends Error {
  /** @param {string} words @param {string} hint */
  constructor(words, hint) {
    super(words);
    this.words = words;
    this.hint = hint;
  }
}

/** Fetch them all at once; `onFile` is given each as soon as it is there, `onCount` how many of
    all bytes are. */
/** @type {(python: PythonSite, onFile: (name: string, bytes: ArrayBuffer) => void,
    onCount: (count: number, total: number) => void) => Promise<void>} */
export async function fetchPythonFiles(python, onFile, onCount) {
  const cache = await openCache(python);
  const total = python.files.reduce((sum, { size }) => sum + size, 0);
  let count = 0;
  /** @type {(more: number) => void} */
  const onBytes = (more) => onCount(Math.min(count += more, total), total);
  await Promise.all(python.files.map(async (file) => {
    onFile(file.name, await fetchFile(file, cache, onBytes));
  }));
}

/** Where Python is kept; nothing where the browser keeps nothing for this page. The service
    worker opens it by the same name. */
/** @type {(python: PythonSite) => Promise<Cache | null>} */
async function openCache({ root, cacheName }) {
  try {
    return await caches.open(`playground ${new URL(root, location.href)} ${cacheName}`);
  } catch { return null; }
}

/** @type {(file: PythonFile, cache: Cache | null, onBytes: (more: number) => void) =>
    Promise<ArrayBuffer>} */
async function fetchFile({ name, address, hash, isKept }, cache, onBytes) {
  const url = new URL(address, location.href).href;
  const kept = isKept ? await cache?.match(url) : null;
  if (kept) {
    const bytes = await kept.arrayBuffer();
    if (await isExact(bytes, hash)) {
      onBytes(bytes.byteLength);
      return bytes;
    }
    await cache.delete(url);
  }
  // What a cache on the way still has of an older version is fetched again.
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetchChecked(url, mode);
    const bytes = await countBytes(response, onBytes).arrayBuffer();
    if (await isExact(bytes, hash)) {
      if (isKept) cache?.put(url, new Response(bytes)).catch(() => { /* no room for it */ });
      return bytes;
    }
  }
  throw new StartFailure(
    message("{file} is not the version that this page was made with.", { file: name }),
    message("Reload the page: the site may have a new version."));
}

/** @type {(url: string, cache: RequestCache) => Promise<Response>} */
async function fetchChecked(url, cache) {
  let response;
  try { response = await fetch(url, { cache }); } catch (error) {
    throw createFetchFailure(url, errorText(error));
  }
  if (!response.ok)
    throw createFetchFailure(url, message("status {number}", { number: response.status }));
  return response;
}

/** @type {(url: string, why: string) => StartFailure} */
function createFetchFailure(url, why) {
  const { origin, pathname, host } = new URL(url);
  return new StartFailure(
    message("{file} could not be fetched from {host} ({why}).",
      { file: pathname.split("/").at(-1), host, why }),
    origin === location.origin
      ? message("Check that you are online, then try again.")
      : message("Check that this network lets you reach it; a site made with"
        + " --pyodide FOLDER includes Python."));
}

/** The response, which tells how many bytes of it have come. */
/** @type {(response: Response, onBytes: (more: number) => void) => Response} */
function countBytes(response, onBytes) {
  const count = new TransformStream({
    transform(chunk, way) {
      onBytes(chunk.byteLength);
      way.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count));
}

/** Whether those are the bytes that the site was written with; where that is not known, or
    the page came over a plain address of a network, nothing is told apart. */
/** @type {(bytes: ArrayBuffer, hash: string) => Promise<boolean>} */
async function isExact(bytes, hash) {
  if (!hash || !crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}
