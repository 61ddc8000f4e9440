"""How what is open is shown: values that a click or key replaces."""

from enum import StrEnum
from typing import Annotated

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.i18n import enum_of_texts, message
from playground.quick_dataclass import dataclass
from playground.scene.json_schema import ValidationContext


@enum_of_texts
class Page(StrEnum):
    """A page of the inspector."""

    EXPLORE = "Explore"
    DERIVATION = "Derivation"
    CODE = "Code"
    PREDICT = "Predict"
    LAB = "Lab"


def _validate_axes(
    name: str, axes: tuple[Axis, Axis], known: ValidationContext
) -> tuple[Axis, Axis]:
    if axes[0] == axes[1]:
        raise ValueError(
            message("{name} must be two numbers, not twice the same", name=name)
        )
    return axes


@dataclass(frozen=True)
class MapChoice:
    """What one scene's maps are over, and of which quantity, once that is chosen.

    `alone` is the kind that is shown without the others, if any.
    """

    over: Annotated[tuple[Axis, Axis], _validate_axes] | None = None
    quantity: str = ""
    alone: str = ""


@dataclass(frozen=True)
class DisplayOptions:
    """What is shown of whatever scene is open.

    Attributes
    ----------
    page : Page
        The page of the inspector.
    map : MapKind or None
        The map that is wanted, where the scene has it.
    compare, curve, loupe, numbers : bool
        Whether the listing's answer, the curve, a loupe on a gap too small to be seen,
        and all numbers of the result are wanted.
    user_code : bool
        Whether the page of code is the user's: until one is loaded, a start for it.
    """

    page: Page = Page.EXPLORE
    map: MapKind | None = None
    compare: bool = False
    curve: bool = True
    loupe: bool = True
    numbers: bool = False
    user_code: bool = False
