"""Shadow values: rounded and exact values, and the error of each operation."""

import math
import operator
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.tracing import high_precision
from playground.tracing.high_precision import ExactNumber
from playground.tracing.shadow_math import instrument_function
from playground.tracing.shadow_value import (
    NoExactValueError,
    Run,
    RunLimitReached,
    ShadowValue,
)

KINDS = [np.float32, np.float64, float]
every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda k: k.__name__)
numbers = st.floats(-1e6, 1e6)
singles = st.floats(-1e6, 1e6, width=32)
OPERATIONS = [operator.add, operator.sub, operator.mul, operator.truediv]


def close(x: ExactNumber, true: "mpmath.mpf") -> bool:
    """Return whether a number equals another to 200 bits."""
    value = mpmath.mpf(x.value.numerator) / x.value.denominator
    return abs(value - true) <= abs(true) * mpmath.mpf(2) ** -200


@pytest.fixture(autouse=True)
def precise():
    with mpmath.workprec(1500), np.errstate(all="ignore"):
        yield


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("bottom", [1, 3, 7])
@given(st.integers(1, 2**80), st.integers(-20, 20))
def test_a_number_is_the_float_nearest_to_it(
    sign: int, bottom: int, top: int, ulps: int
) -> None:
    for near in (top, (top << 70) + ulps, (1 << 70) + (1 << 17) + ulps):
        true = Fraction(sign * near, bottom)
        assert float(ExactNumber.from_number(true)) == float(true)


def exactly(x: float) -> "mpmath.mpf":
    return mpmath.mpf(x)


@pytest.mark.parametrize("act", OPERATIONS)
@given(singles, singles)
def test_the_four_operations_are_rounded_as_the_machine_does_and_truly_exact(act, a, b):
    for kind in (np.float32, np.float64):
        run = Run(kind)
        result = act(run.number(a), run.number(b))
        expected = act(kind(a), kind(b))
        assert result.rounded.dtype == kind
        np.testing.assert_array_equal(result.rounded, expected)
        if act is operator.truediv and b == 0.0:
            assert result.true.value is None
        else:
            assert result.true.value == act(Fraction(a), Fraction(b))
            assert result.true.is_exact


@every_kind
def test_numbers_of_python_and_numpy_mix_on_both_sides(kind):
    x = Run(kind).number(0.5)
    for other in (2, 2.0, np.float64(2.0), np.float32(2.0), np.int64(2), True):
        for act in (*OPERATIONS, operator.floordiv, operator.mod):
            for result, a, b in (
                (act(x, other), 0.5, float(other)),
                (act(other, x), float(other), 0.5),
            ):
                assert isinstance(result, ShadowValue)
                assert result.rounded == act(a, b)
                assert result.true.value == Fraction(act(a, b))


def test_a_literal_is_rounded_to_the_format():
    x = Run(np.float32).number(0.5)
    tenth = x * 0.1
    assert tenth.rounded == np.float32(0.5) * np.float32(0.1)
    assert tenth.true.value == Fraction(0.1) / 2


def test_the_root_of_a_perfect_square_is_exact():
    run = Run(np.float64)
    ours = instrument_function(lambda x: math.sqrt(x))
    assert ours(run.number(Fraction(9, 16))).true.value == Fraction(3, 4)
    assert ours(run.number(0.25)).true.is_exact
    assert ours(run.number(0.0)).true.value == 0


@given(st.floats(1e-300, 1e300))
def test_other_roots_are_wide(x):
    root = high_precision.root(ExactNumber.from_number(x))
    assert close(root, mpmath.sqrt(exactly(x)))
    assert (root * root).compare(ExactNumber.from_number(x)) == 0
    assert (root * root).compare(ExactNumber.from_number(math.nextafter(x, 0.0))) == 1


@pytest.mark.parametrize(
    "x", [1e-300, 1e-20, 0.1, 1.0, math.pi / 2, -math.pi, 3.0, -100.5, 1e22, 1e300]
)
def test_sine_and_cosine_are_wide(x):
    for ours, true in (
        (high_precision.sine, mpmath.sin),
        (high_precision.cosine, mpmath.cos),
        (high_precision.arctan, mpmath.atan),
    ):
        assert close(ours(ExactNumber.from_number(x)), true(exactly(x))), ours


@given(numbers, numbers)
def test_angles_of_directions(y, x):
    if not (x or y):
        return
    angle = high_precision.arctan2(
        ExactNumber.from_number(y), ExactNumber.from_number(x)
    )
    true = mpmath.atan2(exactly(y), exactly(x))
    assert close(angle, true)


def test_no_angle_is_exact():
    assert high_precision.cosine(ExactNumber.from_number(0)).value == 1
    assert high_precision.sine(ExactNumber.from_number(0)).is_exact


@given(st.floats(-10.0, 10.0))
def test_what_is_nearer_than_known_counts_as_equal(angle):
    sine = high_precision.sine(ExactNumber.from_number(angle))
    cosine = high_precision.cosine(ExactNumber.from_number(angle))
    one = sine * sine + cosine * cosine
    assert one.compare(ExactNumber.from_number(1)) == 0
    assert one.compare(ExactNumber.from_number(1 + 2**-50)) == -1
    assert (
        high_precision.root(one - ExactNumber.from_number(1)).compare(
            high_precision.ZERO
        )
        == 0
    )
    assert high_precision.floor(one).value == 1


def test_beyond_the_numbers():
    run = Run(np.float64)
    one, none = run.number(1.0), run.number(0.0)
    assert (one / none).rounded == math.inf
    assert (one / none).true.value is None
    assert np.isnan((none / none).rounded)
    assert not (none / none < one)
    assert none / none != one
    far = run.number(math.inf)
    assert (far - one).true.value == math.inf
    assert (one / far).true.value == 0
    assert (far - far).true.value is None
    assert max(-far, one) is one
    assert min(far, one, key=abs) is one
    root = instrument_function(lambda x: math.sqrt(x))
    assert np.isnan(root(-one).rounded)
    assert root(-one).true.value is None


def test_overflow_and_underflow_are_the_machines_alone():
    run = Run(np.float32)
    x = run.number(1e30)
    assert (x * x).rounded == np.inf
    assert (x * x).true.value == Fraction(1e30) ** 2
    assert (x * x).error == math.inf
    assert (1 / x / x).rounded == 0.0
    assert (1 / x / x).error > 0


@pytest.mark.parametrize("truly", [False, True])
def test_pythons_own_float_raises(truly):
    run = Run(float, is_exact=truly)
    with pytest.raises(ZeroDivisionError):
        run.number(1.0) / run.number(0.0)
    with pytest.raises(ValueError, match="domain"):
        instrument_function(lambda x: math.sqrt(x))(run.number(-1.0))


def test_a_long_fraction_is_kept_wide():
    x = Run(np.float64).number(1.1)
    for _ in range(12):
        x = x * x
    assert x.true.value.numerator.bit_length() < 10_000
    assert close(x.true, exactly(1.1) ** 4096)


def test_an_operations_own_error_and_what_it_inherited():
    run = Run(np.float32)
    run.visit = 1
    far = run.number(1.0) + 1e8
    assert far.local_error == pytest.approx(0.125)  # of 8, a float's step there
    assert far.input_error == 0.0
    run.visit = 2
    back = far - 1e8
    assert back.local_error == 0.0
    assert back.rounded == 0.0
    assert back.input_error == 2**23  # all of 1, whose step is 2^-23
    assert back.error == 2**23
    assert run.used == {2: [far]}


def test_what_a_line_does_in_two_steps_is_its_own():
    run = Run(np.float32)
    run.visit = 1
    lost = (run.number(1.0) + 1e8) - 1e8
    assert lost.local_error == 2**23
    assert lost.input_error == 0.0


@given(singles, singles)
def test_made_and_inherited_are_all_of_the_error(a, b):
    run = Run(np.float32)
    x = run.number(a) / 3.0
    run.visit = 1
    y = (x - b) * x
    assert y.error <= y.local_error + y.input_error + 1e-6
    assert y.local_error <= y.error + y.input_error + 1e-6


def test_a_comparison_knows_whether_the_true_one_goes_the_other_way():
    for truly in (False, True):
        run = Run(np.float32, is_exact=truly)
        one = run.number(1.0)
        assert ((one + 1e8) - 1e8 > 0.0) is truly
        assert one > 0.0
        outcomes = [(c.rounded, c.exact) for c in run.comparisons]
        assert outcomes == [(truly, True), (True, True)]


def test_truth_values_and_whole_numbers():
    run = Run(np.float64)
    assert not run.number(0.0)
    assert run.number(0.1)
    assert [10, 20, 30][math.trunc(run.number(1.5))] == 20
    assert math.floor(run.number(-1.5)).true.value == -2
    assert math.ceil(run.number(-1.5)).rounded == -1.0
    assert round(run.number(2.26), 1).rounded == 2.3
    assert f"{run.number(0.25):.1f}" == "0.2"
    with pytest.raises(TypeError):
        range(run.number(0.5))


@pytest.mark.parametrize(
    "use", [float, math.exp, lambda x: np.sqrt(x), lambda x: x**0.3, lambda x: x + "1"]
)
def test_what_is_not_known_is_refused(use):
    with pytest.raises(TypeError):
        use(Run(np.float64).number(2.0))


def test_float_is_told_apart():
    with pytest.raises(NoExactValueError):
        float(Run(np.float64).number(2.0))


def test_powers():
    x = Run(np.float64).number(1.5)
    assert (x**2).true.value == Fraction(9, 4)
    assert (x**-1).true.value == Fraction(2, 3)
    assert (x**0).true.value == 1
    assert ((x * x) ** 0.5).true.value == Fraction(3, 2)


def test_a_run_ends():
    x = Run(np.float64, events=100).number(1.0)
    with pytest.raises(RunLimitReached):
        sum([x] * 101)


MATH = [
    lambda x, y: math.hypot(x, y),
    lambda x, y: math.hypot(x, y, 1.0),
    lambda x, y: math.dist((x, y), (1.0, 2.0)),
    lambda x, y: math.fsum([x, y, 1.0]),
    lambda x, y: math.prod([x, y]),
    lambda x, y: math.fabs(x) + math.tan(y),
    lambda x, y: math.fmod(x, y),
    lambda x, y: math.copysign(x, y),
    lambda x, y: math.degrees(x) - math.radians(y),
    lambda x, y: math.atan2(x, y) + math.atan(x / y),
    lambda x, y: math.acos(x / 10.0) + math.asin(y / 10.0),
    lambda x, y: math.pow(x, 2),
    lambda x, y: math.isclose(x, y),
    lambda x, y: math.isfinite(x) and not math.isinf(y) and not math.isnan(x),
    lambda x, y: divmod(x, y),
    lambda x, y: float(x) if isinstance(x, float) else int(y),
    lambda x, y: int(x) + int("3"),
    lambda x, y: sum([x, y]) + min(x, y, 3.0) - max([x, y]) + sorted([x, y])[0],
]


@pytest.mark.parametrize("function", MATH)
@pytest.mark.parametrize(("x", "y"), [(2.5, -1.25), (-7.0, 3.1), (0.3, 0.3)])
def test_math_answers_as_it_does(function, x, y):
    run = Run(float)
    found = instrument_function(function)(run.number(x), run.number(y))
    plain = function(x, y)
    pairs = (
        zip(found, plain, strict=True) if isinstance(plain, tuple) else [(found, plain)]
    )
    for ours, theirs in pairs:
        if isinstance(theirs, bool):
            assert ours is theirs
            continue
        assert ours.rounded == theirs
        assert float(ours.true) == pytest.approx(theirs, rel=1e-14, abs=1e-14)


def test_the_true_math_is_not_touched():
    before = dict(vars(math))
    instrument_function(lambda x: math.sqrt(x))(Run(float).number(2.0))
    assert vars(math) == before
