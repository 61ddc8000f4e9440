/* The files that Python needs, fetched and cached by the page, and checked against the hashes in
   the site. */

import { errorText, message } from "./message.js";

/** A failure before Python was ready, with a hint. */
export class StartFailure extends Error {
  /** @param {string} words @param {string} hint */
  constructor(words, hint) {
    super(words);
    this.words = words;
    this.hint = hint;
  }
}

/** Fetch all files in parallel; `onFile` gets each as it arrives, `onCount` the number of bytes so
    far.
    @type {(python: PythonSite, onFile: (name: string, bytes: ArrayBuffer) => void,
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

/** Open the cache of Python's files; null if the browser has none for this page. The service worker
    opens it by the same name. @type {(python: PythonSite) => Promise<Cache | null>} */
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
  // An outdated file in an HTTP cache is fetched again.
  for (const mode of /** @type {RequestCache[]} */ (["default", "reload"])) {
    const response = await fetchChecked(url, mode);
    const bytes = await countBytes(response, onBytes).arrayBuffer();
    if (await isExact(bytes, hash)) {
      if (isKept) cache?.put(url, new Response(bytes)).catch(() => { /* no space left */ });
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

/** Return the response with its bytes counted.
    @type {(response: Response, onBytes: (more: number) => void) => Response} */
function countBytes(response, onBytes) {
  const count = new TransformStream({
    transform(chunk, way) {
      onBytes(chunk.byteLength);
      way.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count));
}

/** Return whether bytes have the expected hash; true if the hash is unknown, or the page came by
    plain HTTP. @type {(bytes: ArrayBuffer, hash: string) => Promise<boolean>} */
async function isExact(bytes, hash) {
  if (!hash || !crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === hash;
}
