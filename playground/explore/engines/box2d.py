"""Box2D 2.3: a ray cast of a shape, the test of overlap, the time of impact."""

from typing import Any

import Box2D

from playground.explore.engines import Pair
from playground.explore.engines.far_ends import along, past_circle

NAME = "Box2D"
VERSION = Box2D.__version__
NUMBERS = "float32"
TOLERANCE = (
    "polygons have a skin of 0.01; at its time of impact shapes overlap by 0.005, "
    "a quarter of that less or more"
)
SLOP = {"circle_rect": 0.01, "sweep_ball_block": 0.00625}
# Its manual, Ray Cast: no hit will register if the ray starts inside a convex shape.
EXCUSED = {"ray_circle": ("start_inside",)}


def ray_circle(
    origin: Pair, direction: Pair, center: Pair, radius: float
) -> dict[str, Any]:
    """Return what a ray cast at a circle shape finds."""
    reach = past_circle(origin, direction, center, radius)
    shape = Box2D.b2CircleShape(radius=radius)
    ray = Box2D.b2RayCastInput(
        p1=origin, p2=along(origin, direction, reach), maxFraction=1.0
    )
    found = Box2D.b2RayCastOutput()
    if not shape.RayCast(found, ray, _at(center), 0):
        return {"hit": False}
    return {"hit": True, "t": found.fraction * reach, "normal": tuple(found.normal)}


def circle_rect(
    center: Pair,
    radius: float,
    rect_center: Pair,
    half_extents: Pair,
    angle: float,
    pivot: Pair | None = None,
) -> bool:
    """Return whether the shapes overlap."""
    about = pivot or rect_center
    offset = rect_center[0] - about[0], rect_center[1] - about[1]
    rect = Box2D.b2PolygonShape(box=(*half_extents, offset, 0.0))
    circle = Box2D.b2CircleShape(radius=radius)
    return bool(Box2D.b2TestOverlap(rect, 0, circle, 0, _at(about, angle), _at(center)))


def sweep_ball_block(
    center: Pair, radius: float, velocity: Pair, rect_min: Pair, rect_max: Pair
) -> float | None:
    """Return the time of impact.

    Shapes that overlap at the start have none for Box2D: it is 0 by its own answer.
    Where it fails there is no impact, as for its world.
    """
    (x0, y0), (x1, y1) = rect_min, rect_max
    middle = (x0 + x1) / 2, (y0 + y1) / 2
    state, time = Box2D.b2TimeOfImpact(
        shapeA=Box2D.b2PolygonShape(box=((x1 - x0) / 2, (y1 - y0) / 2)),
        shapeB=Box2D.b2CircleShape(radius=radius),
        sweepA=_sweep(middle, middle),
        sweepB=_sweep(center, along(center, velocity, 1.0)),
        tMax=1.0,
    )
    states = Box2D.b2TOIOutput
    return time if state in (states.e_touching, states.e_overlapped) else None


def _at(position: Pair, angle: float = 0.0) -> Any:
    transform = Box2D.b2Transform()
    transform.Set(position, angle)
    return transform


def _sweep(start: Pair, end: Pair) -> Any:
    return Box2D.b2Sweep(c0=start, c=end, a0=0, a=0, alpha0=0, localCenter=(0, 0))
