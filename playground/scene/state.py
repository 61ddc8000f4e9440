"""A state as a file: versioned, readable JSON."""

import json
import reprlib
from collections.abc import Sequence

from playground.scene import params as parameters
from playground.scene.params import Params
from playground.scene.scene import Entry

FORMAT = "geometry-playground"
VERSION = 1


def dump_state(scene: Entry, p: Params) -> str:
    """Return the scene and its params as versioned JSON text."""
    state = {
        "format": FORMAT,
        "version": VERSION,
        "scene": scene.id,
        "params": parameters.to_dict(p),
    }
    return json.dumps(state, indent=2) + "\n"


def load_state(text: str, scenes: Sequence[Entry]) -> tuple[Entry, Params]:
    """Return scene and params from JSON text; ValueError says briefly what is wrong.

    A byte order mark before the text, as some editors put it there, is no part of it.
    """
    try:
        state = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise ValueError(f'not a state file: "format" must be "{FORMAT}"')
    version = state.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise ValueError(
            f'"version" must be the number {VERSION}, not {_said(version)}'
        )
    scene = next((s for s in scenes if s.id == state.get("scene")), None)
    if scene is None:
        raise ValueError(f"unknown scene {_said(state.get('scene'))}")
    values = state.get("params")
    if not isinstance(values, dict):
        raise ValueError('"params" must be an object')
    return scene, parameters.from_dict(scene.params, values)


def _said(value: object) -> str:
    return parameters.brief(reprlib.repr(value))
