// Jolt, as WebAssembly: queries of a transformed shape, as its narrow phase asks them.
//
// It is of solids in space. What is flat lies in the plane z = 0: a circle is a sphere,
// a rectangle is a box as deep as it is wide.

import { answer, imported, pastCircle } from "./lines.mjs";

const file = "dist/jolt-physics.wasm-compat.js";
const { version, library } = await imported("jolt-physics", file);
const Jolt = await library.default();
registered();
const target = new Jolt.TransformedShape();
const unscaled = new Jolt.Vec3(1, 1, 1);
const world = new Jolt.RVec3(0, 0, 0);
const everything = new Jolt.ShapeFilter();

function rayCircle(given) {
  const { origin: [x, y], direction: [dx, dy], center, radius } = given;
  const reach = pastCircle(given);
  put(new Jolt.SphereShape(radius), center);
  const t = cast([x, y, 0], [reach * dx, reach * dy, 0]);
  return t === null ? null : t * reach;
}

// The ball's centre hits the line with the ball's radius, a capsule that is long enough.
function sweptSphereLine({ start, end, radius, line_point, line_direction }) {
  const way = end.map((x, i) => x - start[i]);
  const off = start.map((x, i) => x - line_point[i]);
  const reach = Math.hypot(...off) + Math.hypot(...way) + radius;
  put(new Jolt.CapsuleShape(reach, radius), line_point, fromY(line_direction));
  return cast(start, way);
}

function circleRect({ center, radius, rect_center, half_extents, angle, pivot }) {
  const about = pivot ?? rect_center;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [x, y] = [rect_center[0] - about[0], rect_center[1] - about[1]];
  const middle = [about[0] + c * x - s * y, about[1] + s * x + c * y];
  const turn = new Jolt.Quat(0, 0, Math.sin(angle / 2), Math.cos(angle / 2));
  put(box(half_extents, radius), middle, turn);
  return withBall(center, radius, (ball, place) => {
    const found = new Jolt.CollideShapeAnyHitCollisionCollector();
    const settings = new Jolt.CollideShapeSettings();
    target.CollideShape(ball, unscaled, place, settings, world, found, everything);
    const hit = found.HadHit();
    freed(found, settings);
    return hit;
  });
}

function sweepBallBlock({ center, radius, velocity, rect_min, rect_max }) {
  const [x0, y0] = rect_min, [x1, y1] = rect_max;
  put(box([(x1 - x0) / 2, (y1 - y0) / 2], radius), [(x0 + x1) / 2, (y0 + y1) / 2]);
  return withBall(center, radius, (ball, place) => {
    const way = new Jolt.Vec3(...velocity, 0);
    const sweep = new Jolt.RShapeCast(ball, unscaled, place, way);
    const found = new Jolt.CastShapeClosestHitCollisionCollector();
    const settings = new Jolt.ShapeCastSettings();
    // What starts inside and moves out is told with back faces only.
    settings.mBackFaceModeConvex = Jolt.EBackFaceMode_CollideWithBackFaces;
    target.CastShape(sweep, settings, world, found, everything);
    const t = found.HadHit() ? found.mHit.mFraction : null;
    freed(found, settings, sweep, way);
    return t;
  });
}

function box([w, h], radius) {
  const half = new Jolt.Vec3(w, h, Math.max(w, h, radius));
  const shape = new Jolt.BoxShape(half, 0); // its convex radius: corners are sharp
  freed(half);
  return shape;
}

/** Make it the shape that is asked; that before it goes. */
function put(shape, [x, y, z = 0], turn = new Jolt.Quat(0, 0, 0, 1)) {
  const place = new Jolt.RVec3(x, y, z);
  target.mShape = shape;
  target.mShapePositionCOM = place;
  target.mShapeRotation = turn;
  freed(place, turn);
}

/** Return the fraction of the way at which the ray hits; null if it does not. */
function cast(origin, way) {
  const ends = [new Jolt.RVec3(...origin), new Jolt.Vec3(...way)];
  const ray = new Jolt.RRayCast(...ends);
  const found = new Jolt.RayCastResult(); // it begins with a fraction just above 1
  target.CastRay(ray, found);
  const t = found.mFraction;
  freed(found, ray, ...ends);
  return t <= 1 ? t : null;
}

function withBall([x, y], radius, ask) {
  const ball = new Jolt.SphereShape(radius);
  ball.AddRef();
  const center = new Jolt.RVec3(x, y, 0);
  // What the library returns by value it keeps, and gives again at the next call.
  const answered = ask(ball, Jolt.RMat44.prototype.sTranslation(center));
  freed(center);
  ball.Release();
  return answered;
}

/** Return the turn from the y axis, along which a capsule lies. */
function fromY(direction) {
  const length = Math.hypot(...direction);
  const [x, y, z] = direction.map((c) => c / length);
  if (y <= -1) return new Jolt.Quat(1, 0, 0, 0);
  const scale = 1 / Math.hypot(1 + y, x, z);
  return new Jolt.Quat(z * scale, 0, -x * scale, (1 + y) * scale);
}

/** A physics system makes the library know which shapes can be asked of which. */
function registered() {
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  settings.mObjectLayerPairFilter = new Jolt.ObjectLayerPairFilterTable(1);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers, 1, settings.mObjectLayerPairFilter, 1);
  new Jolt.JoltInterface(settings);
}

function freed(...things) {
  things.forEach((thing) => Jolt.destroy(thing));
}

answer(`jolt-physics ${version}`, {
  ray_circle: rayCircle,
  circle_rect: circleRect,
  swept_sphere_line: sweptSphereLine,
  sweep_ball_block: sweepBallBlock,
});
