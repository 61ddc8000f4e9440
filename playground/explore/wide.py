"""True numbers: exact fractions, and wide ones where there are roots or angles."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import inf, log2
from typing import Any

WIDE = 320
"""How many bits a number keeps that is not exact."""
_LONGEST = 8192
"""An exact number longer than that, in bits, is kept wide instead."""
_EXACT = -inf

Value = Fraction | float | None


class Wide:
    """A true number.

    Attributes
    ----------
    value : Fraction, float or None
        The number; a float for an infinity; None where it is not defined.
    doubt : float
        The power of two that its error is at most; minus infinity where it is exact.
        What is nearer to a number than that counts as equal to it.
    """

    __slots__ = ("doubt", "value")

    def __init__(self, value: Value, doubt: float = _EXACT) -> None:
        self.value = value
        self.doubt = doubt

    @classmethod
    def of(cls, number: Any) -> "Wide":
        """Return a float, an int or a Fraction as a true number; NaN is not defined."""
        if isinstance(number, Fraction):
            return cls(number)
        if isinstance(number, int):
            return cls(Fraction(number))
        number = float(number)
        if math.isfinite(number):
            return cls(Fraction(number))
        return cls(None if number != number else number)

    def __add__(self, other: "Wide") -> "Wide":
        x, y = self.value, other.value
        if not (isinstance(x, Fraction) and isinstance(y, Fraction)):
            return _beyond(operator.add, x, y)
        return _kept(x + y, _both(self.doubt, other.doubt))

    def __sub__(self, other: "Wide") -> "Wide":
        return self + -other

    def __mul__(self, other: "Wide") -> "Wide":
        x, y = self.value, other.value
        if not (isinstance(x, Fraction) and isinstance(y, Fraction)):
            return _beyond(operator.mul, x, y)
        if self.doubt == other.doubt == _EXACT:
            return _kept(x * y, _EXACT)
        mine, its = self.doubt, other.doubt
        doubt = _both(_both(_size(x) + its, _size(y) + mine), mine + its)
        return _kept(x * y, doubt)

    def __truediv__(self, other: "Wide") -> "Wide":
        x, y = self.value, other.value
        if not (isinstance(x, Fraction) and isinstance(y, Fraction)):
            return _beyond(operator.truediv, x, y)
        if not y or _size(y) <= other.doubt + 1.0:
            return UNDEFINED
        if self.doubt == other.doubt == _EXACT:
            return _kept(x / y, _EXACT)
        size = _size(y)
        doubt = 1.0 + _both(self.doubt - size, _size(x) - 2.0 * size + other.doubt)
        return _kept(x / y, doubt)

    def __neg__(self) -> "Wide":
        return self if self.value is None else Wide(-self.value, self.doubt)

    def __pos__(self) -> "Wide":
        return self

    def __abs__(self) -> "Wide":
        return -self if self.against(ZERO) == -1 else self

    def __pow__(self, other: "Wide") -> "Wide":
        """Raise to a whole power, or to a half."""
        power = other.value
        if not isinstance(power, Fraction) or other.doubt != _EXACT:
            raise TypeError("only whole and half powers are known")
        if power == Fraction(1, 2):
            return root(self)
        if power.denominator != 1 or abs(power) > 64:
            raise TypeError("only whole and half powers are known")
        product = Wide(Fraction(1))
        for _ in range(abs(int(power))):
            product = product * self
        return product if power >= 0 else Wide(Fraction(1)) / product

    def __floordiv__(self, other: "Wide") -> "Wide":
        return floor(self / other)

    def __mod__(self, other: "Wide") -> "Wide":
        return self - floor(self / other) * other

    def against(self, other: "Wide") -> int | None:
        """Return 1, 0 or -1: whether it is more, equal or less; None if undefined."""
        x, y = self.value, other.value
        if x is None or y is None:
            return None
        if x == y:
            return 0
        if isinstance(x, Fraction) and isinstance(y, Fraction):
            doubt = _both(self.doubt, other.doubt)
            if doubt != _EXACT and _size(x - y) <= doubt:
                return 0
        return 1 if x > y else -1

    def __float__(self) -> float:
        """Return the nearest float; NaN where it is not defined."""
        if self.value is None:
            return math.nan
        try:
            return float(self.value)
        except OverflowError:
            return inf if self.value > 0 else -inf


UNDEFINED = Wide(None)


def _size(value: Fraction) -> float:
    """Return the power of two that a number is."""
    if not value:
        return -inf
    return log2(abs(value.numerator)) - log2(value.denominator)


def _both(a: float, b: float) -> float:
    """Return the power of two that two others are together."""
    if a < b:
        a, b = b, a
    return a if b == _EXACT else a + log2(1.0 + 2.0 ** (b - a))


def _kept(value: Fraction, doubt: float) -> Wide:
    """Return a result, rounded where it is not exact, or too long to stay so."""
    top, bottom = value.numerator, value.denominator
    if doubt == _EXACT and top.bit_length() + bottom.bit_length() <= _LONGEST:
        return Wide(value)
    if not top:
        return Wide(value, doubt)
    shift = WIDE - top.bit_length() + bottom.bit_length()
    if shift >= 0:
        short = Fraction((top << shift) // bottom, 1 << shift)
    else:
        short = Fraction((top // (bottom << -shift)) << -shift)
    return Wide(short, _both(doubt, _size(value) - WIDE + 1.0))


def _beyond(act: Callable[[float, float], float], x: Value, y: Value) -> Wide:
    """Return a result where one of the numbers is infinite or not defined."""
    if x is None or y is None:
        return UNDEFINED
    signs = [v if isinstance(v, float) else float((v > 0) - (v < 0)) for v in (x, y)]
    try:
        result = act(*signs)
    except ZeroDivisionError:
        return UNDEFINED
    return Wide.of(result)


def root(x: Wide) -> Wide:
    """Return the square root: exact of a perfect square, not defined of less than 0."""
    v = x.value
    if v is None or (isinstance(v, float) and v < 0.0):
        return UNDEFINED
    if isinstance(v, float):
        return x
    if _size(v) <= x.doubt:
        return Wide(Fraction(0), x.doubt / 2.0)
    if v < 0:
        return UNDEFINED
    top, bottom = math.isqrt(v.numerator), math.isqrt(v.denominator)
    if x.doubt == _EXACT and top * top == v.numerator and bottom**2 == v.denominator:
        return Wide(Fraction(top, bottom))
    even = 2 * (WIDE + max(0, math.ceil(-_size(v) / 2.0)))
    near = Fraction(math.isqrt((v.numerator << even) // v.denominator), 1 << even // 2)
    size = _size(near)
    return _kept(near, _both(x.doubt - size, size - WIDE + 1.0))


def hypotenuse(*numbers: Wide) -> Wide:
    """Return the root of the sum of squares."""
    total = Wide(Fraction(0))
    for x in numbers:
        total = total + x * x
    return root(total)


def floor(x: Wide) -> Wide:
    """Return the whole number below; the nearest one, where it may be that."""
    v = x.value
    if not isinstance(v, Fraction):
        return x
    near = round(v)
    return Wide(Fraction(near if _size(v - near) <= x.doubt else math.floor(v)))


def ceil(x: Wide) -> Wide:
    """Return the whole number above."""
    return -floor(-x)


def trunc(x: Wide) -> Wide:
    """Return the whole number toward 0."""
    return floor(x) if x.against(ZERO) != -1 else ceil(x)


def remainder(x: Wide, y: Wide) -> Wide:
    """Return what is left of x, with its sign, as C's fmod does."""
    return x - trunc(x / y) * y


ZERO = Wide(Fraction(0))


@lru_cache(16)
def _pi(bits: int) -> int:
    """Return pi with that many bits behind the point."""

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
def _turn(v: Fraction) -> tuple[Fraction, Fraction]:
    """Return sine and cosine, with an error far below 2^-WIDE of each or of v."""
    bits = WIDE + 64 + 64 * math.ceil(abs(_size(v)) / 64.0)
    quarter = _pi(bits) >> 1
    angle = (v.numerator << bits) // v.denominator
    turns, rest = divmod(angle + (quarter >> 1), quarter)
    rest -= quarter >> 1
    # Taylor's series of both: a term, and then the next.
    term, k = 1 << bits, 0
    parts = [0, 0]
    while term:
        parts[k % 2] += -term if k % 4 >= 2 else term
        k += 1
        term = (term * rest >> bits) // k
    cosine, sine = (Fraction(part, 1 << bits) for part in parts)
    for _ in range(turns % 4):
        sine, cosine = cosine, -sine
    return sine, cosine


def _angular(x: Wide, place: int) -> Wide:
    v = x.value
    if not isinstance(v, Fraction):
        return UNDEFINED
    if not v and x.doubt == _EXACT:
        return Wide(Fraction(place))
    made = min(_size(v), 0.0) - WIDE if v else -float(WIDE)
    result = _turn(v)[place] if v else Fraction(place)
    return _kept(result, _both(x.doubt, made))


def sine(x: Wide) -> Wide:
    """Return the sine of an angle in radians."""
    return _angular(x, 0)


def cosine(x: Wide) -> Wide:
    """Return the cosine of an angle in radians."""
    return _angular(x, 1)


def tangent(x: Wide) -> Wide:
    """Return the tangent of an angle in radians."""
    return sine(x) / cosine(x)


def pi() -> Wide:
    """Return pi."""
    return Wide(Fraction(_pi(WIDE + 64), 1 << WIDE + 64), -float(WIDE))


def arctan(x: Wide) -> Wide:
    """Return the angle with that tangent."""
    v = x.value
    if v is None or v == 0:
        return x
    near = Wide.of(math.atan(float(x)))
    if isinstance(v, float):
        half = pi() / Wide(Fraction(2))
        return half if v > 0.0 else -half
    slope = tangent(near)
    rest = (x - slope) / (Wide(Fraction(1)) + x * slope)
    square, term, total = rest * rest, rest, near + rest
    for k in range(3, 17, 2):
        term = -(term * square)
        total = total + term / Wide(Fraction(k))
    return total


def arctan2(y: Wide, x: Wide) -> Wide:
    """Return the angle of a direction."""
    across, along = y.against(ZERO), x.against(ZERO)
    if across is None or along is None:
        return UNDEFINED
    if not along:
        return Wide(Fraction(across)) * pi() / Wide(Fraction(2))
    angle = arctan(y / x)
    if along > 0:
        return angle
    return angle + pi() if across >= 0 else angle - pi()


def arccos(x: Wide) -> Wide:
    """Return the angle with that cosine."""
    one = Wide(Fraction(1))
    return arctan2(root(one - x * x), x)


def arcsin(x: Wide) -> Wide:
    """Return the angle with that sine."""
    one = Wide(Fraction(1))
    return arctan2(x, root(one - x * x))
