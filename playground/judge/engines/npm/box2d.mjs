// Box2D 3, as WebAssembly: queries of a world.

import { answer, imported, pastCircle } from "./lines.mjs";

// Without threads, which no query needs.
const file = "build/dist/es/compat/Box2D.compat.mjs";
const { version, library } = await imported("box2d3-wasm", file);
const b2 = await library.default();
const world = b2.b2CreateWorld(b2.b2DefaultWorldDef());
const everything = b2.b2DefaultQueryFilter();

function rayCircle(given) {
  const { origin, direction: [dx, dy], center, radius } = given;
  const reach = pastCircle(given);
  const circle = Object.assign(new b2.b2Circle(), { radius });
  return besideBody(center, 0, b2.b2CreateCircleShape, circle, () => {
    const way = vector([reach * dx, reach * dy]);
    const found = b2.b2World_CastRayClosest(world, vector(origin), way, everything);
    const { hit, fraction, point, normal } = found;
    return hit
      ? { hit, t: fraction * reach, point: numbers(point), normal: numbers(normal) }
      : { hit };
  });
}

function circleRect({ center, radius, rect_center, half_extents, angle, pivot }) {
  const about = pivot ?? rect_center;
  const offset = vector([rect_center[0] - about[0], rect_center[1] - about[1]]);
  const box = b2.b2MakeOffsetBox(...half_extents, offset, b2.b2MakeRot(0));
  return besideBody(about, angle, b2.b2CreatePolygonShape, box, () => {
    let hit = false;
    b2.b2World_OverlapShape(world, ball(center, radius), everything, () => {
      hit = true;
      return false; // it looks no further
    });
    return hit;
  });
}

function sweepBallBlock({ center, radius, velocity, rect_min, rect_max }) {
  const [x0, y0] = rect_min, [x1, y1] = rect_max;
  const box = b2.b2MakeBox((x1 - x0) / 2, (y1 - y0) / 2);
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  return besideBody(middle, 0, b2.b2CreatePolygonShape, box, () => {
    let found = { hit: false };
    const take = ({ fraction, point, normal }) => {
      found = { hit: true, t: fraction };
      // Of shapes that overlap at the start it tells no more.
      if (fraction) {
        Object.assign(found, { contact: numbers(point), normal: numbers(normal) });
      }
      return fraction;
    };
    b2.b2World_CastShape(world, ball(center, radius), vector(velocity), everything, take);
    return found;
  });
}

/** Return what the query says while there is a body of that shape in the world. */
function besideBody(place, angle, create, shape, query) {
  const def = b2.b2DefaultBodyDef();
  def.position = vector(place);
  // Its own b2MakeRot is off by up to 0.0017.
  def.rotation = Object.assign(new b2.b2Rot(), { c: Math.cos(angle), s: Math.sin(angle) });
  const body = b2.b2CreateBody(world, def);
  try {
    create(body, b2.b2DefaultShapeDef(), shape);
    return query();
  } finally {
    b2.b2DestroyBody(body);
  }
}

function ball(center, radius) {
  const proxy = Object.assign(new b2.b2ShapeProxy(), { count: 1, radius });
  proxy.setPoint(0, vector(center));
  return proxy;
}

function vector([x, y]) {
  return new b2.b2Vec2(x, y);
}

function numbers({ x, y }) {
  return [x, y];
}

answer(`3, box2d3-wasm ${version}`, {
  ray_circle: rayCircle,
  circle_rect: circleRect,
  sweep_ball_block: sweepBallBlock,
});
