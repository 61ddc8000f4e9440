"""Full disks and read-only folders: each reported in one line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from full_disk import limiting_files

from playground.gui import settings as keeping
from playground.gui.view_state import WindowView
from playground.session import files
from playground.session.files import FilePurpose
from playground.session.lesson import editor
from playground.session.session import Session
from scenes import SCENES


def save_state(session: Session, path: Path) -> None:
    files.save(session, path)


def save_lesson(session: Session, path: Path) -> None:
    editor.begin_lesson(session)
    editor.edit_stop(session, say="Look at this.")
    files.save(session, path, FilePurpose.SAVE_LESSON)
    assert session.lesson is not None
    assert session.lesson.has_unsaved_changes
    assert session.lesson.document.stops[0].say == "Look at this."


SAVED = pytest.mark.parametrize("save", [save_state, save_lesson])
Save = Callable[[Session, Path], None]


@SAVED
def test_on_a_full_disk_what_is_open_stays_and_so_does_the_file(
    tmp_path: Path, save: Save
) -> None:
    path = tmp_path / "a.json"
    path.touch()
    session = Session(SCENES)
    session.set_value("radius", 3.25)
    with limiting_files(0):
        save(session, path)
    assert session.notice.startswith("Cannot save ")
    assert session.notice.endswith(": File too large")
    assert session.params.radius == 3.25
    assert [each.name for each in tmp_path.iterdir()] == ["a.json"]


@SAVED
@pytest.mark.parametrize("folder", ["file", "none/none", "a\0b", "x" * 300])
def test_a_folder_that_cannot_be_written_is_said(
    tmp_path: Path, save: Save, folder: str
) -> None:
    (tmp_path / "file").touch()
    session = Session(SCENES)
    session.set_value("radius", 3.25)
    save(session, tmp_path / folder / "a.json")
    assert session.notice.startswith("Cannot save ")
    assert "\n" not in session.notice
    assert session.params.radius == 3.25


def test_settings_that_find_no_room_stay_as_they_were(
    tmp_path: Path,
) -> None:
    settings, session = keeping.Settings(tmp_path), Session(SCENES)
    settings.restore_session(session)

    def keep(radius: float) -> None:
        session.set_value("radius", radius)
        settings.save(session, WindowView(), (1000, 700), full_screen=False)
        settings.finish()

    def kept() -> float:
        text = (tmp_path / "scenes" / "ray_circle.json").read_text()
        radius = json.loads(text)["state"]["params"]["radius"]
        assert isinstance(radius, float)
        return radius

    keep(1.5)
    with limiting_files(0):
        keep(2.5)
    assert settings.failure == "File too large"
    assert session.params.radius == 2.5
    assert kept() == 1.5
    # What was not written then is as soon as there is room.
    settings.save(session, WindowView(), (1000, 700), full_screen=False)
    settings.finish()
    assert settings.failure == ""
    assert kept() == 2.5
    assert len([*tmp_path.rglob("*")]) == 3


def test_a_picture_that_finds_no_room_is_said(driver, tmp_path):
    with limiting_files(0):
        driver.save(FilePurpose.PICTURE, tmp_path / "a.png")
    assert driver.session.notice == "Cannot save a picture: File too large"
    assert list(tmp_path.iterdir()) == []
