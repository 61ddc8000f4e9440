"""Curves: every parameter as an axis, and roots where the answer changes."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from every import every_scene, own_scenes, own_scenes_at_length

from playground.analysis import curve
from playground.analysis.curve import Axis, Curve, axes, find_axis
from playground.analysis.heat_map import sample_span
from playground.scene import Answer, Case, Quantity, Scene, cases
from playground.scene import params as parameters
from playground.scene.parameter_types import Vector
from playground.scene.params import Params, Vec2, angle, point, slider, time
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene


@dataclass(frozen=True)
class Polynomial(Params):
    at: Vec2 = point(1.0, 2.0, label="P")
    radius: float = slider(1.5, 0.0, 9.0, label="r", unit="m")
    turn: float = angle(0.5, label="a")
    moment: float = time(0.25, 0.0, 1.0, label="t")


def scene(*quantities: Quantity) -> Scene:
    return Scene(
        id="polynomial",
        title="Polynomial",
        params=Polynomial,
        cases=cases(Case("One", Polynomial(), "All of it.")),
        solve=lambda p: None,
        picture=lambda p, r, out: None,
        answer=Answer(quantities=quantities),
    )


def line(value, turns_at=0.0, name="line") -> Quantity:
    return Quantity(
        name=name, value=lambda p, r: value(p), threshold=turns_at, curve=True
    )


def roots(value, turns_at=0.0) -> tuple[float, ...]:
    drawn = curve.sample_curve(
        scene(line(value, turns_at)), Polynomial(), Axis("at", 0)
    )
    assert drawn is not None
    return drawn.roots


def test_axes_are_all_numbers():
    assert curve.axes(Polynomial()) == [
        Axis("at", 0),
        Axis("at", 1),
        Axis("radius", 0),
        Axis("turn", 0),
        Axis("moment", 0),
    ]


def test_axis_reads_and_replaces_its_number():
    axis = Axis("at", 1)
    assert axis.value(Polynomial()) == 2.0
    assert axis.replace_component(Polynomial(), 7.0) == (1.0, 7.0)
    assert axis.label(Polynomial()) == "P y (m)"


def test_spans_hold_the_present_value():
    for axis in curve.axes(Polynomial()):
        low, high = axis.span(Polynomial())
        assert low <= axis.value(Polynomial()) <= high
    assert Axis("turn").span(Polynomial()) == (-math.pi, math.pi)
    assert Axis("moment").span(Polynomial()) == (0.0, 1.0)


def test_a_small_change_does_not_move_the_span():
    one, two = Polynomial(), Polynomial(at=(1.2, 2.0), radius=1.6)
    assert Axis("at", 0).span(one) == Axis("at", 0).span(two)
    assert Axis("radius").span(one) == Axis("radius").span(two)


def test_roots_are_found_to_rounding():
    def cubic(p):
        return (p.at[0] - 1.0) * (p.at[0] + 2.0) * (p.at[0] - 2.5)

    assert roots(cubic) == pytest.approx((-2.0, 1.0, 2.5), abs=1e-9)


def bend(x):
    """Return a line that bends at 0.5, without a corner, and is zero at 0.52."""
    return x - 0.52 + np.where(x < 0.5, 0.0, (x - 0.5) ** 3 - 0.02**3)


@pytest.mark.parametrize(("bent", "looks"), [(False, 0), (True, 1)])
def test_the_roots_of_smooth_lines_are_in_the_samples_or_one_look_away(bent, looks):
    asked = []

    def solve(p):
        asked.append(np.shape(p.at[0]))

    lines = (
        line(lambda p: np.sin(3.0 * p.at[0]), name="wave"),
        line(lambda p: bend(p.at[0]) if bent else p.at[0] ** 3 - 8.0),
    )
    found = curve.sample_curve(
        replace(scene(*lines), solve=solve), Polynomial(), Axis("at", 0)
    )
    waves = [i * math.pi / 3.0 for i in range(-5, 6)]
    other = 0.52 if bent else 2.0
    assert found.roots == pytest.approx(sorted([*waves, other]), abs=1e-12)
    assert len(asked) == 1 + looks


@pytest.mark.parametrize("corner", [0.31, 0.3126, 0.349])
def test_a_root_beside_a_corner_is_found_to_rounding(corner):
    def bent(p):
        x = p.at[0]
        return np.where(x < corner, 5.0, 0.2) * (x - corner) - 1e-4

    assert roots(bent) == pytest.approx((corner + 5e-4,), abs=1e-9)


def test_a_jump_is_where_it_is():
    assert roots(lambda p: np.where(p.at[0] < 0.3217, -1.0, 1.0)) == (
        pytest.approx((0.3217,), abs=1e-3)
    )


def test_a_jump_beside_a_sample_on_the_threshold_is_no_pole():
    # The line is 0 at the sample 0 and jumps right after it.
    assert roots(lambda p: np.where(p.at[0] < 0.0013, np.abs(p.at[0]), -0.5)) == (
        pytest.approx((0.0013,), abs=1e-4)
    )


def test_a_line_that_ends_turns_only_where_it_is():
    assert roots(lambda p: np.where(p.at[0] > 0.0, p.at[0] - 0.5, np.nan)) == (
        pytest.approx((0.5,), abs=1e-9)
    )


def test_a_root_is_where_the_verdict_turns_and_not_at_zero():
    assert roots(lambda p: p.at[0], 1.75) == pytest.approx((1.75,), abs=1e-9)
    # A level may depend on the params: here on the radius, 1.5.
    assert roots(lambda p: p.at[0], lambda p: 2.0 * p.radius) == (
        pytest.approx((3.0,), abs=1e-9)
    )
    assert roots(lambda p: p.at[0], None) == ()


@pytest.mark.parametrize("pole", [0.3, 0.325, 0.3 + 1e-9])
def test_a_pole_is_no_root(pole):
    assert roots(lambda p: 1.0 / (p.at[0] - pole)) == ()
    assert roots(lambda p: (p.at[0] - 2.0) / (p.at[0] - pole)) == (
        pytest.approx((2.0,), abs=1e-9)
    )


def test_between_poles_there_are_roots():
    assert roots(lambda p: np.tan(p.at[0])) == (
        pytest.approx([i * math.pi for i in (-1, 0, 1)], abs=1e-9)
    )


def test_a_scene_without_curves_or_values_has_none():
    assert curve.sample_curve(scene(), Polynomial(), Axis("at", 0)) is None
    nothing = scene(line(lambda p: np.full_like(p.at[0], np.nan)))
    assert curve.sample_curve(nothing, Polynomial(), Axis("at", 0)) is None


def test_an_axis_is_found_by_its_name_in_code():
    assert find_axis(Polynomial(), "at.y") == Axis("at", 1)
    assert find_axis(Polynomial(), "radius") == Axis("radius")
    with pytest.raises(
        ValueError, match=r"unknown number 'at'; there are at\.x, at\.y"
    ):
        find_axis(Polynomial(), "at")


def check_roots(scene: SceneEntry, params: Params, drawn: Curve) -> None:
    """Assert that a quantity is at its threshold at every root."""
    quantities = [
        q for q in scene.resolve(params)[0].answer.curves if q.threshold is not None
    ]
    lines = np.stack(list(drawn.lines.values()))
    largest = np.abs(lines[np.isfinite(lines)]).max(initial=0.0)
    for root in drawn.roots:
        assert drawn.x[0] <= root <= drawn.x[-1]
        there = {drawn.axis.name: drawn.axis.replace_component(params, root)}
        solution = solve_scene(scene, replace(params, **there))
        off = [
            abs(float(solution.value(q) - solution.threshold(q))) for q in quantities
        ]
        assert np.nanmin(off) <= 1e-6 * largest


@pytest.mark.slow
@own_scenes
def test_a_root_of_ours_is_where_a_quantity_turns(scene: SceneEntry) -> None:
    for case in scene.cases.values():
        if scene.resolve(case.params)[0].answer.curves:
            for axis in axes(case.params)[
                :: 1 if case.params == scene.initial_params() else 5
            ]:
                drawn = curve.sample_curve(scene, case.params, axis)
                if drawn is not None:
                    check_roots(scene, case.params, drawn)


@every_scene
def test_the_smallest_numbers_there_are_have_a_span(scene):
    least = math.ulp(0.0)
    case = scene.cases[scene.first_case_name()].params
    values = {
        name: (least,) * spec.size
        for name, spec in parameters.relevant_parameters(case).items()
        if isinstance(spec, Vector)
    }
    params = replace(case, **values)
    for axis in axes(params):
        low, high = axis.span(params)
        assert low < high
        sampled = sample_span(params, axis, 2000.0)
        assert 1000 <= sampled.count <= 4001
        assert np.unique(sampled.values).size == sampled.count


def test_roots_are_looked_for_between_values_too_large_for_a_float():
    found = roots(lambda p: 1e305 * (p.at[0] ** 3 - 8.0))
    assert found == pytest.approx((2.0,), abs=1e-6)


@pytest.mark.parametrize("above", [False, True])
def test_the_sides_of_the_deciding_line_part_at_its_level(above: bool) -> None:
    quantity = replace(line(lambda p: (p.at[0] - 1.0) ** 3), hit_above=above)
    other = line(lambda p: p.at[0], name="other")
    drawn = curve.sample_curve(scene(quantity, other), Polynomial(), Axis("at", 0))
    assert drawn is not None
    assert (drawn.decides, drawn.hit_above) == ("line", above)
    x, hit, miss, _ = drawn.sides
    assert (np.diff(x) >= 0.0).all()
    assert np.abs(x - 1.0).min() < 1e-9
    over = (x > 1.0) if above else (x < 1.0)
    y = np.interp(x, drawn.x, drawn.lines["line"])
    np.testing.assert_allclose(hit, np.where(over, y, 0.0), atol=1e-6)
    np.testing.assert_allclose(miss, np.where(over, 0.0, y), atol=1e-6)


def test_a_line_that_is_unknown_somewhere_is_on_no_side_there() -> None:
    def unknown(p):
        return np.where(p.at[0] > 2.0, np.nan, p.at[0])

    drawn = curve.sample_curve(scene(line(unknown, 0.5)), Polynomial(), Axis("at", 0))
    assert drawn is not None
    x, hit, miss, _ = drawn.sides
    assert (hit[x > 2.0] == 0.5).all()
    assert (miss[x > 2.0] == 0.5).all()


@own_scenes_at_length
def test_a_hit_is_on_the_hit_side_of_the_deciding_line(scene: SceneEntry) -> None:
    for case in scene.cases.values():
        own, p = scene.resolve(case.params)
        line = own.timeline(p, None) if own.timeline else None
        if not own.answer.curves or (line and line.parameter == own.answer.curve_axis):
            # Such a line is about one moment, and the verdict about all of them.
            continue
        hits = {outcome.word for outcome in own.answer.outcomes if outcome.hit}
        for axis in curve.answer_axes(p):
            drawn = curve.sample_curve(own, p, axis)
            if drawn is None:
                continue
            regions = solve_scene(own, axis.with_value(p, drawn.x)).regions
            named = enumerate(kind.name for kind in regions.kinds)
            found = np.isin(regions.index, [i for i, name in named if name in hits])
            y, level = drawn.lines[drawn.decides], drawn.levels[drawn.decides]
            side = y >= level if drawn.hit_above else y <= level
            assert side[np.broadcast_to(found, y.shape) & np.isfinite(y)].all()


def drawn_over(*lines: Quantity) -> Curve:
    drawn = curve.sample_curve(scene(*lines), Polynomial(at=(1.03, 2.0)), Axis("at", 0))
    assert drawn is not None
    return drawn


def test_a_line_is_there_however_short_it_is() -> None:
    short = line(lambda p: np.where(np.abs(p.at[0] - 1.03) < 1e-3, 4.0, np.nan))
    drawn = drawn_over(short, line(lambda p: p.at[0], name="other"))
    known = drawn.x[np.isfinite(drawn.lines["line"])]
    assert known.min() == pytest.approx(1.029, abs=1e-4)
    assert known.max() == pytest.approx(1.031, abs=1e-4)


def test_two_lines_meet_where_both_end_like_a_root() -> None:
    def half(p):
        with np.errstate(invalid="ignore"):
            return np.sqrt(1.3 - p.at[0] ** 2)

    drawn = drawn_over(line(half, name="above"), line(lambda p: -half(p), name="below"))
    apart = drawn.lines["above"] - drawn.lines["below"]
    known = apart[np.isfinite(apart)]
    # Both are 2.28 high where they are farthest apart.
    assert max(known[0], known[-1]) < 0.05


def test_a_jump_is_upright_and_a_corner_sharp() -> None:
    step = line(lambda p: np.where(p.at[0] > 0.777, 3.0, 1.0), name="step")
    corner = line(lambda p: np.abs(p.at[0] - 0.777), name="corner")
    drawn = drawn_over(step, corner)
    jump = int(np.flatnonzero(np.diff(drawn.lines["step"]))[0])
    assert drawn.x[jump + 1] - drawn.x[jump] < 1e-3
    assert np.nanmin(drawn.lines["corner"]) < 1e-3
