"""Capsule vs capsule: whether two thick segments touch, and how far apart they are.

A capsule is all that is within a radius of a segment, its axis. Two segments that do
not cross are nearest at an end of one of them: four distances, of an end to a segment,
answer everything.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.scene import (
    Answer,
    ArrayRun,
    Capsule,
    Case,
    CornerHandle,
    Derivation,
    Dot,
    DrawList,
    Label,
    Listing,
    ListingComparison,
    MapPreset,
    Mistake,
    MistakeKind,
    Nature,
    Outcome,
    Params,
    Quantity,
    Quiz,
    RimHandle,
    Role,
    Scene,
    Segment,
    Step,
    Vec2,
    Zone,
    cases,
    format_number,
    max_magnitude,
    midpoint,
    point,
    slider,
    stack_components,
    style_primitives,
    term,
    tex,
    xy,
)

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class CapsulesParams(Params):
    """Two segments and two radii."""

    a: Vec2 = point(
        -4.0,
        -1.0,
        label="A",
        help="One end of the first axis.",
        handle=CornerHandle(("b",), "first"),
    )
    b: Vec2 = point(0.5, 1.25, label="B", help="The other end of the first axis.")
    first: float = slider(
        1.0,
        0.0,
        5.0,
        label="First radius",
        unit="m",
        help="Radius of the first capsule; with 0 it is its axis.",
        handle=RimHandle("a", (-0.6, 0.8)),
    )
    c: Vec2 = point(
        2.75,
        2.5,
        label="C",
        help="One end of the second axis.",
        handle=CornerHandle(("d",), "second"),
    )
    d: Vec2 = point(3.5, -2.0, label="D", help="The other end of the second axis.")
    second: float = slider(
        0.75,
        0.0,
        5.0,
        label="Second radius",
        unit="m",
        help="Radius of the second capsule; with 0 it is its axis.",
        handle=RimHandle("d", (0.6, -0.8)),
    )

    @property
    def reach(self) -> Any:
        """Distance of the axes at which the capsules touch."""
        return self.first + self.second


@dataclass(frozen=True)
class Nearness:
    """Relative position of two capsules.

    Attributes
    ----------
    hit, touching, crossing : boolean array
        They have a point in common; only at their rims; the axes cross.
    which : integer array
        The end that is nearest to the other axis: 0 for A, then B, C and D.
    apart, distance : array
        From axis to axis, 0 where they cross; from rim to rim, negative where they
        overlap.
    on_first, on_second : array (..., 2)
        The nearest end and its foot on the other axis.
    """

    hit: Flags
    touching: Flags
    crossing: Flags
    which: NDArray[np.intp]
    apart: Array
    distance: Array
    on_first: Array
    on_second: Array


def _foot(end: Array, start: Array, stop: Array) -> Array:
    """Return the point of a segment nearest to an end, arrays (..., 2)."""
    way = stop - start
    square = (way * way).sum(axis=-1)
    along = ((end - start) * way).sum(axis=-1)
    share = np.clip(along / np.where(square > 0.0, square, 1.0), 0.0, 1.0)
    return np.asarray(start + share[..., None] * way)


def _divides(start: Array, stop: Array, one: Array, other: Array) -> Flags:
    """Return whether two ends are on both sides of the line through an axis."""
    x, y = np.moveaxis(stop - start, -1, 0)
    sides = [
        x * (end - start)[..., 1] - y * (end - start)[..., 0] for end in (one, other)
    ]
    return np.asarray(sides[0] * sides[1] < 0.0)


def solve(p: CapsulesParams) -> Nearness:
    """Find the nearest of the four ends, and what follows from it."""
    ends = np.broadcast_arrays(*(stack_components(*x) for x in (p.a, p.b, p.c, p.d)))
    a, b, c, d = ends
    feet = [_foot(a, c, d), _foot(b, c, d), _foot(c, a, b), _foot(d, a, b)]
    gaps = np.linalg.norm(np.stack(ends) - np.stack(feet), axis=-1)
    which = np.argmin(gaps, axis=0)
    end, foot = (np.choose(which[..., None], rows) for rows in (ends, feet))
    crossing = _divides(a, b, c, d) & _divides(c, d, a, b)
    apart = np.where(crossing, 0.0, gaps.min(axis=0))
    first = (which < 2)[..., None]
    return Nearness(
        crossing | (apart <= p.reach),
        ~crossing & (apart == p.reach),
        crossing,
        which,
        apart,
        apart - p.reach,
        np.where(first, end, foot),
        np.where(first, foot, end),
    )


P = CapsulesParams
E = Nearness

OUTCOMES: tuple[Outcome[P, E], ...] = (
    Outcome("Crossing", lambda p, e: e.crossing, True, Role.CORNER, "The axes cross."),
    Outcome(
        "Touch",
        lambda p, e: e.touching,
        True,
        Role.NORMAL,
        "The rims have one place in common and nothing overlaps.",
    ),
    Outcome(
        "Overlap",
        lambda p, e: e.hit,
        True,
        Role.HIT,
        lambda p, e: f"They overlap by {format_number(-e.distance)} m.",
    ),
    Outcome(
        "Apart",
        lambda p, e: True,
        False,
        Role.MISS,
        lambda p, e: f"{format_number(e.distance)} m from rim to rim.",
    ),
)

QUANTITIES: tuple[Quantity[P, E], ...] = (
    Quantity(
        name="Distance",
        symbol="d",
        unit="m",
        help="From rim to rim; negative is how deep they overlap.",
        value=lambda p, e: e.distance,
        threshold=0.0,
        curve=True,
        map=True,
        key="distance",
    ),
    Quantity(
        name="Between the axes",
        symbol="m",
        unit="m",
        help="The least of the four distances; 0 where the axes cross.",
        value=lambda p, e: e.apart,
        threshold=lambda p: p.reach,
        map=True,
        key="apart",
    ),
)

ZONES: tuple[Zone[P, E], ...] = (
    Zone("the axes cross", lambda p, e: e.crossing, Role.CORNER),
    Zone("an end of AB is nearest", lambda p, e: e.which < 2, Role.MOVER),
    Zone("an end of CD is nearest", lambda p, e: True, Role.OBSTACLE),
)


def clamped(
    ax: float,
    ay: float,
    bx: float,
    by: float,
    first: float,
    cx: float,
    cy: float,
    dx: float,
    dy: float,
    second: float,
) -> bool:
    # The code that is found in many forums: it looks where the endless lines are
    # nearest, and cuts both numbers to 0 to 1.
    one_x, one_y = bx - ax, by - ay
    two_x, two_y = dx - cx, dy - cy
    off_x, off_y = ax - cx, ay - cy
    long = one_x * one_x + one_y * one_y
    wide = two_x * two_x + two_y * two_y
    mixed = one_x * two_x + one_y * two_y
    along = one_x * off_x + one_y * off_y
    across = two_x * off_x + two_y * off_y
    denominator = long * wide - mixed * mixed
    s = t = 0.0
    if denominator != 0.0:
        s = min(max((mixed * across - along * wide) / denominator, 0.0), 1.0)
        t = min(max((long * across - mixed * along) / denominator, 0.0), 1.0)
    px, py = ax + s * one_x, ay + s * one_y
    qx, qy = cx + t * two_x, cy + t * two_y
    apart = sqrt((px - qx) * (px - qx) + (py - qy) * (py - qy))
    gap = apart - (first + second)
    return gap < 0.0


def _given(p: P) -> tuple[Any, ...]:
    return (*p.a, *p.b, p.first, *p.c, *p.d, p.second)


class CapsuleTrial(ListingComparison[P, E, ArrayRun]):
    """The listing's answer with the exact one."""

    @property
    def off(self) -> Array:
        """Excess of the listing's distance."""
        return np.asarray(self.answer["gap"] - self.truth.distance)

    @property
    def near(self) -> Array:
        """Difference up to which two distances count as equal."""
        p = self.p
        size = max_magnitude(*p.a, *p.b, *p.c, *p.d, p.first, p.second)
        return self.tolerance * np.maximum(size, 1e-300)


CLAMPED = MistakeKind("both cut at once: too far")
TOUCHING = MistakeKind("touching: no hit", Nature.CHOICE)
ROUNDED = MistakeKind("rounded", Nature.ROUNDING)

MISTAKES: tuple[Mistake[CapsuleTrial], ...] = (
    Mistake(
        CLAMPED,
        lambda t: t.off > t.near,
        lambda t: (
            "It cuts both numbers to 0 to 1 at once, and of parallel axes it takes the "
            f"first ends: the distance comes out {format_number(float(t.off))} m too "
            "large."
        ),
        3,
    ),
    Mistake(
        TOUCHING,
        lambda t: t.truth.touching & ~t.answer.hit & (t.answer["gap"] == 0.0),
        "It asks for less than 0, so that rims which only touch are no hit.",
        5,
    ),
    Mistake(
        ROUNDED,
        lambda t: (t.answer.hit != t.truth.hit) | (np.abs(t.off) > t.near),
        lambda t: f"In {t.dtype.__name__} its distance is rounded.",
        5,
    ),
)


def _says(t: CapsuleTrial) -> str:
    verdict = "hit" if t.answer.hit else "no hit"
    return f"{verdict}, distance {format_number(t.answer['gap'])} m"


def _capsule(role: Role, names: str, ends: tuple[Vec2, Vec2], radius: float) -> Any:
    key = names
    yield from style_primitives(
        role, key, 0, Capsule(*ends, radius, fill=0.14), Segment(*ends, width=1.5)
    )
    for name, at, other in zip(names, ends, ends[::-1], strict=True):
        away = (at[0] - other[0], at[1] - other[1]) if at != other else (-1.0, 1.0)
        yield from style_primitives(role, name, 0, Dot(at, 4.0), Label(at, name, away))


def draw(p: P, e: E, out: DrawList) -> None:
    """Append both capsules and the nearest points of their axes."""
    out.add(*_capsule(Role.OBSTACLE, "CD", (p.c, p.d), p.second))
    out.add(*_capsule(Role.MOVER, "AB", (p.a, p.b), p.first))
    one, two = xy(e.on_first), xy(e.on_second)
    way = Segment(one, two, width=3.0), Dot(one, 3.5), Dot(two, 3.5)
    out.add(*style_primitives(Role.ACCENT, "apart", 4, *way))
    text = "touch" if e.touching else f"d = {format_number(e.distance)}"
    label = Label(midpoint(one, two), text, (1.0, 0.0), gap=12.0)
    role = Role.HIT if e.hit else Role.MISS
    out.add(*style_primitives(role, "distance", 5, label))


_ONE, _TWO = term("AB", "r_1"), term("CD", "r_2")
_M, _D = term("apart", "m"), term("distance", "d")


def _steps(p: P, e: E) -> list[Step]:
    radii = rf"({term('AB', tex(p.first))} + {term('CD', tex(p.second))})"
    m, d = term("apart", tex(e.apart)), term("distance", tex(e.distance))
    return [
        Step(
            "A capsule is a thick segment",
            "It is all that is within the radius of its axis. A point of each axis, "
            "with s and t from 0 to 1:",
            rf"P = {term('A', 'A')} + s \, (B - A), \; "
            rf"Q = {term('C', 'C')} + t \, (D - C)",
            keys=("AB", "CD", "A", "C"),
        ),
        Step(
            "Radii go last",
            "From rim to rim it is shorter than from axis to axis by both radii, so "
            "the question is how far apart two segments are.",
            rf"{_D} = {_M} - ({_ONE} + {_TWO})",
            rf"{_ONE} + {_TWO} = {radii}",
            rf"{_ONE} + {_TWO} = {tex(p.reach)}",
            keys=("AB", "CD"),
        ),
        Step(
            "An end against the other axis",
            "Drop a perpendicular on the other axis; past its ends the end is nearest.",
            rf"t = \min \left( \max \left( "
            rf"\dfrac{{({term('A', 'A')} - C) \cdot (D - C)}}{{|D - C|^2}}, \; 0 "
            r"\right), \; 1 \right)",
            rf"A = {term('A', tex(p.a))}",
            keys=("A", "CD"),
        ),
        Step(
            "The smallest of four",
            "Segments that do not cross are nearest at an end: do the same with all "
            "four ends. Where they cross the distance is 0.",
            rf"{_M} = \min \left( m_A, m_B, m_C, m_D \right)",
            rf"{_M} = {m}",
            keys=("apart",),
        ),
        Step(
            "Distance and depth",
            "Take the radii off. Negative is how deep they overlap; zero is a touch, "
            "and counts as a hit.",
            rf"{_D} = {_M} - ({_ONE} + {_TWO})",
            rf"{_D} = {m} - {radii}",
            rf"{_D} = {d}",
            keys=("distance", "apart"),
        ),
    ]


CASES = cases(
    Case("Apart", P(), "The end B is nearest, to the side of CD.", "Apart"),
    Case(
        "Overlap",
        P(b=(2.0, 0.25)),
        "The rims overlap; the axes do not cross.",
        "Overlap",
    ),
    Case(
        "Touching",
        P((-4.0, -1.0), (1.0, -1.0), 1.0, (3.0, 2.0), (3.0, -2.5), 1.0),
        "The rims have one point in common: that is a hit.",
        "Touch",
        TOUCHING.name,
    ),
    Case(
        "Axes cross",
        P((-3.5, -1.0), (2.5, 1.0), 0.75, (-0.5, 2.5), (1.0, -2.0), 0.5),
        "Through each other.",
        "Crossing",
    ),
    Case(
        "Past the end",
        P((-4.5, -1.5), (2.0, -0.25), 0.5, (-1.0, 1.5), (4.0, 1.0), 0.75),
        "Their lines meet beyond the ends.",
        "Apart",
        CLAMPED.name,
    ),
    Case(
        "Two discs",
        P((-1.5, 0.0), (-1.5, 0.0), 2.0, (1.5, 1.0), (1.5, 1.0), 1.5),
        "With both ends in one place a capsule is a disc.",
        "Overlap",
    ),
)

SCENE = Scene(
    id="capsules",
    title="Capsule vs capsule",
    params=CapsulesParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=Answer(
        OUTCOMES,
        QUANTITIES,
        ZONES,
        zones_caption="Which parts of the two axes are nearest, for every place.",
        curve_axis="b.x",
    ),
    derivation=Derivation(_steps),
    listings=(
        Listing(
            code=clamped,
            arguments=_given,
            describe_answer=_says,
            mistakes=MISTAKES,
            comparison=CapsuleTrial,
            preset=MapPreset("Past the end", "b.x", "b.y"),
            name="Forum code",
        ),
    ),
    quiz=Quiz("Do the two capsules touch or overlap?"),
    map_point="b",
)
