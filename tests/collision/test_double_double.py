"""Double-double arithmetic against exact fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.collision.double_double import (
    ROUNDING,
    DoubleDouble,
    cross2,
    cross3,
    difference,
    dot,
    widen,
)

ULP2 = Fraction(1, 2**106)

numbers = st.floats(-1e40, 1e40).filter(lambda x: x == 0.0 or abs(x) > 1e-40)
wides = st.builds(lambda a, b: difference(np.array(a), np.array(b)), numbers, numbers)
vectors = st.lists(wides, min_size=3, max_size=3)


def exact(x):
    return Fraction(float(x.high)) + Fraction(float(x.low))


def stack(components):
    return DoubleDouble(
        np.array([c.high for c in components]), np.array([c.low for c in components])
    )


@given(numbers, numbers)
def test_a_difference_of_two_floats_is_exact(a, b):
    assert exact(difference(np.array(a), np.array(b))) == Fraction(a) - Fraction(b)


@given(wides, wides)
def test_products_err_by_a_few_units_of_106_bits(a, b):
    product = exact(a) * exact(b)
    assert abs(exact(a * b) - product) <= 7 * ULP2 * abs(product)
    assert (a * b).high == float((a * b).high) + float((a * b).low)


@given(wides, wides)
def test_sums_err_by_a_few_units_of_their_terms(a, b):
    terms = abs(exact(a)) + abs(exact(b))
    assert abs(exact(a + b) - (exact(a) + exact(b))) <= 3 * ULP2 * terms


@given(wides, wides)
def test_a_difference_is_zero_exactly_when_only_rounding_is_left(a, b):
    terms, true = abs(exact(a)) + abs(exact(b)), exact(a) - exact(b)
    noise = Fraction(ROUNDING) * terms
    found = exact(a - b)
    if abs(true) < noise / 2:
        assert found == 0
    if abs(true) > 2 * noise:
        assert abs(found - true) <= 3 * ULP2 * terms


@given(vectors, vectors)
def test_vector_products(a, b):
    def products(pairs):
        terms = [sign * exact(a[i]) * exact(b[j]) for i, j, sign in pairs]
        return sum(terms), Fraction(ROUNDING) * sum(map(abs, terms)) * 2

    def check(found, pairs):
        true, bound = products(pairs)
        assert abs(exact(found) - true) <= bound

    wide_a, wide_b = stack(a), stack(b)
    check(dot(wide_a, wide_b), [(0, 0, 1), (1, 1, 1), (2, 2, 1)])
    plane = cross2(wide_a[..., [0, 1]], wide_b[..., [0, 1]])
    check(plane, [(0, 1, 1), (1, 0, -1)])
    for k, (i, j) in enumerate([(1, 2), (2, 0), (0, 1)]):
        check(cross3(wide_a, wide_b)[..., k], [(i, j, 1), (j, i, -1)])


@given(vectors, st.integers(-40, 40))
def test_parallel_vectors_have_exactly_no_cross_product(a, power):
    wide = stack(a)
    scaled = wide.scaled(np.int32(power))
    assert not cross3(wide, scaled).high.any()
    assert exact(scaled[..., 0]) == exact(a[0]) * Fraction(2) ** power


@pytest.mark.parametrize("factor", [3.0, 7.0, 1.0 / 3.0, 0.1])
def test_equal_products_of_many_bits_differ_by_zero(factor):
    rng = np.random.default_rng(2)
    a = difference(rng.normal(size=1000), 1e-17 * rng.normal(size=1000))
    b, k = widen(rng.normal(size=1000)), widen(np.full(1000, factor))
    assert not ((a * b) * k - (a * k) * b).high.any()


def test_the_rounding_level_lies_just_above_106_bits():
    one, almost = widen(np.array(1.0)), difference(np.array(1.0), np.array(2.0**-98))
    assert exact(one - almost) == Fraction(1, 2**98)
    nearly = difference(np.array(1.0), np.array(2.0**-100))
    assert exact(one - nearly) == 0


def test_perpendicular_vectors_of_many_bits_have_exactly_no_dot_product():
    rng = np.random.default_rng(9)
    noise = 1e-17 * rng.normal(size=(1000, 2))
    v, k = difference(rng.normal(size=(1000, 2)), noise), widen(np.full(1000, 3.0))
    x, y = v[..., 0], v[..., 1]
    turned = [DoubleDouble(-y.high, -y.low) * k, x * k]
    normal = DoubleDouble(
        np.stack([c.high for c in turned], -1), np.stack([c.low for c in turned], -1)
    )
    assert not dot(v, normal).high.any()


@given(st.lists(numbers, min_size=2, max_size=2))
def test_perpendicular_vectors_have_exactly_no_dot_product(v):
    x, y = v
    assert dot(widen(np.array([x, y])), widen(np.array([-y, x]))).high == 0.0
