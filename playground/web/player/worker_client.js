/* Python in a worker as the player's source. One question is under way; what is done
   meanwhile waits, of a kind the newest only, and goes in one question. */

import { enqueueCommand } from "./command_queue.js";
import { message, translateWorkerText } from "./message.js";

// Of these questions nobody waits for an older one.
const REPLACEABLE_REQUESTS = ["map", "curve"];
// One that waits so long, in ms, comes before what is done: else a drag would keep it waiting.
const MAX_REQUEST_WAIT_MS = 150;

export class WorkerClient {
  isPrecomputed = false;
  state = "loading";
  /** What is on show, and so is told: it goes with every question. */
  /** @type {{ tab: string; parts: string[] }} */
  show = { tab: "explore", parts: [] };
  /** @type {Command[]} */
  #pendingCommands = [];
  /** @type {PendingRequest[]} */
  #pendingRequests = [];
  /** @type {CurrentRequest | null} */
  #current = null;
  #number = 0;
  /** @type {Action[]} */
  #idleWaiters = [];

  /** `listeners` has what is called: onAnswer(answer), onProgress({share, words}), onReady(),
      onFailed({words, hint}), onError(words). */
  /** @param {string} address @param {WorkerListeners} listeners */
  constructor(address, listeners) {
    this.listeners = listeners;
    this.worker = startWorker(address, "Live", (data) => this.#onMessage(data));
  }

  /** Do something to the state; what comes of it is told. */
  /** @type {(...command: Command) => void} */
  do(...command) { this.doAll([command]); }

  /** Do several things in one question: what was in between is never told. */
  /** @type {(commands: Command[]) => void} */
  doAll(commands) {
    for (const command of commands) this.#pendingCommands =
      enqueueCommand(this.#pendingCommands, command);
    this.#send();
  }

  /** Ask for the state as it is, since something else is on show. */
  refresh() {
    this.#pendingCommands = this.#pendingCommands.length ? this.#pendingCommands : [["show"]];
    this.#send();
  }

  /** A map, a text or a file: what is answered, or undefined where a newer one is asked. */
  /** @type {(request: WorkerRequest) => Promise<any>} */
  ask(request) {
    const [kind] = request;
    const now = performance.now();
    const startTime = REPLACEABLE_REQUESTS.includes(kind) ? this.#dropRequests(kind) ?? now : now;
    return new Promise((resolve, reject) => {
      this.#pendingRequests.push({ request, resolve, reject, startTime });
      this.#send();
    });
  }

  /** Wait until nothing is under way. */
  /** @type {() => Promise<void>} */
  whenIdle() {
    if (!this.#current && !this.#pendingCommands.length && !this.#pendingRequests.length)
      return Promise.resolve();
    return new Promise((done) => this.#idleWaiters.push(done));
  }

  /** Nobody waits for those; since when the first of them did. */
  /** @type {(kind: string) => number | undefined} */
  #dropRequests(kind) {
    const dropped = this.#pendingRequests.filter(({ request }) => request[0] === kind);
    for (const { resolve } of dropped) resolve();
    this.#pendingRequests = this.#pendingRequests.filter(({ request }) => request[0] !== kind);
    return dropped[0]?.startTime;
  }

  #send() {
    if (this.#current || this.state !== "ready") return;
    const late = this.#pendingRequests[0]?.startTime < performance.now() - MAX_REQUEST_WAIT_MS;
    if (this.#pendingCommands.length && !late) {
      const commands = this.#pendingCommands.filter(([verb]) => verb !== "show");
      this.#pendingCommands = [];
      this.#post({ do: commands, show: this.show },
        { onAnswer: (answer) => this.listeners.onAnswer?.(answer) });
    } else if (this.#pendingRequests.length) {
      const { request, resolve, reject } = this.#pendingRequests.shift();
      this.#post({ ask: request, show: this.show }, { onAnswer: resolve, onFailure: reject });
    } else {
      for (const done of this.#idleWaiters.splice(0)) done();
    }
  }

  /** @type {(question: object, under: Omit<CurrentRequest, "id">) => void} */
  #post(question, under) {
    this.#current = { ...under, id: ++this.#number };
    this.worker.postMessage({ id: this.#number, text: JSON.stringify(question) });
  }

  /** @type {(data: any) => void} */
  #onMessage(data) {
    if (data.kind === "progress") this.listeners.onProgress?.(data);
    else if (data.kind === "failed") this.#onFailure(data);
    else if (data.kind === "ready") {
      this.times = data.times;
      // What is done at first goes in one: nothing is told of a state between.
      this.listeners.onReady?.();
      this.state = "ready";
      this.#send();
    } else if (this.#current && data.id === this.#current.id) this.#onAnswer(data);
  }

  /** @type {(data: any) => void} */
  #onAnswer({ answer, error, took }) {
    const under = this.#current;
    this.#current = null;
    this.took = took;
    if (error === undefined) under.onAnswer(JSON.parse(answer));
    else {
      under.onFailure?.(new Error(error));
      this.listeners.onError?.(error);
    }
    this.#send();
  }

  /** @type {(how: Failure) => void} */
  #onFailure({ words, hint }) {
    this.state = "failed";
    for (const { reject } of this.#pendingRequests.splice(0)) reject(new Error(words));
    this.#current?.onFailure?.(new Error(words));
    this.#current = null;
    this.#pendingCommands = [];
    for (const done of this.#idleWaiters.splice(0)) done();
    this.listeners.onFailed?.({ words, hint });
  }
}

/** A worker in which Python starts, asked as Live or as Judge; `hear` is told what it
    says, and that it failed where a browser gives none. */
/** @type {(address: string, name: string, hear: (data: any) => void) => Worker | null} */
export function startWorker(address, name, hear) {
  /** @type {(text: string, hint: string) => void} */
  const failed = (words, hint) => queueMicrotask(() => hear({ kind: "failed", words, hint }));
  if (location.protocol === "file:") {
    failed(message("A page that is opened as a file has no workers, in which Python runs."),
      message("Put its folder on a web server, or run python -m http.server in it and open"
      + " http://127.0.0.1:8000."));
    return null;
  }
  try {
    const worker = new Worker(address, { name: `${name} ${document.documentElement.lang}` });
    worker.onmessage = ({ data }) => hear(data.kind ? translateFailure(data) : data);
    worker.onerror = (event) => {
      event.preventDefault();
      hear({ kind: "failed",
        words: event.message || message("worker.js could not be fetched."),
        hint: message("See whether you are online, then try again.") });
    };
    return worker;
  } catch {
    failed(message("This browser or the page around it allows no workers, in which Python runs."),
      message("Open the address by itself, or in another browser."));
    return null;
  }
}

/** What a worker says of itself, in the page's language. */
/** @type {(data: any) => any} */
const translateFailure = ({ words, hint, ...more }) => (
  { ...more, words: translateWorkerText(words), hint: translateWorkerText(hint) });
