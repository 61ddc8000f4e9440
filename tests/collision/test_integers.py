"""Fractions of integers: addition, comparison, and a single rounding."""

import math
import operator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from playground.collision.exact.expression import (
    ExpressionGraph,
    maximum,
    minimum,
    select,
    sqrt,
)
from playground.collision.exact.integers import IntegerSolver, round_to_float

# Small ones are often equal.
WHOLE = st.integers(-3, 3) | st.integers(-(2**53), 2**53)
DIVISORS = WHOLE.filter(bool)
LIMIT = 2**1023


def answers_of(formula, numbers):
    """Return the values of a formula of lengths, alone and in a batch."""
    record = ExpressionGraph()
    names = [f"x{i}" for i in range(len(numbers))]
    outputs = formula(*(record.add_node("input", name) for name in names))
    solver = IntegerSolver(dict.fromkeys(names, "length"), outputs)
    alone = solver.solve_single([float(x) for x in numbers])
    (batch,) = np.transpose(solver.solve(np.array([numbers], float)))
    np.testing.assert_array_equal(alone, batch)
    return alone


ADDED = operator.add, operator.sub, operator.mul
COMPARED = operator.lt, operator.le, operator.gt, operator.ge


@given(a=WHOLE, b=DIVISORS, c=WHOLE, d=DIVISORS)
def test_fractions_add_up_multiply_and_compare(a, b, c, d):
    """Over one denominator, over two, and beside what is no fraction."""

    def formula(a, b, c, d):
        pairs = (a / b, c / d), (a / b, c / b), (a * a / b, c), (c, a * a / d)
        return [do(*pair) for do in (*ADDED, *COMPARED) for pair in pairs]

    x, y = Fraction(a, b), Fraction(c, d)
    pairs = (
        (x, y),
        (x, Fraction(c, b)),
        (Fraction(a * a, b), c),
        (c, Fraction(a * a, d)),
    )
    exact = [float(do(*pair)) for do in (*ADDED, *COMPARED) for pair in pairs]
    assert answers_of(formula, (a, b, c, d)) == exact


@given(a=WHOLE, b=DIVISORS, c=WHOLE, d=DIVISORS)
def test_one_of_two_fractions_is_chosen_with_its_denominator(a, b, c, d):
    def formula(a, b, c, d):
        x, y = a / b, c / d
        chosen = [select(a < c, x, y), select(a < c, x, 0.0), select(a < c, x, c / b)]
        return [*chosen, maximum(x, y), minimum(x, y), abs(x), -y]

    x, y = Fraction(a, b), Fraction(c, d)
    chosen = [x, x, x] if a < c else [y, 0, Fraction(c, b)]
    exact = [*chosen, max(x, y), min(x, y), abs(x), -y]
    assert answers_of(formula, (a, b, c, d)) == [*map(float, exact)]


@given(WHOLE, DIVISORS)
def test_a_root_of_a_fraction_is_a_fraction(a, b):
    found = answers_of(lambda a, b: [sqrt((a * a) / (b * b)) + 1.0], (a, b))
    assert found == [float(abs(Fraction(a, b)) + 1)]


def test_what_is_divided_by_zero_is_not_read():
    def formula(a, b):
        return [select(b > 0.0, a / b, float("nan")), select(b > 0.0, a / b, 0.0)]

    nan, zero = answers_of(formula, (3, 0))
    assert math.isnan(nan)
    assert zero == 0.0


@given(WHOLE | st.integers(-(2**200), 2**200), DIVISORS, st.integers(-1200, 1200))
@example(2**53 + 1, 1, 0)
@example(1, 3, -1)
@example(-1, 1, 1075)
def test_a_fraction_is_rounded_to_the_nearest_float_and_to_zero_if_it_is_zero(
    top, bottom, exponent
):
    top, bottom = (top, bottom) if bottom > 0 else (-top, -bottom)
    exact = Fraction(top, bottom) / Fraction(2) ** exponent
    assume(abs(exact) < LIMIT)
    least = math.copysign(5e-324, exact) if exact else 0.0
    assert round_to_float(top, bottom, exponent) == (float(exact) or least)


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_too_large_for_a_float_is_infinite(sign):
    assert (
        round_to_float(sign * 2**1025, 1, 0)
        == round_to_float(sign, 1, -1025)
        == sign * math.inf
    )


def test_what_is_a_float_stays():
    assert round_to_float(math.inf, 1, 7) == math.inf
