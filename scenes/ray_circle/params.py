"""Parameters, symbols and query of article 1's scene."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

import playground.scene as sc
from playground.collision import RayCircle, ray_circle
from playground.collision._arguments import Array, length
from playground.scene.query import query_of

RIM = (math.sqrt(0.5), -math.sqrt(0.5))


@dataclass(frozen=True)
class RayCircleParams(sc.Params):
    """Ray and circle in the plane."""

    origin: sc.Vec2 = sc.point(
        -4.5, -1.5, label="Ray origin A", help="Where the ray starts, in the world."
    )
    direction: sc.Vec2 = sc.vector(
        3.0,
        1.0,
        nonzero=True,
        label="Direction V",
        help="Where the ray goes, in the world; t is counted in multiples of it.",
        handle=sc.TipHandle("origin"),
    )
    center: sc.Vec2 = sc.point(
        1.75,
        -0.75,
        label="Circle centre O",
        help="Centre of the circle, in the world.",
        handle=sc.MoveHandle(disc="radius"),
    )
    radius: float = sc.slider(
        2.5,
        0.0,
        10.0,
        open_ended=True,
        label="Radius r",
        unit="m",
        help="Radius of the circle; a circle of radius 0 is a point.",
        handle=sc.RimHandle("center", RIM),
    )

    @cached_property
    def forward(self) -> sc.Vec2:
        """Unit vector of the direction."""
        return sc.xy(sc.unit_vector(self.direction))

    @property
    def offset(self) -> sc.Vec2:
        """M, from the circle's centre to the ray's origin."""
        (x, y), (cx, cy) = self.origin, self.center
        return x - cx, y - cy

    @property
    def extent(self) -> Any:
        """Size of the picture, metres; an array if one of the numbers is."""
        return np.hypot(*self.offset) + self.radius


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = sc.SymbolTable(
    circle=sc.Symbol(sc.Role.OBSTACLE),
    O=sc.Symbol(sc.Role.OBSTACLE, listing="ox oy"),
    r=sc.Symbol(sc.Role.OBSTACLE, 2, listing="r"),
    A=sc.Symbol(sc.Role.MOVER),
    behind=sc.Symbol(sc.Role.MOVER),
    ray=sc.Symbol(sc.Role.MOVER),
    V=sc.Symbol(sc.Role.MOVER, listing="vx vy len"),
    M=sc.Symbol(sc.Role.CONSTRUCTION, 3, derivation=True, listing="ax ay dotAA"),
    along=sc.Symbol(sc.Role.INK, 4, r"M \cdot V", derivation=True, listing="dotAV"),
    D=sc.Symbol(sc.Role.CONSTRUCTION, 5),
    closest=sc.Symbol(sc.Role.CONSTRUCTION, 5, "t_0"),
    half_chord=sc.Symbol(sc.Role.ACCENT, 6, "s", derivation=True, listing="s sq"),
    gap=sc.Symbol(sc.Role.MISS, 6, "s"),
    t_enter=sc.Symbol(sc.Role.ENTER, 7, "t_1", listing="t1"),
    t_exit=sc.Symbol(sc.Role.EXIT, 7, "t_2", listing="t2 c2x c2y"),
    article=sc.Symbol(sc.Role.ARTICLE, 7),
    point=sc.Symbol(sc.Role.HIT, 8, "C", listing="c1x c1y"),
    normal_enter=sc.Symbol(sc.Role.NORMAL, 9, "n"),
    normal_exit=sc.Symbol(sc.Role.NORMAL, 9, "n"),
)


# ----------------------------------------------------------------------------
# Query of the scene, for the evaluation of user code.
# ----------------------------------------------------------------------------


def _gap(a: sc.Arguments, e: RayCircle) -> Array:
    """Return the distance between ray and disc; negative if the ray enters it."""
    radius = np.asarray(a["radius"], np.float64)
    center, direction = (
        sc.stack_components(*a["center"]),
        sc.stack_components(*a["direction"]),
    )
    # The nearest point may round to the centre; the discriminant does not round to r².
    half_chord = np.sqrt(np.maximum(-e.discriminant, 0.0))
    line = np.maximum(length(e.closest - center), half_chord)
    start = length(sc.stack_components(*a["origin"]) - center)
    # Differences of squares are more accurate than those of lengths: the first is the
    # discriminant, the other the product of both times.
    with np.errstate(all="ignore"):
        gap = -e.discriminant / (line + radius)
        behind = e.t_enter * e.t_exit * length(direction) ** 2 / (start + radius)
    behind = np.where(np.isfinite(behind), behind, start - radius)
    raw = np.where(e.closest_t > 0.0, gap, behind)
    return sc.sign_by_verdict(np.nan_to_num(raw), e.hit, e.touches)


def _aim(a: sc.Arguments, aim: sc.MoverAim) -> sc.Arguments:
    direction = aim.displacement_or(a["direction"])
    # Scale times to about 1 by a power of two, which keeps short vectors exact.
    unit = np.ldexp(8.0, -np.frexp(sc.max_magnitude(*direction))[1])
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
    speed=lambda a: length(sc.stack_components(*a["direction"])),
    position_at=lambda a, t: sc.point_along(a["origin"], a["direction"], t),
    choices={
        "start_inside": lambda a, e: e.inside | (e.t_enter == 0.0) | (e.t_exit == 0.0)
    },
    aim=_aim,
)
