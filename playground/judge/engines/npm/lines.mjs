// Engines of npm, asked as the judge asks any program: a line of JSON in, a line out.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

/** Import a file of a package, of the working folder's or NODE_PATH's; and its version. */
export async function imported(name, file) {
  const paths = createRequire(join(process.cwd(), "_")).resolve.paths(name);
  const found = paths.map((path) => join(path, name)).find(existsSync);
  if (!found) throw new Error(`no package ${name}: npm install ${name}`);
  const { version } = JSON.parse(readFileSync(join(found, "package.json"), "utf8"));
  return { version, library: await import(pathToFileURL(join(found, file))) };
}

/** Answer each line with what the function of that name says; first tell the version. */
export function answer(version, functions, name = process.argv[2]) {
  const say = (what) => process.stdout.write(`${JSON.stringify(what)}\n`);
  // Who asks for any of them names it in each question, and is told the version.
  if (!name) say({ version });
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { function: asked = name, ...given } = JSON.parse(line);
    try {
      say(functions[asked](given));
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
