"""What is kept is read, and what two windows keep is put together."""

import pytest

from playground.gui.settings import SavedSettings, load, merge_settings
from playground.render.theme import ThemeName

# Files as they were written: all of a file, then the older ones.
WRITTEN = """{
 "format": "geometry-playground-settings", "version": 1,
 "size": [1440, 900], "full_screen": true, "theme": "light", "scale": 1.25,
 "folder": "/tmp", "scene": "ray_circle",
 "scenes": {"ray_circle": {"state": {}, "file": "", "changed": false}}, %s
}"""
LEFT = {"ray_circle": {"state": {}, "file": "", "changed": False}}

THERE = SavedSettings(lessons=("one", "two", "three"))


def lessons(*changes: tuple[object, object]) -> tuple[object, ...]:
    return merge_settings(SavedSettings(), SavedSettings(), THERE, changes).lessons


def test_a_lesson_that_was_written_takes_its_own_place() -> None:
    assert lessons(("two", "other")) == ("one", "other", "three")
    assert lessons(("two", None)) == ("one", "three")
    assert lessons((None, "new")) == ("one", "two", "three", "new")
    assert lessons(("two", "two")) == THERE.lessons


def test_a_lesson_that_another_window_has_changed_stays_beside_it() -> None:
    assert lessons(("gone", "mine")) == ("one", "two", "three", "mine")
    assert lessons(("gone", "two")) == THERE.lessons


@pytest.mark.parametrize(
    ("lessons", "read"),
    [
        ('"lessons": [{"plan": 1}]', ({"lesson": 1},)),
        ('"lesson": {"plan": 1}', ({"lesson": 1},)),
        ('"lesson": null', ()),
    ],
)
def test_a_file_of_before_is_read(lessons: str, read: tuple[object, ...]) -> None:
    assert load(WRITTEN % lessons) == SavedSettings(
        (1440, 900), True, ThemeName.LIGHT, 1.25, True, "/tmp", "ray_circle", LEFT, read
    )


def test_progress_of_a_file_of_before_is_read() -> None:
    progress = '{"plan": "abc", "at": 3, "stops": [{"seen": true, "given": 1}]}'
    assert load(
        WRITTEN % f'"walked": {{"ray_circle": {progress}}}'
    ).lesson_progress == {
        "ray_circle": {
            "fingerprint": "abc",
            "stop": 3,
            "stops": [{"seen": True, "given": 1}],
        }
    }
