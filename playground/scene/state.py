"""A state as a file: versioned, readable JSON."""

import json
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
    """Return scene and params from JSON text; ValueError says what is wrong."""
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise ValueError(f'not a state file: "format" must be "{FORMAT}"')
    if state.get("version") != VERSION:
        raise ValueError(f"version {state.get('version')} is not {VERSION}")
    scene = next((s for s in scenes if s.id == state.get("scene")), None)
    if scene is None:
        raise ValueError(f"unknown scene {state.get('scene')!r}")
    values = state.get("params")
    if not isinstance(values, dict):
        raise ValueError('"params" must be an object')
    return scene, parameters.from_dict(scene.params, values)
