"""Rounding of numbers: the same everywhere, as text and as LaTeX."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from playground.scene.math_text import (
    DIGITS,
    choose_digits,
    digits_to_distinguish,
    format_number,
    format_significant,
    tex,
)
from playground.session.precision_controls import calculate

# Value, text, LaTeX. Three places behind the point; below 0.1 three digits that count;
# a power of ten from a million on and below 0.0005.
KNOWN = [
    (0.0, "0", "0"),
    (-0.0, "0", "0"),
    (2.0, "2", "2"),
    (-1.5, "−1.5", "-1.5"),
    (100.0, "100", "100"),
    (1 / 3, "0.333", "0.333"),
    (2.0004, "2.000", "2.000"),
    (-0.1234567, "−0.123", "-0.123"),
    (0.1, "0.1", "0.1"),
    (0.0999, "0.0999", "0.0999"),
    (0.0123456, "0.0123", "0.0123"),
    (-0.00123456, "−0.00123", "-0.00123"),
    (0.0005, "0.0005", "0.0005"),
    (0.000612345, "0.000612", "0.000612"),
    (0.00049999, "5.00×10⁻⁴", r"5.00 \times 10^{-4}"),
    (1.25e-5, "1.25×10⁻⁵", r"1.25 \times 10^{-5}"),
    (-1.0e-7, "−10⁻⁷", "-10^{-7}"),
    (123456.789, "123456.789", "123456.789"),
    (999999.0, "999999", "999999"),
    (1.0e6, "10⁶", "10^{6}"),
    (-3.5e8, "−3.5×10⁸", r"-3.5 \times 10^{8}"),
    (1.23456e300, "1.23×10³⁰⁰", r"1.23 \times 10^{300}"),
    (5e-324, "4.94×10⁻³²⁴", r"4.94 \times 10^{-324}"),
    (math.nan, "none", r"\text{-}"),
    (math.inf, "inf", r"\infty"),
    (-math.inf, "−inf", r"-\infty"),
]


@pytest.mark.parametrize(("value", "text", "latex"), KNOWN)
def test_a_number_is_short(value: float, text: str, latex: str) -> None:
    assert format_number(value) == text
    assert tex(value) == latex


def test_digits_set_the_places() -> None:
    assert format_number(math.pi, 5) == tex(math.pi, 5) == "3.14159"
    assert format_number(math.pi, 0) == tex(math.pi, 0) == "3"
    assert format_number(0.0123456, 5) == tex(0.0123456, 5) == "0.012346"


@given(st.floats(-1e9, 1e9))
def test_what_is_shown_is_near_and_rounds_the_same_twice(value: float) -> None:
    shown = calculate(format_number(value))
    assert abs(shown - value) <= max(
        0.5e-3 * min(1.0, 10 * abs(value)), 5e-3 * abs(value)
    )
    assert calculate(format_number(shown)) == shown


@pytest.mark.parametrize("digits", [2, 3, 4])
@pytest.mark.parametrize(("low", "high"), [(0.1, 9.9), (-9.9, -0.1), (10.0, 99.0)])
def test_the_text_of_a_number_that_changes_keeps_its_width(low, high, digits) -> None:
    """None of the values is short itself: one that was typed stays as it was typed."""
    values = np.linspace(low, high, 2000)[1:-1] + math.pi * 1e-5
    assert len({len(format_number(value, digits)) for value in values}) == 1
    assert len({len(tex(value, digits)) for value in values}) == 1
    turned = [format_number((value, -value), digits) for value in values]
    assert len({len(text) for text in turned}) == 1


def test_so_many_digits_that_count_are_there_though_they_be_zeros() -> None:
    assert format_significant(1.70004) == "1.70"
    assert format_significant(-0.030001) == "−0.0300"
    assert format_significant(104.9996) == "105"
    # Of a number in single precision too.
    assert format_significant(np.float32(0.7)) == "0.7"


@pytest.mark.parametrize("typed", ["2.5", "0.1", "30", "−7", "0.0625", "123456.789"])
def test_a_number_that_was_typed_stays_as_it_was_typed(typed) -> None:
    value = calculate(typed)
    assert format_number(value, 4) == typed
    # An angle is kept in radians.
    assert format_number(math.degrees(math.radians(value)), 4) == typed


@given(st.floats(-1e9, 1e9))
def test_text_and_latex_have_the_same_digits(value: float) -> None:
    latex = tex(value)
    if "10^" in latex:
        lead, _, power = latex.rpartition("10^")
        digits = lead.replace(r"\times", "").strip()
        digits = {"": "1", "-": "-1"}.get(digits, digits)
        latex = f"{digits}e{power.strip('{}')}"
    assert float(latex) == calculate(format_number(value))


def test_vectors_are_bracketed_whatever_holds_them() -> None:
    assert tex((1.0, -2.5)) == "(1, -2.5)"
    assert format_number([1.0, -2.5]) == "(1, −2.5)"
    assert tex(np.array([0.0, math.nan, 1e-9])) == r"(0, \text{-}, 10^{-9})"
    assert format_number((math.nan, math.nan)) == "none"


def test_in_a_vector_what_rounding_left_of_a_zero_is_zero() -> None:
    assert format_number((1.0, 6e-17)) == "(1, 0)"
    assert format_number((1e-9, 1e-16)) == "(10⁻⁹, 10⁻¹⁶)"


@pytest.mark.parametrize(
    ("a", "b", "digits"),
    [
        (1.0, 2.0, DIGITS),
        (1.0, 1.0, DIGITS),
        (1.0, 1.001, DIGITS),
        (1.0, 1.0004, 4),
        (1.0, 1.00001, 5),
        (1.0, math.nextafter(1.0, 2.0), 16),
        (math.nan, math.nan, 17),
    ],
)
def test_numbers_are_told_apart_by_as_few_digits_as_it_takes(
    a: float, b: float, digits: int
) -> None:
    assert digits_to_distinguish(a, b) == digits


@given(st.floats(-1e9, 1e9), st.integers(-40, 40))
def test_digits_that_tell_apart_do(value: float, steps: int) -> None:
    other = value + steps * math.ulp(value)
    assume(other != value)
    digits = digits_to_distinguish(value, other)
    assert digits == 17 or format_number(value, digits) != format_number(other, digits)


def test_as_many_digits_are_written_as_give_the_result() -> None:
    def less(a: float, b: float) -> float:
        return a - b

    assert choose_digits(1.5, less, 2.0, 0.5) == (3, "=")
    # 0.534 - 0.5 is 0.034, and the result is shown as 0.0343.
    assert choose_digits(0.03432, less, 0.53432, 0.5) == (4, "=")
    assert choose_digits(8.3e-17, less, 0.1, 0.1) == (3, r"\approx")
    # 2 - 1.001 is 0.999, and the result is shown as 1: a unit of its last digit less.
    assert choose_digits(0.9998, less, 2.0004, 1.0006) == (4, "=")
    # With ten digits it is 1.2e-9, and eleven would be more than anyone reads.
    assert choose_digits(1.234e-8, less, 1 + 1.234e-8, 1.0) == (10, "=")
    assert choose_digits(1.23e-9, less, 1 + 1.23e-9, 1.0) == (3, r"\approx")
    assert choose_digits((1.0, 2.0), np.add, (0.5, 1.0), (0.5, 1.0)) == (3, "=")
