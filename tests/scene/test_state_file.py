"""State files: round trips, and messages for invalid ones."""

import json

import pytest

from playground.scene.state_format import dump_state, load_state
from scenes import SCENES

# A file as version 1 has written it. It must be readable as long as there are any.
KEPT = """{
  "format": "geometry-playground",
  "version": 1,
  "scene": "ray_circle",
  "params": {
    "origin": [-4.0, 1.25],
    "direction": [2.0, 0.5],
    "center": [1.5, -0.5],
    "radius": 2.25
  }
}
"""


def changed(**entries: object) -> str:
    return json.dumps(json.loads(KEPT) | entries)


def test_a_kept_file_is_read() -> None:
    scene, params = load_state(KEPT, SCENES)
    assert scene.id == "ray_circle"
    assert vars(params) == {
        "origin": (-4.0, 1.25),
        "direction": (2.0, 0.5),
        "center": (1.5, -0.5),
        "radius": 2.25,
    }


def test_what_is_written_is_the_kept_format() -> None:
    scene, params = load_state(KEPT, SCENES)
    text = dump_state(scene, params)
    assert json.loads(text) == json.loads(KEPT)
    assert list(json.loads(text)) == ["format", "version", "scene", "params"]
    assert text.endswith("}\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "more than 100 deep"),
        ("9" * 5000, "not a state file"),
        ("[]", 'not a state file: "format"'),
        (changed(format="other"), 'not a state file: "format"'),
        (changed(version=2), '"version" must be the number 1, not 2'),
        (changed(version=True), '"version" must be the number 1, not True'),
        (changed(scene="nowhere"), "unknown scene 'nowhere'"),
        (changed(scene=["ray_circle"]), "unknown scene"),
        (changed(params=[]), '"params" must be an object'),
        (changed(colour=1), "unknown field 'colour' in the state file"),
        ('{"a": 1, "b": 2, "b": 1}', "'b' appears twice"),
        ("[" + " " * (1 << 20), "the text is too long"),
        (changed(params={"colour": 1}), 'unknown field .colour. in "params"'),
        (changed(params={"radius": -1}), r"radius must be in \[0, 1e\+12\]"),
        (changed(params={"origin": [1, None]}), "origin must be a number"),
    ],
    ids=lambda value: value[:24],
)
def test_what_cannot_be_read_is_said_in_words(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        load_state(text, SCENES)


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert load_state("\ufeff" + KEPT, SCENES) == load_state(KEPT, SCENES)
