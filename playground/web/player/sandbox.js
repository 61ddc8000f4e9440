/* Python's workers, in a hidden document of an opaque origin; see served/sandbox.js. The page
   fetches what they need, passes it in, and limits what comes out. */

import { message, translateWorkerText } from "./message.js";
import { StartFailure, fetchPythonFiles } from "./python_files.js";

// The smallest module; compiling it throws if a policy forbids WebAssembly.
const EMPTY_MODULE = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
// The progress once all files are fetched.
const FETCHED_PROGRESS = 0.6;
// The time limit for the document to start, in ms.
const MAX_CONNECT_MS = 15000;
// The interval of pings, in ms, and the number of missed answers after which the document counts as
// dead.
const PING_INTERVAL_MS = 5000;
const MAX_MISSED_PINGS = 6;
// Limits for messages from a worker: number per window, in ms, and size.
const MAX_MESSAGES = 400;
const MESSAGE_WINDOW_MS = 1000;
const MAX_MESSAGE_CHARS = 1 << 24;
const BYTES_PER_MB = 1e6;

/** The document for all workers of a page. @type {Sandbox | null} */
let shared = null;

/** Start a worker with Python, as Live or Judge; `hear` gets its messages, failures and end.
    @type {(python: PythonSite, kind: string, hear: (data: any) => void) => PythonWorker} */
export function startWorker(python, kind, hear) {
  if (!shared?.isAlive) shared = new Sandbox(python);
  return new PythonWorker(shared, kind, hear);
}

class Sandbox {
  isAlive = true;
  /** @type {Map<number, PythonWorker>} */
  workers = new Map();
  #lastId = 0;
  #share = 0;
  #missedPings = 0;

  /** @param {PythonSite} python */
  constructor(python) {
    this.python = python;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const connected = new Promise((done) => {
      port1.onmessage = ({ data }) => {
        this.#missedPings = 0;
        done();
        if (data.kind === "error")
          this.workers.get(data.id)?.fail(...describeWorkerError(data.text));
      };
    });
    /** Resolves once all that a worker needs is ready. */
    this.ready = this.#open(port2, connected);
    this.ready.catch((error) => this.#fail(error.words ?? String(error),
      error.hint ?? message("Try again, or try another browser.")));
  }

  /** @type {(worker: PythonWorker) => number} */
  add(worker) {
    this.workers.set(++this.#lastId, worker);
    return this.#lastId;
  }

  /** @type {(port: MessagePort, connected: Promise<void>) => Promise<void>} */
  async #open(port, connected) {
    if (location.protocol === "file:") {
      throw new StartFailure(
        message("A page opened as a file cannot start workers, and Python runs in one."),
        message("Put its folder on a web server, or run python -m http.server in it and open"
        + " http://127.0.0.1:8000."));
    }
    requireWebAssembly();
    await this.#insertFrame(port, connected);
    await fetchPythonFiles(this.python,
      (name, bytes) => this.port.postMessage({ kind: "file", name, bytes }, [bytes]),
      (count, total) => this.#reportCount(count, total));
    this.timer = setInterval(() => this.#checkAlive(), PING_INTERVAL_MS);
  }

  /** @type {(port: MessagePort, connected: Promise<void>) => Promise<void>} */
  async #insertFrame(port, connected) {
    const frame = this.frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts"); // without an origin
    frame.hidden = true;
    frame.title = "Python";
    frame.srcdoc = this.python.sandbox;
    const loaded = new Promise((done) => { frame.onload = done; });
    document.body.append(frame);
    await loaded;
    frame.contentWindow.postMessage(null, "*", [port]);
    const late = new Promise((done) => setTimeout(done, MAX_CONNECT_MS, true));
    if (await Promise.race([connected, late])) {
      throw new StartFailure(
        message("This browser, or the page around this one, allows no workers, which Python needs."),
        message("Open the address by itself, or in another browser. A server should send no"
        + " Content-Security-Policy of its own: the page has one."));
    }
  }

  /** Report the progress of files, at most once per percent.
      @type {(count: number, total: number) => void} */
  #reportCount(count, total) {
    const share = count / total;
    if (Math.round(100 * share) === Math.round(100 * this.#share)) return;
    this.#share = share;
    const words = message("Fetching Python: {count} of {total} MB", {
      count: (count / BYTES_PER_MB).toFixed(1), total: (total / BYTES_PER_MB).toFixed(1),
    });
    for (const worker of this.workers.values())
      worker.hear({ kind: "progress", share: FETCHED_PROGRESS * share, words });
  }

  /** Check that the document responds: browsers end one silently if memory is low. */
  #checkAlive() {
    if (++this.#missedPings > MAX_MISSED_PINGS)
      this.#fail(message("The browser stopped Python."), "");
    else this.port.postMessage({ kind: "ping" });
  }

  /** @type {(words: string, hint: string) => void} */
  #fail(words, hint) {
    this.isAlive = false;
    clearInterval(this.timer);
    for (const worker of [...this.workers.values()]) worker.fail(words, hint);
    this.port.close();
    this.frame?.remove();
  }
}

/** A worker of the sandbox, whose messages are passed on until it ends. */
class PythonWorker {
  #isOpen = true;
  #messageCount = 0;
  #windowStart = 0;

  /** @param {Sandbox} sandbox @param {string} kind @param {(data: any) => void} onMessage */
  constructor(sandbox, kind, onMessage) {
    this.sandbox = sandbox;
    this.onMessage = onMessage;
    this.id = sandbox.add(this);
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => this.#onMessage(data);
    const init = { kind, language: document.documentElement.lang };
    sandbox.ready.then(() => {
      if (this.#isOpen)
        sandbox.port.postMessage({ kind: "start", id: this.id, init }, [port2]);
    }, () => { /* reported to all workers */ });
  }

  /** @param {any} data */
  hear(data) { if (this.#isOpen) this.onMessage(data); }

  /** @param {{ id: number; text: string }} data */
  postMessage(data) { this.port.postMessage(data); }

  /** Terminate the worker. */
  terminate() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.port.close(); // drops messages that were already sent
    this.sandbox.workers.delete(this.id);
    this.sandbox.port.postMessage({ kind: "end", id: this.id });
  }

  /** Terminate the worker with a failure. @type {(words: string, hint: string) => void} */
  fail(words, hint) {
    if (!this.#isOpen) return;
    this.terminate();
    queueMicrotask(() => this.onMessage({ kind: "failed", words, hint }));
  }

  /** @param {any} data */
  #onMessage(data) {
    if (!this.#isOpen) return;
    if (this.#isFlood(data))
      this.fail(message("It sent more data than a page can take."), "");
    else if (data?.kind === "failed")
      this.fail(translateWorkerText(data.words), translateWorkerText(data.hint));
    else if (data?.kind === "progress")
      this.onMessage({ ...data, words: translateWorkerText(data.words) });
    else if (data) this.onMessage(data);
  }

  /** Return whether a message exceeds the limits. @type {(data: any) => boolean} */
  #isFlood(data) {
    const now = performance.now();
    if (now - this.#windowStart > MESSAGE_WINDOW_MS) {
      this.#windowStart = now;
      this.#messageCount = 0;
    }
    const size = Object.values(data ?? {}).reduce((sum, x) => sum + (x?.length ?? 0), 0);
    return ++this.#messageCount > MAX_MESSAGES || size > MAX_MESSAGE_CHARS;
  }
}

function requireWebAssembly() {
  if (typeof WebAssembly !== "object") {
    throw new StartFailure(message("This browser has no WebAssembly, which Python needs."),
      message("Try another browser, or ask the administrator of this computer."));
  }
  try { new WebAssembly.Module(EMPTY_MODULE); } catch {
    throw new StartFailure(message("WebAssembly, which Python needs, is forbidden here."),
      message("Try another browser, or ask the administrator of this computer. A server"
        + " that sends a Content-Security-Policy must allow 'wasm-unsafe-eval' in its"
        + " script-src."));
  }
}

/** Return the reason why a worker did not start, and a hint.
    @type {(text: string) => [string, string]} */
function describeWorkerError(text) {
  if (text.includes("SyntaxError"))
    return [message("This browser is too old for Python."), message("Use a newer browser.")];
  return [message("Python could not start: {why}", { why: text }),
    message("Try again, or try another browser.")];
}
