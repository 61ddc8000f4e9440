/* The client of Python's worker. One request runs at a time; commands wait meanwhile, merged where
   a newer one replaces an older, and are sent together. */

import { parseJson } from "./json_text.js";
import { errorText, message } from "./message.js";
import { startWorker } from "./sandbox.js";

// Commands that replace a waiting one with the same first arguments: their number.
/** @type {Record<string, number>} */
const REPLACED_ARGUMENT_COUNT =
  { set: 1, time: 0, stage: 0, camera: 1, over: 0, type: 2, step: 0, cell: 1, along: 1 };

/** Return whether a command makes the previous one obsolete.
    @type {(command: Command, previous: Command) => boolean} */
function replaces([verb, ...args], [previous, ...others]) {
  const named = REPLACED_ARGUMENT_COUNT[verb];
  return verb === previous && named !== undefined
    && args.slice(0, named).every((arg, n) => arg === others[n]);
}

/** Return the waiting commands with another one, merged if possible.
    @type {(waiting: Command[], command: Command) => Command[]} */
function enqueueCommand(waiting, command) {
  const last = waiting.at(-1), rest = waiting.slice(0, -1);
  if (last?.[0] === "move" && command[0] === "move") {
    const [, x, y, dx, dy, held] = command;
    return [...rest, ["move", x, y, last[3] + dx, last[4] + dy, held]];
  }
  return last && replaces(command, last) ? [...rest, command] : [...waiting, command];
}

// Requests that replace older ones of their kind.
const REPLACEABLE_REQUESTS = ["map", "curve"];
// A request that waits longer, in ms, comes before commands; otherwise a drag would block it.
const MAX_REQUEST_WAIT_MS = 150;

export class WorkerClient {
  state = "loading";
  /** The visible parts of the page, sent with every request.
      @type {{ tab: string; parts: string[] }} */
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

  /** @param {PythonSite} python @param {WorkerListeners} listeners */
  constructor(python, listeners) {
    this.listeners = listeners;
    this.worker = startWorker(python, "Live", (data) => this.#onMessage(data));
  }

  /** Run commands in one request; the last state is returned.
      @type {(commands: Command[]) => void} */
  doAll(commands) {
    this.#pendingCommands = commands.reduce(enqueueCommand, this.#pendingCommands);
    this.#send();
  }

  /** True if commands are waiting. */
  get hasPendingCommands() { return this.#pendingCommands.length > 0; }

  /** Request a map, a text or a file; resolves to undefined if a newer request replaces it.
      @type {(request: WorkerRequest) => Promise<any>} */
  ask(request) {
    const [kind] = request;
    const now = performance.now();
    const startTime = REPLACEABLE_REQUESTS.includes(kind) ? this.#dropRequests(kind) ?? now : now;
    return new Promise((resolve, reject) => {
      this.#pendingRequests.push({ request, resolve, reject, startTime });
      this.#send();
    });
  }

  /** Wait until nothing is running. @type {() => Promise<void>} */
  whenIdle() {
    if (!this.#current && !this.#pendingCommands.length && !this.#pendingRequests.length)
      return Promise.resolve();
    return new Promise((done) => this.#idleWaiters.push(done));
  }

  /** Drop obsolete requests, and return the start time of the first.
      @type {(kind: string) => number | undefined} */
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
      const commands = this.#pendingCommands.splice(0);
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
      // Initial commands go in one request, without states in between.
      this.listeners.onReady?.();
      this.state = "ready";
      this.#send();
    } else if (this.#current && data.id === this.#current.id) this.#onAnswer(data);
  }

  /** @type {(data: any) => void} */
  #onAnswer({ answer, error, isFatal, took }) {
    if (isFatal) {
      this.worker.fail(message("Python stopped: {why}", { why: error }), "");
      return;
    }
    const under = this.#current;
    this.#current = null;
    this.took = took; // for benchmarks
    let problem = error, value;
    try {
      if (error === undefined) value = parseJson(answer);
    } catch (why) { problem = errorText(why); }
    if (problem === undefined) under.onAnswer(value);
    else {
      under.onFailure?.(new Error(problem));
      this.listeners.onError?.(problem);
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
