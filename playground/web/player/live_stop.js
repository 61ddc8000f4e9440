/* What Python tells of a state as the stop that figures and cards show: of one sample. */

import { message } from "./message.js";

// What a page shows until its own part was told.
/** @type {Code} */
const EMPTY_CODE = { name: message("Code"), dtype: "", lines: [], blamed: 0, why: "", raised: "" };

/** The stop that was told; what was not on show stays as it was before, if it may. */
/** @type {(answer: StateAnswer, previous: Stop) => Stop} */
export function createLiveStop({ set, stop, live, fresh }, previous) {
  /** @type {Partial<Stop>} */
  const kept = fresh ? {} : previous;
  const pages = live.pages.map((name) => name.toLowerCase());
  const { columns } = fresh ?? previous;
  /** @type {Stop} */
  const made = { ...kept, ...stop, ...set, columns, at: 0, live, map: stop.map ?? null };
  made.steps = set.steps ?? kept.steps ?? [];
  made.code = set.code ?? (pages.includes("code") ? kept.code ?? EMPTY_CODE : null);
  made.rows = set.rows ?? kept.rows ?? [];
  made.judged = fresh ? fresh.judged : previous.judged;
  made.map = null; // it is told after the state
  made.live = { ...live, pages, mapping: live.mapping ?? kept.live?.mapping };
  // The moments of a flight are many, and told where they are others.
  if (live.time) {
    made.live.time = { ...live.time, moments: live.time.moments ?? kept.live?.time?.moments ?? [] };
  }
  return made;
}

/** What the page is built of: as long as this is the same only numbers and words change. */
/** @type {(stop: Stop) => string} */
export function structureKey(stop) {
  const { scene, views, dims, rows, article, code, question, task, say, live } = stop;
  return JSON.stringify([
    scene, say, views.map(({ space, caption }) => [space, caption]),
    dims.map(({ kind, label, grip }) => [kind, label, grip]),
    rows.map(({ name, main }) => [name, main]), article?.name,
    code && [code.name, code.dtype, code.lines.map(({ text }) => text)],
    Boolean(live?.maps.length), Boolean(live?.curve),
    question?.text, task?.text, live?.pages, live?.time?.name,
  ]);
}
