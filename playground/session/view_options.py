"""Display options of the session, as immutable values."""

from enum import StrEnum
from typing import Annotated

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.i18n import enum_of_texts, message
from playground.quick_dataclass import dataclass
from playground.scene.json_schema import ValidationContext


@enum_of_texts
class Page(StrEnum):
    """Page of the inspector."""

    EXPLORE = "Explore"
    DERIVATION = "Derivation"
    CODE = "Code"
    PREDICT = "Predict"
    LAB = "Lab"


def _validate_axes(
    name: str, axes: tuple[Axis, Axis], context: ValidationContext
) -> tuple[Axis, Axis]:
    if axes[0] == axes[1]:
        raise ValueError(message("{name} must be two different numbers", name=name))
    return axes


@dataclass(frozen=True)
class MapChoice:
    """Choices for the maps of one scene.

    Attributes
    ----------
    over : tuple of Axis or None
        The two axes; None for the scene's own.
    quantity : str
        Label of the quantity of a value map; "" for the first.
    alone : str
        Name of the only kind of region or mistake displayed; "" for all.
    """

    over: Annotated[tuple[Axis, Axis], _validate_axes] | None = None
    quantity: str = ""
    alone: str = ""


@dataclass(frozen=True)
class DisplayOptions:
    """Display options shared by all scenes.

    Attributes
    ----------
    page : Page
        Page of the inspector.
    map : MapKind or None
        Kind of map, or of a scene without it the first one; None for no map.
    compare : bool
        Whether to show the listing's answer.
    curve : bool
        Whether to show the curve.
    loupe : bool
        Whether to show a magnifier for gaps too small to see.
    numbers : bool
        Whether to show all numbers of the result.
    user_code : bool
        Whether the code page is that of user code, which until one is loaded offers to.
    """

    page: Page = Page.EXPLORE
    map: MapKind | None = None
    compare: bool = False
    curve: bool = True
    loupe: bool = True
    numbers: bool = False
    user_code: bool = False
