"""A function laid open, as JSON: another process has run it."""

from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from typing import Any

from playground.explore.laid_open.lay_open import CodeLine, LaidOpen, Value
from playground.language import Message, packed, unpacked

# An exact number is written as a pair of whole ones under this name.
_EXACT = "exact"


def as_json(laid: LaidOpen) -> dict[str, Any]:
    """Return it as what JSON knows."""
    told: dict[str, Any] = _told(laid)
    return told


def from_json(told: Mapping[str, Any]) -> LaidOpen:
    """Return it again."""
    return LaidOpen(**{**_read(told), "lines": tuple(map(_line, told["lines"]))})


def _line(told: Mapping[str, Any]) -> CodeLine:
    values = tuple(map(_line_value, told["values"]))
    plain = {name: _value(x) for name, x in told.items() if name != "values"}
    return CodeLine(**plain, told=lambda: values)


def _line_value(told: Mapping[str, Any]) -> Value:
    known = _read(told)
    errors = known.pop("errors")
    return Value(**known, erred=lambda: errors)


# What is worked out when it is asked, and of what.
_ASKED = {"told": "values", "erred": "errors"}


def _told(value: Any) -> Any:
    if isinstance(value, Message):
        return packed(value)
    if isinstance(value, LaidOpen | CodeLine | Value):
        names = [_ASKED.get(f.name, f.name) for f in fields(value)]
        return {name: _told(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _told(x) for name, x in value.items()}
    if isinstance(value, Message):
        return packed(value)
    if isinstance(value, tuple | list):
        return [_told(x) for x in value]
    if isinstance(value, Fraction):
        return {_EXACT: [hex(value.numerator), hex(value.denominator)]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return float(value)  # of NumPy


def _read(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(x) for name, x in told.items()}


def _value(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(map(_value, told))
    if isinstance(told, Mapping):
        if told.keys() == {_EXACT}:
            above, below = (int(x, 16) for x in told[_EXACT])
            return Fraction(above, below)
        text = unpacked(told)
        return text if isinstance(text, Message) else _read(told)
    return told
