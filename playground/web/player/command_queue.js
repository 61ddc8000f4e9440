/* The verbs that wait for Python: of a kind the newest only, as far as nothing is lost. */

// Of these a newer one takes the place of the last that waits, if it names the same.
/** @type {Record<string, number>} */
const NEWEST = { set: 1, time: 0, stage: 0, camera: 1, over: 0, type: 2, step: 0, cell: 1, along: 1 };

/** Whether two verbs do the same to the same: the newer one is enough. */
/** @type {(verb: Verb, before: Verb) => boolean} */
function replaces([verb, ...args], [before, ...others]) {
  const named = NEWEST[verb];
  return verb === before && named !== undefined
    && args.slice(0, named).every((arg, n) => arg === others[n]);
}

/** The verbs that wait, with one more. */
/** @type {(waiting: Verb[], verb: Verb) => Verb[]} */
export function queued(waiting, verb) {
  const last = waiting.at(-1), rest = waiting.slice(0, -1);
  if (last?.[0] === "move" && verb[0] === "move") {
    const [, x, y, dx, dy, held] = verb;
    return [...rest, ["move", x, y, last[3] + dx, last[4] + dy, held]];
  }
  return last && replaces(verb, last) ? [...rest, verb] : [...waiting, verb];
}
