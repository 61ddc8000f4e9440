/* The script of a document of an opaque origin, in which Python's workers begin. Its policy
   lets nothing be fetched, and workers from a blob: have that policy too: whatever runs in
   them reaches neither the network nor what the browser keeps of this site. The page around
   it hands in all bytes, over one port, as messages of a kind:
   file   one of the files that Python needs, by its name
   start  begin the worker `id`; `init` and the port go on to it
   end    end the worker `id`
   ping   say that this document still lives */
"use strict";

const WASM_FILE = "pyodide.asm.wasm";
// One script after the other, so that none has to be loaded by its address.
const SCRIPT_FILES = ["pyodide.asm.js", "pyodide.js", "worker.js"];

const files = new Map();
const workers = new Map();
let pagePort = null;
let pythonModule = null;
let scriptUrl = "";

const describeError = (error) => String(error?.message ?? error);

function keepFile({ name, bytes }) {
  if (name === WASM_FILE) {
    // Compiled once: workers of this document share it.
    pythonModule = WebAssembly.compile(bytes);
    pythonModule.catch(() => { /* told where a worker needs it */ });
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
