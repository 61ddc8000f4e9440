"""The question that a scene puts to the core, for any code that answers the same.

It names the core's function and its arguments, turns params into arguments and back,
and says by how much an answer is clear: all that a judge of somebody's code asks.
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
    """How movers are aimed at figures, many at once.

    Attributes
    ----------
    at : tuple of array (n,)
        Where the mover passes, along three axes from the middle of the figure: at 1
        and -1 it touches a face that lies across the axis. Of two axes the third is
        left out.
    fraction : array (n,)
        How much of the mover's way is behind it there.
    displacement : tuple of array (n,), or None
        A way through the world in place of the mover's own, likewise.
    """

    at: tuple[Array, Array, Array]
    fraction: Array
    displacement: tuple[Array, Array, Array] | None = None

    def displacement_or(self, own: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the way, or the mover's own."""
        return own if self.displacement is None else self.displacement[: len(own)]


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
Arguments = Mapping[str, Any]
"""Arguments by name: numbers, and tuples of numbers; each may be an array of many."""

# What is no touch is clear by this much at least.
_MIN_CLEARANCE = float(np.nextafter(0.0, 1.0))


class ArgumentKind(StrEnum):
    """What an argument is, and so how it may be varied."""

    PLACE = "place"
    """A point of the world."""
    STEP = "step"
    """A way through the world, maybe none."""
    WAY = "way"
    """A direction of any length but zero."""
    LENGTH = "length"
    """Lengths that are not negative."""
    POSITIVE = "positive"
    """Lengths that are not zero either."""
    ANGLE = "angle"
    """Radians."""

    @property
    def scales_with_world(self) -> bool:
        """Whether it grows with the world."""
        return self not in (ArgumentKind.WAY, ArgumentKind.ANGLE)


class ResultField(StrEnum):
    """What a field of the result is, and so how an answer is compared."""

    FLAG = "flag"
    TIME = "time"
    POINT = "point"
    NORMAL = "normal"
    DISTANCE = "distance"


@dataclass(frozen=True, kw_only=True)
class Query(Generic[P, R]):
    """What a scene asks the core.

    Attributes
    ----------
    function : callable
        The core's: it takes `argument_kinds` by name, and its result has `hit` and
        `result_fields`. A vector comes as a tuple of its numbers, each of which may be
        an array of many: `x, y = center`. One that takes `only=` is asked so for the
        fields that are wanted, as `only=("hit",)`.
    argument_kinds : mapping
        Its arguments, and what each is.
    arguments : callable
        Params as arguments; the numbers of either may be arrays.
    params : callable
        Arguments of one case as params. They need not be in the sliders' ranges, nor
        come back as the same arguments to the last bit: `find_params` sees to both.
    gap : callable
        How far each case is clear of the edge of the verdict, in world units: negative
        for a hit, and 0 for nothing but a touch.
    result_fields : mapping
        What else of the result can be compared, and what each is.
    number : str
        Which of them an answer is that is a bare number.
    speed : callable or None
        The way through the world in one unit of time.
    position_at : callable or None
        Where the mover is at a time.
    choices : mapping
        Boolean arrays by name: where code may well answer otherwise, if it says so.
    fixed : mapping
        What an argument is that code does not take, where that is not what the scene
        opens with.
    normalize : callable
        Makes any numbers arguments that the function takes.
    aim : callable or None
        The arguments with the mover put about the figure as a `MoverAim` says, so that
        a judge's cases are not mostly misses where the figure is flat, say, or the
        mover fast. Exact where the numbers of both are short.
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
        """The name of the core's function."""
        return self.function.__name__

    def evaluate(self, arguments: Arguments) -> R:
        """Ask the core; its numbers may be arrays of many cases.

        Raises
        ------
        ValueError
            The core refuses an argument.
        """
        return self.function(**{name: _vector(x) for name, x in arguments.items()})

    def evaluate_hits(self, arguments: Arguments) -> NDArray[np.bool_]:
        """Ask the core for nothing but the verdicts."""
        vectors = {name: _vector(x) for name, x in arguments.items()}
        only = {"only": ("hit",)} if self._takes_only else {}
        found: Any = self.function(**vectors, **only)
        return np.asarray(found.hit)

    @cached_property
    def _takes_only(self) -> bool:
        return "only" in signature(self.function).parameters

    def size(self, arguments: Arguments) -> Array:
        """Return the largest coordinate or length of each case."""
        return max_magnitude(
            *(
                number
                for name, value in arguments.items()
                if self.argument_kinds[name].scales_with_world and value is not None
                for number in (value if isinstance(value, tuple) else (value,))
            )
        )

    def find_params(self, arguments: Arguments) -> P | None:
        """Return the params of one case, or None where no sliders hold it."""
        params = self.params(arguments)
        try:
            held = from_json_values(type(params), to_json_values(params))
        except ValueError:
            return None
        back = self.arguments(held)
        same = (back[name] == x for name, x in arguments.items() if x is not None)
        return held if all(same) else None


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
    """Return the query of a function whose arguments have the names of parameters.

    Parameters
    ----------
    function : callable
        The core's.
    kind : type
        The params.
    compared : str
        The fields of its result that code may answer, with blanks between them.
    gap : callable
        How far each case is clear of the edge of the verdict, as of a `Query`.
    kinds : mapping or None
        What arguments are of which their declarations do not say it.
    ignored : str
        The parameters on which no verdict depends, with blanks between them; those that
        only the view depends on need not be named.
    **more
        What else there is of the `Query`, or stands in place of what is found.

    Raises
    ------
    ValueError
        A parameter is neither an argument of the function nor `ignored`: no code would
        ever be asked with another value of it.
    """
    known = parameters_of(kind)
    taken = [name for name in signature(function).parameters if name in known]
    for name, spec in known.items():
        is_view = isinstance(spec, Number) and spec.view
        if not (is_view or name in taken or name in ignored.split()):
            raise refusal(
                "{name} is no argument of {function}: name it as ignored if no "
                "verdict depends on it",
                name=name,
                function=function.__name__,
            )
    result = getattr(
        sys.modules[function.__module__], function.__annotations__["return"]
    )
    found: dict[str, Any] = {
        "argument_kinds": {name: _argument_kind(known[name]) for name in taken}
        | dict(kinds or {}),
        "arguments": lambda p: {name: getattr(p, name) for name in taken},
        "params": lambda a: kind(**a),
        "result_fields": {
            name: _result_field(result, name) for name in compared.split()
        },
    }
    return Query(function=function, gap=gap, **(found | more))


def _argument_kind(spec: Parameter) -> ArgumentKind:
    if isinstance(spec, Angle):
        return ArgumentKind.ANGLE
    if isinstance(spec, Vector) and spec.low < 0.0:
        return (
            ArgumentKind.PLACE
            if spec.is_point
            else ArgumentKind.WAY
            if spec.nonzero
            else ArgumentKind.STEP
        )
    return ArgumentKind.LENGTH


def _result_field(result: Any, name: str) -> ResultField:
    if "bool" in result.__annotations__[name]:
        return ResultField.FLAG
    if name in ("distance", "depth"):
        return ResultField.DISTANCE
    if name == "normal":
        return ResultField.NORMAL
    return ResultField.TIME if name.partition("_")[0] == "t" else ResultField.POINT


def sign_by_verdict(raw: ArrayLike, hit: ArrayLike, touches: ArrayLike) -> Array:
    """Return clearances with the signs that the exact verdict says.

    Parameters
    ----------
    raw : array_like (...)
        How far each case is from the edge of the verdict, but for rounding.
    hit, touches : array_like (...)
        Whether it is a hit, and whether it only touches.

    Returns
    -------
    ndarray (...)
        0 for what touches, negative for every other hit, else positive.

    Examples
    --------
    >>> sign_by_verdict([1.0, -1e-17], [True, False], [False, False]).tolist()
    [-1.0, 1e-17]
    """
    size = np.maximum(np.abs(raw), _MIN_CLEARANCE)
    return np.where(touches, 0.0, np.where(hit, -size, size))


def components(arguments: Arguments) -> list[tuple[str, int]]:
    """Return every number of the arguments: a name, and its place in a vector or -1."""
    return [
        (name, place)
        for name, value in arguments.items()
        if value is not None
        for place in (range(len(value)) if isinstance(value, tuple) else (-1,))
    ]


def component_value(arguments: Arguments, at: tuple[str, int]) -> Any:
    """Return one of the numbers."""
    name, place = at
    return arguments[name] if place < 0 else arguments[name][place]


def with_component(
    arguments: Arguments, at: tuple[str, int], value: Any
) -> dict[str, Any]:
    """Return the arguments with another number in a place, as `components` names it."""
    name, place = at
    old = arguments[name]
    new = value if place < 0 else (*old[:place], value, *old[place + 1 :])
    return {**arguments, name: new}
