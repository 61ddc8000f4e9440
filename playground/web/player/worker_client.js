/* Python in a worker as the player's source. One question is under way; what is done
   meanwhile waits, of a kind the newest only, and goes in one question. */

import { parseJson } from "./json_text.js";
import { errorText, message } from "./message.js";
import { startWorker } from "./sandbox.js";

// Of these a newer one takes the place of the last that waits, if it names the same.
/** @type {Record<string, number>} */
const REPLACED_ARGUMENT_COUNT =
  { set: 1, time: 0, stage: 0, camera: 1, over: 0, type: 2, step: 0, cell: 1, along: 1 };

/** Whether two verbs do the same to the same: the newer one is enough. */
/** @type {(command: Command, previous: Command) => boolean} */
function replaces([verb, ...args], [previous, ...others]) {
  const named = REPLACED_ARGUMENT_COUNT[verb];
  return verb === previous && named !== undefined
    && args.slice(0, named).every((arg, n) => arg === others[n]);
}

/** The verbs that wait, with one more. */
/** @type {(waiting: Command[], command: Command) => Command[]} */
function enqueueCommand(waiting, command) {
  const last = waiting.at(-1), rest = waiting.slice(0, -1);
  if (last?.[0] === "move" && command[0] === "move") {
    const [, x, y, dx, dy, held] = command;
    return [...rest, ["move", x, y, last[3] + dx, last[4] + dy, held]];
  }
  return last && replaces(command, last) ? [...rest, command] : [...waiting, command];
}

// Of these questions nobody waits for an older one.
const REPLACEABLE_REQUESTS = ["map", "curve"];
// One that waits so long, in ms, comes before what is done: else a drag would keep it waiting.
const MAX_REQUEST_WAIT_MS = 150;

export class WorkerClient {
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
  /** @param {PythonSite} python @param {WorkerListeners} listeners */
  constructor(python, listeners) {
    this.listeners = listeners;
    this.worker = startWorker(python, "Live", (data) => this.#onMessage(data));
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

  /** Whether there is more to do than what was told last. */
  get hasPendingCommands() { return this.#pendingCommands.length > 0; }

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
  #onAnswer({ answer, error, isFatal, took }) {
    if (isFatal) {
      this.worker.fail(message("Python stopped: {why}", { why: error }), "");
      return;
    }
    const under = this.#current;
    this.#current = null;
    this.took = took;
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
