"""A film: its frames, how many they are, and the way to its file."""

from collections.abc import Callable, Iterator
from pathlib import Path

from playground.gui.offscreen import open_renderer
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.render.png import Pixels
from playground.render.theme import ThemeName
from playground.session.session import Session
from playground.video.scripts import (
    Cut,
    VideoSubject,
    default_subject,
    frame_times,
    play_cuts,
    total_seconds,
    video_cuts,
)
from playground.video.writers import RecordError, open_writer

# More frames than this, some ten minutes, are refused.
MAX_FRAME_COUNT = 20000
# A panel is laid out by what it was a frame before.
_SETTLING_FRAME_COUNT = 2


@dataclass(frozen=True)
class VideoFormat:
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
    simple : bool
        Whether the window is as Simple has it.
    """

    size: tuple[int, int]
    scale: float = 1.0
    fps: int = 25
    speed: float = 1.0
    seconds: float | None = None
    alone: bool = False
    theme: ThemeName = ThemeName.DARK
    simple: bool = False

    def playback_speed(self, seconds: float) -> float:
        """Return how much faster than in the window what takes so long is shown."""
        return self.speed if self.seconds is None else seconds / self.seconds


@dataclass(frozen=True)
class Video:
    """So many frames, drawn one by one as they are asked for."""

    count: int
    frames: Iterator[Pixels]

    def __post_init__(self) -> None:
        if self.count > MAX_FRAME_COUNT:
            raise RecordError(
                message(
                    "{count} frames are too many: at most {most}",
                    count=self.count,
                    most=MAX_FRAME_COUNT,
                )
            )


def video_from_session(
    session: Session, what: VideoSubject | None, form: VideoFormat
) -> Video:
    """Return the film of what a session shows by itself; RecordError if of nothing.

    While it is drawn MapError says that a map fails.
    """
    chosen = what or default_subject(session)
    if chosen is None:
        raise RecordError(
            message("{id}: there is neither a time nor steps", id=session.scene.id)
        )
    try:
        cuts = video_cuts(session, chosen)
    except ValueError as error:
        raise RecordError(str(error)) from error
    pace = form.playback_speed(total_seconds(cuts))
    times = frame_times(total_seconds(cuts), form.fps, pace)
    return Video(len(times), _render_frames(session, cuts, form, times))


def _render_frames(
    session: Session, cuts: list[Cut], form: VideoFormat, times: list[float]
) -> Iterator[Pixels]:
    with open_renderer(
        session,
        form.size,
        form.scale,
        form.theme,
        alone=form.alone,
        simple=form.simple,
    ) as opened:
        usual = 1 if form.alone else _SETTLING_FRAME_COUNT
        for afresh in play_cuts(session, cuts, times):
            yield opened.render_checked() if afresh else opened.render_checked(usual)


def save(
    path: Path, fps: int, film: Video, report_progress: Callable[[int, int], object]
) -> None:
    """Write a film; `report_progress` takes how many frames there are, of how many.

    OSError where it cannot be written. What is given up leaves nothing.
    """
    with open_writer(path, fps) as out:
        for number, pixels in enumerate(film.frames, 1):
            out.add(pixels)
            report_progress(number, film.count)
