"""Derivation of a step: terms, table, and texts of each outcome."""

from dataclasses import replace

import pytest
from balls import HITS, STEPS, UNIT, asked, ended, hit_case
from hypothesis import given

from playground.collision import articles
from playground.scene import Step, formula_symbols
from scenes.ball_block.one_hit.params import OneHitParams


def steps(name: str) -> list[Step]:
    return asked(hit_case(name)).steps


def lit(formula: str) -> list[int]:
    """Return the marked rows of the decision table."""
    rows = formula.split(r"\\")[1:]
    return [i for i, row in enumerate(rows) if r"\Rightarrow" in row]


@pytest.mark.slow
@given(STEPS)
def test_the_live_row_of_the_table_is_the_rule_s_answer(p: OneHitParams) -> None:
    solution = asked(p)
    rows = {row.name: row.value for row in solution.rows}
    signs = [rows[name] >= 0.0 for name in ("x′", "y′", "vx′", "vy′")]
    asks = [
        (True, False, True, None),
        (False, True, None, True),
        (True, True, True, True),
        (True, True, True, False),
        (True, True, False, True),
    ]
    wanted = 5
    if rows["Zone"] not in ("None", "Inside"):
        holding = [
            i
            for i, row in enumerate(asks)
            if all(ask in (None, sign) for ask, sign in zip(row, signs, strict=True))
        ]
        wanted = holding[0] if holding else 5
    assert lit(solution.steps[4].formula) == [wanted]


def test_the_slips_of_the_article_stand_where_they_are_made() -> None:
    assert "its figure shows the upper right" in steps("Top side")[0].text
    assert '"right side" in its text' in steps("Graze")[4].text
    slip = 'they mean "distance to the side"'
    sides = "Top side", "Left side"
    assert all(slip in asked(ended(name)).steps[4].text for name in sides)
    assert slip not in asked(ended("Upper left corner")).steps[4].text


def test_the_numbers_of_a_side_by_hand() -> None:
    derivation = asked(ended("Top side")).steps
    told = [formula_symbols.strip_symbols(s.numbers) for s in derivation]
    results = [formula_symbols.strip_symbols(s.result) for s in derivation]
    assert r"x_L = -1.8 - (-0.2) = -1.6 \\ y_T = 0.95 - 0.6 = 0.35" in told[0]
    assert results[0] == "x_L < 0"
    # Not beyond the left side: the article measures from the right one.
    assert told[1] == r"x' = -0.2 - 3 = -3.2"
    assert results[1] == "v_x' = -2.6"
    assert told[2] == r"y' = 0.95 - 0.6 = 0.35"
    assert results[2] == "v_y' = 2.45"
    assert told[3] == r"x' = -3.2, \; y' = 0.35"
    assert results[3] == r"0.35 \le 0.9"
    assert told[4] == r"d = \sqrt{0^2 + 0.35^2} = 0.35 \le 0.9"
    signs = r"v_x' = -2.6,\; v_y' = 2.45"
    assert results[4] == rf"{signs} \;\Rightarrow\; \mathrm{{HitTopBottom}}"
    assert results[5] == r"V' = (2.6, 2.45)"
    assert told[7] == r"t = \dfrac{2.8 - 0.9}{2.45}"
    assert results[7] == "t = 0.776"


def test_the_touch_is_told_by_what_it_is() -> None:
    assert "upper left corner Q" in steps("Upper left corner")[7].text
    assert "only r away from the left side." in steps("Left side")[7].text
    assert "at the start" in steps("Moving away")[7].text
    assert "stays farther than r" in steps("No overlap")[7].text


def test_the_printed_rule_is_told_by_its_corner() -> None:
    across, along = steps("Lower right corner")[6], steps("Lower left corner")[6]
    assert "turns the ball outward" in across.text
    assert "keeps going in" in along.text
    assert formula_symbols.strip_symbols(across.numbers).endswith(
        "= 1"
    ) or formula_symbols.strip_symbols(across.numbers).endswith("= -1")
    assert formula_symbols.strip_symbols(along.numbers).endswith("= 0")
    assert "No corner is hit now" in steps("Top side")[6].text


def test_what_becomes_of_the_velocity_is_told() -> None:
    assert "Reverse the part" in steps("Top side")[8].text
    assert "does not move in" in steps("Touching, gliding")[8].text
    assert "already separating" in steps("Moving away")[8].text
    assert steps("No overlap")[8].text == "No touch, so the velocity stays."


@pytest.mark.slow
@given(STEPS)
def test_the_fold_is_the_article_s(p: OneHitParams) -> None:
    trace = articles.circle_rectangle(
        p.center_at_t, p.radius, p.velocity, p.low, p.high
    ).trace
    rows = {row.name: row.value for row in asked(p).rows}
    folded = (trace[name] for name in ("_x", "_y", "_vx", "_vy"))
    names = "x′", "y′", "vx′", "vy′"
    assert [rows[name] for name in names] == [float(n) for n in folded]


def test_one_side_and_one_corner_are_told_by_where_the_centre_is() -> None:
    for center, found in (
        ((0.0, 1.25), r"0.25 \le 0.5"),
        ((0.0, 0.5), r"x' < 0, \; y' < 0"),
        ((0.0, 1.75), "0.75 > 0.5"),
        ((-1.25, 0.5), r"0.25 \le 0.5"),
        ((1.25, 1.25), r"x' \ge 0, \; y' \ge 0"),
    ):
        side = asked(replace(UNIT, center=center)).steps[3].result
        assert formula_symbols.strip_symbols(side) == found
    for center, found in (
        ((-1.25, 1.25), r"0.125 \le 0.25"),
        ((-1.5, 1.5), "0.5 > 0.25"),
        ((0.0, 1.25), "x_L < 0"),
    ):
        corner = asked(replace(UNIT, center=center)).steps[0].result
        assert formula_symbols.strip_symbols(corner).endswith(found)


def test_the_scene_opens_at_the_beginning_and_its_derivation_goes_to_the_end() -> None:
    opened = hit_case(HITS[0])
    assert opened.t == 0.0
    # Whichever of the rule's steps is asked for first; the answer is about all times.
    times = [step.time for step in asked(opened).steps]
    assert times == [1.0] * 7 + [None] * 2
    # Where there is something to see the time stays, and where nothing comes.
    still = [replace(opened, t=t) for t in (0.8, 1.0)]
    still += [replace(hit_case(name), t=0.0) for name in ("No overlap", "Moving away")]
    for p in still:
        assert not any(step.time for step in asked(p).steps)
