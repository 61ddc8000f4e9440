"""Which drawn records the symbols of a sentence stand for."""

import pytest

from playground.scene.derivation import keys_at_each_step, keys_of_symbols
from playground.scene.scene import Entry
from playground.session.view_model import Study
from scenes import SCENES, SPHERE_LINE


def test_a_time_has_not_the_colour_of_one_moment() -> None:
    """The first touch and the end of it are both marked: t = 0.5, t = 0.8."""
    study = Study(SPHERE_LINE, SPHERE_LINE.cases["Crossing"].params)
    keys = keys_of_symbols(study.picture, study.steps, None)
    assert keys.get("t") not in ("t_enter", "t_exit", "contact")
    assert keys["N"]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_each_step_names_what_is_drawn_by_then(scene: Entry) -> None:
    study = Study(scene, scene.opened())
    every = keys_at_each_step(study.picture, study.steps)
    assert every == [
        keys_of_symbols(study.picture, study.steps, number)
        for number in range(1, len(study.steps) + 1)
    ]
    assert every[0] != every[-1]
