"""Primitives that the symbols of a sentence stand for."""

import pytest

from playground.scene.derivation import map_symbols_at_each_step, map_symbols_to_keys
from playground.scene.scene import SceneEntry
from playground.session.view_model import SceneView
from scenes import SCENES, SPHERE_LINE


def test_a_time_has_not_the_colour_of_one_moment() -> None:
    """The first touch and the end of it are both marked: t = 0.5, t = 0.8."""
    study = SceneView(SPHERE_LINE, SPHERE_LINE.cases["Crossing"].params)
    keys = map_symbols_to_keys(study.picture, study.steps, None)
    assert keys.get("t") not in ("t_enter", "t_exit", "contact")
    assert keys["N"]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_each_step_names_what_is_drawn_by_then(scene: SceneEntry) -> None:
    study = SceneView(scene, scene.initial_params())
    every = map_symbols_at_each_step(study.picture, study.steps)
    numbers = range(1, len(study.steps) + 1)
    drawn = [study.picture.limit_to_step(number).keys() for number in numbers]
    for keys, by_then in zip(every, drawn, strict=True):
        assert not {*keys.values()} & (drawn[-1] - by_then)
    assert every[0] != every[-1]
