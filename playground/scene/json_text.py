"""Strict parsing of JSON text, with limits against hostile input."""

import json
import re
import reprlib
from typing import Any

from playground.scene.author_files import explain_error
from playground.scene.refusal import refusal

# Real states have a few thousand characters at most.
_MAX_TEXT_CHARS = 1 << 20
# Far deeper nesting, and longer numbers, than in any saved state.
_MAX_DEPTH = 100
_MAX_INTEGER_DIGITS = 999
_STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]', re.DOTALL)
# The length of quotations in error messages.
_MAX_QUOTE_CHARS = 40


def parse_json(text: str, max_chars: int = _MAX_TEXT_CHARS) -> Any:
    """Return the values of a JSON text, as `json.loads` does.

    A byte order mark, which some editors write, is ignored.

    Raises
    ------
    ValueError
        The text is not JSON, is longer than `max_chars` characters, nests deeper than
        100 levels, or repeats a name within an object.
    """
    if len(text) > max_chars:
        raise refusal(
            "the text is too long: more than {count} characters", count=max_chars
        )
    check_json_depth(text)
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_reject_duplicates,
            parse_int=_parse_integer,
        )
    except json.JSONDecodeError as error:
        raise ValueError(explain_error(error)) from error
    except ValueError as error:
        raise refusal("not JSON: {error}", error=explain_error(error)) from error


def check_json_depth(text: str) -> None:
    """Raise ValueError if objects and lists nest deeper than 100 levels.

    It runs before any parser: a recursive one would crash the process if its stack is
    small, as in a browser.
    """
    if text.count("[") + text.count("{") <= _MAX_DEPTH:
        return
    depth = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > _MAX_DEPTH:
                raise refusal(
                    "objects and lists are nested more than {count} deep",
                    count=_MAX_DEPTH,
                )
        elif token[0] in "]}":
            depth -= 1


def quote_value(value: object) -> str:
    """Return the repr of a value, at most 40 characters and an ellipsis."""
    return shorten(reprlib.repr(value))


def shorten(text: str) -> str:
    """Return a text; of one over 40 characters the beginning, and an ellipsis."""
    return text if len(text) <= _MAX_QUOTE_CHARS else f"{text[:_MAX_QUOTE_CHARS]}…"


def _parse_integer(digits: str) -> float:
    """Return a whole number, or infinity if Python may refuse to parse it."""
    return int(digits) if len(digits) <= _MAX_INTEGER_DIGITS else float(digits)


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in values if names.count(name) > 1)
        raise refusal("{name} appears twice", name=quote_value(twice))
    return values
