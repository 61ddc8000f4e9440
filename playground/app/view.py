"""How what is open is shown: values that a click or key replaces."""

from dataclasses import dataclass
from enum import StrEnum, auto

from playground.app.layout import CURVE
from playground.explore.curve import Axis
from playground.explore.map import MapKind
from playground.render.theme import ThemeName


class Page(StrEnum):
    """A page of the inspector."""

    EXPLORE = "Explore"
    DERIVATION = "Derivation"
    CODE = "Code"
    PREDICT = "Predict"
    LAB = "Lab"


class Request(StrEnum):
    """What only the window can do."""

    COPY = auto()
    PYTHON = auto()
    TEST = auto()
    PASTE = auto()
    OPEN = auto()
    OPEN_CHOSEN = auto()
    SAVE = auto()
    SAVE_AS = auto()
    SAVE_LESSON = auto()
    AFRESH = auto()
    PICTURE = auto()
    FILM = auto()
    FULL_SCREEN = auto()
    QUIT = auto()


class Choosing(StrEnum):
    """What a file is chosen for."""

    OPEN = "Open"
    SAVE = "Save as"
    SAVE_LESSON = "Save the lesson"

    @property
    def saves(self) -> bool:
        """Whether something is saved in it."""
        return self is not Choosing.OPEN


@dataclass(frozen=True)
class View:
    """What is shown of whatever scene is open.

    Attributes
    ----------
    page : Page
        The page of the inspector.
    theme : ThemeName
        The colours.
    scale : float
        How much larger than usual everything is, where the window has room for that.
    map : MapKind or None
        The map that is wanted, where the scene has it.
    compare, curve, loupe, numbers, keys, finding, presenting, recording : bool
        Whether the listing's answer, the curve, a loupe on a gap too small to be seen,
        all numbers of the result, the page of keys, the field that finds things by
        name, the picture alone with its caption, and the choice of a film are wanted.
    choosing : Choosing or None
        What the field that chooses a file is wanted for.
    curve_share : float
        How much of the height the curve takes.
    panel : str
        The panel that the keyboard goes about in, where it is there; "" for none.
    """

    page: Page = Page.EXPLORE
    theme: ThemeName = ThemeName.DARK
    scale: float = 1.0
    map: MapKind | None = None
    compare: bool = False
    curve: bool = True
    loupe: bool = True
    numbers: bool = False
    keys: bool = False
    finding: bool = False
    choosing: Choosing | None = None
    presenting: bool = False
    recording: bool = False
    panel: str = ""
    curve_share: float = CURVE

    @property
    def field(self) -> bool:
        """Whether a field over the canvas takes what is typed."""
        return self.finding or self.choosing is not None


@dataclass(frozen=True)
class MapChoice:
    """What one scene's maps are over, and of which quantity, once that is chosen.

    `alone` is the kind that is shown without the others, if any.
    """

    over: tuple[Axis, Axis] | None = None
    quantity: str = ""
    alone: str = ""
