"""Argument checks, and what is done to arrays of lengths of any size."""

import math
import operator
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.turns import cosine_and_sine
from playground.language import message

Array = NDArray[np.float64]
_Real = TypeVar("_Real", bound=np.floating[Any])


@dataclass(frozen=True)
class Result:
    """Base of every result: each field becomes an array, 0-d for one query.

    A field that is a result itself, or has still to be worked out, is left alone.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            value = vars(self)[field.name]
            if not (isinstance(value, Result) or callable(value)):
                object.__setattr__(self, field.name, np.asarray(value))


def numbers(name: str, value: ArrayLike) -> Array:
    """Return `value` as float64; ValueError naming it if it is no numbers."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(
            message("{name} must be an array of numbers", name=name)
        ) from error


def of_size(name: str, array: Array, size: int) -> Array:
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


def finite(name: str, value: ArrayLike) -> Array:
    """Return `value` as float64; ValueError naming it for NaN or infinity."""
    array = numbers(name, value)
    if not np.isfinite(array).all():
        raise ValueError(
            message("{name} must be finite, got NaN or infinity", name=name)
        )
    return array


def vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return finite float64 vectors `(..., size)`; ValueError for other shapes."""
    return of_size(name, finite(name, value), size)


def positive_vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return vectors `(..., size)` whose components are all > 0."""
    array = vectors(name, value, size)
    if not (array > 0.0).all():
        raise ValueError(message("{name} must be greater than zero", name=name))
    return array


def check_broadcast(**shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the common batch shape; ValueError naming the arguments if none."""
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError as error:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(
            message("shapes do not broadcast: {shapes}", shapes=listed)
        ) from error


def parts(
    vectors: NDArray[_Real] | tuple[NDArray[_Real], ...],
) -> tuple[NDArray[_Real], ...]:
    """Return the components of vectors (..., n): n arrays (...), or as they are."""
    if isinstance(vectors, tuple):
        return vectors
    return tuple(vectors if vectors.ndim == 1 else np.moveaxis(vectors, -1, 0))


def largest(vectors: Array) -> Array:
    """Return the largest component of vectors (..., n).

    NumPy's own reduction over so short an axis takes twenty times as long.
    """
    return reduce(np.maximum, parts(vectors))


def smallest(vectors: Array) -> Array:
    """Return the smallest component of vectors (..., n)."""
    return reduce(np.minimum, parts(vectors))


def length(a: Array) -> Array:
    """Return the Euclidean length over the last axis, without overflow.

    Of sums, products and a root, which all machines round alike: the C library's
    `hypot` is not the same everywhere in its last digit.
    """
    if a.ndim == 1 and a.dtype == np.float64:
        return np.asarray(_length_of_one(a.tolist()))
    exponent = binary_exponent(largest(np.abs(a)))
    squares = map(np.square, parts(np.ldexp(a, -exponent[..., None])))
    return np.asarray(np.ldexp(np.sqrt(reduce(np.add, squares)), exponent))


def _length_of_one(numbers: list[float]) -> float:
    """Return the length of a single vector, by the same sums in plain numbers."""
    size = max(map(abs, numbers))
    exponent = math.frexp(size)[1] if math.isfinite(size) else 0
    squares = [x * x for x in (math.ldexp(x, -exponent) for x in numbers)]
    root = math.sqrt(reduce(operator.add, squares))
    try:
        return math.ldexp(root, exponent)
    except OverflowError:
        return math.inf


def binary_exponent(*magnitudes: Array) -> NDArray[np.int32]:
    """Return the exponent that brings the largest magnitude into [1/2, 1).

    Scaling by a power of two (`np.ldexp`) rounds nothing, and keeps products of
    four lengths clear of overflow and underflow.
    """
    largest = magnitudes[0]
    for magnitude in magnitudes[1:]:
        largest = np.maximum(largest, magnitude)
    return np.asarray(np.frexp(largest)[1])


_ROOM = 1019


def excess_exponent(*magnitudes: Array) -> NDArray[np.int32]:
    """Return by which power of two to shrink lengths so that their sums are finite.

    0 for all but the largest floats: below 2**1019 a sum of 16 of them is none too
    large. Without any such it is a single 0, which `shifted` passes over.
    """
    if all(m.max(initial=0.0) < 2.0**_ROOM for m in magnitudes):
        return np.zeros((), np.int32)
    return np.maximum(binary_exponent(*magnitudes) - _ROOM, 0)


def shifted(value: Array, exponent: NDArray[np.int32]) -> Array:
    """Return `value * 2**exponent`; at once where the exponent is 0 throughout."""
    return np.ldexp(value, exponent) if exponent.any() else value


def scaled(value: Array, exponent: NDArray[np.int32]) -> Array:
    """Return `value * 2**exponent`, but zero only for zero: the sign is kept.

    What would underflow is the least float64; what would overflow is infinity.
    """
    product = np.ldexp(value, exponent)
    lost = (product == 0.0) & (value != 0.0)
    if not lost.any():
        return product
    return np.where(lost, np.copysign(np.nextafter(0.0, 1.0), value), product)


def rotation_of(angle: ArrayLike | None, rotation: ArrayLike | None) -> ArrayLike:
    """Return cosine and sine (..., 2): of the angle, or as they are given instead.

    ValueError, naming the arguments, unless one of the two is given.
    """
    if rotation is not None:
        if angle is not None:
            raise ValueError(message("angle must be None where rotation is given"))
        return rotation
    if angle is None:
        raise ValueError(message("angle must be given, or rotation in its place"))
    return cosine_and_sine(finite("angle", angle))


def rotate2(a: Array, cosine: Array, sine: Array) -> Array:
    """Return `(..., 2)` vectors turned by the angle with that cosine and sine."""
    x, y = a[..., 0], a[..., 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)
