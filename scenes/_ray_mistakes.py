"""What kind of mistake the listing of article 1 makes, for any number of rays at once.

The listing's own numbers are worked out again, operation by operation, since it hands
out only points: the kind is that of what turned this very answer.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle, articles
from playground.collision.numeric import Array, length
from playground.scene.drawlist import Role
from playground.scene.regions import Kind, Regions, by_first
from scenes._ray_model import RayCircleParams, line_meets

UNDERFLOW = Kind("direction lost: too short", Role.ENTER)
INSIDE = Kind("start inside: missed", Role.HIT)
RIM = Kind("start on circle: missed", Role.CORNER)
SNAPPED = Kind("s below 1e-6 taken for 0", Role.INK)
LOST = Kind("hit lost by rounding", Role.SIDE_A)
INVENTED = Kind("hit made by rounding", Role.NORMAL)
SHIFTED = Kind("points off by rounding", Role.MISS)

# Two answers are the same when their points are, to this part of the largest length.
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}
# The listing takes a discriminant nearer to zero than this, in m², for zero.
_SNAP = 1e-6


class Trace(NamedTuple):
    """The listing's numbers on the way to its points.

    `square` is V·V and `size` its root; `squares` is the larger of |M|² and r², whose
    difference gives the discriminant `raw`, `kept` once it is held against 1e-6.
    `near` and `far` are lengths along the normalised V.
    """

    lost: NDArray[np.bool_]
    square: Array
    size: Array
    length: Array
    squares: Array
    raw: Array
    kept: Array
    near: Array
    far: Array


@np.errstate(all="ignore")
def traced(p: RayCircleParams, kind: str) -> Trace:
    """Return the listing's numbers, in its own order of operations."""
    real = np.dtype(kind).type
    (ox, oy), (ax, ay), (vx, vy) = (
        (np.asarray(v[0], kind), np.asarray(v[1], kind))
        for v in (p.center, p.origin, p.direction)
    )
    r = np.asarray(p.radius, kind)
    lost = np.asarray((vx == 0.0) & (vy == 0.0))
    ax, ay = ax - ox, ay - oy
    square = vx * vx + vy * vy
    size = np.sqrt(square)
    ux, uy = vx / size, vy / size
    along = ax * ux + ay * uy
    apart = ax * ax + ay * ay
    raw = along * along - apart + r * r
    kept = np.where(np.abs(raw) < real(_SNAP), real(0.0), raw)
    root = np.sqrt(kept)
    near, far = -along - root, -along + root
    squares = np.maximum(apart, r * r)
    numbers = (square, size, np.hypot(ux, uy), squares, raw, kept, near, far)
    return Trace(lost, *(np.asarray(x, np.float64) for x in numbers))


def mistakes(
    p: RayCircleParams, e: RayCircle, answer: articles.CircleRay, kind: str
) -> Regions:
    """Return the kind of mistake in each answer, of none where it is the true one.

    Any numbers of `p` may be arrays; `e` and `answer` are of their common shape.
    """
    t, wrong = traced(p, kind), ~agree(p, e, answer, kind)
    missed, late = e.hit & ~answer.hit, (t.near < 0.0) & (e.t_enter < 0.0)
    near_miss = ~line_meets(e) & (t.raw < 0.0)
    half_chord = np.sqrt(np.maximum(e.discriminant, 0.0))
    collapsed = (t.raw != 0.0) & (half_chord > 0.5 * points_off(answer, e))
    snapped = answer.hit & (t.kept == 0.0) & (near_miss | collapsed)
    return by_first(
        (UNDERFLOW, wrong & (t.lost | (t.size == 0.0))),
        (INSIDE, missed & late & e.inside),
        (RIM, missed & late),
        (SNAPPED, wrong & snapped),
        (LOST, missed),
        (INVENTED, answer.hit & ~e.hit),
        (SHIFTED, wrong),
    )


def agree(
    p: RayCircleParams, e: RayCircle, answer: articles.CircleRay, kind: str
) -> NDArray[np.bool_]:
    """Return whether the answers are the same: the hit, and its points if any."""
    near_enough = points_off(answer, e) <= tolerance(p, kind)
    return np.asarray((answer.hit == e.hit) & (~e.hit | near_enough))


def points_off(answer: articles.CircleRay, e: RayCircle) -> Array:
    """Return by how much the points are off; NaN where one of them is none."""
    near, far = answer.near - e.point_enter, answer.far - e.point_exit
    return np.asarray(np.maximum(length(near), length(far)))


def tolerance(p: RayCircleParams, kind: str) -> Array:
    """Return how far off a point may be and still count as the true one, in m."""
    return np.asarray(TOLERANCE[kind] * largest(p))


def largest(p: RayCircleParams) -> Array:
    """Return the largest coordinate or the radius, in m."""
    size = np.asarray(p.radius)
    for coordinate in (*p.origin, *p.center):
        size = np.maximum(size, np.abs(coordinate))
    return size
