// Functions of yours for the judge of Geometry Playground:
//     @judge@
// Each is given numbers and arrays of numbers, angles in radians. It returns null where
// nothing is hit, true or false, a number, or an object of what the result has by name;
// what it throws is told. What it prints by console.log goes to standard error.
@each

// A number is @number@; the names are hit, @names@.
function @name@(@takes@) {
@body
  throw new Error("@function@ is not written yet");
@end
}
@end
@with ray_circle

// The sample decides by exact sums of products: it is right to the last bit, unless
// they underflow. A sum is an array of numbers of which none overlap, the largest
// last.
function sum(...products) {
  let parts = [];
  const add = (x) => {
    const smaller = [];
    for (const y of parts) {
      const whole = x + y, part = whole - x, rest = x - (whole - part) + (y - part);
      if (rest) smaller.push(rest);
      x = whole;
    }
    parts = [...smaller, x];
  };
  for (const [a, b] of products)
    for (const x of [a].flat())
      for (const y of [b].flat()) {
        const whole = x * y, [p, q] = halves(x), [r, s] = halves(y);
        add(q * s - (whole - p * r - q * r - p * s));
        add(whole);
      }
  return parts;
}

function halves(x) {
  const large = 134217729 * x, high = large - (large - x);
  return [high, x - high];
}

const total = (parts) => parts.reduce((x, y) => x + y, 0);
@end
@sample ray_circle
  const [dx, dy] = direction;
  const mx = sum([center[0], 1], [origin[0], -1]);
  const my = sum([center[1], 1], [origin[1], -1]);
  const across = sum([my, dx], [mx, -dy]), pace = sum([dx, dx], [dy, dy]);
  const along = total(sum([mx, dx], [my, dy]));
  const power = total(sum([mx, mx], [my, my], [radius, -radius]));
  const rest = total(
    sum([sum([radius, radius]), pace], [across, sum([across, -1])]));
  if (rest < 0 || (power > 0 && along < 0)) return null;
  const far = Math.abs(along) + Math.sqrt(rest);
  if (power < 0 && along > 0) return far / total(pace);
  return power === 0 ? 0 : Math.abs(power) / far;
@end

// From here on nothing is yours: lines are read and answered.
function text(answer) {
  if (typeof answer === "number") return Object.is(answer, -0) ? "-0" : `${answer}`;
  if (Array.isArray(answer) || ArrayBuffer.isView(answer))
    return `[${Array.from(answer, text)}]`;
  if (answer === null || typeof answer !== "object")
    return JSON.stringify(answer ?? null);
  const named = Object.entries(answer);
  return `{${named.map(([name, x]) => `${JSON.stringify(name)}: ${text(x)}`)}}`;
}

function asked(q) {
@each
  if (q.function === "@function@")
    return @name@(@asks@);
@end
  throw new Error(`there is no function ${q.function} here`);
}

function answered(line) {
  try {
    return text(asked(JSON.parse(line)));
  } catch (error) {
    return JSON.stringify({ error: String(error) });
  }
}

console.log = console.error;
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(`${answered(line)}\n`));
