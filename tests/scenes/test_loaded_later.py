"""Lazy loading: the list of scenes is cheap until one is opened."""

import subprocess
import sys

import pytest

from playground.scene.loader import load_error
from playground.session.session import Session
from scenes import SCENES


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_each_is_there_under_its_own_title(scene):
    assert load_error(scene) == ""
    loaded = sys.modules[f"scenes.{scene.id}"].SCENE
    assert (loaded.id, loaded.title, loaded.source) == (
        scene.id,
        scene.title,
        scene.source,
    )


@pytest.mark.slow
def test_only_the_scene_on_show_is_loaded():
    code = (
        "import sys; from playground.session.session import Session;"
        "from scenes import SCENES; session = Session(SCENES);"
        "session.scene_view.picture; session.open(0); session.find('ball_block');"
        "print(*(m for m in sys.modules if m.count('.') == 1 and 'scenes.' in m))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [f"scenes.{SCENES[0].id}"]


def test_the_others_are_opened_as_they_are_come_to():
    session = Session(SCENES)
    for index, scene in enumerate(SCENES):
        session.open(index)
        assert session.scene is scene
        assert session.scene_view.error == ""
        assert session.scene_view.verdict
