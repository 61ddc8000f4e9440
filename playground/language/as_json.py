"""Messages as JSON knows them: another process has made them, and knows no language."""

from collections.abc import Mapping
from typing import Any

from playground.language.message import Message

_MESSAGE = "message"


def packed(value: Any) -> Any:
    """Return a value of mappings, lists and plain values with no message in it."""
    if isinstance(value, Message):
        places = {name: packed(x) for name, x in value.places.items()}
        given = [value.template, places, value.about, value.many, value.number]
        return {_MESSAGE: [*given, value.capital, value.english]}
    if isinstance(value, Mapping):
        return {name: packed(x) for name, x in value.items()}
    return [*map(packed, value)] if isinstance(value, list | tuple) else value


def unpacked(value: Any) -> Any:
    """Return it with its messages again; what is meant as one and is none stays."""
    if isinstance(value, list):
        return [*map(unpacked, value)]
    if not isinstance(value, Mapping):
        return value
    found = {name: unpacked(x) for name, x in value.items()}
    if found.keys() != {_MESSAGE}:
        return found
    try:
        return Message(*found[_MESSAGE])
    except (TypeError, ValueError, LookupError, AttributeError):
        return found
