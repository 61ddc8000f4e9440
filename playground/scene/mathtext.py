"""Numbers as LaTeX, for the formulas of a derivation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

# From here on, and for what would round to zero, a power of ten is shorter.
_LARGE = 1e6


def tex(value: float | Sequence[float] | ArrayLike, digits: int = 3) -> str:
    r"""Return a number, or a vector in round brackets, as LaTeX.

    Parameters
    ----------
    value : array_like
        A scalar or one vector.
    digits : int
        Places behind the point; significant digits where a power of ten is used.

    Returns
    -------
    str
        ASCII only, such as ``-0.5``, ``1.2 \times 10^{-7}``, ``(1, -2)``,
        ``\text{none}`` for NaN and ``\infty``.
    """
    numbers = np.asarray(value, dtype=np.float64)
    if numbers.ndim:
        return "(" + ", ".join(tex(float(x), digits) for x in numbers) + ")"
    number = float(numbers)
    if np.isnan(number):
        return r"\text{none}"
    if np.isinf(number):
        return r"\infty" if number > 0.0 else r"-\infty"
    if number != 0.0 and not 0.5 * 10.0**-digits <= abs(number) < _LARGE:
        return _power_of_ten(number, digits)
    text = _trimmed(f"{number:.{digits}f}")
    return "0" if text == "-0" else text


def _power_of_ten(number: float, digits: int) -> str:
    mantissa, exponent = f"{number:.{max(digits - 1, 0)}e}".split("e")
    mantissa, power = _trimmed(mantissa), f"10^{{{int(exponent)}}}"
    if mantissa in ("1", "-1"):
        return mantissa.replace("1", power)
    return rf"{mantissa} \times {power}"


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def term(key: str, latex: str) -> str:
    r"""Return LaTeX marked as standing for the drawn records of that key."""
    return rf"\term{{{key}}}{{{latex}}}"
