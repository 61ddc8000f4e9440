"""Findings of the rules: faults and advice."""

from collections.abc import Callable, Iterator
from typing import Any

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

UNITS = {"", "m", "m²", "m³", "m⁴", "°", "s", "m/s", "m/frame", "step", "frame"}


@dataclass(frozen=True)
class Finding:
    """Message about a scene.

    Attributes
    ----------
    text : str
        Sentence for the author.
    advice : bool
        It may be ignored; otherwise it is a fault.
    at : str
        File and line, "mine.py, line 12"; "" if derived from the names in the text, or
        unknown.
    """

    text: str
    advice: bool = False
    at: str = ""


Rule = Callable[[SceneEntry], Iterator[Finding]]


@with_texts("text")
def fault(text: str, /, *, at: str = "", **values: Any) -> Finding:
    """Return a finding that is a fault.

    Parameters
    ----------
    text : str
        A template with placeholders.
    at : str
        File and line, if known.
    **values
        The placeholders.
    """
    return Finding(message(text, **values), at=at)


@with_texts("text")
def advice(text: str, /, **values: Any) -> Finding:
    """Return a finding that is advice; `values` are the placeholders of the text."""
    return Finding(message(text, **values), advice=True)
