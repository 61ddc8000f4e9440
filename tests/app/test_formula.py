"""Formulas in the real window: typeset where the locale is there, text elsewhere."""

import os
import subprocess
import sys

import pytest

from playground.scene import terms
from scenes import SCENES

# Runs in a process of its own: the C library reads the locale's place only once.
PROGRAM = """
import pyglet
pyglet.options.headless = True
from playground.app.session import Session
from playground.app.frontend import Frontend
from playground.app.offscreen import picture_of
from scenes import SCENES
window = pyglet.window.Window(16, 16, visible=False)
session = Session(SCENES)
frontend = Frontend(session, str, lambda text: None)
session.go_to_step(3)
pixels = picture_of(frontend, (1280, 800), 1.0)
print("typeset" if frontend._formulas.typeset else "text", pixels[..., :3].std() > 1)
"""


def _typeset_with(locale_path: str | None) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "LOCPATH"}
    if locale_path:
        environment["LOCPATH"] = locale_path
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture(scope="session")
def locale_path(tmp_path_factory):
    """A folder with the locale that MicroTeX wants, compiled for this test."""
    folder = tmp_path_factory.mktemp("locales")
    source = ["localedef", "-i", "en_US", "-f", "UTF-8", str(folder / "en_US.UTF-8")]
    try:
        subprocess.run(source, check=True, capture_output=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        if os.environ.get("CI"):
            raise
        pytest.skip("needs localedef and the source of en_US (Debian: locales)")
    return str(folder)


def test_formulas_are_typeset_with_the_locale(locale_path):
    assert _typeset_with(locale_path) == "typeset True"


def test_formulas_are_text_without_the_locale(tmp_path):
    # An empty place for locales hides those of the system.
    assert _typeset_with(str(tmp_path)) == "text True"


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.id)
def test_text_form_has_no_command_left(scene):
    for case in scene.cases.values():
        result = scene.solve(case.params)
        for step in scene.steps(case.params, result):
            for latex in (step.formula, step.numbers, step.result):
                text = terms.to_unicode(latex)
                assert not set(text) & set("\\{}")
