r"""Formulas as MathML: what stands for drawn records says so by its key.

latex2mathml is of the extra `export`.
"""

import re
from functools import lru_cache
from itertools import cycle
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from playground.page.packing import SLOT, filled
from playground.scene import terms

# Colours that no formula has stand for a term while it is converted.
_TERM = re.compile("#fe([0-9a-f]{4})")
_SPACE = ' xmlns="http://www.w3.org/1998/Math/MathML"'
# Signs that are raised by themselves, and what is written for them.
_RAISED = {"′": "′", "∘": "°"}
# What a minus has no number to take from behind.
_OPEN = frozenset("([=,;<>≤≥≠≈⇒·×|")
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
    return filled(*split(latex))


# Most formulas of a page differ in their numbers alone.
@lru_cache(maxsize=4096)
def _converted(skeleton: str, keys: tuple[str, ...]) -> tuple[str, tuple[int, ...]]:
    """Return MathML with slots, and which stand-in each of these was."""
    from latex2mathml.converter import convert

    root = ElementTree.fromstring(convert(skeleton).replace(_SPACE, ""))
    for element in [*root.iter()]:
        _named(element, keys)
        _raised(element)
        if element.tag in ("mrow", "mtd"):
            _signed(element)
        # A browser takes ordinary spaces away at the ends of words.
        if element.tag == "mtext" and element.text:
            element.text = element.text.replace(" ", "\u00a0")
    whole = ElementTree.tostring(root, encoding="unicode")
    order = tuple(int(n) - _STAND_IN for n in _STOOD_IN.findall(whole))
    return _STOOD_IN.sub(SLOT, whole), order


def _named(element: Element, keys: tuple[str, ...]) -> None:
    """Let what was coloured as a term be one by name."""
    colour = element.attrib.pop("mathcolor", None)
    if colour is None:
        return
    element.tag = "mrow"
    term = _TERM.fullmatch(colour)
    if term is None:  # what is not the case is coloured in the formula itself
        element.set("class", "faint")
        return
    element.set("class", "term")
    element.set("data-key", keys[int(term[1], 16)])


def _raised(element: Element) -> None:
    """Raise a prime or a degree once only: its sign stands high by itself."""
    if element.tag not in ("msup", "msubsup"):
        return
    *base, power = element
    sign = "".join(power.itertext())
    if sign not in _RAISED:
        return
    raised = Element("mi")
    raised.text = _RAISED[sign]
    if len(base) == 2:  # above its index
        lowered = Element("mpadded", {"class": "prime", "voffset": "-.35em"})
        lowered.append(raised)
        element[:] = [*base, lowered]
        return
    element.tag = "mrow"
    element[:] = [*base, raised]


def _signed(element: Element) -> None:
    """Let signs stand close to what they belong to: a bare minus, bars, max and min."""
    before, forms = "(", cycle(("prefix", "postfix"))
    for part in element:
        sign = part[0] if part.tag == "msup" else part  # what closes may bear a power
        if sign.text == "−" and before in _OPEN:
            sign.set("form", "prefix")
        elif sign.text == "|" and sign.get("fence") is None:
            sign.set("form", next(forms))
        elif sign.text in ("max", "min"):
            sign.attrib |= {"lspace": "0", "rspace": "0"}
        if part.tag not in ("mspace", "mtext"):
            opens = part.tag == "mo" and part.get("form") != "postfix"
            before = (part.text or "") if opens else ""
