"""What somebody's code says of itself before it is asked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

# One of these is in what our child says first.
_SAID = {"failed", "takes"}


class CodeError(Exception):
    """Code that cannot be asked at all, and why; in a `line` of its file, or 0."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


@dataclass(frozen=True)
class CodeHeader:
    """What code says of itself before it is asked.

    Attributes
    ----------
    takes : frozenset of str or None
        The arguments that it takes; None for all.
    vectorized : bool
        It takes arrays.
    told : mapping
        Of an engine: its VERSION, and what its contract says of the function.
    """

    takes: frozenset[str] | None = None
    vectorized: bool = False
    told: Mapping[str, Any] = field(default_factory=dict)


def read_hello(line: str | None) -> dict[str, Any]:
    """Return what the child says first, nothing at its end; ValueError if it is not."""
    hello = {} if line is None else json.loads(line)
    if line is not None and not (isinstance(hello, dict) and _SAID & set(hello)):
        raise ValueError(line)
    return hello
