"""Test of a disc against a rotated rectangle: contact, distance and closest point.

After article 2, "circle and rectangle (with an angle)". As in the article, the circle's
centre is rotated back about the rectangle's pivot, which leaves an axis-aligned
problem. The article then tests six regions one by one; here the rectangle's closest
point is the centre clamped to it (Ericson, *Real-Time Collision Detection*, 5.1.4 and
5.2.5), which also gives the distance and the normal.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from playground.collision._arguments import Argument, Rule, Vectors, resolve_rotation
from playground.collision._lazy_result import LazyResult
from playground.collision.exact.expression import (
    Accuracy,
    FieldValue,
    Node,
    choice,
    distance,
    maximum,
    number,
    select,
    sqrt,
    subtract_radius,
    truth,
    vector,
    vectors,
)
from playground.collision.exact.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from playground.collision._arguments import Array


class RectFeature(IntEnum):
    """Part of the rectangle on which the closest point lies.

    `INSIDE`: the nearest side, as the centre is strictly inside. `EDGE`: a side,
    between two corners. `CORNER`: a corner. A centre exactly on the boundary counts as
    `EDGE` or `CORNER`.
    """

    INSIDE = 0
    EDGE = 1
    CORNER = 2


def _formula(
    x: Node, y: Node, r: Node, rx: Node, ry: Node, hx: Node, hy: Node,
    c: Node, s: Node, px: Node, py: Node,
) -> dict[str, FieldValue]:  # fmt: skip
    """Return every field of a rectangle rotated about a pivot."""
    offset = rx - px, ry - py
    return _fields(x, y, r, hx, hy, c, s, px, py, offset)


def _formula_about_center(
    x: Node, y: Node, r: Node, rx: Node, ry: Node, hx: Node, hy: Node,
    c: Node, s: Node,
) -> dict[str, FieldValue]:  # fmt: skip
    """Return every field of a rectangle rotated about its own centre."""
    return _fields(x, y, r, hx, hy, c, s, rx, ry, None)


def _fields(
    x: Node, y: Node, r: Node, hx: Node, hy: Node, c: Node, s: Node,
    px: Node, py: Node, offset: tuple[Node, Node] | None,
) -> dict[str, FieldValue]:  # fmt: skip
    """Return every field."""
    dx, dy = x - px, y - py
    tx, ty = c * dx + s * dy, c * dy - s * dx
    lx, ly = (tx - offset[0], ty - offset[1]) if offset else (tx, ty)
    ex, ey = abs(lx) - hx, abs(ly) - hy
    bx, by = maximum(ex, 0.0), maximum(ey, 0.0)
    distance2, r2 = bx * bx + by * by, r * r
    lack = distance2 - r2
    inner, outer = maximum(ex, ey), sqrt(distance2)
    inside = inner < 0.0
    reach = outer + r
    gap = select(reach.is_zero(), 0.0, subtract_radius(distance2, outer, r, bx, by))
    gap_inside = select(inside, inner - r, gap)
    hit = lack <= 0.0

    sx, sy = select(lx < 0.0, -1.0, 1.0), select(ly < 0.0, -1.0, 1.0)
    through_x = ex >= ey

    def nearest(at: Node, e: Node, side: Node, h: Node, leaves: Node) -> Node:
        """Return a coordinate of the closest point in the rectangle's frame."""
        return select((e < 0.0) & ~(inside & leaves), at, side * h)

    def outward(e: Node, b: Node, side: Node, leaves: Node) -> Node:
        """Return a component of the normal, not normalised."""
        at_side = select(e.is_zero(), 1.0, 0.0)
        away = select(distance2 > 0.0, b, at_side)
        return side * select(inside, select(leaves, 1.0, 0.0), away)

    def to_world(a: Node, b: Node) -> tuple[Node, Node]:
        """Return the world point of an unrotated offset from the pivot."""
        return px + (c * a - s * b), py + (s * a + c * b)

    nx = outward(ex, bx, sx, through_x)
    ny = outward(ey, by, sy, ~through_x)
    long = sqrt(nx * nx + ny * ny)
    ux, uy = nx / long, ny / long

    def from_pivot(i: int, along: Node) -> Node:
        """Return an offset from the rectangle's centre as an offset from the pivot."""
        return offset[i] + along if offset else along

    corners = ((-hx, -hy), (hx, -hy), (hx, hy), (-hx, hy))
    return {
        "hit": truth(hit),
        "overlaps": truth(inside | (lack < 0.0)),
        "distance": distance(gap_inside, hit),
        "depth": distance(maximum(-gap_inside, 0.0), hit),
        "closest": vector(
            to_world(
                from_pivot(0, nearest(lx, ex, sx, hx, through_x)),
                from_pivot(1, nearest(ly, ey, sy, hy, ~through_x)),
            )
        ),
        "normal": vector((c * ux - s * uy, s * ux + c * uy), Accuracy.DIRECTION),
        "local_center": vector((px + tx, py + ty)),
        # INSIDE, EDGE and CORNER count the axes on which the centre is beyond a side.
        "feature": choice(~inside + ((ex >= 0.0) & (ey >= 0.0))),
        "corners": vectors(
            to_world(from_pivot(0, i), from_pivot(1, j)) for i, j in corners
        ),
        "cosine": number(c),
        "sine": number(s),
    }


_ARGUMENTS = (
    Argument("center", 2),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
    Argument("rect_center", 2),
    Argument("half_extents", 2, Rule.NOT_NEGATIVE),
    Argument("rotation", 2, Rule.UNIT, unit="turn", label="rotation or angle"),
)
_SOLVER = Solver(_formula, *_ARGUMENTS, Argument("pivot", 2))
_SOLVER_ABOUT_CENTER = Solver(_formula_about_center, *_ARGUMENTS)


@dataclass(init=False, eq=False, repr=False)
class CircleRect(LazyResult):
    """Result of `circle_rect`; every field has the batch shape `(...)`.

    A length or coordinate beyond the largest float64 is infinite; nothing is NaN.

    Attributes
    ----------
    hit : bool (...)
        The disc and the solid rectangle share a point: `distance <= 0`.
    overlaps : bool (...)
        They overlap, beyond mere touching: `distance < 0`.
    distance : float (...)
        Signed distance of the centre from the rectangle's boundary (negative inside),
        less the radius. Positive, it is the gap; negative, the disc must move by its
        absolute value along `normal` to just touch.
    depth : float (...)
        `-distance` when overlapping, otherwise 0.
    closest : float (..., 2)
        Boundary point of the rectangle closest to the circle's centre, world.
    normal : float (..., 2)
        Unit vector from the rectangle toward the circle, world. For a centre inside,
        out of the nearest side; for a centre on the boundary, that side's outward
        normal or the corner's diagonal.
    local_center : float (..., 2)
        The circle's centre in the unrotated frame, in which `rect_center` and
        `half_extents` describe the rectangle.
    feature : int (...)
        A `RectFeature`.
    corners : float (..., 4, 2)
        Corners of the rotated rectangle, world, counter-clockwise, starting with the
        unrotated rectangle's lower left.
    cosine, sine : float (...)
        The rotation used: as given, or of the angle, identical on every machine and
        within a unit in the last place.
    """

    hit: NDArray[np.bool_]
    overlaps: NDArray[np.bool_]
    distance: Array
    depth: Array
    closest: Array
    normal: Array
    local_center: Array
    feature: NDArray[np.int64]
    corners: Array
    cosine: Array
    sine: Array

    SOLVER = _SOLVER
    INITIAL_FIELDS = ("hit", "overlaps", "feature")


def circle_rect(
    center: Vectors,
    radius: ArrayLike,
    rect_center: Vectors,
    half_extents: Vectors,
    angle: ArrayLike | None,
    pivot: Vectors | None = None,
    *,
    rotation: ArrayLike | None = None,
    only: Sequence[str] | None = None,
) -> CircleRect:
    """Test discs against rectangles rotated about a pivot.

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
        World point about which the rectangle rotates; its own centre by default.
    rotation : float (..., 2), optional
        Cosine and sine of the rotation, used as they are; `angle` is then None.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

    Returns
    -------
    CircleRect
        `hit`, `overlaps`, `distance`, `depth`, `closest`, `normal`, `local_center`,
        `feature`, `corners`, `cosine` and `sine`.

    Raises
    ------
    ValueError
        Naming the argument: NaN or infinity, a negative radius or half extent, a last
        axis other than 2, shapes that do not broadcast, both or neither of angle and
        rotation, or a rotation of a length other than 1 to about seven digits.

    Notes
    -----
    A centre inside and equally far from two sides leaves along the rectangle's own x
    axis, from the exact middle in the positive direction.

    `distance` and `depth` are within 2**-46 of the largest size or difference of
    coordinates: a common offset costs nothing. Points are within 2**-46 of the largest
    length in their formula, components of `normal` within 2**-42. The bounds are
    derived from the formula (see `exact`).

    `hit`, `feature` and the sign of `distance` are exact for the rectangle given by
    `cosine` and `sine` as they are: with c, s and the offset (dx, dy) of the circle's
    centre from the pivot, the distance of (c dx + s dy, -s dx + c dy) from the box
    `rect_center - pivot - half_extents` to `rect_center - pivot + half_extents` is
    compared with the radius in exact arithmetic. As c^2 + s^2 is not quite 1, that
    point is off the exactly rotated one by less than 2**-52 of its distance from the
    pivot.
    """
    rotation = resolve_rotation(angle, rotation)
    given = center, radius, rect_center, half_extents, rotation
    if pivot is None:
        return CircleRect.from_arguments(*given, only=only, solver=_SOLVER_ABOUT_CENTER)
    return CircleRect.from_arguments(*given, pivot, only=only)
