"""Scenes for tests of all scenes: our own, and those of installed packages."""

from collections.abc import Iterable

import pytest
from effort import one_and_slowly_each

from playground.scene.loader import load_installed_scenes, merge_scenes
from scenes import SCENES

ENTRIES = merge_scenes(SCENES, load_installed_scenes())


def _each(entries: Iterable[object]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("scene", entries, ids=lambda scene: scene.id)


every_scene = _each(ENTRIES)
own_scenes = _each(SCENES)
"""Only ours: what an author elsewhere may decide otherwise."""

# What takes its time: the quick loop asks one scene, and the slow tests the others.
every_scene_at_length = _each(one_and_slowly_each(ENTRIES))
own_scenes_at_length = _each(one_and_slowly_each(SCENES))


FEW = ("ray_circle", "sphere_line")
"""One of the plane and one of space."""


def few_scenes(scenes: Iterable[object]) -> list[object]:
    """Return scenes, or their names, for tests that hardly depend on the scene.

    Those not in `FEW` are exhaustive.
    """
    return [
        scene
        if getattr(scene, "id", scene) in FEW
        else pytest.param(scene, marks=pytest.mark.exhaustive)
        for scene in scenes
    ]


any_scene = _each(few_scenes(ENTRIES))
few_own_scenes = _each(few_scenes(SCENES))
