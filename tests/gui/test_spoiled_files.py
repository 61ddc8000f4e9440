"""Damaged files: any field either loads or raises a ValueError that names it."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from spoiled import names, spoiled
from written import PLAN, TEXT

from playground.gui import event_log
from playground.gui.event_log import DrawingSurface, LogStart
from playground.gui.settings import SavedSettings, Settings
from playground.scene.serialization import to_json_values
from playground.session import files, saved_state
from playground.session.lesson import document as lesson_document
from playground.session.session import Session
from playground.session.view_options import DisplayOptions
from scenes import SCENES, SPHERE_LINE

STATE = json.loads(TEXT)
SOLID: dict[str, Any] = {
    **to_json_values(saved_state.State(SPHERE_LINE, SPHERE_LINE.initial_params())),
    "show": {
        "views": {"0": {"target": [0, 0, 0], "distance": 9, "yaw": 0, "pitch": 0}}
    },
}
LESSON = to_json_values(PLAN)
DEEDS = [
    {"at": 0.0, "do": "mouse_press", "with": [1, 2, 1, 0]},
    {"at": 0.5, "do": "key_press", "with": [65, 0]},
    {"at": 0.5, "do": "text", "with": ["a"]},
    {"at": 0.5, "do": "resize", "with": [1280, 800, 1280, 800, 1]},
    {"at": 1.5, "do": "hush", "with": []},
    {"at": 1.5, "do": "frame", "with": [0.1]},
]
BEGUN = {
    "format": LogStart.FILE.format,
    "version": LogStart.FILE.version,
    "window": asdict(DrawingSurface(1280, 800, 1280, 800, 1)),
    "states": [STATE],
    "fitted": [0],
    "shown": {
        "theme": "dark",
        "scale": 1.0,
        **{
            name: getattr(DisplayOptions(), name)
            for name in ("curve", "loupe", "numbers")
        },
        "presenting": False,
        "curve_share": 0.3,
    },
    "seed": 1,
    "playing": False,
    "loop": True,
    "speed": 1.0,
    "lesson": {**LESSON, "stops": LESSON["stops"][:1]},
    "stop": 0,
}


def read_state(text: str) -> object:
    return saved_state.load(text, SCENES)


def read_lesson(text: str) -> object:
    return lesson_document.load(text, SCENES)


@pytest.mark.parametrize(
    ("read", "document"),
    [(read_state, STATE), (read_state, SOLID), (read_lesson, LESSON)],
    ids=["state", "solid", "lesson"],
)
def test_every_field_of_a_state_or_lesson_may_be_anything(
    read: Callable[[str], object], document: object
) -> None:
    unnamed = []
    for at, name, values in spoiled(document):
        try:
            read(json.dumps(values))
        except ValueError as error:
            # Of an empty object it is said what is missing there.
            if not (name == "no object" or names(str(error), at)):
                unnamed.append((at, name, str(error)))
    assert not unnamed


@pytest.mark.slow
def test_every_field_of_a_log_may_be_anything(tmp_path: Path) -> None:
    path, unnamed = tmp_path / "log", []

    def read(lines: list[Any], number: int, at: tuple[Any, ...], name: str) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        try:
            event_log.load(path, SCENES)
        except ValueError as error:
            said = str(error)
            named = name == "no object" or names(said, at)
            if not (said.startswith(f"line {number}: ") and named):
                unnamed.append((at, name, said))

    for at, name, values in spoiled(BEGUN):
        if len(at) < 5:  # a state's own and a lesson's own
            read([values, *DEEDS[:1]], 1, at, name)
    for number in range(len(DEEDS)):
        for at, name, values in spoiled(DEEDS[number]):
            # What comes after it is not before it.
            deeds = [*DEEDS[:number], values]
            read([BEGUN, *deeds], number + 2, at, name)
    assert not unnamed


@pytest.mark.parametrize("read", [read_state, read_lesson])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"a":' * 100_000, "more than 100 deep"),
        ("[" * 400 + "]" * 400, "more than 100 deep"),
        ('{"format": 1, "format": 2}', "'format' appears twice"),
        ("\ud800", "not JSON"),
        ("9" * 5000, '"format" must be'),
    ],
)
def test_a_text_that_is_no_file_of_ours_is_refused_in_a_line(
    read: Callable[[str], object], text: str, said: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(said)) as caught:
        read(text)
    message = str(caught.value)
    assert len(message) < 200
    assert "\n" not in message


@pytest.mark.parametrize(
    "cut", [b'{"at": 9', b'{"at": 9, "do": "text", "with": ["\xe3\x81']
)
def test_a_last_line_that_a_crash_cut_off_is_left_out(
    tmp_path: Path, cut: bytes
) -> None:
    path = tmp_path / "log"
    lines = "".join(json.dumps(line) + "\n" for line in [BEGUN, *DEEDS])
    path.write_bytes(lines.encode() + cut)
    _, deeds = event_log.load(path, SCENES)
    assert [deed.name for deed in deeds] == [deed["do"] for deed in DEEDS]


# All that is kept of a window, by its files.
SETTINGS: dict[str, Any] = {
    "settings.json": {
        **to_json_values(SavedSettings()),
        "size": [1280, 800],
        "full_screen": False,
        "theme": "dark",
        "scale": 1.0,
        "folder": "/tmp",
        "scene": "ray_circle",
    },
    "lesson_progress.json": {"ray_circle": {"fingerprint": "abc", "stop": 3}},
    "scenes/ray_circle.json": {"state": STATE, "file": "/tmp/a.json", "changed": True},
    "lessons/1.json": {
        "lesson": {**LESSON, "stops": LESSON["stops"][:1]},
        "file": "",
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("file", SETTINGS)
def test_whatever_is_in_the_settings_a_window_starts(tmp_path: Path, file: str) -> None:
    """Invalid settings are reported by field, and set aside unchanged."""
    lost = []
    for at, name, values in spoiled(SETTINGS[file]):
        is_version_1 = at == ("version",) and values.get("version") == 1
        if len(at) > 3 or is_version_1:  # a state's own and a lesson's own
            continue
        folder = tmp_path / "kept"
        for each, fit in SETTINGS.items():
            (folder / each).parent.mkdir(parents=True, exist_ok=True)
            (folder / each).write_text(json.dumps(fit))
        text = json.dumps(values)
        (folder / file).write_text(text)
        session = Session(SCENES[:1])
        settings = Settings(folder)
        settings.restore_session(session)
        assert session.state.scene is SCENES[0]
        there = [path.read_text() for path in folder.rglob("*.json")]
        is_said = "moved to" in session.notice
        if text not in there or is_said != (not (folder / file).exists()):
            lost.append((at, name, session.notice))
        shutil.rmtree(folder)
    assert not lost


@pytest.mark.slow
def test_whatever_is_pasted_the_window_says_what_is_wrong() -> None:
    session = Session(SCENES)
    for document in (STATE, LESSON):
        for at, _, values in spoiled(document):
            session.notice = ""
            files.open_text(session, json.dumps(values))
            assert session.notice, at
            assert "\n" not in session.notice
