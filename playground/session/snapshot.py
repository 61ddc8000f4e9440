"""Immutable state of a session: the guided start on offer, and a snapshot."""

from collections.abc import Hashable, Mapping
from typing import Any

from playground.quick_dataclass import dataclass
from playground.scene.scene import GuidedStart
from playground.session.open_scene import OpenScene
from playground.session.view_options import DisplayOptions

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


@dataclass(frozen=True, eq=False)
class SessionSnapshot:
    """State of a session before a lesson or a talk.

    Attributes
    ----------
    index : int
        Index of the current scene.
    view : DisplayOptions
        The display options.
    offer : StartOffer or None
        The guided start on offer.
    is_map_of_offer : bool
        Whether the guided start displayed the map.
    scenes : tuple
        Each open scene with its saved fields; without a history if it was never opened.
    lesson_place : hashable
        The result of `restore.lesson_place`.
    """

    index: int
    view: DisplayOptions
    offer: StartOffer | None
    is_map_of_offer: bool
    scenes: tuple[tuple[OpenScene, Mapping[str, Any]], ...]
    lesson_place: Hashable
