/* The worker that runs somebody's own code: it can be ended at any time, and the next
   trial does not wait for Python, since a spare one is ready. */

import { joinSentences } from "./message.js";
import { startWorker } from "./worker_client.js";

export class EvaluationWorker {
  /** @type {EvaluationProcess} */
  #current = null;
  /** @type {EvaluationProcess | null} */
  #spare = null;
  #number = 0;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    this.#current = this.#startWorker();
    this.#startSpareLater();
  }

  /** Whether a trial is under way. */
  get isRunning() { return Boolean(this.#current.run); }

  /** What comes of a trial; `onPart` hears of it meanwhile. Where it is ended: undefined. */
  /** @type {(request: object, onPart?: (part: any) => void) => Promise<any>} */
  async run(request, onPart) {
    this.stop();
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
    const { run, worker } = this.#current;
    if (!run) return;
    worker?.terminate();
    this.#current = this.#spare ?? this.#startWorker();
    this.#spare = null;
    this.#startSpareLater();
    run.done();
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
    const own = { run: null, worker: null, ready: null };
    own.ready = new Promise((done, failed) => {
      own.worker = startWorker(this.address, "Judge", (data) => {
        if (data.kind === "ready") done();
        else if (data.kind === "failed") failed(new Error(joinSentences(data.words, data.hint)));
        else if (own.run && data.id === own.run.id) this.#onMessage(own, data);
      });
    });
    return own;
  }

  /** @type {(own: EvaluationProcess, data: any) => void} */
  #onMessage(own, { part, answer, error }) {
    const { run } = own;
    if (part !== undefined) run.onPart?.(JSON.parse(part));
    else if (error === undefined) {
      own.run = null;
      run.done(JSON.parse(answer));
    } else {
      // Whatever Python died of, it is not asked again.
      run.failed(new Error(error));
      this.stop();
    }
  }
}
