/* What Python tells of a state as the stop that figures and cards show: of one sample. */

const UNTOLD = { of: [""], at: [0], in: [[]] };
// What a page shows until its own part was told.
const CODE = { name: "Code", dtype: "", lines: [], blamed: [0], why: UNTOLD, raised: UNTOLD };
const ARTICLE_PARTS = ["name"];

/** The stop that was told; what was not on show stays as it was before, if it may. */
export function liveStop({ set, stop, live, fresh }, before) {
  const kept = fresh ? {} : before, pages = live.pages.map((name) => name.toLowerCase());
  const made = { ...kept, ...stop, ...set, at: 0, live };
  made.steps = set.steps ?? kept.steps ?? [];
  made.code = set.code ?? (pages.includes("code") ? kept.code ?? CODE : null);
  made.rows = set.rows ?? kept.rows ?? [];
  made.map = null; // it is told after the state
  made.live = { ...live, pages, mapping: live.mapping ?? kept.live?.mapping };
  // The moments of a flight are many, and told where they are others.
  if (live.time) {
    made.live.time = { ...live.time, moments: live.time.moments ?? kept.live?.time?.moments ?? [] };
  }
  return made;
}

/** What the page is built of: as long as this is the same only numbers and words change. */
export function structure(stop) {
  const { scene, views, dims, rows, article, code, question, task, say, live } = stop;
  return JSON.stringify([
    scene, say, views.map(({ space, size, caption }) => [space, size, caption]),
    dims.map(({ kind, label, grip }) => [kind, label, grip]),
    rows.map(({ name, main }) => [name, main]), ARTICLE_PARTS.map((part) => article?.[part]),
    code && [code.name, code.dtype, code.lines.map(({ text }) => text)], Boolean(live?.maps.length), Boolean(live?.curve),
    question?.text, task?.text, live?.pages, live?.time?.name,
  ]);
}
