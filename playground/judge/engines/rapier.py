"""Adapter of Rapier: scene queries of its Python package, in 3D.

Planar figures lie in the plane z = 0: a circle is a ball, a rectangle a box as deep as
it is wide. The functions take the arguments of the core's functions of their names.
"""

from math import hypot
from typing import Any

import rapier3d

from playground.judge.engines.contracts import Pair, Triple, scale_past_circle

VERSION = rapier3d.__version__
_Shape = rapier3d.SharedShape
_MISS: dict[str, Any] = {"hit": False}


def ray_circle(
    origin: Pair, direction: Pair, center: Pair, radius: float
) -> dict[str, Any]:
    """Cast a ray at a hollow ball.

    Returns
    -------
    dict
        "hit", for a hit also "t", and unless the radius is 0 "normal".
    """
    # Rapier limits the time, but not the length of the direction.
    reach = scale_past_circle(origin, direction, center, radius)
    ray = rapier3d.Ray(_in_space(origin), _in_space(_scale_vector(direction, reach)))
    world = _world(rapier3d.Collider.ball(radius).translation(_in_space(center)))
    result = world.query_pipeline.cast_ray_and_get_normal(ray, 1.0, solid=False)
    if result is None:
        return _MISS
    _, hit = result
    answer = {"hit": True, "t": hit.toi * reach}
    if radius == 0.0:  # no normal at a point
        return answer
    place, (nx, ny) = ray.point_at(hit.toi), _to_pair(hit.normal)
    # From inside a hollow ball the normal points inwards.
    is_inside = (place.x - center[0]) * nx + (place.y - center[1]) * ny < 0.0
    return answer | {"normal": (-nx, -ny) if is_inside else (nx, ny)}


def circle_rect(
    center: Pair,
    radius: float,
    rect_center: Pair,
    half_extents: Pair,
    angle: float,
    pivot: Pair | None = None,
) -> bool:
    """Return whether a ball intersects the box, turned by `angle` in radians."""
    turn_center = pivot or rect_center
    body = rapier3d.RigidBody.fixed().translation(_in_space(turn_center))
    w, h = half_extents
    offset = rect_center[0] - turn_center[0], rect_center[1] - turn_center[1]
    box = rapier3d.Collider.cuboid(w, h, max(w, h)).translation(_in_space(offset))
    world = _world(box, body.rotation((0.0, 0.0, angle)))
    return _overlaps(world, _in_space(center), radius)


def swept_sphere_line(
    start: Triple,
    end: Triple,
    radius: float,
    line_point: Triple,
    line_direction: Triple,
) -> dict[str, Any]:
    """Cast a ball at a segment that is long enough to stand for the line.

    Returns
    -------
    dict
        "hit", and for a hit "t" in [0, 1]; without motion whether they overlap.
    """
    way = _difference(start, end)
    reach = hypot(*_difference(line_point, start)) + hypot(*way) + radius
    part = reach / hypot(*line_direction)
    ends = (
        _point_along(line_point, line_direction, sign * part) for sign in (-1.0, 1.0)
    )
    return _cast(_world(rapier3d.Collider.segment(*ends)), start, way, radius)


def sweep_ball_block(
    center: Pair, radius: float, velocity: Pair, rect_min: Pair, rect_max: Pair
) -> dict[str, Any]:
    """Cast a moving ball at a box.

    Returns
    -------
    dict
        "hit", and for a hit "t" in [0, 1]; without motion whether they overlap.
    """
    (x0, y0), (x1, y1) = rect_min, rect_max
    w, h = (x1 - x0) / 2, (y1 - y0) / 2
    box = rapier3d.Collider.cuboid(w, h, max(w, h))
    world = _world(box.translation(((x0 + x1) / 2, (y0 + y1) / 2, 0.0)))
    return _cast(world, _in_space(center), _in_space(velocity), radius)


def _overlaps(world: Any, center: Triple, radius: float) -> bool:
    overlaps: list[Any] = []
    place = rapier3d.Isometry3.from_translation(*center)
    ball = _Shape.ball(radius)
    world.query_pipeline.intersect_shape(place, ball, lambda at: overlaps.append(at))
    return bool(overlaps)


def _cast(world: Any, center: Triple, way: Triple, radius: float) -> dict[str, Any]:
    if not any(way):  # a cast without motion never hits
        return {"hit": True, "t": 0.0} if _overlaps(world, center, radius) else _MISS
    place = rapier3d.Isometry3.from_translation(*center)
    options = rapier3d.ShapeCastOptions(max_time_of_impact=1.0)
    result = world.query_pipeline.cast_shape(place, way, _Shape.ball(radius), options)
    if result is None:
        return _MISS
    _, hit = result
    return {"hit": True, "t": hit.time_of_impact}


def _world(collider: Any, body: Any = None) -> Any:
    world = rapier3d.PhysicsWorld()
    if body is None:
        world.add_collider(collider)
    else:
        world.add_body(body, [collider])
    world.update_query_pipeline()
    return world


def _in_space(place: Pair) -> Triple:
    return *place, 0.0


def _point_along(start: Triple, way: Triple, times: float) -> Triple:
    x, y, z = (a + times * b for a, b in zip(start, way, strict=True))
    return x, y, z


def _difference(start: Triple, end: Triple) -> Triple:
    x, y, z = (b - a for a, b in zip(start, end, strict=True))
    return x, y, z


def _scale_vector(way: Pair, by: float) -> Pair:
    return by * way[0], by * way[1]


def _to_pair(vector: Any) -> Pair:
    return vector.x, vector.y
