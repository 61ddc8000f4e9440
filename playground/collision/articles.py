"""What each article's own listing answers, quirks and all.

Every function repeats the listing's operations in the listing's order and in
its number type (`dtype`), so that its mistakes show as they would on the
author's machine. Only the interface is ours: arguments broadcast, vectors are
`(..., 2)` or `(..., 3)`, the world has y up, and one code path serves one query
and a million, element by element the same.

Arithmetic is plain IEEE: every operation is rounded to `dtype` at once (no
fused multiply-add, no 80-bit registers), division by zero gives infinity or
NaN, and a comparison with NaN is false. Squares by `pow(x, 2)` are exact
before they are stored in a float, so one rounded product is the same. `sqrt`,
`sin` and `cos` of a float are the C++ float overloads; for float32 the sine
and cosine are rounded from float64. Constants are the listing's decimals in
`dtype`. Points come back as float64 arrays that hold the `dtype`'s values.

Arguments are refused (ValueError) only where they mean nothing: NaN or
infinity, a wrong last axis, shapes that do not broadcast, a `dtype` that is
not floating. A negative radius or a zero direction is answered as the listing
answers it. Each docstring lists where that differs from the truth, and
`DIFFERENCES` holds the smallest case of each. In float32, every argument is
rounded to seven digits before anything else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from playground.collision.article_differences import DIFFERENCES, Difference
from playground.collision.ball_block import BlockFace
from playground.collision.numeric import (
    Array,
    Result,
    check_broadcast,
    finite,
    vectors,
)

__all__ = [
    "DIFFERENCES",
    "FLT_MAX",
    "CircleRay",
    "CircleRect",
    "CircleRectangle",
    "Difference",
    "PointEllipse",
    "SphereLine",
    "circle_ray",
    "circle_rect",
    "circle_rectangle",
    "circle_rotated_rect",
    "corner_bounce",
    "point_ellipse",
    "sphere_line",
]

Real = NDArray[np.floating[Any]]
BoolArray = NDArray[np.bool_]

FLT_MAX = float(np.finfo(np.float32).max)
"""The time `sphere_line` answers when it has none: the largest C float."""

_DEGREE = 0.01745329252
"""Radians in a degree, to the engine's ten decimals."""


@dataclass(frozen=True)
class CircleRay(Result):
    """Answer of `circle_ray`.

    Attributes
    ----------
    hit : boolean array
        What the listing returns.
    near, far : array (..., 2)
        The two points it hands out; NaN where it returns false.
    """

    hit: BoolArray
    near: Array
    far: Array


@dataclass(frozen=True)
class CircleRect(Result):
    """Answer of `circle_rect` and `circle_rotated_rect`: what they return."""

    hit: BoolArray


@dataclass(frozen=True)
class PointEllipse(Result):
    """Answer of `point_ellipse`.

    Attributes
    ----------
    hit : boolean array
        What the listing returns.
    normalized : array (..., 2)
        The point after all three steps, whose length it compares with rx;
        infinite or NaN where a radius is zero.
    """

    hit: BoolArray
    normalized: Array


@dataclass(frozen=True)
class SphereLine(Result):
    """Answer of `sphere_line`.

    Attributes
    ----------
    hit : boolean array
        What the listing returns.
    t : array
        The time it hands out, hit or not: any number, or `FLT_MAX`.
    position : array (..., 3)
        The position it hands out, hit or not: the sphere's centre at `t`, or
        the start where `t` is `FLT_MAX`.
    """

    hit: BoolArray
    t: Array
    position: Array


@dataclass(frozen=True)
class CircleRectangle(Result):
    """Answer of `circle_rectangle`: an integer array of BlockFace."""

    face: NDArray[np.int64]


@np.errstate(all="ignore")
def circle_ray(
    center: ArrayLike,
    radius: ArrayLike,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRay:
    """Return what article 1 answers: does the ray hit the circle, and where.

    Differs from `collision.ray_circle`:

    - A ray that starts inside the circle misses: a negative time counts as an
      error. So does one that starts on the circle and leaves it.
    - The discriminant is held against an absolute 1e-6, an area. A miss by less
      counts as touching, and a real chord collapses to one point, up to 0.001
      from the circle: circles smaller than that are wrong throughout.
    - The discriminant is a difference of squares as large as the distance
      squared. In float32 a tangent is lost a few units away, and a thousand
      units away misses become hits, hits become misses, and the points leave
      the circle.
    - A direction shorter than about 1e-23 underflows to length zero in float32
      and answers "hit" with NaN for points; below 1e-45 it counts as zero.
    - A negative radius and a zero direction answer "no hit", not an error.

    Parameters
    ----------
    center, origin, direction : array_like (..., 2)
        World units; the direction may have any length.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        The listing's is float32.

    Raises
    ------
    ValueError
        See the module.
    """
    kind, batch = _kind(dtype), {"radius": finite("radius", radius)}
    pairs = {
        "center": vectors("center", center, 2),
        "origin": vectors("origin", origin, 2),
        "direction": vectors("direction", direction, 2),
    }
    _check(batch, pairs)
    r = batch["radius"].astype(kind)
    ox, oy = _parts(pairs["center"], kind)
    ax, ay = _parts(pairs["origin"], kind)
    vx, vy = _parts(pairs["direction"], kind)
    refused = (r < 0.0) | ((vx == 0.0) & (vy == 0.0))

    ax, ay = ax - ox, ay - oy
    size = np.sqrt(vx * vx + vy * vy)
    vx, vy = vx / size, vy / size
    along = ax * vx + ay * vy
    apart = ax * ax + ay * ay
    s = along * along - apart + r * r
    s = np.where(np.abs(s) < kind.type(0.000001), kind.type(0.0), s)
    root = np.sqrt(s)
    near, far = -along - root, -along + root
    hit = ~refused & ~(s < 0.0) & ~((near < 0.0) | (far < 0.0))
    return CircleRay(
        hit=hit,
        near=_masked(hit, ax + near * vx + ox, ay + near * vy + oy),
        far=_masked(hit, ax + far * vx + ox, ay + far * vy + oy),
    )


@np.errstate(all="ignore")
def circle_rect(
    center: ArrayLike,
    radius: ArrayLike,
    rect_min: ArrayLike,
    rect_max: ArrayLike,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRect:
    """Return what article 2 answers for a rectangle that is not turned.

    The rectangle is kept as the engine keeps it, a corner and a size.

    Differs from `collision.circle_rect`:

    - y1 is the top and y2 the bottom, but the inequalities are those of a
      screen where y grows downward. The test for the left and right sides asks
      for a centre above the top and below the bottom, and is never true. The
      test for the top and bottom asks the circle to reach both. A circle that
      overlaps a side, or lies wholly inside, is missed unless it reaches a
      corner or is taller than the rectangle.
    - Every inequality is strict: touching is no hit.
    - A negative radius counts at the corners as its absolute value.

    Parameters
    ----------
    center, rect_min, rect_max : array_like (..., 2)
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        The listing's is float32.

    Raises
    ------
    ValueError
        See the module.
    """
    kind, batch = _kind(dtype), {"radius": finite("radius", radius)}
    pairs = {
        "center": vectors("center", center, 2),
        "rect_min": vectors("rect_min", rect_min, 2),
        "rect_max": vectors("rect_max", rect_max, 2),
    }
    _check(batch, pairs)
    xc, yc = _parts(pairs["center"], kind)
    return CircleRect(
        hit=_overlaps_upright(
            xc,
            yc,
            batch["radius"].astype(kind),
            pairs["rect_min"].astype(kind),
            pairs["rect_max"].astype(kind),
        )
    )


@np.errstate(all="ignore")
def circle_rotated_rect(
    center: ArrayLike,
    radius: ArrayLike,
    pivot: ArrayLike,
    angle_degrees: ArrayLike,
    rect_min: ArrayLike,
    rect_max: ArrayLike,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRect:
    """Return what article 2 answers for a rectangle turned about a pivot.

    `angle_degrees` is the engine's: clockwise in a world with y up.

    Differs from `collision.circle_rect` in all that `circle_rect` here does, and:

    - To undo a clockwise turn the circle must turn counter-clockwise; the
      listing turns it clockwise. It answers for the mirror image: a rectangle
      turned the other way.
    - An angle whose whole degrees are a multiple of 90 is not undone at all.
      That is right only for 0, for 180 about the rectangle's centre, and for
      squares about their centre. It also takes in every angle between -1 and 1,
      and 90.9, since the fraction is cut off first.
    - Called with an engine node, the listing turns about the node's anchor in
      the node's own coordinates, not in the world, and takes every node to be
      anchored in its middle.

    Parameters
    ----------
    center, pivot, rect_min, rect_max : array_like (..., 2)
        World units, y up; the corners are those before the turn.
    radius : array_like (...)
        World units.
    angle_degrees : array_like (...)
        Clockwise degrees. Beyond the range of a C int the listing is not
        defined; here the fraction is cut off exactly.
    dtype : numpy floating type
        The listing's is float32.

    Raises
    ------
    ValueError
        See the module.
    """
    kind = _kind(dtype)
    batch = {
        "radius": finite("radius", radius),
        "angle_degrees": finite("angle_degrees", angle_degrees),
    }
    pairs = {
        "center": vectors("center", center, 2),
        "pivot": vectors("pivot", pivot, 2),
        "rect_min": vectors("rect_min", rect_min, 2),
        "rect_max": vectors("rect_max", rect_max, 2),
    }
    _check(batch, pairs)
    xc, yc = _parts(pairs["center"], kind)
    px, py = _parts(pairs["pivot"], kind)
    angle = batch["angle_degrees"].astype(kind)
    cos, sin = _cos_sin(-angle * kind.type(_DEGREE), kind)
    upright = np.fmod(np.trunc(angle), kind.type(90.0)) == 0.0
    x = cos * (xc - px) - sin * (yc - py) + px
    y = sin * (xc - px) + cos * (yc - py) + py
    return CircleRect(
        hit=_overlaps_upright(
            np.where(upright, xc, x),
            np.where(upright, yc, y),
            batch["radius"].astype(kind),
            pairs["rect_min"].astype(kind),
            pairs["rect_max"].astype(kind),
        )
    )


def _overlaps_upright(
    xc: Real, yc: Real, r: Real, rect_min: Real, rect_max: Real
) -> BoolArray:
    size = rect_max - rect_min
    x1, y2 = rect_min[..., 0], rect_min[..., 1]
    x2, y1 = x1 + size[..., 0], y2 + size[..., 1]
    squares = [(edge - at) * (edge - at) for edge, at in ((x1, xc), (x2, xc))]
    heights = [(edge - at) * (edge - at) for edge, at in ((y1, yc), (y2, yc))]
    band = (xc > x1) & (xc < x2) & (yc > y1 - r) & (yc < y2 + r)
    sides = (xc > x1 - r) & (xc < x2 + r) & (yc > y1) & (yc < y2)
    hit = band | sides
    for across in squares:
        for upward in heights:
            hit = hit | (across + upward < r * r)
    return np.asarray(hit)


@np.errstate(all="ignore")
def point_ellipse(
    point: ArrayLike,
    center: ArrayLike,
    radii: ArrayLike,
    angle: ArrayLike,
    *,
    dtype: DTypeLike = np.float64,
) -> PointEllipse:
    """Return what article 3 answers: is the point in the ellipse.

    Differs from `collision.point_ellipse`:

    - The comparison is strict: a point on the ellipse is outside.
    - ry = 0 divides by zero. The point's y becomes infinite or NaN, and every
      point is outside, also those on the segment the ellipse has become; rx = 0
      compares with zero, and every point is outside.
    - The squares of a radius below about 1e-162 vanish and those above 1e154
      overflow, and every point is outside, the centre too.
    - A negative radius counts as its absolute value.

    Parameters
    ----------
    point, center, radii : array_like (..., 2)
        World units; `radii` is (rx, ry).
    angle : array_like (...)
        The ellipse's turn, radians, counter-clockwise with y up.
    dtype : numpy floating type
        The listing's is float64.

    Raises
    ------
    ValueError
        See the module.
    """
    kind, batch = _kind(dtype), {"angle": finite("angle", angle)}
    pairs = {
        "point": vectors("point", point, 2),
        "center": vectors("center", center, 2),
        "radii": vectors("radii", radii, 2),
    }
    _check(batch, pairs)
    x, y = _parts(pairs["point"], kind)
    cx, cy = _parts(pairs["center"], kind)
    rx, ry = _parts(pairs["radii"], kind)
    cos, sin = _cos_sin(batch["angle"].astype(kind), kind)
    px = (x - cx) * cos + (y - cy) * sin
    py = (rx / ry) * (-(x - cx) * sin + (y - cy) * cos)
    return PointEllipse(hit=px * px + py * py < rx * rx, normalized=_joined(px, py))


@np.errstate(all="ignore")
def sphere_line(
    radius: ArrayLike,
    previous: ArrayLike,
    position: ArrayLike,
    line_point: ArrayLike,
    line_direction: ArrayLike,
    *,
    dtype: DTypeLike = np.float32,
) -> SphereLine:
    """Return what article 4 answers: when and where a sphere meets a line.

    The direction is normalised as the library's function is documented to:
    divided by its length, zero staying zero.

    Differs from `collision.swept_sphere_line`:

    - The position handed out is the sphere's centre, not the point touched.
    - Embedded at the start and moving, the time is the root in the past, so
      negative, and the position lies behind the start. The truth is time 0.
    - Embedded at the start and at rest, or moving along the line, the time is
      `FLT_MAX`. The truth is time 0.
    - Touching at the start is a hit only when moving inward: not at rest, not
      along the line, not when leaving.
    - Motion across the line slower than sqrt(1e-5), about 0.003 a step, counts
      as no motion: the step in which a slow sphere arrives is missed. So does a
      fast one that nearly follows the line.
    - The discriminant is a difference of fourth powers of length: in float32
      tangents are lost and near misses touch.
    - Without a hit the time and position are still filled in, from the
      extension of the step or as `FLT_MAX` and the start.
    - A zero direction, or one below about 1e-23 in float32, makes the line a
      point. A negative radius counts as its absolute value.

    Parameters
    ----------
    radius : array_like (...)
        World units.
    previous, position : array_like (..., 3)
        The centre before and after the step.
    line_point, line_direction : array_like (..., 3)
        The line; the direction may have any length.
    dtype : numpy floating type
        The listing's is float32. `FLT_MAX` stays that of float32.

    Raises
    ------
    ValueError
        See the module.
    """
    kind, batch = _kind(dtype), {"radius": finite("radius", radius)}
    triples = {
        "previous": vectors("previous", previous, 3),
        "position": vectors("position", position, 3),
        "line_point": vectors("line_point", line_point, 3),
        "line_direction": vectors("line_direction", line_direction, 3),
    }
    _check(batch, triples)
    r = batch["radius"].astype(kind)
    start, end, q, v = (value.astype(kind) for value in triples.values())
    size = np.sqrt(_dot(v, v))[..., None]
    v = np.where(size == 0.0, v, v / size)

    move, to_line = end - start, q - start
    a = _dot(move, v)[..., None] * v - move
    c = to_line - _dot(to_line, v)[..., None] * v
    alpha, beta = _dot(a, a), _dot(a, c)
    omega = _dot(c, c) - r * r
    inner = beta * beta - alpha * omega
    no_time = (np.abs(alpha) <= kind.type(0.00001)) | (inner < 0.0)
    t = np.where(no_time, kind.type(FLT_MAX), (-np.sqrt(inner) - beta) / alpha)
    at_t = np.where(no_time[..., None], start, start + t[..., None] * move)
    return SphereLine(
        hit=((t >= 0.0) & (t <= 1.0)) | (omega < 0.0),
        t=t.astype(np.float64),
        position=at_t.astype(np.float64),
    )


@np.errstate(all="ignore")
def circle_rectangle(
    center: ArrayLike,
    radius: ArrayLike,
    velocity: ArrayLike,
    rect_min: ArrayLike,
    rect_max: ArrayLike,
    *,
    dtype: DTypeLike = np.float64,
) -> CircleRectangle:
    """Return what article 5 answers: which face of the block the ball hits.

    Our y is up, the article's screen has it down: y is negated on the way in.

    Agrees with `collision.ball_block` but for rounding. Both differ from the
    truth, `collision.sweep_ball_block`:

    - Only where the ball is now is looked at: a fast ball tunnels, and one that
      came in through one side may be told another.
    - A centre inside the block answers NONE.
    - On a corner's arc only signs are looked at. A ball that is already leaving
      may count as a graze and be turned, and one that falls straight down beside
      the corner counts as a full corner hit.
    - A negative radius hits at corners by its absolute value, at sides never.

    Parameters
    ----------
    center, velocity, rect_min, rect_max : array_like (..., 2)
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        The listing's is float64.

    Raises
    ------
    ValueError
        See the module.
    """
    kind, batch = _kind(dtype), {"radius": finite("radius", radius)}
    pairs = {
        "center": vectors("center", center, 2),
        "velocity": vectors("velocity", velocity, 2),
        "rect_min": vectors("rect_min", rect_min, 2),
        "rect_max": vectors("rect_max", rect_max, 2),
    }
    _check(batch, pairs)
    r = batch["radius"].astype(kind)
    cx, cy = _on_screen(pairs["center"], kind)
    vx, vy = _on_screen(pairs["velocity"], kind)
    left, bottom = _on_screen(pairs["rect_min"], kind)
    right, top = _on_screen(pairs["rect_max"], kind)

    x, vx = _folded(left - cx, cx - right, vx)
    y, vy = _folded(top - cy, cy - bottom, vy)
    at_corner = (y >= 0.0) & (x >= 0.0) & (y * y + x * x <= r * r)
    at_end = (y >= 0.0) & ~(x >= 0.0) & (y <= r)
    at_side = ~(y >= 0.0) & (x >= 0.0) & (x <= r)
    across = (at_corner | at_side) & (vx >= 0.0)
    upright = (at_corner | at_end) & (vy >= 0.0)
    face = np.select(
        [across & upright, across, upright],
        [BlockFace.CORNER, BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM],
        BlockFace.NONE,
    )
    return CircleRectangle(face=face)


def corner_bounce(velocity: ArrayLike) -> Array:
    """Return the velocity after article 5's corner hit, one rule for all corners.

    On its screen, y down, the components are exchanged and both negated. With y
    up that is a plain exchange: the mirror image in the line y = x.

    Differs from the truth: the mirror is that of the upper left and lower right
    corners. At the other two a ball that moves into the block keeps moving into
    it. At any corner the mirror ignores where on the corner's arc the ball
    touches; `collision.reflect` about the contact normal is exact.

    Parameters
    ----------
    velocity : array_like (..., 2)
        y up.

    Returns
    -------
    array (..., 2)
        y up.

    Raises
    ------
    ValueError
        See the module.
    """
    return vectors("velocity", velocity, 2)[..., ::-1].copy()


def _kind(dtype: DTypeLike) -> np.dtype[np.floating[Any]]:
    kind: np.dtype[Any] = np.dtype(dtype)
    if kind.kind != "f":
        raise ValueError(f"dtype must be a floating type, got {kind}")
    return kind


def _check(numbers: dict[str, Array], points: dict[str, Array]) -> None:
    shapes = {name: value.shape for name, value in numbers.items()}
    shapes |= {name: value.shape[:-1] for name, value in points.items()}
    check_broadcast(**shapes)


def _parts(array: Array, kind: np.dtype[np.floating[Any]]) -> Iterator[Real]:
    return iter(np.moveaxis(array.astype(kind), -1, 0))


def _on_screen(array: Array, kind: np.dtype[np.floating[Any]]) -> tuple[Real, Real]:
    x, y = _parts(array, kind)
    return x, -y


def _folded(before: Real, after: Real, speed: Real) -> tuple[Real, Real]:
    beyond = before < 0.0
    return np.where(beyond, after, before), np.where(beyond, -speed, speed)


def _dot(a: Real, b: Real) -> Real:
    return np.asarray(
        a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2]
    )


def _cos_sin(theta: Real, kind: np.dtype[np.floating[Any]]) -> tuple[Real, Real]:
    wide = np.asarray(theta, dtype=np.promote_types(kind, np.float64))
    return np.cos(wide).astype(kind), np.sin(wide).astype(kind)


def _joined(x: Real, y: Real) -> Array:
    return np.stack(np.broadcast_arrays(x, y), axis=-1).astype(np.float64)


def _masked(hit: BoolArray, x: Real, y: Real) -> Array:
    return np.where(np.asarray(hit)[..., None], _joined(x, y), np.nan)
