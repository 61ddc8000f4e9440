"""State files: a scene and its params as versioned, readable JSON."""

import json
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.json_text import parse_json, quote_value
from playground.scene.loader import load_error
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.serialization import (
    FileFormat,
    from_json_values,
    schema_of,
    to_json_values,
)

STATE_FORMAT = "geometry-playground"
STATE_VERSION = 1


class SceneMissingError(ValueError):
    """A scene is not installed or cannot be shown; it may be available later."""


def _validate_scene(_: str, value: Any, context: ValidationContext) -> SceneEntry:
    scenes: Sequence[SceneEntry] = context["scenes"]
    scene = next((scene for scene in scenes if scene.id == value), None)
    if scene is None:
        kind = SceneMissingError if isinstance(value, str) else ValueError
        raise kind(message("unknown scene {name}", name=quote_value(value)))
    return scene


def _validate_params(name: str, values: Any, context: ValidationContext) -> Params:
    scene: SceneEntry = context["scene"]
    try:
        params: Params = schema_of(scene.params).validate(name, values, context)
    except ValueError as error:
        if shut := load_error(scene):
            raise SceneMissingError(
                message("{scene}: {why}", scene=scene.id, why=shut)
            ) from error
        raise
    return params


SceneById = Annotated[
    SceneEntry, Schema(_validate_scene, serialize=lambda scene, _: scene.id)
]
"""One of the context's `scenes`, by its id."""
ParamsOfScene = Annotated[
    Params, Schema(_validate_params, serialize=lambda p, _: to_json_values(p))
]
"""Params of the context's `scene`."""


@dataclass(frozen=True)
class SceneState:
    """A scene and its params, without the view options of a state file."""

    FILE: ClassVar = FileFormat(
        STATE_FORMAT, STATE_VERSION, "state file", ("case", "show")
    )

    scene: SceneById
    params: ParamsOfScene


def dump_state(scene: SceneEntry, p: Params) -> str:
    """Return the scene and its params as versioned JSON text."""
    return json.dumps(to_json_values(SceneState(scene, p)), indent=2) + "\n"


def load_state(text: str, scenes: Sequence[SceneEntry]) -> tuple[SceneEntry, Params]:
    """Return scene and params from JSON text.

    Raises
    ------
    SceneMissingError
        The scene is not among `scenes`, or cannot be shown.
    ValueError
        The text is not a state of that scene; the message says why.

    Examples
    --------
    >>> from scenes import SCENES
    >>> scene = SCENES[0]
    >>> params = scene.initial_params()
    >>> load_state(dump_state(scene, params), SCENES)[1] == params
    True
    """
    state = from_json_values(SceneState, parse_json(text), scenes=scenes)
    return state.scene, state.params
