"""Videos of an event log: the window's frames during a replay."""

from collections.abc import Iterator, Sequence

from playground.gui.event_log import LoggedEvent, LogStart
from playground.gui.window import PlaygroundWindow
from playground.render.gl.framebuffer import Framebuffer
from playground.render.png import Pixels
from playground.session.session import Session
from playground.video.scripts import HOLD_DURATION_S
from playground.video.video import Video, VideoFormat


def video_from_log(
    session: Session,
    start: LogStart,
    events: Sequence[LoggedEvent],
    form: VideoFormat,
) -> Video:
    """Return the video of an event log, followed by its last picture.

    Parameters
    ----------
    session : Session
        A new session with the log's scenes.
    start : LogStart
        The first entry of the log.
    events : sequence of LoggedEvent
        Its events.
    form : VideoFormat
        Its pixels, frames per second, and speed or duration.

    Raises
    ------
    RecordError
        There are too many frames.
    """
    lasts = (events[-1].at if events else 0.0) + HOLD_DURATION_S
    times = form.frame_times(lasts)
    return Video(len(times), _render_frames(session, start, events, form.scale, times))


def _render_frames(
    session: Session,
    start: LogStart,
    events: Sequence[LoggedEvent],
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
        window.draw_frame(pixels, elapsed)

    try:
        window.event_recorder.start_replay(start, events)
        # ImGui needs some frames to lay out its children.
        for _ in range(3):
            draw(0.0)
        for moment in times:
            while (coming := window.event_player.next_event) and coming.at <= moment:
                window.event_recorder.replay_next_event(
                    lambda: draw(window.event_player.elapsed)
                )
            # Finish a map that is being computed.
            if window.wait_for_map():
                draw(0.0)
            yield target.read()
    finally:
        target.delete()
        window.close()
