// planck: a ray cast of a shape, the test of overlap, the time of impact.

import { answer, imported, pastCircle } from "./lines.mjs";

const { version, library } = await imported("planck", "dist/planck.mjs");
const { Box, Circle, Rot, Sweep, TOIInput, TOIOutput, TimeOfImpact, Transform, Vec2 } =
  library;

function rayCircle(given) {
  const { origin: [x, y], direction: [dx, dy], center, radius } = given;
  const reach = pastCircle(given);
  const ray = { p1: Vec2(x, y), p2: Vec2(x + reach * dx, y + reach * dy), maxFraction: 1 };
  const found = {};
  const shape = Circle(Vec2(0, 0), radius);
  if (!shape.rayCast(found, ray, placed(center), 0)) return { hit: false };
  const { fraction, normal } = found;
  return { hit: true, t: fraction * reach, normal: [normal.x, normal.y] };
}

function circleRect({ center, radius, rect_center, half_extents, angle, pivot }) {
  const about = pivot ?? rect_center;
  const offset = Vec2(rect_center[0] - about[0], rect_center[1] - about[1]);
  const box = Box(...half_extents, offset, 0);
  const circle = Circle(Vec2(0, 0), radius);
  return library.testOverlap(box, 0, circle, 0, placed(about, angle), placed(center));
}

// Shapes that overlap at the start have no time of impact: it is 0 by its own answer.
// Where it fails there is no impact, as for its world.
function sweepBallBlock({ center, radius, velocity, rect_min, rect_max }) {
  const [x0, y0] = rect_min, [x1, y1] = rect_max;
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  const input = new TOIInput(), output = new TOIOutput();
  input.proxyA.set(Box((x1 - x0) / 2, (y1 - y0) / 2), 0);
  input.proxyB.set(Circle(Vec2(0, 0), radius), 0);
  Object.assign(input.sweepA, sweep(middle, middle));
  Object.assign(input.sweepB, sweep(center, center.map((x, i) => x + velocity[i])));
  input.tMax = 1;
  TimeOfImpact(output, input);
  const [touching, overlapped] = [3, 2];
  return [touching, overlapped].includes(output.state) ? output.t : null;
}

function placed([x, y], angle = 0) {
  return new Transform(Vec2(x, y), angle);
}

function sweep([x0, y0], [x1, y1]) {
  return { c0: Vec2(x0, y0), c: Vec2(x1, y1) };
}

answer(version, {
  ray_circle: rayCircle,
  circle_rect: circleRect,
  sweep_ball_block: sweepBallBlock,
});
