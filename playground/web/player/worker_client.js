/* Python in a worker as the player's source. One question is under way; what is done
   meanwhile waits, of a kind the newest only, and goes in one question. */

import { queued } from "./command_queue.js";
import { message, worded } from "./message.js";

// Of these questions nobody waits for an older one.
const REPLACED = ["map", "curve"];
// One that waits so long, in ms, comes before what is done: else a drag would keep it waiting.
const LONGEST = 150;

export class WorkerSource {
  packed = false;
  state = "loading";
  /** What is on show, and so is told: it goes with every question. */
  /** @type {{ tab: string; parts: string[] }} */
  show = { tab: "explore", parts: [] };
  /** @type {Verb[]} */
  #waiting = [];
  /** @type {Asked[]} */
  #questions = [];
  /** @type {Under | null} */
  #under = null;
  #number = 0;
  /** @type {Act[]} */
  #resting = [];

  /** `heard` has what is called: onTold(told), onProgress({share, words}), onReady(),
      onFailed({words, hint}), onError(words). */
  /** @param {string} address @param {Heard} heard */
  constructor(address, heard) {
    this.heard = heard;
    this.worker = began(address, "Live", (data) => this.#hear(data));
  }

  /** Do something to the state; what comes of it is told. */
  /** @type {(...verb: Verb) => void} */
  do(...verb) { this.doAll([verb]); }

  /** Do several things in one question: what was in between is never told. */
  /** @type {(verbs: Verb[]) => void} */
  doAll(verbs) {
    for (const verb of verbs) this.#waiting = queued(this.#waiting, verb);
    this.#send();
  }

  /** Ask for the state as it is, since something else is on show. */
  again() {
    this.#waiting = this.#waiting.length ? this.#waiting : [["show"]];
    this.#send();
  }

  /** A map, a text or a file: what is answered, or undefined where a newer one is asked. */
  /** @type {(request: Wanted) => Promise<any>} */
  ask(request) {
    const [kind] = request;
    const now = performance.now();
    const since = REPLACED.includes(kind) ? this.#drop(kind) ?? now : now;
    return new Promise((done, failed) => {
      this.#questions.push({ request, done, failed, since });
      this.#send();
    });
  }

  /** Wait until nothing is under way. */
  /** @type {() => Promise<void>} */
  idle() {
    if (!this.#under && !this.#waiting.length && !this.#questions.length) return Promise.resolve();
    return new Promise((done) => this.#resting.push(done));
  }

  /** Nobody waits for those; since when the first of them did. */
  /** @type {(kind: string) => number | undefined} */
  #drop(kind) {
    const dropped = this.#questions.filter(({ request }) => request[0] === kind);
    for (const { done } of dropped) done();
    this.#questions = this.#questions.filter(({ request }) => request[0] !== kind);
    return dropped[0]?.since;
  }

  #send() {
    if (this.#under || this.state !== "ready") return;
    const late = this.#questions[0]?.since < performance.now() - LONGEST;
    if (this.#waiting.length && !late) {
      const verbs = this.#waiting.filter(([verb]) => verb !== "show");
      this.#waiting = [];
      this.#put({ do: verbs, show: this.show }, { told: (told) => this.heard.onTold?.(told) });
    } else if (this.#questions.length) {
      const { request, done, failed } = this.#questions.shift();
      this.#put({ ask: request, show: this.show }, { told: done, failed });
    } else {
      for (const done of this.#resting.splice(0)) done();
    }
  }

  /** @type {(question: object, under: Omit<Under, "id">) => void} */
  #put(question, under) {
    this.#under = { ...under, id: ++this.#number };
    this.worker.postMessage({ id: this.#number, text: JSON.stringify(question) });
  }

  /** @type {(data: any) => void} */
  #hear(data) {
    if (data.kind === "progress") this.heard.onProgress?.(data);
    else if (data.kind === "failed") this.#fail(data);
    else if (data.kind === "ready") {
      this.times = data.times;
      // What is done at first goes in one: nothing is told of a state between.
      this.heard.onReady?.();
      this.state = "ready";
      this.#send();
    } else if (this.#under && data.id === this.#under.id) this.#answer(data);
  }

  /** @type {(data: any) => void} */
  #answer({ told, error, took }) {
    const under = this.#under;
    this.#under = null;
    this.took = took;
    if (error === undefined) under.told(JSON.parse(told));
    else {
      under.failed?.(new Error(error));
      this.heard.onError?.(error);
    }
    this.#send();
  }

  /** @type {(how: Failure) => void} */
  #fail({ words, hint }) {
    this.state = "failed";
    for (const { failed } of this.#questions.splice(0)) failed(new Error(words));
    this.#under?.failed?.(new Error(words));
    this.#under = null;
    this.#waiting = [];
    for (const done of this.#resting.splice(0)) done();
    this.heard.onFailed?.({ words, hint });
  }
}

/** A worker in which Python starts, asked as Live or as Judge; `hear` is told what it
    says, and that it failed where a browser gives none. */
/** @type {(address: string, name: string, hear: (data: any) => void) => Worker | null} */
export function began(address, name, hear) {
  /** @type {(words: string, hint: string) => void} */
  const failed = (words, hint) => queueMicrotask(() => hear({ kind: "failed", words, hint }));
  if (location.protocol === "file:") {
    failed(message("A page that is opened as a file has no workers, in which Python runs."),
      message("Put its folder on a web server, or run python -m http.server in it and open"
      + " http://127.0.0.1:8000."));
    return null;
  }
  try {
    const worker = new Worker(address, { name: `${name} ${document.documentElement.lang}` });
    worker.onmessage = ({ data }) => hear(data.kind ? inWords(data) : data);
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
const inWords = ({ words, hint, ...more }) => ({ ...more, words: worded(words), hint: worded(hint) });
