"""Schemas: validation of JSON values and serialization to them.

Validation raises a ValueError that names the field.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from playground.i18n import join_texts as _listed
from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.json_text import quote_value
from playground.scene.refusal import refusal

ValidationContext = Mapping[str, Any]
Validator = Callable[[str, Any, ValidationContext], Any]
UNNAMED_VALUE = message("it")
"""The name of unnamed values in messages."""
# The default limit of lists.
_MAX_LIST_LENGTH = 999


@with_texts("noun")
@dataclass(frozen=True)
class Schema:
    """The validation and serialization of one type of value.

    Attributes
    ----------
    validate : callable
        Takes the field's name for messages, a JSON value and the context; returns the
        value, or raises a ValueError that names the field.
    noun : str
        The plural noun for such values.
    serialize : callable
        Takes a value and the context; returns a JSON value.
    """

    validate: Validator
    noun: str = "values"
    serialize: Callable[[Any, ValidationContext], Any] = lambda value, context: value


class LengthRange(NamedTuple):
    """The allowed lengths of a list."""

    min_length: int = 0
    max_length: int = _MAX_LIST_LENGTH


ANY_LENGTH = LengthRange()


@contextmanager
def prefix_errors(place: str) -> Iterator[None]:
    """Context manager: prefix the message of a ValueError with its place."""
    try:
        yield
    except ValueError as error:
        # Its class stays, as a missing scene is handled differently.
        error.args = (message("{place}: {error}", place=place, error=str(error)),)
        raise


@with_texts("template")
def _mismatch(template: str, name: str, given: Any, **places: Any) -> ValueError:
    """Return a ValueError about the value of a field."""
    return refusal(template, name=name, given=quote_value(given), **places)


def number_schema(
    low: float = -sys.float_info.max, high: float = sys.float_info.max
) -> Schema:
    """Return the schema of a finite number from `low` to `high`."""

    def check(name: str, value: Any, context: ValidationContext) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise _mismatch("{name} must be a number, not {given}", name, value)
        # A Python int has no size limit.
        if not abs(value) <= sys.float_info.max:
            raise refusal("{name} must be finite", name=name)
        return float(_check_range(name, value, low, high))

    return Schema(check, "numbers")


def integer_schema(low: int, high: int) -> Schema:
    """Return the schema of a whole number from `low` to `high`."""

    def check(name: str, value: Any, context: ValidationContext) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise _mismatch("{name} must be a whole number, not {given}", name, value)
        return _check_range(name, value, low, high)

    return Schema(check, "whole numbers")


_Number = TypeVar("_Number", int, float)


def _check_range(name: str, value: _Number, low: float, high: float) -> _Number:
    if not low <= value <= high:
        raise _mismatch(
            "{name} must be in [{low:g}, {high:g}], not {given}",
            name,
            value,
            low=low,
            high=high,
        )
    return value


def text_schema(max_length: int, *, printable: bool = False) -> Schema:
    """Return the schema of a text with at most `max_length` characters.

    If `printable`, all of them but line feeds must be printable.
    """

    def check(name: str, value: Any, context: ValidationContext) -> str:
        if not isinstance(value, str):
            raise _mismatch("{name} must be text, not {given}", name, value)
        if len(value) > max_length:
            raise refusal(
                "{name} is too long: more than {count} characters",
                name=name,
                count=max_length,
            )
        if printable and not value.replace("\n", "").isprintable():
            raise _mismatch(
                "{name} contains a character that cannot be shown: {given}", name, value
            )
        return value

    return Schema(check, "texts")


def _validate_boolean(name: str, value: Any, context: ValidationContext) -> bool:
    if not isinstance(value, bool):
        raise _mismatch("{name} must be true or false, not {given}", name, value)
    return value


BOOLEAN_SCHEMA = Schema(_validate_boolean)
ANY_SCHEMA = Schema(lambda name, value, known: value)


def enum_schema(values_by_word: Mapping[str, Any]) -> Schema:
    """Return the schema of values written as words; the keys are the words."""

    def check(name: str, value: Any, context: ValidationContext) -> Any:
        return values_by_word[check_membership(name, value, list(values_by_word))]

    def plain(value: Any, context: ValidationContext) -> Any:
        # An unknown value is rejected when it is read.
        return next(
            (word for word, held in values_by_word.items() if held == value), value
        )

    return Schema(check, "words", plain)


def membership_validator(
    list_allowed: Callable[[ValidationContext], Sequence[Any]],
) -> Validator:
    """Return a validator that accepts only the values in `list_allowed(context)`."""
    return lambda name, value, known: check_membership(name, value, list_allowed(known))


def check_membership(name: str, value: Any, allowed: Sequence[Any]) -> Any:
    """Return `value` if it is allowed.

    Raises
    ------
    ValueError
        It is not; the message lists the allowed values.
    """
    if value not in allowed:
        raise _mismatch(
            "{name} must be one of {words}, not {given}",
            name,
            value,
            words=", ".join(map(str, allowed)) or message("none"),
        )
    return value


def list_schema(item: Schema, size: LengthRange = ANY_LENGTH) -> Schema:
    """Return the schema of a list of items of one schema, stored as a tuple.

    `size` limits its length, by default to 999.
    """

    def check(name: str, values: Any, context: ValidationContext) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple) or not (
            size.min_length <= len(values) <= size.max_length
        ):
            raise _mismatch(
                "{name} must be a list of {least} to {most} {nouns}, not {given}",
                name,
                values,
                least=size.min_length,
                most=size.max_length,
                nouns=item.noun,
            )
        items = []
        for count, value in enumerate(values, 1):
            with prefix_errors(
                message("{name} {count}", name=_singular(name), count=count)
            ):
                items.append(item.validate(UNNAMED_VALUE, value, context))
        return tuple(items)

    def plain(held: Any, context: ValidationContext) -> Any:
        if not isinstance(held, tuple):
            return held  # rejected when it is read
        return [item.serialize(x, context) for x in held]

    return Schema(check, "lists", plain)


def tuple_schema(*items: Schema) -> Schema:
    """Return the schema of a list with one item of each schema, stored as a tuple."""

    def check(name: str, values: Any, context: ValidationContext) -> tuple[Any, ...]:
        if not isinstance(values, list | tuple) or len(values) != len(items):
            raise _mismatch(
                "{name} must be a list of {count} {nouns}, not {given}",
                name,
                values,
                count=len(items),
                nouns=_listed(dict.fromkeys(item.noun for item in items)),
            )
        pairs = zip(items, values, strict=True)
        return tuple(item.validate(name, value, context) for item, value in pairs)

    def plain(held: Any, context: ValidationContext) -> Any:
        if not isinstance(held, tuple) or len(held) != len(items):
            return held  # rejected when it is read
        return [item.serialize(x, context) for item, x in zip(items, held, strict=True)]

    return Schema(check, "lists", plain)


def mapping_schema(key: Schema, item: Schema) -> Schema:
    """Return the schema of an object: `key` of its names, `item` of their values.

    It is stored as a dict.
    """

    def check(name: str, values: Any, context: ValidationContext) -> dict[Any, Any]:
        items_by_name = {}
        for word, value in require_object(name, values).items():
            held = key.validate(message("a name in {place}", place=name), word, context)
            with prefix_errors(
                message("{name} {word}", name=_singular(name), word=word)
            ):
                items_by_name[held] = item.validate(UNNAMED_VALUE, value, context)
        return items_by_name

    def plain(held: Any, context: ValidationContext) -> dict[str, Any]:
        return {
            key.serialize(k, context): item.serialize(x, context)
            for k, x in held.items()
        }

    return Schema(check, "objects", plain)


def optional_schema(form: Schema) -> Schema:
    """Return the schema of a value or None, null in JSON."""
    return Schema(
        lambda name, value, known: (
            None if value is None else form.validate(name, value, known)
        ),
        form.noun,
        lambda held, known: None if held is None else form.serialize(held, known),
    )


def require_object(name: str, values: Any) -> dict[str, Any]:
    """Return `values` if it is a JSON object.

    Raises
    ------
    ValueError
        It is not.
    """
    if not isinstance(values, dict):
        raise _mismatch("{name} must be an object, not {given}", name, values)
    return values


def _singular(name: str) -> str:
    return name.strip('"').removesuffix("s")
