"""Snapshot of a session, taken before a lesson or a talk."""

from collections.abc import Hashable, Mapping
from typing import Any

from playground.quick_dataclass import dataclass
from playground.session.open_scene import OpenScene
from playground.session.start_offer import StartOffer
from playground.session.view_options import DisplayOptions


@dataclass(frozen=True, eq=False)
class SessionSnapshot:
    """State of a session as an immutable value.

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
