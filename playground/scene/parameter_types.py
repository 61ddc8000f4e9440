"""The kinds of parameters: what a value of each may be, and how it is stored."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from inspect import get_annotations
from typing import Any

from playground.i18n import message
from playground.scene import json_schema
from playground.scene.handles import Handle, Vec
from playground.scene.json_schema import Schema, ValidationContext
from playground.scene.override import override


@dataclass(frozen=True, kw_only=True)
class Parameter:
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


@dataclass(frozen=True, kw_only=True)
class Number(Parameter):
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
    def schema(self) -> Schema:
        return json_schema.number_schema(self.low, self.high)

    @override
    def clamp(self, value: float) -> float:
        return min(max(value, self.low), self.high)


@dataclass(frozen=True, kw_only=True)
class Angle(Number):
    """An angle in radians, counter-clockwise; shown in degrees."""

    @property
    @override
    def display_scale(self) -> float:
        return math.degrees(1.0)


@dataclass(frozen=True, kw_only=True)
class Vector(Parameter):
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
    def is_point(self) -> bool:
        """Whether it is a place in the world, and no arrow or length."""
        return self.handle is not None and self.handle.moves_point

    @property
    @override
    def schema(self) -> Schema:
        return json_schema.tuple_schema(
            *[json_schema.number_schema(self.low, self.high)] * self.size
        )

    @override
    def clamp(self, value: Vec) -> Vec:
        return tuple(min(max(x, self.low), self.high) for x in value)


@dataclass(frozen=True, kw_only=True)
class Integer(Parameter):
    """A whole number from `low` to `high`.

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
class Points(Parameter):
    """`min_count` to `max_count` points of 2 or 3 coordinates, each in [low, high]."""

    size: int
    low: float
    high: float
    min_count: int
    max_count: int

    @property
    @override
    def schema(self) -> Schema:
        point = json_schema.tuple_schema(
            *[json_schema.number_schema(self.low, self.high)] * self.size
        )
        return json_schema.list_schema(
            replace(point, noun="points"),
            json_schema.LengthRange(self.min_count, self.max_count),
        )

    def clamp(self, value: tuple[Vec, ...]) -> tuple[Vec, ...]:
        """Return the points moved into the range, at most `max_count` of them."""
        return tuple(
            tuple(min(max(x, self.low), self.high) for x in point)
            for point in value[: self.max_count]
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


# ----------------------------------------------------------------------------
# One declaration that makes several parameters, as a box its centre and its angle.
#
# What is stored stays plain: `plate: Rect = box(…)` makes the fields `plate_center`,
# `plate_half_extents` and `plate_angle`, so that sliders, files and undo know nothing
# of shapes. An author gives and reads them together: `Numbers(plate=Rect(…))`,
# `p.plate`.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class CompositeParameter:
    """A declaration of several parameters, which are the first fields of a record.

    Attributes
    ----------
    primitive : class
        What the parameters are together; its fields have the names of the parts.
    parts : callable
        Given the name of each part's parameter by the name of the part, returns the
        declaration of each part: its handle names other parts.
    names : tuple of str
        The parts, in order.
    """

    primitive: type
    parts: Callable[[Mapping[str, str]], Mapping[str, Any]]
    names: tuple[str, ...]

    def parameters(self, name: str) -> dict[str, str]:
        """Return the name of each part's parameter."""
        return {part: f"{name}_{part}" for part in self.names}

    def declarations(self, name: str) -> dict[str, Any]:
        """Return the declaration of each part by its parameter."""
        parameters = self.parameters(name)
        parts = self.parts(parameters)
        return {parameters[part]: parts[part] for part in self.names}

    def read(self, params: Any, name: str) -> Any:
        """Return the record of the parameters in that state."""
        given = {k: getattr(params, v) for k, v in self.parameters(name).items()}
        return self.primitive(**given)

    def values(self, name: str, primitive: Any) -> dict[str, Any]:
        """Return the parameters' values from a record; TypeError for anything else."""
        if not isinstance(primitive, self.primitive):
            wanted = self.primitive.__name__
            raise TypeError(
                message(
                    "{name} must be a {wanted}, not {given}",
                    name=name,
                    wanted=wanted,
                    given=type(primitive).__name__,
                )
            )
        return {v: getattr(primitive, k) for k, v in self.parameters(name).items()}


class ParamsMeta(type):
    """The class of params: it makes fields of composites, and takes records for them.

    A record that is given whole goes before parameters of it that are given alone.
    """

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **rest: Any
    ) -> None:
        super().__init__(name, bases, namespace, **rest)
        own = {k: v for k, v in namespace.items() if isinstance(v, CompositeParameter)}
        cls._composites: dict[str, CompositeParameter] = {}
        for base in reversed(cls.__mro__[1:]):
            cls._composites |= vars(base).get("_composites", {})
        cls._composites |= own
        if own:
            _expand_composites(cls, own)

    def __call__(cls, *args: Any, **given: Any) -> Any:
        """Make params, each of whose composites may be given as a record."""
        if not cls._composites:
            return super().__call__(*args, **given)
        names = _argument_names(cls)
        if len(args) > len(names):
            raise TypeError(
                message(
                    "{name} takes {count} values, not {given}",
                    name=cls.__name__,
                    count=len(names),
                    given=len(args),
                )
            )
        for name, value in zip(names, args, strict=False):
            if name in given:
                raise TypeError(
                    message(
                        "{name} is given {part} twice", name=cls.__name__, part=name
                    )
                )
            given[name] = value
        for name, composite in cls._composites.items():
            if name in given:
                given |= composite.values(name, given.pop(name))
        return super().__call__(**given)


def _expand_composites(cls: Any, own: Mapping[str, CompositeParameter]) -> None:
    """Put the fields of the parts where the composites are declared."""
    annotations: dict[str, Any] = {}
    for name, kind in get_annotations(cls).items():
        if name not in own:
            annotations[name] = kind
            continue
        for parameter, declared in own[name].declarations(name).items():
            annotations[parameter] = Any
            setattr(cls, parameter, declared)
        setattr(cls, name, _composite_property(name, own[name]))
    cls.__annotations__ = annotations


def _composite_property(
    name: str, composite: CompositeParameter
) -> cached_property[Any]:
    reader = cached_property(lambda params: composite.read(params, name))
    reader.__doc__ = f"The {composite.primitive.__name__} of its parameters."
    reader.attrname = name
    return reader


@cache
def _argument_names(cls: Any) -> tuple[str, ...]:
    """Return what params are made of, in order: composites in place of their parts."""
    whole = {
        parameter: name
        for name, composite in cls._composites.items()
        for parameter in composite.parameters(name).values()
    }
    return tuple(dict.fromkeys(whole.get(f.name, f.name) for f in fields(cls)))
