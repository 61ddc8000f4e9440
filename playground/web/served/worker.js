/* Python behind the page, in a worker: the program as it is, asked with JSON and
   answering with it. BUILT is written before this by who writes the site:
   python    where Pyodide's files lie, with a slash at the end
   sizes     how many bytes each of its files has, once unpacked
   cacheName under which name the browser keeps them
   program   the address of the program's archive
   The worker's own name says what is asked in it, Live or Judge, and in which language. */
"use strict";

// The smallest module there is: where a policy forbids WebAssembly this throws, while
// Pyodide itself would wait for ever.
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
// Which part of the way is done once each stage begins.
const FETCHED_PROGRESS = 0.6;
const NUMPY_PROGRESS = 0.8;
const PROGRAM_PROGRESS = 0.9;
const SCRIPTS = ["pyodide.js", "pyodide.asm.js"];
const HOME = "/program";
const [KIND, LANGUAGE] = (self.name || "Live en").split(" ");

const originalFetch = self.fetch.bind(self);
const pythonUrl = new URL(BUILT.python, location.href).href;
const totalBytes = Object.values(BUILT.sizes).reduce((sum, size) => sum + size, 0);
const startTimes = {};
let fetchedBytes = 0, reportedPercent = -1, reportedShare = 0;

/** A text for people, which the page tells in its language; a place may hold another. */
const message = (text, places = {}) => ({ text, places });
/** The same in English, for a console. */
const toEnglish = ({ text, places }) => text.replace(/\{(\w+)\}/g, (_, name) => (
  places[name].text ? toEnglish(places[name]) : places[name]));

class Failure extends Error {
  constructor(words, hint) {
    super(toEnglish(words));
    this.words = words;
    this.hint = hint;
  }
}

/** Tell the page how far it is, not more often than can be seen. */
function reportProgress(share, words) {
  reportedShare = Math.max(reportedShare, share);
  if (Math.round(100 * reportedShare) === reportedPercent) return;
  reportedPercent = Math.round(100 * reportedShare);
  postMessage({ kind: "progress", share: reportedShare, words });
}

function recordTime(name) { startTimes[name] = performance.timeOrigin + performance.now(); }

function countBytes(bytes) {
  fetchedBytes += bytes;
  reportProgress(FETCHED_PROGRESS * Math.min(fetchedBytes / totalBytes, 1),
    message("Fetching Python"));
}

// ---- Pyodide's files: fetched once, and kept where the browser keeps anything ----

/** Where they are kept; nothing where the browser keeps nothing for this page. */
const pythonCache = (async () => {
  // The service worker opens it by the same name.
  try {
    return await caches.open(`playground ${new URL("./", location.href)} ${BUILT.cacheName}`);
  } catch { return null; }
})();

/** A response that counts its bytes on their way, with the same type: WebAssembly is
    compiled while it arrives. */
function countingResponse(response) {
  const { status, headers } = response;
  const count = new TransformStream({
    transform(chunk, way) {
      countBytes(chunk.byteLength);
      way.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(count), { status, headers });
}

async function fetchCached(request, about) {
  const address = new URL(request.url ?? request, location.href).href;
  const held = await pythonCache, before = await held?.match(address);
  if (before) {
    countBytes(BUILT.sizes[address.slice(pythonUrl.length)] ?? 0);
    return before;
  }
  const response = await fetchChecked(request, about);
  if (held) held.put(address, response.clone()).catch(() => { /* no room for it */ });
  return countingResponse(response);
}

async function fetchChecked(request, about) {
  const address = new URL(request.url ?? request, location.href);
  let response;
  try {
    response = await originalFetch(request, about);
  } catch (error) { throw createFetchFailure(address, error.message); }
  if (!response.ok) {
    throw createFetchFailure(address, message("status {number}", { number: response.status }));
  }
  return response;
}

function createFetchFailure(address, why) {
  const elsewhere = address.origin !== location.origin;
  return new Failure(
    message("{file} could not be fetched from {host} ({why}).",
      { file: address.pathname.split("/").at(-1), host: address.host, why }),
    elsewhere
      ? message("See whether this network lets you reach it; a site that was written with"
        + " --pyodide FOLDER brings Python along.")
      : message("See whether you are online, then try again."));
}

/** The scripts that were loaded, for a visit without a network. */
async function cacheScripts() {
  const held = await pythonCache;
  if (!held) return;
  await Promise.all(SCRIPTS.map(async (name) => {
    const address = pythonUrl + name;
    if (!(await held.match(address))) await held.add(address);
  }));
  postMessage({ kind: "cached" });
}

// ---- the beginning ----

function requireWebAssembly() {
  if (typeof WebAssembly !== "object") {
    throw new Failure(message("This browser has no WebAssembly, in which Python runs."),
      message("Another browser may do, or ask whoever looks after this computer."));
  }
  try { new WebAssembly.Module(EMPTY_MODULE); } catch {
    throw new Failure(message("WebAssembly, in which Python runs, is forbidden here."),
      message("Another browser may do, or ask whoever looks after this computer. A server"
        + " that sends a Content-Security-Policy has to allow 'wasm-unsafe-eval' in its"
        + " script-src."));
  }
}

function loadScript() {
  try { importScripts(`${pythonUrl}pyodide.js`); } catch (error) {
    if (error instanceof SyntaxError) {
      throw new Failure(
        message("This browser is too old for Python."), message("A newer one will do."));
    }
    throw createFetchFailure(new URL(`${pythonUrl}pyodide.js`), message("no answer"));
  }
  countBytes(BUILT.sizes["pyodide.js"]);
}

async function startPython() {
  requireWebAssembly();
  reportProgress(0, message("Fetching Python"));
  const program = fetchChecked(BUILT.program).then((got) => got.arrayBuffer());
  program.catch(() => { /* it is told where it is awaited */ });
  loadScript();
  recordTime("script");
  // Where a file is missing Pyodide may wait for ever, and does not tell for which.
  const lost = new Promise((_, fail) => {
    self.fetch = (...given) => fetchCached(...given).catch((error) => {
      fail(error);
      throw error;
    });
  });
  const interpreter = await Promise.race([lost, loadPyodide({
    indexURL: pythonUrl, packages: ["numpy"], env: { PYTHONDONTWRITEBYTECODE: "1" },
  })]).catch((error) => {
    throw error.name === "NetworkError"
      ? createFetchFailure(new URL(SCRIPTS[1], pythonUrl), message("no answer")) : error;
  });
  self.fetch = originalFetch;
  recordTime("python");
  reportProgress(NUMPY_PROGRESS, message("Loading NumPy"));
  interpreter.unpackArchive(await program, "zip", { extractDir: HOME });
  interpreter.runPython(`import sys; sys.path.insert(0, "${HOME}"); import numpy`);
  recordTime("numpy");
  reportProgress(PROGRAM_PROGRESS, message("Opening the scenes"));
  interpreter.globals.set("on_progress", (text) => postMessage({ id: currentId, part: text }));
  const requestHandler = interpreter.runPython(`
from playground.web.worker.entry import create_request_handler
create_request_handler("${KIND}", "${HOME}/own", on_progress, "${LANGUAGE}")`);
  recordTime("imported");
  return requestHandler;
}

const ready = startPython();
ready.then(
  () => {
    postMessage({ kind: "ready", times: startTimes });
    return cacheScripts();
  },
  (error) => postMessage({
    kind: "failed",
    words: error.words
      ?? message("Python could not start: {why}", { why: String(error.message ?? error) }),
    hint: error.hint ?? message("Try again; if that does not help, another browser may."),
  }),
).catch(() => { /* what cannot be kept is fetched again */ });

let currentId = 0;

onmessage = async ({ data: { id, text } }) => {
  let requestHandler;
  try { requestHandler = await ready; } catch { return; }
  const since = performance.now();
  currentId = id;
  try {
    const answer = requestHandler.ask(text);
    postMessage({ id, answer, took: performance.now() - since });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error), took: performance.now() - since });
  }
};
