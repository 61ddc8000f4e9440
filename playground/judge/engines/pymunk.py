"""Adapter of pymunk (Chipmunk2D): segment and shape queries of a space.

The functions take the arguments of the core's functions of their names.
"""

from typing import Any

import pymunk

from playground.judge.engines.contracts import Pair, point_along, scale_past_circle

VERSION = pymunk.version


def ray_circle(
    origin: Pair, direction: Pair, center: Pair, radius: float
) -> dict[str, Any]:
    """Return the first hit of a segment that ends beyond the circle.

    Returns
    -------
    dict
        "hit", for a hit also "t", and unless t is 0 "point" and "normal".
    """
    reach = scale_past_circle(origin, direction, center, radius)
    space = pymunk.Space()
    space.add(pymunk.Circle(space.static_body, radius, center))
    end = point_along(origin, direction, reach)
    return _find_first_hit(space, origin, end, 0.0, "point", reach)


def circle_rect(
    center: Pair,
    radius: float,
    rect_center: Pair,
    half_extents: Pair,
    angle: float,
    pivot: Pair | None = None,
) -> bool:
    """Return whether a shape query with the circle finds the rectangle.

    It is turned by `angle`, in radians, about `pivot`, by default its centre.

    The rectangle is turned by `angle`, in radians.
    """
    turn_center = pivot or rect_center
    body = pymunk.Body(body_type=pymunk.Body.STATIC)
    body.position, body.angle = turn_center, angle
    x, y = rect_center[0] - turn_center[0], rect_center[1] - turn_center[1]
    w, h = half_extents
    space = pymunk.Space()
    space.add(body, _box(body, (x - w, y - h), (x + w, y + h)))
    mover = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
    mover.position = center
    return bool(space.shape_query(pymunk.Circle(mover, radius)))


def sweep_ball_block(
    center: Pair, radius: float, velocity: Pair, rect_min: Pair, rect_max: Pair
) -> dict[str, Any]:
    """Return the first hit of a segment query as thick as the ball.

    Returns
    -------
    dict
        "hit", for a hit also "t" in [0, 1], and unless t is 0 "contact" and "normal".
    """
    space = pymunk.Space()
    space.add(_box(space.static_body, rect_min, rect_max))
    return _find_first_hit(
        space, center, point_along(center, velocity, 1.0), radius, "contact", 1.0
    )


def _box(body: Any, low: Pair, high: Pair) -> Any:
    """Return a rectangle; one without width or height is a segment."""
    (x0, y0), (x1, y1) = low, high
    if x0 == x1 or y0 == y1:
        return pymunk.Segment(body, low, high, 0.0)
    return pymunk.Poly(body, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _find_first_hit(
    space: Any, start: Pair, end: Pair, radius: float, place: str, reach: float
) -> dict[str, Any]:
    """Return the first hit of a segment query; `place` names the field of its point.

    `reach` is the time at the end of the segment.
    """
    hit = space.segment_query_first(start, end, radius, pymunk.ShapeFilter())
    if hit is None:
        return {"hit": False}
    answer = {"hit": True, "t": hit.alpha * reach}
    if hit.alpha == 0.0:  # the normal is zero, and the point is the segment's end
        return answer
    return answer | {place: tuple(hit.point), "normal": tuple(hit.normal)}
