"""The window opened, and its loop until it is closed."""

import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pyglet

from playground.app.shell.log_file import Deed, LogStart
from playground.app.shell.settings import Settings
from playground.app.shell.window import PlaygroundWindow
from playground.language import message
from playground.study.session import Session

# So often it is looked whether Ctrl+C was pressed in the terminal, in seconds.
_HEEDING = 0.5
_ICONS, _ICON_SIZES = Path(__file__).with_name("icon"), (16, 32, 48, 128)


def run(
    session: Session,
    settings: Settings | None = None,
    log: Path | None = None,
    redone: tuple[LogStart, Sequence[Deed]] | None = None,
) -> None:
    """Open the window and stay until it is closed.

    What is done there is written to a log, or one is redone first. OSError where the
    log cannot be written.
    """
    # The window is made larger on a fine display, and everything in it is scaled.
    pyglet.options.dpi_scaling = "scaled"
    window = PlaygroundWindow(session, settings)
    # After the first frame: with a picture come all of pyglet's decoders.
    window.pace.schedule.once(lambda _: window.set_icon(*_icons()), 0.0)
    try:
        if log:
            window.logbook.write(log)
        if redone:
            redo = partial(window.logbook.redo_in_time, *redone)
            window.boundary.attempt(message("The log"), redo)
        with _heeded(), _threads_heeded(window):
            _stay(window)
    finally:
        if window.context is not None:
            window.close()


def _stay(window: PlaygroundWindow) -> None:
    """Let the window hear and draw until it is closed, whatever pyglet itself raises.

    What it raises again without a frame in between ends the program.
    """
    while True:
        frames = window.frames
        try:
            pyglet.app.run(interval=None)
        except Exception as error:
            if window.context is None or window.frames == frames:
                raise
            window.boundary.meet(message("What came"), error)
        else:
            return


@contextmanager
def _threads_heeded(window: PlaygroundWindow) -> Iterator[None]:
    """Let the window say what ends a thread."""
    before = threading.excepthook

    def ended(told: threading.ExceptHookArgs) -> None:
        if isinstance(told.exc_value, Exception):
            window.boundary.in_thread(told.exc_value)

    def heed(_elapsed: float) -> None:
        window.boundary.heed()

    threading.excepthook = ended
    window.pace.schedule.every(heed, _HEEDING)
    try:
        yield
    finally:
        threading.excepthook = before
        window.pace.schedule.drop(heed)


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
