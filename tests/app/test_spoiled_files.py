"""Whatever lies in any field of a file: a value comes back, or ValueError naming it."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from spoiled import names, spoiled
from test_plan import PLAN
from test_state import TEXT

from playground.app import log, plan, state
from playground.app.log import Surface
from playground.app.view import View
from scenes import SCENES, SPHERE_LINE

STATE = json.loads(TEXT)
SOLID: dict[str, Any] = {
    **state.to_dict(state.State(SPHERE_LINE, SPHERE_LINE.opened())),
    "show": {
        "views": {"0": {"target": [0, 0, 0], "distance": 9, "yaw": 0, "pitch": 0}}
    },
}
LESSON = plan.to_dict(PLAN)
DEEDS = [
    {"at": 0.0, "do": "mouse_press", "with": [1, 2, 1, 0]},
    {"at": 0.5, "do": "key_press", "with": [65, 0]},
    {"at": 0.5, "do": "text", "with": ["a"]},
    {"at": 0.5, "do": "resize", "with": [1280, 800, 1280, 800, 1]},
    {"at": 1.5, "do": "hush", "with": []},
    {"at": 1.5, "do": "frame", "with": [0.1]},
]
BEGUN = {
    "format": log.FORMAT,
    "version": log.VERSION,
    "window": asdict(Surface(1280, 800, 1280, 800, 1)),
    "states": [STATE],
    "fitted": [0],
    "shown": {
        "theme": "dark",
        "scale": 1.0,
        **{
            name: getattr(View(), name)
            for name in ("curve", "loupe", "numbers", "presenting", "curve_share")
        },
    },
    "seed": 1,
    "playing": False,
    "loop": True,
    "speed": 1.0,
    "lesson": {**LESSON, "stops": LESSON["stops"][:1]},
    "stop": 0,
}


def read_state(text: str) -> object:
    return state.load(text, SCENES)


def read_lesson(text: str) -> object:
    return plan.load(text, SCENES)


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


def test_every_field_of_a_log_may_be_anything(tmp_path: Path) -> None:
    path, unnamed = tmp_path / "log", []

    def read(lines: list[Any], number: int, at: tuple[Any, ...], name: str) -> None:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        try:
            log.load(path, SCENES)
        except ValueError as error:
            said = str(error)
            if not (said.startswith(f"line {number}: ") and names(said, at)):
                unnamed.append((at, name, said))

    for at, name, values in spoiled(BEGUN):
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
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 100_000, "not JSON"),
        ("[" * 400 + "]" * 400, "more than 99 deep"),
        ('{"format": 1, "format": 2}', "'format' stands there twice"),
        ('"\\ud800"', '"format" must be'),
        ("\ud800", "not JSON"),
        ("9" * 5000, '"format" must be'),
        ("[1e400", "not JSON"),
        ("\0", "not JSON"),
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


@pytest.mark.parametrize("digits", [400, 5000])
def test_a_number_of_any_length_is_refused_by_its_field(digits: int) -> None:
    text = TEXT.replace("2.25", "9" * digits)
    with pytest.raises(ValueError, match="radius must be"):
        read_state(text)


@pytest.mark.parametrize(
    "cut", [b'{"at": 9', b'{"at": 9, "do": "text", "with": ["\xe3\x81']
)
def test_a_last_line_that_a_crash_cut_off_is_left_out(
    tmp_path: Path, cut: bytes
) -> None:
    path = tmp_path / "log"
    lines = "".join(json.dumps(line) + "\n" for line in [BEGUN, *DEEDS])
    path.write_bytes(lines.encode() + cut)
    _, deeds = log.load(path, SCENES)
    assert [deed.name for deed in deeds] == [deed["do"] for deed in DEEDS]
