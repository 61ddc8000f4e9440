"""The derivation: its words for each place of the centre, and its marked terms."""

import math
from dataclasses import replace

import numpy as np
import pytest
from discs import NAMES, asked, case, views
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.scene import formula_symbols
from scenes.circle_rect import SCENE
from scenes.circle_rect.params import NODE, VALUES, CircleRectParams

number = st.floats(-20.0, 20.0)
pair = st.tuples(number, number)
half = st.floats(0.0, 10.0)


def assert_all_keys_are_drawn(p: CircleRectParams) -> None:
    drawn = [x for view in views(p) for x in view.primitives]
    solution = asked(p)
    for row in solution.rows:
        assert row.help
        assert row.key in {x.key for x in drawn}, row
    for step_number, step in enumerate(solution.steps, 1):
        known = {x.key for x in drawn if x.first_step <= step_number}
        formulas = (step.formula, step.numbers, step.result)
        marked = {
            key for latex in formulas for key in formula_symbols.symbol_keys(latex)
        }
        assert marked | set(step.keys) <= known, (step.title, marked - known)
        assert 2 <= len(marked) <= 5
        assert "term" not in "".join(map(formula_symbols.strip_symbols, formulas))


@pytest.mark.parametrize("name", NAMES)
def test_every_step_marks_what_the_picture_shows(name: str) -> None:
    assert_all_keys_are_drawn(case(name))


@pytest.mark.slow
@settings(max_examples=examples(150))
@given(
    st.builds(
        CircleRectParams,
        pair,
        half,
        pair,
        pair,
        st.tuples(half, half),
        st.floats(-math.pi, math.pi),
        st.sampled_from([VALUES, NODE]),
    )
)
def test_anything_solves_draws_and_explains(p: CircleRectParams) -> None:
    world, frame = views(p)
    for record in (*world.primitives, *frame.primitives):
        for place in ("at", "a", "b", "tail", "tip", "center"):
            assert np.isfinite(getattr(record, place, 0.0)).all()
    solution = asked(p)
    verdict, steps = solution.verdict, solution.steps
    assert verdict is not None
    assert verdict.text in {c.outcome for c in SCENE.cases.values()}
    assert (
        max(x.first_step for x in (*world.primitives, *frame.primitives))
        <= len(steps)
        == 9
    )
    assert all(r"\text{-}" not in s.numbers + s.result for s in steps)
    assert_all_keys_are_drawn(p)
    assert SCENE.quiz is not None
    assert SCENE.quiz.target is not None
    assert (SCENE.quiz.target(p, solution.result) is not None) == verdict.hit


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
