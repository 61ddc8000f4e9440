"""Numbers with all their digits, so that two of them can be told apart."""

from decimal import Context, Decimal
from fractions import Fraction
from math import isfinite, isinf
from typing import Any

import numpy as np

from playground.i18n import Message, message
from playground.scene.listing import Precision
from playground.scene.math_text import with_power

_NONE, _UNDEFINED = message("none"), message("undefined")
# A true number has so many digits more than the rounded one beside it.
_MORE = 3
# Powers of ten from which on a number is written with one.
_SMALL = -5
_LARGE = 9


def written(value: Any, kind: Precision = np.float64) -> str:
    """Return a value of a line of code: a number with the digits that tell it apart.

    Truths are words, vectors stand in brackets, and what is no number is itself.
    """
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if value is None:
        return _NONE
    if isinstance(value, tuple | list):
        return _together([written(x, kind) for x in value])
    if isinstance(value, Fraction):
        return exactly(value, 17)
    if isinstance(value, int | float | np.number):
        return _float(float(value), kind)
    return str(value)


def exactly(value: Any, digits: int) -> str:
    """Return a true value with at most so many digits; "undefined" where it has none.

    A true value is a Fraction, an infinity, a truth, or a tuple of those.
    """
    if isinstance(value, tuple | list):
        return _together([exactly(x, digits) for x in value])
    if value is None:
        return _UNDEFINED
    if isinstance(value, Fraction):
        context = Context(prec=max(digits, 1))
        number = context.divide(Decimal(value.numerator), Decimal(value.denominator))
        return _tidy(number)
    return written(value)


def beside(rounded: Any, true: Any, kind: Precision) -> tuple[str, str]:
    """Return both as text, the true one with some digits more than the rounded."""
    text = written(rounded, kind)
    return text, exactly(true, max(map(_digits, text.split(", "))) + _MORE)


def _together(parts: list[str]) -> str:
    """Return the parts of a vector in brackets; what of them is told stays so."""
    places = {f"x{number}": part for number, part in enumerate(parts)}
    inner = ", ".join(f"{{{name}}}" for name in places)
    return Message(f"({inner})", places)


def _float(value: float, kind: Precision) -> str:
    if not isfinite(value):
        return ("−∞" if value < 0 else "∞") if isinf(value) else "NaN"
    return _tidy(Decimal(str(kind(value))))


def _tidy(number: Decimal) -> str:
    """Return a decimal without idle zeros, with a power of ten if that is shorter."""
    number = number.normalize()
    power = number.adjusted()
    if number == 0:
        text = "0"
    elif _SMALL <= power < _LARGE:
        text = f"{number:f}"
    else:
        sign, digits, _ = number.as_tuple()
        figures = "".join(map(str, digits))
        point = f"{figures[0]}.{figures[1:]}".rstrip(".")
        return with_power(f"{'−' if sign else ''}{point}", power)
    return text.replace("-", "−")


def _digits(text: str) -> int:
    mantissa = text.partition("×")[0].lstrip("−0.")
    return sum(map(str.isdecimal, mantissa))
