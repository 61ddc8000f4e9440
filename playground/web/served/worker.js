/* Python in a worker of an opaque origin: runs the program, with requests and answers in JSON.
   The document that starts it sends one message with the port to the page:
   kind      the request handler, Live or Judge
   language  the page's language
   module    Pyodide's WebAssembly, compiled
   files     the bytes of all other files by name
   Nothing is fetched. Before the first request, names that give access to the outside are
   removed too. That is a second line of defence: the barrier is the document's policy and
   origin. */
"use strict";

// The progress at the beginning of each stage.
const PYTHON_PROGRESS = 0.6;
const NUMPY_PROGRESS = 0.8;
const PROGRAM_PROGRESS = 0.9;
const HOME = "/program";
// The address from which Pyodide requests its files, served only by `answerFetch`.
const PYTHON_URL = "https://python.invalid/";
// The memory limit of Python, which protects the tab.
const MAX_MEMORY_PAGES = 16384; // 64 KiB each: 1 GiB
// Names that give access to the network, other pages or storage.
const REMOVED_NAMES = [
  "fetch", "fetchLater", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport",
  "EventSource", "importScripts", "caches", "CacheStorage", "Cache", "indexedDB", "IDBFactory",
  "BroadcastChannel", "Worker", "SharedWorker", "navigator", "WorkerNavigator", "cookieStore",
  "RTCPeerConnection", "FontFace", "fonts", "Notification", "FileSystemHandle", "storage",
  "createImageBitmap", "postMessage", "close", "onmessage",
];
// The same for Python: removes the modules of JavaScript and all their proxies.
const REMOVE_JAVASCRIPT = `
def remove_javascript():
    import sys
    from _pyodide._importhook import jsfinder
    from pyodide.ffi import JsProxy
    jsfinder.jsproxies.clear()
    sys.meta_path[:] = [one for one in sys.meta_path if one is not jsfinder]
    for name, module in list(sys.modules.items()):
        if isinstance(module, JsProxy) or name.split(".")[0] in ("js", "pyodide_js"):
            del sys.modules[name]
            continue
        for key, value in list(vars(module).items()) if hasattr(module, "__dict__") else ():
            if isinstance(value, JsProxy) or key == "run_js":
                delattr(module, key)
remove_javascript()
del remove_javascript`;

/** A message, which the page translates; a placeholder may contain another one. */
const message = (text, places = {}) => ({ text, places });
const describeError = (error) => String(error?.message ?? error);

let port = null;
let currentId = 0;
let reportedShare = 0;

/** Report the progress to the page. */
function reportProgress(share, words) {
  reportedShare = Math.max(reportedShare, share);
  port.postMessage({ kind: "progress", share: reportedShare, words });
}

/** Create a `fetch` that answers Pyodide's requests from the given bytes; a missing file fails at
    once instead of blocking Pyodide. */
function createFetch(files, fail) {
  return async (request) => {
    const name = new URL(request.url ?? request).pathname.split("/").at(-1);
    if (name.endsWith(".wasm")) return new Response(); // already compiled
    const bytes = files.get(name);
    if (bytes) return new Response(bytes);
    const error = new Error(`${name} is missing`);
    fail(error);
    throw error;
  };
}

/** Let Pyodide use the compiled module, within the memory limit. */
function prepareWebAssembly(module) {
  WebAssembly.instantiateStreaming = async (_, imports) => (
    { module, instance: await WebAssembly.instantiate(module, imports) });
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function growWithin(pages) {
    if (this.buffer.byteLength / 65536 + pages > MAX_MEMORY_PAGES) throw new RangeError("full");
    return grow.call(this, pages);
  };
}

async function startPython({ kind, language, module, files }) {
  reportProgress(PYTHON_PROGRESS, message("Fetching Python"));
  prepareWebAssembly(module);
  const lost = new Promise((_, fail) => { self.fetch = createFetch(files, fail); });
  const interpreter = await Promise.race([lost, loadPyodide({
    indexURL: PYTHON_URL, packages: ["numpy"], env: { PYTHONDONTWRITEBYTECODE: "1" },
  })]);
  reportProgress(NUMPY_PROGRESS, message("Loading NumPy"));
  interpreter.unpackArchive(files.get("program.zip"), "zip", { extractDir: HOME });
  files.clear();
  interpreter.runPython(`import sys; sys.path.insert(0, "${HOME}"); import numpy`);
  reportProgress(PROGRAM_PROGRESS, message("Opening the scenes"));
  interpreter.globals.set("on_progress", (text) => port.postMessage({ id: currentId, part: text }));
  const requestHandler = interpreter.runPython(`
from playground.web.worker.entry import create_request_handler
create_request_handler("${kind}", "${HOME}/own", on_progress, "${language}")`);
  interpreter.runPython(REMOVE_JAVASCRIPT);
  removeNames(REMOVED_NAMES);
  return requestHandler;
}

/** Remove names from the worker and its prototypes. */
function removeNames(names) {
  for (const name of names) {
    for (let owner = self; owner; owner = Object.getPrototypeOf(owner)) {
      if (Object.hasOwn(owner, name)) delete owner[name];
    }
    Object.defineProperty(self, name, { value: undefined });
  }
}

/** Answer a request; an error that Python cannot catch is fatal. The time that it took, in ms, is
    for benchmarks. */
function answerQuestion(requestHandler, { id, text }) {
  const since = performance.now();
  currentId = id;
  try {
    const answer = requestHandler.ask(text);
    port.postMessage({ id, answer, took: performance.now() - since });
  } catch (error) {
    port.postMessage({ id, error: describeError(error), isFatal: error?.name !== "PythonError" });
  }
}

async function begin(init) {
  try {
    const requestHandler = await startPython(init);
    port.onmessage = ({ data }) => answerQuestion(requestHandler, data);
    port.postMessage({ kind: "ready" });
  } catch (error) {
    port.postMessage({
      kind: "failed",
      words: error.words ?? message("Python could not start: {why}", { why: describeError(error) }),
      hint: error.hint ?? message("Try again, or try another browser."),
    });
  }
}

addEventListener("message", ({ data, ports }) => {
  [port] = ports;
  begin(data);
}, { once: true });
