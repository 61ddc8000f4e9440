"""What is drawn by hand over a presented picture: lines of a pen, point by point."""

import math
from dataclasses import field, fields, replace
from enum import StrEnum, auto
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from playground.gui.window_layout import DEFAULT_CURVE_SHARE
from playground.quick_dataclass import dataclass
from playground.render.theme import ThemeName
from playground.session.files import FilePurpose

# Corners are cut so often: a hand draws no corners, but a mouse tells of few places.
_SMOOTHING_ITERATIONS = 2


@dataclass(frozen=True)
class PenLine:
    """A line drawn by hand, in one of the pen's colours, by its number.

    Its points are shares of the window's width and height, from the top left.
    """

    points: tuple[tuple[float, float], ...]
    colour: int = 0

    def extend_to(self, x: float, y: float) -> "PenLine":
        """Return the line drawn on to another point."""
        if self.points[-1] == (x, y):
            return self
        return replace(self, points=(*self.points, (x, y)))

    def smooth(self, width: float, height: float) -> NDArray[np.float64]:
        """Return places `(n, 2)` along the line in a window of that size.

        Its corners are rounded; where it begins and ends is as it was drawn.
        """
        points = np.array(self.points) * (width, height)
        for _ in range(_SMOOTHING_ITERATIONS):
            if len(points) < 3:
                break
            before, after = points[:-1], points[1:]
            cut = np.stack([0.75 * before + 0.25 * after, 0.25 * before + 0.75 * after])
            between = cut.transpose(1, 0, 2).reshape(-1, 2)
            points = np.concatenate([points[:1], between[1:-1], points[-1:]])
        return np.asarray(points)


# ----------------------------------------------------------------------------
# How the window looks and what it is asked for, whatever scene is open.
# ----------------------------------------------------------------------------


class WindowRequest(StrEnum):
    """What only the window can do."""

    COPY = auto()
    LINK = auto()
    PYTHON = auto()
    TEST = auto()
    CPP = auto()
    JAVASCRIPT = auto()
    GDSCRIPT = auto()
    PASTE = auto()
    OPEN = auto()
    USE_CHOSEN = auto()
    NEW_CODE = auto()
    EXAMPLE_CODE = auto()
    CHOOSE_CODE = auto()
    EDIT_CODE = auto()
    SAVE = auto()
    SAVE_AS = auto()
    SAVE_LESSON = auto()
    RESET = auto()
    UNDO_RESET = auto()
    PICTURE = auto()
    ARTICLE = auto()
    FILM = auto()
    FULL_SCREEN = auto()
    QUIT = auto()


class ExportSubject(StrEnum):
    """What is filmed."""

    PLAY = "play"
    STEPS = "steps"
    LESSON = "lesson"
    ACTIONS = "deeds"


@dataclass(frozen=True)
class VideoRequest:
    """What film is wanted: of what, as what file, of the figure alone or not."""

    subject: ExportSubject
    kind: str = ".gif"
    alone: bool = False


class VideoProgress(Protocol):
    """How far a film is.

    While it is `is_logging`, the user does what is to be seen; then there are
    `finished_frame_count` frames of `frame_count`, 0 before the first.
    """

    finished_frame_count: int
    frame_count: int

    @property
    def is_logging(self) -> bool:
        """Whether it is still to be drawn."""


MAX_SCALE = 2.5


@dataclass
class WindowView:
    """What of the window a click or key changes.

    Two are equal that look alike.

    Attributes
    ----------
    theme : ThemeName
        The colours.
    language : str
        The language that was chosen; "" for that which the program began with.
    scale : float
        How much larger than usual everything is, where the window has room for that.
    stage_scale : float
        The same of a picture that is presented, which at least fills the window.
    keys, about, finding, presenting, recording : bool
        Whether the page of keys, the one about the program, the field that finds
        things by name, the picture alone with its caption, and the choice of a film are
        wanted.
    asks_reset, can_undo_reset : bool
        Whether it is asked if all is to start afresh, and whether that was done.
    is_black : bool
        Whether the screen is black while one talks.
    has_bar : bool
        Whether the bar of a presented picture is on show: the mouse was just moved.
    pen : bool
        Whether the mouse is a pen, which draws over a presented picture.
    pen_colour : int
        Which of its colours it has, from 0.
    lines : tuple of HandLine
        What was drawn with it.
    choosing : Choosing or None
        What the field that chooses a file is wanted for.
    panel : str
        The panel that the keyboard goes about in, where it is there; "" for none.
    curve_share : float
        How much of the height the curve takes.
    sidebar_width, panel_width : float
        How wide the list of scenes and the panel beside the picture were chosen; 0 for
        as wide as the window suggests.
    simple : bool
        Whether there are only the figure, the verdict and a lesson.
    request : WindowRequest or None
        What is to be done once the frame is drawn.
    chosen : tuple of FilePurpose and Path, or None
        The file that was chosen in the field, and what for.
    suggested : Path
        Where the field that chooses a file begins: a folder, or the file to save in.
    wish : FilmWish or None
        The film that is wanted.
    film : FilmProgress or None
        The film that is made.
    room : float
        The largest scale that the window has room for.
    """

    theme: ThemeName = ThemeName.DARK
    scale: float = 1.0
    stage_scale: float = 1.0
    keys: bool = False
    about: bool = False
    finding: bool = False
    choosing: FilePurpose | None = None
    presenting: bool = False
    recording: bool = False
    asks_reset: bool = False
    is_black: bool = False
    has_bar: bool = False
    pen: bool = False
    pen_colour: int = 0
    lines: tuple[PenLine, ...] = ()
    panel: str = ""
    curve_share: float = DEFAULT_CURVE_SHARE
    sidebar_width: float = 0.0
    panel_width: float = 0.0
    simple: bool = False
    language: str = ""
    request: WindowRequest | None = field(default=None, compare=False)
    chosen: tuple[FilePurpose, Path] | None = field(default=None, compare=False)
    suggested: Path = field(default=Path(), compare=False)
    wish: VideoRequest | None = field(default=None, compare=False)
    film: VideoProgress | None = field(default=None, compare=False)
    room: float = field(default=math.inf, compare=False)
    can_undo_reset: bool = field(default=False, compare=False)

    def effective_scale(self, room: float) -> float:
        """Return how much larger than usual everything is shown.

        Panels have at most the scale that there is `room` for. A picture that is
        presented has at least that, so that the last row reads it too.
        """
        if self.presenting:
            return min(max(self.stage_scale, room), MAX_SCALE)
        return min(self.scale, room)

    @property
    def is_field_open(self) -> bool:
        """Whether a field over the canvas takes what is typed."""
        return self.finding or self.choosing is not None

    @property
    def has_overlay(self) -> bool:
        """Whether a page, a field, a choice or a question lies over the canvas."""
        pages = self.keys or self.about or self.is_field_open
        return pages or self.recording or self.asks_reset

    @property
    def appearance(self) -> dict[str, Any]:
        """The fields that say how the window looks, by name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.compare}

    def look(self, **changes: Any) -> None:
        """Change fields by name."""
        for name, value in changes.items():
            setattr(self, name, value)

    def reset(self) -> None:
        """Look as on the very first start; what is made goes on."""
        self.look(**{f.name: f.default for f in fields(self) if f.compare})
        self.simple = True
