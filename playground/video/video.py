"""A film: its frames, how many they are, and the way to its file."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playground.gui.offscreen import camera
from playground.i18n import message
from playground.render.png import Pixels
from playground.render.theme import ThemeName
from playground.session.session import Session
from playground.video.scripts import Cut, What, cuts_of, length, moments, usual, walked
from playground.video.writers import RecordError, written

# More frames than this, some ten minutes, are refused.
MOST = 20000
# A panel is laid out by what it was a frame before.
_SETTLING = 2


@dataclass(frozen=True)
class Format:
    """How a film looks.

    Attributes
    ----------
    size : tuple of int
        In logical pixels.
    scale : float
        How many pixels each of these is wide.
    fps : int
        Frames a second.
    speed : float
        So many times as fast as in the window.
    seconds : float or None
        How long all of it lasts, whatever the speed.
    alone : bool
        Whether there is the figure and no panel.
    theme : ThemeName
        The colours.
    """

    size: tuple[int, int]
    scale: float = 1.0
    fps: int = 25
    speed: float = 1.0
    seconds: float | None = None
    alone: bool = False
    theme: ThemeName = ThemeName.DARK

    def pace(self, seconds: float) -> float:
        """Return how much faster than in the window what takes so long is shown."""
        return self.speed if self.seconds is None else seconds / self.seconds


@dataclass(frozen=True)
class Film:
    """So many frames, drawn one by one as they are asked for."""

    count: int
    pictures: Iterator[Pixels]

    def __post_init__(self) -> None:
        if self.count > MOST:
            raise RecordError(
                message(
                    "{count} frames are too many: at most {most}",
                    count=self.count,
                    most=MOST,
                )
            )


def staged(session: Session, what: What | None, form: Format) -> Film:
    """Return the film of what a session shows by itself; RecordError if of nothing.

    While it is drawn MapError says that a map fails.
    """
    chosen = what or usual(session)
    if chosen is None:
        raise RecordError(
            message("{id}: there is neither a time nor steps", id=session.scene.id)
        )
    try:
        cuts = cuts_of(session, chosen)
    except ValueError as error:
        raise RecordError(str(error)) from error
    pace = form.pace(length(cuts))
    times = moments(length(cuts), form.fps, pace)
    return Film(len(times), _pictures(session, cuts, form, times))


def _pictures(
    session: Session, cuts: list[Cut], form: Format, times: list[float]
) -> Iterator[Pixels]:
    with camera(session, form.size, form.scale, form.theme, alone=form.alone) as opened:
        usual = 1 if form.alone else _SETTLING
        for afresh in walked(session, cuts, times):
            yield opened.flawless() if afresh else opened.flawless(usual)


def save(path: Path, fps: int, film: Film, told: Callable[[int, int], object]) -> None:
    """Write a film; `told` is how many frames there are so far, and of how many.

    OSError where it cannot be written. What is given up leaves nothing.
    """
    with written(path, fps) as out:
        for number, pixels in enumerate(film.pictures, 1):
            out.add(pixels)
            told(number, film.count)
