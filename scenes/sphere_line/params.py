"""Parameters, symbols and query of article 4's scene."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision import SphereMotion, SweptSphereLine, swept_sphere_line
from playground.collision._arguments import Array, length
from playground.scene import (
    Arguments,
    MoverAim,
    Params,
    RimHandle,
    Role,
    Symbol,
    SymbolTable,
    TipHandle,
    Vec3,
    max_magnitude,
    point,
    sign_by_verdict,
    slider,
    stack_components,
    time,
    unit_vector,
    vector,
    xyz,
)
from playground.scene.query import query_of


@dataclass(frozen=True)
class SphereLineParams(Params):
    """Sphere, its step, a line, and the present time."""

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
        open_ended=True,
        label="Radius r",
        unit="m",
        help="Radius of the sphere; a sphere of radius 0 is a point.",
        handle=RimHandle("start", (0.0, 1.0, 0.0)),
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
        nonzero=True,
        label="Line direction",
        help="Where the line runs, in the world; only its direction counts.",
        handle=TipHandle("line_point"),
    )
    t: float = time(
        0.2,
        0.0,
        1.0,
        view=True,
        label="Time t",
        help="The moment within the motion: 0 at the start, 1 at the end.",
    )

    @property
    def unit_direction(self) -> Vec3:
        """V, the unit vector of the line."""
        return xyz(unit_vector(self.line_direction))

    @cached_property
    def step(self) -> Array:
        """E, from the start to the end."""
        return stack_components(*self.end) - stack_components(*self.start)

    def center(self, t: ArrayLike) -> Array:
        """Return S(t), the sphere's centre at times (...), shape (..., 3)."""
        return stack_components(*self.start) + np.asarray(t)[..., None] * self.step


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = SymbolTable(
    line=Symbol(Role.OBSTACLE, tex="Q", listing="qx qy qz"),
    start=Symbol(Role.MOVER, tex="S(0)", listing="pre_x pre_y pre_z"),
    end=Symbol(Role.MOVER, tex="S(1)", listing="pos_x pos_y pos_z"),
    step=Symbol(Role.MOVER, tex="E", listing="Ex Ey Ez dotEV"),
    sphere=Symbol(Role.MOVER, tex="S(t)"),
    point=Symbol(Role.MOVER, 1, "S", derivation=True),
    name=Symbol(Role.MOVER, 1, derivation=True),
    offset=Symbol(Role.CONSTRUCTION, 1, "(S - Q)", listing="Rx Ry Rz dotRV"),
    V=Symbol(Role.INK, 1, listing="dx dy dz size Vx Vy Vz"),
    u=Symbol(Role.ACCENT, 1),
    foot=Symbol(Role.NORMAL, 1, "H"),
    N=Symbol(Role.NORMAL, 1),
    radius=Symbol(Role.CONSTRUCTION, 2, "r", listing="r"),
    gap=Symbol(Role.CONSTRUCTION, 2, r"\omega"),
    C=Symbol(Role.NORMAL, 4, listing="Cx Cy Cz Omega"),
    N1=Symbol(Role.NORMAL, 4, "N(1)"),
    A=Symbol(Role.CONSTRUCTION, 4, listing="Ax Ay Az Alpha"),
    tA=Symbol(Role.CONSTRUCTION, 4, "t"),
    shadow=Symbol(Role.ACCENT, 5, r"-\dfrac{\beta}{\alpha}", listing="Beta"),
    reach=Symbol(Role.CONSTRUCTION, 6, "r"),
    h=Symbol(Role.ACCENT, 6),
    nearest=Symbol(Role.CONSTRUCTION, 6),
    t_enter=Symbol(Role.ENTER, 7, "t_1", listing="t"),
    t_exit=Symbol(Role.EXIT, 7, "t_2"),
    half_chord=Symbol(
        Role.EXIT,
        7,
        r"\dfrac{\sqrt{\beta^2 - \alpha \omega}}{\alpha}",
        listing="tmp",
    ),
    article=Symbol(Role.ARTICLE, 7),
    contact=Symbol(Role.HIT, 9, listing="colli"),
)


# ----------------------------------------------------------------------------
# Query of the scene, for the evaluation of user code.
# ----------------------------------------------------------------------------


def crosses(e: SweptSphereLine) -> NDArray[np.bool_]:
    """Return whether the motion has a component perpendicular to the line."""
    return np.asarray(e.motion == SphereMotion.CROSSING)


def nearest_time(e: SweptSphereLine) -> Array:
    """Return the time, within the step, at which the centre is nearest to the line."""
    return np.where(crosses(e), np.clip(e.closest_t, 0.0, 1.0), 0.0)


def step_gap(radius: ArrayLike, e: SweptSphereLine) -> Array:
    """Return the least distance of the surface from the line in the step, metres.

    It is negative for an overlap, 0 for a touch, and positive without a hit.
    """
    t, radius = nearest_time(e), np.asarray(radius, np.float64)
    distance = e.distance(t)
    # The difference of squares is more accurate than that of lengths, unless it
    # underflows.
    square = np.where(t > 0.0, -e.discriminant, e.omega)
    with np.errstate(all="ignore"):
        near = square / np.where(t > 0.0, e.alpha, 1.0) / (distance + radius)
    underflows = np.abs(square) < np.finfo(np.float64).tiny
    is_known = np.isfinite(near) & (t < 1.0) & ~underflows
    return sign_by_verdict(
        np.where(is_known, near, distance - radius), e.hit, e.hit & ~e.overlaps
    )


def _aim(a: Arguments, aim: MoverAim) -> Arguments:
    ends, line = zip(a["start"], a["end"], strict=True), a["line_direction"]
    way = aim.displacement_or(tuple(e - s for s, e in ends))
    # Somewhere along the line; a power of two keeps short vectors exact.
    unit = np.ldexp(4.0, -np.frexp(max_magnitude(*line))[1])
    start = tuple(
        p + unit * (aim.fraction - 0.5) * d + u * a["radius"] - aim.fraction * w
        for p, d, u, w in zip(a["line_point"], line, aim.at, way, strict=True)
    )
    end = tuple(s + w for s, w in zip(start, way, strict=True))
    return {**a, "start": start, "end": end}


QUERY = query_of(
    swept_sphere_line,
    SphereLineParams,
    "t center contact embedded",
    lambda a, e: step_gap(a["radius"], e),
    speed=lambda a: length(stack_components(*a["end"]) - stack_components(*a["start"])),
    position_at=lambda a, t: tuple(
        s + t * (e - s) for s, e in zip(a["start"], a["end"], strict=True)
    ),
    choices={"start_inside": lambda a, e: e.omega <= 0.0},
    aim=_aim,
)
