"""Capsule vs capsule: how far apart, or how deep, and where.

A capsule is all that is within a radius of a segment, its axis. Two segments that do
not cross are nearest at an end of one of them; where they cross, the shortest way out
is over an end too. So four distances, of an end to a segment, answer everything.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from playground.scene import (
    Answer,
    ArrayRun,
    Arrow,
    Capsule,
    Case,
    CornerHandle,
    Decision,
    Derivation,
    Dot,
    DrawList,
    Label,
    Listing,
    ListingComparison,
    MapPreset,
    Marker,
    Mistake,
    MistakeKind,
    Nature,
    NumberType,
    Outcome,
    Params,
    PrecisionFormula,
    Primitive,
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
    convert_components,
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
# Two numbers of one kind: floats, arrays of them, or fractions.
Pair = tuple[Any, Any]


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


def _less(p: Pair, q: Pair) -> Pair:
    return p[0] - q[0], p[1] - q[1]


def _dot(v: Pair, w: Pair) -> Any:
    return v[0] * w[0] + v[1] * w[1]


def _cross(v: Pair, w: Pair) -> Any:
    return v[0] * w[1] - v[1] * w[0]


def _foot(end: Pair, start: Pair, stop: Pair) -> tuple[Any, ...]:
    """Return the point of a segment nearest to an end, as a share, and its distance.

    The share of the segment and the squared distance are fractions, so that any number
    type decides without a division or a root.
    """
    way, off, back = _less(stop, start), _less(end, start), _less(end, stop)
    along, square, beside = _dot(off, way), _dot(way, way), _cross(way, off)
    before, after = along <= 0, along >= square
    one = square * 0 + 1
    return (
        np.where(before, along * 0, np.where(after, one, along)),
        np.where(before | after, one, square),
        np.where(
            before, _dot(off, off), np.where(after, _dot(back, back), beside * beside)
        ),
        np.where(before | after, one, square),
    )


def _nearest(a: Pair, b: Pair, c: Pair, d: Pair) -> tuple[Any, ...]:
    """Return the least of four, A and B over CD, C and D over AB, and its index."""
    best = (*_foot(a, c, d), np.intp(0))
    rest = _foot(b, c, d), _foot(c, a, b), _foot(d, a, b)
    for which, foot in enumerate(rest, 1):
        nearer = foot[2] * best[3] < best[2] * foot[3]
        best = tuple(
            np.where(nearer, new, old)
            for new, old in zip((*foot, np.intp(which)), best, strict=True)
        )
    return best


def _crossing(a: Pair, b: Pair, c: Pair, d: Pair) -> Any:
    """Return whether each axis has the other's ends on both of its sides."""
    of_c, of_d = (_cross(_less(b, a), _less(end, a)) for end in (c, d))
    of_a, of_b = (_cross(_less(d, c), _less(end, c)) for end in (a, b))
    apart = ((of_c < 0) & (of_d > 0)) | ((of_c > 0) & (of_d < 0))
    return apart & (((of_a < 0) & (of_b > 0)) | ((of_a > 0) & (of_b < 0)))


@dataclass(frozen=True)
class Nearness:
    """Relative position of two capsules.

    Attributes
    ----------
    hit, touching, crossing : boolean array
        They have a point in common; only at their rims; the axes cross.
    which : integer array
        The end that is nearest to the other axis: 0 for A, then B, C and D.
    share : array
        Position of its foot on that other axis: 0 at the first end, 1 at the last.
    apart, distance : array
        From axis to axis and from rim to rim, negative where axes or rims overlap.
    on_first, on_second, rim_first, rim_second, normal : array (..., 2)
        The nearest points of the axes and of the rims; the unit vector from the second
        capsule to the first, NaN where both axes are one point.
    """

    hit: Flags
    touching: Flags
    crossing: Flags
    which: NDArray[np.intp]
    share: Array
    apart: Array
    distance: Array
    on_first: Array
    on_second: Array
    rim_first: Array
    rim_second: Array
    normal: Array

    @property
    def depth(self) -> Array:
        """Depth of the overlap; NaN without one."""
        return np.where(self.hit, -self.distance, np.nan)

    @property
    def contact(self) -> Array:
        """Midpoint between the nearest points of the rims."""
        return (self.rim_first + self.rim_second) / 2


def solve(p: CapsulesParams) -> Nearness:
    """Find the nearest of the four ends, and what follows from it."""
    ends = p.a, p.b, p.c, p.d
    top, bottom, over, under, which = map(np.asarray, _nearest(*ends))
    crossing = np.asarray(_crossing(*ends))
    share, gap = top / bottom, np.sqrt(over / under)
    corners = np.stack(np.broadcast_arrays(*(stack_components(*end) for end in ends)))
    ways = corners[[3, 3, 1, 1]] - corners[[2, 2, 0, 0]]
    end = _picked(corners, which)
    foot = _picked(corners[[2, 2, 0, 0]], which) + share[..., None] * _picked(
        ways, which
    )
    first = (which < 2)[..., None]
    on_first, on_second = np.where(first, end, foot), np.where(first, foot, end)
    off = np.where(crossing[..., None], on_second - on_first, on_first - on_second)
    with np.errstate(invalid="ignore"):
        normal = off / np.hypot(off[..., 0], off[..., 1])[..., None]
    met = (gap == 0.0)[..., None]
    normal = np.where(met, _aside(corners, which), normal)
    reach = np.asarray(p.reach, np.float64)
    hit = crossing | (over <= reach**2 * under)
    touching = ~crossing & (over == reach**2 * under)
    apart = np.where(crossing, -gap, gap)
    distance = np.where(touching, 0.0, apart - reach)
    return Nearness(
        hit,
        touching,
        crossing,
        which,
        share,
        apart,
        # The root may round to the other side of 0.
        np.where(hit, np.minimum(distance, 0.0), np.maximum(distance, 0.0)),
        on_first,
        on_second,
        on_first - np.asarray(p.first)[..., None] * normal,
        on_second + np.asarray(p.second)[..., None] * normal,
        normal,
    )


def _picked(of_four: Array, which: NDArray[np.intp]) -> Array:
    """Return for each answer its row of four rows of vectors."""
    return cast("Array", np.choose(which[..., None], of_four))


def _aside(corners: Array, which: NDArray[np.intp]) -> Array:
    """Return the way out if an end is on the other axis: perpendicular to that axis.

    Of the two directions it is that of the end's own axis.
    """
    a, b, c, d = corners
    own = _picked(np.stack([b - a, a - b, c - d, d - c]), which)
    axis = _picked(np.stack([d - c, d - c, b - a, b - a]), which)
    axis = np.where((axis == 0.0).all(axis=-1, keepdims=True), own, axis)
    across = np.stack([-axis[..., 1], axis[..., 0]], axis=-1)
    turned = (across * own).sum(axis=-1, keepdims=True) < 0.0
    with np.errstate(invalid="ignore"):
        across = across / np.hypot(axis[..., 0], axis[..., 1])[..., None]
    return np.where(turned, -across, across)


P = CapsulesParams
E = Nearness
_NAMES = "ABCD"


def _corner(p: P, which: int) -> Vec2:
    return (p.a, p.b, p.c, p.d)[which]


def _other(which: int) -> str:
    """Return the name of the axis to which an end is measured."""
    return "CD" if which < 2 else "AB"


def _overlaps(p: P, e: E) -> str:
    return f"They overlap by {format_number(e.depth)} m; the axes do not cross."


OUTCOMES: tuple[Outcome[P, E], ...] = (
    Outcome(
        "Crossing",
        lambda p, e: e.crossing,
        True,
        Role.CORNER,
        lambda p, e: (
            f"The axes cross. The shortest way out is {format_number(e.depth)} m."
        ),
    ),
    Outcome(
        "Touch",
        lambda p, e: e.touching,
        True,
        Role.NORMAL,
        "The rims have one place in common and nothing overlaps.",
    ),
    Outcome("Overlap", lambda p, e: e.hit, True, Role.HIT, _overlaps),
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
        name="Hit",
        help="Whether the capsules have a point in common; touching counts.",
        value=lambda p, e: e.hit,
        key="distance",
    ),
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
        name="Depth",
        unit="m",
        help="The shortest way that takes them apart, where they overlap.",
        value=lambda p, e: e.depth,
        key="distance",
        when=lambda p, e: bool(e.hit),
    ),
    Quantity(
        name="Between the axes",
        symbol="m",
        unit="m",
        help="The least of the four distances; negative where the axes cross.",
        value=lambda p, e: e.apart,
        threshold=lambda p: p.reach,
        map=True,
        key="apart",
    ),
    Quantity(
        name="Normal",
        help="Unit vector from the second capsule to the first, the shortest way out.",
        value=lambda p, e: e.normal,
        key="normal",
    ),
    Quantity(
        name="Nearest of the first",
        unit="m",
        help="Point of the first rim that is nearest, or deepest, in the world.",
        value=lambda p, e: e.rim_first,
        key="rims",
    ),
    Quantity(
        name="Nearest of the second",
        unit="m",
        help="Point of the second rim that is nearest, or deepest, in the world.",
        value=lambda p, e: e.rim_second,
        key="rims",
    ),
    Quantity(
        name="Nearest end",
        help="The end of an axis that is nearest to the other axis.",
        value=lambda p, e: f"{_NAMES[int(e.which)]} to {_other(int(e.which))}",
        key="apart",
    ),
    Quantity(
        name="Share of the other axis",
        help="Where its foot is on that axis: 0 at A or C, 1 at B or D.",
        value=lambda p, e: e.share,
        key="apart",
    ),
)

ZONES: tuple[Zone[P, E], ...] = (
    Zone("the axes cross", lambda p, e: e.crossing, Role.CORNER),
    Zone(
        "end to end",
        lambda p, e: (e.share == 0.0) | (e.share == 1.0),
        Role.ACCENT,
    ),
    Zone("end of AB to the side of CD", lambda p, e: e.which < 2, Role.MOVER),
    Zone("end of CD to the side of AB", lambda p, e: True, Role.OBSTACLE),
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

    @property
    def wrong(self) -> Flags:
        """Whether verdict or distance is wrong."""
        other = self.answer.hit != self.truth.hit
        return np.asarray(other | (np.abs(self.off) > self.near))

    @property
    def parallel(self) -> Flags:
        """Whether the listing treats the axes as parallel."""
        return np.asarray(self.answer["denominator"] == 0.0)


CROSSED = MistakeKind("axes cross: too shallow")
PARALLEL = MistakeKind("parallel: first ends only")
CLAMPED = MistakeKind("both cut at once: too far")
TOUCHING = MistakeKind("touching: no hit", Nature.CHOICE)
ROUNDED = MistakeKind("rounded", Nature.ROUNDING)


def _too_far(t: CapsuleTrial) -> str:
    off = format_number(float(t.off))
    return (
        "It cuts both numbers to 0 to 1 at once. After the first cut the nearest point "
        f"of the other axis is elsewhere: the distance comes out {off} m too large."
    )


MISTAKES: tuple[Mistake[CapsuleTrial], ...] = (
    Mistake(
        CROSSED,
        lambda t: t.wrong & t.truth.crossing,
        lambda t: (
            "Where the axes cross its distance between them is 0, and the depth the "
            f"sum of the radii. The way out is {format_number(float(t.off))} m longer: "
            "one axis must leave the other."
        ),
        5,
    ),
    Mistake(
        PARALLEL,
        lambda t: (t.off > t.near) & t.parallel,
        lambda t: (
            "The denominator is 0, so it takes A and C, the first ends, whichever are "
            "nearest: the distance comes out "
            f"{format_number(float(t.off))} m too large."
        ),
        3,
    ),
    Mistake(
        CLAMPED,
        lambda t: t.off > t.near,
        _too_far,
        3,
    ),
    Mistake(
        TOUCHING,
        lambda t: t.truth.touching & ~t.answer.hit & (t.answer["gap"] == 0.0),
        "It asks for less than 0, so that rims which only touch are no hit.",
        6,
    ),
    Mistake(
        ROUNDED,
        lambda t: t.wrong,
        lambda t: (
            f"In {t.dtype.__name__} its distance is "
            f"{format_number(float(t.answer['gap']))} m "
            f"instead of {format_number(float(t.truth.distance))} m."
        ),
        6,
    ),
)


def _says(t: CapsuleTrial) -> str:
    verdict = "hit" if t.answer.hit else "no hit"
    return f"{verdict}, distance {format_number(t.answer['gap'])} m"


def _draw_listing(t: CapsuleTrial, out: DrawList) -> None:
    one, two = xy(t.answer["px, py"]), xy(t.answer["qx, qy"])
    way = Segment(one, two, width=1.5, dashed=True)
    rings = (Dot(at, 7.5, Marker.RING) for at in (one, two))
    out.add(*style_primitives(Role.ARTICLE, "listing", 4, way, *rings))


def _apart(p: P, number: NumberType) -> Decision:
    a, b, c, d = (convert_components(end, number) for end in (p.a, p.b, p.c, p.d))
    first, second = convert_components((p.first, p.second), number)
    *_, over, under, _ = _nearest((*a,), (*b,), (*c,), (*d,))
    sign = -1 if _crossing(a, b, c, d) else 1
    left = number(sign * over)
    right = number((first + second) * (first + second) * under)
    return Decision(bool(left <= right), left, right)


def _foot_of(p: P, which: int) -> Vec2:
    ends = (p.c, p.d) if which < 2 else (p.a, p.b)
    share, whole, _, _ = _foot(_corner(p, which), *ends)
    part = float(share / whole)
    (x, y), (to_x, to_y) = ends
    return x + part * (to_x - x), y + part * (to_y - y)


def _capsule(role: Role, names: str, ends: tuple[Vec2, Vec2], radius: float) -> Any:
    key = names
    yield from style_primitives(
        role, key, 0, Capsule(*ends, radius, fill=0.14), Segment(*ends, width=1.5)
    )
    for name, at, other in zip(names, ends, ends[::-1], strict=True):
        away = (at[0] - other[0], at[1] - other[1]) if at != other else (-1.0, 1.0)
        yield from style_primitives(role, name, 0, Dot(at, 4.0), Label(at, name, away))


def _four_ways(p: P) -> Iterator[Primitive]:
    for which, name in enumerate(_NAMES):
        at, foot = _corner(p, which), _foot_of(p, which)
        thin = Segment(at, foot, width=1.25, dashed=True, derivation=True, alpha=0.7)
        dot = Dot(foot, 3.0, Marker.SQUARE, derivation=True)
        yield from style_primitives(Role.CONSTRUCTION, f"from_{name}", 3, thin, dot)


def _result(e: E) -> Iterator[Primitive]:
    one, two = xy(e.on_first), xy(e.on_second)
    way = Segment(one, two, width=3.0), Dot(one, 3.5), Dot(two, 3.5)
    yield from style_primitives(Role.ACCENT, "apart", 4, *way)
    rim_one, rim_two = xy(e.rim_first), xy(e.rim_second)
    if np.isnan(e.normal).any():
        return
    role = Role.HIT if e.hit else Role.MISS
    gap = Segment(rim_one, rim_two, width=4.0)
    side = float(e.normal[1]), -float(e.normal[0])
    text = "touch" if e.touching else f"d = {format_number(e.distance)}"
    label = Label(midpoint(rim_one, rim_two), text, side, gap=12.0)
    yield from style_primitives(role, "distance", 6, gap, label)
    rims = (Dot(at, 5.0, Marker.DIAMOND) for at in (rim_one, rim_two))
    yield from style_primitives(role, "rims", 7, *rims)
    tip = xy(e.rim_second + e.normal)
    arrow = Arrow(rim_two, tip, width=2.5), Label(tip, "n", xy(e.normal))
    yield from style_primitives(Role.NORMAL, "normal", 7, *arrow)


def draw(p: P, e: E, out: DrawList) -> None:
    """Append both capsules, the four ways, and the nearest points."""
    out.add(*_capsule(Role.OBSTACLE, "CD", (p.c, p.d), p.second))
    out.add(*_capsule(Role.MOVER, "AB", (p.a, p.b), p.first))
    out.add(*_four_ways(p), *_result(e))


_ONE, _TWO = term("AB", "r_1"), term("CD", "r_2")
_M = term("apart", "m")
_D = term("distance", "d")


def _lengths(p: P) -> list[float]:
    found = []
    for which in range(4):
        (x, y), (at, height) = _corner(p, which), _foot_of(p, which)
        found.append(float(np.hypot(x - at, y - height)))
    return found


def _sides(p: P) -> tuple[str, str]:
    """Return the sides of each axis on which the other's ends are."""
    of_c, of_d = (_cross(_less(p.b, p.a), _less(x, p.a)) for x in (p.c, p.d))
    of_a, of_b = (_cross(_less(p.d, p.c), _less(x, p.c)) for x in (p.a, p.b))
    first = rf"{term('C', tex(of_c))}, \; {term('D', tex(of_d))}"
    return first, rf"{term('A', tex(of_a))}, \; {term('B', tex(of_b))}"


def _steps(p: P, e: E) -> list[Step]:
    which, ways = int(e.which), _lengths(p)
    name, other = _NAMES[which], _other(which)
    reach = tex(p.reach)
    radii = rf"({term('AB', tex(p.first))} + {term('CD', tex(p.second))})"
    four = [term(f"from_{end}", tex(x)) for end, x in zip(_NAMES, ways, strict=True)]
    sides = _sides(p)
    m, d = term("apart", tex(e.apart)), term("distance", tex(e.distance))
    crossed = (
        "Each axis has the other's ends on both of its sides: they cross, and the "
        "smallest of the four is the way out. It counts as negative."
        if e.crossing
        else "Some axis has both of the other's ends on one side of it: they do not "
        "cross, and the smallest of the four is how far apart they are."
    )
    return [
        Step(
            "A capsule is a thick segment",
            "It is all that is within the radius of its axis. A point of each axis, "
            "with s and t from 0 to 1:",
            rf"P = {term('A', 'A')} + s \, (B - A), \; "
            rf"Q = {term('C', 'C')} + t \, (D - C)",
            rf"P = {term('A', tex(p.a))} + s \, {tex(_less(p.b, p.a))}, \; "
            rf"Q = {term('C', tex(p.c))} + t \, {tex(_less(p.d, p.c))}",
            keys=("AB", "CD", "A", "C"),
        ),
        Step(
            "Radii go last",
            "From rim to rim it is shorter than from axis to axis by both radii, so "
            "the question is how far apart two segments are.",
            rf"{_D} = {_M} - ({_ONE} + {_TWO})",
            rf"{_ONE} + {_TWO} = {radii}",
            rf"{_ONE} + {_TWO} = {reach}",
            keys=("AB", "CD"),
        ),
        Step(
            "An end against the other axis",
            "Drop a perpendicular on the other axis; past its ends the end is nearest.",
            rf"{term('from_A', 't')} = \min \left( \max \left( "
            rf"\dfrac{{({term('A', 'A')} - C) \cdot (D - C)}}{{|D - C|^2}}, \; 0 "
            r"\right), \; 1 \right)",
            rf"\left| {term('A', 'A')} - Q \right| = {four[0]}",
            keys=("from_A", "A", "CD"),
        ),
        Step(
            "The smallest of four",
            "Segments that do not cross are nearest at an end. So do the same with all "
            f"four ends; the smallest is that of {name}, to {other}.",
            rf"{_M} = \min \left( m_A, m_B, m_C, m_D \right)",
            rf"{_M} = \min \left( {', '.join(four)} \right)",
            rf"{_M} = {term('apart', tex(abs(float(e.apart))))}",
            keys=("apart", *(f"from_{end}" for end in _NAMES)),
        ),
        Step(
            "Do the axes cross?",
            crossed,
            r"(B - A) \times (C - A), \; (B - A) \times (D - A)",
            rf"{sides[0]}; \quad \text{{of the other:}} \; {sides[1]}",
            rf"{_M} = {m}",
            keys=("apart", "AB", "CD"),
        ),
        Step(
            "Distance and depth",
            "Take the radii off. Negative is how deep they overlap; zero is a touch, "
            "and counts as a hit.",
            rf"{_D} = {_M} - ({_ONE} + {_TWO})",
            rf"{_D} = {m} - {radii}",
            rf"{_D} = {d}" + ("" if e.touching else rf" {'<' if e.hit else '>'} 0"),
            keys=("distance", "apart"),
        ),
        _direction(e),
    ]


def _direction(e: E) -> Step:
    n = term("normal", "n")
    formula = rf"{n} = \pm \dfrac{{P - Q}}{{|P - Q|}}"
    if np.isnan(e.normal).any():
        text = "Both axes are one and the same point: any way out is as short."
        return Step(
            "The way out", text, formula, "", r"\text{no normal}", ("apart", "AB")
        )
    text = "From the second axis to the first; the other way round where they cross."
    if e.apart == 0.0:
        text = "The axes only touch, P is Q: the way out is across the axis."
        formula = rf"{n} \perp D - C" if e.which < 2 else rf"{n} \perp B - A"
    return Step(
        "The way out",
        text,
        formula,
        rf"P = {term('apart', tex(e.on_first))}, \; "
        rf"Q = {term('apart', tex(e.on_second))}",
        rf"{n} = {term('normal', tex(e.normal))}",
        ("normal", "rims", "apart"),
    )


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
        "Through each other: the shortest way out is over an end.",
        "Crossing",
        CROSSED.name,
    ),
    Case(
        "Parallel, far ends first",
        P((-5.0, 0.0), (1.0, 0.0), 0.75, (5.0, 1.25), (0.0, 1.25), 0.75),
        "Side by side, and listed from the ends that are far from each other.",
        "Overlap",
        PARALLEL.name,
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
    Case(
        "Segments that meet",
        P((-3.0, 0.0), (1.0, 0.0), 0.0, (1.0, 2.0), (1.0, -2.0), 0.0),
        "With both radii 0 they are segments. B is on CD: a touch.",
        "Touch",
        TOUCHING.name,
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
            draw=_draw_listing,
            preset=MapPreset("Past the end", "b.x", "b.y"),
            name="Forum code",
        ),
    ),
    precision_formula=PrecisionFormula("±|P − Q|² ≤ (r₁ + r₂)²", _apart),
    quiz=Quiz("Do the two capsules touch or overlap?"),
    map_point="b",
)
