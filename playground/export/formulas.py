r"""Formulas as MathML: what stands for drawn records says so by its key.

latex2mathml is of the extra `export`.
"""

import re
from functools import lru_cache

from playground.export.packed import SLOT
from playground.scene import terms

# Colours that no formula has stand for a term while it is converted.
_TERM = re.compile("#fe([0-9a-f]{4})")
_COLOURED = re.compile('<mstyle mathcolor="([^"]*)">')
_STYLE = re.compile(r"<mstyle\b[^>]*>|</mstyle>")
# A number of the formula, but no index or power without a brace, and no length.
_NUMBER = re.compile(r"(?<![\w^_#.\\])\d+(?:\.\d+)?(?![\w.]|\s*(?:pt|em|ex|mu)\b)")
# A minus after one of these, or at the start, belongs to the number behind it.
_SIGNED = re.compile(
    r"(?:^|[(\[{,;=<>|&]|\\(?:le|ge|ne|cdot|times|approx|to|Rightarrow|quad))\s*-$"
)
# A number that no formula has stands for a slot while it is converted.
_STAND_IN = 71_000_000
_STOOD_IN = re.compile(r"71\d{6}")


def available() -> bool:
    """Return whether formulas can be converted."""
    try:
        import latex2mathml  # noqa: F401
    except ImportError:
        return False
    return True


# The same formula stands in many samples.
@lru_cache(maxsize=8192)
def split(latex: str) -> tuple[str, tuple[str, ...]]:
    """Return a formula as MathML with slots for its numbers, and these."""
    if not latex:
        return "", ()
    keys: list[str] = []

    def mark(key: str, content: str) -> str:
        keys.append(key)
        tone = f"#fe{len(keys) - 1:04x}"
        return rf"\textcolor{{{tone}}}{{{terms.expanded(content, mark)}}}"

    marked = terms.expanded(latex, mark)
    numbers: list[str] = []
    parts, end = [], 0
    for found in _NUMBER.finditer(marked):
        before = marked[end : found.start()]
        sign = "−" if _SIGNED.search(marked[max(end - 1, 0) : found.start()]) else ""
        parts += [before[:-1] if sign else before, str(_STAND_IN + len(numbers))]
        numbers.append(sign + found[0])
        end = found.end()
    skeleton = "".join([*parts, marked[end:]]).replace("$", "")
    template, order = _converted(skeleton, tuple(keys))
    return template, tuple(numbers[i] for i in order)


def mathml(latex: str) -> str:
    """Return a formula as MathML."""
    template, numbers = split(latex)
    parts = template.split(SLOT)
    return parts[0] + "".join(
        number + part for number, part in zip(numbers, parts[1:], strict=True)
    )


# Most formulas of a page differ in their numbers alone.
@lru_cache(maxsize=4096)
def _converted(skeleton: str, keys: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    """Return MathML with slots, and which stand-in each of these was."""
    from latex2mathml.converter import convert

    whole: str = convert(skeleton)
    whole = whole.replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")
    whole = _with_keys(whole, keys)
    order = tuple(int(n) - _STAND_IN for n in _STOOD_IN.findall(whole))
    return _STOOD_IN.sub(SLOT, whole), order


def _with_keys(whole: str, keys: tuple[str, ...]) -> str:
    """Return MathML in which what was coloured as a term is one by name."""
    ends: list[str] = []

    def tag(found: re.Match[str]) -> str:
        if found[0] == "</mstyle>":
            return ends.pop()
        coloured = _COLOURED.fullmatch(found[0])
        ends.append("</mrow>" if coloured else "</mstyle>")
        if coloured is None:
            return found[0]
        term = _TERM.fullmatch(coloured[1])
        if term is None:  # what is not the case is coloured in the formula itself
            return '<mrow class="faint">'
        return f'<mrow class="term" data-key="{keys[int(term[1], 16)]}">'

    return _STYLE.sub(tag, whole)
