"""Handles: their marks, picking, and limits of drags."""

import cmath
import math
from dataclasses import dataclass, replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import params_of

from playground.scene import params as declare
from playground.scene.handles import (
    AxesHandle,
    HandleKind,
    MoveHandle,
    PivotHandle,
    PressedHandle,
    ResizeHandle,
    RimHandle,
    RotatedFrame,
    RotateHandle,
    TipHandle,
    Vec,
)
from playground.scene.params import (
    Params,
    Vec2,
    Vec3,
    drag,
    list_handle_marks,
    parameters_of,
)

TURNED = RotatedFrame("pivot", "turn")
PIXEL = 0.01


@dataclass(frozen=True)
class Plate(Params):
    """A rectangle rotated about a pivot; `middle` is its centre before the rotation."""

    pivot: Vec2 = declare.point(
        -1.0, 0.5, label="P", handle=PivotHandle("middle", "turn")
    )
    middle: Vec2 = declare.point(
        1.0,
        -1.0,
        label="M",
        handle=MoveHandle(carries=("pivot",), frame=TURNED, box="half"),
    )
    half: Vec2 = declare.lengths(
        2.0, 1.0, label="h", handle=ResizeHandle("middle", TURNED)
    )
    turn: float = declare.angle(
        math.radians(30.0), label="a", handle=RotateHandle("middle", "half", "pivot")
    )


@dataclass(frozen=True)
class Tile(Params):
    """A rectangle rotated about its own centre."""

    middle: Vec2 = declare.point(
        1.0, -1.0, limit=20.0, label="M", handle=MoveHandle(box="half")
    )
    half: Vec2 = declare.lengths(
        2.0,
        1.0,
        low=0.25,
        label="h",
        handle=ResizeHandle("middle", RotatedFrame("middle", "turn")),
    )
    turn: float = declare.angle(0.3, label="a")


@dataclass(frozen=True)
class Oval(Params):
    center: Vec2 = declare.point(
        1.0,
        2.0,
        label="C",
        handle=MoveHandle(frame=RotatedFrame("center", "turn"), ellipse="radii"),
    )
    radii: Vec2 = declare.lengths(
        3.0, 1.0, high=10.0, label="r", handle=AxesHandle("center", "turn")
    )
    turn: float = declare.angle(
        math.radians(-60.0), label="a", handle=RotateHandle("center", "radii", "center")
    )


@dataclass(frozen=True)
class Ball(Params):
    center: Vec2 = declare.point(1.0, 2.0, label="C", handle=MoveHandle(disc="radius"))
    radius: float = declare.slider(
        1.5, 0.0, 6.0, label="r", handle=RimHandle("center", (0.0, -1.0))
    )
    speed: Vec2 = declare.vector(2.0, 1.0, label="V", handle=TipHandle("center"))


@dataclass(frozen=True)
class Globe(Params):
    center: Vec3 = declare.point(1.0, 2.0, 3.0, label="C")
    radius: float = declare.slider(
        1.5, 0.0, 6.0, label="r", handle=RimHandle("center", (0.0, 1.0, 0.0))
    )


plates, ovals, balls = params_of(Plate), params_of(Oval), params_of(Ball)
tiles = params_of(Tile)
near = st.tuples(st.floats(-4.0, 4.0), st.floats(-4.0, 4.0))


def drawn(plate: Plate, at: Vec2) -> Vec2:
    """Return a point of the unrotated plate on the screen, by complex numbers."""
    p = complex(*plate.pivot)
    z = p + (complex(*at) - p) * cmath.exp(1j * plate.turn)
    return z.real, z.imag


def corners(plate: Plate) -> list[Vec2]:
    (x, y), (w, h) = plate.middle, plate.half
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    return [drawn(plate, (x + a * w, y + b * h)) for a, b in signs]


def grip_at(p: Params, name: str, index: int = 0, pixel: float = PIXEL) -> Vec:
    found = list_handle_marks(p, pixel)
    return next(g.at for g in found if (g.name, g.index) == (name, index))


def hold(p: Params, name: str, at: Vec) -> PressedHandle:
    handle = parameters_of(type(p))[name].handle
    assert handle is not None
    return handle.pick(p, name, at, PIXEL)


def close(at: object) -> object:
    return pytest.approx(at, abs=1e-9)


def small(plate: Plate) -> Plate:
    """Return a plate away from the limits of its parameters."""
    tenth = tuple(c / 10 for c in plate.middle), tuple(c / 10 for c in plate.pivot)
    return replace(plate, middle=tenth[0], pivot=tenth[1])


class TestMove:
    def test_snaps_to_the_grid_line_nearest(self) -> None:
        moved = drag(Ball(), "center", 0, (-3.24, 4.51), 0.5)
        assert moved.center == (-3.0, 4.5)

    @given(plates.map(small), near)
    def test_carries_the_whole_plate_without_turning_it(
        self, plate: Plate, to: Vec2
    ) -> None:
        moved = drag(plate, "middle", 0, to)
        assert grip_at(moved, "middle") == close(to)
        step = (
            to[0] - drawn(plate, plate.middle)[0],
            to[1] - grip_at(plate, "middle")[1],
        )
        for before, after in zip(corners(plate), corners(moved), strict=True):
            assert after == close((before[0] + step[0], before[1] + step[1]))
        assert (moved.half, moved.turn) == (plate.half, plate.turn)

    @given(plates, st.tuples(st.floats(-60, 60), st.floats(-60, 60)))
    def test_stays_rigid_at_the_end_of_a_range(self, plate: Plate, to: Vec2) -> None:
        moved = drag(plate, "middle", 0, to)
        for i in range(2):
            before = plate.middle[i] - plate.pivot[i]
            assert moved.middle[i] - moved.pivot[i] == pytest.approx(before, abs=1e-9)

    @pytest.mark.parametrize(
        ("at", "inside"),
        [((1.0, 3.5), True), ((1.0, 3.52), False), ((2.1, 3.1), False)],
    )
    def test_a_disc_is_held_by_its_inside(self, at: Vec2, inside: bool) -> None:
        assert hold(Ball(), "center", at).body == inside

    @pytest.mark.parametrize("radii", [(0.0, 2.0), (2.0, 0.0), (0.0, 0.0)])
    def test_a_flat_ellipse_has_no_inside(self, radii: Vec2) -> None:
        assert not hold(Oval(radii=radii), "center", (1.0, 2.0)).body

    @given(plates, near)
    def test_a_plate_is_held_by_its_inside(self, plate: Plate, at: Vec2) -> None:
        assume(min(plate.half) > 0.01)
        a, b, c, d = (complex(*corner) for corner in corners(plate))
        z = complex(*at)
        sides = ((a, b), (b, c), (c, d), (d, a))
        gaps = [((q - p).conjugate() * (z - p)).imag / abs(q - p) for p, q in sides]
        assume(all(abs(gap) > 1e-9 for gap in gaps))
        assert hold(plate, "middle", at).body == all(gap > 0.0 for gap in gaps)


class TestPivot:
    @given(plates, st.tuples(st.floats(-60, 60), st.floats(-60, 60)))
    def test_the_plate_never_jumps(self, plate: Plate, to: Vec2) -> None:
        moved = drag(plate, "pivot", 0, to)
        for before, after in zip(corners(plate), corners(moved), strict=True):
            assert after == close(before)


class TestTip:
    def test_snaps_the_tip_and_not_the_length(self) -> None:
        ball = Ball(center=(0.3, 0.3))
        assert drag(ball, "speed", 0, (2.1, 0.9), 1.0).speed == close((1.7, 0.7))


class TestRim:
    def test_brings_the_rim_under_the_pointer(self) -> None:
        assert drag(Ball(), "radius", 0, (4.0, 6.0)).radius == 5.0  # 3, 4, 5
        assert drag(Globe(), "radius", 0, (2.0, 4.0, 5.0)).radius == 3.0  # 1, 2, 2, 3
        assert drag(Ball(), "radius", 0, (4.1, 6.0), 0.5).radius == 5.0  # snapped

    @given(balls, near)
    def test_holds_the_nearest_point_of_the_circle(self, ball: Ball, at: Vec2) -> None:
        held = hold(ball, "radius", at)
        angles = [math.tau * i / 720 for i in range(720)]
        (x, y), r = ball.center, ball.radius
        circle = [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
        assert math.dist(held.point, ball.center) == pytest.approx(r, abs=1e-9)
        assert math.dist(held.point, at) == pytest.approx(held.distance, abs=1e-9)
        assert held.distance <= min(math.dist(at, point) for point in circle) + 1e-9

    def test_from_the_centre_its_grip_is_held(self) -> None:
        assert hold(Ball(), "radius", (1.0, 2.0)) == PressedHandle(0, (1.0, 0.5), 1.5)
        # A sphere is held by it alone.
        assert hold(Globe(), "radius", (1.0, 2.0, 4.5)).point == (1.0, 3.5, 3.0)


class TestRotate:
    @given(plates.map(small), near, st.floats(0.001, 0.1))
    def test_its_grip_comes_on_the_line_from_the_pivot_to_the_pointer(
        self, plate: Plate, to: Vec2, pixel: float
    ) -> None:
        assume(math.dist(plate.pivot, to) > 0.01)
        moved = drag(plate, "turn", 0, to)
        pivot = complex(*plate.pivot)
        along = (complex(*to) - pivot).conjugate() * (
            complex(*grip_at(moved, "turn", pixel=pixel)) - pivot
        )
        assert along.real > 0.0
        assert abs(along.imag) < 1e-9 * abs(along) + 1e-9
        assert (moved.middle, moved.half) == (plate.middle, plate.half)

    @given(plates, st.floats(0.001, 0.1))
    def test_its_grip_stands_30_pixels_beyond_an_end(
        self, plate: Plate, pixel: float
    ) -> None:
        on, off = (complex(*grip_at(plate, "turn", pixel=p)) for p in (0.0, pixel))
        a, b, c, d = (complex(*corner) for corner in corners(plate))
        assert min(abs(on - (a + d) / 2), abs(on - (b + c) / 2)) < 1e-9
        assert abs(off - on) == pytest.approx(30.0 * pixel)
        assert ((on - (a + c) / 2).conjugate() * (off - on)).real >= -1e-9

    def test_snaps_to_15_degrees(self) -> None:
        a = math.radians(52.0)
        moved = drag(Oval(), "turn", 0, (1 + math.cos(a), 2 + math.sin(a)), 0.25)
        assert math.degrees(moved.turn) == pytest.approx(45.0)

    def test_the_angle_stays_within_half_a_turn(self) -> None:
        for degrees in range(-720, 721, 40):
            a = math.radians(degrees)
            moved = drag(Oval(), "turn", 0, (1 + math.cos(a), 2 + math.sin(a)))
            assert abs(moved.turn) <= math.pi
            assert math.cos(moved.turn - a) == pytest.approx(1.0)

    def test_at_the_pivot_itself_nothing_breaks(self) -> None:
        assert math.isfinite(drag(Plate(), "turn", 0, Plate().pivot).turn)
        point = Plate(pivot=(1.0, 1.0), middle=(1.0, 1.0), half=(0.0, 0.0))
        assert grip_at(point, "turn") == close(
            (1.0 + 0.3 * math.cos(point.turn), 1.0 + 0.3 * math.sin(point.turn))
        )


class TestResize:
    def test_grips_are_the_four_corners_and_the_middles_of_the_sides(self) -> None:
        found = [g for g in list_handle_marks(Plate(), PIXEL) if g.name == "half"]
        a, b, c, d = (complex(*corner) for corner in corners(Plate()))
        middles = (d + a) / 2, (a + b) / 2, (b + c) / 2, (c + d) / 2
        assert [complex(*g.at) for g in found] == close([a, b, c, d, *middles])
        kinds = [HandleKind.CORNER] * 4 + [HandleKind.SIDE] * 4
        assert [g.kind for g in found] == kinds

    @given(plates, st.integers(0, 7), st.tuples(st.floats(-80, 80), st.floats(-80, 80)))
    def test_the_opposite_end_stays_at_the_end_of_every_range(
        self, plate: Plate, index: int, to: Vec2
    ) -> None:
        moved = drag(plate, "half", index, to)
        before, after = corners(plate), corners(moved)
        # The grips: corners from the upper right, then right, top, left, bottom.
        stay = ((2,), (3,), (0,), (1,), (1, 2), (2, 3), (3, 0), (0, 1))[index]
        for corner in stay:
            assert after[corner] == close(before[corner])

    def test_beyond_the_opposite_corner_it_is_flat_and_not_turned_over(self) -> None:
        plate = replace(Plate(), turn=0.0)  # the lower left corner is at (-1, -2)
        flat = drag(plate, "half", 0, (-3.0, 0.0))
        assert flat.half == (0.0, 1.0)
        assert flat.middle == (-1.0, -1.0)

    @given(plates.map(small), st.integers(4, 7), near)
    def test_a_side_changes_one_extent(
        self, plate: Plate, index: int, to: Vec2
    ) -> None:
        moved = drag(plate, "half", index, to)
        assert moved.half[1 - index % 2] == plate.half[1 - index % 2]
        opposite = 4 + (index - 4 + 2) % 4
        assert grip_at(moved, "half", opposite) == close(
            grip_at(plate, "half", opposite)
        )

    def test_a_side_is_held_anywhere_between_its_corners(self) -> None:
        plate = replace(Plate(), turn=0.0)  # from (-1, -2) to (3, 0)
        assert hold(plate, "half", (2.3, 0.04)).index == 5
        assert hold(plate, "half", (2.3, 0.04)).point == close((2.3, 0.0))
        assert hold(plate, "half", (2.3, 0.04)).distance == pytest.approx(0.04)
        assert hold(plate, "half", (1.05, 0.04)).point == close((1.05, 0.0))
        assert hold(plate, "half", (-1.5, -1.3)).point == close((-1.0, -1.3))

    def test_a_corner_goes_before_the_sides_that_meet_in_it(self) -> None:
        plate = replace(Plate(), turn=0.0)
        assert hold(plate, "half", (2.95, 0.02)).index == 0


def tile_corners(tile: Tile) -> list[complex]:
    (w, h), turned = tile.half, cmath.exp(1j * tile.turn)
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    return [complex(*tile.middle) + turned * complex(a * w, b * h) for a, b in signs]


class TestResizeAboutItsOwnCentre:
    @given(tiles, st.integers(0, 7), st.tuples(st.floats(-60, 60), st.floats(-60, 60)))
    def test_the_opposite_end_stays_at_the_end_of_every_range(
        self, tile: Tile, grip: int, to: Vec2
    ) -> None:
        after = drag(tile, "half", grip, to)
        for name, spec in parameters_of(Tile).items():
            assert spec.clamp(getattr(after, name)) == getattr(after, name)
        before, found = tile_corners(tile), tile_corners(after)
        # Of a side both corners of the side across; of a corner the one across.
        still = [(grip + 2) % 4] if grip < 4 else [(grip + 1) % 4, (grip + 2) % 4]
        for corner in still:
            assert abs(found[corner] - before[corner]) < 1e-12

    def test_it_stops_where_its_centre_has_to_stop(self) -> None:
        tile = Tile(middle=(15.0, 0.0), half=(2.0, 1.0), turn=math.radians(90.0))
        # Its second axis points to the left: the corner (1, -1) is the upper right.
        after = drag(tile, "half", 3, (60.0, 2.0))
        assert after.middle == close((20.0, 0.0))
        assert after.half == close((2.0, 6.0))

    def test_beyond_the_opposite_corner_it_is_as_thin_as_it_may_be(self) -> None:
        after = drag(Tile(turn=0.0), "half", 0, (-9.0, -9.0))
        assert after.half == (0.25, 0.25)
        assert after.middle == close((-0.75, -1.75))


class TestAxes:
    def test_grips_are_the_ends_of_both_axes(self) -> None:
        axis = cmath.exp(1j * Oval().turn)
        found = [complex(*grip_at(Oval(), "radii", i)) for i in range(2)]
        assert found == close([1 + 2j + 3 * axis, 1 + 2j + 1j * axis])

    @given(ovals, st.integers(0, 1), near)
    def test_one_radius_reaches_as_far_along_its_axis_as_the_pointer(
        self, oval: Oval, index: int, to: Vec2
    ) -> None:
        moved = drag(oval, "radii", index, to)
        axis = cmath.exp(1j * oval.turn) * (1j if index else 1)
        reach = abs(((complex(*to) - complex(*oval.center)) * axis.conjugate()).real)
        assert moved.radii[index] == pytest.approx(min(reach, 10.0), abs=1e-9)
        assert moved.radii[1 - index] == oval.radii[1 - index]

    def test_snaps_the_radius(self) -> None:
        oval = Oval(turn=0.0)
        assert drag(oval, "radii", 0, (5.3, 2.0), 0.5).radii == (4.5, 1.0)


@pytest.mark.parametrize(
    ("x", "y", "inside"),
    [(0.7, 0.7, True), (-0.7, 0.7, True), (0.72, 0.72, False), (0.9, -0.9, False)],
)
def test_the_inside_of_an_ellipse_is_round(x: float, y: float, inside: bool) -> None:
    oval = Oval()
    (rx, ry), turn = oval.radii, cmath.exp(1j * oval.turn)
    at = complex(*oval.center) + turn * complex(x * rx, y * ry)
    handle = parameters_of(Oval)["center"].handle
    assert handle is not None
    assert handle.pick(oval, "center", (at.real, at.imag), PIXEL).body == inside
