"""The ray and the circle of article 1, and what is derived from their solution."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle, articles, ray_circle
from playground.collision.numeric import Array
from playground.handles import Tip, move, rim_of
from playground.params import Params, Vec2, point, slider, vector
from playground.scene import stacked

RIM = (math.sqrt(0.5), -math.sqrt(0.5))


@dataclass(frozen=True)
class RayCircleParams(Params):
    """A ray and a circle in the plane."""

    origin: Vec2 = point(
        -4.5, -1.5, label="Ray origin A", help="Where the ray starts, in the world."
    )
    direction: Vec2 = vector(
        3.0,
        1.0,
        label="Direction V",
        help="Where the ray goes, in the world; t is counted in multiples of it.",
        handle=Tip("origin"),
    )
    center: Vec2 = point(
        1.75,
        -0.75,
        label="Circle centre O",
        help="Centre of the circle, in the world.",
        handle=move(disc="radius"),
    )
    radius: float = slider(
        2.5,
        0.0,
        10.0,
        label="Radius r",
        unit="m",
        help="Radius of the circle; with 0 it is a point.",
        handle=rim_of("center", RIM),
    )


@dataclass(frozen=True)
class RayCircleAnswer:
    """The exact answer, and the article's in float32 (as printed) and float64."""

    exact: RayCircle
    article: articles.CircleRay
    article64: articles.CircleRay


def xy(array: Array) -> Vec2:
    return float(array[0]), float(array[1])


def unit_direction(p: RayCircleParams) -> Vec2:
    largest = max(map(abs, p.direction))
    x, y = (c / largest for c in p.direction)
    return x / math.hypot(x, y), y / math.hypot(x, y)


def offset(p: RayCircleParams) -> Vec2:
    """Return M, from the circle's centre to the ray's origin."""
    return p.origin[0] - p.center[0], p.origin[1] - p.center[1]


def extent(p: RayCircleParams) -> float:
    """Return the size of the picture, for what is drawn to be seen, not measured."""
    return math.hypot(*offset(p)) + p.radius


def line_distance(p: RayCircleParams, e: RayCircle) -> float:
    return math.dist(xy(e.closest), p.center)


def line_meets(e: RayCircle) -> NDArray[np.bool_]:
    return np.asarray(e.discriminant >= 0.0)


def crossings(e: RayCircle) -> list[tuple[str, float, Vec2]]:
    """Return name, time and point of each crossing of the line; touching is one."""
    if not line_meets(e):
        return []
    enter = ("t_enter", float(e.t_enter), xy(e.point_enter))
    leave = ("t_exit", float(e.t_exit), xy(e.point_exit))
    return [enter] if e.discriminant == 0.0 else [enter, leave]


def time_digits(e: RayCircle) -> int:
    """Return with how many decimals to write times so that the two differ."""
    enter, leave = float(e.t_enter), float(e.t_exit)
    return 4 if 0.0 < leave - enter < 0.02 else 2


def first_crossing(e: RayCircle) -> str:
    """Return "enter" or "exit": the crossing at which the ray first hits."""
    return "exit" if e.t_enter < 0.0 and e.discriminant != 0.0 else "enter"


def normal_at(p: RayCircleParams, at: Vec2) -> Vec2:
    """Return the outward unit normal; toward the ray's origin at a point circle."""
    out = at[0] - p.center[0], at[1] - p.center[1]
    length = math.hypot(*out)
    if p.radius == 0.0 or length == 0.0:
        back = unit_direction(p)
        return -back[0], -back[1]
    return out[0] / length, out[1] / length


def solved(p: RayCircleParams) -> tuple[RayCircle, NDArray[np.bool_]]:
    """Return the exact answers, and where they mean nothing: without a direction.

    Any numbers of `p` may be arrays, which broadcast.
    """
    direction = stacked(*p.direction)
    aimless = (direction == 0.0).all(-1)
    e = ray_circle(
        stacked(*p.origin),
        np.where(aimless[..., None], 1.0, direction),
        stacked(*p.center),
        p.radius,
        exact=True,
    )
    return e, aimless


def measured(p: RayCircleParams) -> dict[str, Array]:
    """Return the discriminant and both times; one number of `p` may be an array.

    NaN where there is no such number: no real time, no direction.
    """
    e, aimless = solved(p)
    lines = {
        "Discriminant s (m²)": e.discriminant,
        "Enter t": e.t_enter,
        "Exit t": e.t_exit,
    }
    return {name: known(y, aimless) for name, y in lines.items()}


def known(values: Array, aimless: NDArray[np.bool_]) -> Array:
    """Return the numbers, NaN where there is none: infinite, or without a direction."""
    return np.where(aimless | ~np.isfinite(values), np.nan, values)
