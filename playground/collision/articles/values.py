"""What a text computes with, before there are numbers: steps, constants, choices."""

from dataclasses import dataclass
from typing import Any, NamedTuple


class NotOnArraysError(ValueError):
    """A text does what can be done with one query only."""


class Expression(NamedTuple):
    """A number, or a truth, as an expression of the steps; `at` if it is a step."""

    text: str
    truth: bool = False
    at: int = -1


class Constant(NamedTuple):
    """What the text says itself: a number, a truth, a word or None."""

    kind: type
    value: Any


class MaskedChoice(NamedTuple):
    """One of several, that whose mask holds; no two of them hold."""

    options: "tuple[tuple[Mask, Value], ...]"


class Several(NamedTuple):
    """A tuple."""

    parts: "tuple[Value, ...]"


Value = Expression | Constant | MaskedChoice | Several
Mask = Expression | None
"""Where the text comes to a place; None is everywhere."""
NONE = Constant(type(None), None)


@dataclass(frozen=True)
class NameSetting:
    """What a line gives to a name, and where the text comes to that line."""

    value: Value
    mask: Mask


def is_number(value: Value) -> bool:
    """Return whether a value is a number or a truth, wherever it is chosen."""
    if isinstance(value, MaskedChoice):
        return all(is_number(x) for _, x in value.options)
    number = isinstance(value, Constant) and value.kind in (bool, int, float)
    return number or isinstance(value, Expression)


def length(value: Value) -> int:
    """Return how many parts a value has; 0 where it is no tuple."""
    if isinstance(value, MaskedChoice):
        return max(length(x) for _, x in value.options)
    return len(value.parts) if isinstance(value, Several) else 0
