"""Exact distances in integers, computed differently than in the scenes."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

Point = Sequence[float | Fraction]


def less(a: Point, b: Point) -> list[Fraction]:
    return [Fraction(x) - Fraction(y) for x, y in zip(a, b, strict=True)]


def dot(a: Point, b: Point) -> Fraction:
    return sum(
        (Fraction(x) * Fraction(y) for x, y in zip(a, b, strict=True)), Fraction()
    )


def squared_gap(a: Point, b: Point, c: Point, d: Point) -> Fraction:
    """Return the least |A + s (B - A) - C - t (D - C)|² for s and t in 0 to 1.

    It is a convex function on a square, so its minimum has a zero gradient or is on a
    side.
    """
    one, two, off = less(b, a), less(d, c), less(a, c)

    def at(s: Fraction, t: Fraction) -> Fraction:
        way = [o + s * x - t * y for o, x, y in zip(off, one, two, strict=True)]
        return dot(way, way)

    def clamped(x: Fraction) -> Fraction:
        return min(max(x, Fraction(0)), Fraction(1))

    ends = Fraction(0), Fraction(1)
    places = list(product(ends, ends))
    first, second, mixed = dot(one, one), dot(two, two), dot(one, two)
    for end in ends:
        if first:
            places.append((clamped((end * mixed - dot(one, off)) / first), end))
        if second:
            places.append((end, clamped((end * mixed + dot(two, off)) / second)))
    if bowl := first * second - mixed * mixed:
        s = (mixed * dot(two, off) - dot(one, off) * second) / bowl
        t = (first * dot(two, off) - mixed * dot(one, off)) / bowl
        if s == clamped(s) and t == clamped(t):
            places.append((s, t))
    return min(at(s, t) for s, t in places)
