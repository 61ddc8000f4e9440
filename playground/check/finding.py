"""Findings of the rules: faults and advice."""

from collections.abc import Callable, Iterator

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


def advice(text: str) -> Finding:
    """Return a finding that is advice."""
    return Finding(text, advice=True)
