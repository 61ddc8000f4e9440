"""The window opened, and its loop until it is closed."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pyglet

from playground.app.keeping import Settings
from playground.app.log import Deed, Start
from playground.app.pacing import SETTLING_FRAMES
from playground.app.session import Session
from playground.app.window import PlaygroundWindow

# So often it is looked whether Ctrl+C was pressed in the terminal, in seconds.
_HEEDING = 0.5
_ICONS, _ICON_SIZES = Path(__file__).with_name("icon"), (16, 32, 48, 128)


def run(
    session: Session,
    settings: Settings | None = None,
    log: Path | None = None,
    redone: tuple[Start, Sequence[Deed]] | None = None,
) -> None:
    """Open the window and stay until it is closed.

    What is done there is written to a log, or one is redone first. OSError where the
    log cannot be written.
    """
    # The window is made larger on a fine display, and everything in it is scaled.
    pyglet.options.dpi_scaling = "scaled"
    window = PlaygroundWindow(session, settings)
    # After the first frame: with a picture come all of pyglet's decoders.
    pyglet.clock.schedule_once(lambda _: window.set_icon(*_icons()), 0.0)
    try:
        if log:
            window.logbook.write(log)
        if redone:
            window.logbook.redo_in_time(*redone)
        with _heeded():
            pyglet.app.run(interval=None)
    except (KeyboardInterrupt, OSError):
        window.close()
        raise
    except Exception:
        # What was kept may be to blame: not at every start.
        if settings and window.frames <= SETTLING_FRAMES:
            settings.set_aside()
        raise


def _icons() -> Iterator[pyglet.image.AbstractImage]:
    """Return the program's icon in some sizes, of which the system takes one."""
    for size in _ICON_SIZES:
        # pyglet would leave the file open.
        with (_ICONS / f"{size}.png").open("rb") as file:
            yield pyglet.image.load(file.name, file)


@contextmanager
def _heeded() -> Iterator[None]:
    """Let Ctrl+C in the terminal end the program, whenever it comes.

    It is lost where an object is being deleted, and waits where the loop is just about
    to fall asleep: so it is noted, and the loop wakes now and then to see.
    """
    came = False

    def noted(_number: int, _frame: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    def see(_elapsed: float) -> None:
        if came:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, noted)
    pyglet.clock.schedule_interval(see, _HEEDING)
    try:
        yield
    finally:
        pyglet.clock.unschedule(see)
        signal.signal(signal.SIGINT, before)
