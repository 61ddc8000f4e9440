// Ask your code the cases of `playground cases ray_circle -o cases.jsonl`.
// node read_cases.mjs cases.jsonl: it says how many verdicts are wrong, by category.
import { readFileSync } from "node:fs";

// Put your code here; whether the ray hits the disc.
function yours({ origin, direction: [dx, dy], center, radius }) {
  const mx = center[0] - origin[0], my = center[1] - origin[1];
  const off = mx * dy - my * dx;
  if (mx * mx + my * my <= radius * radius) return true;
  return mx * dx + my * dy >= 0 && off * off <= radius * radius * (dx * dx + dy * dy);
}

const counts = new Map();
for (const line of readFileSync(process.argv[2], "utf8").split("\n")) {
  if (!line) continue;
  const { version, category, arguments: given, hit, gap } = JSON.parse(line);
  if (version !== 3) throw new Error("these cases are of another version");
  const size = Math.max(...[...given.origin, ...given.center, given.radius].map(Math.abs));
  if (Math.abs(gap) < 1e-9 * size) continue; // not where your code decides exactly
  const count = counts.get(category) ?? { asked: 0, wrong: 0 };
  count.asked += 1;
  count.wrong += yours(given) !== hit;
  counts.set(category, count);
}
for (const [category, { asked, wrong }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${category}: ${wrong} of ${asked} wrong`);
