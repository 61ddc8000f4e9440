"""The moving sphere and the line of article 4, and what follows from their answer."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.scene.drawlist import Record, Role
from playground.scene.handles import Tip, rim_of
from playground.scene.params import Params, Vec2, Vec3, point, slider, time, vector

Array = NDArray[np.float64]

# Touches this far outside the step are still shown, on its extension.
EXTENSION = 1.0
# A perpendicular shorter than this part of the scene is not drawn: it has no
# direction on the screen.
_SHORT = 1e-9


@dataclass(frozen=True)
class SphereLineParams(Params):
    """A sphere, its step, a line, and the moment that is looked at."""

    start: Vec3 = point(
        -3.6,
        2.7,
        1.5,
        label="Start S(0)",
        help="Centre of the sphere at t = 0, in the world.",
    )
    end: Vec3 = point(
        3.4,
        1.9,
        -1.3,
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


@dataclass(frozen=True)
class Section:
    """The motion seen along the line: the line is the origin, the way runs down.

    Attributes
    ----------
    start : float
        How far below the line the centre is at t = 0, that is beta / |A|.
    pace : float
        How far down the centre moves in the step, |A|.
    height : float
        How far from the line its way, extended, passes.
    """

    start: float
    pace: float
    height: float

    def center(self, t: float) -> Vec2:
        """Return the sphere's centre."""
        return self.height, -(self.start + t * self.pace)


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


def length_places(length: float) -> int:
    """Return how many places of a length to show: of a small one, two more."""
    return 5 if length < 0.01 else 3


def nearest_times(e: SweptSphereLine) -> Array:
    """Return when, within the step, each centre is nearest to its line."""
    return np.clip(np.where(crosses(e), e.closest_t, 0.0), 0.0, 1.0)


def nearest_time(e: SweptSphereLine) -> float:
    """Return when, within the step, the centre is nearest to the line."""
    return float(nearest_times(e))


def crosses(e: SweptSphereLine) -> NDArray[np.bool_]:
    """Return whether there is motion across the line."""
    return np.asarray(e.motion == SphereMotion.CROSSING)


def overlaps(e: SweptSphereLine) -> NDArray[np.bool_]:
    """Return whether the sphere overlaps the line at some moment of the step.

    The discriminant tells two roots from one: as times, they are rounded.
    """
    within = (e.discriminant > 0.0) & (e.t_enter < 1.0) & (e.t_exit > 0.0)
    return np.where(crosses(e), within, e.embedded)


def section(e: SweptSphereLine) -> Section:
    """Return the motion seen along the line."""
    pace, height = float(e.speed), float(e.closest_distance)
    if not crosses(e):
        return Section(0.0, pace, height)
    # A time beyond the largest float is infinite; the way back to it is not.
    first = float(e.distance(0.0))
    back = -float(e.closest_t) * pace
    return Section(min(max(back, -first), first), pace, height)


def shown_roots(e: SweptSphereLine) -> list[tuple[str, float]]:
    """Return the touches by key: none, one where the sphere grazes, or two."""
    enter, leave = float(e.t_enter), float(e.t_exit)
    if leave > enter:
        return [("t_enter", enter), ("t_exit", leave)]
    return [("t_enter", enter)] if leave == enter else []


def marked(role: Role, key: str, since: int, *records: Record) -> Iterator[Record]:
    """Give the records of one quantity their role, key and first step."""
    return (replace(x, role=role, key=key, since=since) for x in records)


def too_short(p: SphereLineParams, vector: Sequence[float]) -> bool:
    """Return whether a vector has no direction on the screen."""
    size = math.hypot(*minus(p.end, p.start)) + p.radius
    return math.hypot(*vector) <= _SHORT * max(size, 1.0)
