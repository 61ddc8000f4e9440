"""The types of parameters: their allowed values and their stored form."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from playground.quick_dataclass import dataclass
from playground.scene import json_schema
from playground.scene.handles import Handle, Vec
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.override import override


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """The declaration of one parameter.

    Attributes
    ----------
    label, unit, help : str
        Texts on screen.
    handle : Handle or None
        The handle on the canvas that changes it.
    when : tuple of str and value, or None
        Another parameter and its value; the parameter matters, and is shown, only while
        that one has this value.
    listed : bool
        Whether it has fields in the panel. If not, its handles change it; of points the
        window has fields of the selected one.
    """

    label: str
    unit: str = ""
    help: str = ""
    handle: Handle | None = None
    when: tuple[str, Any] | None = None
    listed: bool = True

    @property
    def display_scale(self) -> float:
        """The factor from stored to displayed numbers."""
        return 1.0

    @property
    def schema(self) -> Schema:
        """The schema of its values."""
        raise NotImplementedError

    def validate(self, name: str, value: Any) -> Any:
        """Convert a plain JSON value to its stored form.

        Raises
        ------
        ValueError
            The value has the wrong type or is out of range; the message contains
            `name`.
        """
        return self.schema.validate(name, value, {})

    def clamp(self, value: Any) -> Any:
        """Return the allowed value nearest to `value`."""
        return value


MAX_LENGTH = 1e12
"""The largest magnitude that may be typed. From here on the spacing of float64 exceeds
0.1 mm, and neither views nor squares have room for the numbers."""


@dataclass(frozen=True, kw_only=True)
class Ranged(Parameter):
    """A parameter of numbers that are usually in [low, high].

    Sliders, curves and random states use this range. Typed values are limited to it too
    or, if it is `open_ended`, to `MAX_LENGTH`: upwards, and downwards if `low` is
    negative.
    """

    low: float
    high: float
    open_ended: bool = False

    @property
    def limits(self) -> tuple[float, float]:
        """The allowed range (low, high), in stored units."""
        if not self.open_ended:
            return self.low, self.high
        return (-MAX_LENGTH if self.low < 0.0 else self.low), MAX_LENGTH

    def range_around(self, value: float) -> tuple[float, float]:
        """Return the usual range (low, high), extended to include `value`."""
        return min(self.low, value), max(self.high, value)

    def includes(self, value: Any) -> bool:
        """Return whether all numbers of a value are in the usual range."""
        if isinstance(value, tuple):
            return all(map(self.includes, value))
        return bool(self.low <= value <= self.high)

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.number_schema(*self.limits)

    @override
    def clamp(self, value: Any) -> Any:
        return _clamp_numbers(value, *self.limits)


def _clamp_numbers(value: Any, low: float, high: float) -> Any:
    if isinstance(value, Iterable):  # a handle may give a list or an array
        return tuple(_clamp_numbers(part, low, high) for part in value)
    return min(max(value, low), high)


@dataclass(frozen=True, kw_only=True)
class Number(Ranged):
    """A single number.

    `time` marks the number that the playback bar drives; `view` marks one that affects
    only what is shown, never the answer.
    """

    time: bool = False
    view: bool = False


@dataclass(frozen=True, kw_only=True)
class Angle(Number):
    """An angle in radians, counter-clockwise; shown in degrees."""

    @property
    @override
    def display_scale(self) -> float:
        return math.degrees(1.0)


@dataclass(frozen=True, kw_only=True)
class Vector(Ranged):
    """A point, an arrow or a tuple of lengths: 2 or 3 numbers.

    `size` is the number of components; `parts` replaces their names x, y, z. A
    `nonzero` vector is degenerate if all its components are 0.
    """

    size: int
    parts: tuple[str, ...] = ()
    nonzero: bool = False

    @property
    def is_point(self) -> bool:
        """True if it is a position in the world, rather than a direction or lengths."""
        return self.handle is not None and self.handle.moves_point

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.tuple_schema(*[super().schema] * self.size)


@dataclass(frozen=True, kw_only=True)
class Integer(Ranged):
    """A whole number, such as a count; it is no axis of curves or maps."""

    low: int
    high: int

    @property
    @override
    def schema(self) -> Schema:
        form = json_schema.integer_schema(self.low, self.high)

        def check(name: str, value: Any, context: ValidationContext) -> Any:
            # A whole float is accepted: typed by hand, or written by another program.
            plain = isinstance(value, float) and value.is_integer()
            return form.validate(name, int(value) if plain else value, context)

        return replace(form, validate=check)

    @override
    def clamp(self, value: float) -> int:
        return round(min(max(value, self.low), self.high))


@dataclass(frozen=True, kw_only=True)
class Points(Ranged):
    """A list of `min_count` to `max_count` points with `size` (2 or 3) coordinates."""

    size: int
    min_count: int
    max_count: int

    @property
    @override
    def schema(self) -> Schema:
        point = json_schema.tuple_schema(*[super().schema] * self.size)
        return json_schema.list_schema(
            replace(point, noun="points"),
            json_schema.LengthRange(self.min_count, self.max_count),
        )

    def clamp(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the first `max_count` points, each moved into the range."""
        points: tuple[Vec, ...] = super().clamp(value[: self.max_count])
        return points

    def add_midpoint(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points and, last, the midpoint between the last and the first."""
        ends = zip(value[-1], value[0], strict=True)
        return (*value, tuple((a + b) / 2 for a, b in ends))


@dataclass(frozen=True, kw_only=True)
class Choice(Parameter):
    """One of a few named options."""

    options: tuple[str, ...]

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.enum_schema({option: option for option in self.options})


@dataclass(frozen=True, kw_only=True)
class Toggle(Parameter):
    """A boolean."""

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.BOOLEAN_SCHEMA
