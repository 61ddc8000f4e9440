"""Parameters, symbols and query of article 1's scene."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from playground import scene
from playground.collision import RayCircle, ray_circle
from playground.collision._arguments import Array, length
from playground.scene import (
    Arguments,
    MoveHandle,
    MoverAim,
    Params,
    RimHandle,
    Role,
    Symbol,
    SymbolTable,
    TipHandle,
    Vec2,
    max_magnitude,
    point_along,
    sign_by_verdict,
    stack_components,
)
from playground.scene.query import query_of

RIM = (math.sqrt(0.5), -math.sqrt(0.5))


@dataclass(frozen=True)
class RayCircleParams(Params):
    """Ray and circle in the plane."""

    origin: Vec2 = scene.point(
        -4.5, -1.5, label="Ray origin A", help="Where the ray starts, in the world."
    )
    direction: Vec2 = scene.vector(
        3.0,
        1.0,
        nonzero=True,
        label="Direction V",
        help="Where the ray goes, in the world; t is counted in multiples of it.",
        handle=TipHandle("origin"),
    )
    center: Vec2 = scene.point(
        1.75,
        -0.75,
        label="Circle centre O",
        help="Centre of the circle, in the world.",
        handle=MoveHandle(disc="radius"),
    )
    radius: float = scene.slider(
        2.5,
        0.0,
        10.0,
        open_ended=True,
        label="Radius r",
        unit="m",
        help="Radius of the circle; a circle of radius 0 is a point.",
        handle=RimHandle("center", RIM),
    )

    @cached_property
    def forward(self) -> Vec2:
        """Unit vector of the direction."""
        return scene.xy(scene.unit_vector(self.direction))

    @property
    def offset(self) -> Vec2:
        """M, from the circle's centre to the ray's origin."""
        (x, y), (cx, cy) = self.origin, self.center
        return x - cx, y - cy

    @property
    def extent(self) -> Any:
        """Size of the picture, metres; an array if one of the numbers is."""
        return np.hypot(*self.offset) + self.radius


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = SymbolTable(
    circle=Symbol(Role.OBSTACLE),
    O=Symbol(Role.OBSTACLE, listing="ox oy"),
    r=Symbol(Role.OBSTACLE, 2, listing="r"),
    A=Symbol(Role.MOVER),
    behind=Symbol(Role.MOVER),
    ray=Symbol(Role.MOVER),
    V=Symbol(Role.MOVER, listing="vx vy len"),
    M=Symbol(Role.CONSTRUCTION, 3, derivation=True, listing="ax ay dotAA"),
    along=Symbol(Role.INK, 4, r"M \cdot V", derivation=True, listing="dotAV"),
    D=Symbol(Role.CONSTRUCTION, 5),
    closest=Symbol(Role.CONSTRUCTION, 5, "t_0"),
    half_chord=Symbol(Role.ACCENT, 6, "s", derivation=True, listing="s sq"),
    gap=Symbol(Role.MISS, 6, "s"),
    t_enter=Symbol(Role.ENTER, 7, "t_1", listing="t1"),
    t_exit=Symbol(Role.EXIT, 7, "t_2", listing="t2 c2x c2y"),
    article=Symbol(Role.ARTICLE, 7),
    point=Symbol(Role.HIT, 8, "C", listing="c1x c1y"),
    normal_enter=Symbol(Role.NORMAL, 9, "n"),
    normal_exit=Symbol(Role.NORMAL, 9, "n"),
)


# ----------------------------------------------------------------------------
# Query of the scene, for the evaluation of user code.
# ----------------------------------------------------------------------------


def _gap(a: Arguments, e: RayCircle) -> Array:
    """Return the distance between ray and disc; negative if the ray enters it."""
    radius = np.asarray(a["radius"], np.float64)
    center, direction = (
        stack_components(*a["center"]),
        stack_components(*a["direction"]),
    )
    # The nearest point may round to the centre; the discriminant does not round to r².
    half_chord = np.sqrt(np.maximum(-e.discriminant, 0.0))
    line = np.maximum(length(e.closest - center), half_chord)
    start = length(stack_components(*a["origin"]) - center)
    # Differences of squares are more accurate than those of lengths: the first is the
    # discriminant, the other the product of both times.
    with np.errstate(all="ignore"):
        gap = -e.discriminant / (line + radius)
        behind = e.t_enter * e.t_exit * length(direction) ** 2 / (start + radius)
    behind = np.where(np.isfinite(behind), behind, start - radius)
    raw = np.where(e.closest_t > 0.0, gap, behind)
    return sign_by_verdict(np.nan_to_num(raw), e.hit, e.touches)


def _aim(a: Arguments, aim: MoverAim) -> Arguments:
    direction = aim.displacement_or(a["direction"])
    # Scale times to about 1 by a power of two, which keeps short vectors exact.
    unit = np.ldexp(8.0, -np.frexp(max_magnitude(*direction))[1])
    origin = tuple(
        c + u * a["radius"] - aim.fraction * unit * d
        for c, u, d in zip(a["center"], aim.at, direction, strict=False)
    )
    return {**a, "direction": direction, "origin": origin}


QUERY = query_of(
    ray_circle,
    RayCircleParams,
    "t point normal inside t_enter t_exit point_enter point_exit",
    _gap,
    speed=lambda a: length(stack_components(*a["direction"])),
    position_at=lambda a, t: point_along(a["origin"], a["direction"], t),
    choices={
        "start_inside": lambda a, e: e.inside | (e.t_enter == 0.0) | (e.t_exit == 0.0)
    },
    aim=_aim,
)
