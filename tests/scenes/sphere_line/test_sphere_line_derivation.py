"""Derivation of the contact of a moving sphere with a line."""

from dataclasses import replace

import pytest
from sphere_states import DOWN, PLAIN

from playground.scene.formula_symbols import strip_symbols
from playground.scene.solution import solve_scene
from scenes.sphere_line import SCENE


def test_steps_hold_this_moments_numbers() -> None:
    steps = solve_scene(SCENE, PLAIN).steps
    numbers = [strip_symbols(step.numbers) for step in steps]
    results = [strip_symbols(step.result) for step in steps]
    assert numbers[0] == r"(1, 0, 0) \cdot (3.5, 0, 2)"
    assert numbers[1] == r"|N| = \left|(0, 0, -2)\right| = 2 > 1"
    assert results[1] == "|N| > r"
    assert results[2] == r"S(0.125) = (0.5, 2, 2)"
    assert numbers[3] == r"(0, 0, -3) + 0.125 \cdot (0, 0, 8)"
    assert numbers[4] == r"\alpha = 64, \; \beta = -24, \; \omega = 8"
    assert results[4] == r"|N|^2 - r^2 = 3 \quad (t = 0.125)"
    assert numbers[5] == r"(-24)^2 - 64 \cdot 8 = 64"
    assert results[5] == "h = 0 < 1"
    assert numbers[6] == r"t = 0.375 \mp 0.125"
    assert results[6] == r"t_1 = 0.25, \; t_2 = 0.5"
    assert results[7] == "t = 0.25"
    assert results[8] == r"H(0.25) = (0.5, 2, 0)"


def test_steps_are_true_where_there_is_no_root() -> None:
    for name, meaning in (
        ("Parallel", "stays apart"),
        ("Rolling on the line", "touches throughout"),
        ("Embedded at rest", "overlaps throughout"),
    ):
        case = SCENE.cases[name]
        steps = solve_scene(SCENE, case.params).steps
        assert "moves along the line" in steps[5].text
        assert meaning in steps[5].text
        assert steps[6].result == r"\alpha = 0"
        at_once = strip_symbols(steps[7].result) == "t = 0"
        assert at_once == (case.outcome != "Miss")


@pytest.mark.parametrize("name", SCENE.cases)
def test_no_step_shows_rounding_noise(name: str) -> None:
    for step in solve_scene(SCENE, SCENE.cases[name].params).steps:
        assert "10^{-1" not in step.formula + step.numbers + step.result


def test_a_touch_at_the_start_is_not_called_its_first_root() -> None:
    within = solve_scene(SCENE, SCENE.cases["Touching, leaving"].params).steps[7]
    assert "t_1" not in within.formula
    assert r"\omega" in within.numbers


def test_two_lengths_that_differ_are_not_shown_alike() -> None:
    near = replace(DOWN, start=(0.0, 1.0 + 2e-6, 3.0), end=(0.0, 1.0 + 2e-6, -3.0))
    steps = solve_scene(SCENE, near).steps
    assert strip_symbols(steps[5].result) == "h = 1.000002 > 1"
    assert strip_symbols(steps[8].numbers) == r"|N(0.5)| = 1.000002 > 1"


def test_a_square_of_a_power_of_ten_is_in_brackets() -> None:
    # E = (0, 0, -2e-4), so A = (0, 0, 2e-4); C = (0, -2, 1e-4).
    slow = replace(DOWN, start=(0.0, 2.0, -1e-4), end=(0.0, 2.0, -3e-4))
    numbers = strip_symbols(solve_scene(SCENE, slow).steps[5].numbers)
    assert numbers.startswith(r"(2 \times 10^{-8})^2 - ")


def test_the_article_s_warm_up_comes_first() -> None:
    """A point and a line at rest, a sphere at rest; only then does it move."""
    solution = solve_scene(SCENE, SCENE.cases["Crossing"].params)

    def shown(number: int) -> set[str]:
        hides = solution.steps[number - 1].hides
        return solution.draw().limit_to_step(number).remove_keys(hides).keys()

    assert shown(1) == {"line", "point", "name", "offset", "V", "u", "foot", "N"}
    assert shown(2) - shown(1) == {"sphere", "radius", "gap"}
    assert shown(3) - shown(2) == {"start", "end", "step"}
    # The point's own name is not needed beside the sphere's.
    assert shown(1) - shown(9) == {"name"}


@pytest.mark.parametrize(
    ("height", "meaning"), [(2.0, "apart"), (1.0, "touch"), (0.5, "overlap")]
)
def test_a_sphere_at_rest_is_told_by_its_distance(height: float, meaning: str) -> None:
    at_rest = replace(DOWN, start=(0.0, height, 0.0), end=(0.0, height, 0.0))
    assert meaning in solve_scene(SCENE, at_rest).steps[1].text
