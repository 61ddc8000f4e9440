"""Adapter of coal (formerly hpp-fcl): collisions of solids in 3D, without time.

A moving sphere is the capsule that it sweeps, which tells whether it hits, but not
when. Planar figures lie in the plane z = 0 and cut solids as deep as they are wide.

The functions take the arguments of the core's functions of their names.
"""

from typing import Any

import coal
import numpy as np

from playground.judge.engines.contracts import Pair, Triple

VERSION = coal.__version__
_LARGEST = np.finfo(np.float64).max


def circle_rect(
    center: Pair,
    radius: float,
    rect_center: Pair,
    half_extents: Pair,
    angle: float,
    pivot: Pair | None = None,
) -> dict[str, Any]:
    """Return "hit" and, if coal finds it, "distance" of a box and a sphere.

    The box is turned by `angle`, in radians.
    """
    w, h = half_extents
    box = coal.Box(2.0 * w, 2.0 * h, 2.0 * max(w, h, radius))
    (x, y), (px, py) = rect_center, pivot or rect_center
    turn = coal.Transform3s(_rotation(angle), _in_space((px, py)))
    place = coal.Transform3s(np.eye(3), _in_space((x - px, y - py)))
    return _query_distance(
        box, turn * place, coal.Sphere(radius), _transform_at(center)
    )


def point_ellipse(
    point: Pair, center: Pair, radii: Pair, angle: float
) -> dict[str, Any]:
    """Return "hit" and, if coal finds it, "distance" of an ellipsoid and a point.

    The point is a sphere of radius 0.

    The ellipsoid is turned by `angle`, in radians.
    """
    solid = coal.Ellipsoid(*radii, max(radii))
    place = coal.Transform3s(_rotation(angle), _in_space(center))
    return _query_distance(solid, place, coal.Sphere(0.0), _transform_at(point))


def swept_sphere_line(
    start: Triple,
    end: Triple,
    radius: float,
    line_point: Triple,
    line_direction: Triple,
) -> bool:
    """Return whether the capsules of the sphere's path and of the line collide.

    The line's is long and of radius 0.
    """
    a, b, p = np.array(start), np.array(end), np.array(line_point)
    direction = np.array(line_direction) / np.linalg.norm(line_direction)
    reach = np.linalg.norm(a - p) + np.linalg.norm(b - a) + radius
    line = _capsule(p - reach * direction, p + reach * direction, 0.0)
    return bool(_collide(*_capsule(a, b, radius), *line))


def sweep_ball_block(
    center: Pair, radius: float, velocity: Pair, rect_min: Pair, rect_max: Pair
) -> bool:
    """Return whether the capsule that the ball sweeps and the box collide."""
    (x0, y0), (x1, y1) = rect_min, rect_max
    box = coal.Box(x1 - x0, y1 - y0, 2.0 * max(x1 - x0, y1 - y0, radius))
    start = _in_space(center)
    ball = _capsule(start, start + _in_space(velocity), radius)
    return bool(_collide(*ball, box, _transform_at(((x0 + x1) / 2, (y0 + y1) / 2))))


def _query_distance(
    solid: Any, place: Any, other: Any, other_place: Any
) -> dict[str, Any]:
    result = coal.DistanceResult()
    distance = coal.distance(
        solid, place, other, other_place, coal.DistanceRequest(), result
    )
    answer = {"hit": _collide(solid, place, other, other_place)}
    # This value means that no depth was found.
    has_failed = distance <= -_LARGEST
    return answer if has_failed else answer | {"distance": distance}


def _collide(solid: Any, place: Any, other: Any, other_place: Any) -> bool:
    result = coal.CollisionResult()
    request = coal.CollisionRequest()
    return bool(coal.collide(solid, place, other, other_place, request, result))


def _capsule(start: Any, end: Any, radius: float) -> tuple[Any, Any]:
    """Return the capsule of a segment and its pose."""
    way = end - start
    z = np.array([0.0, 0.0, 1.0])
    turn = (
        coal.Quaternion.FromTwoVectors(z, way) if way.any() else coal.Quaternion(z, z)
    )
    place = coal.Transform3s(turn.toRotationMatrix(), (start + end) / 2)
    return coal.Capsule(radius, float(np.linalg.norm(way))), place


def _rotation(angle: float) -> Any:
    return coal.AngleAxis(angle, np.array([0.0, 0.0, 1.0])).toRotationMatrix()


def _transform_at(place: Pair) -> Any:
    return coal.Transform3s(np.eye(3), _in_space(place))


def _in_space(place: Pair) -> Any:
    return np.array([*place, 0.0])
