"""Argument checks, error-free operations and the stable quadratic."""

from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision import numeric

mpmath.mp.dps = 60

U = Fraction(1, 2**53)  # half a unit in the last place
numbers = st.floats(-1e40, 1e40).filter(lambda x: x == 0.0 or abs(x) > 1e-40)
arrays = numbers.map(np.float64)
triples = st.tuples(numbers, numbers, numbers)


def exact(v):
    return [Fraction(float(x)) for x in v]


@dataclass(frozen=True)
class Pair(numeric.Result):
    first: np.ndarray
    second: np.ndarray


def test_a_result_turns_its_fields_into_arrays_and_is_frozen():
    pair = Pair(1.5, [True, False])
    assert pair.first.shape == ()
    assert pair.second.dtype == np.bool_
    with pytest.raises(FrozenInstanceError):
        pair.first = 2.0


CHECKS = {
    "finite": numeric.finite,
    "non_negative": numeric.non_negative,
    "vectors": lambda name, v: numeric.vectors(name, v, 2),
    "directions": lambda name, v: numeric.directions(name, v, 2),
    "non_negative_vectors": lambda name, v: numeric.non_negative_vectors(name, v, 2),
    "positive_vectors": lambda name, v: numeric.positive_vectors(name, v, 2),
}
OF_VECTORS = [name for name in CHECKS if name.endswith(("vectors", "directions"))]


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
@pytest.mark.parametrize(
    "value",
    [
        (np.nan, 1.0), (1.0, np.inf), (-np.inf, 1.0), ("a", "b"), None, object(),
        [[1.0, 2.0], [3.0]], (1.0, 10**400), (1j, 1.0),
    ],
)  # fmt: skip
def test_every_check_names_what_is_not_a_finite_number(check, value):
    with pytest.raises(ValueError, match="wheel"):
        check("wheel", value)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS.keys())
def test_every_check_returns_float64_of_the_same_values(check):
    for value in ((3, 4), [[1, 2], [3, 4]], np.ones((0, 2), np.float32)):
        array = check("wheel", value)
        assert array.dtype == np.float64
        np.testing.assert_array_equal(array, value)


@pytest.mark.parametrize("name", OF_VECTORS)
@pytest.mark.parametrize("value", [1.0, (1.0,), (1.0, 2.0, 3.0), np.ones((2, 3))])
def test_vectors_of_another_size_are_refused(name, value):
    with pytest.raises(ValueError, match=r"wheel.*last axis of length 2"):
        CHECKS[name]("wheel", value)


REFUSED = [
    ("directions", (0.0, -0.0)),
    ("directions", [(1.0, 0.0), (0.0, 0.0)]),
    ("non_negative", -5e-324),
    ("non_negative", [1.0, -1.0]),
    ("non_negative_vectors", (1.0, -1.0)),
    ("positive_vectors", (1.0, 0.0)),
    ("positive_vectors", (1.0, -1.0)),
]
ACCEPTED = [
    ("directions", (0.0, 5e-324)),
    ("non_negative", -0.0),
    ("non_negative_vectors", (0.0, 1.0)),
    ("positive_vectors", (5e-324, 1.7e308)),
]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_values_out_of_range_are_refused(name, value):
    with pytest.raises(ValueError, match="wheel must"):
        CHECKS[name]("wheel", value)


@pytest.mark.parametrize(("name", "value"), ACCEPTED)
def test_values_just_in_range_are_accepted(name, value):
    np.testing.assert_array_equal(CHECKS[name]("wheel", value), value)


def test_shapes_broadcast_or_are_named():
    assert numeric.check_broadcast(a=(4, 1), b=(3,), c=()) == (4, 3)
    with pytest.raises(ValueError, match=r"a \(4, 2\), b \(3,\)"):
        numeric.check_broadcast(a=(4, 2), b=(3,))


@given(arrays, arrays)
def test_two_sum_and_two_product_lose_nothing(a, b):
    for pair, true in (
        (numeric.two_sum(a, b), Fraction(float(a)) + Fraction(float(b))),
        (numeric.two_product(a, b), Fraction(float(a)) * Fraction(float(b))),
    ):
        assert sum(exact(pair)) == true
        assert float(pair[0]) == float(true)


def few_ulps(value, terms):
    """`value` is right to 2 units of itself and some of the terms' 106th bit."""
    true = sum(terms)
    slack = 2 * U * abs(true) + 16 * U * U * sum(map(abs, terms))
    return abs(Fraction(float(value)) - true) <= slack


@given(triples, triples)
def test_dot_and_cross_are_right_however_much_cancels(a, b):
    x, y = exact(a), exact(b)
    u, v = np.array(a), np.array(b)
    assert few_ulps(numeric.dot(u, v), [p * q for p, q in zip(x, y, strict=True)])
    planar = [x[0] * y[1], -x[1] * y[0]]
    assert few_ulps(numeric.cross2(u[:2], v[:2]), planar)
    for k, (i, j) in enumerate([(1, 2), (2, 0), (0, 1)]):
        terms = [x[i] * y[j], -x[j] * y[i]]
        assert few_ulps(numeric.cross3(u, v)[k], terms)


@given(st.tuples(*[st.floats(1.0, 2.0)] * 3), st.tuples(*[st.floats(1.0, 2.0)] * 2))
def test_nearly_perpendicular_vectors_keep_their_dot_product(a, b):
    last = -(a[0] * b[0] + a[1] * b[1]) / a[2]
    terms = [p * q for p, q in zip(exact(a), exact((*b, last)), strict=True)]
    assert few_ulps(numeric.dot(np.array(a), np.array((*b, last))), terms)


@given(triples, st.floats(-8.0, 8.0))
def test_nearly_parallel_vectors_keep_their_cross_product(a, tilt):
    b = np.array(a) * (1.0 + 2.0**-50 * tilt) + np.array([0.0, 0.0, 1e-40])
    x, y = exact(a), exact(b)
    assert few_ulps(numeric.cross3(np.array(a), b)[0], [x[1] * y[2], -x[2] * y[1]])


def test_products_broadcast():
    rng = np.random.default_rng(8)
    a, b = rng.normal(size=(4, 1, 3)), rng.normal(size=(5, 3))
    np.testing.assert_allclose(numeric.cross3(a, b), np.cross(a, b), atol=1e-15)
    np.testing.assert_allclose(numeric.dot(a, b), (a * b).sum(-1), atol=1e-15)
    assert numeric.cross2(a[..., :2], b[..., :2]).shape == (4, 5)


@given(triples)
def test_length(v):
    true = mpmath.sqrt(sum(mpf(x) ** 2 for x in v))
    assert abs(mpf(float(numeric.length(np.array(v)))) - true) <= 4e-16 * true


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_length_neither_overflows_nor_underflows(scale):
    assert numeric.length(scale * np.array([3, 4])) == pytest.approx(5 * scale, 1e-15)


@given(st.lists(numbers, min_size=1, max_size=3))
def test_binary_exponent_scales_the_largest_to_one(values):
    largest = max(map(abs, values))
    exponent = numeric.binary_exponent(*(np.abs(np.array(v)) for v in values))
    scaled = np.ldexp(largest, -exponent)
    assert 0.5 <= scaled < 1.0 or largest == 0.0
    assert Fraction(float(scaled)) * Fraction(2) ** int(exponent) == Fraction(largest)


coefficients = st.floats(-1e9, 1e9).filter(lambda x: x == 0.0 or abs(x) > 1e-9)


@given(st.floats(1e-9, 1e9), coefficients, coefficients)
def test_quadratic_roots_are_right_in_both_roots(a, b, c):
    true = mpf(b) ** 2 - mpf(a) * mpf(c)
    lower, upper = numeric.quadratic_roots(*map(np.float64, (a, b, c, true)))
    if true < 0:
        assert np.isnan(lower)
        assert np.isnan(upper)
        return
    root = mpmath.sqrt(true)
    pair = sorted([(-mpf(b) - root) / mpf(a), (-mpf(b) + root) / mpf(a)])
    for found, expected in zip((lower, upper), pair, strict=True):
        assert abs(mpf(float(found)) - expected) <= 1e-15 * abs(expected)


@pytest.mark.parametrize(
    ("a", "b", "c", "roots"),
    [
        (1.0, -3.0, 8.0, (2.0, 4.0)),
        (1.0, 3.0, 8.0, (-4.0, -2.0)),
        (1.0, 0.0, -4.0, (-2.0, 2.0)),
        (1.0, -0.0, -4.0, (-2.0, 2.0)),
        (2.0, 0.0, 0.0, (0.0, 0.0)),
        (2.0, -4.0, 8.0, (2.0, 2.0)),
        (1.0, -(2.0**40), 1.0, (2.0**-41, 2.0**41)),
        (1.0, 0.0, 1.0, (np.nan, np.nan)),
        (0.0, 0.0, 1.0, (np.nan, np.nan)),
    ],
)
def test_quadratic_roots_worked_out_by_hand(a, b, c, roots):
    found = numeric.quadratic_roots(*map(np.float64, (a, b, c, b * b - a * c)))
    np.testing.assert_allclose(found, roots, rtol=1e-15)


def test_rotate2():
    vectors = np.array([(1.0, 0.0), (3.0, 4.0)])
    quarter = numeric.rotate2(vectors, np.float64(0.0), np.float64(1.0))
    np.testing.assert_array_equal(quarter, [(0.0, 1.0), (-4.0, 3.0)])
    each = numeric.rotate2(vectors, np.array([1.0, 0.6]), np.array([0.0, 0.8]))
    np.testing.assert_allclose(each, [(1.0, 0.0), (-1.4, 4.8)], rtol=1e-15)
