"""What the articles' listings have in common: how one is asked, and how it differs.

Every listing repeats its article's operations in the article's order and in its
number type (`dtype`), so that its mistakes show as they would on the author's
machine. Only the interface is ours: arguments broadcast, vectors are `(..., 2)`
or `(..., 3)`, the world has y up, and one code path serves one query and a
million, element by element the same.

Arithmetic is plain IEEE: every operation is rounded to `dtype` at once (no
fused multiply-add, no 80-bit registers), division by zero gives infinity or
NaN, and a comparison with NaN is false. Squares by `pow(x, 2)` are exact
before they are stored in a float, so one rounded product is the same. `sqrt`,
`sin` and `cos` of a float are the C++ float overloads; for float32 the sine
and cosine are rounded from float64. Constants are the listing's decimals in
`dtype`. In float32, every argument is rounded to seven digits before anything
else. What comes back is float64 arrays that hold the `dtype`'s values.

Arguments are refused (ValueError) only where they mean nothing: NaN or
infinity, a wrong last axis, shapes that do not broadcast, a `dtype` that is
not floating. A negative radius or a zero direction is answered as the listing
answers it.

A trace holds every number on the way to the answer, in the listing's order. A
listing that returns early never gets to the later ones; the trace has them as
they would have come out.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import partial
from types import MappingProxyType
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from playground.collision.arguments import Components, Vectors
from playground.collision.numeric import (
    Array,
    Result,
    check_broadcast,
    finite,
    vectors,
)

Real = NDArray[np.floating[Any]]
RealType = np.dtype[np.floating[Any]]
BoolArray = NDArray[np.bool_]
Value = float | tuple[float, ...]
_T = TypeVar("_T")

# Kinds that more than one article has. The first three the core refuses to answer.
NEGATIVE_RADIUS = "negative radius: answered"
NO_DIRECTION = "no direction: answered"
EXCHANGED = "corners exchanged: answered"
UNDERFLOW = "direction lost: too short"
OVERFLOW = "direction lost: too long"
TOO_SMALL = "too small to square"
TOO_LARGE = "too large to square"


class Nature(Enum):
    """What a difference from the truth is at bottom.

    ERROR is a mistake: what the listing answers is not what it is for. CHOICE was
    meant: the article's text, or a comment in the listing, says that it shall be so.
    ROUNDING is the number type's doing, underflow and overflow included: the same
    operations on exact numbers would answer rightly.
    """

    ERROR = "error"
    CHOICE = "choice"
    ROUNDING = "rounding"


@dataclass(frozen=True)
class Difference:
    """One way in which a listing's answer is not the true one.

    Attributes
    ----------
    article : int
        1 to 5.
    name : str
        Unique within the article; fit for a list of cases.
    function : str
        The name in `collision.articles` whose answer differs.
    kind : str
        The kind of mistake, a constant beside the listing. Kinds are those of the
        maps; one kind may have several smallest cases, by way of how it comes about.
    nature : Nature
        Whether it is an error, was meant, or is the rounding; one for each kind.
    why : str
        What the listing does and what is true, in a sentence or two.
    arguments : mapping
        The arguments of `function` by name. For `corner_bounce` those of
        `circle_rectangle`, whose velocity it takes.
    meant : mapping
        Arguments to replace when the core is asked: what the listing should have
        used, where it used something else. Usually empty.
    core_refuses : bool
        The core has no answer and raises ValueError.
    """

    article: int
    name: str
    function: str
    kind: str
    nature: Nature
    why: str
    arguments: Mapping[str, Value]
    meant: Mapping[str, Value] = field(default_factory=dict)
    core_refuses: bool = False

    def __post_init__(self) -> None:
        for name in ("arguments", "meant"):
            frozen = MappingProxyType(dict(getattr(self, name)))
            object.__setattr__(self, name, frozen)


def number_type(dtype: DTypeLike) -> RealType:
    """Return the type that a listing computes in; ValueError if not floating."""
    kind: np.dtype[Any] = np.dtype(dtype)
    if kind.kind != "f":
        raise ValueError(f"dtype must be a floating type, got {kind}")
    return kind


def taken(kind: RealType, **arguments: tuple[Vectors, int]) -> Iterator[Any]:
    """Return a listing's arguments in its number type, in their order, checked.

    Each is given with the length of its last axis; 0 for a plain number. `parts` has
    the components of a vector: those that were given, where they were given one by one.
    """
    arrays: list[Real | tuple[Real, ...]] = []
    shapes = {}
    for name, (value, size) in arguments.items():
        if isinstance(value, Components):
            components = tuple(finite(name, x) for x in value)
            arrays.append(tuple(x.astype(kind) for x in components))
            shapes[name] = np.broadcast_shapes(*(x.shape for x in components))
            continue
        array = vectors(name, value, size) if size else finite(name, value)
        arrays.append(array.astype(kind))
        shapes[name] = array.shape[:-1] if size else array.shape
    check_broadcast(**shapes)
    return iter(arrays)


def joined(*parts: Real) -> Array:
    """Return the vectors with these components, in float64."""
    return np.stack(np.broadcast_arrays(*parts), axis=-1, dtype=np.float64)


class Trace(Result):
    """Base of the traces, which are dataclasses made by `recorded`.

    A number is written in float64, of the batch's shape, when it is first read. Traces
    are equal where all the numbers are, NaN with NaN.
    """

    def __getattr__(self, name: str) -> NDArray[Any]:
        """Write a number down."""
        shape, numbers = vars(self).get("_recorded", ((), {}))
        if name not in numbers:
            raise AttributeError(f"{type(self).__name__} has no {name}", name=name)
        vars(self)[name] = written = _written(numbers[name], shape)
        return written

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = [f.name for f in fields(self)]
        pairs = ((getattr(self, name), getattr(other, name)) for name in names)
        return all(np.array_equal(a, b, equal_nan=True) for a, b in pairs)

    __hash__ = None  # type: ignore[assignment]


class Later(Generic[_T]):
    """A field of a result that is worked out when it is first asked for."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, result: object, owner: type) -> _T:
        if result is None:
            raise AttributeError(self._name)  # so the field has no default
        value = result.__dict__[self._name]
        if isinstance(value, partial):
            value = result.__dict__[self._name] = value()
        return value  # type: ignore[no-any-return]

    def __set__(self, result: object, value: "partial[_T] | _T") -> None:
        result.__dict__[self._name] = value


def recorded(
    trace: type[_T],
    shape: tuple[int, ...],
    **numbers: BoolArray | Real | tuple[Real, ...],
) -> _T:
    """Return the trace of a batch of that shape. A vector is given by its parts."""
    empty = trace.__new__(trace)
    vars(empty)["_recorded"] = shape, numbers
    return empty


def _written(
    value: BoolArray | Real | tuple[Real, ...], shape: tuple[int, ...]
) -> NDArray[Any]:
    if isinstance(value, tuple):
        return np.broadcast_to(joined(*value), (*shape, len(value)))
    array = np.asarray(value)
    kind = np.bool_ if array.dtype == np.bool_ else np.float64
    return np.broadcast_to(array.astype(kind, copy=False), shape)


def cos_sin(theta: Real, kind: RealType) -> tuple[Real, Real]:
    """Return cosine and sine, rounded to `kind` from float64 or better."""
    wide = np.asarray(theta, dtype=np.promote_types(kind, np.float64))
    return np.cos(wide).astype(kind), np.sin(wide).astype(kind)
