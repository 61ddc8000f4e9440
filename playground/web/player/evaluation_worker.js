/* The worker that runs somebody's own code: it can be ended at any time, and the next
   trial does not wait for Python, since a spare one is ready. */

import { sentences } from "./message.js";
import { began } from "./worker_client.js";

export class JudgeWorker {
  /** @type {Judging} */
  #now = null;
  /** @type {Judging | null} */
  #spare = null;
  #number = 0;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
    this.#now = this.#begun();
    this.#spareLater();
  }

  /** Whether a trial is under way. */
  get running() { return Boolean(this.#now.trial); }

  /** What comes of a trial; `onPart` hears of it meanwhile. Where it is ended: undefined. */
  /** @type {(request: object, onPart?: (part: any) => void) => Promise<any>} */
  async run(request, onPart) {
    this.stop();
    const worker = this.#now, id = ++this.#number;
    return new Promise((done, failed) => {
      worker.trial = { id, done, failed, onPart };
      worker.ready.then(() => {
        if (worker.trial?.id !== id) return;
        worker.thread.postMessage({ id, text: JSON.stringify(request) });
      }, failed);
    });
  }

  /** End what runs, whatever it does. */
  stop() {
    const { trial, thread } = this.#now;
    if (!trial) return;
    thread?.terminate();
    this.#now = this.#spare ?? this.#begun();
    this.#spare = null;
    this.#spareLater();
    trial.done();
  }

  /** Wait until a spare one is ready. */
  async spared() {
    await this.#now.ready;
    this.#spare ??= this.#begun();
    await this.#spare.ready;
  }

  /** Begin one after the other: two would make each other late. */
  #spareLater() {
    this.#now.ready.then(() => { this.#spare ??= this.#begun(); }, () => { /* it was told */ });
  }

  /** @type {() => Judging} */
  #begun() {
    /** @type {Judging} */
    const own = { trial: null, thread: null, ready: null };
    own.ready = new Promise((done, failed) => {
      own.thread = began(this.address, "Judge", (data) => {
        if (data.kind === "ready") done();
        else if (data.kind === "failed") failed(new Error(sentences(data.words, data.hint)));
        else if (own.trial && data.id === own.trial.id) this.#hear(own, data);
      });
    });
    return own;
  }

  /** @type {(own: Judging, data: any) => void} */
  #hear(own, { part, told, error }) {
    const { trial } = own;
    if (part !== undefined) trial.onPart?.(JSON.parse(part));
    else if (error === undefined) {
      own.trial = null;
      trial.done(JSON.parse(told));
    } else {
      // Whatever Python died of, it is not asked again.
      trial.failed(new Error(error));
      this.stop();
    }
  }
}
