"""Damaged JSON documents, each invalid at one place, for tests of file readers."""

from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "zero": 0,
    "minus one": -1,
    "one": 1,
    "half": 0.5,
    "large": 1e308,
    "very negative": -1e308,
    "infinite": float("inf"),
    "no number": float("nan"),
    "long number": 10**400,
    "no text": "",
    "text": "x",
    "two lines": "a\nb\0c",
    "long text": "x" * 5000,
    "half a letter": "\ud800",
    "no list": [],
    "nested lists": [[]],
    "list of text": ["x"],
    "list of null": [None],
    "no object": {},
    "object": {"x": 1},
    "deep": None,
}
for _ in range(60):
    VALUES["deep"] = [VALUES["deep"]]


def places(document: Any, at: Path = ()) -> Iterator[Path]:
    """Yield the path of every value in a document, at every depth."""
    if at:
        yield at
    if isinstance(document, dict | list):
        each = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in each:
            yield from places(value, (*at, key))


def replaced(document: Any, at: Path, value: Any) -> Any:
    """Return a document with another value at a path."""
    return _changed(document, at, [value])


def without(document: Any, at: Path) -> Any:
    """Return a document without the value at a path."""
    return _changed(document, at, [])


def _changed(document: Any, at: Path, values: list[Any]) -> Any:
    here, rest = at[0], at[1:]
    new = [_changed(document[here], rest, values)] if rest else values
    if isinstance(document, list):
        assert isinstance(here, int)
        return [*document[:here], *new, *document[here + 1 :]]
    changed = {**document, **dict.fromkeys([here], *new)} if new else {**document}
    if not new:
        del changed[here]
    return changed


def spoiled(document: Any) -> Iterator[tuple[Path, str, Any]]:
    """Yield each path, the kind of damage, and the damaged document."""
    for at in places(document):
        for name, value in VALUES.items():
            yield at, name, replaced(document, at, value)
        yield at, "left out", without(document, at)


def names(message: str, at: Path) -> bool:
    """Return whether a message names the field of a path.

    For an element of a list, its singular counts too.
    """
    field = [part for part in at if isinstance(part, str)][-1]
    return field.removesuffix("s") in message
