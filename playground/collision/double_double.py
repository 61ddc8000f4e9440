"""Arithmetic of about 32 digits: each number the unevaluated sum of two float64.

A verdict such as "does the line touch the circle" is the sign of a difference of
products of degree four. In float64 that difference drowns when the two sides are
nearly equal; here it keeps some 16 correct digits even at a relative gap of 1e-15.
Sources: Dekker, "A floating-point technique for extending the available precision"
(1971); Hida, Li and Bailey, "Library for Double-Double and Quad-Double Arithmetic"
(2001).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from playground.collision.numeric import Array, two_product, two_sum

if TYPE_CHECKING:
    from types import EllipsisType

    from numpy.typing import NDArray

ROUNDING = 2.0**-100
"""What may be left of a difference that is exactly zero, over the size of its terms:
a product errs by 7 * 2**-106, a sum by 3 * 2**-106 of its terms (Joldes, Muller and
Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
arithmetic", 2017), a square of such a difference by about twice as much. The
64 * 2**-106 here leaves room."""


@dataclass(frozen=True)
class DoubleDouble:
    """The number `high + low`, where `high` is the sum rounded to float64.

    A difference no larger than the rounding of its terms is zero, so that circles
    that exactly touch and vectors that are exactly parallel give exactly zero.
    """

    high: Array
    low: Array

    def __add__(self, other: DoubleDouble) -> DoubleDouble:
        total, error = two_sum(self.high, other.high)
        return _renormalized(total, error + (self.low + other.low))

    def __sub__(self, other: DoubleDouble) -> DoubleDouble:
        rest = self + DoubleDouble(-other.high, -other.low)
        return rest.settled(np.abs(self.high) + np.abs(other.high))

    def __mul__(self, other: DoubleDouble) -> DoubleDouble:
        product, error = two_product(self.high, other.high)
        cross_terms = self.high * other.low + self.low * other.high
        return _renormalized(product, error + cross_terms)

    def __getitem__(self, index: tuple[EllipsisType, int | list[int]]) -> DoubleDouble:
        return DoubleDouble(self.high[index], self.low[index])

    def settled(self, size: Array) -> DoubleDouble:
        """Return zero where the number is only the rounding of terms of that size."""
        known = np.abs(self.high) > ROUNDING * size
        return DoubleDouble(
            np.where(known, self.high, 0.0), np.where(known, self.low, 0.0)
        )

    def scaled(self, exponent: NDArray[np.int32]) -> DoubleDouble:
        """Return the number times `2**exponent`, exactly."""
        return DoubleDouble(np.ldexp(self.high, exponent), np.ldexp(self.low, exponent))


def _renormalized(high: Array, low: Array) -> DoubleDouble:
    total = high + low
    return DoubleDouble(total, low - (total - high))


def widen(value: Array) -> DoubleDouble:
    """Return `value` itself, with nothing in the low part."""
    return DoubleDouble(value, np.zeros_like(value))


def difference(a: Array, b: Array) -> DoubleDouble:
    """Return `a - b` exactly."""
    return DoubleDouble(*two_sum(a, -b))


def dot(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Return the dot product over the last axis."""
    products = a * b
    total, sizes = products[..., 0], np.abs(products.high)
    size = sizes[..., 0]
    for i in range(1, sizes.shape[-1]):
        total, size = total + products[..., i], size + sizes[..., i]
    return total.settled(size)


def cross2(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Return the scalar cross product of `(..., 2)` vectors."""
    products = a * b[..., [1, 0]]
    return products[..., 0] - products[..., 1]


def cross3(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Return the cross product `(..., 3)` of `(..., 3)` vectors."""
    following, preceding = [1, 2, 0], [2, 0, 1]
    plus = a[..., following] * b[..., preceding]
    return plus - a[..., preceding] * b[..., following]
