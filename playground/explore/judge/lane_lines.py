"""Questions in lanes and their answers, as lines: arrays in their own bits."""

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.lane_code import LANES
from playground.explore.judge.whole_numbers import whole

_COUNT = "count"
_TYPES: dict[str, Any] = {"float": np.float64, "truth": np.bool_, "place": np.int64}


def question(columns: Mapping[str, Any], count: int) -> str:
    """Return arguments in columns, so many in each, as a line."""
    given = {name: _said(value) for name, value in columns.items()}
    return json.dumps({LANES: given, _COUNT: count}) + "\n"


def asked(line: Mapping[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the arguments of a question in lanes, and of how many queries they are."""
    given = {name: _meant(value) for name, value in line[LANES].items()}
    return given, line[_COUNT]


def answer(parts: Sequence[tuple[NDArray[Any], Any]]) -> Any:
    """Return values, and in which lanes each of them is, as JSON knows it."""
    return [[_said(places), _said(value)] for places, value in parts]


def understood(line: str) -> list[tuple[NDArray[Any], Any]]:
    """Return what `answer` has said."""
    parts = json.loads(line, parse_int=whole)
    return [(_meant(places), _meant(value)) for places, value in parts]


def _said(value: Any) -> Any:
    match value:
        case np.ndarray():
            kind = {"f": "float", "b": "truth", "i": "place"}[value.dtype.kind]
            bits = value.astype(_TYPES[kind]).tobytes()
            return {"array": kind, "bits": b64encode(bits).decode()}
        case tuple():
            return [*map(_said, value)]
        case dict():
            return {"named": {name: _said(x) for name, x in value.items()}}
    return value


def _meant(value: Any) -> Any:
    match value:
        case {"array": kind, "bits": bits}:
            return np.frombuffer(b64decode(bits), _TYPES[kind])
        case {"named": named}:
            return {name: _meant(x) for name, x in named.items()}
        case list():
            return tuple(map(_meant, value))
    return value
