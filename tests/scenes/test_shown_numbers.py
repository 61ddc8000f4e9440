"""Displayed numbers of derivations, which give the displayed results."""

import pytest
from effort import examples
from every import every_scene, own_scenes_at_length
from shown import account
from states import set_by_hand, walk

from playground.scene import Step
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene


def faults(scene: SceneEntry, params: Params) -> list[str]:
    """Return the lines whose digits do not give the displayed result."""
    try:
        steps = solve_scene(scene, params).steps
    except ValueError:
        return []
    return [f"{step.title}: {bad}" for step in steps for bad in account(step).wrong]


@every_scene
def test_the_digits_of_a_case_give_its_results(scene: SceneEntry) -> None:
    for name, case in scene.cases.items():
        assert faults(scene, case.params) == [], name


@own_scenes_at_length
def test_the_digits_of_any_state_give_its_results(scene: SceneEntry) -> None:
    def look(params: Params) -> None:
        set_by_hand(params)
        assert faults(scene, params) == []

    walk(scene.params, examples(60), look)


# In how many steps of a scene's first case something is held against its result.
READ = {
    "ray_circle": 5,
    "circle_rect": 5,
    "point_ellipse": 6,
    "sphere_line": 6,
    "ball_block": 4,
}


@own_scenes_at_length
def test_the_reader_can_read_the_lessons(scene: SceneEntry) -> None:
    """The reader would silently skip what it cannot read."""
    steps = solve_scene(scene, scene.initial_params()).steps
    held = [step.title for step in steps if account(step).held]
    assert len(held) >= READ[scene.id], held


@pytest.mark.parametrize(
    ("numbers", "result"),
    [
        (r"s = 3^2 - 2.99^2", r"s = 0.0571"),
        (r"C' = (1, 2) + R(-30^\circ) (1, 0)", r"C' = (1.866, 1.51)"),
        (r"t = \dfrac{3 \mp \sqrt{3^2 - 2 \cdot 4}}{2}", r"t_1 = 1, \; t_2 = 2.1"),
        (r"\sqrt{3^2 + (-4)^2} = 5.1 > 4", ""),
        (r"|(3, 4)| = 5, \; 4.99 > 5", ""),
        (r"(1, 2) \cdot (2, 1) = 5", ""),
        (r"2 \times 10^{-7} \cdot 3", r"u = 7 \times 10^{-7}"),
        (r"0.865 \ne 0.865", ""),
        (r"\max(-1, 2) = -1", ""),
        (r"g \approx 0.1 - 0.1", r"g = 0.01"),
        (r"\vec{N} = (1, 2) - (0.5, 1)", r"\vec{N} = (0.5, 1.002)"),
    ],
)
def test_the_reader_finds_what_is_wrong(numbers: str, result: str) -> None:
    assert account(Step("title", "text", "", numbers, result)).wrong


@pytest.mark.parametrize(
    ("numbers", "result"),
    [
        (r"s = 3^2 - 2.9904^2", r"s = 0.0575"),
        (r"C' = (1, 2) + R(-30^\circ) (1, 0)", r"C' = (1.866, 1.5)"),
        (r"t = \dfrac{3 \mp \sqrt{3^2 - 2 \cdot 4}}{2}", r"t_1 = 1, \; t_2 = 2"),
        (r"\sqrt{3^2 + (-4)^2} = 5 > 4", ""),
        (r"2 \times 10^{-7} \cdot 3", r"u = 6 \times 10^{-7}"),
        (r"g \approx 0.1 - 0.1", r"g = 8.33 \times 10^{-17} > 0"),
    ],
)
def test_the_reader_lets_pass_what_is_right(numbers: str, result: str) -> None:
    told = account(Step("title", "text", "", numbers, result))
    assert told.held
    assert told.wrong == []
