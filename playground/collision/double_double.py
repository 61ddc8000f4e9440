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
"""What is left of a difference of two products when it is exactly zero, over their
sizes: a product errs by 7 * 2**-106, a sum by 3 * 2**-106 of its terms (Joldes, Muller
and Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
arithmetic", 2017). The 64 * 2**-106 here leaves room."""


@dataclass(frozen=True)
class DoubleDouble:
    """The number `high + low`, where `high` is the sum rounded to float64."""

    high: Array
    low: Array

    def __add__(self, other: DoubleDouble) -> DoubleDouble:
        total, error = two_sum(self.high, other.high)
        return _renormalized(total, error + (self.low + other.low))

    def __sub__(self, other: DoubleDouble) -> DoubleDouble:
        return self + DoubleDouble(-other.high, -other.low)

    def __mul__(self, other: DoubleDouble) -> DoubleDouble:
        product, error = two_product(self.high, other.high)
        cross_terms = self.high * other.low + self.low * other.high
        return _renormalized(product, error + cross_terms)

    def __getitem__(self, index: tuple[EllipsisType, int | list[int]]) -> DoubleDouble:
        return DoubleDouble(self.high[index], self.low[index])

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
    total = products[..., 0]
    for i in range(1, products.high.shape[-1]):
        total = total + products[..., i]
    return total


def cross2(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Return the scalar cross product of `(..., 2)` vectors."""
    products = a * b[..., [1, 0]]
    return products[..., 0] - products[..., 1]


def cross3(a: DoubleDouble, b: DoubleDouble) -> DoubleDouble:
    """Return the cross product `(..., 3)` of `(..., 3)` vectors.

    A component that is no larger than the rounding of its two products is set to
    zero, so that vectors which are exactly parallel give exactly zero.
    """
    following, preceding = [1, 2, 0], [2, 0, 1]
    plus = a[..., following] * b[..., preceding]
    minus = a[..., preceding] * b[..., following]
    result = plus - minus
    noise = ROUNDING * (np.abs(plus.high) + np.abs(minus.high))
    significant = np.abs(result.high) > noise
    return DoubleDouble(
        np.where(significant, result.high, 0.0), np.where(significant, result.low, 0.0)
    )
