"""The film of a log: each frame what the window showed at its moment."""

from collections.abc import Iterator, Sequence

from playground.gui.event_log import Deed, LogStart
from playground.gui.window import PlaygroundWindow
from playground.render.gl.framebuffer import Framebuffer
from playground.render.png import Pixels
from playground.session.session import Session
from playground.video.scripts import HOLD, moments
from playground.video.video import Film


def redone(
    session: Session,
    start: LogStart,
    deeds: Sequence[Deed],
    scale: float,
    fps: int,
    speed: float,
    seconds: float | None,
) -> Film:
    """Return the film of a log, in its own time and then a last picture to look at."""
    lasts = (deeds[-1].at if deeds else 0.0) + HOLD
    pace = speed if seconds is None else lasts / seconds
    times = moments(lasts, fps, pace)
    return Film(len(times), _replayed_pictures(session, start, deeds, scale, times))


def _replayed_pictures(
    session: Session,
    start: LogStart,
    deeds: Sequence[Deed],
    scale: float,
    times: Sequence[float],
) -> Iterator[Pixels]:
    window = PlaygroundWindow(session, visible=False)
    fineness = start.surface.fineness
    wide, high = start.surface.pixels_wide, start.surface.pixels_high
    pixels = round(wide / fineness * scale), round(high / fineness * scale)
    target = Framebuffer(*pixels)

    def draw(elapsed: float) -> None:
        target.bind()
        window.frame(pixels, elapsed)

    try:
        window.logbook.redo(start, deeds)
        # ImGui places its children some frames after it has measured them.
        for _ in range(3):
            draw(0.0)
        for at in times:
            while (coming := window.tape.coming) and coming.at <= at:
                window.logbook.deed(lambda: draw(window.tape.elapsed))
            # The map that was on its way, as it came to be.
            if window.finish_map():
                draw(0.0)
            yield target.read()
    finally:
        target.delete()
        window.close()
