/* The script of a document of an opaque origin that starts Python's workers. Its policy
   forbids all fetches, also in workers from a blob:, so code in them has access neither to the
   network nor to this site's storage. The embedding page sends all bytes over one port, as
   messages of these kinds:
   file   a file that Python needs, with its name
   start  start the worker `id`; `init` and the port are passed on to it
   end    terminate the worker `id`
   ping   answer that this document is alive */
"use strict";

const WASM_FILE = "pyodide.asm.wasm";
// Concatenated, so that no script is loaded by its address.
const SCRIPT_FILES = ["pyodide.asm.js", "pyodide.js", "worker.js"];

const files = new Map();
const workers = new Map();
let pagePort = null;
let pythonModule = null;
let scriptUrl = "";

const describeError = (error) => String(error?.message ?? error);

function keepFile({ name, bytes }) {
  if (name === WASM_FILE) {
    // Compiled once for all workers of this document.
    pythonModule = WebAssembly.compile(bytes);
    pythonModule.catch(() => { /* reported when a worker needs it */ });
  } else files.set(name, bytes);
}

function createScriptUrl() {
  const parts = SCRIPT_FILES.flatMap((name) => [";", files.get(name), "\n"]);
  return URL.createObjectURL(new Blob(parts, { type: "text/javascript" }));
}

async function startWorker({ id, init }, port) {
  const fail = (text) => pagePort.postMessage({ kind: "error", id, text });
  try {
    scriptUrl ||= createScriptUrl();
    const worker = new Worker(scriptUrl);
    workers.set(id, worker);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || "no worker");
    };
    const data = Array.from(files).filter(([name]) => !SCRIPT_FILES.includes(name));
    const message = { ...init, module: await pythonModule, files: new Map(data) };
    if (workers.get(id) === worker) worker.postMessage(message, [port]);
  } catch (error) { fail(describeError(error)); }
}

function endWorker({ id }) {
  workers.get(id)?.terminate();
  workers.delete(id);
}

const actions = {
  file: keepFile,
  start: startWorker,
  end: endWorker,
  ping: () => pagePort.postMessage({ kind: "pong" }),
};

addEventListener("message", function connect({ source, ports: [port] }) {
  if (source !== parent || !port) return;
  removeEventListener("message", connect);
  pagePort = port;
  port.onmessage = ({ data, ports: [workerPort] }) => actions[data.kind](data, workerPort);
  port.postMessage({ kind: "pong" });
});
