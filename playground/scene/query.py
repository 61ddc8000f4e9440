"""Queries: the core function behind a scene, described for testing other code.

A query names the function and its arguments, converts params to arguments and back, and
measures the distance of an answer from the boundary between hit and miss. Generators of
test cases and the judge rely on it alone.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from inspect import signature
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision._arguments import Array, Components
from playground.quick_dataclass import dataclass
from playground.scene.handles import Vec
from playground.scene.parameter_types import Angle, Number, Parameter, Vector
from playground.scene.params import Params, parameters_of
from playground.scene.refusal import refusal
from playground.scene.serialization import from_json_values, to_json_values
from playground.scene.vectors import max_magnitude


@dataclass(frozen=True)
class MoverAim:
    """The aim of many movers at a shape, relative to its size.

    Attributes
    ----------
    at : tuple of array (n,)
        The point that the mover passes, along three axes from the shape's centre; at 1
        and -1 it touches a face perpendicular to the axis. In the plane the third is
        ignored.
    fraction : array (n,)
        The fraction of its path that the mover has travelled at that point.
    displacement : tuple of array (n,), or None
        The displacement in the world that replaces the mover's own, metres.
    """

    at: tuple[Array, Array, Array]
    fraction: Array
    displacement: tuple[Array, Array, Array] | None = None

    def displacement_or(self, own: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the displacement, or the mover's own without one."""
        return own if self.displacement is None else self.displacement[: len(own)]


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
Arguments = Mapping[str, Any]
"""Arguments by name: numbers and tuples of numbers, each possibly an array of many."""

# The least distance from the boundary, unless shapes exactly touch.
_MIN_CLEARANCE = float(np.nextafter(0.0, 1.0))


class ArgumentKind(StrEnum):
    """The kind of an argument, which decides how test cases vary it."""

    PLACE = "place"
    """A point in the world."""
    STEP = "step"
    """A displacement, possibly zero."""
    WAY = "way"
    """A direction of any length except zero."""
    LENGTH = "length"
    """Lengths that are not negative."""
    POSITIVE = "positive"
    """Lengths that are positive."""
    ANGLE = "angle"
    """An angle in radians."""

    @property
    def scales_with_world(self) -> bool:
        """True if the argument scales with the world."""
        return self not in (ArgumentKind.WAY, ArgumentKind.ANGLE)


class ResultField(StrEnum):
    """The kind of a result's field, which decides how it is compared.

    Attributes
    ----------
    FLAG
        A boolean.
    TIME
        A time, or another number along the motion.
    POINT
        A point in the world, metres.
    NORMAL
        A unit vector.
    DISTANCE
        A length, metres.
    """

    FLAG = "flag"
    TIME = "time"
    POINT = "point"
    NORMAL = "normal"
    DISTANCE = "distance"


@dataclass(frozen=True, kw_only=True)
class Query(Generic[P, R]):
    """A core function with all that is needed to test other code against it.

    Attributes
    ----------
    function : callable
        The core function. It takes `argument_kinds` by name, and its result has `hit`
        and `result_fields`. A vector is a tuple of its components, each a number or an
        array (n,): `x, y = center`. A function with a parameter `only` gets the wanted
        fields, as `only=("hit",)`.
    argument_kinds : mapping
        The kind of each argument.
    arguments : callable
        Converts params to arguments; the numbers of either may be arrays.
    params : callable
        Converts the arguments of one case to params. These may be out of the sliders'
        ranges, and need not convert back to the same bits; `find_params` checks both.
    gap : callable
        Takes arguments and result; returns the distance of each case from the boundary
        between hit and miss, shape (n,), metres: negative for a hit, 0 only for an
        exact touch.
    result_fields : mapping
        The kinds of further fields that can be compared.
    number : str
        The field that code answers if it returns a bare number.
    speed : callable or None
        Takes arguments; returns the length of each case's displacement per unit of
        time, shape (n,), metres.
    position_at : callable or None
        Takes the arguments of one case and a time; returns the mover's position then,
        a tuple of float, metres.
    choices : mapping
        Functions of arguments and result that return boolean arrays (n,), by name:
        cases in which code may legitimately answer otherwise if it declares so.
    fixed : mapping
        Values of arguments that code does not take, if other than the scene's initial
        ones.
    normalize : callable
        Converts arbitrary numbers to valid arguments.
    aim : callable or None
        Takes arguments and a `MoverAim`; returns arguments with the mover aimed at the
        shape, so that cases are not mostly misses. Exact for numbers with few bits.
    """

    function: Callable[..., R]
    argument_kinds: Mapping[str, ArgumentKind]
    arguments: Callable[[P], dict[str, Any]]
    params: Callable[[Arguments], P]
    gap: Callable[[Arguments, R], Array]
    result_fields: Mapping[str, ResultField]
    number: str = "t"
    speed: Callable[[Arguments], Array] | None = None
    position_at: Callable[[Arguments, float], Vec] | None = None
    choices: Mapping[str, Callable[[Arguments, R], ArrayLike]] = field(
        default_factory=dict
    )
    fixed: Mapping[str, Any] = field(default_factory=dict)
    normalize: Callable[[Arguments], Arguments] = lambda arguments: arguments
    aim: Callable[[Arguments, MoverAim], Arguments] | None = None

    @property
    def name(self) -> str:
        """The name of the core function."""
        return self.function.__name__

    def evaluate(self, arguments: Arguments) -> R:
        """Return the core function's result; numbers of `arguments` may be arrays (n,).

        Raises
        ------
        ValueError
            The core rejects an argument.
        """
        return self.function(**{name: _vector(x) for name, x in arguments.items()})

    def evaluate_hits(self, arguments: Arguments) -> NDArray[np.bool_]:
        """Return only the verdicts, a boolean array (n,).

        Raises
        ------
        ValueError
            The core rejects an argument.
        """
        vectors = {name: _vector(x) for name, x in arguments.items()}
        only = {"only": ("hit",)} if self._takes_only else {}
        result: Any = self.function(**vectors, **only)
        return np.asarray(result.hit)

    @cached_property
    def _takes_only(self) -> bool:
        return "only" in signature(self.function).parameters

    def size(self, arguments: Arguments) -> Array:
        """Return the largest coordinate or length of each case, shape (n,), metres.

        It is an absolute value; directions and angles do not count.
        """
        return max_magnitude(
            *(
                number
                for name, value in arguments.items()
                if self.argument_kinds[name].scales_with_world and value is not None
                for number in (value if isinstance(value, tuple) else (value,))
            )
        )

    def find_params(self, arguments: Arguments) -> P | None:
        """Return the params of one case.

        None if a value is out of its parameter's range, or if the params do not convert
        back to exactly these arguments.
        """
        params = self.params(arguments)
        try:
            restored = from_json_values(type(params), to_json_values(params))
        except ValueError:
            return None
        back = self.arguments(restored)
        same = (back[name] == x for name, x in arguments.items() if x is not None)
        return restored if all(same) else None


def _vector(value: Any) -> Any:
    if isinstance(value, tuple) and any(isinstance(x, np.ndarray) for x in value):
        return Components(value)
    return value


def query_of(
    function: Callable[..., R],
    kind: type[P],
    compared: str,
    gap: Callable[[Arguments, R], Array],
    *,
    kinds: Mapping[str, ArgumentKind] | None = None,
    ignored: str = "",
    **more: Any,
) -> Query[P, R]:
    """Return the query of a function whose arguments are named like parameters.

    Parameters
    ----------
    function : callable
        The core function.
    kind : type
        The class of the params.
    compared : str
        The fields of the result that code may return, separated by spaces.
    gap : callable
        The distance of each case from the boundary, as in `Query`.
    kinds : mapping or None
        Kinds of arguments that do not follow from the parameters' declarations.
    ignored : str
        Parameters that affect no verdict, separated by spaces; parameters of the view
        need not be named.
    **more
        Further fields of the `Query`, or replacements of the derived ones.

    Raises
    ------
    ValueError
        A parameter is neither an argument of the function nor `ignored`, so no test
        case would vary it.
    """
    specs = parameters_of(kind)
    own_names = [name for name in signature(function).parameters if name in specs]
    for name, spec in specs.items():
        is_view = isinstance(spec, Number) and spec.view
        if not (is_view or name in own_names or name in ignored.split()):
            raise refusal(
                "{name} is not an argument of {function}: list it in `ignored` if "
                "the verdict does not depend on it",
                name=name,
                function=function.__name__,
            )
    result = getattr(
        sys.modules[function.__module__], function.__annotations__["return"]
    )
    arguments: dict[str, Any] = {
        "argument_kinds": {name: _argument_kind(specs[name]) for name in own_names}
        | dict(kinds or {}),
        "arguments": lambda p: {name: getattr(p, name) for name in own_names},
        "params": lambda a: kind(**a),
        "result_fields": {
            name: _result_field(result, name) for name in compared.split()
        },
    }
    return Query(function=function, gap=gap, **(arguments | more))


def _argument_kind(spec: Parameter) -> ArgumentKind:
    if isinstance(spec, Angle):
        return ArgumentKind.ANGLE
    if not isinstance(spec, Vector) or spec.low >= 0.0:
        return ArgumentKind.LENGTH
    if spec.is_point:
        return ArgumentKind.PLACE
    return ArgumentKind.WAY if spec.nonzero else ArgumentKind.STEP


def _result_field(result: Any, name: str) -> ResultField:
    if "bool" in result.__annotations__[name]:
        return ResultField.FLAG
    if name in ("distance", "depth"):
        return ResultField.DISTANCE
    if name == "normal":
        return ResultField.NORMAL
    return ResultField.TIME if name.partition("_")[0] == "t" else ResultField.POINT


def sign_by_verdict(raw: ArrayLike, hit: ArrayLike, touches: ArrayLike) -> Array:
    """Return distances with the signs of the exact verdicts.

    Parameters
    ----------
    raw : array_like (...)
        The distance of each case from the boundary, up to rounding, metres.
    hit, touches : array_like (...)
        Booleans: whether the case is a hit, and whether it is an exact touch.

    Returns
    -------
    ndarray (...)
        0 for a touch, negative for other hits, positive for misses.

    Examples
    --------
    >>> sign_by_verdict([1.0, -1e-17], [True, False], [False, False]).tolist()
    [-1.0, 1e-17]
    """
    size = np.maximum(np.abs(raw), _MIN_CLEARANCE)
    return np.where(touches, 0.0, np.where(hit, -size, size))


def components(arguments: Arguments) -> list[tuple[str, int]]:
    """Return name and component index of every number; the index of a scalar is -1.

    Arguments that are None have no number.
    """
    return [
        (name, place)
        for name, value in arguments.items()
        if value is not None
        for place in (range(len(value)) if isinstance(value, tuple) else (-1,))
    ]


def component_value(arguments: Arguments, at: tuple[str, int]) -> Any:
    """Return one number of the arguments, addressed as in `components`."""
    name, place = at
    return arguments[name] if place < 0 else arguments[name][place]


def with_component(
    arguments: Arguments, at: tuple[str, int], value: Any
) -> dict[str, Any]:
    """Return the arguments with one number replaced, addressed as in `components`."""
    name, place = at
    old = arguments[name]
    new = value if place < 0 else (*old[:place], value, *old[place + 1 :])
    return {**arguments, name: new}
