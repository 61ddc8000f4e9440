"""Parameters, symbols and query of article 4's scene."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

import playground.scene as sc
from playground.collision import SphereMotion, SweptSphereLine, swept_sphere_line
from playground.collision._arguments import Array, length
from playground.scene.query import query_of


@dataclass(frozen=True)
class SphereLineParams(sc.Params):
    """Sphere, its step, a line, and the present time."""

    start: sc.Vec3 = sc.point(
        -3.6,
        2.7,
        1.5,
        label="Start S(0)",
        help="Centre of the sphere at t = 0, in the world.",
    )
    end: sc.Vec3 = sc.point(
        3.4,
        1.9,
        -1.3,
        label="End S(1)",
        help="Centre of the sphere at t = 1, in the world.",
    )
    radius: float = sc.slider(
        0.9,
        0.0,
        4.0,
        open_ended=True,
        label="Radius r",
        unit="m",
        help="Radius of the sphere; a sphere of radius 0 is a point.",
        handle=sc.RimHandle("start", (0.0, 1.0, 0.0)),
    )
    line_point: sc.Vec3 = sc.point(
        -1.7,
        0.66,
        3.14,
        label="Line point Q",
        help="A point of the line, in the world.",
    )
    line_direction: sc.Vec3 = sc.vector(
        0.75,
        0.3,
        -1.05,
        nonzero=True,
        label="Line direction",
        help="Where the line runs, in the world; only its direction counts.",
        handle=sc.TipHandle("line_point"),
    )
    t: float = sc.time(
        0.2,
        0.0,
        1.0,
        view=True,
        label="Time t",
        help="The moment within the motion: 0 at the start, 1 at the end.",
    )

    @property
    def unit_direction(self) -> sc.Vec3:
        """V, the unit vector of the line."""
        return sc.xyz(sc.unit_vector(self.line_direction))

    @cached_property
    def step(self) -> Array:
        """E, from the start to the end."""
        return sc.stack_components(*self.end) - sc.stack_components(*self.start)

    def center(self, t: ArrayLike) -> Array:
        """Return S(t), the sphere's centre at times (...), shape (..., 3)."""
        return sc.stack_components(*self.start) + np.asarray(t)[..., None] * self.step


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = sc.SymbolTable(
    line=sc.Symbol(sc.Role.OBSTACLE, tex="Q", listing="qx qy qz"),
    start=sc.Symbol(sc.Role.MOVER, tex="S(0)", listing="pre_x pre_y pre_z"),
    end=sc.Symbol(sc.Role.MOVER, tex="S(1)", listing="pos_x pos_y pos_z"),
    step=sc.Symbol(sc.Role.MOVER, tex="E", listing="Ex Ey Ez dotEV"),
    sphere=sc.Symbol(sc.Role.MOVER, tex="S(t)"),
    point=sc.Symbol(sc.Role.MOVER, 1, "S", derivation=True),
    name=sc.Symbol(sc.Role.MOVER, 1, derivation=True),
    offset=sc.Symbol(sc.Role.CONSTRUCTION, 1, "(S - Q)", listing="Rx Ry Rz dotRV"),
    V=sc.Symbol(sc.Role.INK, 1, listing="dx dy dz size Vx Vy Vz"),
    u=sc.Symbol(sc.Role.ACCENT, 1),
    foot=sc.Symbol(sc.Role.NORMAL, 1, "H"),
    N=sc.Symbol(sc.Role.NORMAL, 1),
    radius=sc.Symbol(sc.Role.CONSTRUCTION, 2, "r", listing="r"),
    gap=sc.Symbol(sc.Role.CONSTRUCTION, 2, r"\omega"),
    C=sc.Symbol(sc.Role.NORMAL, 4, listing="Cx Cy Cz Omega"),
    N1=sc.Symbol(sc.Role.NORMAL, 4, "N(1)"),
    A=sc.Symbol(sc.Role.CONSTRUCTION, 4, listing="Ax Ay Az Alpha"),
    tA=sc.Symbol(sc.Role.CONSTRUCTION, 4, "t"),
    shadow=sc.Symbol(sc.Role.ACCENT, 5, r"-\dfrac{\beta}{\alpha}", listing="Beta"),
    reach=sc.Symbol(sc.Role.CONSTRUCTION, 6, "r"),
    h=sc.Symbol(sc.Role.ACCENT, 6),
    nearest=sc.Symbol(sc.Role.CONSTRUCTION, 6),
    t_enter=sc.Symbol(sc.Role.ENTER, 7, "t_1", listing="t"),
    t_exit=sc.Symbol(sc.Role.EXIT, 7, "t_2"),
    half_chord=sc.Symbol(
        sc.Role.EXIT,
        7,
        r"\dfrac{\sqrt{\beta^2 - \alpha \omega}}{\alpha}",
        listing="tmp",
    ),
    article=sc.Symbol(sc.Role.ARTICLE, 7),
    contact=sc.Symbol(sc.Role.HIT, 9, listing="colli"),
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
    return sc.sign_by_verdict(
        np.where(is_known, near, distance - radius), e.hit, e.hit & ~e.overlaps
    )


def _aim(a: sc.Arguments, aim: sc.MoverAim) -> sc.Arguments:
    ends, line = zip(a["start"], a["end"], strict=True), a["line_direction"]
    way = aim.displacement_or(tuple(e - s for s, e in ends))
    # Somewhere along the line; a power of two keeps short vectors exact.
    unit = np.ldexp(4.0, -np.frexp(sc.max_magnitude(*line))[1])
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
    speed=lambda a: length(
        sc.stack_components(*a["end"]) - sc.stack_components(*a["start"])
    ),
    position_at=lambda a, t: tuple(
        s + t * (e - s) for s, e in zip(a["start"], a["end"], strict=True)
    ),
    choices={"start_inside": lambda a, e: e.omega <= 0.0},
    aim=_aim,
)
