"""Argument checks and the few error-free operations the core is built on.

Lengths are compared only after subtraction, and areas come from `cross2` and
`cross3`, whose rounding error is a few units in the last place of the *result*
rather than of the products (Ogita, Rump and Oishi, "Accurate Sum and Dot
Product", 2005).
"""

from dataclasses import dataclass, fields
from functools import reduce
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]
_Real = TypeVar("_Real", bound=np.floating[Any])

# A cosine and a sine that were rounded to float32 are still taken.
_UNIT = 2.0**-20
_SPLITTER = 134217729.0  # 2**27 + 1, Veltkamp's constant for float64


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


def finite(name: str, value: ArrayLike) -> Array:
    """Return `value` as float64; ValueError naming it for NaN or infinity."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError) as error:
        raise ValueError(f"{name} must be an array of numbers") from error
    if not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite, got NaN or infinity")
    return array


def vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return finite float64 vectors `(..., size)`; ValueError for other shapes."""
    array = finite(name, value)
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(
            f"{name} must have a last axis of length {size}, got shape {array.shape}"
        )
    return array


def directions(name: str, value: ArrayLike, size: int) -> Array:
    """Return vectors `(..., size)`, none of them zero."""
    array = vectors(name, value, size)
    if not (array != 0.0).any(axis=-1).all():
        raise ValueError(f"{name} must not be the zero vector")
    return array


def non_negative(name: str, value: ArrayLike) -> Array:
    """Return finite numbers that are all >= 0."""
    array = finite(name, value)
    if (array < 0.0).any():
        raise ValueError(f"{name} must not be negative")
    return array


def non_negative_vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return vectors `(..., size)` whose components are all >= 0."""
    return non_negative(name, vectors(name, value, size))


def positive_vectors(name: str, value: ArrayLike, size: int) -> Array:
    """Return vectors `(..., size)` whose components are all > 0."""
    array = vectors(name, value, size)
    if not (array > 0.0).all():
        raise ValueError(f"{name} must be greater than zero")
    return array


def check_broadcast(**shapes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the common batch shape; ValueError naming the arguments if none."""
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError as error:
        listed = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"shapes do not broadcast: {listed}") from error


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Return `(p, e)` with `p + e == a * b` exactly (Dekker; no overflow guard)."""
    product = a * b
    split_a, split_b = _SPLITTER * a, _SPLITTER * b
    a_high, b_high = split_a - (split_a - a), split_b - (split_b - b)
    a_low, b_low = a - a_high, b - b_high
    error = a_low * b_low - (
        ((product - a_high * b_high) - a_low * b_high) - a_high * b_low
    )
    return product, error


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """Return `(s, e)` with `s + e == a + b` exactly (Knuth)."""
    total = a + b
    b_part = total - a
    return total, (a - (total - b_part)) + (b - b_part)


def _difference_of_products(a: Array, b: Array, c: Array, d: Array) -> Array:
    first, first_error = two_product(a, b)
    second, second_error = two_product(c, d)
    total, total_error = two_sum(first, -second)
    return total + (total_error + (first_error - second_error))


def cross2(a: Array, b: Array) -> Array:
    """Return the scalar cross product of `(..., 2)` vectors, accurately."""
    return _difference_of_products(a[..., 0], b[..., 1], a[..., 1], b[..., 0])


def cross3(a: Array, b: Array) -> Array:
    """Return the cross product `(..., 3)` of `(..., 3)` vectors, accurately."""
    components = [
        _difference_of_products(a[..., i], b[..., j], a[..., j], b[..., i])
        for i, j in ((1, 2), (2, 0), (0, 1))
    ]
    return np.stack(np.broadcast_arrays(*components), axis=-1)


def dot(a: Array, b: Array) -> Array:
    """Return the accurate dot product over the last axis of two vector arrays."""
    total, error = two_product(a[..., 0], b[..., 0])
    for i in range(1, a.shape[-1]):
        product, product_error = two_product(a[..., i], b[..., i])
        total, sum_error = two_sum(total, product)
        error = error + (sum_error + product_error)
    return np.asarray(total + error)


def parts(vectors: NDArray[_Real]) -> tuple[NDArray[_Real], ...]:
    """Return the components of vectors (..., n): n arrays (...)."""
    return tuple(np.moveaxis(vectors, -1, 0))


def largest(vectors: Array) -> Array:
    """Return the largest component of vectors (..., n).

    NumPy's own reduction over so short an axis takes twenty times as long.
    """
    return reduce(np.maximum, parts(vectors))


def smallest(vectors: Array) -> Array:
    """Return the smallest component of vectors (..., n)."""
    return reduce(np.minimum, parts(vectors))


def length(a: Array) -> Array:
    """Return the Euclidean length over the last axis, without overflow."""
    total = np.hypot(a[..., 0], a[..., 1])
    for i in range(2, a.shape[-1]):
        total = np.hypot(total, a[..., i])
    return np.asarray(total)


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


def unit(vectors: Array) -> Array:
    """Return vectors (..., n), none of them zero, at length 1.

    The extremes are brought near 1 first: the length of a subnormal vector is known to
    a few bits, and that of the largest is infinite.
    """
    size = length(vectors)
    extreme = (size < 2.0**-960) | (size > 2.0**_ROOM)
    if extreme.any():
        exponent = binary_exponent(largest(np.abs(vectors)))
        exponent = np.where(extreme, exponent, 0)[..., None]
        vectors = np.ldexp(vectors, -exponent)
        size = length(vectors)
    return np.asarray(vectors / size[..., None])


def quadratic_roots(
    a: Array, b: Array, c: Array, discriminant: Array
) -> tuple[Array, Array]:
    """Return the roots `(lower, upper)` of `a t^2 + 2 b t + c` with `a >= 0`.

    The caller passes `discriminant`, equal to `b^2 - a c`, because it can compute it
    without cancellation. Of the roots only the larger in size is taken as a sum of
    like signs; the other is `c` over it (Goldberg, 1991). NaN where `discriminant`
    is negative or `a` is zero.
    """
    real = (discriminant >= 0.0) & (a > 0.0)
    root = np.sqrt(np.where(real, discriminant, 0.0))
    far = -(b + np.copysign(root, b))
    first = far / np.where(real, a, 1.0)
    # Where they are one, they are so to the last bit.
    second = np.where(root == 0.0, first, c / np.where(far == 0.0, 1.0, far))
    lower = np.where(real, np.minimum(first, second), np.nan)
    upper = np.where(real, np.maximum(first, second), np.nan)
    return lower, upper


def turn(angle: ArrayLike | None, rotation: ArrayLike | None) -> tuple[Array, Array]:
    """Return cosine and sine: of the angle, or as they are given in its place.

    ValueError, naming the argument, unless one of the two is given, and for a
    `rotation` that is not about 1 long.
    """
    if rotation is None:
        if angle is None:
            raise ValueError("angle must be given, or rotation in its place")
        theta = finite("angle", angle)
        return np.cos(theta), np.sin(theta)
    if angle is not None:
        raise ValueError("angle must be None where rotation is given")
    pair = vectors("rotation", rotation, 2)
    if (np.abs(length(pair) - 1.0) > _UNIT).any():
        raise ValueError("rotation must be a cosine and a sine, 1 long")
    return pair[..., 0], pair[..., 1]


def rotation_of(angle: ArrayLike | None, rotation: ArrayLike | None) -> ArrayLike:
    """Return cosine and sine (..., 2): of the angle, or as they are given instead.

    ValueError, naming the arguments, unless one of the two is given.
    """
    if rotation is not None:
        if angle is not None:
            raise ValueError("angle must be None where rotation is given")
        return rotation
    if angle is None:
        raise ValueError("angle must be given, or rotation in its place")
    theta = finite("angle", angle)
    pair = np.empty((*theta.shape, 2))
    np.cos(theta, out=pair[..., 0])
    np.sin(theta, out=pair[..., 1])
    return pair


def rotate2(a: Array, cosine: Array, sine: Array) -> Array:
    """Return `(..., 2)` vectors turned by the angle with that cosine and sine."""
    x, y = a[..., 0], a[..., 1]
    return np.stack([cosine * x - sine * y, sine * x + cosine * y], axis=-1)
