"""Handles of shapes made of points: corners, bodies, and points on a segment."""

import math
from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import params_of

from playground.scene import params as declare
from playground.scene.handles import (
    CornerHandle,
    HandleKind,
    SlideHandle,
    Vec,
    VerticesHandle,
)
from playground.scene.params import (
    PICK_RADIUS_PX,
    Params,
    Vec2,
    Vec3,
    drag,
    list_handle_marks,
    parameters_of,
    pick,
)

PIXEL = 0.01
FAR = st.tuples(st.floats(-80.0, 80.0), st.floats(-80.0, 80.0))
NEAR = st.tuples(st.floats(-4.0, 4.0), st.floats(-4.0, 4.0))


@dataclass(frozen=True)
class Pill(Params):
    a: Vec2 = declare.point(-2.0, 0.0, label="A", handle=CornerHandle(("b",), "radius"))
    b: Vec2 = declare.point(2.0, 1.0, label="B")
    radius: float = declare.slider(0.5, 0.0, 3.0, label="r")
    share: float = declare.slider(
        0.25, 0.0, 1.0, label="s", handle=SlideHandle("a", "b")
    )


@dataclass(frozen=True)
class Bar(Params):
    a: Vec2 = declare.point(-2.0, 0.0, label="A", handle=CornerHandle(("b",)))
    b: Vec2 = declare.point(2.0, 1.0, label="B")


@dataclass(frozen=True)
class Triangle(Params):
    a: Vec2 = declare.point(0.0, 0.0, label="A", handle=CornerHandle(("b", "c")))
    b: Vec2 = declare.point(4.0, 0.0, label="B")
    c: Vec2 = declare.point(0.0, 4.0, label="C")


# A U, whose hollow is no part of it.
U = ((-3, -2), (3, -2), (3, 2), (1, 2), (1, 0), (-1, 0), (-1, 2), (-3, 2))


@dataclass(frozen=True)
class Shape(Params):
    corners: tuple[Vec, ...] = declare.points(
        *U, min_count=3, max_count=9, limit=20.0, label="C"
    )


@dataclass(frozen=True)
class Chain(Params):
    through: tuple[Vec, ...] = declare.points(
        (0, 0), (2, 0), (2, 2), label="T", handle=VerticesHandle(closed=False)
    )


@dataclass(frozen=True)
class Rod(Params):
    a: Vec3 = declare.point(0.0, 0.0, 0.0, label="A", handle=CornerHandle(("b",)))
    b: Vec3 = declare.point(2.0, 4.0, 6.0, label="B")


pills, triangles, shapes = params_of(Pill), params_of(Triangle), params_of(Shape)


def close(at: object) -> object:
    return pytest.approx(at, abs=1e-9)


def taken(p: Params, *at: float) -> tuple[str, int] | None:
    found = pick(p, at, PIXEL)
    return (found[0], found[1].index) if found else None


def pulled(p: Params, at: Vec2, by: Vec2) -> Params:
    """Pick at a point and move the pointer, as the window does."""
    found = pick(p, at, PIXEL)
    assert found is not None
    name, hold = found
    target = tuple(h + d for h, d in zip(hold.point, by, strict=True))
    return drag(p, name, hold.index, target)


def test_a_segment_is_held_by_its_line_and_moves_as_a_whole() -> None:
    moved = pulled(Bar(), (1.0, 0.75), (0.5, -2.0))
    assert (moved.a, moved.b) == (close((-1.5, -2.0)), close((2.5, -1.0)))


def test_a_segment_is_held_within_half_the_reach_of_a_grip() -> None:
    flat = Bar(b=(2.0, 0.0))
    assert taken(flat, 1.0, 0.49 * PICK_RADIUS_PX * PIXEL) == ("a", 1)
    assert taken(flat, 1.0, 0.51 * PICK_RADIUS_PX * PIXEL) is None


@given(pills, NEAR)
def test_a_capsule_is_held_by_all_that_is_inside(pill: Pill, at: Vec2) -> None:
    steps = [i / 400 for i in range(401)]
    axis = [
        [a + s * (b - a) for a, b in zip(pill.a, pill.b, strict=True)] for s in steps
    ]
    gap = min(math.dist(point, at) for point in axis)
    length = math.dist(pill.a, pill.b)
    assume(abs(gap - pill.radius) > length / 400 + 1e-9)
    hold = parameters_of(Pill)["a"].handle
    assert hold is not None
    assert hold.pick(pill, "a", at, PIXEL).body == (gap < pill.radius)


@given(triangles, NEAR)
def test_a_triangle_is_held_by_all_that_is_inside(p: Triangle, at: Vec2) -> None:
    sides = ((p.a, p.b), (p.b, p.c), (p.c, p.a))
    turns = [
        (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0])
        for a, b in sides
    ]
    assume(min(abs(turn) for turn in turns) > 1e-6)
    inside = all(t > 0 for t in turns) or all(t < 0 for t in turns)
    handle = parameters_of(Triangle)["a"].handle
    assert handle is not None
    assert handle.pick(p, "a", at, PIXEL).body == inside


@given(triangles, FAR)
def test_a_body_stays_as_it_is_at_the_end_of_every_range(p: Triangle, to: Vec2) -> None:
    moved = drag(p, "a", 1, to)
    for key in ("b", "c"):
        before = [x - y for x, y in zip(getattr(p, key), p.a, strict=True)]
        after = [x - y for x, y in zip(getattr(moved, key), moved.a, strict=True)]
        assert after == close(before)


def test_a_body_snaps_by_whole_steps() -> None:
    middle = (4.0 / 3, 4.0 / 3)
    moved = drag(Triangle(), "a", 1, (middle[0] + 0.7, middle[1] - 0.2), 0.5)
    assert moved == Triangle((0.5, 0.0), (4.5, 0.0), (0.5, 4.0))


def test_in_space_a_body_has_a_grip_in_its_middle() -> None:
    found = {
        (g.kind, g.index, g.at)
        for g in list_handle_marks(Rod(), PIXEL)
        if g.name == "a"
    }
    assert found == {
        (HandleKind.CENTER, 0, (0.0, 0.0, 0.0)),
        (HandleKind.SIDE, 1, (1.0, 2.0, 3.0)),
    }
    assert drag(Rod(), "a", 1, (1.0, 2.0, 4.0)) == Rod((0, 0, 1), (2, 4, 7))


class TestVertices:
    def test_each_point_has_a_grip_and_is_moved_alone(self) -> None:
        for index, corner in enumerate(U):
            assert taken(Shape(), *corner) == ("corners", index)
            moved = drag(Shape(), "corners", index, (0.5, 0.25))
            expected = [*U]
            expected[index] = (0.5, 0.25)
            assert moved.corners == tuple(expected)

    @pytest.mark.parametrize(
        ("at", "inside"),
        [((-2.0, 1.0), True), ((0.0, 1.0), False), ((2.0, 1.9), True), ((4, 0), False)],
    )
    def test_the_inside_is_held_and_not_the_hollow(
        self, at: Vec2, inside: bool
    ) -> None:
        assert (taken(Shape(), *at) == ("corners", len(U))) == inside

    @given(shapes, FAR)
    def test_the_body_stays_as_it_is_at_the_end_of_every_range(
        self, shape: Shape, to: Vec2
    ) -> None:
        moved = drag(shape, "corners", len(shape.corners), to).corners
        first = shape.corners[0]
        for before, after in zip(shape.corners, moved, strict=True):
            for i in range(2):
                assert after[i] - moved[0][i] == close(before[i] - first[i])
            assert all(-20.0 <= x <= 20.0 for x in after)

    def test_the_line_of_a_chain_is_held_and_not_what_it_goes_about(self) -> None:
        assert taken(Chain(), 1.5, 0.0) == ("through", 3)
        assert taken(Chain(), 1.6, 0.6) is None
        assert taken(Chain(), 1.0, 1.0) is None  # from its end to its start

    def test_a_single_point_has_no_body(self) -> None:
        lone = Chain(through=((1.0, 1.0),))
        assert [g.kind for g in list_handle_marks(lone, PIXEL)] == [HandleKind.CORNER]
        assert drag(lone, "through", 0, (2.0, 0.0)).through == ((2.0, 0.0),)


class TestSlide:
    @given(pills, NEAR)
    def test_it_comes_as_near_to_the_pointer_as_the_segment_does(
        self, pill: Pill, to: Vec2
    ) -> None:
        moved = drag(pill, "share", 0, to)
        at = next(g.at for g in list_handle_marks(moved, PIXEL) if g.name == "share")
        for share in [i / 50 for i in range(51)]:
            other = [a + share * (b - a) for a, b in zip(pill.a, pill.b, strict=True)]
            assert math.dist(at, to) <= math.dist(other, to) + 1e-9
        assert (moved.a, moved.b) == (pill.a, pill.b)

    def test_it_stays_in_its_range_and_where_there_is_no_segment(self) -> None:
        assert drag(Pill(), "share", 0, (9.0, 9.0)).share == 1.0
        point = replace(Pill(), b=Pill().a)
        assert drag(point, "share", 0, (3.0, 3.0)) == point

    def test_at_an_end_it_is_taken_before_the_end(self) -> None:
        assert taken(Pill(share=0.0), -2.0, 0.0) == ("share", 0)
