"""Validation of the arguments of commands and requests; each raises ValueError."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import signature
from typing import Any

from playground.analysis.curve import Axis
from playground.i18n import message
from playground.render.instance_format import Point
from playground.scene.json_text import quote_value
from playground.scene.parameter_types import (
    Choice,
    Integer,
    Parameter,
    Points,
    Toggle,
    Vector,
)
from playground.web.serialize.param_fields import axis_label
from playground.web.worker.headless_session import HeadlessSession

Options = Mapping[str, Any]
NO_OPTIONS: Options = {}

# The largest width and height of a view.
_MAX_VIEW_SIZE_PX = 4000.0


def number(value: object) -> float:
    """Return a finite number; raise ValueError for other values.

    A boolean and a number of 1e300 or more are not valid.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"a number is wanted, not {quote_value(value)}")
    parsed = float(value) if abs(value) < 1e300 else math.inf
    if not math.isfinite(parsed):
        raise ValueError(f"{quote_value(value)} is too large or no number")
    return parsed


def size(value: object) -> Point:
    """Return width and height in px; raise ValueError unless each is from 1 to 4000."""
    parsed = [number(part) for part in list_value(value)]
    if len(parsed) != 2 or not all(1.0 <= part <= _MAX_VIEW_SIZE_PX for part in parsed):
        raise ValueError(f"a width and a height are wanted, not {quote_value(value)}")
    return parsed[0], parsed[1]


def integer(value: object) -> int:
    """Return a whole number as an int; raise ValueError for other values."""
    parsed = number(value)
    if not parsed.is_integer():
        raise ValueError(f"a whole number is wanted, not {quote_value(value)}")
    return int(parsed)


def text(value: object) -> str:
    """Return a text; raise ValueError for other values."""
    if not isinstance(value, str):
        raise ValueError(f"a text is wanted, not {quote_value(value)}")
    return value


def flag(value: object) -> bool:
    """Return a boolean; raise ValueError for other values.

    0 and 1 are valid too.
    """
    if value not in (True, False):
        raise ValueError(f"true or false is wanted, not {quote_value(value)}")
    return bool(value)


def options(value: object) -> Options:
    """Return an object of options; None means no options.

    Other values raise ValueError.
    """
    if value is None:
        return NO_OPTIONS
    if not isinstance(value, dict):
        raise ValueError(f"options are wanted, not {quote_value(value)}")
    return value


def find_by_name(known: Mapping[str, Any], name: object) -> Any:
    """Return the value of a name; raise ValueError with the known names otherwise."""
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"there is no {quote_value(name)} among {', '.join(known)}")
    return known[name]


def find_axis(live: HeadlessSession, known: Iterable[Axis], label: object) -> Axis:
    """Return the axis with a label in the page; raise ValueError without one."""
    axes = {axis_label(live.session, axis): axis for axis in known}
    found: Axis = find_by_name(axes, label)
    return found


# Converters of a command's arguments, by their annotations; others stay as they are.
_CONVERTERS: Mapping[object, Callable[[object], object]] = {
    float: number,
    int: integer,
    str: text,
    bool: flag,
    Options: options,
    int | None: lambda value: None if value is None else integer(value),
}


def run_command(
    live: HeadlessSession,
    known: Mapping[str, Any],
    name: object,
    values: Sequence[object],
) -> Any:
    """Call the function of a name with the session and `values`; return its result.

    Values are checked against the function's annotations. `known` may have tables of
    further functions, whose name is the first of `values`.

    Raises
    ------
    ValueError
        The name is unknown, the number of values is wrong, or a value is invalid.
    """
    act = find_by_name(known, name)
    if isinstance(act, Mapping):
        return run_command(live, act, values[0] if values else None, values[1:])
    required_count, kinds = _inspect_arguments(act)
    if not required_count <= len(values) <= len(kinds):
        raise ValueError(f"{name} is given too much or too little")
    arguments = [
        _CONVERTERS[kind](value) if kind in _CONVERTERS else value
        for kind, value in zip(kinds, values, strict=False)
    ]
    return act(live, *arguments)


@cache
def _inspect_arguments(act: Callable[..., Any]) -> tuple[int, list[object]]:
    """Return the least number of arguments after the session, and all annotations."""
    _, *arguments = signature(act).parameters.values()
    required_count = sum(argument.default is argument.empty for argument in arguments)
    return required_count, [argument.annotation for argument in arguments]


def parameter_value(spec: Parameter, value: object) -> Any:
    """Return a parameter's value in stored units, clamped to its range.

    Numbers of a point or vector come as a list. ValueError is also raised for too few
    points, and for an unknown choice.
    """
    if isinstance(spec, Choice | Toggle):
        return spec.validate(spec.label, value)
    if isinstance(spec, Points):
        points = tuple(_vector(point, spec.size) for point in list_value(value))
        if not spec.min_count <= len(points):
            raise ValueError(
                message(
                    "{name} needs at least {count} points",
                    name=spec.label,
                    count=spec.min_count,
                )
            )
        return spec.clamp(points)
    if isinstance(spec, Vector):
        return spec.clamp(_vector(value, spec.size))
    return spec.clamp(integer(value) if isinstance(spec, Integer) else number(value))


def list_value(value: object, size: int | None = None) -> list[object]:
    """Return a list, of length `size` if given; raise ValueError for other values."""
    if not isinstance(value, list) or size not in (None, len(value)):
        expectation = "a list is" if size is None else f"{size} values are"
        raise ValueError(f"{expectation} wanted, not {quote_value(value)}")
    return value


def _vector(value: object, size: int) -> tuple[float, ...]:
    return tuple(map(number, list_value(value, size)))
