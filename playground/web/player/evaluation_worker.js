/* The worker that runs user code. It can be terminated at any time; a spare one is ready, so that
   the next evaluation does not wait for Python. */

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

  /** Run a request; `onPart` gets partial results. Resolves to undefined if it is stopped.
      @type {(request: object, onPart?: (part: any) => void) => Promise<any>} */
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

  /** Terminate the running evaluation. */
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

  /** Wait until a spare worker is ready. */
  async spareReady() {
    await this.#current.ready;
    this.#spare ??= this.#startWorker();
    await this.#spare.ready;
  }

  /** Start the spare worker after the current one, as they would slow each other down. */
  #startSpareLater() {
    this.#current.ready.then(() => { this.#spare ??= this.#startWorker(); },
      () => { /* already reported */ });
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
    own.ready.catch(() => { /* reported by `run` */ });
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
      // A crashed worker is never used again.
      own.worker.terminate();
      this.#onEnd(own, new Error(errorText(why)));
    }
  }

  /** Replace a dead worker. @type {(own: EvaluationProcess, error: Error) => void} */
  #onEnd(own, error) {
    own.hasEnded = true;
    if (own === this.#spare) this.#spare = null;
    const { run } = own;
    own.run = null;
    run?.failed(error);
    if (run) this.#replaceCurrent();
  }
}
