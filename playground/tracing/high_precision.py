"""High-precision numbers: exact rationals, and 320-bit numbers for roots and angles."""

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from math import inf, log2
from typing import Any

_PRECISION_BITS = ContextVar("bits", default=320)
"""Precision of numbers that are not exact, in bits."""
_MAX_EXACT_BITS = 8192
"""Length in bits from which an exact number is rounded."""
_MAX_UNREDUCED_BITS = 1024
"""Length in bits from which a fraction is reduced."""
_EXACT = -inf


@contextmanager
def use_precision(bits: int) -> Iterator[None]:
    """Use this precision, in bits, for inexact numbers within a `with` block."""
    token = _PRECISION_BITS.set(bits)
    try:
        yield
    finally:
        _PRECISION_BITS.reset(token)


class ExactNumber:
    """Number `top / bottom * 2**power` with an error bound, or an infinity or NaN.

    Attributes
    ----------
    top, bottom, power : int
        `bottom` is odd and positive.
    doubt : float
        Base-2 logarithm of the error bound; -inf if exact. Numbers closer than the
        error bound count as equal.
    beyond : float
        0.0 for a number; an infinity; or NaN if undefined.
    """

    __slots__ = ("beyond", "bottom", "doubt", "power", "top")

    def __init__(
        self,
        top: int,
        bottom: int = 1,
        power: int = 0,
        doubt: float = _EXACT,
        beyond: float = 0.0,
    ) -> None:
        self.top = top
        self.bottom = bottom
        self.power = power
        self.doubt = doubt
        self.beyond = beyond

    @classmethod
    def from_number(cls, number: Any) -> "ExactNumber":
        """Return a float, int or Fraction as an exact number; NaN is undefined."""
        # A Fraction's `isinstance` is slow: test for float first.
        if isinstance(number, float) or not isinstance(number, int | Fraction):
            number = float(number)
            if not math.isfinite(number):
                return cls(0, beyond=number)
        top, bottom = number.as_integer_ratio()
        twos = (bottom & -bottom).bit_length() - 1
        return cls(top, bottom >> twos, -twos)

    @property
    def value(self) -> Fraction | float | None:
        """The number as a Fraction; a float if infinite; None if undefined."""
        if self.beyond:
            return self.beyond if math.isinf(self.beyond) else None
        if self.power < 0:
            return Fraction(self.top, self.bottom << -self.power)
        return Fraction(self.top << self.power, self.bottom)

    @property
    def is_defined(self) -> bool:
        """True if it is a number or an infinity."""
        return self.beyond == self.beyond

    def is_identical(self, other: "ExactNumber") -> bool:
        """Return whether both are exact and have the same representation."""
        mine = self.top, self.bottom, self.power, self.doubt, self.beyond
        its = other.top, other.bottom, other.power, other.doubt, other.beyond
        return mine == its and self.doubt == _EXACT

    @property
    def is_exact(self) -> bool:
        """True if its error is zero."""
        return self.doubt == _EXACT

    @property
    def size(self) -> float:
        """Base-2 logarithm of its absolute value; -inf for 0."""
        if not self.top:
            return -inf
        size = log2(abs(self.top)) + self.power
        return size if self.bottom == 1 else size - log2(self.bottom)

    def __add__(self, other: "ExactNumber") -> "ExactNumber":
        if self.beyond or other.beyond:
            return _apply_special(operator.add, self, other)
        return _add_aligned(self, other, other.top)

    def __sub__(self, other: "ExactNumber") -> "ExactNumber":
        if self.beyond or other.beyond:
            return _apply_special(operator.sub, self, other)
        return _add_aligned(self, other, -other.top)

    def __mul__(self, other: "ExactNumber") -> "ExactNumber":
        if self.beyond or other.beyond:
            return _apply_special(operator.mul, self, other)
        mine, its, doubt = self.doubt, other.doubt, _EXACT
        if its != _EXACT:
            doubt = self.size + its
        if mine != _EXACT:
            combined_size = other.size + mine
            doubt = (
                combined_size
                if its == _EXACT
                else _add_errors(_add_errors(doubt, combined_size), mine + its)
            )
        top, bottom = self.top * other.top, self.bottom * other.bottom
        return _round_if_needed(top, bottom, self.power + other.power, doubt)

    def __truediv__(self, other: "ExactNumber") -> "ExactNumber":
        if self.beyond or other.beyond:
            return _apply_special(operator.truediv, self, other)
        if not other.top:
            return UNDEFINED
        doubt = _EXACT
        if self.doubt != _EXACT or other.doubt != _EXACT:
            size = other.size
            if size <= other.doubt + 1.0:
                return UNDEFINED
            ratio = self.size - 2.0 * size + other.doubt
            doubt = 1.0 + _add_errors(self.doubt - size, ratio)
        below = abs(other.top)
        twos = (below & -below).bit_length() - 1
        top, bottom = self.top * other.bottom, (below >> twos) * self.bottom
        power = self.power - other.power - twos
        return _round_if_needed(top if other.top > 0 else -top, bottom, power, doubt)

    def __neg__(self) -> "ExactNumber":
        return ExactNumber(-self.top, self.bottom, self.power, self.doubt, -self.beyond)

    def __pos__(self) -> "ExactNumber":
        return self

    def __abs__(self) -> "ExactNumber":
        return -self if self.top < 0 or self.beyond < 0.0 else self

    def __pow__(self, other: "ExactNumber") -> "ExactNumber":
        """Raise to an integer power up to 64, or to 1/2; TypeError for any other."""
        power = other.value
        if power == Fraction(1, 2):
            return root(self)
        if not isinstance(power, Fraction) or power.denominator != 1 or power**2 > 4096:
            raise TypeError("only whole and half powers are known")
        product = ONE
        for _ in range(abs(int(power))):
            product = product * self
        return product if power >= 0 else ONE / product

    def __floordiv__(self, other: "ExactNumber") -> "ExactNumber":
        return floor(self / other)

    def __mod__(self, other: "ExactNumber") -> "ExactNumber":
        return self - floor(self / other) * other

    def compare(self, other: "ExactNumber") -> int | None:
        """Return 1, 0 or -1 for greater, equal or less; None if either is undefined.

        Numbers whose difference is within its error bound count as equal.
        """
        if self.beyond or other.beyond:
            if not (self.is_defined and other.is_defined):
                return None
            return (self.beyond > other.beyond) - (self.beyond < other.beyond)
        apart = self - other if other.top else self
        top = apart.top
        if not top or (apart.doubt != _EXACT and apart.size <= apart.doubt):
            return 0
        return 1 if top > 0 else -1

    def to_scaled_float(self, power: int) -> float:
        """Return the number over 2**power rounded to a float; NaN if undefined."""
        if self.beyond:
            return self.beyond
        top, bottom = self.top, self.bottom
        shift = 64 + bottom.bit_length() - top.bit_length()
        ratio, rest = divmod(top << max(shift, 0), bottom << max(-shift, 0))
        try:
            # The last bit keeps what is cut off from looking like half a unit.
            return math.ldexp(ratio | (rest > 0), self.power - shift - power)
        except OverflowError:
            return inf if top > 0 else -inf

    def __float__(self) -> float:
        """Return the nearest float; NaN if undefined."""
        return self.to_scaled_float(0)


ZERO, ONE = ExactNumber(0), ExactNumber(1)
UNDEFINED = ExactNumber(0, beyond=math.nan)


def _add_aligned(one: ExactNumber, other: ExactNumber, top: int) -> ExactNumber:
    """Return `one` plus `other`, with `top` in place of the latter's own."""
    a, b, bottom = one.top, top, one.bottom
    if bottom != other.bottom:
        a, b, bottom = a * other.bottom, b * bottom, bottom * other.bottom
    shift, power = one.power - other.power, other.power
    if shift < 0:
        b, shift, power = b << -shift, 0, one.power
    exact = one.doubt == other.doubt == _EXACT
    doubt = _EXACT if exact else _add_errors(one.doubt, other.doubt)
    return _round_if_needed((a << shift) + b, bottom, power, doubt)


def _add_errors(a: float, b: float) -> float:
    """Return the base-2 logarithm of a sum of two errors."""
    if a < b:
        a, b = b, a
    return a if b == _EXACT else a + log2(1.0 + 2.0 ** (b - a))


def _round_if_needed(top: int, bottom: int, power: int, doubt: float) -> ExactNumber:
    """Return a result, rounded if it is not exact or too long."""
    length, below = top.bit_length(), bottom.bit_length()
    if doubt == _EXACT:
        if length <= _MAX_UNREDUCED_BITS and below <= _MAX_UNREDUCED_BITS:
            return ExactNumber(top, bottom, power)
        shared = math.gcd(top, bottom)
        top, bottom = top // shared, bottom // shared
        if top.bit_length() + bottom.bit_length() <= _MAX_EXACT_BITS:
            return ExactNumber(top, bottom, power)
    if not top:
        return ExactNumber(0, doubt=doubt)
    shift = _PRECISION_BITS.get() - length + below
    if shift >= 0:
        top = (top << shift) // bottom
    else:
        top //= bottom << -shift
    short = ExactNumber(top, 1, power - shift)
    short.doubt = _add_errors(doubt, float(power - shift))
    return short


def _apply_special(
    act: Callable[[float, float], float], a: ExactNumber, b: ExactNumber
) -> ExactNumber:
    """Return a result where an operand is infinite or undefined."""
    signs = [x.beyond or float((x.top > 0) - (x.top < 0)) for x in (a, b)]
    try:
        result = act(*signs)
    except ZeroDivisionError:
        return UNDEFINED
    return ExactNumber(0, beyond=result)


def root(x: ExactNumber) -> ExactNumber:
    """Return the square root: exact for a perfect square, undefined below 0."""
    if x.beyond:
        return x if x.beyond > 0.0 else UNDEFINED
    if x.compare(ZERO) == 0:
        return ExactNumber(0, doubt=x.doubt / 2.0)
    if x.top < 0:
        return UNDEFINED
    odd = x.power % 2
    whole, power = x.top << odd, x.power - odd
    if x.doubt == _EXACT:
        top, bottom = math.isqrt(whole), math.isqrt(x.bottom)
        if top * top == whole and bottom * bottom == x.bottom:
            return ExactNumber(top, bottom, power // 2)
        shared = math.gcd(x.top, x.bottom)
        if shared > 1:
            return root(ExactNumber(x.top // shared, x.bottom // shared, x.power))
    even = max(
        0, _PRECISION_BITS.get() + (x.bottom.bit_length() - whole.bit_length()) // 2 + 1
    )
    near = ExactNumber(
        math.isqrt((whole << 2 * even) // x.bottom), 1, power // 2 - even
    )
    estimate = float(near.power)
    near.doubt = _add_errors(x.doubt - near.size, estimate)
    return _round_if_needed(near.top, 1, near.power, near.doubt)


def hypotenuse(*numbers: ExactNumber) -> ExactNumber:
    """Return the root of the sum of squares."""
    total = ZERO
    for x in numbers:
        total = total + x * x
    return root(total)


def floor(x: ExactNumber) -> ExactNumber:
    """Return the largest integer not above x; the nearest if within the error bound."""
    value = x.value
    if not isinstance(value, Fraction):
        return x
    near = ExactNumber(round(value))
    return near if x.compare(near) == 0 else ExactNumber(math.floor(value))


def ceil(x: ExactNumber) -> ExactNumber:
    """Return the smallest integer not below x, with the same tolerance as `floor`."""
    return -floor(-x)


def trunc(x: ExactNumber) -> ExactNumber:
    """Return the integer part, rounded toward 0."""
    return floor(x) if x.compare(ZERO) != -1 else ceil(x)


def remainder(x: ExactNumber, y: ExactNumber) -> ExactNumber:
    """Return the remainder of x / y with the sign of x, as C's `fmod`.

    It is undefined for y = 0.
    """
    return x - trunc(x / y) * y


@lru_cache(16)
def _pi_fixed_point(bits: int) -> int:
    """Return pi in units of 2**-bits."""

    def arctan(n: int) -> int:
        power = total = (1 << bits + 16) // n
        k = 1
        while power:
            power //= -n * n
            k += 2
            total += power // k
        return total

    return 4 * (4 * arctan(5) - arctan(239)) >> 16


@lru_cache(64)
def _sincos_fixed_point(
    top: int, bottom: int, power: int, bits: int
) -> tuple[int, int]:
    """Return sine and cosine of an angle in units of 2**-bits."""
    shift = bits + power
    angle = (top << shift) // bottom if shift >= 0 else top // (bottom << -shift)
    quarter = _pi_fixed_point(bits) >> 1
    turns, rest = divmod(angle + (quarter >> 1), quarter)
    rest -= quarter >> 1
    # Taylor series of both, term by term in turn.
    term, k = 1 << bits, 0
    parts = [0, 0]
    while term:
        parts[k % 2] += -term if k % 4 >= 2 else term
        k += 1
        term = (term * rest >> bits) // k
    cosine, sine = parts
    for _ in range(turns % 4):
        sine, cosine = cosine, -sine
    return sine, cosine


def _evaluate_sincos(x: ExactNumber, place: int) -> ExactNumber:
    if x.beyond:
        return UNDEFINED
    if not x.top:
        return ExactNumber(place, doubt=x.doubt)
    size = x.size
    wide = _PRECISION_BITS.get()
    bits = wide + 64 + 64 * math.ceil(abs(size) / 64.0)
    result = _sincos_fixed_point(x.top, x.bottom, x.power, bits)[place]
    return _round_if_needed(
        result, 1, -bits, _add_errors(x.doubt, min(size, 0.0) - wide)
    )


def sine(x: ExactNumber) -> ExactNumber:
    """Return the sine of an angle in radians."""
    return _evaluate_sincos(x, 0)


def cosine(x: ExactNumber) -> ExactNumber:
    """Return the cosine of an angle in radians."""
    return _evaluate_sincos(x, 1)


def tangent(x: ExactNumber) -> ExactNumber:
    """Return the tangent of an angle in radians."""
    return sine(x) / cosine(x)


def pi() -> ExactNumber:
    """Return pi."""
    wide = _PRECISION_BITS.get()
    return ExactNumber(_pi_fixed_point(wide + 64), 1, -wide - 64, -float(wide))


def arctan(x: ExactNumber) -> ExactNumber:
    """Return the angle with this tangent, in radians."""
    if math.isinf(x.beyond):
        half = pi() / ExactNumber(2)
        return half if x.beyond > 0.0 else -half
    if x.beyond or not x.top:
        return x
    near = ExactNumber.from_number(math.atan(float(x)))
    slope = tangent(near)
    rest = (x - slope) / (ONE + x * slope)
    square, term, total = rest * rest, rest, near + rest
    # `rest` is below 2**-50, so each term is below 2**-50 of the one before.
    for k in range(3, max(17, _PRECISION_BITS.get() // 25), 2):
        term = -(term * square)
        total = total + term / ExactNumber(k)
    return total


def arctan2(y: ExactNumber, x: ExactNumber) -> ExactNumber:
    """Return the angle of the direction (x, y), in radians; 0 for the zero vector."""
    sign_y, sign_x = y.compare(ZERO), x.compare(ZERO)
    if sign_y is None or sign_x is None:
        return UNDEFINED
    if not sign_x:
        return ExactNumber(sign_y) * pi() / ExactNumber(2)
    angle = arctan(y / x)
    if sign_x > 0:
        return angle
    return angle + pi() if sign_y >= 0 else angle - pi()


def arccos(x: ExactNumber) -> ExactNumber:
    """Return the angle with this cosine, in radians; undefined outside [-1, 1]."""
    return arctan2(root(ONE - x * x), x)


def arcsin(x: ExactNumber) -> ExactNumber:
    """Return the angle with this sine, in radians; undefined outside [-1, 1]."""
    return arctan2(x, root(ONE - x * x))
