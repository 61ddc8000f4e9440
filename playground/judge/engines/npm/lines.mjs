// Engines of npm, asked as the judge asks any program: a line of JSON in, a line out.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
// The judge asks for a line about the engine first.
const begins = process.argv[2] === "hello";

/** Import a file of a package, of the working folder's or NODE_PATH's; and its version. */
export async function imported(name, file) {
  const paths = createRequire(join(process.cwd(), "_")).resolve.paths(name);
  const found = paths.map((path) => join(path, name)).find(existsSync);
  if (!found) {
    const failed = `no package ${name}: npm install ${name}`;
    if (begins) say({ failed, line: 0 });
    throw new Error(failed);
  }
  const { version } = JSON.parse(readFileSync(join(found, "package.json"), "utf8"));
  return { version, library: await import(pathToFileURL(join(found, file))) };
}

/** Answer each line with what the function that it names says. */
export function answer(version, functions) {
  if (begins) say({ takes: null, needs: [], about: { VERSION: version } });
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { function: name, ...given } = JSON.parse(line);
    try {
      say(functions[name](given));
    } catch (error) {
      say({ error: String(error) });
    }
  });
}

/** The least power of two times the direction that leads past the circle, and 1 far. */
export function pastCircle({ origin, direction, center, radius }) {
  const way = Math.hypot(center[0] - origin[0], center[1] - origin[1]) + radius;
  const times = Math.max(way, 1) / Math.hypot(...direction);
  return 2 ** (Math.floor(Math.log2(times)) + 1);
}
