"""Shapes as parameters: what is stored, read, solved with, drawn and dragged."""

import cmath
import json
import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import params_of
from toy_shapes import SCENE, Ways

from playground.check.scene_checker import check
from playground.scene import (
    Capsule,
    Case,
    Circle,
    Params,
    Rect,
    Scene,
    SceneModes,
    Segment,
    Vec2,
    box,
    capsule,
    cases,
    choice,
    disc,
    point,
    segment,
)
from playground.scene.params import drag, list_handle_marks, parameters_of, pick
from playground.scene.serialization import from_json_values, to_json_values
from playground.scene.solution import solve_scene
from playground.scene.state_format import dump_state, load_state

PIXEL = 0.01
ways = params_of(Ways)
SIGNS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True)
class InSpace(Params):
    rod: Segment = segment((0.0, 0.0, 0.0), (1.0, 2.0, 2.0), label="Rod")
    pill: Capsule = capsule((0.0, 0.0, 0.0), (0.0, 0.0, 4.0), 1.0, label="Pill")


def corners(center: Vec2, half: Vec2, angle: float) -> list[complex]:
    turned = cmath.exp(1j * angle)
    return [
        complex(*center) + turned * complex(a * half[0], b * half[1]) for a, b in SIGNS
    ]


def grip(p: Params, name: str, index: int = 0) -> tuple[float, ...]:
    found = list_handle_marks(p, PIXEL)
    return next(g.at for g in found if (g.name, g.index) == (name, index))


class TestStored:
    def test_each_number_is_a_parameter_of_its_own(self) -> None:
        assert list(parameters_of(Ways)) == [
            "ball_center",
            "ball_radius",
            "plate_center",
            "plate_half_extents",
            "plate_angle",
            "wall_a",
            "wall_b",
            "arm_a",
            "arm_b",
            "arm_radius",
        ]
        assert parameters_of(Ways)["ball_radius"].label == "Ball radius"
        assert (
            parameters_of(Ways)["ball_center"].help
            == "What moves. Its centre, in the world."
        )

    def test_shapes_are_given_and_read_whole(self) -> None:
        plate, wall = (
            Rect((3.0, 1.0), (1.0, 0.5), 0.25),
            Segment((0.0, 0.0), (1.0, 1.0)),
        )
        p = Ways(
            Circle((2.0, 2.0), 3.0), plate, arm=Capsule((0, 1), (2, 3), 4), wall=wall
        )
        assert (p.ball, p.plate, p.wall) == (Circle((2.0, 2.0), 3.0), plate, wall)
        assert (p.plate_half_extents, p.plate_angle) == ((1.0, 0.5), 0.25)
        assert (p.ball_radius, p.wall_b, p.arm_radius) == (3.0, (1.0, 1.0), 4)

    def test_one_is_replaced_whole_or_by_a_number_of_it(self) -> None:
        turned = replace(Ways(), plate_angle=1.0)
        assert turned.plate == Rect((1.0, 0.5), (2.0, 1.0), 1.0)
        small = replace(turned, plate=Rect((0.0, 0.0), (1.0, 1.0)))
        assert small.plate == Rect((0.0, 0.0), (1.0, 1.0))
        assert small.ball == Ways().ball

    def test_beside_them_stand_other_parameters(self) -> None:
        @dataclass(frozen=True)
        class Base(Params):
            at: Vec2 = point(1.0, 2.0, label="P")
            ball: Circle = disc((0.0, 0.0), 1.0, label="Ball")

        @dataclass(frozen=True)
        class More(Base):
            kind: str = choice("one", "one", "two", label="Kind")
            wall: Segment = segment(
                (0.0, 0.0), (1.0, 0.0), label="Wall", when=("kind", "two")
            )

        names = ["at", "ball_center", "ball_radius", "kind", "wall_a", "wall_b"]
        assert list(parameters_of(More)) == names
        p = More((5.0, 5.0), Circle((1.0, 1.0), 2.0), "two")
        assert (p.at, p.ball.radius, p.kind) == ((5.0, 5.0), 2.0, "two")
        assert parameters_of(More)["wall_b"].when == ("kind", "two")

    @given(ways)
    def test_a_file_brings_every_state_back(self, p: Ways) -> None:
        assert from_json_values(Ways, json.loads(json.dumps(to_json_values(p)))) == p
        assert load_state(dump_state(SCENE, p), [SCENE])[1] == p

    @pytest.mark.parametrize(
        ("make", "said"),
        [
            (lambda: Ways(plate=((0.0, 0.0), (1.0, 1.0))), "plate must be a Rect"),
            (lambda: Ways(Circle((0, 0), 1), ball=Circle((0, 0), 1)), "ball twice"),
            (lambda: Ways(1, 2, 3, 4, 5), "takes 4 values, not 5"),
            (lambda: Ways(plates=1), "'plates'"),
        ],
    )
    def test_what_does_not_fit_is_said(self, make, said: str) -> None:
        with pytest.raises(TypeError, match=said):
            make()

    @pytest.mark.parametrize(
        "make",
        [
            lambda: box((0.0, 0.0, 0.0), (1.0, 1.0), label="B"),
            lambda: box((0.0, 0.0), (1.0,), label="B"),
            lambda: disc((0.0, 0.0, 0.0), 1.0, label="D"),
            lambda: segment((0.0,), (1.0,), label="S"),
            lambda: capsule((0.0, 0.0), (1.0, 1.0, 1.0), 1.0, label="C"),
        ],
    )
    def test_a_wrong_count_of_numbers_is_refused(self, make) -> None:
        with pytest.raises(ValueError, match="numbers, not"):
            make()


class TestSolvedWith:
    @given(ways)
    def test_corners_and_axes_are_those_of_the_turned_box(self, p: Ways) -> None:
        wanted = corners(p.plate_center, p.plate_half_extents, p.plate_angle)
        found = p.plate.corners()
        assert found == pytest.approx(np.array([(z.real, z.imag) for z in wanted]))
        for own, turned in zip(p.plate.axes(), (1, 1j), strict=True):
            direction = turned * cmath.exp(1j * p.plate_angle)
            assert own == pytest.approx([direction.real, direction.imag])

    def test_a_right_angle_is_exact(self) -> None:
        upright = Rect((1.0, 2.0), (3.0, 0.5), math.pi / 2).corners()
        assert upright.tolist() == [[0.5, 5.0], [0.5, -1.0], [1.5, -1.0], [1.5, 5.0]]

    def test_of_many_states_each_is_as_alone(self) -> None:
        x, turn = np.linspace(-2.0, 2.0, 5)[None, :], np.linspace(-1.0, 1.0, 3)[:, None]
        many = replace(Ways(), plate_center=(x, 1.0), plate_angle=turn, arm_a=(0.0, x))
        assert many.plate.corners().shape == (3, 5, 4, 2)
        assert many.arm.ends().shape == (1, 5, 2, 2)
        for i, j in np.ndindex(3, 5):
            one = Rect((float(x[0, j]), 1.0), (2.0, 1.0), float(turn[i, 0]))
            assert np.array_equal(many.plate.corners()[i, j], one.corners())
        assert many.arm.ends()[0, 3].tolist() == [[0.0, 1.0], [3.0, 4.5]]

    def test_ends_are_of_the_plane_or_of_space(self) -> None:
        assert Ways().wall.ends().tolist() == [[-4.0, -3.0], [4.0, -3.5]]
        assert InSpace().rod.ends().tolist() == [[0.0, 0.0, 0.0], [1.0, 2.0, 2.0]]


class TestDragged:
    @given(
        ways,
        st.integers(0, 3),
        st.tuples(st.floats(-1, 3), st.floats(-1, 3)),
    )
    def test_a_corner_follows_and_the_opposite_one_stays(
        self, p: Ways, corner: int, by: Vec2
    ) -> None:
        """At any angle, for any pull that its ranges allow."""
        x, y = p.plate_center
        p = replace(p, plate_center=(x / 4, y / 4))
        for half, pull in zip(p.plate_half_extents, by, strict=True):
            assume(0.0 <= 2 * half + pull <= 20.0)
        before = corners(p.plate_center, p.plate_half_extents, p.plate_angle)
        sx, sy = SIGNS[corner]
        pull = complex(sx * by[0], sy * by[1]) * cmath.exp(1j * p.plate_angle)
        goal = before[corner] + pull
        after = drag(p, "plate_half_extents", corner, (goal.real, goal.imag))
        found = corners(after.plate_center, after.plate_half_extents, after.plate_angle)
        assert abs(found[corner] - goal) < 1e-12
        assert abs(found[corner - 2] - before[corner - 2]) < 1e-12
        assert after.plate_angle == p.plate_angle

    def test_a_box_is_moved_by_its_inside_and_turned_by_its_grip(self) -> None:
        p = Ways()
        assert pick(p, (1.5, 0.5), PIXEL)[0] == "plate_center"
        turned = drag(p, "plate_angle", 0, (1.0, 9.0))
        assert turned == replace(p, plate_angle=pytest.approx(math.pi / 2))

    def test_a_disc_is_moved_by_its_inside_and_resized_by_its_rim(self) -> None:
        p = Ways()
        assert pick(p, (-4.2, 1.4), PIXEL)[0] == "ball_center"
        assert pick(p, (-5.0, 1.0), PIXEL)[0] == "ball_radius"
        wider = drag(p, "ball_radius", 0, (-1.0, 5.0))  # 3, 4, 5
        assert wider == replace(p, ball_radius=5.0)

    def test_a_segment_is_moved_by_its_line_and_its_ends(self) -> None:
        p = Ways(wall=Segment((-4.0, -3.0), (4.0, -3.0)))
        name, held = pick(p, (1.0, -3.0), PIXEL)
        assert (name, held.index) == ("wall_a", 1)
        assert drag(p, name, held.index, (1.0, -2.0)).wall == Segment(
            (-3.0, -2.0), (5.0, -2.0)
        )
        assert drag(p, "wall_b", 0, (2.0, 2.0)).wall == Segment(
            (-4.0, -3.0), (2.0, 2.0)
        )

    def test_a_capsule_is_held_by_all_of_its_outline(self) -> None:
        p = Ways(arm=Capsule((-2.0, 4.0), (2.0, 4.0), 1.0))
        for at in ((0.5, 5.0), (0.5, 3.0), (-3.0, 4.0), (2.6, 4.8)):
            assert pick(p, at, PIXEL)[0] == "arm_radius"
        assert pick(p, (0.5, 4.7), PIXEL)[0] == "arm_a"
        assert grip(p, "arm_radius") == (3.0, 4.0)
        assert drag(p, "arm_radius", 0, (0.0, 1.5)).arm_radius == 2.5
        assert drag(p, "arm_radius", 0, (5.0, 8.0)).arm_radius == 5.0  # 3, 4, 5

    @given(ways, st.tuples(st.floats(-9.0, 9.0), st.floats(-9.0, 9.0)))
    def test_the_outline_of_a_capsule_comes_to_the_pointer(
        self, p: Ways, to: Vec2
    ) -> None:
        a, b = np.array(p.arm_a), np.array(p.arm_b)
        shares = np.linspace(0.0, 1.0, 4001)[:, None]
        nearest = np.linalg.norm(a + shares * (b - a) - to, axis=1).min()
        radius = drag(p, "arm_radius", 0, to).arm_radius
        assert radius == pytest.approx(min(nearest, 10.0), abs=0.01)

    @pytest.mark.parametrize("b", [(2.0, 4.0), (-2.0, 4.0)])
    def test_a_capsule_without_a_radius_gets_one(self, b: Vec2) -> None:
        p = Ways(arm=Capsule((-2.0, 4.0), b, 0.0))
        assert pick(p, b, PIXEL)[0] == "arm_radius"

    def test_in_space_a_grip_beyond_the_end_changes_the_radius(self) -> None:
        assert grip(InSpace(), "pill_radius") == (0.0, 0.0, 5.0)
        assert drag(InSpace(), "pill_radius", 0, (0.0, 0.0, 6.5)).pill_radius == 2.5


def test_a_scene_of_all_four_keeps_every_rule_and_takes_every_advice() -> None:
    assert list(check(SCENE).lines()) == ["shapes: no fault."]


def test_behind_a_choice_each_scene_has_its_shapes() -> None:
    @dataclass(frozen=True)
    class Other(Params):
        pole: Segment = segment((0.0, 0.0), (0.0, 3.0), label="Pole")

    other = Scene(
        id="other",
        title="Other",
        params=Other,
        cases=cases(Case("Pole", Other(), "A pole.")),
        solve=lambda p: p.pole.ends(),
        picture=lambda p, ends, out: out.add(p.pole),
    )
    both = SceneModes(
        id="both",
        title="Both",
        choice="which",
        label="Which",
        help="Which of them.",
        scenes={"ways": SCENE, "pole": other},
    )
    p = replace(both.initial_params(), which="pole", pole_b=(0.0, 5.0))
    own = both.resolve(load_state(dump_state(both, p), [both])[1])[1]
    assert own == Other(Segment((0.0, 0.0), (0.0, 5.0)))
    assert solve_scene(both, p).result.tolist() == [[0.0, 0.0], [0.0, 5.0]]
