"""What the listing of article 1 answers beside the truth, and why it differs.

The listing's own numbers are worked out again, operation by operation, since it hands
out only points: the reason given is the one that turned this very answer.
"""

import math
from typing import NamedTuple

import numpy as np

from playground.collision import RayCircle, articles, ray_circle
from playground.drawlist import Dot, DrawList, Label, Marker, Role
from playground.scene import Rival, show
from scenes._ray_model import (
    RayCircleAnswer,
    RayCircleParams,
    line_meets,
    time_digits,
    xy,
)

# Two answers are the same when their points are, to this part of the largest length.
TOLERANCE = {"float32": 1e-5, "float64": 1e-12}
# The listing takes a discriminant nearer to zero than this, in m², for zero.
_SNAP = 1e-6


class _Trace(NamedTuple):
    """The listing's numbers on the way to its points.

    `square` is V·V and `size` its root; `squares` is the larger of |M|² and r², whose
    difference gives the discriminant `raw`, `kept` once it is held against 1e-6.
    `near` and `far` are lengths along the normalised V.
    """

    lost: bool
    square: float
    size: float
    length: float
    squares: float
    raw: float
    kept: float
    near: float
    far: float


@np.errstate(all="ignore")
def traced(p: RayCircleParams, kind: str) -> _Trace:
    """Return the listing's numbers, in its own order of operations."""
    real = np.dtype(kind).type
    (ox, oy), (ax, ay), (vx, vy) = (
        (real(v[0]), real(v[1])) for v in (p.center, p.origin, p.direction)
    )
    r = real(p.radius)
    lost = bool(vx == 0.0 and vy == 0.0)
    ax, ay = ax - ox, ay - oy
    square = vx * vx + vy * vy
    size = np.sqrt(square)
    ux, uy = vx / size, vy / size
    along = ax * ux + ay * uy
    apart = ax * ax + ay * ay
    raw = along * along - apart + r * r
    kept = real(0.0) if abs(raw) < real(_SNAP) else raw
    root = np.sqrt(kept)
    near, far = -along - root, -along + root
    numbers = (square, size, np.hypot(ux, uy), max(apart, r * r), raw, kept, near, far)
    return _Trace(lost, *(float(x) for x in numbers))


def rival(p: RayCircleParams, r: RayCircleAnswer, *, single: bool) -> Rival:
    """Return the listing's answer, and for a difference the reason and its step."""
    kind = "float32" if single else "float64"
    answer = r.article if single else r.article64
    text = _said(answer, _largest(p))
    if _same(answer, r.exact, TOLERANCE[kind] * _largest(p)):
        return Rival(text, agrees=True)
    why, step = _why(p, r.exact, answer, kind)
    return Rival(text, agrees=False, why=why, step=step)


def draw(
    p: RayCircleParams, r: RayCircleAnswer, out: DrawList, *, single: bool
) -> None:
    """Append the listing's two points, hollow, and the time of the nearer one."""
    answer = r.article if single else r.article64
    if not np.isfinite(answer.near).all() or not np.isfinite(answer.far).all():
        return
    trace = traced(p, "float32" if single else "float64")
    rings = DrawList()
    rings.add(
        *(
            Dot(xy(at), role=Role.SIDE_B, size=16.0, marker=Marker.RING, key="article")
            for at in (answer.near, answer.far)
        ),
        since=7,
    )
    name = Label(
        xy(answer.near),
        f"article: t = {show(trace.near / trace.size, time_digits(r.exact))}",
        toward=(-0.3, -1.0),
        gap=18.0,
        size=13.0,
        role=Role.SIDE_B,
        key="article",
    )
    # A ring's inside is painted: below all else it hides nothing.
    out.records[:0] = rings.records
    out.add(name, since=7)


def _said(answer: articles.CircleRay, largest: float) -> str:
    if not answer.hit:
        return "no hit"
    if not np.isfinite(answer.near).all():
        return "hit, at points that are not numbers"
    rounding = np.abs(answer.near) < 1e-9 * largest
    place = np.where(rounding, 0.0, answer.near)
    # Below a tenth, three decimals would not tell one place from another.
    return f"hit at {show(place, 6 if np.abs(place).max() < 0.1 else 3)}"


def _largest(p: RayCircleParams) -> float:
    return max(p.radius, *map(abs, (*p.origin, *p.center)))


def _off(answer: articles.CircleRay, e: RayCircle) -> float:
    """Return by how much the points are off; NaN where one of them is none."""
    offsets = (
        np.subtract(answer.near, e.point_enter),
        np.subtract(answer.far, e.point_exit),
    )
    return float(np.max([np.hypot(*offset) for offset in offsets]))


def _same(answer: articles.CircleRay, e: RayCircle, tolerance: float) -> bool:
    if answer.hit != e.hit:
        return False
    return not e.hit or _off(answer, e) <= tolerance


def _few(value: float) -> str:
    """Return a number with the digits that a sentence needs."""
    return f"{value:.3g}".replace("-", "−")


def _why(
    p: RayCircleParams, e: RayCircle, answer: articles.CircleRay, kind: str
) -> tuple[str, int]:
    """Return the reason of a difference, and the step in which it arises."""
    t = traced(p, kind)
    return (
        _direction_lost(t, kind)
        or _negative_time(e, answer, t)
        or _other_numbers(p, answer, kind)
        or _not_a_unit(t, kind)
        or _wrong_sign(e, answer, t, kind)
        or _wrong_time(e, answer, t, kind)
        or _wrong_points(p, e, answer, t, kind)
    )


def _direction_lost(t: _Trace, kind: str) -> tuple[str, int] | None:
    if t.lost:
        return f"V is too short for {kind}: it is 0 there, an error, so no hit.", 1
    if t.size == 0.0:
        return (
            f"V · V is too small for {kind} and becomes 0. V divided by its length is "
            "then not a number, which passes every test for a miss.",
            4,
        )
    return None


def _negative_time(
    e: RayCircle, answer: articles.CircleRay, t: _Trace
) -> tuple[str, int] | None:
    """Return the reason where the true nearer time is negative and the ray hits."""
    if answer.hit or not e.hit or not t.near < 0.0 or not e.t_enter < 0.0:
        return None
    if e.inside:
        return (
            "A negative time counts as an error, so a ray that starts inside misses. "
            f"It leaves the circle ahead, at t = {show(float(e.t_exit), 3)}.",
            8,
        )
    return (
        "The nearer time is negative, which counts as an error. But the start lies on "
        "the circle: a hit at t = 0.",
        8,
    )


def _other_numbers(
    p: RayCircleParams, answer: articles.CircleRay, kind: str
) -> tuple[str, int] | None:
    """Return the reason where the rounding of what is given explains it all."""
    given = [
        np.asarray(v, kind).astype(np.float64)
        for v in (p.origin, p.direction, p.center, p.radius)
    ]
    if kind == "float64" or not _same(
        answer, ray_circle(*given), TOLERANCE[kind] * _largest(p)
    ):
        return None
    return (
        f"Rounded to {kind}, the numbers given are already another ray and circle, and "
        "of those the answer is true.",
        1,
    )


def _not_a_unit(t: _Trace, kind: str) -> tuple[str, int] | None:
    if t.square >= np.finfo(kind).tiny or abs(t.length - 1.0) < 8 * np.finfo(kind).eps:
        return None
    return (
        f"V · V is so small that {kind} keeps few of its digits: V divided by its "
        f"length is {_few(t.length)} long instead of 1.",
        4,
    )


def _wrong_sign(
    e: RayCircle, answer: articles.CircleRay, t: _Trace, kind: str
) -> tuple[str, int] | None:
    """Return the reason where hit and miss of the whole line are confused."""
    if answer.hit and not line_meets(e) and t.raw < 0.0:
        return (
            f"Its discriminant, {_few(t.raw)} m², is nearer to 0 than 1e-6, which "
            "counts as 0 whatever the scale: a near miss passes for a touch.",
            6,
        )
    missed = e.hit and not answer.hit and t.kept < 0.0
    if missed or (answer.hit and not line_meets(e)):
        return (
            f"The discriminant is a difference of squares near {_few(t.squares)} m². "
            f"In {kind} it comes out as {_few(t.raw)} m² instead of "
            f"{_few(float(e.discriminant))} m².",
            6,
        )
    return None


def _wrong_time(
    e: RayCircle, answer: articles.CircleRay, t: _Trace, kind: str
) -> tuple[str, int] | None:
    """Return the reason where a time near zero falls on its other side."""
    if answer.hit == e.hit:
        return None
    if answer.hit:
        return (
            f"The farther time is {_few(float(e.t_exit))}, hardly behind the start. "
            f"In {kind} it comes out as {_few(t.far / t.size)}, which is not negative.",
            7,
        )
    return (
        f"The nearer time should be {_few(float(e.t_enter))}. In {kind} it comes out "
        f"as {_few(t.near / t.size)}, and a negative time counts as an error.",
        7,
    )


def _wrong_points(
    p: RayCircleParams,
    e: RayCircle,
    answer: articles.CircleRay,
    t: _Trace,
    kind: str,
) -> tuple[str, int]:
    off, half = _off(answer, e), math.sqrt(float(e.discriminant))
    if t.kept == 0.0 and t.raw != 0.0 and half > 0.5 * off:
        return (
            f"Its discriminant, {_few(t.raw)} m², is below 1e-6, which counts as 0 "
            f"whatever the scale: both points become the middle of the chord.",
            6,
        )
    if abs(math.sqrt(t.kept) - half) > 0.5 * TOLERANCE[kind] * _largest(p):
        wrong = t.kept - float(e.discriminant)
        return (
            f"The discriminant is a difference of squares near {_few(t.squares)} m². "
            f"In {kind} it is off by {_few(wrong)} m², and so its points by "
            f"{_few(off)} m.",
            6,
        )
    return (
        f"Every operation is rounded to {kind}; here that moves the points by "
        f"{_few(off)} m.",
        9,
    )
