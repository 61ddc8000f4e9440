"""State of the window's view, requests to the window, and lines drawn with the pen."""

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

# Iterations of corner cutting (Chaikin), as a mouse samples a stroke sparsely.
_SMOOTHING_ITERATIONS = 2


@dataclass(frozen=True)
class PenLine:
    """A line drawn with the pen.

    Attributes
    ----------
    points : tuple of tuple of float
        Points as shares of the window's width and height, from the top left.
    colour : int
        Index of the pen's colour.
    """

    points: tuple[tuple[float, float], ...]
    colour: int = 0

    def extend_to(self, x: float, y: float) -> "PenLine":
        """Return the line with another point, unless it equals the last.

        The coordinates are shares of the window's width and height.
        """
        if self.points[-1] == (x, y):
            return self
        return replace(self, points=(*self.points, (x, y)))

    def smooth(self, width: float, height: float) -> NDArray[np.float64]:
        """Return points in pixels along the line with rounded corners, shape (n, 2).

        Parameters
        ----------
        width, height : float
            Size of the window in pixels.
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
# Options of the window and requests to it, independent of the scene.
# ----------------------------------------------------------------------------


class WindowRequest(StrEnum):
    """Action that only the window can perform."""

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
    """Subject of a film."""

    PLAY = "play"
    STEPS = "steps"
    LESSON = "lesson"
    ACTIONS = "deeds"


@dataclass(frozen=True)
class VideoRequest:
    """Options of a film: subject, file suffix, and whether to film only the figure.

    The suffix is ".gif", ".mp4" or ".png".
    """

    subject: ExportSubject
    kind: str = ".gif"
    alone: bool = False


class VideoProgress(Protocol):
    """Progress of a film.

    Attributes
    ----------
    finished_frame_count, frame_count : int
        Rendered and total frames; 0 before the first.
    """

    finished_frame_count: int
    frame_count: int

    @property
    def is_logging(self) -> bool:
        """Whether the user's actions are being recorded, before rendering."""


MAX_SCALE = 2.5


@dataclass
class WindowView:
    """Options of the window that clicks and keys change.

    Views that look the same are equal.

    Attributes
    ----------
    theme : ThemeName
        Theme of colours.
    language : str
        The chosen language; "" for that of the start.
    scale : float
        Scale of the window's content, limited by `room`.
    stage_scale : float
        Scale of a presentation, which is at least `room`.
    keys : bool
        Whether the list of keys is open.
    about : bool
        Whether the page about the program is open.
    finding : bool
        Whether the command palette is open.
    presenting : bool
        Whether a presentation is open.
    recording : bool
        Whether the film panel is open.
    asks_reset : bool
        Whether the window asks the user to confirm a reset.
    can_undo_reset : bool
        Whether a reset can be undone.
    is_black : bool
        Whether the screen of a presentation is black.
    has_bar : bool
        Whether the bar of a presentation is visible, as the mouse has just moved.
    pen : bool
        Whether the mouse draws lines over a presentation.
    pen_colour : int
        Index of the pen's colour.
    lines : tuple of PenLine
        Lines drawn with the pen over a presentation.
    choosing : FilePurpose or None
        Purpose of the open file field; None while none is open.
    panel : str
        The panel with the keyboard focus, if it is visible; "" for none.
    curve_share : float
        Share of the window's height for the curve plot.
    sidebar_width, panel_width : float
        Widths of sidebar and panel chosen by the user, in px; 0 for automatic.
    simple : bool
        Whether only the figure, the verdict and a lesson are visible.
    request : WindowRequest or None
        A request to process after the frame; None for none.
    chosen : tuple of FilePurpose and Path, or None
        The file chosen in the file field, with its purpose; None before a choice.
    suggested : Path
        Initial folder or file of the file field.
    wish : VideoRequest or None
        Options of the requested film; None before a request.
    film : VideoProgress or None
        The film being made; None for none.
    room : float
        The largest scale that fits into the window.
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
        """Return the scale of the content, given the largest that fits, `room`.

        That of a presentation is at least `room`, so that it is readable from the last
        row, and at most 2.5.
        """
        if self.presenting:
            return min(max(self.stage_scale, room), MAX_SCALE)
        return min(self.scale, room)

    @property
    def is_field_open(self) -> bool:
        """Whether the command palette or file field receives typed text."""
        return self.finding or self.choosing is not None

    @property
    def has_overlay(self) -> bool:
        """Whether a page, field or dialog lies over the canvas."""
        pages = self.keys or self.about or self.is_field_open
        return pages or self.recording or self.asks_reset

    @property
    def appearance(self) -> dict[str, Any]:
        """The fields that affect the window's look, by name."""
        return {f.name: getattr(self, f.name) for f in fields(self) if f.compare}

    def look(self, **changes: Any) -> None:
        """Set fields, given by name."""
        for name, value in changes.items():
            setattr(self, name, value)

    def reset(self) -> None:
        """Reset the options to those of a first start; a film being made continues."""
        self.look(**{f.name: f.default for f in fields(self) if f.compare})
        self.simple = True
