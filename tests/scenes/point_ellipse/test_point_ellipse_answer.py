import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from ellipses import TURNED, UPRIGHT, asked, on_ellipse, row

from playground.collision import point_ellipse
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams

DISTANCE = next(q for q in SCENE.answer.quantities if q.name == "Distance")
FLAT_CASES = ("No height", "No width")


def test_numbers_of_an_upright_ellipse() -> None:
    # P - C = (2, 2); scaled by 2 in y: (2, 4), of length sqrt 20; rx = 2.
    assert row(UPRIGHT, "P moved") == (2.0, 2.0)
    assert row(UPRIGHT, "P turned") == (2.0, 2.0)
    assert row(UPRIGHT, "P′") == (2.0, 4.0)
    assert row(UPRIGHT, "|P′|") == pytest.approx(math.sqrt(20.0))
    assert row(UPRIGHT, "Level") == pytest.approx(math.sqrt(5.0))
    assert row(UPRIGHT, "Circle's gap") == pytest.approx(math.sqrt(20.0) - 2.0)


def test_k_is_on_the_ellipse_and_on_the_ray_from_the_centre() -> None:
    for p in (UPRIGHT, TURNED, SCENE.cases["Needle"].params):
        k = np.asarray(row(p, "Circle's nearest K"))
        ray = np.subtract(p.point, p.center)
        assert on_ellipse(p, k)
        offset = k - p.center
        assert offset[0] * ray[1] - offset[1] * ray[0] == pytest.approx(0.0, abs=1e-12)
        assert offset @ ray > 0.0
        detour = math.dist(p.point, tuple(k))
        assert row(p, "|P − K|") == pytest.approx(detour)
        assert detour >= abs(row(p, "Distance d")) - 1e-12
    p = SCENE.cases["At the centre"].params
    assert np.isnan(row(p, "Circle's nearest K")).all()
    assert np.isnan(row(p, "|P − K|"))


def test_the_two_gaps_agree_for_a_circle_only() -> None:
    def gaps(name: str) -> tuple[float, float]:
        p = SCENE.cases[name].params
        return row(p, "Circle's gap"), row(p, "Distance d")

    assert gaps("Circle")[0] == pytest.approx(gaps("Circle")[1])
    large, small = gaps("Scaled gap too large"), gaps("Scaled gap too small")
    assert large[0] > 2.0 * large[1] > 0.0
    assert 0.0 < small[0] < 0.5 * small[1]


@pytest.mark.parametrize(
    ("x", "word", "hit", "relation"),
    [
        (1.9, "Inside", True, "less than"),
        (2.0, "On the edge", True, "exactly"),
        (2.1, "Outside", False, "more than"),
    ],
)
def test_verdicts_of_points_on_the_long_axis(
    x: float, word: str, hit: bool, relation: str
) -> None:
    verdict = solve_scene(SCENE, with_values(UPRIGHT, point=(2.0 + x, 1.0))).verdict
    assert (verdict.text, verdict.hit) == (word, hit)
    assert verdict.detail.endswith(f"|P′| = {x:g} is {relation} rx = 2.")


@pytest.mark.parametrize("degrees", [0, 90, 180, -90, -180])
def test_what_touches_an_ellipse_touches_it_after_a_quarter_turn(degrees: int) -> None:
    sides = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1), -180: (-1, 0)}
    c, s = sides[degrees]
    tip = 1.0 + 3.0 * c, 2.0 + 3.0 * s
    p = PointEllipseParams(tip, (1.0, 2.0), (3.0, 0.7), math.radians(degrees))
    assert solve_scene(SCENE, p).verdict.text == "On the edge"


@pytest.mark.parametrize("name", FLAT_CASES)
def test_a_radius_of_zero_is_refused_as_the_core_does(name: str) -> None:
    solution = asked(name)
    p = solution.params
    with pytest.raises(ValueError, match="radii") as refusal:
        point_ellipse(p.point, p.center, p.radii, p.angle)
    assert solution.verdict.text == "Refused"
    assert str(refusal.value) in solution.verdict.detail
    (only_row,) = solution.rows
    assert only_row.value == "no answer"
    assert str(refusal.value) in only_row.help
    assert np.isnan(solution.value(DISTANCE))
    for number in (np.float32, np.float64, Fraction):
        assert SCENE.precision_formula.decide(p, number) is None
    assert SCENE.quiz.target(p, solution.result) is None
    assert SCENE.quiz.question_for(p) == ""
    assert SCENE.quiz.question_for(UPRIGHT)


def test_a_segment_among_many_is_refused_and_has_no_values() -> None:
    p = replace(UPRIGHT, radii=(np.array([[0.0, 1.0]]), np.array([[0.0], [1.0]])))
    many = solve_scene(SCENE, p)
    flat = np.array([[True, True], [True, False]])
    refused = [kind.name for kind in many.regions.kinds].index("Refused")
    assert np.array_equal(many.regions.index == refused, flat)
    for quantity in SCENE.answer.maps:
        assert np.array_equal(np.isnan(many.value(quantity)), flat)


def test_a_point_with_two_nearest_points_is_no_target() -> None:
    # The cusps of the evolute of (2, 1) are at 2 - 1/2 = 1.5 from the centre.
    for x, two in ((0.0, True), (1.4, True), (1.6, False)):
        p = with_values(UPRIGHT, point=(2.0 + x, 1.0))
        assert (SCENE.quiz.target(p, solve_scene(SCENE, p).result) is None) == two


def test_the_timeline_stops_at_the_end_of_each_move() -> None:
    timeline = SCENE.timeline(UPRIGHT, None)
    assert timeline.stops == (0.0, 1.0, 2.0, 3.0)
    assert len(timeline.names) == 4
    assert timeline.step(1.3, 1) == 2.0


def test_the_decision_compares_squares() -> None:
    # P′ is (1, 2 · 0.5), rx is 2.
    p = with_values(UPRIGHT, point=(3.0, 1.5))
    decision = SCENE.precision_formula.decide(p, Fraction)
    assert (decision.hit, decision.left, decision.right) == (True, 2, 4)
    over = with_values(UPRIGHT, point=(math.nextafter(4.0, 5.0), 1.0))
    assert not SCENE.precision_formula.decide(over, Fraction).hit
    assert SCENE.precision_formula.decide(over, np.float32).hit


def test_exact_numbers_decide_at_the_last_bit_as_the_core_does() -> None:
    """Points rounded from the edge of turned ellipses."""
    random, hits = np.random.default_rng(5), []
    for _ in range(300):
        angle, s = random.uniform(-3.0, 3.0, 2)
        rx, ry = random.uniform(0.2, 4.0, 2)
        x, y = rx * math.cos(s), ry * math.sin(s)
        c, t = math.cos(angle), math.sin(angle)
        at = 2.0 + c * x - t * y, 1.0 + t * x + c * y
        p = PointEllipseParams(at, (2.0, 1.0), (rx, ry), angle)
        hit = SCENE.precision_formula.decide(p, Fraction).hit
        assert hit == solve_scene(SCENE, p).verdict.hit
        hits.append(hit)
    assert 50 < sum(hits) < 250
