"""A state as a file: versioned, readable JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from playground.i18n import message
from playground.scene.json_schema import Form, Known
from playground.scene.json_text import read, said
from playground.scene.loader import why_shut
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.serialization import (
    File,
    form_of,
    from_json_values,
    to_json_values,
)

FORMAT = "geometry-playground"
VERSION = 1


class SceneMissingError(ValueError):
    """A scene is not there, or cannot be shown: it may be another time."""


def _scene(_: str, value: Any, known: Known) -> Entry:
    scenes: Sequence[Entry] = known["scenes"]
    scene = next((scene for scene in scenes if scene.id == value), None)
    if scene is None:
        kind = SceneMissingError if isinstance(value, str) else ValueError
        raise kind(message("unknown scene {name}", name=said(value)))
    return scene


def _params(name: str, values: Any, known: Known) -> Params:
    scene: Entry = known["scene"]
    try:
        params: Params = form_of(scene.params).check(name, values, known)
    except ValueError as error:
        if shut := why_shut(scene):
            raise SceneMissingError(
                message("{scene}: {why}", scene=scene.id, why=shut)
            ) from error
        raise
    return params


SceneById = Annotated[Entry, Form(_scene, plain=lambda scene, _: scene.id)]
"""One of the `scenes` that are known, by its id."""
ParamsOfScene = Annotated[Params, Form(_params, plain=lambda p, _: to_json_values(p))]
"""The params of the `scene` that is known."""


@dataclass(frozen=True)
class SceneState:
    """A scene and its params, whatever a file says of how they are shown."""

    FILE: ClassVar = File(FORMAT, VERSION, "state file", ("case", "show"))

    scene: SceneById
    params: ParamsOfScene


def dump_state(scene: Entry, p: Params) -> str:
    """Return the scene and its params as versioned JSON text."""
    return json.dumps(to_json_values(SceneState(scene, p)), indent=2) + "\n"


def load_state(text: str, scenes: Sequence[Entry]) -> tuple[Entry, Params]:
    """Return scene and params from JSON text.

    Raises
    ------
    SceneMissingError
        The scene is not among `scenes`, or cannot be shown.
    ValueError
        The text is no state of that scene: what is wrong, briefly.

    Examples
    --------
    >>> from scenes import SCENES
    >>> scene = SCENES[0]
    >>> load_state(dump_state(scene, scene.opened()), SCENES)[1] == scene.opened()
    True
    """
    state = from_json_values(SceneState, read(text), scenes=scenes)
    return state.scene, state.params
