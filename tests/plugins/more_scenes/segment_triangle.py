"""Segment vs triangle in space: where a segment passes through a triangle.

Möller and Trumbore ("Fast, minimum storage ray/triangle intersection", 1997) ask for
the point of the plane and its place within the triangle at once. Where the segment
lies in that plane, or the triangle has no area, it is asked of the triangle's sides.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.scene import (
    Answer,
    Arrow,
    Case,
    CornerHandle,
    Derivation,
    Dot,
    DrawList,
    Label,
    Line,
    Marker,
    Mesh,
    Outcome,
    Params,
    Polygon,
    Primitive,
    Quantity,
    Quiz,
    Role,
    Scene,
    Segment,
    Step,
    Vec3,
    Zone,
    cases,
    format_number,
    point,
    stack_components,
    style_primitives,
    term,
    tex,
    xy,
    xyz,
)

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class SegmentTriangleParams(Params):
    """A segment and a triangle."""

    start: Vec3 = point(
        -3.0,
        3.0,
        1.75,
        label="Start P",
        help="Where the segment starts, t = 0, in the world.",
        handle=CornerHandle(("end",)),
    )
    end: Vec3 = point(
        3.0, 0.25, -4.0, label="End Q", help="Where it ends, t = 1, in the world."
    )
    a: Vec3 = point(
        -2.5,
        0.25,
        0.5,
        label="Corner A",
        help="The corner from which both sides go, in the world.",
        handle=CornerHandle(("b", "c")),
    )
    b: Vec3 = point(
        3.0, 0.5, 1.0, label="Corner B", help="End of the side AB, in the world."
    )
    c: Vec3 = point(
        -0.5, 4.0, -1.0, label="Corner C", help="End of the side AC, in the world."
    )

    @property
    def points(self) -> tuple[Array, Array, Array, Array, Array]:
        """P, Q, A, B and C as arrays."""
        return (
            stack_components(*self.start),
            stack_components(*self.end),
            stack_components(*self.a),
            stack_components(*self.b),
            stack_components(*self.c),
        )


def _dot(v: Array, w: Array) -> Array:
    return np.asarray((v * w).sum(axis=-1))


def _zero(v: Array) -> Flags:
    return np.asarray((v == 0.0).all(axis=-1))


@dataclass(frozen=True)
class Passage:
    """How a segment passes a triangle.

    Attributes
    ----------
    hit, flat, empty : boolean array
        They have a point in common; the segment lies in the plane, or there is no
        plane; the triangle has no area.
    t, point : array
        The first common point, as a part of the way from P to Q; NaN where there is
        none.
    place : array
        Where the segment's line meets the plane, in the same parts; NaN if nowhere.
    u, v, w : array
        The shares of B, C and A in that point of the plane; NaN if nowhere.
    determinant : array
        Six times the volume that the segment and the two sides span.
    normal : array (..., 3)
        AB x AC, whose length is twice the area.
    """

    hit: Flags
    flat: Flags
    empty: Flags
    t: Array
    point: Array
    place: Array
    u: Array
    v: Array
    w: Array
    determinant: Array
    normal: Array

    @property
    def least(self) -> Array:
        """The least of the three shares: negative where the plane is met outside."""
        return np.minimum(np.minimum(self.u, self.v), self.w)


@np.errstate(divide="ignore", invalid="ignore")
def solve(p: SegmentTriangleParams) -> Passage:
    """Solve P + t (Q - P) = A + u (B - A) + v (C - A) by Cramer's rule."""
    start, end, a, b, c = p.points
    way, ab, ac, off = end - start, b - a, c - a, start - a
    across, normal = np.cross(way, ac), np.cross(ab, ac)
    determinant = _dot(ab, across)
    of_u, of_v = _dot(off, across), _dot(way, np.cross(off, ab))
    height = _dot(ac, np.cross(off, ab))
    flat = (determinant == 0.0) & (height == 0.0)
    # Compared before the division, which rounds.
    size = np.abs(determinant)
    sign = np.where(determinant < 0.0, -1.0, 1.0)
    within = (sign * of_u >= 0.0) & (sign * of_v >= 0.0)
    within &= sign * (of_u + of_v) <= size
    reached = (sign * height >= 0.0) & (sign * height <= size)
    passes = (determinant != 0.0) & within & reached
    place, u, v = (
        np.where(determinant != 0.0, x / determinant, np.nan)
        for x in (height, of_u, of_v)
    )
    in_plane = np.where(flat, _first_in_plane(p, normal), np.nan)
    t = np.where(passes, place, in_plane)
    return Passage(
        ~np.isnan(t),
        np.broadcast_to(flat, t.shape),
        np.broadcast_to(_zero(normal), t.shape),
        t,
        start + t[..., None] * way,
        place,
        u,
        v,
        1.0 - u - v,
        determinant,
        normal,
    )


def _first_in_plane(p: SegmentTriangleParams, normal: Array) -> Array:
    """Return where a segment in the plane first meets the triangle; NaN if nowhere."""
    start, end, a, b, c = p.points
    inside = ~_zero(normal)
    for one, two in ((a, b), (b, c), (c, a)):
        inside = inside & (_dot(normal, np.cross(two - one, start - one)) >= 0.0)
    sides = (_meeting(start, end, one, two) for one, two in ((a, b), (b, c), (c, a)))
    first = np.fmin.reduce(np.broadcast_arrays(*sides))
    return np.where(inside, 0.0, first)


def _meeting(p: Array, q: Array, a: Array, b: Array) -> Array:
    """Return where segment PQ first meets segment AB, as a part of its way, or NaN."""
    way, side, off = q - p, b - a, a - p
    across = np.cross(way, side)
    square = _dot(across, across)
    slanted = ~_zero(across)
    by_way, by_side = (
        _dot(np.cross(off, side), across),
        _dot(np.cross(off, way), across),
    )
    meets = (_dot(off, across) == 0.0) & (by_way >= 0.0) & (by_way <= square)
    meets &= (by_side >= 0.0) & (by_side <= square)
    crossing = np.where(
        slanted & meets, by_way / np.where(slanted, square, 1.0), np.nan
    )
    in_line = _zero(np.cross(off, way)) & _zero(np.cross(off, side)) & ~slanted
    return np.where(in_line, _in_line(p, q, a, b), crossing)


def _in_line(p: Array, q: Array, a: Array, b: Array) -> Array:
    """Return where PQ first meets AB on the same line; both may be points."""
    way, side = q - p, b - a
    square = _dot(way, way)
    one, two = _dot(a - p, way), _dot(b - p, way)
    low, high = np.minimum(one, two), np.maximum(one, two)
    moving = np.where(
        (low <= square) & (high >= 0.0),
        np.maximum(low, 0.0) / np.where(square > 0.0, square, 1.0),
        np.nan,
    )
    part, whole = _dot(p - a, side), _dot(side, side)
    there = (part >= 0.0) & (part <= whole) & (~_zero(side) | _zero(p - a))
    return np.where(_zero(way), np.where(there, 0.0, np.nan), moving)


P = SegmentTriangleParams
E = Passage


def _misses(p: P, e: E) -> str:
    if e.empty:
        return "The triangle has no area, and the segment does not meet its sides."
    if e.flat:
        return "The segment lies in the plane, beside the triangle."
    if np.isnan(e.place):
        return "The segment is parallel to the plane and never meets it."
    if not 0.0 <= e.place <= 1.0:
        place = format_number(e.place)
        return f"It would meet the plane at t = {place}, outside the segment."
    return f"It passes the plane outside: the least share is {format_number(e.least)}."


OUTCOMES: tuple[Outcome[P, E], ...] = (
    Outcome(
        "In the plane",
        lambda p, e: e.hit & e.flat & ~e.empty,
        True,
        Role.CORNER,
        lambda p, e: (
            "It lies in the plane, and is in the triangle from t = "
            f"{format_number(e.t)}."
        ),
    ),
    Outcome(
        "On a side",
        lambda p, e: e.hit & (e.flat | (e.least <= 0.0)),
        True,
        Role.NORMAL,
        lambda p, e: f"It meets the triangle's edge at t = {format_number(e.t)}.",
    ),
    Outcome(
        "Hit",
        lambda p, e: e.hit,
        True,
        Role.HIT,
        lambda p, e: f"It passes through the inside at t = {format_number(e.t)}.",
    ),
    Outcome("Miss", lambda p, e: True, False, Role.MISS, _misses),
)


def _share(name: str, corner: str, value: str) -> Quantity[P, E]:
    return Quantity(
        name=name,
        help=f"Share of {corner} in the point of the plane: 1 at {corner}, 0 on the "
        "side opposite, negative beyond it.",
        value=lambda p, e: getattr(e, value),
        threshold=0.0,
        hit_above=True,
        curve=True,
        key=f"part_{corner}",
    )


QUANTITIES: tuple[Quantity[P, E], ...] = (
    Quantity(
        name="Hit",
        help="Whether the segment and the triangle have a point in common.",
        value=lambda p, e: e.hit,
        key="point",
    ),
    Quantity(
        name="First",
        symbol="t",
        help="First common point, as a part of the way from P to Q.",
        value=lambda p, e: e.t,
        map=True,
        key="point",
    ),
    Quantity(
        name="Point",
        unit="m",
        help="The first common point, in the world.",
        value=lambda p, e: e.point,
        key="point",
    ),
    Quantity(
        name="Plane at",
        symbol="t",
        help="Where its line meets the plane; beyond the ends outside 0 to 1.",
        value=lambda p, e: e.place,
        key="plane",
    ),
    _share("u", "B", "u"),
    _share("v", "C", "v"),
    _share("w", "A", "w"),
    Quantity(
        name="Least share",
        help="The least of u, v and w: negative where the plane is met outside.",
        value=lambda p, e: e.least,
        threshold=0.0,
        hit_above=True,
        row=False,
        map=True,
    ),
    Quantity(
        name="Determinant",
        unit="m³",
        help="(B − A) · (Q − P) × (C − A): 0 where the segment is parallel to the "
        "plane, negative where it comes from the back.",
        value=lambda p, e: e.determinant,
        key="sides",
    ),
    Quantity(
        name="Area",
        unit="m²",
        help="Of the triangle: half the length of its normal AB × AC.",
        value=lambda p, e: np.sqrt(_dot(e.normal, e.normal)) / 2,
        key="triangle",
    ),
)

ZONES: tuple[Zone[P, E], ...] = (
    Zone("no area", lambda p, e: e.empty, Role.INK),
    Zone("in the plane", lambda p, e: e.flat, Role.CORNER),
    Zone("parallel to the plane", lambda p, e: e.determinant == 0.0, Role.MISS),
    Zone("from the front", lambda p, e: e.determinant > 0.0, Role.MOVER),
    Zone("from the back", lambda p, e: True, Role.OBSTACLE),
)

_NAMES = "ABC"


def _triangle(p: P) -> Iterator[Primitive]:
    corners = (p.a, p.b, p.c)
    yield from style_primitives(
        Role.OBSTACLE,
        "triangle",
        0,
        Mesh(corners, [(0, 1, 2)], alpha=0.55),
        Polygon(corners, width=1.75),
    )
    middle = np.mean(corners, axis=0)
    for name, at in zip(_NAMES, corners, strict=True):
        away = xyz(np.subtract(at, middle))
        yield from style_primitives(
            Role.OBSTACLE, name, 0, Dot(at, 4.0), Label(at, name, away)
        )


def _segment(p: P, e: E) -> Iterator[Primitive]:
    yield from style_primitives(
        Role.MOVER, "segment", 0, Arrow(p.start, p.end, width=2.5)
    )
    for name, at, up in (("P", p.start, 1.0), ("Q", p.end, -1.0)):
        label = Label(at, name, (0.3, up, 0.0))
        yield from style_primitives(Role.MOVER, name, 0, Dot(at, 4.0), label)
    if e.hit and e.t < 1.0:
        after = Segment(xyz(e.point), p.end, width=1.5, dashed=True)
        yield from style_primitives(Role.HIT, "point", 7, after)


def _sides(p: P) -> Iterator[Primitive]:
    """Yield the two sides that the plane is measured with, and the way from A to P."""
    for key, role, tip in (
        ("AB", Role.ENTER, p.b),
        ("AC", Role.EXIT, p.c),
    ):
        if tip != p.a:
            yield from style_primitives(role, key, 2, Arrow(p.a, tip, width=3.0))
    if p.start != p.a:
        thin = Arrow(p.a, p.start, width=1.5, alpha=0.7, derivation=True)
        yield from style_primitives(Role.CONSTRUCTION, "AP", 3, thin)


def _spanned(p: P) -> Iterator[Primitive]:
    """Yield the pyramids over the triangle, of which the determinant is the volume."""
    for top in (p.start, p.end):
        for corner in (p.a, p.b, p.c):
            edge = Segment(corner, top, width=1.0, derivation=True)
            yield from style_primitives(Role.CONSTRUCTION, "sides", 4, edge)


def _plane_point(p: P, e: E) -> Iterator[Primitive]:
    """Yield where the line meets the plane, and the three parts of the triangle."""
    if np.isnan(e.place) or e.empty:
        return
    at = xyz(np.add(p.start, float(e.place) * np.subtract(p.end, p.start)))
    if not 0.0 <= e.place <= 1.0:
        reached = p.start if e.place < 0.0 else p.end
        way = Segment(reached, at, width=1.25, dashed=True, alpha=0.7)
        yield from style_primitives(Role.MOVER, "plane", 6, way)
    opposite = {"A": (p.b, p.c), "B": (p.c, p.a), "C": (p.a, p.b)}
    roles = (Role.ACCENT, Role.ENTER, Role.EXIT)
    for (name, side), role in zip(opposite.items(), roles, strict=True):
        part = Polygon((*side, at), fill=0.16, width=1.0)
        yield from style_primitives(role, f"part_{name}", 5, part)
    mark = Marker.DIAMOND if e.hit else Marker.CROSS
    role = Role.HIT if e.hit else Role.MISS
    yield from style_primitives(role, "plane", 5, Dot(at, 5.0, mark))


def _first(e: E) -> Iterator[Primitive]:
    if not e.hit:
        return
    at = xyz(e.point)
    label = Label(at, f"t = {format_number(e.t)}", (1.0, 0.5, 0.0), gap=14.0)
    yield from style_primitives(Role.HIT, "point", 7, Dot(at, 6.5), label)


def _shares(e: E) -> Iterator[Primitive]:
    """Yield the triangle in its own numbers: u to the right, v up."""
    corners = ((0.0, 0.0), (1.0, 0.0), (0.0, 1.0))
    yield from style_primitives(
        Role.OBSTACLE, "triangle", 0, Polygon(corners, fill=0.12)
    )
    toward = ((-1.0, -1.0), (1.0, -0.3), (-0.3, 1.0))
    for name, at, away in zip(_NAMES, corners, toward, strict=True):
        yield from style_primitives(
            Role.OBSTACLE, name, 0, Dot(at, 4.0), Label(at, name, away)
        )
    for key, role, direction in (
        ("AB", Role.ENTER, (1.0, 0.0)),
        ("AC", Role.EXIT, (0.0, 1.0)),
    ):
        yield from style_primitives(
            role, key, 2, Arrow((0.0, 0.0), direction, width=3.0)
        )
    if np.isnan(e.least) or e.empty:
        return
    u, v = at = xy([float(e.u), float(e.v)])
    # A point far away would make the triangle a speck.
    if max(abs(u), abs(v)) > _SHOWN:
        return
    yield from style_primitives(
        Role.ENTER, "part_B", 5, Segment((0.0, v), at, width=1.5, dashed=True)
    )
    yield from style_primitives(
        Role.EXIT, "part_C", 5, Segment((u, 0.0), at, width=1.5, dashed=True)
    )
    slope = Line(at, (1.0, -1.0), width=1.0, dashed=True, alpha=0.6)
    yield from style_primitives(Role.ACCENT, "part_A", 5, slope)
    label = Label(
        at, f"u = {format_number(u)}, v = {format_number(v)}", (1.0, 1.0), gap=12.0
    )
    role, mark = (Role.HIT, Marker.DISC) if e.hit else (Role.MISS, Marker.CROSS)
    yield from style_primitives(role, "plane", 6, Dot(at, 6.0, mark), label)


# How many sides away from the triangle its plane is shown.
_SHOWN = 3.0


def draw(p: P, e: E, out: DrawList) -> None:
    """Append segment and triangle in space, and beside them the shares."""
    out.add(*_triangle(p), *_plane_point(p, e), *_segment(p, e), *_sides(p))
    out.add(*_spanned(p), *_first(e))
    out.view("u to the right, v up").add(*_shares(e))


_P, _Q, _A = term("P", "P"), term("Q", "Q"), term("A", "A")
_WAY, _AB, _AC, _AP = (
    term(key, latex)
    for key, latex in (
        ("segment", "D"),
        ("AB", "E"),
        ("AC", "F"),
        ("AP", "S"),
    )
)
_DELTA = term("sides", r"\Delta")
_U, _V, _W = term("part_B", "u"), term("part_C", "v"), term("part_A", "w")


def _steps(p: P, e: E) -> list[Step]:
    start, end, a, b, c = p.points
    way, ab, ac, off = (tex(x) for x in (end - start, b - a, c - a, start - a))
    d = term("sides", tex(e.determinant))
    facing = (
        "Zero: the segment is parallel to the plane."
        if e.determinant == 0.0
        else "Not zero: the line meets the plane in one point."
    )
    return [
        Step(
            "A point of the segment",
            "Go the part t of the way D from P to Q.",
            rf"X = {_P} + t \, {_WAY}, \; {_WAY} = {_Q} - {_P}, \quad 0 \le t \le 1",
            rf"{_WAY} = {term('Q', tex(p.end))} - {term('P', tex(p.start))}",
            rf"{_WAY} = {term('segment', way)}",
            keys=("segment", "P", "Q"),
        ),
        Step(
            "A point of the triangle",
            "Go u times one side and v times the other. What is left to 1 is w.",
            rf"X = {_A} + u \, {_AB} + v \, {_AC}, \quad u, v, w \ge 0, \; "
            r"w = 1 - u - v",
            rf"{_AB} = B - A = {term('AB', ab)}, \; {_AC} = C - A = {term('AC', ac)}",
            keys=("AB", "AC", "A"),
        ),
        Step(
            "Both are the same point",
            "Three equations, one for each coordinate, for the three numbers u, v, t.",
            rf"u \, {_AB} + v \, {_AC} - t \, {_WAY} = {_AP}, \; {_AP} = {_P} - {_A}",
            rf"{_AP} = {term('AP', off)}",
            keys=("AP", "AB", "AC", "segment"),
        ),
        Step(
            "The determinant",
            "Six times the volume of both pyramids over the triangle, up to P and Q; "
            f"on one side it counts as negative. {facing}",
            rf"{_DELTA} = {_AB} \cdot ({_WAY} \times {_AC})",
            rf"{_DELTA} = {d}",
            keys=("sides", "segment", "AB", "AC"),
        ),
        *_solved(p, e),
    ]


def _solved(p: P, e: E) -> list[Step]:
    shares = rf"{_U} = \dfrac{{{_AP} \cdot ({_WAY} \times {_AC})}}{{\Delta}}, \; "
    shares += rf"{_V} = \dfrac{{{_WAY} \cdot ({_AP} \times {_AB})}}{{\Delta}}"
    when = rf"t = \dfrac{{{_AC} \cdot ({_AP} \times {_AB})}}{{\Delta}}"
    if np.isnan(e.place):
        return _unsolved(p, e, shares)
    u, v, w = (
        term(f"part_{corner}", tex(x))
        for corner, x in (("B", e.u), ("C", e.v), ("A", e.w))
    )
    inside = "none of them is negative" if e.least >= 0.0 else "one of them is negative"
    within = "within" if 0.0 <= e.place <= 1.0 else "outside"
    return [
        Step(
            "The place within the triangle",
            f"By Cramer's rule, and {inside}. Each is the part of the area that lies "
            "opposite its corner.",
            shares,
            rf"u = {u}, \; v = {v}",
            rf"{_W} = 1 - u - v = {w}",
            keys=("part_A", "part_B", "part_C"),
        ),
        Step(
            "The place on the segment",
            f"The same rule for t, which is {within} 0 to 1.",
            when,
            rf"t = {term('plane', tex(e.place))}",
            keys=("plane", "segment"),
        ),
        _verdict(p, e),
    ]


def _verdict(p: P, e: E) -> Step:
    title, formula = "Hit or miss", r"u, v, w \ge 0 \;\land\; 0 \le t \le 1"
    if not e.hit:
        text = "Not all hold: the segment misses the triangle."
        return Step(title, text, formula, "", r"\text{miss}", ("segment", "triangle"))
    point = term("point", "X")
    return Step(
        title,
        "All hold: the segment passes through the triangle.",
        rf"{formula}: \quad {point} = {_P} + t \, {_WAY}",
        rf"{point} = {term('P', tex(p.start))} + {tex(e.t, 7)} \cdot "
        rf"{term('segment', tex(np.subtract(p.end, p.start)))}",
        rf"{point} = {term('point', tex(e.point))}",
        ("point", "segment", "triangle"),
    )


def _unsolved(p: P, e: E, shares: str) -> list[Step]:
    """Return the last steps where the determinant is 0."""
    height = rf"S \cdot N, \; N = {_AB} \times {_AC}"
    above = _dot(np.subtract(p.start, p.a), e.normal)
    where = "0: the segment lies in the plane" if e.flat else "not 0: it is beside it"
    if e.empty:
        where = "0, as N itself is: the corners lie on one line"
    sides = "AB, BC and CA"
    text = (
        f"In the plane it meets the triangle if it starts inside or meets {sides}."
        if e.flat
        else "Beside the plane there is nothing to meet."
    )
    if e.empty:
        text = f"Without area there are only the sides: does it meet {sides}?"
    found = rf"t = {term('point', tex(e.t))}" if e.hit else r"\text{miss}"
    return [
        Step(
            "No single point of the plane",
            "To divide by 0 has no meaning: there is no such point, or there are many.",
            shares,
            r"\Delta = 0",
            keys=("sides", "triangle"),
        ),
        Step(
            "In the plane, or beside it?",
            f"How far P is above the plane, times twice the area, is {where}.",
            height,
            rf"S \cdot N = {tex(above)}",
            keys=("AP", "triangle"),
        ),
        Step(
            "The triangle's sides",
            text,
            r"P \in ABC, \; \text{or} \; PQ \cap AB, \; PQ \cap BC, \; PQ \cap CA",
            "",
            found,
            keys=("point", "segment", "triangle"),
        ),
    ]


_FLOOR = {"a": (-3.0, 1.0, -2.0), "b": (3.0, 1.0, -2.0), "c": (0.0, 1.0, 3.0)}

CASES = cases(
    Case("Through the inside", P(), "All three shares are positive.", "Hit"),
    Case(
        "Beside it",
        P(start=(-2.5, 4.5, 2.0), end=(3.5, 3.0, -2.0)),
        "It passes the plane where one share is negative.",
        "Miss",
    ),
    Case(
        "Too short",
        P((0.0, 4.0, 0.0), (0.0, 2.0, 0.0), **_FLOOR),
        "Its line passes through the triangle, but it ends before the plane.",
        "Miss",
    ),
    Case(
        "Ends on it",
        P((1.5, 4.0, 1.5), (0.0, 1.0, 0.0), **_FLOOR),
        "Its very end is in the triangle, at t = 1: a hit.",
        "Hit",
    ),
    Case(
        "From the back",
        P((0.5, -2.0, -0.5), (-0.5, 3.0, 0.5), **_FLOOR),
        "The determinant is negative; both faces count.",
        "Hit",
    ),
    Case(
        "Through a corner",
        P((3.0, 3.5, -2.0), (3.0, -0.5, -2.0), **_FLOOR),
        "Through B: its share is 1, the others are 0.",
        "On a side",
    ),
    Case(
        "Parallel to the plane",
        P((-3.0, 2.5, 0.0), (3.0, 2.5, 0.0), **_FLOOR),
        "The determinant is 0, and the segment is above the plane.",
        "Miss",
    ),
    Case(
        "In the plane",
        P((-4.0, 1.0, -0.5), (3.0, 1.0, -0.5), **_FLOOR),
        "The determinant is 0, and the segment crosses the triangle in its plane.",
        "In the plane",
    ),
    Case(
        "A triangle without area",
        P(
            (1.0, 3.0, -1.0),
            (1.0, -1.0, -1.0),
            (-3.0, 1.0, -1.0),
            (0.0, 1.0, -1.0),
            (3.0, 1.0, -1.0),
        ),
        "All three corners lie on a line, and the segment crosses it.",
        "On a side",
    ),
)

SCENE = Scene(
    id="segment_triangle",
    title="Segment vs triangle",
    dimension=3,
    params=SegmentTriangleParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=Answer(
        OUTCOMES,
        QUANTITIES,
        ZONES,
        zones_caption=(
            "From which side the segment comes to the plane, for every place."
        ),
        curve_axis="end.x",
    ),
    derivation=Derivation(_steps),
    quiz=Quiz("Does the segment meet the triangle?"),
)
