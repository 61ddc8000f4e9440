"""Time and place of contact of a sphere and a line: verdicts, numbers, curve, maps."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from pictures import find_undrawable_field, records
from sphere_states import DOWN, PLAIN, drawn_at_random

from playground.scene.params import with_values
from playground.scene.solution import draw_sketch, draw_solution, solve_scene
from scenes.sphere_line import SCENE
from scenes.sphere_line.params import SphereLineParams


def row(p: SphereLineParams, name: str) -> object:
    return next(x.value for x in solve_scene(SCENE, p).rows if x.name == name)


def measured(p: SphereLineParams) -> list[np.ndarray]:
    solution = solve_scene(SCENE, p)
    values = (solution.value(q) for q in SCENE.answer.curves)
    return list(np.broadcast_arrays(*values))


def mapped(p: SphereLineParams) -> list[np.ndarray]:
    solution = solve_scene(SCENE, p)
    return [solution.value(q) for q in SCENE.answer.maps]


def test_numbers_of_a_plain_crossing() -> None:
    assert row(PLAIN, "First t") == pytest.approx(0.25)
    assert row(PLAIN, "Contact") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "Centre") == pytest.approx((0.5, 2.0, 1.0))
    assert (row(PLAIN, "Enter t"), row(PLAIN, "Exit t")) == pytest.approx((0.25, 0.5))
    assert row(PLAIN, "Nearest at") == pytest.approx(0.375)
    assert row(PLAIN, "Motion") == "crossing"
    # E = (0, 0, -8), so A = (0, 0, 8); R = (-3.5, 0, -3), so C = (0, 0, -3).
    assert row(PLAIN, "α") == pytest.approx(64.0)
    assert row(PLAIN, "β") == pytest.approx(-24.0)
    assert row(PLAIN, "ω") == pytest.approx(8.0)
    assert row(PLAIN, "Discriminant β² − αω") == pytest.approx(64.0)
    assert row(PLAIN, "h") == pytest.approx(0.0)
    # At the scrubbed moment.
    assert row(PLAIN, "S(t)") == pytest.approx((0.5, 2.0, 2.0))
    assert row(PLAIN, "H(t)") == pytest.approx((0.5, 2.0, 0.0))
    assert row(PLAIN, "|N(t)|") == pytest.approx(2.0)
    assert row(PLAIN, "|N(t)|² − r²") == pytest.approx(3.0)


def test_a_line_without_direction_is_refused_and_sketched() -> None:
    p = with_values(PLAIN, line_direction=(0.0, 0.0, 0.0))
    with pytest.raises(ValueError, match="Line direction"):
        solve_scene(SCENE, p)
    drawn = {x.key for x in draw_sketch(SCENE, p).primitives}
    assert drawn == {"line", "start", "sphere", "end", "step"}
    assert SCENE.timeline(p, None).stops == (0.0, 1.0)


@pytest.mark.parametrize("size", [1.0, 1e-163, 1e-200, 1e-310])
def test_squares_that_are_no_floats_do_no_harm(size: float) -> None:
    p = SphereLineParams(
        start=(size, 0.0, 0.0),
        end=(0.0, size, 0.0),
        radius=size,
        line_point=(0.0, 0.0, 0.0),
        line_direction=(0.0, 0.0, size),
    )
    solution = solve_scene(SCENE, p)
    # It touches at both ends, and overlaps most half-way.
    assert solution.verdict.text == "Hit"
    assert row(p, "Nearest at") == 0.5
    assert row(p, "h") == pytest.approx(math.sqrt(0.5) * size, rel=1e-12, abs=0)
    assert solution.zones.name() == "crossing, coming nearer"
    assert len(solution.steps) == 9
    for kind in (np.float32, np.float64):
        assert not [
            bad
            for x in records(solution.draw(kind))
            if (bad := find_undrawable_field(x))
        ]


def test_a_way_all_but_along_the_line_is_drawn() -> None:
    # Its touches are farther off than any float tells.
    for height in (9.5, 0.5, 0.0):
        p = replace(DOWN, start=(0.0, height, 0.0), end=(1.0, height, 5e-324))
        assert row(p, "Motion") == "crossing"
        assert not [
            bad
            for x in records(draw_solution(SCENE, p))
            if (bad := find_undrawable_field(x))
        ]


def test_the_curve_against_time_is_the_quadratic() -> None:
    assert SCENE.answer.curve_axis == "t"
    t = np.linspace(0.0, 1.0, 41)
    now, least = measured(replace(PLAIN, t=t))
    assert now == pytest.approx((3.0 - 8.0 * t) ** 2 - 1.0)
    assert now[[10, 20]] == pytest.approx((0.0, 0.0), abs=1e-12)
    assert least == pytest.approx(np.full(41, now.min()))


def test_the_timeline_stops_at_touches_and_nearest_approach() -> None:
    timeline = solve_scene(SCENE, PLAIN).timeline
    assert dict(zip(timeline.names, timeline.stops, strict=True)) == pytest.approx(
        {
            "start": 0.0,
            "first touch": 0.25,
            "nearest": 0.375,
            "last touch": 0.5,
            "end": 1.0,
        }
    )
    for case in SCENE.cases.values():
        stops = solve_scene(SCENE, case.params).timeline.stops
        assert stops[0] == 0.0 < stops[-1] == 1.0
        assert len(set(stops)) == len(stops)


@pytest.mark.parametrize(
    ("end", "zone"),
    [
        ((0.0, -1.0, 0.0), "crossing, coming nearer"),
        ((0.0, 4.0, 0.0), "crossing, moving away"),
        ((5.0, 3.0, 0.0), "parallel to the line"),
        ((0.0, 3.0, 0.0), "resting"),
    ],
)
def test_zones_tell_how_it_moves(end: tuple[float, ...], zone: str) -> None:
    assert solve_scene(SCENE, replace(DOWN, end=end)).zones.name() == zone
    inside = replace(DOWN, start=(0.0, 0.5, 0.0), end=end)
    assert solve_scene(SCENE, inside).zones.name() == "embedded"


def test_values_of_the_way_down() -> None:
    way = {"start": (0.0, np.array([3.0, -2.0]), np.array([0.0, 8.0]))}
    first, least, discriminant = mapped(replace(DOWN, end=(0.0, -2.0, 0.0), **way))
    assert first == pytest.approx([0.4, np.nan], nan_ok=True)
    # One goes from 3 to -2 through the line, the other beside it at -2.
    assert least == pytest.approx([-1.0, 1.0])
    # α (r² - h²): 5² (1 - 0), and 8² (1 - 2²).
    assert discriminant == pytest.approx([25.0, -192.0])


def test_the_decision_is_the_discriminant() -> None:
    # α = 4², β = 4 · (-3), ω = 3² - 1: 16 · 8 against 12².
    decision = SCENE.precision_formula.decide(DOWN, Fraction)
    assert (decision.hit, decision.left, decision.right) == (True, 128, 144)


@pytest.mark.parametrize(
    ("start", "end", "failing"),
    [
        ((0.0, 3.0, 0.0), (0.0, 2.0, 0.0), "after the motion"),
        ((0.0, 3.0, 0.0), (0.0, 4.0, 0.0), "moving away"),
        ((0.0, 3.0, 0.0), (2.0, 3.0, 0.0), "parallel"),
        ((0.0, 3.0, 0.0), (0.0, 3.0, 0.0), "resting"),
    ],
)
def test_a_decision_says_what_else_fails(
    start: tuple[float, ...], end: tuple[float, ...], failing: str
) -> None:
    decision = SCENE.precision_formula.decide(
        replace(DOWN, start=start, end=end), Fraction
    )
    assert not decision.hit
    assert decision.left <= decision.right
    assert decision.failing == failing


@pytest.mark.slow
def test_exact_numbers_decide_any_step_as_the_core_does() -> None:
    seen = set()
    for p in drawn_at_random(400):
        verdict = solve_scene(SCENE, p).verdict
        assert SCENE.precision_formula.decide(p, Fraction).hit == verdict.hit, p
        seen.add(verdict.text)
    assert len(seen) == 4
