"""Videos: the frames of a session, and writing them to a file."""

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

# About ten minutes.
MAX_FRAME_COUNT = 20000
# Panels are laid out by the sizes in the previous frame.
_SETTLING_FRAME_COUNT = 2


@dataclass(frozen=True)
class VideoFormat:
    """Format of a video.

    Attributes
    ----------
    scale : float
        Pixels per logical pixel.
    fps : int
        Frames per second.
    speed : float
        Speed factor relative to the window; not used with `seconds`.
    seconds : float or None
        Duration of the video; None to use `speed`.
    size : tuple of int
        Width and height in logical pixels; not used for a log, which has its own.
    alone : bool
        Whether to show the figure without panels.
    theme : ThemeName
        The color theme.
    simple : bool
        Whether the window is in simple mode.
    """

    scale: float = 1.0
    fps: int = 25
    speed: float = 1.0
    seconds: float | None = None
    size: tuple[int, int] = (0, 0)
    alone: bool = False
    theme: ThemeName = ThemeName.DARK
    simple: bool = False

    def frame_times(self, seconds: float) -> list[float]:
        """Return the time in the window of each frame of `seconds` there."""
        pace = self.speed if self.seconds is None else seconds / self.seconds
        return frame_times(seconds, self.fps, pace)


@dataclass(frozen=True)
class Video:
    """A number of frames, each rendered when the iterator reaches it.

    Frames are RGBA, uint8, shape (height, width, 4).

    Raises
    ------
    RecordError
        There are more than 20000 frames.
    """

    count: int
    frames: Iterator[Pixels]

    def __post_init__(self) -> None:
        if self.count > MAX_FRAME_COUNT:
            raise RecordError(
                message(
                    "{count} frames are too many (at most {most}): shorten the video "
                    "or lower --fps",
                    count=self.count,
                    most=MAX_FRAME_COUNT,
                )
            )


def video_from_session(
    session: Session, what: VideoSubject | None, form: VideoFormat
) -> Video:
    """Return the video of a session's subject.

    Parameters
    ----------
    session : Session
        The session, which the frames change.
    what : VideoSubject or None
        The subject; None for the default one.
    form : VideoFormat
        The format.

    Raises
    ------
    RecordError
        There is nothing to show, or there are too many frames.
    MapError
        During iteration over the frames, if a map fails.
    """
    subject = what or default_subject(session)
    if subject is None:
        raise RecordError(
            message("{id} has no time and no derivation to record", id=session.scene.id)
        )
    try:
        cuts = video_cuts(session, subject)
    except ValueError as error:
        raise RecordError(str(error)) from error
    times = form.frame_times(total_seconds(cuts))
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
    ) as window:
        usual = 1 if form.alone else _SETTLING_FRAME_COUNT
        for afresh in play_cuts(session, cuts, times):
            yield window.render_checked() if afresh else window.render_checked(usual)


def save(
    path: Path, fps: int, film: Video, report_progress: Callable[[int, int], object]
) -> None:
    """Write a video to a file; a canceled one leaves no file.

    Parameters
    ----------
    path : Path
        The file; its suffix selects the writer.
    fps : int
        Frames per second.
    film : Video
        The video.
    report_progress : callable
        Called with the number of finished frames and of all.

    Raises
    ------
    OSError
        The file cannot be written.
    RecordError
        The suffix is unknown, or a package is missing.
    MapError
        A map fails.
    """
    with open_writer(path, fps) as writer:
        for number, pixels in enumerate(film.frames, 1):
            writer.add(pixels)
            report_progress(number, film.count)
