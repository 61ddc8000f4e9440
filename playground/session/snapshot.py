"""A session as it was before a lesson or a talk: a value."""

from collections.abc import Hashable, Mapping
from typing import Any

from playground.quick_dataclass import dataclass
from playground.session.open_scene import OpenScene
from playground.session.start_offer import StartOffer
from playground.session.view_options import DisplayOptions


@dataclass(frozen=True, eq=False)
class SessionSnapshot:
    """What was on show, and how every scene stood.

    Attributes
    ----------
    index : int
        The place of the scene on show.
    view : DisplayOptions
        How it was shown.
    offer : StartOffer or None
        The start that was on offer.
    is_map_of_offer : bool
        Whether the map came with what was found there.
    scenes : tuple
        Each scene with its fields as they were; one that was never opened has no
        history.
    lesson_place
        As the function returns it.
    """

    index: int
    view: DisplayOptions
    offer: StartOffer | None
    is_map_of_offer: bool
    scenes: tuple[tuple[OpenScene, Mapping[str, Any]], ...]
    lesson_place: Hashable
