"""What is declared with texts for people: their places, by the names of its fields.

So an author writes plain strings, and catalogues are made from the places noted here.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

from playground.i18n.message import Message

C = TypeVar("C", bound=Callable[..., Any])
E = TypeVar("E", bound=type)


@dataclass(frozen=True)
class TextArguments:
    """Which arguments of a call are texts: all names in their order, and those."""

    order: tuple[str, ...]
    texts: frozenset[str]
    rest: str = ""
    """What all further arguments are, of a call that takes any number of them."""


CALLS: dict[str, TextArguments] = {}
"""The calls that declare texts, by the name of the class or function."""
ENUMS: set[str] = set()
"""The classes whose members are texts."""


def with_texts(*names: str, as_messages: bool = True) -> Callable[[C], C]:
    """Return a decorator for what takes texts for people as these arguments.

    A dataclass keeps them as messages; so it does with tuples of texts. It stands above
    `dataclass`. One that is not `as_messages` leaves them as they are given, as what is
    made in every frame should: a text without places is translated as a whole.
    """

    def decorate(declares: C) -> C:
        CALLS[declares.__name__] = _text_arguments(declares, names)
        if as_messages and isinstance(declares, type):
            _convert_to_messages(declares, names)
        return declares

    return decorate


def _text_arguments(
    declares: Callable[..., Any], names: tuple[str, ...]
) -> TextArguments:
    taken = [p for p in signature(declares).parameters.values() if p.name != "self"]
    kinds = {p.kind: p.name for p in taken}
    order = tuple(p.name for p in taken if p.kind not in _ANY_NUMBER)
    rest = kinds.get(Parameter.VAR_POSITIONAL, "")
    # What is handed on by name, such as a label, is in no signature.
    known = Parameter.VAR_KEYWORD in kinds or {*names} <= {*order, rest}
    assert known, (declares, names)
    return TextArguments(order, frozenset(names), rest)


_ANY_NUMBER = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def enum_of_texts(declares: E) -> E:
    """Note that the members of a class of strings are texts for people."""
    ENUMS.add(declares.__name__)
    return declares


def _convert_to_messages(declares: Any, names: tuple[str, ...]) -> None:
    made = declares.__init__

    @wraps(made)
    def initialize(self: Any, *given: Any, **named: Any) -> None:
        made(self, *given, **named)
        for name in names:
            value = getattr(self, name)
            if (text := _as_message(value)) is not value:
                object.__setattr__(self, name, text)

    declares.__init__ = initialize


def _as_message(value: Any) -> Any:
    if type(value) is str and value:
        return Message(value, {})
    if isinstance(value, tuple):
        return tuple(map(_as_message, value))
    return value
