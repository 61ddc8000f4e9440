"""JSON as text: read strictly, whatever it says."""

import json
import reprlib
from typing import Any

from playground.i18n import message
from playground.scene.author_files import explain_error

# A file of so many letters is no state: the longest one has some thousands.
_MAX_TEXT_CHARS = 1 << 20
# None of ours has objects in objects so deep, nor so long a number.
_MAX_DEPTH = 99
_MAX_INTEGER_DIGITS = 999
# A message quotes so many letters of what is wrong.
_MAX_QUOTE_CHARS = 40


def parse_json(text: str, max_chars: int = _MAX_TEXT_CHARS) -> Any:
    """Return what JSON text says.

    A byte order mark before the text, as some editors put it there, is no part of it.

    Raises
    ------
    ValueError
        It is no JSON, longer than `max_chars` letters, or has a name twice in an
        object.
    """
    if len(text) > max_chars:
        raise ValueError(
            message("the text is too long: more than {count} letters", count=max_chars)
        )
    try:
        values = json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_reject_duplicates,
            parse_int=_parse_integer,
        )
    except json.JSONDecodeError as error:
        raise ValueError(explain_error(error)) from error
    except (ValueError, RecursionError) as error:
        raise ValueError(
            message("not JSON: {error}", error=explain_error(error))
        ) from error
    _check_depth(values)
    return values


def quote_value(value: object) -> str:
    """Return a value that was given, short enough for a message."""
    return shorten(reprlib.repr(value))


def shorten(text: str) -> str:
    """Return the beginning of a text that was given, short enough for a message."""
    return text if len(text) <= _MAX_QUOTE_CHARS else f"{text[:_MAX_QUOTE_CHARS]}…"


def _parse_integer(digits: str) -> float:
    """Return a whole number; infinity for what Python may refuse to read."""
    return int(digits) if len(digits) <= _MAX_INTEGER_DIGITS else float(digits)


def _check_depth(values: Any) -> None:
    """See that what is read can be written again, which takes a call for each depth."""
    level = [values]
    for _ in range(_MAX_DEPTH):
        level = [
            inner
            for outer in level
            if isinstance(outer, dict | list)
            for inner in (outer.values() if isinstance(outer, dict) else outer)
        ]
        if not level:
            return
    raise ValueError(
        message(
            "objects and lists lie more than {count} deep in each other",
            count=_MAX_DEPTH,
        )
    )


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(message("{name} stands there twice", name=quote_value(twice)))
    return found
