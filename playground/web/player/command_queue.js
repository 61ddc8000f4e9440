/* The verbs that wait for Python: of a kind the newest only, as far as nothing is lost. */

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
export function enqueueCommand(waiting, command) {
  const last = waiting.at(-1), rest = waiting.slice(0, -1);
  if (last?.[0] === "move" && command[0] === "move") {
    const [, x, y, dx, dy, held] = command;
    return [...rest, ["move", x, y, last[3] + dx, last[4] + dy, held]];
  }
  return last && replaces(command, last) ? [...rest, command] : [...waiting, command];
}
