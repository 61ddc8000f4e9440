"""Numbers as text and LaTeX, and the typesetting of mathematics within texts."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import lru_cache
from string import ascii_lowercase, ascii_uppercase
from unicodedata import normalize

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.i18n import message
from playground.quick_dataclass import dataclass

DIGITS = 3
"""The default number of decimal places; significant digits below 0.1."""

POWER_FORMAT_THRESHOLD = 1e6
"""Numbers from here on are written with a power of ten."""

_ENOUGH_DIGITS = 10
# Significant digits that distinguish any two float64.
_MAX_DIGITS = 17
# Relative distance within which a number counts as the short one and loses its trailing
# zeros. Others keep them, so that the width of a changing number stays the same.
_EXACT_TOLERANCE = 1e-9
# The same for numbers that may have been rounded to float32.
_SINGLE_TOLERANCE = 1e-7
_NONE = message("none")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def format_number(
    value: float | Sequence[float] | ArrayLike | str, digits: int = DIGITS
) -> str:
    """Return a number or vector as short text.

    Parameters
    ----------
    value : float, array_like (n,) or str
        A text is returned unchanged.
    digits : int
        Decimal places; significant digits below 0.1 and with a power of ten.

    Returns
    -------
    str
        "none" for NaN. The minus sign is the typographic one.

    Examples
    --------
    >>> format_number(0.123456), format_number((1.0, -2.5)), format_number(float("nan"))
    ('0.123', '(1, −2.5)', 'none')
    >>> format_number(1.7), format_number(1.70002)
    ('1.7', '1.700')
    """
    if isinstance(value, str):
        return value
    numbers = value if isinstance(value, float) else _plain_numbers(value)
    if isinstance(numbers, float):
        return _format_scalar(numbers, digits)
    return _format_vector(tuple(numbers), digits)


@lru_cache(maxsize=1024)
def _format_vector(numbers: tuple[float, ...], digits: int) -> str:
    if all(map(math.isnan, numbers)):
        return _NONE
    parts = [_format_scalar(x, digits) for x in _zero_rounding_noise(numbers)]
    return f"({', '.join(parts)})"


def _plain_numbers(value: float | Sequence[float] | ArrayLike) -> float | list[float]:
    """Convert to plain numbers; fast if they are plain already."""
    if isinstance(value, float | int):
        return float(value)
    if isinstance(value, tuple | list):
        return list(map(float, value))
    numbers: float | list[float] = np.asarray(value, dtype=np.float64).tolist()
    return numbers


# Most displayed numbers were in the previous frame too.
@lru_cache(maxsize=1024)
def _format_scalar(number: float, digits: int) -> str:
    if math.isnan(number):
        return _NONE
    mantissa, power = _mantissa_and_power(number, digits)
    text = mantissa.replace("-", "−")
    return with_power(text, power) if power else text


def with_power(mantissa: str, power: int) -> str:
    """Return the text of a mantissa times a power of ten, without a factor of 1.

    Examples
    --------
    >>> with_power("−8.1", -7), with_power("1", 6)
    ('−8.1×10⁻⁷', '10⁶')
    """
    ten = f"10{str(power).translate(_SUPERSCRIPTS)}"
    if mantissa in ("1", "−1"):
        return mantissa.replace("1", ten)
    return f"{mantissa}×{ten}"


def format_significant(value: ArrayLike, digits: int = DIGITS) -> str:
    """Return a number as short text with `digits` significant digits.

    Trailing zeros are left out if rounding changes it by less than 1e-7 of itself; NaN
    is "none".

    Examples
    --------
    >>> format_significant(104.952), format_significant(-1.39e-5)
    ('105', '−1.39×10⁻⁵')
    """
    number = float(np.asarray(value))
    if not math.isfinite(number) or _has_power(number, digits):
        return format_number(number, digits)
    rounded = float(f"{number:.{digits}g}")
    if math.isclose(rounded, number, rel_tol=_SINGLE_TOLERANCE):
        return f"{rounded:.{_ENOUGH_DIGITS}g}".replace("-", "−")
    size = math.floor(math.log10(abs(rounded)))
    return f"{rounded:.{max(digits - 1 - size, 0)}f}".replace("-", "−")


def tex(value: float | Sequence[float] | ArrayLike, digits: int = DIGITS) -> str:
    r"""Return a number, or a vector in parentheses, as LaTeX.

    Parameters
    ----------
    value : float or array_like (n,)
        A number or one vector.
    digits : int
        Decimal places; significant digits below 0.1 and with a power of ten.

    Returns
    -------
    str
        ASCII only.

    Examples
    --------
    >>> print(tex(1.2e-7), tex((1.0, -2.0)), tex(float("nan")))
    1.2 \times 10^{-7} (1, -2) \text{-}
    """
    number = _plain_numbers(value)
    if isinstance(number, list):
        parts = [tex(x, digits) for x in _zero_rounding_noise(number)]
        return f"({', '.join(parts)})"
    if math.isnan(number):
        return r"\text{-}"
    if math.isinf(number):
        return r"\infty" if number > 0.0 else r"-\infty"
    mantissa, power = _mantissa_and_power(number, digits)
    if not power:
        return mantissa
    if mantissa in ("1", "-1"):
        return mantissa.replace("1", f"10^{{{power}}}")
    return rf"{mantissa} \times 10^{{{power}}}"


def _zero_rounding_noise(numbers: Sequence[float]) -> list[float]:
    """Return the components with zeros for those that are far below the largest.

    Sizes above `POWER_FORMAT_THRESHOLD` count as that.
    """
    largest = max([abs(x) for x in numbers if not math.isnan(x)], default=0.0)
    noise_limit = 1e-12 * min(largest, POWER_FORMAT_THRESHOLD)
    return [0.0 if abs(x) < noise_limit else x for x in numbers]


def _mantissa_and_power(number: float, digits: int) -> tuple[str, int]:
    """Return the digits of a number and its power of ten, 0 for none."""
    if math.isinf(number):
        return str(number), 0
    number += 0.0  # -0.0 becomes 0.0
    if _has_power(number, digits):
        text = f"{number:.{max(digits - 1, 0)}e}"
    else:
        text = f"{number:.{_decimal_count(number, digits)}f}"
    mantissa, _, power = text.partition("e")
    is_exact = math.isclose(float(text), number, rel_tol=_EXACT_TOLERANCE)
    if is_exact and "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return mantissa, int(power or 0)


def _has_power(number: float, digits: int) -> bool:
    return (
        number != 0.0
        and not 0.5 * 10.0**-digits <= abs(number) < POWER_FORMAT_THRESHOLD
    )


def _decimal_count(number: float, digits: int) -> int:
    if not 0.0 < abs(number) < 0.1:
        return digits
    return digits - math.floor(math.log10(abs(number))) - 1


def term(key: str, latex: str) -> str:
    r"""Return LaTeX marked as the quantity that the primitives of a key show.

    Both have the same colour and are highlighted together.

    Examples
    --------
    >>> print(term("P", "x"))
    \term{P}{x}
    """
    return rf"\term{{{key}}}{{{latex}}}"


@lru_cache(maxsize=256)
def dim_formula(latex: str) -> str:
    """Return LaTeX in gray, for a statement that does not apply."""
    return rf"\textcolor{{gray}}{{${latex}$}}"


def digits_to_distinguish(a: ArrayLike, b: ArrayLike) -> int:
    """Return the number of digits needed to distinguish two numbers or vectors.

    It is at least `DIGITS`, which also equal values have, and at most 17.

    Examples
    --------
    >>> digits_to_distinguish(1.0, 1.00002)
    5
    """
    digits = DIGITS
    while (
        digits < _MAX_DIGITS
        and not np.array_equal(a, b)
        and np.array_equal(
            _round_as_written(a, digits), _round_as_written(b, digits), equal_nan=True
        )
    ):
        digits += 1
    return digits


def choose_digits(
    result: ArrayLike,
    formula: Callable[..., ArrayLike],
    *values: ArrayLike,
    digits: int = DIGITS,
) -> tuple[int, str]:
    r"""Return the number of digits with which values reproduce their result.

    Parameters
    ----------
    result : array_like
        A number or a vector, written with `digits`.
    formula : callable
        Computes the result from the rounded values.
    *values : array_like
        Numbers or vectors.
    digits : int
        The least number of digits.

    Returns
    -------
    digits : int
        The fewest that give every digit of the result, up to one unit of the last.
    sign : str
        ``=``, or ``\approx`` with the least digits if even ten do not reproduce it.
    """
    wanted_values = np.ravel(_round_as_written(result, digits))
    units = np.array([_last_digit_value(float(x), digits) for x in np.ravel(result)])
    with np.errstate(all="ignore"):
        for digits_tried in range(digits, max(_ENOUGH_DIGITS, digits + 2) + 1):
            found = np.ravel(
                formula(*(_round_as_written(value, digits_tried) for value in values))
            )
            # Slightly less than a unit: the reader may round differently.
            if (np.abs(found - wanted_values) <= 0.99 * units).all():
                return digits_tried, "="
    return digits, r"\approx"


def _round_as_written(value: ArrayLike, digits: int) -> NDArray[np.float64]:
    number = _plain_numbers(value)
    if isinstance(number, list):
        return np.array(
            [_round_scalar(x, digits) for x in _zero_rounding_noise(number)]
        )
    return np.asarray(_round_scalar(number, digits))


def _round_scalar(number: float, digits: int) -> float:
    if not math.isfinite(number):
        return number
    mantissa, power = _mantissa_and_power(number, digits)
    return float(f"{mantissa}e{power}")


def _last_digit_value(number: float, digits: int) -> float:
    """Return the place value of a number's last written digit."""
    if not math.isfinite(number):
        return 0.0
    if _has_power(number, digits):
        return float(10.0 ** (math.floor(math.log10(abs(number))) - digits + 1))
    return float(10.0 ** -_decimal_count(number, digits))


# ----------------------------------------------------------------------------
# Splitting of texts into words, symbols and numbers.
#
# Window, figure, SVG and page all typeset the runs of `split_runs`, so that a symbol
# looks the same everywhere. Authors type names in plain letters: hx, t0, P1, V'.
# ----------------------------------------------------------------------------


SYMBOL_SIZE_RATIO = 1.16
"""The size of symbols and numbers relative to the surrounding text."""

SCRIPT_SIZE_RATIO = 0.7
"""The size of subscripts and powers relative to their symbol."""


class RunKind(Enum):
    """The typographic style of a run.

    Attributes
    ----------
    WORD
        The style of the surrounding text.
    SYMBOL
        An italic letter.
    UPRIGHT
        Numbers, operators and brackets of a formula.
    SUBSCRIPT, POWER
        Small, below or above the baseline.
    ROOT
        The root sign.
    """

    WORD = auto()
    SYMBOL = auto()
    UPRIGHT = auto()
    SUBSCRIPT = auto()
    POWER = auto()
    ROOT = auto()


BASELINE_SHIFTS = {
    RunKind.WORD: 0.0,
    RunKind.SYMBOL: 0.0,
    RunKind.UPRIGHT: 0.0,
    RunKind.SUBSCRIPT: 0.22,
    RunKind.POWER: -0.36,
    # The root sign of Latin Modern Math is below the baseline.
    RunKind.ROOT: -0.76,
}
"""Downward shift of each kind of run, relative to the symbol's size."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A part of a text in one style.

    Attributes
    ----------
    text : str
        The characters to draw.
    kind : RunKind
        The style.
    name : str
        The name of the symbol that it is part of, as "h_x"; "" for none.
    """

    text: str
    kind: RunKind
    name: str = ""


_SUBSCRIPT_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
JAPANESE = r"\u3000-\u9fff\uff00-\uffef"
"""Japanese characters, as the contents of a character class."""

_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_GREEK = "αβγδεζηθικλμνξοπρςστυφχψω"
# The letters of a word, with accents or without: "für" has no symbols.
_LETTERS = "A-Za-zÀ-ÖØ-öø-ɏ"
# File paths, and letters that may be symbols with a subscript: a digit, or a second
# letter if the pair is no English word (hx, tA, xL).
_TOKEN = re.compile(
    r"(?P<path>(?<![^\s\"“'(:])(?:[~.]{0,2}/[\w.]|[A-Za-z]:\\)[^\s\"”')]*"
    rf"|(?<![^\s{JAPANESE}])[A-Za-z0-9_./-]+/[A-Za-z0-9_-]+\.[a-z]+(?![A-Za-z0-9_]))"
    rf"|(?P<S>(?<![{_LETTERS}0-9_.'’-])"
    r"(?:(?P<two>[ehrv][xy]|[a-uw-z][A-Z]|Va)|(?P<one>[A-Za-z])(?P<low>_[A-Za-z0-9]|[0-9₀-₉])?)"
    rf"(?P<primes>(?:′|'(?![A-Za-z]))*)(?![{_LETTERS}0-9_]|\.[a-z])"
    rf"|(?P<greek>[{_GREEK}Δ])(?P<sub>[₀-₉])?)"
    r"|(?P<N>\d+(?:\.\d+)?°?)"
    rf"|(?P<P>[{_POWERS}]+)"
    r"|(?P<O>[=+−·×√|≤≥<>≠≈±∓⇒→∞/]"
    r"|(?<=\d),(?=[ \u00a0][−\d][\d.]*(?:,[ \u00a0][−\d][\d.]*)?\)))"
    r"|(?P<B>[()])"
    r"|(?P<W>[ \u00a0])"
    rf"|(?P<X>[{_LETTERS}0-9_]+|.)",
    re.DOTALL,
)
# A span of mathematics; spaces are part of it only next to an operator.
_SPAN = re.compile(r"[SNPOB]+(?:(?:(?<=O)W|W(?=O))[SNPOB]+)*")
_UNIT = re.compile(rf"[\d{_POWERS}]\s?$")
# A number that may change between frames, and its placeholder in the cache's key.
_NUMBER = re.compile(
    rf"(?<=[ \u00a0−{JAPANESE}])(?:\d+\.\d+(?![A-Za-z0-9_]|°|\.\w)|\d+$)"
)
_ANY_DIGIT = chr(0xFF10)
# The text before the name of a key; in Japanese the word for "key" follows the name.
_KEY = re.compile(r"(?:Press |Ctrl\+|Shift\+|Alt\+)$")
_IS_KEY = "キー"
_JAPANESE = re.compile(f"[{JAPANESE}]")
# At the start of a sentence or a numbered title, A is the article unless one of these
# words follows.
_START = re.compile(r"(?:^|^\d+ +|[.?!:“\"(]\s*)$")
_VERBS = re.compile(r" (?:is|lies|and|or|to|moves|must|has|on|in|at|with)\b")


def split_runs(text: str, *, name: bool = False) -> tuple[TextRun, ...]:
    """Split a text into words, symbols and numbers.

    Parameters
    ----------
    text : str
        A sentence, or a label in a figure.
    name : bool
        Whether it is a label: then all numbers and operators are set as mathematics,
        and a single letter is never a word.

    Examples
    --------
    >>> [(run.text, run.kind.name) for run in split_runs("hx = −2.5", name=True)]
    [('ℎ', 'SYMBOL'), ('𝑥', 'SUBSCRIPT'), (' = −2.5', 'UPRIGHT')]
    >>> [run.text for run in split_runs("A ball at A moves")]
    ['A ball at ', '𝐴', ' moves']
    """
    # During a drag only the numbers of a text change.
    numbers = [] if _ANY_DIGIT in text else _NUMBER.findall(text)
    if not numbers:
        return _split_runs_cached(text, name)
    runs = []
    for run in _split_runs_cached(_NUMBER.sub(_ANY_DIGIT, text), name):
        shown = run.text
        while _ANY_DIGIT in shown:
            shown = shown.replace(_ANY_DIGIT, numbers.pop(0), 1)
        runs.append(run if shown is run.text else TextRun(shown, run.kind, run.name))
    return tuple(runs)


@lru_cache(maxsize=4096)
def _split_runs_cached(text: str, name: bool) -> tuple[TextRun, ...]:
    tokens = [*_TOKEN.finditer(text)]
    codes = "".join(_token_code(token, text, name=name) for token in tokens)
    inside = _mark_mathematics(codes, name=name)
    parts: list[TextRun] = []
    for token, code, counts in zip(tokens, codes, inside, strict=True):
        for run in (
            _typeset_token(token, code) if counts else [TextRun(token[0], RunKind.WORD)]
        ):
            _append_run(parts, run)
    return tuple(parts)


def symbol_name(text: str) -> str:
    """Return the name of a text that is a single symbol, else "".

    Examples
    --------
    >>> symbol_name("t₀"), symbol_name("t_0"), symbol_name("hx"), symbol_name("M·V")
    ('t_0', 't_0', 'h_x', '')
    """
    names = {run.name for run in split_runs(text.strip(), name=True)}
    return names.pop() if len(names) == 1 else ""


def _token_code(token: re.Match[str], text: str, *, name: bool) -> str:
    """Return the code of a token's type; X for words, also of one letter."""
    code = str(token.lastgroup)
    if code == "path":
        return "X"
    code = code if code in "SNPOBWX" else "S"
    if code != "S":
        return code
    text_before, text_after = text[: token.start()], text[token.end() :]
    if not token["greek"] and _is_unit(token[0], text_before, text_after):
        return "X"
    key = _KEY.search(text_before) or text_after.startswith(_IS_KEY)
    if key or re.fullmatch(r"F\d", token[0]):
        return "X"
    if token[0] == "I" and not name:
        return "X"
    if token[0] == "A" and not name:
        word = re.match(r" [a-z]", text_after) and not _VERBS.match(text_after)
        return "X" if word and _START.search(text_before) else "S"
    if token[0] == "a" and len(text) > 1:
        is_enclosed = text_before.endswith("(") and text_after.startswith(")")
        is_listed = re.match(r" and [b-z]\b", text_after) or text_after.startswith(
            " = "
        )
        # Next to Japanese it is a symbol: the language has no article.
        japanese_neighbor = _JAPANESE.match(text_before[-1:]) or _JAPANESE.match(
            text_after
        )
        return "S" if is_enclosed or is_listed or japanese_neighbor else "X"
    return "S"


def _is_unit(letter: str, before: str, after: str) -> bool:
    """Return whether a letter is a unit: after a number, or as in (m²)."""
    if before.endswith(" ("):
        return letter == "m" or after[:1] in ("²", "³", "⁴", "/")
    return bool(_UNIT.search(before))


def _mark_mathematics(codes: str, *, name: bool) -> list[bool]:
    """Return a boolean per token, True if it belongs to mathematics."""
    inside = [name and code in "NPO" for code in codes]
    for span in _SPAN.finditer(codes):
        # In a sentence a plain number is a word, a number with a power is not.
        if not (name or "S" in span[0] or "NP" in span[0]):
            continue
        for place in range(*span.span()):
            inside[place] = True
        for place in _find_unmatched_bracket(span[0]):
            inside[span.start() + place] = False
    return inside


def _find_unmatched_bracket(span: str) -> list[int]:
    """Return the position of a span's unmatched bracket at its end, if any."""
    count = span.count("B")
    if count % 2 == 0:
        return []
    return [span.index("B") if span.startswith("B") else span.rindex("B")]


def _typeset_token(token: re.Match[str], code: str) -> Iterator[TextRun]:
    """Yield the runs of a mathematical token."""
    if code == "P":
        yield TextRun(normalize("NFKC", token[0]), RunKind.POWER)
        return
    if code != "S":
        kind = RunKind.ROOT if token[0] == "√" else RunKind.UPRIGHT
        yield TextRun(token[0].replace("\u00a0", " "), kind)
        return
    whole = token["two"] or token["one"] or token["greek"]
    low = token["low"] or token["sub"] or ""
    letter, low = whole[0], (whole[1:] or low.lstrip("_")).translate(_SUBSCRIPT_DIGITS)
    primes = "′" * len(token["primes"] or "")
    name = letter + (f"_{low}" if low else "") + primes
    yield TextRun(letter.translate(_TO_ITALICS), RunKind.SYMBOL, name)
    if low:
        yield TextRun(low.translate(_TO_ITALICS), RunKind.SUBSCRIPT, name)
    if primes:
        yield TextRun(primes, RunKind.UPRIGHT, name)


_ITALICS = {
    letter: chr(first + i)
    for first, letters in (
        (0x1D44E, ascii_lowercase),
        (0x1D434, ascii_uppercase),
        (0x1D6FC, _GREEK),
    )
    for i, letter in enumerate(letters)
} | {"h": "\u210e"}  # in Unicode it is the earlier Planck constant
_TO_ITALICS = str.maketrans(_ITALICS)
ITALICS = "".join(_ITALICS.values())
"""All letters of symbols."""


def _append_run(parts: list[TextRun], run: TextRun) -> None:
    """Append a run, merged with the previous one if both have the same style."""
    if parts and (parts[-1].kind, parts[-1].name) == (run.kind, run.name):
        run = TextRun(parts.pop().text + run.text, run.kind, run.name)
    parts.append(run)
