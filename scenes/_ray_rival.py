"""What the listing of article 1 answers beside the truth, and why it differs."""

import math

import numpy as np
from numpy.typing import ArrayLike

from playground.collision import RayCircle, articles, ray_circle
from playground.scene.drawlist import Dot, DrawList, Label, Marker, Role
from playground.scene.regions import NONE, Kind
from playground.scene.scene import Rival, show
from scenes._ray_mistakes import (
    INSIDE,
    INVENTED,
    LOST,
    RIM,
    SNAPPED,
    UNDERFLOW,
    Trace,
    agree,
    largest,
    mistakes,
    points_off,
    tolerance,
    traced,
)
from scenes._ray_model import (
    RayCircleAnswer,
    RayCircleParams,
    line_meets,
    time_digits,
    xy,
)


def rival(p: RayCircleParams, r: RayCircleAnswer, *, single: bool) -> Rival:
    """Return the listing's answer, and for a difference the reason and its step."""
    kind = "float32" if single else "float64"
    answer = r.article if single else r.article64
    text = _said(answer, float(largest(p)))
    found = mistakes(p, r.exact, answer, kind)
    if found.index == NONE:
        return Rival(text, agrees=True)
    mistake = found.kinds[int(found.index)]
    why, step = _why(p, r.exact, answer, kind, mistake)
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
        f"article: t = {show(float(trace.near / trace.size), time_digits(r.exact))}",
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


def _few(value: ArrayLike) -> str:
    """Return a number with the digits that a sentence needs."""
    return f"{float(np.asarray(value)):.3g}".replace("-", "−")


def _why(
    p: RayCircleParams,
    e: RayCircle,
    answer: articles.CircleRay,
    kind: str,
    mistake: Kind,
) -> tuple[str, int]:
    """Return the reason of a mistake, and the step in which it arises."""
    t = traced(p, kind)
    if mistake == UNDERFLOW:
        return _direction_lost(t, kind)
    if mistake in (INSIDE, RIM):
        return _negative_time(e, mistake)
    rounded = _other_numbers(p, answer, kind) or _not_a_unit(t, kind)
    if rounded:
        return rounded
    if mistake == SNAPPED:
        return _taken_for_zero(e, t)
    if mistake == LOST:
        return _wrong_sign(e, t, kind) if t.kept < 0.0 else _nearer_time(e, t, kind)
    if mistake == INVENTED:
        return _farther_time(e, t, kind) if line_meets(e) else _wrong_sign(e, t, kind)
    return _wrong_points(p, e, answer, t, kind)


def _direction_lost(t: Trace, kind: str) -> tuple[str, int]:
    if t.lost:
        return f"V is too short for {kind}: it is 0 there, an error, so no hit.", 1
    return (
        f"V · V is too small for {kind} and becomes 0. V divided by its length is "
        "then not a number, which passes every test for a miss.",
        4,
    )


def _negative_time(e: RayCircle, mistake: Kind) -> tuple[str, int]:
    """Return the reason where the true nearer time is negative and the ray hits."""
    if mistake == INSIDE:
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
    if kind == "float64":
        return None
    given = [
        np.asarray(v, kind).astype(np.float64)
        for v in (p.origin, p.direction, p.center, p.radius)
    ]
    if not agree(p, ray_circle(*given), answer, kind):
        return None
    return (
        f"Rounded to {kind}, the numbers given are already another ray and circle, and "
        "of those the answer is true.",
        1,
    )


def _not_a_unit(t: Trace, kind: str) -> tuple[str, int] | None:
    if t.square >= np.finfo(kind).tiny or abs(t.length - 1.0) < 8 * np.finfo(kind).eps:
        return None
    return (
        f"V · V is so small that {kind} keeps few of its digits: V divided by its "
        f"length is {_few(t.length)} long instead of 1.",
        4,
    )


def _taken_for_zero(e: RayCircle, t: Trace) -> tuple[str, int]:
    if not line_meets(e):
        return (
            f"Its discriminant, {_few(t.raw)} m², is nearer to 0 than 1e-6, which "
            "counts as 0 whatever the scale: a near miss passes for a touch.",
            6,
        )
    return (
        f"Its discriminant, {_few(t.raw)} m², is below 1e-6, which counts as 0 "
        f"whatever the scale: both points become the middle of the chord.",
        6,
    )


def _wrong_sign(e: RayCircle, t: Trace, kind: str) -> tuple[str, int]:
    """Return the reason where hit and miss of the whole line are confused."""
    return (
        f"The discriminant is a difference of squares near {_few(t.squares)} m². "
        f"In {kind} it comes out as {_few(t.raw)} m² instead of "
        f"{_few(e.discriminant)} m².",
        6,
    )


def _farther_time(e: RayCircle, t: Trace, kind: str) -> tuple[str, int]:
    return (
        f"The farther time is {_few(e.t_exit)}, hardly behind the start. "
        f"In {kind} it comes out as {_few(t.far / t.size)}, which is not negative.",
        7,
    )


def _nearer_time(e: RayCircle, t: Trace, kind: str) -> tuple[str, int]:
    return (
        f"The nearer time should be {_few(e.t_enter)}. In {kind} it comes out "
        f"as {_few(t.near / t.size)}, and a negative time counts as an error.",
        7,
    )


def _wrong_points(
    p: RayCircleParams,
    e: RayCircle,
    answer: articles.CircleRay,
    t: Trace,
    kind: str,
) -> tuple[str, int]:
    off = _few(points_off(answer, e))
    half_chords = math.sqrt(t.kept), math.sqrt(e.discriminant)
    if abs(half_chords[0] - half_chords[1]) > 0.5 * tolerance(p, kind):
        return (
            f"The discriminant is a difference of squares near {_few(t.squares)} m². "
            f"In {kind} it is off by {_few(t.kept - e.discriminant)} m², and so its "
            f"points by {off} m.",
            6,
        )
    return (
        f"Every operation is rounded to {kind}; here that moves the points by {off} m.",
        9,
    )
