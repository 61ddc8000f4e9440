"""The guided start on offer, as an immutable value."""

from collections.abc import Hashable

from playground.quick_dataclass import dataclass
from playground.scene.scene import GuidedStart

# Time for which the handle to drag pulses.
PULSE_DURATION_S = 1.8


@dataclass(frozen=True)
class StartOffer:
    """A guided start on offer, until something else is opened.

    Attributes
    ----------
    start : GuidedStart
        The scene's declaration.
    context_id : hashable
        The session's context that it belongs to.
    goal : hashable
        Both answers at the mistake that it leads to, as a key; None if unknown.
    age : float
        Time since it appeared, in seconds; it stops soon after `PULSE_DURATION_S`.
    dragged : bool
        Whether the params were changed.
    found : bool
        Whether the mistake was reached.
    """

    start: GuidedStart
    context_id: Hashable
    goal: Hashable
    age: float = 0.0
    dragged: bool = False
    found: bool = False

    @property
    def pulsing(self) -> bool:
        """Whether the handle to drag pulses."""
        return self.age < PULSE_DURATION_S and not self.dragged
