"""Numbers as text and as LaTeX, by one rule, so that each reads alike everywhere."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.language import message

DIGITS = 3
"""Places behind the point wherever a number stands; below 0.1, digits that count."""

LARGE = 1e6
"""From here on a number is written with a power of ten."""

_ENOUGH_DIGITS = 10
_NONE = message("none")
_RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def show(value: float | Sequence[float] | ArrayLike | str, digits: int = DIGITS) -> str:
    """Return a number or vector as short text, as people read it everywhere.

    Parameters
    ----------
    value : float, array_like (n,) or str
        A text is returned as it is.
    digits : int
        Places behind the point; below 0.1 and where a power of ten is used, digits
        that count.

    Returns
    -------
    str
        "none" for NaN. The minus sign is the typographic one.

    Examples
    --------
    >>> show(0.123456), show((1.0, -2.5)), show(float("nan"))
    ('0.123', '(1, −2.5)', 'none')
    """
    if isinstance(value, str):
        return value
    numbers = value if isinstance(value, float) else _plain(value)
    if isinstance(numbers, float):
        return _shown(numbers, digits)
    return _together(tuple(numbers), digits)


@lru_cache(maxsize=1024)
def _together(numbers: tuple[float, ...], digits: int) -> str:
    if all(map(math.isnan, numbers)):
        return _NONE
    return "(" + ", ".join([_shown(x, digits) for x in _cleaned(numbers)]) + ")"


def _plain(value: float | Sequence[float] | ArrayLike) -> float | list[float]:
    """Return plain numbers; those of pictures and rows mostly are already."""
    if isinstance(value, float | int):
        return float(value)
    if isinstance(value, tuple | list):
        return list(map(float, value))
    numbers: float | list[float] = np.asarray(value, dtype=np.float64).tolist()
    return numbers


# Most numbers on show are those of the frame before.
@lru_cache(maxsize=1024)
def _shown(number: float, digits: int) -> str:
    if math.isnan(number):
        return _NONE
    mantissa, power = _written(number, digits)
    text = mantissa.replace("-", "−")
    return with_power(text, power) if power else text


def with_power(mantissa: str, power: int) -> str:
    """Return text for a number times a power of ten; a factor of 1 is left out.

    Examples
    --------
    >>> with_power("−8.1", -7), with_power("1", 6)
    ('−8.1×10⁻⁷', '10⁶')
    """
    ten = f"10{str(power).translate(_RAISED)}"
    if mantissa in ("1", "−1"):
        return mantissa.replace("1", ten)
    return f"{mantissa}×{ten}"


def few(value: ArrayLike, digits: int = DIGITS) -> str:
    """Return a number with so many digits that count, as short text.

    Examples
    --------
    >>> few(104.952), few(-1.39e-5)
    ('105', '−1.39×10⁻⁵')
    """
    number = float(np.asarray(value))
    if not math.isfinite(number) or _has_power(number, digits):
        return show(number, digits)
    counted = float(f"{number:.{digits}g}")
    return f"{counted:.{_ENOUGH_DIGITS}g}".replace("-", "−")


def tex(value: float | Sequence[float] | ArrayLike, digits: int = DIGITS) -> str:
    r"""Return a number, or a vector in round brackets, as LaTeX.

    Parameters
    ----------
    value : float or array_like (n,)
        A number or one vector.
    digits : int
        Places behind the point; below 0.1 and where a power of ten is used, digits
        that count.

    Returns
    -------
    str
        ASCII only.

    Examples
    --------
    >>> print(tex(1.2e-7), tex((1.0, -2.0)), tex(float("nan")))
    1.2 \times 10^{-7} (1, -2) \text{-}
    """
    number = _plain(value)
    if isinstance(number, list):
        return "(" + ", ".join(tex(x, digits) for x in _cleaned(number)) + ")"
    if math.isnan(number):
        return r"\text{-}"
    if math.isinf(number):
        return r"\infty" if number > 0.0 else r"-\infty"
    mantissa, power = _written(number, digits)
    if not power:
        return mantissa
    if mantissa in ("1", "-1"):
        return mantissa.replace("1", f"10^{{{power}}}")
    return rf"{mantissa} \times 10^{{{power}}}"


def _cleaned(numbers: Sequence[float]) -> list[float]:
    """Return the components; one far below the others is the rounding of a zero.

    Beside what is beyond all lengths, what has a size of its own is none.
    """
    largest = max([abs(x) for x in numbers if not math.isnan(x)], default=0.0)
    least = 1e-12 * min(largest, LARGE)
    return [0.0 if abs(x) < least else x for x in numbers]


def _written(number: float, digits: int) -> tuple[str, int]:
    """Return the digits of a number and its power of ten, 0 for none."""
    if math.isinf(number):
        return str(number), 0
    if _has_power(number, digits):
        mantissa, power = f"{number:.{max(digits - 1, 0)}e}".split("e")
        return _trimmed(mantissa), int(power)
    text = _trimmed(f"{number:.{_places(number, digits)}f}")
    return "0" if text == "-0" else text, 0


def _has_power(number: float, digits: int) -> bool:
    return number != 0.0 and not 0.5 * 10.0**-digits <= abs(number) < LARGE


def _places(number: float, digits: int) -> int:
    if not 0.0 < abs(number) < 0.1:
        return digits
    return digits - math.floor(math.log10(abs(number))) - 1


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def term(key: str, latex: str) -> str:
    r"""Return LaTeX that is marked as what is drawn by the records of a key.

    It has their colour, and both light up together.

    Examples
    --------
    >>> print(term("P", "x"))
    \term{P}{x}
    """
    return rf"\term{{{key}}}{{{latex}}}"


@lru_cache(maxsize=256)
def faint(latex: str) -> str:
    """Return LaTeX of what is not the case: what shows a formula dims it."""
    return rf"\textcolor{{gray}}{{${latex}$}}"


def digits_apart(a: float, b: float) -> int:
    """Return with how many digits two numbers do not read alike, at least `DIGITS`.

    Examples
    --------
    >>> digits_apart(1.0, 1.00002)
    5
    """
    digits = DIGITS
    while a != b and digits < 17 and show(a, digits) == show(b, digits):
        digits += 1
    return digits


def reckoned(
    result: ArrayLike,
    formula: Callable[..., ArrayLike],
    *values: ArrayLike,
    digits: int = DIGITS,
) -> tuple[int, str]:
    r"""Return with how many digits to write values so that they give their result.

    Parameters
    ----------
    result : array_like
        A number or a vector, written with `digits`.
    formula : callable
        What gives it, of the values as they are written.
    *values : array_like
        Numbers or vectors.
    digits : int
        The least.

    Returns
    -------
    digits : int
        As few as give every digit of the result but for one unit of the last.
    sign : str
        ``=``; and ``\approx``, with the least digits, where ten do not give it.
    """
    wanted = np.ravel(_as_written(result, digits))
    units = np.array([_last_digit(float(x), digits) for x in np.ravel(result)])
    with np.errstate(all="ignore"):
        for more in range(digits, max(_ENOUGH_DIGITS, digits + 2) + 1):
            found = np.ravel(formula(*(_as_written(value, more) for value in values)))
            # A little less than a unit: who reckons after us may round otherwise.
            if (np.abs(found - wanted) <= 0.99 * units).all():
                return more, "="
    return digits, r"\approx"


def _as_written(value: ArrayLike, digits: int) -> NDArray[np.float64]:
    number = _plain(value)
    if isinstance(number, list):
        return np.array([_read_back(x, digits) for x in _cleaned(number)])
    return np.asarray(_read_back(number, digits))


def _read_back(number: float, digits: int) -> float:
    if not math.isfinite(number):
        return number
    mantissa, power = _written(number, digits)
    return float(f"{mantissa}e{power}")


def _last_digit(number: float, digits: int) -> float:
    """Return the worth of the last digit with which a number is written."""
    if not math.isfinite(number):
        return 0.0
    if _has_power(number, digits):
        return float(10.0 ** (math.floor(math.log10(abs(number))) - digits + 1))
    return float(10.0 ** -_places(number, digits))
