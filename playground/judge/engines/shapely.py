"""Adapter of shapely (GEOS): whether geometries come within a distance of each other.

It has neither rays nor times: a moving point is the segment of its path, which tells
whether it hits. A circle is its center and a distance, since shapely's is a polygon.

The functions take the arguments of the core's functions of their names.
"""

import shapely
from shapely import affinity

from playground.judge.engines.contracts import Pair, point_along, scale_past_circle

VERSION = f"{shapely.__version__}, GEOS {shapely.geos_version_string}"


def ray_circle(origin: Pair, direction: Pair, center: Pair, radius: float) -> bool:
    """Return whether a segment that ends beyond the circle comes within the radius."""
    end = point_along(
        origin, direction, scale_past_circle(origin, direction, center, radius)
    )
    path = shapely.LineString([origin, end])
    return bool(shapely.dwithin(path, shapely.Point(center), radius))


def circle_rect(
    center: Pair,
    radius: float,
    rect_center: Pair,
    half_extents: Pair,
    angle: float,
    pivot: Pair | None = None,
) -> bool:
    """Return whether the box is within the radius of the center.

    It is turned by `angle`, in radians.
    """
    (x, y), (w, h) = rect_center, half_extents
    box = affinity.rotate(
        shapely.box(x - w, y - h, x + w, y + h),
        angle,
        origin=pivot or rect_center,
        use_radians=True,
    )
    return bool(shapely.dwithin(box, shapely.Point(center), radius))


def sweep_ball_block(
    center: Pair, radius: float, velocity: Pair, rect_min: Pair, rect_max: Pair
) -> bool:
    """Return whether the path of the center comes within the radius of the box."""
    path = shapely.LineString([center, point_along(center, velocity, 1.0)])
    return bool(shapely.dwithin(path, shapely.box(*rect_min, *rect_max), radius))
