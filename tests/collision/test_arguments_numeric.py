"""Argument checks, and lengths of any size."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision import _arguments as collision_arguments

mpmath.mp.dps = 60

U = Fraction(1, 2**53)  # half a unit in the last place
numbers = st.floats(-1e40, 1e40).filter(lambda x: x == 0.0 or abs(x) > 1e-40)
arrays = numbers.map(np.float64)
triples = st.tuples(numbers, numbers, numbers)


def exact(v):
    return [Fraction(float(x)) for x in v]


CHECKS = {
    "finite": collision_arguments.check_finite,
    "vectors": lambda name, v: collision_arguments.check_vectors(name, v, 2),
    "positive_vectors": lambda name, v: collision_arguments.check_positive_vectors(
        name, v, 2
    ),
}
OF_VECTORS = [name for name in CHECKS if name.endswith("vectors")]


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
    ("positive_vectors", (1.0, 0.0)),
    ("positive_vectors", (1.0, -1.0)),
]
ACCEPTED = [
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
    assert collision_arguments.check_broadcast(a=(4, 1), b=(3,), c=()) == (4, 3)
    with pytest.raises(ValueError, match=r"a \(4, 2\), b \(3,\)"):
        collision_arguments.check_broadcast(a=(4, 2), b=(3,))


@given(triples)
def test_length(v):
    true = mpmath.sqrt(sum(mpf(x) ** 2 for x in v))
    assert (
        abs(mpf(float(collision_arguments.length(np.array(v)))) - true) <= 4e-16 * true
    )


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_length_neither_overflows_nor_underflows(scale):
    assert collision_arguments.length(scale * np.array([3, 4])) == pytest.approx(
        5 * scale, 1e-15
    )


@given(st.lists(numbers, min_size=1, max_size=3))
def test_binary_exponent_scales_the_largest_to_one(values):
    largest = max(map(abs, values))
    exponent = collision_arguments.binary_exponent(
        *(np.abs(np.array(v)) for v in values)
    )
    scaled = np.ldexp(largest, -exponent)
    assert 0.5 <= scaled < 1.0 or largest == 0.0
    assert Fraction(float(scaled)) * Fraction(2) ** int(exponent) == Fraction(largest)


coefficients = st.floats(-1e9, 1e9).filter(lambda x: x == 0.0 or abs(x) > 1e-9)


def test_rotate2():
    vectors = np.array([(1.0, 0.0), (3.0, 4.0)])
    quarter = collision_arguments.rotate2(vectors, np.float64(0.0), np.float64(1.0))
    np.testing.assert_array_equal(quarter, [(0.0, 1.0), (-4.0, 3.0)])
    each = collision_arguments.rotate2(
        vectors, np.array([1.0, 0.6]), np.array([0.0, 0.8])
    )
    np.testing.assert_allclose(each, [(1.0, 0.0), (-1.4, 4.8)], rtol=1e-15)
