// node ray_circle.js
const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { origin, direction: [dx, dy], center, radius } = JSON.parse(line);
  const mx = center[0] - origin[0], my = center[1] - origin[1];
  const along = mx * dx + my * dy, across = dx * my - dy * mx;
  const pace = dx * dx + dy * dy, power = mx * mx + my * my - radius * radius;
  const rest = radius * radius * pace - across * across;
  let t = null;
  if (rest >= 0 && !(power > 0 && along < 0)) {
    const far = Math.abs(along) + Math.sqrt(rest);
    t = power < 0 && along > 0 ? far / pace : power && Math.abs(power) / far;
  }
  console.log(JSON.stringify(t));
});
