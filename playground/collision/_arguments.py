"""Arguments of queries: validation, broadcasting and batches of at most two axes.

Arguments that only broadcast, `(1, n)` against `(m, 1)`, stay a row and a column, and
whatever depends on one of them is computed once per row or column.
"""

from __future__ import annotations

import math
import operator
from enum import Enum
from functools import reduce
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision._sincos import cosine_and_sine
from playground.i18n import enum_of_texts, message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


Array = NDArray[np.float64]
_Real = TypeVar("_Real", bound=np.floating[Any])
_Scalar = TypeVar("_Scalar", bound=np.generic)


def to_float64(name: str, value: ArrayLike) -> Array:
    """Return `value` as float64; ValueError naming it if it is not numeric."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(
            message("{name} must be an array of numbers", name=name)
        ) from error


def check_vector_size(name: str, array: Array, size: int) -> Array:
    """Return vectors `(..., size)`; ValueError naming them for another last axis."""
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(
            message(
                "{name} must have a last axis of length {size}, got shape {shape}",
                name=name,
                size=size,
                shape=array.shape,
            )
        )
    return array


def check_finite(name: str, value: ArrayLike) -> Array:
    """Return `value` as float64; ValueError naming it for NaN or infinity."""
    array = to_float64(name, value)
    if not np.isfinite(array).all():
        raise ValueError(
            message("{name} must be finite, got NaN or infinity", name=name)
        )
    return array


def check_vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return finite float64 vectors `(..., size)`; ValueError for other shapes."""
    return check_vector_size(name, check_finite(name, value), size)


def check_broadcast(**shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the common batch shape of arguments.

    Parameters
    ----------
    **shapes : tuple of int
        Batch shape of each argument by name.

    Raises
    ------
    ValueError
        Naming all arguments, if the shapes do not broadcast.
    """
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError as error:
        shape_list = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(
            message("shapes do not broadcast: {shapes}", shapes=shape_list)
        ) from error


def split_components(
    vectors: NDArray[_Real] | tuple[NDArray[_Real], ...],
) -> tuple[NDArray[_Real], ...]:
    """Return n arrays (...), the components of vectors (..., n); a tuple as it is."""
    if isinstance(vectors, tuple):
        return vectors
    return tuple(vectors if vectors.ndim == 1 else np.moveaxis(vectors, -1, 0))


def max_component(vectors: Array) -> Array:
    """Return the largest component of vectors (..., n).

    NumPy's reduction over such a short axis takes twenty times as long.
    """
    return reduce(np.maximum, split_components(vectors))


class Selection(NamedTuple):
    """Selected queries of a batch.

    Attributes
    ----------
    shape : tuple of int
        Shape of the batch.
    numbers : intp array, shape (n,)
        Flat indices.
    places : tuple of intp arrays, shape (n,)
        Indices along each axis.
    """

    shape: tuple[int, ...]
    numbers: NDArray[np.intp]
    places: tuple[NDArray[np.intp], ...]

    @classmethod
    def from_mask(cls, where: NDArray[np.bool_]) -> Selection:
        """Return the selection of the queries where a mask (...) holds."""
        numbers = np.flatnonzero(where)
        # For two axes this is faster than `nonzero`.
        places = np.divmod(numbers, where.shape[1]) if where.ndim == 2 else None
        return cls(where.shape, numbers, places or np.nonzero(where))

    def select(
        self, array: NDArray[_Scalar], size: tuple[int, ...] = ()
    ) -> NDArray[_Scalar]:
        """Return the selected elements of an array.

        Parameters
        ----------
        array : array, shape (*batch, *size)
            One element per query, or an array that broadcasts to that.
        size : tuple of int
            Shape of an element.

        Returns
        -------
        array, shape (n, *size)
            Elements in the order of the selection.
        """
        rank, shape = len(self.shape), self.shape + size
        if array.shape != shape:
            array = np.broadcast_to(array, shape)
        varying = [i for i in range(rank) if array.strides[i] and array.shape[i] > 1]
        if len(varying) == 1:
            (axis,) = varying
            line = array[tuple(slice(None) if i == axis else 0 for i in range(rank))]
            return line[self.places[axis]]
        if array.flags.c_contiguous:
            return array.reshape(-1, *size)[self.numbers]
        return array[self.places]


def length(a: Array) -> Array:
    """Return the Euclidean length over the last axis, without overflow.

    It uses sums, products and a root, which round alike on all machines; the last digit
    of the C library's `hypot` does not.

    Parameters
    ----------
    a : float64 array, shape (..., n)
        Vectors.

    Returns
    -------
    float64 array, shape (...)
        Lengths; NaN for a NaN component.
    """
    if a.ndim == 1 and a.dtype == np.float64:
        return np.asarray(_single_vector_length(a.tolist()))
    exponent = binary_exponent(max_component(np.abs(a)))
    squares = map(np.square, split_components(np.ldexp(a, -exponent[..., None])))
    return np.asarray(np.ldexp(np.sqrt(reduce(np.add, squares)), exponent))


def _single_vector_length(numbers: list[float]) -> float:
    """Return the length of one vector with the same operations on Python floats."""
    size = max(map(abs, numbers))
    exponent = math.frexp(size)[1] if math.isfinite(size) else 0
    squares = [x * x for x in (math.ldexp(x, -exponent) for x in numbers)]
    root = math.sqrt(reduce(operator.add, squares))
    try:
        return math.ldexp(root, exponent)
    except OverflowError:
        return math.inf


def binary_exponent(*magnitudes: Array) -> NDArray[np.int32]:
    """Return the exponent e for which the largest magnitude times 2**-e is in [1/2, 1).

    Scaling by a power of two (`np.ldexp`) is exact, and prevents overflow and underflow
    in products of four lengths.

    Parameters
    ----------
    *magnitudes : float64 arrays, shapes that broadcast
        Nonnegative numbers, compared elementwise.

    Returns
    -------
    int32 array, shape (...)
        Exponents; 0 for 0.
    """
    largest = magnitudes[0]
    for magnitude in magnitudes[1:]:
        largest = np.maximum(largest, magnitude)
    return np.asarray(np.frexp(largest)[1])


_MAX_SUM_EXPONENT = 1019


def excess_exponent(*magnitudes: Array) -> NDArray[np.int32]:
    """Return the exponent by which to shrink lengths so that their sums are finite.

    Parameters
    ----------
    *magnitudes : float64 arrays, shapes that broadcast
        Nonnegative lengths.

    Returns
    -------
    int32 array, shape (...) or ()
        0 except for the largest floats: below 2**1019 even a sum of 16 is finite. If
        all are below, a 0-d array, which `scale_by_power_of_two` skips.
    """
    if all(m.max(initial=0.0) < 2.0**_MAX_SUM_EXPONENT for m in magnitudes):
        return np.zeros((), np.int32)
    return np.maximum(binary_exponent(*magnitudes) - _MAX_SUM_EXPONENT, 0)


def scale_by_power_of_two(value: Array, exponent: NDArray[np.int32]) -> Array:
    """Return `value * 2**exponent`; `value` itself if all exponents are 0."""
    return np.ldexp(value, exponent) if exponent.any() else value


def scale_keeping_nonzero(value: Array, exponent: NDArray[np.int32]) -> Array:
    """Return `value * 2**exponent`, with 0 only for 0.

    Underflow gives the smallest float64 of the same sign, overflow infinity.
    """
    product = np.ldexp(value, exponent)
    is_lost = (product == 0.0) & (value != 0.0)
    if not is_lost.any():
        return product
    return np.where(is_lost, np.copysign(np.nextafter(0.0, 1.0), value), product)


def resolve_rotation(angle: ArrayLike | None, rotation: ArrayLike | None) -> ArrayLike:
    """Return the rotation that one of two arguments gives.

    Parameters
    ----------
    angle : array_like, shape (...), or None
        Radians, counter-clockwise.
    rotation : array_like, shape (..., 2), or None
        Cosine and sine, which are returned as they are.

    Returns
    -------
    array_like, shape (..., 2)
        Cosine and sine.

    Raises
    ------
    ValueError
        Naming the arguments, unless exactly one is given; for an infinite angle or NaN.
    """
    if rotation is not None:
        if angle is not None:
            raise ValueError(message("angle must be None where rotation is given"))
        return rotation
    if angle is None:
        raise ValueError(message("angle must be given, or rotation in its place"))
    return cosine_and_sine(check_finite("angle", angle))


def rotate2(a: Array, cosine: Array, sine: Array) -> Array:
    """Return vectors (..., 2) rotated by angles (...) with this cosine and sine."""
    x, y = a[..., 0], a[..., 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)


# ----------------------------------------------------------------------------


_MAX_ROW_LENGTH = 16384
LENGTH, TURN = "length", "turn"
"""The units of places and sizes, and of a cosine and a sine."""
UNIT_LENGTH_TOLERANCE = 2.0**-20
"""Allowed error of a rotation's length: a float32 cosine and sine are valid."""


@enum_of_texts
class Rule(Enum):
    """Constraint on an argument; the value is the text of the ValueError."""

    ANY = "{name} must be finite, got NaN or infinity"
    NOT_NEGATIVE = "{name} must not be negative"
    POSITIVE = "{name} must be greater than zero"
    NOT_ZERO = "{name} must not be the zero vector"
    UNIT = "{name} must be a cosine and a sine of length 1"


class Argument(NamedTuple):
    """Scalar (size 0) or vector argument of a query.

    Attributes
    ----------
    name : str
        Name in Python.
    size : int
        Number of components; 0 for a scalar.
    rule : Rule
        Constraint on its values.
    unit : str
        Unit of its values; only the ratios of values of one unit matter.
    label : str
        Name in messages, if it differs from `name`.
    lower_bound : str
        Name of an earlier argument that bounds each component from below; "" for none.
    """

    name: str
    size: int = 0
    rule: Rule = Rule.ANY
    unit: str = LENGTH
    label: str = ""
    lower_bound: str = ""

    @property
    def display_name(self) -> str:
        """Name in messages."""
        return self.label or self.name

    @property
    def inputs(self) -> list[str]:
        """Names of the components in generated code."""
        if not self.size:
            return [self.name]
        return [f"{self.name}_{i}" for i in range(self.size)]

    def columns(self, value: Vectors) -> list[Array]:
        """Return the components of the argument.

        Parameters
        ----------
        value : array_like, shape (..., size) or (...), or Components
            Value of the argument.

        Returns
        -------
        list of float64 arrays
            One array per component; their shapes broadcast.

        Raises
        ------
        ValueError
            Naming the argument, if it is not numeric or has another number of
            components.
        """
        if isinstance(value, Components):
            if len(value) != self.size:
                raise ValueError(
                    message(
                        "{name} must have {size} components",
                        name=self.display_name,
                        size=self.size,
                    )
                )
            return [to_float64(self.display_name, component) for component in value]
        array = to_float64(self.display_name, value)
        if not self.size:
            return [array]
        vectors = check_vector_size(self.display_name, array, self.size)
        return [vectors[..., i] for i in range(self.size)]

    def check(self, components: Sequence[Array]) -> None:
        """Raise ValueError naming the argument if a component breaks its rule."""
        if not all([np.isfinite(x).all() for x in components]):
            raise ValueError(message(Rule.ANY.value, name=self.display_name))
        match self.rule:
            case Rule.NOT_NEGATIVE:
                is_broken = any((x < 0.0).any() for x in components)
            case Rule.POSITIVE:
                is_broken = not all((x > 0.0).all() for x in components)
            case Rule.NOT_ZERO:
                zero = [x == 0.0 for x in components]
                is_broken = bool(reduce(operator.and_, zero).any())
            case Rule.UNIT:
                long = np.hypot(*components)
                is_broken = bool((np.abs(long - 1.0) > UNIT_LENGTH_TOLERANCE).any())
            case _:
                is_broken = False
        if is_broken:
            raise ValueError(message(self.rule.value, name=self.display_name))


def check_arguments(arguments: Iterable[Argument], inputs: Sequence[Array]) -> None:
    """Check the values of all arguments.

    Parameters
    ----------
    arguments : iterable of Argument
        Arguments of a query.
    inputs : sequence of float64 arrays
        Components of all arguments, in order.

    Raises
    ------
    ValueError
        Naming the first argument with NaN, infinity or a broken rule.
    """
    position, values = 0, {}
    for argument in arguments:
        count = max(argument.size, 1)
        components = values[argument.name] = inputs[position : position + count]
        argument.check(components)
        lower = values.get(argument.lower_bound, ())
        pairs = zip(components, lower, strict=False)
        if any([(x < low).any() for x, low in pairs]):
            raise ValueError(
                message(
                    "{lower} must not be greater than {upper}",
                    lower=argument.lower_bound,
                    upper=argument.name,
                )
            )
        position += count


def check_single_query(arguments: Iterable[Argument], numbers: Sequence[float]) -> None:
    """Check all arguments of one query; ValueError naming an invalid one."""
    if not _is_certainly_valid(arguments, numbers):
        check_arguments(arguments, [np.array([x]) for x in numbers])


def _is_certainly_valid(
    arguments: Iterable[Argument], numbers: Sequence[float]
) -> bool:
    """Return whether a quick test shows that the numbers obey the rules."""
    if not all(map(math.isfinite, numbers)):
        return False
    position, values = 0, {}
    for name, size, rule, _, _, above in arguments:
        components = values[name] = numbers[position : position + max(size, 1)]
        position += len(components)
        match rule:
            case Rule.ANY:
                is_valid = True
            case Rule.NOT_NEGATIVE:
                is_valid = min(components) >= 0.0
            case Rule.POSITIVE:
                is_valid = min(components) > 0.0
            case Rule.NOT_ZERO:
                is_valid = any(components)
            case Rule.UNIT:
                is_valid = False
        lower = values.get(above, ())
        if not is_valid or any(map(operator.lt, components, lower)):
            return False
    return True


class Components(tuple[ArrayLike, ...]):
    """Vectors as one array per component; the arrays only need to broadcast.

    `Components((x, y))` with x of shape (1, n) and y of (m, 1) stands for m rows of n
    vectors without a copy, as maps need them.
    """


Vectors = ArrayLike | Components
"""Type of a vector argument."""


def flatten_single_query(
    arguments: Sequence[Argument], values: Sequence[Vectors]
) -> list[float] | None:
    """Return the components of a single query of plain numbers.

    Parameters
    ----------
    arguments : sequence of Argument
        Arguments of the query.
    values : sequence of array_like or Components
        Their values.

    Returns
    -------
    list of float or None
        All components; None for values that need `Argument.columns`.
    """
    arrays: list[Any] = []
    for argument, value in zip(arguments, values, strict=True):
        if not argument.size:
            arrays.append(value)
        elif isinstance(value, (tuple, list)) and len(value) == argument.size:
            arrays += value
        elif _is_vector(value) and len(value) == argument.size:
            arrays += value.tolist()
        else:
            return None
    if not all([isinstance(x, (float, int)) for x in arrays]):
        return None
    try:
        return [float(x) for x in arrays]
    except OverflowError:
        return None


def _is_vector(value: Vectors) -> TypeGuard[Array]:
    return isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == float


class Batch(NamedTuple):
    """Inputs of a formula, reduced to at most two axes.

    Attributes
    ----------
    result : tuple of int
        Common batch shape of the arguments.
    shape : tuple of int
        (m,) or (m, n), the same number of queries.
    inputs : list of arrays
        Components, each of `shape`, (m, 1), (1, n) or ().
    axes : list of int
        Per input: 1 if it varies along the first axis, 2 the second, 3 both, 0 neither.
    """

    result: tuple[int, ...]
    shape: tuple[int, ...]
    inputs: list[Array]
    axes: list[int]

    @property
    def total(self) -> int:
        """Number of queries."""
        return math.prod(self.shape)


def batch(arguments: Sequence[Argument], vectors: Sequence[list[Array]]) -> Batch:
    """Arrange the components of all arguments as a batch.

    Parameters
    ----------
    arguments : sequence of Argument
        Arguments of the query.
    vectors : sequence of list of float64 arrays
        Components of each argument.

    Returns
    -------
    Batch
        Queries along at most two axes.

    Raises
    ------
    ValueError
        Naming the arguments, if their shapes do not broadcast.
    """
    columns = [column for vector in vectors for column in vector]
    shapes = {column.shape for column in columns} - {()}
    if len(shapes) == 1 and len(shape := next(iter(shapes))) == 1 and shape[0] > 1:
        return Batch(shape, shape, columns, [column.ndim for column in columns])
    try:
        result = np.broadcast_shapes(*shapes)
    except ValueError:
        pairs = zip(arguments, vectors, strict=True)
        check_broadcast(
            **{
                argument.display_name: np.broadcast_shapes(*(c.shape for c in vector))
                for argument, vector in pairs
            }
        )
        raise
    columns = [c.reshape((1,) * (len(result) - c.ndim) + c.shape) for c in columns]
    groups = _group_axes(result, columns)
    if len(groups) > 2 or (len(groups) == 2 and groups[1] > _MAX_ROW_LENGTH):
        columns = [np.broadcast_to(c, result) for c in columns]
        groups = [math.prod(result)]
    shape = tuple(groups) or (1,)
    return Batch(result, shape, *_reshape_columns(columns, result, shape))


def _varies(columns: Sequence[Array], axis: int) -> tuple[bool, ...]:
    return tuple(c.shape[axis] != 1 for c in columns)


def _group_axes(result: tuple[int, ...], columns: Sequence[Array]) -> list[int]:
    """Return the sizes of the axes, merging those along which the same inputs vary."""
    axes = [axis for axis in range(len(result)) if result[axis] != 1]
    return [
        math.prod(result[axis] for axis in together)
        for _, together in groupby(axes, key=lambda axis: _varies(columns, axis))
    ]


def _reshape_columns(
    columns: Sequence[Array], result: tuple[int, ...], shape: tuple[int, ...]
) -> tuple[list[Array], list[int]]:
    inputs, axes = [], []
    for column in columns:
        if column.size == 1:
            inputs.append(column.reshape(()))
            axes.append(0)
            continue
        if column.shape == result or len(shape) == 1:
            full = column if column.shape == result else np.broadcast_to(column, result)
            inputs.append(full.reshape(shape))
            axes.append(1 if len(shape) == 1 else 3)
            continue
        first = column.size == shape[0] and _is_leading(column, result)
        inputs.append(column.reshape((-1, 1) if first else (1, -1)))
        axes.append(1 if first else 2)
    return inputs, axes


def _is_leading(column: Array, result: tuple[int, ...]) -> bool:
    """Return whether a column varies along the first axes rather than the last."""
    axis = next(i for i, size in enumerate(result) if size != 1)
    return bool(column.shape[axis] != 1)
