"""What is declared with texts for people: their places, by the names of its fields.

So an author writes plain strings, and catalogues are made from the places noted here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from typing import Any, TypeVar

from playground.language.message import Message

C = TypeVar("C", bound=Callable[..., Any])
E = TypeVar("E", bound=type)


@dataclass(frozen=True)
class TextPlaces:
    """Which arguments of a call are texts: all names in their order, and those."""

    order: tuple[str, ...]
    texts: frozenset[str]


CALLS: dict[str, TextPlaces] = {}
"""The calls that declare texts, by the name of the class or function."""
ENUMS: set[str] = set()
"""The classes whose members are texts."""


def with_texts(*names: str) -> Callable[[C], C]:
    """Return a decorator for what takes texts for people as these arguments.

    A dataclass keeps them as messages; so it does with tuples of texts. It stands above
    `dataclass`.
    """

    def noted(declares: C) -> C:
        order = tuple(signature(declares).parameters)
        assert set(names) <= set(order), (declares, names)
        CALLS[declares.__name__] = TextPlaces(order, frozenset(names))
        if isinstance(declares, type):
            _keep_as_messages(declares, names)
        return declares

    return noted


def enum_of_texts(declares: E) -> E:
    """Note that the members of a class of strings are texts for people."""
    ENUMS.add(declares.__name__)
    return declares


def _keep_as_messages(declares: Any, names: tuple[str, ...]) -> None:
    made = declares.__init__

    @wraps(made)
    def kept(self: Any, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        for name in names:
            value = getattr(self, name)
            if (text := _as_message(value)) is not value:
                object.__setattr__(self, name, text)

    declares.__init__ = kept


def _as_message(value: Any) -> Any:
    if type(value) is str and value:
        return Message(value, {})
    if isinstance(value, tuple):
        return tuple(map(_as_message, value))
    return value
