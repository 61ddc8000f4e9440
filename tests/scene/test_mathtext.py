import math

import numpy as np
import pytest

from playground.scene.mathtext import tex


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (2.0, "2"),
        (-1.5, "-1.5"),
        (100.0, "100"),
        (1 / 3, "0.333"),
        (0.0005, "0.001"),
        (999999.0, "999999"),
        (1.0e6, "10^{6}"),
        (-1.0e-7, "-10^{-7}"),
        (1.25e-5, r"1.25 \times 10^{-5}"),
        (-3.5e8, r"-3.5 \times 10^{8}"),
        (math.nan, r"\text{none}"),
        (math.inf, r"\infty"),
        (-math.inf, r"-\infty"),
    ],
)
def test_a_scalar_is_short_latex(value: float, expected: str) -> None:
    assert tex(value) == expected


def test_digits_set_the_places() -> None:
    assert tex(math.pi, 5) == "3.14159"
    assert tex(math.pi, 0) == "3"


def test_vectors_are_bracketed_whatever_holds_them() -> None:
    assert tex((1.0, -2.5)) == "(1, -2.5)"
    assert tex(np.array([0.0, math.nan, 1e-9])) == r"(0, \text{none}, 10^{-9})"


def test_zero_dimensional_arrays_are_scalars() -> None:
    assert tex(np.float64(0.25)) == tex(np.asarray(0.25)) == "0.25"


def test_the_text_is_ascii() -> None:
    assert tex([-1.0, 1e-12, math.inf]).isascii()
