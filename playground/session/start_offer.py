"""A start that is on offer to somebody who has never seen the scene."""

from collections.abc import Hashable
from dataclasses import dataclass

from playground.scene.scene import Start

# For so many seconds the handle that is to be dragged calls for that.
PULSE = 1.8


@dataclass(frozen=True)
class OpenStart:
    """A start that is on offer, while nothing else is opened.

    Attributes
    ----------
    start : Start
        What the scene declares.
    stage
        The stage of the session that it belongs to.
    goal
        Both answers at the mistake that it leads to.
    age : float
        For how many seconds it has been on show, up to `PULSE`.
    dragged, found : bool
        Whether anything was changed since, and whether the answers have parted.
    """

    start: Start
    stage: Hashable
    goal: Hashable
    age: float = 0.0
    dragged: bool = False
    found: bool = False

    @property
    def pulsing(self) -> bool:
        """Whether the handle still calls."""
        return self.age < PULSE and not self.dragged
