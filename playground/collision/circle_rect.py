"""Disc against rotated rectangle: whether they touch, how far apart, and where.

After article 2, "circle and rectangle (with an angle)". The idea is the article's:
take the turn out of the rectangle by turning the circle's centre back about the same
pivot, then solve the upright problem. Where the article tests six regions one by one,
here one clamp answers: the rectangle's point closest to the centre is the centre
clamped to it (Ericson, *Real-Time Collision Detection*, 5.1.4 and 5.2.5), which also
gives the distance and the normal.
"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.exact import (
    UNDERFLOW,
    BoolArray,
    integers,
    replaced,
)
from playground.collision.numeric import (
    Array,
    Result,
    check_broadcast,
    excess_exponent,
    largest,
    length,
    non_negative,
    non_negative_vectors,
    parts,
    rotate2,
    turn,
    unit,
    vectors,
)

_CORNER_SIGNS = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


class RectFeature(IntEnum):
    """Where the circle's centre is, hence what the closest point lies on.

    `INSIDE`: the centre is strictly inside and the closest point is on the nearest
    side. `EDGE`: the closest point is between two corners. `CORNER`: it is a corner.
    A centre exactly on the boundary counts as `EDGE` or `CORNER`.
    """

    INSIDE = 0
    EDGE = 1
    CORNER = 2


@dataclass(frozen=True)
class CircleRect(Result):
    """What `circle_rect` found; every field has the batch shape `(...)`.

    A length or coordinate beyond the largest float64 is infinite; nothing is NaN.

    Attributes
    ----------
    hit : bool (...)
        The disc and the solid rectangle share a point; the same as `distance <= 0`.
    distance : float (...)
        From the circle line to the rectangle: the signed distance of the centre from
        the rectangle's boundary (negative inside), less the radius. Positive is the
        gap; negative says how far the disc must move along `normal` to just touch.
    depth : float (...)
        `-distance` when overlapping, otherwise 0.
    closest : float (..., 2)
        The boundary point of the rectangle closest to the circle's centre, in world.
    normal : float (..., 2)
        Unit, world, from the rectangle toward the circle. For a centre inside, out of
        the nearest side; for a centre on the boundary, that side's outward normal or
        the corner's diagonal.
    local_center : float (..., 2)
        The circle's centre in the unrotated frame, the one in which `rect_center` and
        `half_extents` describe the rectangle.
    feature : int (...)
        A `RectFeature`.
    corners : float (..., 4, 2)
        The rotated rectangle's corners in world, counter-clockwise, beginning with the
        unrotated rectangle's lower left.
    cosine, sine : float (...)
        The turn that was used: of the angle, rounded to float64, or as given.
    """

    hit: NDArray[np.bool_]
    distance: Array
    depth: Array
    closest: Array
    normal: Array
    local_center: Array
    feature: NDArray[np.intp]
    corners: Array
    cosine: Array
    sine: Array


@np.errstate(over="ignore")  # a coordinate too large is infinity
def circle_rect(
    center: ArrayLike,
    radius: ArrayLike,
    rect_center: ArrayLike,
    half_extents: ArrayLike,
    angle: ArrayLike | None,
    pivot: ArrayLike | None = None,
    *,
    rotation: ArrayLike | None = None,
    exact: bool = False,
) -> CircleRect:
    """Test a disc against a rectangle that is turned about a pivot.

    All arguments broadcast over their leading axes; one query gives 0-d fields.

    Parameters
    ----------
    center : float (..., 2)
        The circle's centre, world.
    radius : float (...)
        The circle's radius, >= 0; a circle of radius 0 is a point.
    rect_center, half_extents : float (..., 2)
        The unrotated rectangle. A half extent of 0 makes it a segment, two a point.
    angle : float (...)
        Radians counter-clockwise, any number of turns, exactly as given: the float
        nearest to pi is not pi.
    pivot : float (..., 2), optional
        The world point that the rectangle turns about; its own centre by default.
    rotation : float (..., 2), optional
        The turn by its own cosine and sine, used as they are; `angle` is then None.
    exact : bool
        Decide `hit` in whole numbers where the float arithmetic leaves it in doubt.

    Returns
    -------
    CircleRect
        `hit`, `distance`, `depth`, `closest`, `normal`, `local_center`, `feature`,
        `corners`, `cosine` and `sine`.

    Raises
    ------
    ValueError
        Naming the argument: NaN or infinity, a negative radius or half extent, a last
        axis other than 2, shapes that do not broadcast, both or neither of angle and
        rotation, or a rotation that is not 1 long to about seven digits.

    Notes
    -----
    A centre inside and equally far from two sides is sent out of the one across the
    rectangle's own x axis, and to the positive side at the very middle.

    Every length is a sum of subtracted coordinates, so the error is a few units in the
    last place of the largest coordinate difference: a common offset costs nothing.

    With `exact`, `hit` is right to the last bit for the rectangle that `cosine` and
    `sine` give as they are: with c, s and the offset (dx, dy) of the circle's centre
    from the pivot, it asks in exact arithmetic whether (c dx + s dy, -s dx + c dy) is
    within the radius of the box from `rect_center - pivot - half_extents` to
    `rect_center - pivot + half_extents`. As c^2 + s^2 is not quite 1 that places the
    centre off the truly turned one by less than 2**-52 of its distance from the pivot.
    The distance of a circle that was in doubt is 0 or the least float on the side that
    `hit` tells. See `_in_doubt` for the bound.
    """
    center = vectors("center", center, 2)
    radius = non_negative("radius", radius)
    rect_center = vectors("rect_center", rect_center, 2)
    half_extents = non_negative_vectors("half_extents", half_extents, 2)
    cosine, sine = turn(angle, rotation)
    pivot = rect_center if pivot is None else vectors("pivot", pivot, 2)
    batch = check_broadcast(
        center=center.shape[:-1],
        radius=radius.shape,
        rect_center=rect_center.shape[:-1],
        half_extents=half_extents.shape[:-1],
        **{"angle" if rotation is None else "rotation": cosine.shape},
        pivot=pivot.shape[:-1],
    )
    places = center, pivot, rect_center, half_extents
    shrink = excess_exponent(radius, *(largest(np.abs(place)) for place in places))
    at, about, middle, half = (np.ldexp(x, -shrink[..., None]) for x in places)
    r = np.ldexp(radius, -shrink)
    arm = middle - about
    turned_back = rotate2(at - about, cosine, -sine)
    local_closest, local_normal, gap, feature = _clamp(turned_back - arm, half)
    distance = np.broadcast_to(np.ldexp(gap - r, shrink), batch)
    hit = distance <= 0.0
    if exact:
        doubt = _in_doubt(np.ldexp(distance, -shrink), r, arm, half)
        if doubt.any():
            touches = _touches_exactly(doubt, radius, places, cosine, sine)
            hit = replaced(hit, doubt, touches)
            sided = np.where(hit, np.minimum(distance, 0.0), _above_zero(distance))
            distance = np.where(doubt, sided, distance)
    offsets = arm[..., None, :] + _CORNER_SIGNS * half[..., None, :]
    corners = about[..., None, :] + rotate2(offsets, cosine[..., None], sine[..., None])
    closest = about + rotate2(arm + local_closest, cosine, sine)

    def points(p: Array, *, axes: int = 1) -> Array:
        p = np.broadcast_to(p, (*batch, *p.shape[-axes:]))
        return np.ldexp(p, np.expand_dims(shrink, tuple(range(-axes, 0))))

    return CircleRect(
        hit=hit,
        distance=distance,
        depth=np.where(distance < 0.0, -distance, 0.0),
        closest=points(closest),
        normal=np.broadcast_to(rotate2(local_normal, cosine, sine), (*batch, 2)),
        local_center=points(about + turned_back),
        feature=np.broadcast_to(feature, batch),
        corners=points(corners, axes=2),
        cosine=np.broadcast_to(cosine, batch),
        sine=np.broadcast_to(sine, batch),
    )


def _in_doubt(
    distance: Array, radius: Array, arm: Array, half_extents: Array
) -> BoolArray:
    """Tell where the sign of `distance` may be wrong.

    Let u = 2**-53, M = |dx| + |dy|, A and H the largest component of the arm and the
    half extents. A coordinate of the turned centre is off by 3 u M (two subtractions,
    products and a sum), its offset from the box by 4 u M + 2 u A, the excess by
    5 u M + 3 u A + u H; `hypot` adds at most 8 u of its answer (4 units in the last
    place, where common libraries stay below 2), the radius' subtraction 1 u. All in
    all the distance D errs by less than 20 u (M + A + H + r).

    The turned centre is at most A + H + r + |D| from the pivot along either axis, so
    that M < 2.01 (A + H + r + |D|) and the error is less than
    61 u (A + H + r) + 41 u |D|: less than |D| as soon as |D| > 64 u (A + H + r).
    The limit is twice that, and leaves room for underflow.
    """
    size = radius + largest(np.abs(arm)) + largest(half_extents)
    return np.asarray(np.abs(distance) <= 2.0**-46 * size + UNDERFLOW)


def _touches_exactly(
    doubt: BoolArray,
    radius: Array,
    lengths: tuple[Array, ...],
    cosine: Array,
    sine: Array,
) -> BoolArray:
    """Tell of the circles in doubt whether they touch; `lengths` as they are below."""
    one, c, s = integers(doubt, np.ones(()), cosine, sine)
    r, x, y, px, py, rx, ry, hx, hy = integers(
        doubt, radius, *(part for pair in lengths for part in parts(pair))
    )
    dx, dy = x - px, y - py
    across = np.abs(c * dx + s * dy - one * (rx - px)) - one * hx
    upward = np.abs(c * dy - s * dx - one * (ry - py)) - one * hy
    apart = np.maximum(across, 0) ** 2 + np.maximum(upward, 0) ** 2
    return np.asarray(apart <= (one * r) ** 2, dtype=np.bool_)


def _above_zero(value: Array) -> Array:
    return np.maximum(value, np.nextafter(0.0, 1.0))


def _clamp(
    offset: Array, half_extents: Array
) -> tuple[Array, Array, Array, NDArray[np.intp]]:
    """Return closest point, outward normal, signed distance and feature, centred.

    `excess` is how far the point is beyond each pair of sides. Outside, its positive
    part is the vector from the closest point; inside, its larger component is the
    signed distance and names the nearest side.
    """
    side = np.where(offset < 0.0, -1.0, 1.0)
    excess = np.abs(offset) - half_extents
    beyond = np.maximum(excess, 0.0)
    outer = length(beyond)
    inner = largest(excess)
    inside = inner < 0.0

    exit_x = excess[..., 0] >= excess[..., 1]
    exits = np.stack([exit_x, ~exit_x], axis=-1)
    clamped = np.where(excess < 0.0, offset, side * half_extents)
    closest = np.where(inside[..., None] & exits, side * half_extents, clamped)

    touching = (excess == 0.0).astype(np.float64)
    outward = np.where(inside[..., None], exits, touching)
    outward = np.where((outer > 0.0)[..., None], beyond, outward)
    normal = unit(side * outward)

    in_corner = (excess >= 0.0).all(axis=-1)
    feature = np.where(in_corner, RectFeature.CORNER, RectFeature.EDGE)
    feature = np.where(inside, RectFeature.INSIDE, feature)
    return closest, normal, np.where(inside, inner, outer), feature.astype(np.intp)
