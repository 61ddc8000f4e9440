"""Mistakes of article 1, by hand and against exact fractions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from rays import RAYS, SCENE, values

from playground.collision import articles
from playground.collision.articles import ray_circle as kinds
from playground.scene.solution import solve_scene
from scenes.ray_circle.params import RayCircleParams


def grid() -> RayCircleParams:
    """Return starts all over the picture, among them (0, 0), the circle's centre."""
    x, y = np.arange(-16, 17) / 4, np.arange(-12, 13)[:, None] / 4
    return RayCircleParams((x, y), (1.0, 0.0), (0.0, 0.0), 2.5)


def test_starts_inside_and_where_the_ray_leaves_are_missed() -> None:
    p, found = grid(), solve_scene(SCENE, grid()).mistakes(np.float32)
    x, y = p.origin
    names = np.array([*(kind.name for kind in found.kinds), *[""] * 256])[found.index]
    inside = np.square(x) + np.square(y) < 2.5**2
    assert np.array_equal(names == kinds.START_INSIDE_MISSED.name, inside)
    # On the grid only (2.5, 0), (1.5, 2), (2, 1.5) and their mirror images are on it.
    at = np.argwhere(names == kinds.START_ON_CIRCLE_MISSED.name)
    starts = {(float(x[j]), float(y[i, 0])) for i, j in at}
    assert starts == {(2.5, 0.0), (1.5, 2.0), (2.0, 1.5), (1.5, -2.0), (2.0, -1.5)}
    assert (names != "").sum() == inside.sum() + 5


def test_the_words_of_a_row_of_starts() -> None:
    # Along the level tangent y = 2.5, then along y = 0, from the left to the right.
    x = np.array([-3.0, -2.5, 0.0, 2.5, 3.0])
    for y, words in (
        (2.5, ["Touch", "Touch", "Touch", "Behind", "Behind"]),
        (0.0, ["Hit", "Hit", "Inside", "Touch", "Behind"]),
        (3.0, ["Miss"] * 5),
    ):
        found = solve_scene(SCENE, replace(grid(), origin=(x, y))).regions
        assert [found.kinds[i].name for i in found.index] == words


def test_the_values_of_a_row_of_starts() -> None:
    x = np.array([-4.5, 0.0, 4.5])
    shown = values(replace(grid(), origin=(x, 1.5), direction=(2.0, 0.0)))
    first, distance = shown["First t"], shown["Distance D to the line (m)"]
    s = shown["Discriminant s (m²)"]
    assert first == pytest.approx([1.25, 1.0, np.nan], nan_ok=True)
    assert distance == pytest.approx([1.5] * 3)
    assert s == pytest.approx([4.0] * 3)


@pytest.mark.slow
@given(p=RAYS)
@settings(max_examples=examples(300))
def test_a_kind_says_what_is_so(p: RayCircleParams) -> None:
    exact = SCENE.precision_formula.decide(p, Fraction)
    square = Fraction(p.direction[0]) ** 2 + Fraction(p.direction[1]) ** 2
    power = exact.left / square
    s = float((exact.right - exact.left) / square)
    lost, phantom = kinds.HIT_LOST_BY_ROUNDING.name, kinds.PHANTOM_HIT_BY_ROUNDING.name
    inside, on = kinds.START_INSIDE_MISSED.name, kinds.START_ON_CIRCLE_MISSED.name
    single, double = (
        solve_scene(SCENE, p).mistakes(one).name() for one in (np.float32, np.float64)
    )
    for name in (single, double):
        assert (name == inside) <= (power < 0)
        assert (name == on) <= (power == 0)
        assert (name in (inside, on, lost)) <= exact.hit
        assert (name == phantom) <= (not exact.hit)
    assert (double == kinds.SMALL_DISCRIMINANT_ZEROED.name) <= (abs(s) < 1.1e-6)
    # What rounding broke, more digits mend; not close to where float64 rounds.
    broken = (lost, phantom, kinds.POINTS_SHIFTED_BY_ROUNDING.name)
    if single in broken and abs(s) > 1.1e-6:
        assert double in ("", inside, on)


@pytest.mark.parametrize(
    ("size", "answers", "why"),
    [
        # V · V overflows, V / |V| is 0: the ray stays where it is.
        (1e30, False, "the ray goes nowhere"),
        # V itself overflows, infinity / infinity is NaN: no test fails.
        (1e200, True, "not a number"),
    ],
)
def test_a_direction_too_long_for_float32_is_told_by_what_it_does(
    size: float, answers: bool, why: str
) -> None:
    p = RayCircleParams((-4.0, 0.5), (size, 0.0), (1.5, 0.0), 2.0)
    answer = articles.circle_ray(p.center, p.radius, p.origin, p.direction)
    assert bool(answer.hit) is answers
    found = solve_scene(SCENE, p).listing_verdict(np.float32)
    assert found.kind == kinds.OVERFLOW.name
    assert why in found.why
