"""Hot reload of an open scene's file, with its params kept."""

import os
from pathlib import Path

import pytest

from playground.cli import templates as starts
from playground.scene.loader import from_file
from playground.session import hot_reload
from playground.session.session import Session
from scenes import SCENES

TEXT = (Path(starts.__file__).with_name("plane.py")).read_text(encoding="utf-8")


class Saved:
    """An open scene with its file, and the reload in a frame."""

    def __init__(self, path: Path) -> None:
        self.path, self.time = path, 0
        self.save()
        scene = from_file(path)
        self.session = Session((*SCENES, scene))
        self.session.open(self.session.find(scene.id))
        hot_reload.watch(self.session, path, scene)

    def save(self, *changes: tuple[str, str]) -> None:
        text = TEXT
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        self.path.write_text(text, encoding="utf-8")
        # Each save later than the one before, whatever the clock's steps.
        self.time += 10**9
        os.utime(self.path, ns=(self.time, self.time))

    def frame(self, *changes: tuple[str, str]) -> Session:
        if changes:
            self.save(*changes)
        hot_reload.follow_scene(self.session)
        return self.session


@pytest.fixture
def saved(tmp_path) -> Saved:
    return Saved(tmp_path / "mine.py")


def test_a_save_is_shown_with_the_numbers_that_were_set(saved) -> None:
    session = saved.session
    session.set_value("radius", 3.25)
    before = session.scene
    session = saved.frame(
        ('"Inside",\n            lambda', '"In it",\n            lambda')
    )
    assert session.scene is not before
    assert session.params.radius == 3.25
    assert session.scene_view.verdict.text == "In it"
    assert session.notice == "mine.py was reloaded"


def test_numbers_that_do_not_fit_any_more_begin_anew(saved) -> None:
    session = saved.session
    session.set_value("radius", 4.5)
    session.set_value("at", (1.5, 0.25))
    session = saved.frame(("10.0,", "4.0,"))
    assert (session.params.radius, session.params.at) == (2.0, (1.5, 0.25))


def test_without_a_save_nothing_is_loaded(saved) -> None:
    before = saved.session.scene
    assert saved.frame().scene is before
    assert saved.session.notice == ""


def test_an_error_is_said_with_its_line_and_the_last_good_one_goes_on(saved) -> None:
    before = saved.session.scene
    session = saved.frame(("np.hypot(x", "np.hypot(x]"))
    line = TEXT[: TEXT.index("np.hypot")].count("\n") + 1
    assert session.scene is before
    assert f"mine.py, line {line}: " in session.notice
    assert session.scene_view.verdict.text == "Inside"
    # A notice goes by itself, and comes again as long as it is so.
    session.notice = ""
    assert f"line {line}: " in saved.frame().notice
    session = saved.frame(('title="', 'title="My '))
    assert session.scene.title.startswith("My ")
    assert session.notice == "mine.py was reloaded"


def test_the_id_of_another_scene_is_refused(saved) -> None:
    before = saved.session.scene
    session = saved.frame(('id="plane"', 'id="ray_circle"'))
    assert session.notice == "A scene with the id 'ray_circle' already exists."
    assert session.scene is before


def test_a_log_that_is_redone_loads_nothing(saved) -> None:
    saved.session.opens_code = False
    before = saved.session.scene
    assert saved.frame(('title="', 'title="My ')).scene is before
