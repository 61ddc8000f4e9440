"""What a rule finds."""

from collections.abc import Callable, Iterator

from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

UNITS = {"", "m", "m²", "m³", "m⁴", "°", "s", "m/s", "m/frame", "step", "frame"}


@dataclass(frozen=True)
class Finding:
    """A sentence about a scene; `advice` may be declined.

    `at` is the file and line of what it speaks of: "mine.py, line 12"; "" where that
    is found by the names in the sentence, or not at all.
    """

    text: str
    advice: bool = False
    at: str = ""


Rule = Callable[[SceneEntry], Iterator[Finding]]


def advice(text: str) -> Finding:
    """Return what would be better."""
    return Finding(text, advice=True)
