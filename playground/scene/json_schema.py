"""Forms: how one kind of value is checked as it comes from JSON, and written."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from playground.i18n import listed as _listed
from playground.i18n import message, with_texts
from playground.scene.json_text import said

Known = Mapping[str, Any]
Check = Callable[[str, Any, Known], Any]
IT = message("it")
"""How a message names what has no name of its own."""
# No list of ours is longer.
_MOST = 999


def _same(value: Any, known: Known) -> Any:
    return value


@with_texts("noun")
@dataclass(frozen=True)
class Form:
    """How one kind of value is read and written.

    Attributes
    ----------
    check : callable
        Takes the field's name for a message, a JSON value and what is known; returns
        the value, or raises a ValueError naming the field.
    noun : str
        What several such values are called.
    plain : callable
        Takes a value and what is known; returns it as JSON has it.
    """

    check: Check
    noun: str = "values"
    plain: Callable[[Any, Known], Any] = _same


class Size(NamedTuple):
    """How long a list is at least and at most."""

    least: int = 0
    most: int = _MOST


ANY_SIZE = Size()


@contextmanager
def placed(place: str) -> Iterator[None]:
    """Say before each refusal in which place it is."""
    try:
        yield
    except ValueError as error:
        # Of its own kind still: a scene that is missing may be another time.
        error.args = (message("{place}: {error}", place=place, error=str(error)),)
        raise


def number(low: float = -sys.float_info.max, high: float = sys.float_info.max) -> Form:
    """Return the form of a finite number from `low` to `high`."""

    def check(name: str, value: Any, known: Known) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(
                message(
                    "{name} must be a number, not {given}",
                    name=name,
                    given=said(value),
                )
            )
        # A whole number may have any length.
        if not abs(value) <= sys.float_info.max:
            raise ValueError(message("{name} must be finite", name=name))
        return float(_within(name, value, low, high))

    return Form(check, "numbers")


def whole(low: int, high: int) -> Form:
    """Return the form of a whole number from `low` to `high`."""

    def check(name: str, value: Any, known: Known) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise ValueError(
                message(
                    "{name} must be a whole number, not {given}",
                    name=name,
                    given=said(value),
                )
            )
        return _within(name, value, low, high)

    return Form(check, "whole numbers")


_Number = TypeVar("_Number", int, float)


def _within(name: str, value: _Number, low: float, high: float) -> _Number:
    if not low <= value <= high:
        raise ValueError(
            message(
                "{name} must lie in [{low:g}, {high:g}], not {given}",
                name=name,
                low=low,
                high=high,
                given=said(value),
            )
        )
    return value


def text(longest: int, *, shown: bool = False) -> Form:
    """Return the form of a text of so many letters, which may have to be `shown`."""

    def check(name: str, value: Any, known: Known) -> str:
        if not isinstance(value, str):
            raise ValueError(
                message(
                    "{name} must be text, not {given}", name=name, given=said(value)
                )
            )
        if len(value) > longest:
            raise ValueError(
                message(
                    "{name} is too long: more than {count} letters",
                    name=name,
                    count=longest,
                )
            )
        if shown and not value.replace("\n", "").isprintable():
            raise ValueError(
                message(
                    "{name} has a letter that cannot be shown: {given}",
                    name=name,
                    given=said(value),
                )
            )
        return value

    return Form(check, "texts")


def _flag(name: str, value: Any, known: Known) -> bool:
    if not isinstance(value, bool):
        raise ValueError(
            message(
                "{name} must be true or false, not {given}",
                name=name,
                given=said(value),
            )
        )
    return value


FLAG = Form(_flag)
ANY = Form(lambda name, value, known: value)


def words(meant: Mapping[str, Any]) -> Form:
    """Return the form of what is written as a word, by these words."""

    def check(name: str, value: Any, known: Known) -> Any:
        return meant[among(name, value, list(meant))]

    def plain(value: Any, known: Known) -> Any:
        # What is none of them is refused where it is read.
        return next((word for word, held in meant.items() if held == value), value)

    return Form(check, "words", plain)


def one_of(there: Callable[[Known], Sequence[Any]]) -> Check:
    """Return what sees that a value is one of those that there are."""
    return lambda name, value, known: among(name, value, there(known))


def among(name: str, value: Any, there: Sequence[Any]) -> Any:
    """Return one of those that there are; ValueError if it is none."""
    if value not in there:
        raise ValueError(
            message(
                "{name} must be one of {words}, not {given}",
                name=name,
                words=", ".join(map(str, there)) or message("none"),
                given=said(value),
            )
        )
    return value


def listed(item: Form, size: Size = ANY_SIZE) -> Form:
    """Return the form of a list."""

    def check(name: str, values: Any, known: Known) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple) or not (
            size.least <= len(values) <= size.most
        ):
            raise ValueError(
                message(
                    "{name} must be a list of {least} to {most} {nouns}, not {given}",
                    name=name,
                    least=size.least,
                    most=size.most,
                    nouns=item.noun,
                    given=said(values),
                )
            )
        found = []
        for count, value in enumerate(values, 1):
            with placed(message("{name} {count}", name=_singular(name), count=count)):
                found.append(item.check(IT, value, known))
        return tuple(found)

    def plain(held: Any, known: Known) -> Any:
        if not isinstance(held, tuple):
            return held  # it is refused where it is read
        return [item.plain(x, known) for x in held]

    return Form(check, "lists", plain)


def fixed(*items: Form) -> Form:
    """Return the form of a list of just these."""

    def check(name: str, values: Any, known: Known) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple) or len(values) != len(items):
            raise ValueError(
                message(
                    "{name} must be a list of {count} {nouns}, not {given}",
                    name=name,
                    count=len(items),
                    nouns=_listed(dict.fromkeys(item.noun for item in items)),
                    given=said(values),
                )
            )
        pairs = zip(items, values, strict=True)
        return tuple(item.check(name, value, known) for item, value in pairs)

    def plain(held: Any, known: Known) -> Any:
        if not isinstance(held, tuple) or len(held) != len(items):
            return held  # it is refused where it is read
        return [item.plain(x, known) for item, x in zip(items, held, strict=True)]

    return Form(check, "lists", plain)


def mapped(key: Form, item: Form) -> Form:
    """Return the form of an object whose names are keys, each a word or text."""

    def check(name: str, values: Any, known: Known) -> dict[Any, Any]:
        found = {}
        for word, value in an_object(name, values).items():
            held = key.check(message("a name in {place}", place=name), word, known)
            with placed(message("{name} {word}", name=_singular(name), word=word)):
                found[held] = item.check(IT, value, known)
        return found

    def plain(held: Any, known: Known) -> dict[str, Any]:
        return {key.plain(k, known): item.plain(x, known) for k, x in held.items()}

    return Form(check, "objects", plain)


def or_none(form: Form) -> Form:
    """Return the form of what may be None: null in JSON."""
    return Form(
        lambda name, value, known: (
            None if value is None else form.check(name, value, known)
        ),
        form.noun,
        lambda held, known: None if held is None else form.plain(held, known),
    )


def an_object(name: str, values: Any) -> dict[str, Any]:
    """Return an object of JSON; ValueError if it is none."""
    if not isinstance(values, dict):
        raise ValueError(
            message(
                "{name} must be an object, not {given}", name=name, given=said(values)
            )
        )
    return values


def _singular(name: str) -> str:
    return name.strip('"').removesuffix("s")
