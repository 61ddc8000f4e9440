"""A state as a file: versioned, readable JSON."""

import json
import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from playground.scene import params as parameters
from playground.scene.loading import why_shut
from playground.scene.params import Params
from playground.scene.scene import Entry

FORMAT = "geometry-playground"
VERSION = 1
SHOWN = "case", "show"
"""What a file may say besides: the case that it came from, and how it is shown."""
# A file of so many letters is no state: the longest one has some thousands.
_LONGEST = 1 << 20
# None of ours has objects in objects so deep, nor so long a number.
_DEEPEST, _DIGITS = 99, 999


class SceneMissingError(ValueError):
    """A scene is not there, or cannot be shown: it may be another time."""


def dump_state(scene: Entry, p: Params) -> str:
    """Return the scene and its params as versioned JSON text."""
    return json.dumps(state_to_dict(scene, p), indent=2) + "\n"


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
    return state_from_dict(read(text), scenes)


def state_to_dict(scene: Entry, p: Params) -> dict[str, Any]:
    """Return the scene and its params as JSON values."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "scene": scene.id,
        "params": parameters.to_dict(p),
    }


def state_from_dict(state: Any, scenes: Sequence[Entry]) -> tuple[Entry, Params]:
    """Return scene and params from JSON values.

    Raises
    ------
    SceneMissingError
        The scene is not among `scenes`, or cannot be shown.
    ValueError
        They are no state of that scene: what is wrong, briefly.
    """
    begun(state, FORMAT, VERSION, "state file", ("scene", "params", *SHOWN))
    scene = next((s for s in scenes if s.id == state.get("scene")), None)
    if scene is None:
        raise _missing(state.get("scene"))
    values = state.get("params")
    if not isinstance(values, dict):
        raise ValueError('"params" must be an object')
    try:
        return scene, parameters.from_dict(scene.params, values)
    except ValueError as error:
        if shut := why_shut(scene):
            raise SceneMissingError(f"{scene.id}: {shut}") from error
        raise


def _missing(name: object) -> ValueError:
    kind = SceneMissingError if isinstance(name, str) else ValueError
    return kind(f"unknown scene {said(name)}")


def read(text: str, longest: int = _LONGEST) -> Any:
    """Return what JSON text says.

    A byte order mark before the text, as some editors put it there, is no part of it.

    Raises
    ------
    ValueError
        It is no JSON, longer than `longest` letters, or has a name twice in an object.
    """
    if len(text) > longest:
        raise ValueError(f"the text is too long: more than {longest} letters")
    try:
        values = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_int=_whole
        )
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    _see_depth(values)
    return values


def _whole(digits: str) -> float:
    """Return a whole number; infinity for what Python may refuse to read."""
    return int(digits) if len(digits) <= _DIGITS else float(digits)


def _see_depth(values: Any) -> None:
    """See that what is read can be written again, which takes a call for each depth."""
    level = [values]
    for _ in range(_DEEPEST):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise ValueError(f"objects and lists lie more than {_DEEPEST} deep in each other")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"{said(twice)} stands there twice")
    return found


def begun(
    values: Any, form: str, version: int, what: str, names: Sequence[str]
) -> None:
    """See that JSON values begin as a file of ours; ValueError says what is wrong."""
    if not isinstance(values, dict) or values.get("format") != form:
        raise ValueError(f'not a {what}: "format" must be "{form}"')
    given = values.get("version")
    if isinstance(given, bool) or given != version:
        raise ValueError(f'"version" must be the number {version}, not {said(given)}')
    known(values, ("format", "version", *names), f"the {what}")


def known(values: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    """See that there are no other names; ValueError says which."""
    unknown = next((name for name in values if name not in names), None)
    if unknown is not None:
        raise ValueError(f"unknown field {said(unknown)} in {where}")


def said(value: object) -> str:
    """Return a value that was given, short enough for a message."""
    return parameters.brief(reprlib.repr(value))
