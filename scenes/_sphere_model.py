"""The moving sphere and the line of article 4, and what follows from their answer."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.handles import Tip, rim_of
from playground.params import Params, Vec3, point, slider, time, vector

Array = NDArray[np.float64]

# The listing's time counts as wrong beyond this; a float's rounding is far below.
_OFF_TIME = 1e-3
# Touches this far outside the step are still shown, on its extension.
EXTENSION = 1.0


@dataclass(frozen=True)
class SphereLineParams(Params):
    """A sphere, its step, a line, and the moment that is looked at."""

    start: Vec3 = point(
        -4.0,
        2.4,
        1.6,
        label="Start S(0)",
        help="Centre of the sphere at t = 0, in the world.",
    )
    end: Vec3 = point(
        4.2,
        1.5,
        -1.4,
        label="End S(1)",
        help="Centre of the sphere at t = 1, in the world.",
    )
    radius: float = slider(
        0.9,
        0.0,
        4.0,
        label="Radius r",
        unit="m",
        help="Radius of the sphere; with 0 it is a point.",
        handle=rim_of("start", (0.0, 1.0, 0.0)),
    )
    line_point: Vec3 = point(
        -1.7,
        0.66,
        3.14,
        label="Line point Q",
        help="A point of the line, in the world.",
    )
    line_direction: Vec3 = vector(
        0.75,
        0.3,
        -1.05,
        label="Line direction",
        help="Where the line runs, in the world; only its direction counts.",
        handle=Tip("line_point"),
    )
    t: float = time(
        0.2,
        0.0,
        1.0,
        label="Time t",
        help="The moment within the step: 0 at the start, 1 at the end.",
    )


@dataclass(frozen=True)
class SphereLineAnswer:
    """The exact answer, and the article's in float32 (as printed) and float64."""

    exact: SweptSphereLine
    article: articles.SphereLine
    article64: articles.SphereLine


def xyz(array: Array) -> Vec3:
    """Return a vector as plain numbers."""
    x, y, z = (float(c) for c in array)
    return x, y, z


def along(a: Vec3, b: Vec3, share: float) -> Vec3:
    """Return the point that divides the way from a to b."""
    x, y, z = (c + (d - c) * share for c, d in zip(a, b, strict=True))
    return x, y, z


def plus(a: Vec3, b: Vec3) -> Vec3:
    """Return a + b."""
    x, y, z = (c + d for c, d in zip(a, b, strict=True))
    return x, y, z


def minus(a: Vec3, b: Vec3) -> Vec3:
    """Return a - b."""
    x, y, z = (c - d for c, d in zip(a, b, strict=True))
    return x, y, z


def unit(p: SphereLineParams) -> Vec3:
    """Return V, the line's unit direction."""
    largest = max(map(abs, p.line_direction))
    scaled = [c / largest for c in p.line_direction]
    size = math.hypot(*scaled)
    x, y, z = (c / size for c in scaled)
    return x, y, z


def center_at(p: SphereLineParams, t: float) -> Vec3:
    """Return S(t), the sphere's centre."""
    return along(p.start, p.end, t)


def foot_at(e: SweptSphereLine, t: float) -> Vec3:
    """Return H(t), the foot of the perpendicular."""
    return xyz(e.foot(t))


def perpendicular_at(p: SphereLineParams, e: SweptSphereLine, t: float) -> Vec3:
    """Return N(t), from the sphere's centre to the line."""
    return minus(foot_at(e, t), center_at(p, t))


def reach_along(p: SphereLineParams, at: Vec3) -> float:
    """Return how far along V from Q a point of the line lies."""
    offset = minus(at, p.line_point)
    return sum(a * b for a, b in zip(offset, unit(p), strict=True))


def surface_gap(p: SphereLineParams, e: SweptSphereLine, t: float) -> float:
    """Return |N(t)|^2 - r^2 in square metres: negative while the sphere overlaps."""
    distance = float(e.distance(t))
    return (distance - p.radius) * (distance + p.radius)


def nearest_time(e: SweptSphereLine) -> float:
    """Return when, within the step, the centre is nearest to the line."""
    alpha, beta = float(e.alpha), float(e.beta)
    if alpha == 0.0:
        return 0.0
    return min(max(-beta / alpha, 0.0), 1.0) + 0.0  # not -0.0


def crosses(e: SweptSphereLine) -> bool:
    """Return whether there is motion across the line."""
    return int(e.motion) == SphereMotion.CROSSING


def overlaps(e: SweptSphereLine) -> bool:
    """Return whether the sphere overlaps the line at some moment of the step."""
    if not crosses(e):
        return bool(e.embedded)
    enter, leave = float(e.t_enter), float(e.t_exit)
    return enter < leave and enter < 1.0 and leave > 0.0


def article_agrees(r: SphereLineAnswer) -> bool:
    """Return whether the listing's answer and, for a hit, its time are right."""
    if bool(r.article.hit) != bool(r.exact.hit):
        return False
    return not r.exact.hit or abs(float(r.article.t) - float(r.exact.t)) <= _OFF_TIME
