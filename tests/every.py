"""The scenes that every test of all scenes asks: our own, and those installed."""

from collections.abc import Sequence

import pytest

from playground.scene.loading import gathered, installed
from playground.scene.scene import Entry
from scenes import SCENES

ENTRIES = gathered(SCENES, installed())


def _each(entries: Sequence[Entry]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("scene", entries, ids=lambda scene: scene.id)


every_scene = _each(ENTRIES)
own_scenes = _each(SCENES)
"""Only ours: what an author elsewhere may decide otherwise."""

every_case = pytest.mark.parametrize(
    ("scene", "case"),
    [
        pytest.param(scene, case, id=f"{scene.id}-{name}")
        for scene in ENTRIES
        for name, case in scene.cases.items()
    ],
)
