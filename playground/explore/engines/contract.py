"""What an engine means by its answers: one declaration an engine, each with its source.

The judge's excuses and tolerance for an engine follow from it, and what it is asked at
all: numbers that it holds exactly, and of them only those that it takes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any


class Numbers(StrEnum):
    """What an engine computes with."""

    FLOAT32 = "float32"
    FLOAT64 = "float64"


class StartInside(StrEnum):
    """What is answered where the start lies inside, or touches."""

    LEAVES = "hollow: t is where it leaves"
    AT_ONCE = "solid: a hit at t = 0"
    HIT = "solid: a hit, without a time"
    MISS = "no hit"


CORES_OWN = {
    "ray_circle": StartInside.LEAVES,
    "swept_sphere_line": StartInside.AT_ONCE,
    "sweep_ball_block": StartInside.AT_ONCE,
}
"""What the core answers, by function; none of the others starts anywhere."""


@dataclass(frozen=True)
class Quote:
    """What an engine's own manual or text says, and where."""

    says: str
    where: str


@dataclass(frozen=True)
class Meaning:
    """What an engine's answer to one of the core's questions means.

    Attributes
    ----------
    asks : str
        What of the engine is asked.
    sources : tuple of Quote
        Why it means that.
    inside : StartInside or None
        What is answered where the start lies inside; None where nothing starts.
    off : float
        So far off may it be by its own tolerance or margin, a length.
    above_0 : tuple of str
        What it takes only above 0: an argument, or a difference of two.
    """

    asks: str
    sources: tuple[Quote, ...] = ()
    inside: StartInside | None = None
    off: float = 0.0
    above_0: tuple[str, ...] = ()


@dataclass(frozen=True)
class Contract:
    """What an engine means.

    Attributes
    ----------
    name : str
        As it calls itself.
    install : str
        The command that installs it.
    numbers : Numbers
        What it computes with.
    asked : mapping
        What it can be asked, by the core's functions.
    sources : tuple of Quote
        Of what holds for all of them.
    within : float
        It takes no coordinates or lengths beyond.
    """

    name: str
    install: str
    numbers: Numbers
    asked: Mapping[str, Meaning]
    sources: tuple[Quote, ...] = ()
    within: float = inf

    def excused(self, function: str) -> tuple[str, ...]:
        """Return the choices that it makes otherwise than the core."""
        inside = self.asked[function].inside
        alike = None, StartInside.HIT, CORES_OWN.get(function)
        return () if inside in alike else ("start_inside",)

    def told(self, function: str) -> dict[str, Any]:
        """Return what the judge has to know of it, as JSON takes it."""
        meaning = self.asked[function]
        return {
            "NAME": self.name,
            "NUMBERS": str(self.numbers),
            "EXCUSED": list(self.excused(function)),
            "SLOP": meaning.off,
            "ABOVE_0": list(meaning.above_0),
            "WITHIN": self.within,
        }
