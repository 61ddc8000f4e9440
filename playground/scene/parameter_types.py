"""The kinds of parameters: what a value of each may be, and how it is stored."""

import math
from dataclasses import replace
from typing import Any

from playground.quick_dataclass import dataclass
from playground.scene import json_schema
from playground.scene.handles import Handle, Vec
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.override import override


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """What is declared about one parameter.

    `when` is None or a pair (other parameter, value): the parameter matters, and is
    shown, only while the other one has that value. One that is not `listed` has no
    fields beside the picture: it is changed on the canvas alone.
    """

    label: str
    unit: str = ""
    help: str = ""
    handle: Handle | None = None
    when: tuple[str, Any] | None = None
    listed: bool = True

    @property
    def display_scale(self) -> float:
        """What its numbers are multiplied with where people read or type them."""
        return 1.0

    @property
    def schema(self) -> Schema:
        """How its value is read and written."""
        raise NotImplementedError

    def validate(self, name: str, value: Any) -> Any:
        """Return a plain JSON value in its stored form.

        Raises
        ------
        ValueError
            It is of the wrong kind or out of its range; `name` is said with it.
        """
        return self.schema.validate(name, value, {})

    def clamp(self, value: Any) -> Any:
        """Return the allowed value nearest to `value`."""
        return value


MAX_LENGTH = 1e12
"""The largest number that may be typed, either way: from here on, two float64 are more
than 0.1 mm apart, and neither a view nor a square has room for it."""


@dataclass(frozen=True, kw_only=True)
class Ranged(Parameter):
    """A parameter of numbers that are usually in [low, high].

    That is what sliders, curves and random states go over. What may be typed is the
    same range, or up to `MAX_LENGTH` where it is `open_ended`: upwards, and downwards
    too if `low` is below 0.
    """

    low: float
    high: float
    open_ended: bool = False

    @property
    def limits(self) -> tuple[float, float]:
        """The range of what is allowed."""
        if not self.open_ended:
            return self.low, self.high
        return (-MAX_LENGTH if self.low < 0.0 else self.low), MAX_LENGTH

    def range_around(self, value: float) -> tuple[float, float]:
        """Return the usual range, grown to include `value`."""
        return min(self.low, value), max(self.high, value)

    def includes(self, value: Any) -> bool:
        """Return whether each number of a value is in the usual range."""
        if isinstance(value, tuple):
            return all(map(self.includes, value))
        return bool(self.low <= value <= self.high)

    @property
    def _number_schema(self) -> Schema:
        return json_schema.number_schema(*self.limits)

    def _clamp_number(self, value: float) -> float:
        low, high = self.limits
        return min(max(value, low), high)


@dataclass(frozen=True, kw_only=True)
class Number(Ranged):
    """A number.

    `time` marks the one the transport bar drives, `view` one that no answer depends
    on: it only changes what is shown.
    """

    time: bool = False
    view: bool = False

    @property
    @override
    def schema(self) -> Schema:
        return self._number_schema

    @override
    def clamp(self, value: float) -> float:
        return self._clamp_number(value)


@dataclass(frozen=True, kw_only=True)
class Angle(Number):
    """An angle in radians, counter-clockwise; shown in degrees."""

    @property
    @override
    def display_scale(self) -> float:
        return math.degrees(1.0)


@dataclass(frozen=True, kw_only=True)
class Vector(Ranged):
    """A point, arrow or pair of lengths: 2 or 3 numbers.

    `parts` names the numbers where x, y and z do not. A vector that is declared
    `nonzero` is degenerate where all of its numbers are 0.
    """

    size: int
    parts: tuple[str, ...] = ()
    nonzero: bool = False

    @property
    def is_point(self) -> bool:
        """Whether it is a place in the world, and no arrow or length."""
        return self.handle is not None and self.handle.moves_point

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.tuple_schema(*[self._number_schema] * self.size)

    @override
    def clamp(self, value: Vec) -> Vec:
        return tuple(map(self._clamp_number, value))


@dataclass(frozen=True, kw_only=True)
class Integer(Ranged):
    """A whole number.

    It is a count and no number to draw curves over, so no axis is made of it.
    """

    low: int
    high: int

    @property
    @override
    def schema(self) -> Schema:
        form = json_schema.integer_schema(self.low, self.high)

        def check(name: str, value: Any, known: ValidationContext) -> Any:
            # As it was typed in, or as another program writes it.
            plain = isinstance(value, float) and value.is_integer()
            return form.validate(name, int(value) if plain else value, known)

        return replace(form, validate=check)

    @override
    def clamp(self, value: float) -> int:
        return round(min(max(value, self.low), self.high))


@dataclass(frozen=True, kw_only=True)
class Points(Ranged):
    """`min_count` to `max_count` points of 2 or 3 coordinates."""

    size: int
    min_count: int
    max_count: int

    @property
    @override
    def schema(self) -> Schema:
        point = json_schema.tuple_schema(*[self._number_schema] * self.size)
        return json_schema.list_schema(
            replace(point, noun="points"),
            json_schema.LengthRange(self.min_count, self.max_count),
        )

    def clamp(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points moved into the range, at most `max_count` of them."""
        return tuple(
            tuple(map(self._clamp_number, point)) for point in value[: self.max_count]
        )

    def add_midpoint(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points with another one half-way from the last to the first."""
        ends = zip(value[-1], value[0], strict=True)
        return (*value, tuple((a + b) / 2 for a, b in ends))


@dataclass(frozen=True, kw_only=True)
class Choice(Parameter):
    """One of a few named values."""

    options: tuple[str, ...]

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.enum_schema({option: option for option in self.options})


@dataclass(frozen=True, kw_only=True)
class Toggle(Parameter):
    """Yes or no."""

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.BOOLEAN_SCHEMA
