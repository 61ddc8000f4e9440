"""Typed numbers: evaluated, or refused with a message."""

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.session.precision_controls import calculate


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2.5", 2.5),
        (" -7 ", -7.0),
        ("1e3", 1000.0),
        ("1/3", 1 / 3),
        ("2 × 3", 6.0),
        ("2·3 ÷ 4", 1.5),
        ("1 − 4", -3.0),
        ("−0.5", -0.5),
        ("(1 + 2) * 3 - 4", 5.0),
        ("2**3**2", 512.0),
        ("2^0.5", math.sqrt(2.0)),
        ("-2^2", -4.0),
        ("sqrt(3)/2 + 1e-3", math.sqrt(3.0) / 2 + 1e-3),
        ("pi", math.pi),
        ("2*π", math.tau),
        ("e", math.e),
        ("sin(pi/6)", math.sin(math.pi / 6)),
        ("cos(60°)", math.cos(math.radians(60))),
        ("2*tan(45°)", 2 * math.tan(math.radians(45))),
    ],
)
def test_arithmetic_is_worked_out(text: str, value: float) -> None:
    assert calculate(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("30", 30.0),
        ("30°", 30.0),
        ("45°/2", 22.5),
        ("90 - 15°", 75.0),
        ("pi/6", 30.0),
        ("-tau/8", -45.0),
        ("180°/2 + 0*pi", 90.0),
        ("90*sin(30°)", 45.0),
        ("90*cos(pi)", -90.0),
    ],
)
def test_an_angle_is_in_degrees_and_a_multiple_of_pi_is_not(
    text: str, value: float
) -> None:
    assert calculate(text, degrees=True) == pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", ""),
        ("abc", ": abc is not known"),
        ("1 +", ""),
        ("2π", ""),
        ("1 2", ""),
        ("nan", ""),
        ("inf", ": too large"),
        ("1e999", ": too large"),
        ("1e308*10", ": too large"),
        ("9**9**9**9", ": too large"),
        ("1/0", ": that divides by zero"),
        ("0**-1", ": not defined"),
        ("sqrt(-1)", ": not defined"),
        ("(-8)**(1/3)", ": not defined"),
        ("1,5", ": write decimals with a point"),
        ("30°", ": a degree sign is only for angles"),
        ("sqrt(30°)", ": a degree sign is only for angles"),
        ("True", ""),
        ("1j", ""),
        ("'a'", ""),
        ("1 if 1 else 2", ""),
        ("1 < 2", ""),
        ("7 % 4", ""),
        ("open('a')", ": open is not known"),
        ("sqrt", ": sqrt is not known"),
        ("sqrt()", ""),
        ("sqrt(x=1)", ""),
        ("().__class__", ""),
        ("(x := 1)", ""),
        ("a" * 100, ""),
    ],
)
def test_what_is_no_number_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="is not a number") as caught:
        calculate(text)
    said = str(caught.value)
    assert len(said) < 160
    if len(text) < 40:
        assert said == f'"{text}" is not a number{why}'


@pytest.mark.parametrize("piece", ["9**", "-", "(", "9" * 50, "sqrt(", "2*"])
def test_a_long_text_is_no_work(piece: str) -> None:
    # Worked out, one of these would take longer than any test run.
    for text in (piece * 25, piece * 20_000):
        with pytest.raises(ValueError, match="is not a number"):
            calculate(text)


@given(st.text("0123456789.+-*/^()°πe, sqrtincoapu−×\x00", max_size=24), st.booleans())
def test_whatever_is_typed_is_a_number_or_a_value_error(
    text: str, degrees: bool
) -> None:
    with suppress(ValueError):
        assert math.isfinite(calculate(text, degrees=degrees))
