"""The kinds of parameters: what a value of each may be, and how it is stored."""

import math
from dataclasses import dataclass, replace
from typing import Any

from playground.scene import forms
from playground.scene.forms import Form, Known
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

    @property
    def form(self) -> Form:
        """How its value is read and written."""
        raise NotImplementedError

    def check(self, name: str, value: Any) -> Any:
        """Return a plain JSON value in its stored form.

        Raises
        ------
        ValueError
            It is of the wrong kind or out of its range; `name` is said with it.
        """
        return self.form.check(name, value, {})

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

    @property
    @override
    def form(self) -> Form:
        return forms.number(self.low, self.high)

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

    @property
    @override
    def form(self) -> Form:
        return forms.fixed(*[forms.number(self.low, self.high)] * self.size)

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

    @property
    @override
    def form(self) -> Form:
        form = forms.whole(self.low, self.high)

        def check(name: str, value: Any, known: Known) -> Any:
            # As it was typed in, or as another program writes it.
            plain = isinstance(value, float) and value.is_integer()
            return form.check(name, int(value) if plain else value, known)

        return replace(form, check=check)

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

    @property
    @override
    def form(self) -> Form:
        point = forms.fixed(*[forms.number(self.low, self.high)] * self.size)
        return forms.listed(
            replace(point, noun="points"), forms.Size(self.least, self.most)
        )

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

    @property
    @override
    def form(self) -> Form:
        return forms.words({option: option for option in self.options})


@dataclass(frozen=True, kw_only=True)
class Toggle(Spec):
    """Yes or no."""

    @property
    @override
    def form(self) -> Form:
        return forms.FLAG
