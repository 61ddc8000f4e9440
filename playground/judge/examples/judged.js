// A program for the judge, which asks it a question a line:
//     playground judge --command "node judged.js" --scene ray_circle
// A function is given its arguments by name, and returns null where nothing is hit,
// true or false, a number, or an object of what the result has by name.
const functions = {
  ray_circle({ origin, direction, center, radius }) {
    const [dx, dy] = direction;
    const mx = center[0] - origin[0], my = center[1] - origin[1];
    const pace = dx * dx + dy * dy, along = mx * dx + my * dy;
    const across = mx * dy - my * dx;
    const rest = radius * radius * pace - across * across;
    if (rest < 0) return null;
    const root = Math.sqrt(rest);
    if (along + root < 0) return null;
    return along < root ? (along + root) / pace : (along - root) / pace;
  },
};

function answer(line) {
  const { function: name, ...given } = JSON.parse(line);
  try {
    const found = functions[name](given);
    // JSON has no NaN; the judge reads it nevertheless.
    return typeof found === "number" ? `${found}` : JSON.stringify(found);
  } catch (error) {
    return JSON.stringify({ error: `${error}` });
  }
}

console.log = console.error; // answers alone go to standard output
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => process.stdout.write(`${answer(line)}\n`));
