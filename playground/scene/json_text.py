"""JSON as text: read strictly, whatever it says."""

import json
import reprlib
from typing import Any

from playground.i18n import message
from playground.scene.author_files import why

# A file of so many letters is no state: the longest one has some thousands.
_LONGEST = 1 << 20
# None of ours has objects in objects so deep, nor so long a number.
_DEEPEST = 99
_DIGITS = 999
# A message quotes so many letters of what is wrong.
_QUOTED = 40


def read(text: str, longest: int = _LONGEST) -> Any:
    """Return what JSON text says.

    A byte order mark before the text, as some editors put it there, is no part of it.

    Raises
    ------
    ValueError
        It is no JSON, longer than `longest` letters, or has a name twice in an object.
    """
    if len(text) > longest:
        raise ValueError(
            message("the text is too long: more than {count} letters", count=longest)
        )
    try:
        values = json.loads(
            text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_int=_whole
        )
    except json.JSONDecodeError as error:
        raise ValueError(why(error)) from error
    except (ValueError, RecursionError) as error:
        raise ValueError(message("not JSON: {error}", error=why(error))) from error
    _see_depth(values)
    return values


def said(value: object) -> str:
    """Return a value that was given, short enough for a message."""
    return brief(reprlib.repr(value))


def brief(text: str) -> str:
    """Return the beginning of a text that was given, short enough for a message."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


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
    raise ValueError(
        message(
            "objects and lists lie more than {count} deep in each other",
            count=_DEEPEST,
        )
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(message("{name} stands there twice", name=said(twice)))
    return found
