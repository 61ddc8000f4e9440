"""A film from a session's frames to its file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playground.app.offscreen import camera
from playground.app.session import Session
from playground.record.takes import Cut, frames, walked
from playground.record.writers import written
from playground.render.target import Pixels

# More frames than a film of ten minutes has are refused.
MOST = 20000
# A panel is laid out by what it was a frame before.
_SETTLING = 2


@dataclass(frozen=True)
class Format:
    """How a film looks: its size in logical pixels, its frames a second and its pace.

    Seconds of the session pass `pace` times as fast. The figure may be `alone`.
    """

    size: tuple[int, int]
    scale: float = 1.0
    fps: int = 25
    pace: float = 1.0
    alone: bool = False


def pictures(
    session: Session, cuts: Sequence[Cut], form: Format
) -> Iterator[Pixels]:
    """Yield each frame's pixels; MapError where a map fails."""
    with camera(session, form.size, form.scale, alone=form.alone) as opened:
        usual = 1 if form.alone else _SETTLING
        for afresh in walked(session, cuts, form.fps, form.pace):
            yield opened.flawless() if afresh else opened.flawless(usual)


def save(
    path: Path,
    fps: int,
    frames: Iterator[Pixels],
    told: Callable[[int], object],
) -> None:
    """Write frames to a film; `told` is how many there are so far.

    OSError where it cannot be written. What is given up leaves nothing.
    """
    with written(path, fps) as film:
        for number, pixels in enumerate(frames, 1):
            film.add(pixels)
            told(number)


__all__ = ["MOST", "Format", "frames", "pictures", "save"]
