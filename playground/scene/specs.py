"""The kinds of parameters: what a value of each may be, and how it is stored."""

import math
from dataclasses import dataclass
from typing import Any

from playground.scene.handles import Handle, Vec
from playground.scene.overriding import override


@dataclass(frozen=True, kw_only=True)
class Spec:
    """What is declared about one parameter.

    `when` is None or a pair (other parameter, value): the parameter matters, and is
    shown, only while the other one has that value.
    """

    label: str
    unit: str = ""
    help: str = ""
    handle: Handle | None = None
    when: tuple[str, Any] | None = None

    @property
    def shown(self) -> float:
        """What its numbers are multiplied with where people read or type them."""
        return 1.0

    def check(self, name: str, value: Any) -> Any:
        """Return a plain JSON value in its stored form.

        Raises
        ------
        ValueError
            It is of the wrong kind or out of its range; `name` is said with it.
        """
        raise NotImplementedError

    def clamp(self, value: Any) -> Any:
        """Return the allowed value nearest to `value`."""
        return value


@dataclass(frozen=True, kw_only=True)
class Number(Spec):
    """A number in [low, high].

    `time` marks the one the transport bar drives, `view` one that no answer depends
    on: it only changes what is shown.
    """

    low: float
    high: float
    time: bool = False
    view: bool = False

    @override
    def check(self, name: str, value: Any) -> float:
        number = _number(name, value)
        if not self.low <= number <= self.high:
            raise ValueError(f"{name} must lie in [{self.low:g}, {self.high:g}]")
        return number

    @override
    def clamp(self, value: float) -> float:
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, kw_only=True)
class Angle(Number):
    """An angle in radians, counter-clockwise; shown in degrees."""

    @property
    @override
    def shown(self) -> float:
        return math.degrees(1.0)


@dataclass(frozen=True, kw_only=True)
class Vector(Spec):
    """A point, arrow or pair of lengths: 2 or 3 numbers, each in [low, high].

    `parts` names the numbers where x, y and z do not. A vector that is declared
    `nonzero` is degenerate where all of its numbers are 0.
    """

    size: int
    low: float
    high: float
    parts: tuple[str, ...] = ()
    nonzero: bool = False

    @property
    def place(self) -> bool:
        """Whether it is a place in the world, and no arrow or length."""
        return self.handle is not None and self.handle.moves_a_place

    @override
    def check(self, name: str, value: Any) -> tuple[float, ...]:
        if not isinstance(value, list | tuple) or len(value) != self.size:
            raise ValueError(f"{name} must be a list of {self.size} numbers")
        numbers = tuple(_number(name, x) for x in value)
        if not all(self.low <= x <= self.high for x in numbers):
            raise ValueError(f"{name} must lie in [{self.low:g}, {self.high:g}]")
        return numbers

    @override
    def clamp(self, value: Vec) -> Vec:
        return tuple(min(max(x, self.low), self.high) for x in value)


@dataclass(frozen=True, kw_only=True)
class Whole(Spec):
    """A whole number from `low` to `high`.

    It is a count and no number to draw curves over, so no axis is made of it.
    """

    low: int
    high: int

    @override
    def check(self, name: str, value: Any) -> int:
        number = _number(name, value)
        if not number.is_integer():
            raise ValueError(f"{name} must be a whole number")
        if not self.low <= number <= self.high:
            raise ValueError(f"{name} must lie in [{self.low}, {self.high}]")
        return int(number)

    @override
    def clamp(self, value: float) -> int:
        return round(min(max(value, self.low), self.high))


@dataclass(frozen=True, kw_only=True)
class Points(Spec):
    """From `least` to `most` points of 2 or 3 coordinates, each in [low, high]."""

    size: int
    low: float
    high: float
    least: int
    most: int

    @override
    def check(self, name: str, value: Any) -> tuple[Vec, ...]:
        listed = isinstance(value, list | tuple)
        if not listed or not self.least <= len(value) <= self.most:
            raise ValueError(
                f"{name} must be a list of {self.least} to {self.most} points"
            )
        return tuple(self._point(name, point) for point in value)

    def _point(self, name: str, value: Any) -> Vec:
        if not isinstance(value, list | tuple) or len(value) != self.size:
            raise ValueError(f"each point of {name} must be {self.size} numbers")
        numbers = tuple(_number(name, x) for x in value)
        if not all(self.low <= x <= self.high for x in numbers):
            raise ValueError(f"{name} must lie in [{self.low:g}, {self.high:g}]")
        return numbers

    def clamp(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points moved into the range; those beyond `most` are left out."""
        return tuple(
            tuple(min(max(x, self.low), self.high) for x in point)
            for point in value[: self.most]
        )

    def with_one_more(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points with another one half-way from the last to the first."""
        ends = zip(value[-1], value[0], strict=True)
        return (*value, tuple((a + b) / 2 for a, b in ends))


@dataclass(frozen=True, kw_only=True)
class Choice(Spec):
    """One of a few named values."""

    options: tuple[str, ...]

    @override
    def check(self, name: str, value: Any) -> str:
        if value not in self.options:
            raise ValueError(f"{name} must be one of {', '.join(self.options)}")
        return str(value)


@dataclass(frozen=True, kw_only=True)
class Toggle(Spec):
    """Yes or no."""

    @override
    def check(self, name: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise ValueError(f"{name} must be true or false")
        return value


def _number(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name} must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite")
    return number
