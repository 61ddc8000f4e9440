"""Segment vs triangle, against whole numbers: volumes, and lines cut by lines."""

from fractions import Fraction

import numpy as np
import pytest
from exactly import Point, cross, dot, exact, less, squared_gap
from hypothesis import given
from hypothesis import strategies as st
from more_scenes.segment_triangle import SegmentTriangleParams, solve

quarters = st.integers(-8, 8).map(lambda i: i / 4)
flat = st.integers(-2, 2).map(float)


def states(numbers: st.SearchStrategy[float]) -> st.SearchStrategy[object]:
    corner = st.tuples(numbers, numbers, numbers)
    return st.builds(SegmentTriangleParams, *[corner] * 5)


def volume(a: Point, b: Point, c: Point, d: Point) -> Fraction:
    return dot(less(b, a), cross(less(c, a), less(d, a)))


def first(p: SegmentTriangleParams) -> Fraction | None:
    """Return where the segment first meets a triangle that has an area."""
    start, end = exact(p.start), exact(p.end)
    below, above = (volume(p.a, p.b, p.c, x) for x in (start, end))
    if below == above == 0:
        return clipped(p)
    if below * above > 0:
        return None
    sides = [(p.a, p.b), (p.b, p.c), (p.c, p.a)]
    turns = [volume(start, end, one, two) for one, two in sides]
    if min(turns) < 0 < max(turns):
        return None
    return below / (below - above)


def clipped(p: SegmentTriangleParams) -> Fraction | None:
    """Cut a segment in the plane by the three sides (Cyrus and Beck)."""
    normal = cross(less(p.b, p.a), less(p.c, p.a))
    low, high, way = Fraction(0), Fraction(1), less(p.end, p.start)
    for one, two in ((p.a, p.b), (p.b, p.c), (p.c, p.a)):
        inward = cross(normal, less(two, one))
        here, pace = dot(inward, less(p.start, one)), dot(inward, way)
        if pace == 0 and here < 0:
            return None
        if pace > 0:
            low = max(low, -here / pace)
        elif pace < 0:
            high = min(high, -here / pace)
    return low if low <= high else None


@pytest.mark.parametrize("numbers", [quarters, flat], ids=["any", "coarse"])
def test_the_verdict_is_that_of_whole_numbers(numbers) -> None:
    @given(states(numbers))
    def check(p: SegmentTriangleParams) -> None:
        found = solve(p)
        if any(cross(less(p.b, p.a), less(p.c, p.a))):
            truth = first(p)
            assert bool(found.hit) == (truth is not None)
            if truth is not None:
                assert float(found.t) == pytest.approx(float(truth), abs=1e-12)
            return
        assert found.empty
        sides = ((p.a, p.b), (p.b, p.c), (p.c, p.a))
        gaps = [squared_gap(p.start, p.end, *side) for side in sides]
        assert bool(found.hit) == (min(gaps) == 0)

    check()


@given(states(quarters))
def test_the_shares_make_the_point(p: SegmentTriangleParams) -> None:
    found = solve(p)
    if found.empty or np.isnan(found.place):
        assert np.isnan(found.u)
        return
    shares = np.array([found.w, found.u, found.v])
    assert shares.sum() == pytest.approx(1.0)
    by_shares = shares @ np.array([p.a, p.b, p.c])
    on_line = np.add(p.start, float(found.place) * np.subtract(p.end, p.start))
    size = 1.0 + np.abs(on_line).max()
    assert by_shares == pytest.approx(on_line, abs=1e-9 * size)


@given(states(flat))
def test_a_segment_turned_round_meets_it_as_well(p: SegmentTriangleParams) -> None:
    back = SegmentTriangleParams(p.end, p.start, p.b, p.c, p.a)
    assert bool(solve(back).hit) == bool(solve(p).hit)


FLOOR = ((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0))


@pytest.mark.parametrize(
    ("start", "end", "t"),
    [
        ((1.0, 1.0, 2.0), (1.0, 1.0, -2.0), 0.5),  # through
        ((2.0, 2.0, 1.0), (2.0, 2.0, -3.0), 0.25),  # on the slanting side
        ((2.5, 2.0, 1.0), (2.5, 2.0, -3.0), None),  # just beside it
        ((1.0, 1.0, 2.0), (1.0, 1.0, 0.0), 1.0),  # ends on it
        ((1.0, 1.0, 2.0), (1.0, 1.0, 0.25), None),
        ((-4.0, 1.0, 0.0), (4.0, 1.0, 0.0), 0.5),  # in the plane
        ((1.0, 1.0, 0.0), (9.0, 9.0, 0.0), 0.0),  # in the plane, from inside
        ((1.0, 1.0, 0.0), (1.0, 1.0, 0.0), 0.0),  # a point of it
        ((-2.0, 0.0, 0.0), (6.0, 0.0, 0.0), 0.25),  # along a side
        ((5.0, 0.0, 0.0), (6.0, 0.0, 0.0), None),  # past the end of that side
        ((-4.0, 1.0, 1.0), (4.0, 1.0, 1.0), None),  # above it
    ],
)
def test_by_hand(start, end, t) -> None:
    found = solve(SegmentTriangleParams(start, end, *FLOOR))
    assert bool(found.hit) == (t is not None)
    if t is not None:
        assert float(found.t) == t
