"""Balls and capsules in space: visibility, screen bounds, shadows."""

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.render.instance_format import Array, Point
from playground.render.lighting import NEAR_DISTANCE
from playground.render.space_painter import EyePoint, SpacePainter
from playground.render.theme import RGBA
from playground.scene.primitives import Capsule, Primitive, Sphere

_MAX_SOLIDS = 48
# Above this many radii a solid's shadow is too faint to draw.
_MAX_SHADOW_HEIGHT_RADII = 6.0
_CIRCLE_ANGLES = np.linspace(0.0, math.tau, 64, endpoint=False)
# Points spread over the unit disc, too dense for a label to fit between them on a large
# ball, and the corners of a square around it.
_DISC_SAMPLES = np.concatenate(
    [
        share * np.stack([np.cos(_CIRCLE_ANGLES), np.sin(_CIRCLE_ANGLES)], axis=-1)
        for share in np.linspace(0.0, 1.0, 15)[1:]
    ]
)
_SQUARE_CORNERS = ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0))


@dataclass(frozen=True)
class Solid:
    """A capsule in eye coordinates, in units of the camera's distance.

    A ball has equal ends `a` and `b`.
    """

    a: EyePoint
    b: EyePoint
    radius: float
    colour: RGBA

    @property
    def is_capsule(self) -> bool:
        """True unless it is a ball."""
        return self.a != self.b

    def point_at(self, share: float) -> EyePoint:
        """Return the axis point at fraction `share`, 0 to 1, from `a` to `b`."""
        (ax, ay, az), (bx, by, bz) = self.a, self.b
        return ax + share * (bx - ax), ay + share * (by - ay), az + share * (bz - az)


def collect_solids(space: SpacePainter, records: Iterable[Primitive]) -> list[Solid]:
    """Return the nearest 48 visible balls and capsules, far ones first."""
    solids = [_make_solid(space, r) for r in records if isinstance(r, Sphere | Capsule)]
    visible_solids = [s for s in solids if _is_in_sight(s)]
    nearest = sorted(visible_solids, key=_eye_distance)[:_MAX_SOLIDS]
    return nearest[::-1]


def _make_solid(space: SpacePainter, record: Sphere | Capsule) -> Solid:
    if isinstance(record, Sphere):
        a = b = space.to_eye_point(record.center)
    else:
        a, b = space.to_eye_point(record.a), space.to_eye_point(record.b)
    return Solid(a, b, record.radius / space.camera.distance, space.colour(record))


def _is_in_sight(solid: Solid) -> bool:
    nearest = min(-solid.a[2], -solid.b[2]) - solid.radius
    return solid.radius > 0 and nearest > NEAR_DISTANCE / 2


def _eye_distance(solid: Solid) -> float:
    return math.hypot(*solid.point_at(0.5))


def screen_bounds(
    solid: Solid, focal: float
) -> tuple[tuple[float, float, float, float], Point]:
    """Return the oriented bounding box of a solid on screen.

    `focal` is the focal length in physical pixels, as all pixels here.

    Returns
    -------
    box : tuple of float
        Left, bottom, right and top in pixels along the box's own axes.
    direction : tuple of float
        The unit vector of the box's first axis, along the capsule, which makes the box
        of a slanting capsule narrow.
    """
    a, b = solid.a, solid.b
    way = b[0] / -b[2] - a[0] / -a[2], b[1] / -b[2] - a[1] / -a[2]
    size = math.hypot(*way)
    cos, sin = (way[0] / size, way[1] / size) if size > 1e-9 else (1.0, 0.0)
    near, two = (
        _ball_bounds((cos * x + sin * y, cos * y - sin * x, z), solid.radius)
        for x, y, z in (a, b)
    )
    left_edge, bottom = (min(near[i], two[i]) * focal - 2.0 for i in (0, 1))
    right, top = (max(near[i], two[i]) * focal + 2.0 for i in (2, 3))
    return (left_edge, bottom, right, top), (cos, sin)


def sample_solids(found: Iterable[Solid], focal: float) -> Array:
    """Return points `(n, 2)` in pixels, spread over the area that solids cover.

    `focal` is the focal length in pixels; the points are from the view's centre, y up.
    """
    boxes = [
        _ball_bounds(solid.point_at(share), solid.radius)
        for solid in found
        for share in ((0.0, 0.25, 0.5, 0.75, 1.0) if solid.is_capsule else (0.0,))
    ]
    sides = np.array(boxes).reshape(-1, 1, 2, 2)
    middle, half = sides.mean(axis=2), (sides[:, :, 1] - sides[:, :, 0]) / 2
    return np.asarray((middle + half * _DISC_SAMPLES) * focal).reshape(-1, 2)


def _ball_bounds(
    center: Sequence[float], radius: float
) -> tuple[float, float, float, float]:
    """Return the exact slopes (left, bottom, right, top) of a ball's tangents.

    `center` and `radius` are in eye coordinates. In the plane of the eye's z and one
    axis, the tangents to the ball's circle deviate from the direction of its centre by
    the angle whose sine is radius over distance.
    """
    limits = []
    for axis in (0, 1):
        distance = math.hypot(center[axis], center[2])
        middle = math.atan2(center[axis], -center[2])
        spread = math.asin(min(radius / distance, 1.0))
        limits.append(
            (
                math.tan(max(middle - spread, -1.55)),
                math.tan(min(middle + spread, 1.55)),
            )
        )
    (left_edge, right), (bottom, top) = limits
    return left_edge, bottom, right, top


def find_cutters(found: Sequence[Solid]) -> NDArray[np.int32]:
    """Return up to four opaque solids that may intersect each solid: int32 (n, 4).

    They are indices in `found`; unused entries are -1.
    """
    result = np.full((len(found), 4), -1, dtype=np.int32)
    for i, solid in enumerate(found):
        near = [
            j
            for j, other in enumerate(found)
            if j != i and other.colour[3] >= 1 and _may_touch(solid, other)
        ][-4:]
        result[i, : len(near)] = near
    return result


def _may_touch(one: Solid, two: Solid) -> bool:
    reach = one.radius + two.radius
    reach += (math.dist(one.a, one.b) + math.dist(two.a, two.b)) / 2
    return math.dist(one.point_at(0.5), two.point_at(0.5)) < reach


def shadow_radius(space: SpacePainter, solid: Solid) -> float:
    """Return the radius of a solid's shadow on the floor, 0 for none, in eye units."""
    ends = _height_above_floor(space, solid.a), _height_above_floor(space, solid.b)
    low, high = min(ends), max(ends)
    if high <= 0 or low > _MAX_SHADOW_HEIGHT_RADII * solid.radius:
        return 0.0
    return 2.2 * max(min(high, _MAX_SHADOW_HEIGHT_RADII * solid.radius), solid.radius)


def _height_above_floor(space: SpacePainter, at: EyePoint) -> float:
    """Return the height of an eye point above the floor, in eye units."""
    height = space.camera.eye_and_axes[0][1] / space.camera.distance
    x, y, z = space.camera.world_axes[1]
    return height + (at[0] * x + at[1] * y + at[2] * z)


def shadow_bounds(
    space: SpacePainter, solid: Solid, reach: float
) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a solid's shadow on screen, in pixels.

    `reach` is from `shadow_radius`. It is the whole view if a part is behind the eye.
    """
    x_axis, y_axis, z_axis = space.camera.world_axes
    corners = []
    for end in (solid.a, solid.b):
        height = _height_above_floor(space, end)
        foot = [x - height * y for x, y in zip(end, y_axis, strict=True)]
        corners += [
            [
                f + reach * (i * x + k * z)
                for f, x, z in zip(foot, x_axis, z_axis, strict=True)
            ]
            for i, k in _SQUARE_CORNERS
        ]
    if any(-z <= NEAR_DISTANCE for _, _, z in corners):
        wide, tall = space.buffer.box
        return -wide, -tall, wide, tall
    xs = [x / -z * space.focal for x, _, z in corners]
    upward = [y / -z * space.focal for _, y, z in corners]
    return min(xs), min(upward), max(xs), max(upward)
