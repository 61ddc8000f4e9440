"""A start that is on offer to somebody who has never seen the scene."""

from collections.abc import Hashable

from playground.quick_dataclass import dataclass
from playground.scene.scene import GuidedStart

# For so many seconds the handle that is to be dragged calls for that.
PULSE_DURATION_S = 1.8


@dataclass(frozen=True)
class StartOffer:
    """A start that is on offer, while nothing else is opened.

    Attributes
    ----------
    start : Start
        What the scene declares.
    context_id
        The stage of the session that it belongs to.
    goal
        Both answers at the mistake that it leads to.
    age : float
        For how many seconds it has been on show, up to `PULSE_DURATION_S`.
    dragged, found : bool
        Whether anything was changed since, and whether the answers have parted.
    """

    start: GuidedStart
    context_id: Hashable
    goal: Hashable
    age: float = 0.0
    dragged: bool = False
    found: bool = False

    @property
    def pulsing(self) -> bool:
        """Whether the handle still calls."""
        return self.age < PULSE_DURATION_S and not self.dragged
