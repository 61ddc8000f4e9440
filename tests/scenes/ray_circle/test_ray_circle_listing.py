"""Mistakes of article 1, by hand and against exact fractions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from rays import RAYS, SCENE, case, values

from playground.collision import articles
from playground.collision.articles.ray_circle import (
    HIT_LOST_BY_ROUNDING,
    OVERFLOW,
    PHANTOM_HIT_BY_ROUNDING,
    POINTS_SHIFTED_BY_ROUNDING,
    SMALL_DISCRIMINANT_ZEROED,
    START_INSIDE_MISSED,
    START_ON_CIRCLE_MISSED,
    UNDERFLOW,
)
from playground.scene import NO_KIND_INDEX
from playground.scene.solution import solve_scene
from scenes.ray_circle.params import RayCircleParams

KINDS = [
    ("Starts inside", START_INSIDE_MISSED.name),
    ("Starts on the circle and leaves", START_ON_CIRCLE_MISSED.name),
    ("Starts on the circle and enters", HIT_LOST_BY_ROUNDING.name),
    ("Near miss of a point", SMALL_DISCRIMINANT_ZEROED.name),
    ("Tiny circle", SMALL_DISCRIMINANT_ZEROED.name),
    ("Diagonal at a point", HIT_LOST_BY_ROUNDING.name),
    ("Far circle, article misses", HIT_LOST_BY_ROUNDING.name),
    ("Far circle, article hits", PHANTOM_HIT_BY_ROUNDING.name),
    ("Far points off the circle", POINTS_SHIFTED_BY_ROUNDING.name),
    ("Tiny direction", UNDERFLOW.name),
]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_a_case_is_of_its_kind(name: str, kind: object) -> None:
    found = solve_scene(SCENE, case(name)).mistakes(np.float32)
    assert found.name() == kind


def _place(found: object, kind: str) -> int:
    return [k.name for k in found.kinds].index(kind)


def grid() -> RayCircleParams:
    """Return starts all over the picture, among them (0, 0), the circle's centre."""
    x, y = np.arange(-16, 17) / 4, np.arange(-12, 13)[:, None] / 4
    return RayCircleParams((x, y), (1.0, 0.0), (0.0, 0.0), 2.5)


def test_a_start_inside_is_missed_all_over_the_disc() -> None:
    p, found = grid(), solve_scene(SCENE, grid()).mistakes(np.float32)
    x, y = p.origin
    inside = np.square(x) + np.square(y) < 2.5**2
    assert np.array_equal(
        found.index == _place(found, START_INSIDE_MISSED.name), inside
    )


def test_a_start_on_the_circle_is_missed_where_the_ray_leaves() -> None:
    # On the grid only (2.5, 0), (1.5, 2), (2, 1.5) and their mirror images are on it.
    p, found = grid(), solve_scene(SCENE, grid()).mistakes(np.float32)
    at = found.index == _place(found, START_ON_CIRCLE_MISSED.name)
    starts = {
        (float(p.origin[0][j]), float(p.origin[1][i, 0])) for i, j in np.argwhere(at)
    }
    assert starts == {(2.5, 0.0), (1.5, 2.0), (2.0, 1.5), (1.5, -2.0), (2.0, -1.5)}
    assert (found.index != NO_KIND_INDEX).sum() == (
        found.index == _place(found, START_INSIDE_MISSED.name)
    ).sum() + 5


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
    single, double = (
        solve_scene(SCENE, p).mistakes(one).name() for one in (np.float32, np.float64)
    )
    for name in (single, double):
        assert (name == START_INSIDE_MISSED.name) <= (power < 0)
        assert (name == START_ON_CIRCLE_MISSED.name) <= (power == 0)
        assert (
            name
            in (
                START_INSIDE_MISSED.name,
                START_ON_CIRCLE_MISSED.name,
                HIT_LOST_BY_ROUNDING.name,
            )
        ) <= exact.hit
        assert (name == PHANTOM_HIT_BY_ROUNDING.name) <= (not exact.hit)
    assert (double == SMALL_DISCRIMINANT_ZEROED.name) <= (abs(s) < 1.1e-6)
    # What rounding broke, more digits mend; not close to where float64 rounds.
    if (
        single
        in (
            HIT_LOST_BY_ROUNDING.name,
            PHANTOM_HIT_BY_ROUNDING.name,
            POINTS_SHIFTED_BY_ROUNDING.name,
        )
        and abs(s) > 1.1e-6
    ):
        assert double in ("", START_INSIDE_MISSED.name, START_ON_CIRCLE_MISSED.name)


def test_float32_decides_wrong_where_squares_cancel() -> None:
    # Near the line's distance of 4 mm, twelve metres away.
    p = case("Far circle, article hits")
    thicker = [replace(p, radius=r) for r in np.linspace(0.003, 0.005, 41).tolist()]
    single, double, exact = (
        [SCENE.precision_formula.decide(q, number).hit for q in thicker]
        for number in (np.float32, np.float64, Fraction)
    )
    assert exact == sorted(exact)
    assert 5 < sum(exact) < 36
    assert double == exact != single


def test_without_a_direction_nothing_is_said() -> None:
    p = RayCircleParams(direction=(np.array([0.0, 1.0]), 0.0))
    first, second = solve_scene(SCENE, p).regions.index
    assert first == NO_KIND_INDEX != second
    assert solve_scene(SCENE, p).mistakes(np.float32).index[0] == NO_KIND_INDEX
    assert all(np.isnan(shown[0]) for shown in values(p).values())


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
    assert found is not None
    assert found.kind == OVERFLOW.name
    assert why in found.why
