"""Quotients of whole numbers reckon and compare as fractions do, and round once."""

import math
import operator
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from playground.collision.exact.integers import Ratio, round_to_float

# Small ones are often equal.
WHOLE = st.integers(-3, 3) | st.integers(-(2**200), 2**200)
PARTS = st.tuples(WHOLE, WHOLE.filter(bool))


def fraction(value: Ratio | int) -> Fraction:
    return Fraction(value.top, value.bottom) if isinstance(value, Ratio) else value


@pytest.mark.parametrize(
    "done",
    [
        *(operator.add, operator.sub, operator.mul),
        *(operator.lt, operator.le, operator.gt, operator.ge, operator.eq),
    ],
)
@given(one=PARTS, other=PARTS | WHOLE)
def test_a_quotient_reckons_as_a_fraction_does(done, one, other):
    a, b = Ratio(*one), Ratio(*other) if isinstance(other, tuple) else other
    for x, y in ((a, b), (b, a), (a, a)):
        assert fraction(done(x, y)) == done(fraction(x), fraction(y))


@given(PARTS)
def test_signs_are_turned_and_left_off(parts):
    assert fraction(-Ratio(*parts)) == -Fraction(*parts)
    assert fraction(abs(Ratio(*parts))) == abs(Fraction(*parts))
    assert Ratio(*parts).bottom > 0


@given(PARTS | WHOLE, st.integers(-1200, 1200))
@example(2**53 + 1, 0)
@example((1, 3), -1)
@example(-1, 1075)
def test_what_is_rounded_is_the_nearest_float_and_zero_for_zero_alone(parts, exponent):
    value = Ratio(*parts) if isinstance(parts, tuple) else parts
    exact = fraction(value) / Fraction(2) ** exponent
    assume(abs(exact) < 2**1023)
    least = math.copysign(5e-324, exact) if exact else 0.0
    assert round_to_float(value, exponent) == (float(exact) or least)


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_too_large_for_a_float_is_infinite(sign):
    assert (
        round_to_float(sign * 2**1025, 0)
        == round_to_float(sign, -1025)
        == sign * math.inf
    )


def test_what_is_a_float_stays():
    assert round_to_float(math.inf, 7) == math.inf
