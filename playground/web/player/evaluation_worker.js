/* The worker that runs somebody's own code: it can be ended at any time, and the next
   trial does not wait for Python, since a spare one is ready. */

import { parseJson } from "./json_text.js";
import { errorText, joinSentences } from "./message.js";
import { startWorker } from "./sandbox.js";

export class EvaluationWorker {
  /** @type {EvaluationProcess} */
  #current = null;
  /** @type {EvaluationProcess | null} */
  #spare = null;
  #number = 0;

  /** @param {PythonSite} python */
  constructor(python) {
    this.python = python;
    this.#current = this.#startWorker();
    this.#startSpareLater();
  }

  /** Whether a trial is under way. */
  get isRunning() { return Boolean(this.#current.run); }

  /** What comes of a trial; `onPart` hears of it meanwhile. Where it is ended: undefined. */
  /** @type {(request: object, onPart?: (part: any) => void) => Promise<any>} */
  async run(request, onPart) {
    this.stop();
    if (this.#current.hasEnded) this.#replaceCurrent();
    const process = this.#current, id = ++this.#number;
    return new Promise((done, failed) => {
      process.run = { id, done, failed, onPart };
      process.ready.then(() => {
        if (process.run?.id !== id) return;
        process.worker.postMessage({ id, text: JSON.stringify(request) });
      }, failed);
    });
  }

  /** End what runs, whatever it does. */
  stop() {
    const { run } = this.#current;
    if (!run) return;
    this.#replaceCurrent();
    run.done();
  }

  #replaceCurrent() {
    this.#current.worker.terminate();
    this.#current = this.#spare ?? this.#startWorker();
    this.#spare = null;
    this.#startSpareLater();
  }

  /** Wait until a spare one is ready. */
  async spareReady() {
    await this.#current.ready;
    this.#spare ??= this.#startWorker();
    await this.#spare.ready;
  }

  /** Begin one after the other: two would make each other late. */
  #startSpareLater() {
    this.#current.ready.then(() => { this.#spare ??= this.#startWorker(); },
      () => { /* it was told */ });
  }

  /** @type {() => EvaluationProcess} */
  #startWorker() {
    /** @type {EvaluationProcess} */
    const own = { run: null, worker: null, ready: null, hasEnded: false };
    own.ready = new Promise((done, failed) => {
      own.worker = startWorker(this.python, "Judge", (data) => {
        if (data.kind === "ready") done();
        else if (data.kind === "failed") {
          const error = new Error(joinSentences(data.words, data.hint));
          failed(error);
          this.#onEnd(own, error);
        } else if (own.run && data.id === own.run.id) this.#onMessage(own, data);
      });
    });
    own.ready.catch(() => { /* told to whoever runs it */ });
    return own;
  }

  /** @type {(own: EvaluationProcess, data: any) => void} */
  #onMessage(own, { part, answer, error }) {
    const { run } = own;
    try {
      if (error !== undefined) throw new Error(error);
      if (part !== undefined) run.onPart?.(parseJson(part));
      else {
        const value = parseJson(answer);
        own.run = null;
        run.done(value);
      }
    } catch (why) {
      // Whatever Python died of, it is not asked again.
      own.worker.terminate();
      this.#onEnd(own, new Error(errorText(why)));
    }
  }

  /** It has died; the next run has another one. */
  /** @type {(own: EvaluationProcess, error: Error) => void} */
  #onEnd(own, error) {
    own.hasEnded = true;
    if (own === this.#spare) this.#spare = null;
    const { run } = own;
    own.run = null;
    run?.failed(error);
    if (run) this.#replaceCurrent();
  }
}
