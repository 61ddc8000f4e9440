import numpy as np
import pytest
from ellipses import UPRIGHT, asked, row

from playground.scene import Step, format_number
from playground.scene.formula_symbols import strip_symbols
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE


def test_steps_hold_this_moments_numbers() -> None:
    steps = solve_scene(SCENE, UPRIGHT).steps
    numbers = [strip_symbols(step.numbers) for step in steps]
    results = [strip_symbols(step.result) for step in steps]
    assert results[1] == r"P_1 = (2, 2)"
    assert numbers[2] == r"x_2 = (2, 2) \cdot (1, 0)"
    assert results[3] == r"P' = (2, 4)"
    assert "4.472 > 2" in numbers[4]
    assert results[4] == "|P'| > r_x"
    assert steps[4].text.endswith(" P is outside.")
    assert format_number(row(UPRIGHT, "Distance d")) in results[6]
    assert numbers[7].startswith(r"2.472 \ne ")


def test_the_steps_go_with_the_three_moves() -> None:
    for name, times in (
        ("Inside", [0.0, 1.0, 2.0, 3.0, 3.0, 2.0, 3.0, 3.0]),
        ("No width", [0.0, 1.0, 2.0, 3.0]),
    ):
        assert [step.time for step in asked(name).steps] == times


def test_at_the_centre_there_is_no_k_and_in_a_circle_the_gap_is_true() -> None:
    def last(name: str) -> Step:
        return asked(name).steps[-1]

    assert strip_symbols(last("At the centre").result) == "|P - C| = 0"
    assert "so there is no K" in last("At the centre").text
    assert r"\ne" not in last("Circle").formula + last("Circle").numbers
    assert "nothing is scaled" in last("Circle").text


def test_what_is_said_to_differ_reads_differently() -> None:
    """Radii that agree but for 0.0003: gap and distance do to their third place."""
    p = with_values(UPRIGHT, point=(2.0, 2.8), radii=(1.0003, 1.0))
    left, right = strip_symbols(solve_scene(SCENE, p).steps[7].numbers).split(r" \ne ")
    assert left != right
    assert float(left) == pytest.approx(1.8 * 1.0003 - 1.0003, abs=1e-4)
    assert float(right) == pytest.approx(0.8)


@pytest.mark.parametrize(("beyond", "sign"), [(1e-9, ">"), (-1e-9, "<")])
def test_near_the_edge_the_numbers_bear_out_the_sign(beyond: float, sign: str) -> None:
    steps = solve_scene(SCENE, with_values(UPRIGHT, point=(4.0 + beyond, 1.0))).steps
    length, rx = strip_symbols(steps[4].numbers).split(" = ")[1].split(f" {sign} ")
    level = strip_symbols(steps[5].result).split(" = ")[-1].split(f" {sign} ")[0]
    assert np.sign(float(length) - float(rx)) == np.sign(beyond)
    assert np.sign(float(level) - 1.0) == np.sign(beyond)
