"""Declarations of which arguments and enum members are texts for people.

So authors write plain strings, and the extraction of messages finds them.
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
    """The parameters of a call, and which of them take texts."""

    order: tuple[str, ...]
    texts: frozenset[str]
    rest: str = ""
    """Name of the parameter for further positional arguments; "" for none."""


CALLS: dict[str, TextArguments] = {}
"""Calls that take texts, by the name of the class or function."""
ENUMS: set[str] = set()
"""Names of enums whose members are texts."""


def with_texts(*names: str, as_messages: bool = True) -> Callable[[C], C]:
    """Return a decorator for a class or function that takes texts for people.

    Parameters
    ----------
    *names
        The parameters that take texts or tuples of texts.
    as_messages : bool
        Whether a dataclass converts them to messages. It has to be above `dataclass`
        then. Without conversion, which is faster, a dataclass's texts have no
        placeholders; exceptions of `TextError` fill theirs.
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
    rest_kind = kinds.get(Parameter.VAR_POSITIONAL, "")
    # Parameters that are passed on as **kwargs are not in the signature.
    is_known = Parameter.VAR_KEYWORD in kinds or {*names} <= {*order, rest_kind}
    assert is_known, (declares, names)
    return TextArguments(order, frozenset(names), rest_kind)


_ANY_NUMBER = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


def enum_of_texts(declares: E) -> E:
    """Register an enum whose members are texts for people."""
    ENUMS.add(declares.__name__)
    return declares


def _convert_to_messages(declares: Any, names: tuple[str, ...]) -> None:
    initializer = declares.__init__

    @wraps(initializer)
    def initialize(self: Any, *given: Any, **named: Any) -> None:
        initializer(self, *given, **named)
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
