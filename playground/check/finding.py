"""Findings of the rules: faults and advice."""

from collections.abc import Callable, Iterator

from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

UNITS = {"", "m", "m²", "m³", "m⁴", "°", "s", "m/s", "m/frame", "step", "frame"}


@dataclass(frozen=True)
class Finding:
    """Message about a scene; `advice` may be ignored.

    `at` is its file and line, "mine.py, line 12"; "" if it is derived from the names in
    the text, or unknown.
    """

    text: str
    advice: bool = False
    at: str = ""


Rule = Callable[[SceneEntry], Iterator[Finding]]


def advice(text: str) -> Finding:
    """Return a finding that is advice."""
    return Finding(text, advice=True)
