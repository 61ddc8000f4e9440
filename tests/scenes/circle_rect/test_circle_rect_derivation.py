"""Derivation: texts for each position of the centre, and marked terms."""

import math
from dataclasses import replace

import pytest
from discs import asked, case

from playground.scene import formula_symbols


@pytest.mark.parametrize(
    ("center", "formula", "k"),
    [
        ((0.5, 0.25), "k_x = q_x, k_y = h_y", "(0.5, 1)"),
        ((0.5, -0.25), "k_x = q_x, k_y = -h_y", "(0.5, -1)"),
        ((-1.75, 0.25), "k_x = -h_x, k_y = q_y", "(-2, 0.25)"),
    ],
)
def test_inside_the_nearest_side_is_taken(
    center: tuple[float, float], formula: str, k: str
) -> None:
    step = asked(replace(case("Inside"), center=center)).steps[2]
    assert (
        formula_symbols.strip_symbols(step.formula)
        .replace(r"\;", "")
        .replace("  ", " ")
        == formula
    )
    assert k in step.result


@pytest.mark.parametrize(
    ("center", "what"), [((2.0, 0.5), "side"), ((2.0, 1.0), "corner")]
)
def test_on_the_boundary_the_normal_is_said_to_be_chosen(
    center: tuple[float, float], what: str
) -> None:
    step = asked(replace(case("Inside"), center=center)).steps[-1]
    assert formula_symbols.strip_symbols(step.formula) == "|C - Q| = 0"
    assert step.text.startswith(f"The centre is on a {what}: the {what}'s ")


def test_the_angle_has_as_many_digits_as_what_comes_of_it() -> None:
    p = replace(case("Over a corner"), angle=math.radians(32.745))
    step = asked(p).steps[0]
    assert r"R(-32.745^\circ)" in formula_symbols.strip_symbols(step.numbers)
    assert r"\theta = 32.745^\circ" in formula_symbols.strip_symbols(step.result)
