"""What of a text is mathematics: its symbols, numbers and words, by one rule.

Window, figure, SVG and page all set what `runs` says, so that one symbol has the same
signs wherever it stands. Authors write names as one types them: hx, t0, P1, V'.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from unicodedata import normalize

SYMBOL_SHARE = 1.16
"""How large symbols and numbers are against the words about them, in ems."""

SMALL = 0.7
"""How large what is lowered or raised is against the symbol it belongs to."""


class RunKind(Enum):
    """How a part of a text is set."""

    WORD = auto()
    SYMBOL = auto()
    UPRIGHT = auto()
    SUBSCRIPT = auto()
    POWER = auto()
    ROOT = auto()


LOWERED = {
    RunKind.WORD: 0.0,
    RunKind.SYMBOL: 0.0,
    RunKind.UPRIGHT: 0.0,
    RunKind.SUBSCRIPT: 0.22,
    RunKind.POWER: -0.36,
    # The sign of Latin Modern Math hangs from the base line.
    RunKind.ROOT: -0.76,
}
"""By how much of the symbol's size a part is lowered."""


@dataclass(frozen=True, slots=True)
class TextRun:
    """A part of a text set in one way; `name` is the symbol it belongs to, if any."""

    text: str
    kind: RunKind
    name: str = ""


_BELOW = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
JAPANESE = r"\u3000-\u9fff\uff00-\uffef"
"""The letters of Japanese, as a class in a pattern names them."""

_POWERS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"
_GREEK = "αβγδεζηθικλμνξοπρςστυφχψω"
# The path of a file, and a letter that may be a symbol with what may be lowered behind
# it: a digit, or where no word is so short a second letter (hx, tA, xL).
_TOKEN = re.compile(
    r"(?P<path>(?<![^\s\"“'(:])(?:[~.]{0,2}/[\w.]|[A-Za-z]:\\)[^\s\"”')]*"
    rf"|(?<![^\s{JAPANESE}])[A-Za-z0-9_./-]+/[A-Za-z0-9_-]+\.[a-z]+(?![A-Za-z0-9_]))"
    r"|(?P<S>(?<![A-Za-z0-9_.'’-])"
    r"(?:(?P<two>[ehrv][xy]|[a-uw-z][A-Z]|Va)|(?P<one>[A-Za-z])(?P<low>_[A-Za-z0-9]|[0-9₀-₉])?)"
    r"(?P<primes>(?:′|'(?![A-Za-z]))*)(?![A-Za-z0-9_]|\.[a-z])"
    rf"|(?P<greek>[{_GREEK}Δ])(?P<sub>[₀-₉])?)"
    r"|(?P<N>\d+(?:\.\d+)?°?)"
    rf"|(?P<P>[{_POWERS}]+)"
    r"|(?P<O>[=+−·×√|≤≥<>≠≈±∓⇒→∞/]"
    r"|(?<=\d),(?=[ \u00a0][−\d][\d.]*(?:,[ \u00a0][−\d][\d.]*)?\)))"
    r"|(?P<B>[()])"
    r"|(?P<W>[ \u00a0])"
    r"|(?P<X>[A-Za-z0-9_]+|.)",
    re.DOTALL,
)
# A stretch of mathematics; a space is in it beside a sign only.
_SPAN = re.compile(r"[SNPOB]+(?:(?:(?<=O)W|W(?=O))[SNPOB]+)*")
_UNIT = re.compile(rf"[\d{_POWERS}]\s?$")
# A number that may change from frame to frame, and the digit that stands for any.
_NUMBER = re.compile(
    rf"(?<=[ \u00a0−{JAPANESE}])(?:\d+\.\d+(?![A-Za-z0-9_]|°|\.\w)|\d+$)"
)
_ANY = chr(0xFF10)
# A letter on the keyboard; in Japanese the word for a key stands behind it.
_KEY = re.compile(r"(?:Press |Ctrl\+|Shift\+|Alt\+)$")
_IS_KEY = "キー"
_JAPANESE = re.compile(f"[{JAPANESE}]")
# At the start of a sentence, or of a title with its number, A is the article, but for
# these words behind it.
_START = re.compile(r"(?:^|^\d+ +|[.?!:“\"(]\s*)$")
_VERBS = re.compile(r" (?:is|lies|and|or|to|moves|must|has|on|in|at|with)\b")


def runs(text: str, *, name: bool = False) -> tuple[TextRun, ...]:
    """Return the parts of a text.

    Parameters
    ----------
    text : str
        A sentence, or a name in a figure.
    name : bool
        It is a name: there, numbers and signs are set like symbols wherever they
        stand, and a letter alone is no word.

    Examples
    --------
    >>> [(run.text, run.kind.name) for run in runs("hx = −2.5", name=True)]
    [('ℎ', 'SYMBOL'), ('𝑥', 'SUBSCRIPT'), (' = −2.5', 'UPRIGHT')]
    >>> [run.text for run in runs("A ball at A moves")]
    ['A ball at ', '𝐴', ' moves']
    """
    # Of a text that is dragged only the numbers are new.
    numbers = [] if _ANY in text else _NUMBER.findall(text)
    if not numbers:
        return _runs(text, name)
    found = []
    for run in _runs(_NUMBER.sub(_ANY, text), name):
        shown = run.text
        while _ANY in shown:
            shown = shown.replace(_ANY, numbers.pop(0), 1)
        found.append(run if shown is run.text else TextRun(shown, run.kind, run.name))
    return tuple(found)


@lru_cache(maxsize=4096)
def _runs(text: str, name: bool) -> tuple[TextRun, ...]:
    found = [*_TOKEN.finditer(text)]
    codes = "".join(_code(token, text, name=name) for token in found)
    inside = _mathematical(codes, name=name)
    parts: list[TextRun] = []
    for token, code, counts in zip(found, codes, inside, strict=True):
        for run in _set(token, code) if counts else [TextRun(token[0], RunKind.WORD)]:
            _append(parts, run)
    return tuple(parts)


def symbol(text: str) -> str:
    """Return the name of the one symbol that a text is; "" if it is none.

    Examples
    --------
    >>> symbol("t₀"), symbol("t_0"), symbol("hx"), symbol("M·V")
    ('t_0', 't_0', 'h_x', '')
    """
    names = {run.name for run in runs(text.strip(), name=True)}
    return names.pop() if len(names) == 1 else ""


def _code(token: re.Match[str], text: str, *, name: bool) -> str:
    """Return which kind of token it is; a letter that is a word is one (X)."""
    code = str(token.lastgroup)
    if code == "path":
        return "X"
    code = code if code in "SNPOBWX" else "S"
    if code != "S":
        return code
    before, after = text[: token.start()], text[token.end() :]
    if not token["greek"] and _is_unit(token[0], before, after):
        return "X"
    key = _KEY.search(before) or after.startswith(_IS_KEY)
    if key or re.fullmatch(r"F\d", token[0]):
        return "X"
    if token[0] == "I" and not name:
        return "X"
    if token[0] == "A" and not name:
        word = re.match(r" [a-z]", after) and not _VERBS.match(after)
        return "X" if word and _START.search(before) else "S"
    if token[0] == "a" and len(text) > 1:
        enclosed = before.endswith("(") and after.startswith(")")
        listed = re.match(r" and [b-z]\b", after) or after.startswith(" = ")
        # Japanese has no article.
        beside = _JAPANESE.match(before[-1:]) or _JAPANESE.match(after)
        return "S" if enclosed or listed or beside else "X"
    return "S"


def _is_unit(letter: str, before: str, after: str) -> bool:
    """Return whether a letter is a unit: behind a number, or as (m²) is."""
    if before.endswith(" ("):
        return letter == "m" or after[:1] in ("²", "³", "⁴", "/")
    return bool(_UNIT.search(before))


def _mathematical(codes: str, *, name: bool) -> list[bool]:
    """Return which of the tokens belong to mathematics."""
    inside = [name and code in "NPO" for code in codes]
    for span in _SPAN.finditer(codes):
        # In a sentence a plain number is read as a word, one with a power is not.
        if not (name or "S" in span[0] or "NP" in span[0]):
            continue
        for place in range(*span.span()):
            inside[place] = True
        for place in _unmatched(span[0]):
            inside[span.start() + place] = False
    return inside


def _unmatched(span: str) -> list[int]:
    """Return the brackets at the ends of a stretch, where there is but one."""
    count = span.count("B")
    if count % 2 == 0:
        return []
    return [span.index("B") if span.startswith("B") else span.rindex("B")]


def _set(token: re.Match[str], code: str) -> Iterator[TextRun]:
    """Yield how a token of mathematics is set."""
    if code == "P":
        yield TextRun(normalize("NFKC", token[0]), RunKind.POWER)
        return
    if code != "S":
        kind = RunKind.ROOT if token[0] == "√" else RunKind.UPRIGHT
        yield TextRun(token[0].replace("\u00a0", " "), kind)
        return
    whole = token["two"] or token["one"] or token["greek"]
    low = token["low"] or token["sub"] or ""
    letter, low = whole[0], (whole[1:] or low.lstrip("_")).translate(_BELOW)
    primes = "′" * len(token["primes"] or "")
    name = letter + (f"_{low}" if low else "") + primes
    yield TextRun(_italic(letter), RunKind.SYMBOL, name)
    if low:
        yield TextRun("".join(map(_italic, low)), RunKind.SUBSCRIPT, name)
    if primes:
        yield TextRun(primes, RunKind.UPRIGHT, name)


def _italic(letter: str) -> str:
    """Return the mathematical italic of a letter; other signs as they are."""
    if letter == "h":  # Unicode had it before the others, as Planck's constant
        return "\u210e"
    if "a" <= letter <= "z":
        return chr(0x1D44E + ord(letter) - ord("a"))
    if "A" <= letter <= "Z":
        return chr(0x1D434 + ord(letter) - ord("A"))
    if letter in _GREEK:
        return chr(0x1D6FC + _GREEK.index(letter))
    return letter


ITALICS = "".join(
    map(_italic, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" + _GREEK)
)
"""Every letter that a symbol can have."""


def _append(parts: list[TextRun], run: TextRun) -> None:
    """Add a part, joined with the one before it where both are set alike."""
    if parts and (parts[-1].kind, parts[-1].name) == (run.kind, run.name):
        run = TextRun(parts.pop().text + run.text, run.kind, run.name)
    parts.append(run)
