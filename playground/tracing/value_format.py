"""Formatting of numbers with all the digits that distinguish them."""

from decimal import Context, Decimal
from fractions import Fraction
from math import isfinite, isinf
from typing import Any

import numpy as np

from playground.i18n import Message, message
from playground.scene.listing import Precision
from playground.scene.math_text import with_power

_NONE, _UNDEFINED = message("none"), message("undefined")
# Digits that an exact number has more than the rounded one next to it.
_EXTRA_DIGITS = 3
# Range of decimal exponents of numbers written without a power of ten.
_MIN_FIXED_EXPONENT = -5
_MAX_FIXED_EXPONENT = 9


def format_value(value: Any, kind: Precision = np.float64) -> str:
    """Format a value of a line of code.

    A number has the digits that identify it in the type `kind`, a Fraction 17; booleans
    are "true" and "false", None is "none", vectors are in parentheses, other objects
    use `str`.
    """
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if value is None:
        return _NONE
    if isinstance(value, tuple | list):
        return _join_vector([format_value(x, kind) for x in value])
    if isinstance(value, Fraction):
        return format_exact(value, 17)
    if isinstance(value, int | float | np.number):
        return _format_float(float(value), kind)
    return str(value)


def format_exact(value: Any, digits: int) -> str:
    """Format an exact value with at most `digits` digits; None as "undefined".

    An exact value is a Fraction, an infinity, a boolean, or a tuple of those.
    """
    if isinstance(value, tuple | list):
        return _join_vector([format_exact(x, digits) for x in value])
    if value is None:
        return _UNDEFINED
    if isinstance(value, Fraction):
        context = Context(prec=max(digits, 1))
        number = context.divide(Decimal(value.numerator), Decimal(value.denominator))
        return _format_decimal(number)
    return format_value(value)


def format_pair(rounded: Any, true: Any, kind: Precision) -> tuple[str, str]:
    """Return both as text, the exact one with up to three more digits.

    `kind` is the number type of the rounded value.
    """
    text = format_value(rounded, kind)
    return text, format_exact(
        true, max(map(_count_digits, text.split(", "))) + _EXTRA_DIGITS
    )


def _join_vector(parts: list[str]) -> str:
    """Return the parts of a vector in parentheses; messages stay translatable."""
    places = {f"x{number}": part for number, part in enumerate(parts)}
    inner = ", ".join(f"{{{name}}}" for name in places)
    return Message(f"({inner})", places)


def _format_float(value: float, kind: Precision) -> str:
    if not isfinite(value):
        return ("−∞" if value < 0 else "∞") if isinf(value) else "NaN"
    return _format_decimal(Decimal(str(kind(value))))


def _format_decimal(number: Decimal) -> str:
    """Format a decimal without trailing zeros, with a power of ten if far from 1."""
    number = number.normalize()
    power = number.adjusted()
    if number == 0:
        text = "0"
    elif _MIN_FIXED_EXPONENT <= power < _MAX_FIXED_EXPONENT:
        text = f"{number:f}"
    else:
        sign, digits, _ = number.as_tuple()
        figures = "".join(map(str, digits))
        point = f"{figures[0]}.{figures[1:]}".rstrip(".")
        return with_power(f"{'−' if sign else ''}{point}", power)
    return text.replace("-", "−")


def _count_digits(text: str) -> int:
    mantissa = text.partition("×")[0].lstrip("−0.")
    return sum(map(str.isdecimal, mantissa))
