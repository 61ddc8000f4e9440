"""The pyglet window: events in, frames out, and only when something changed."""

import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import astuple
from functools import partial
from pathlib import Path
from typing import Any

import pyglet
from pyglet.window import Window, key

from playground.gui.autosave import Keeper
from playground.gui.error_boundary import Boundary, bounded
from playground.gui.event_log import FRAME, RESIZE, Deed, LogStart, Recent, Tape
from playground.gui.file_dialogs import Dialogs
from playground.gui.frame_scheduler import Pace, Schedule
from playground.gui.full_screen import Clipboard, FullScreen, Notices
from playground.gui.input.keyboard import Keyboard
from playground.gui.input.pointer import Moves, Pointer
from playground.gui.main_view import Frontend
from playground.gui.replay import Logbook, heard
from playground.gui.settings import Kept, Settings
from playground.gui.video_export import Films
from playground.gui.view_state import WindowView
from playground.gui.window_geometry import MINIMUM, Measures, fitting
from playground.gui.window_requests import Requests
from playground.i18n import message, translated
from playground.scene.override import override
from playground.session import files
from playground.session.lesson import player
from playground.session.session import Session

TITLE = "Geometry Playground"
_END = message("The end")


class PlaygroundWindow(Window):
    """The program's one window: it passes what pyglet tells to those who act on it."""

    def __init__(
        self, session: Session, settings: Settings | None = None, **options: Any
    ) -> None:
        kept = settings.kept if settings else Kept()
        config = pyglet.gl.Config(double_buffer=True, depth_size=24)
        super().__init__(
            *fitting(kept.size),
            TITLE,
            resizable=True,
            config=config,
            file_drops=True,
            **options,
        )
        self.set_minimum_size(*(round(length * self.scale) for length in MINIMUM))
        self.session = session
        simple = settings is not None and kept.simple
        language = settings.language if settings else ""
        self.window_view = WindowView(
            kept.theme, kept.scale, simple=simple, language=language
        )
        self.frames = 0
        self._drawn_at = time.perf_counter()
        self._titled, self._closing = TITLE, False
        self._furnish(settings)
        if kept.full_screen:
            self._full_screen.turn()
        self.pace.refresh()

    def _furnish(self, settings: Settings | None) -> None:
        """Give the window all that acts on what it is told."""
        session, window_view = self.session, self.window_view
        tape = Tape(Recent())
        self.tape, self._settings = tape, settings
        self.boundary = Boundary(
            session, window_view, self._clean_up, self._write_failure
        )
        clipboard = Clipboard(self, tape)
        frontend = Frontend(session, clipboard.read, clipboard.write, window_view)
        measures = Measures(self, window_view, tape)
        pace = Pace(self, session, frontend, tape, Schedule(self.boundary))
        self.frontend, self.measures, self.pace = frontend, measures, pace
        self._pointer = Pointer(self, session, frontend, measures, pace)
        self._keyboard = Keyboard(
            self, session, frontend, tape, measures, pace, self._pointer
        )
        self._notices = Notices(session, tape, pace)
        self.logbook = Logbook(
            self,
            session,
            frontend,
            tape,
            measures,
            pace,
            self._pointer,
            self._keyboard,
            self._notices,
            self.boundary,
        )
        self.films = Films(session, frontend, tape, measures, pace, self.logbook)
        self._dialogs = Dialogs(session, window_view, self.logbook.open_file, pace)
        self._full_screen = FullScreen(self, measures, self._keyboard, pace)
        self._keeper = self._kept_by(settings) if settings else None
        self._requests = Requests(
            self,
            session,
            frontend,
            tape,
            measures,
            pace,
            clipboard,
            self.logbook,
            self._dialogs,
            self.films,
            self._full_screen,
            self._keeper,
        )

    def _kept_by(self, settings: Settings) -> Keeper:
        full = self._full_screen
        return Keeper(
            settings,
            self.session,
            self.window_view,
            lambda: full.windowed,
            lambda: full.on,
            lambda: self.frontend.gui.held,
            self.pace,
        )

    def _clean_up(self) -> None:
        """Hold nothing after a failure, and show what the session went back to."""
        if self._closing:
            return
        self.frontend.abandon()
        self._pointer.forget()
        self._pointer.let_go()
        self.frontend.gui.pointer_gone()
        self.pace.rest()
        self.pace.refresh()

    def _write_failure(self) -> Path | None:
        settings = self._settings
        return self.logbook.write_failure(settings.path.parent) if settings else None

    @bounded
    def on_draw(self) -> None:
        """Draw one frame into the window, if it has any room."""
        pixels = self.get_framebuffer_size()
        if not all(pixels):
            return
        now = time.perf_counter()
        elapsed, self._drawn_at = now - self._drawn_at, now
        if self.tape.redoing:
            self.frame(pixels, self.tape.elapsed)
            return
        # After an idle pause the time that passed is no time that was played.
        elapsed = min(elapsed, 0.1)
        self.logbook.hears(FRAME, elapsed)
        self.frame(pixels, elapsed)

    def frame(self, pixels: tuple[int, int], elapsed: float) -> None:
        """Draw one frame into what is bound and has so many pixels."""
        self.boundary.frame(
            partial(self._frame, pixels), partial(self._bare, pixels), elapsed
        )

    def _bare(self, pixels: tuple[int, int], words: str) -> None:
        """Draw nothing but words."""
        ratio = self.measures.ratio
        self.frontend.bare((pixels[0] / ratio, pixels[1] / ratio), ratio, words)

    def _frame(self, pixels: tuple[int, int], elapsed: float) -> None:
        self._pointer.follow()
        if self.tape.exact and self.frontend.gui.held:
            # What is pressed in a map hangs on how far it is.
            self.frontend.maps.worker.finish()
        self.frames += 1
        self.pace.frame_begins()
        self.window_view.room = self.measures.room
        size = self.measures.logical_size
        if self.tape.redoing:
            # As large as there is room for all of it.
            ratio = min(n / m for n, m in zip(pixels, size, strict=True))
            pixels = round(size[0] * ratio), round(size[1] * ratio)
        self.frontend.frame(size, pixels, elapsed)
        self._keyboard.tell_early()
        self._requests.answer()
        self._notices.see()
        self._entitle()
        if self._keeper:
            self._keeper.stir()

    def finish_map(self) -> bool:
        """Wait for the map that is on its way; return whether there was any."""
        worker = self.frontend.maps.worker
        shown = worker.painted
        worker.finish()
        return worker.painted is not shown

    def _entitle(self) -> None:
        """Let the window's title name the file that is open."""
        named = translated(files.named(self.session))
        title = f"{named} – {TITLE}" if named else TITLE
        if title != self._titled:
            self._titled = title
            self.set_caption(title)

    @override
    @heard
    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self._pointer.gather(Moves(self.measures.point(x, y)))

    @override
    @heard
    def on_mouse_drag(
        self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int
    ) -> None:
        at, before = self.measures.point(x, y), self.measures.point(x - dx, y - dy)
        snap = bool(modifiers & key.MOD_SHIFT)
        moved = at[0] - before[0], at[1] - before[1]
        self._pointer.gather(Moves(at, *moved, held=True, snap=snap))

    @override
    @heard
    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._pointer.press(self.measures.point(x, y), button)

    @override
    @heard
    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._pointer.release(self.measures.point(x, y), button)

    @override
    @heard
    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self._pointer.scroll(self.measures.point(x, y), scroll_x, scroll_y)

    @override
    @heard
    def on_mouse_leave(self, x: int, y: int) -> None:
        self._pointer.leave()

    @heard
    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Act on a key; Esc never closes the window."""
        self._keyboard.press(symbol, modifiers)

    @override
    @heard
    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._keyboard.release(symbol, modifiers)

    @override
    @heard
    def on_deactivate(self) -> None:
        self._keyboard.lost()

    @override
    @heard
    def on_text(self, text: str) -> None:
        self._keyboard.type(text)

    @heard
    def on_text_motion(self, motion: int) -> None:
        """Nudge the selected handle, again and again while the key is held."""
        self._keyboard.arrow(motion, coarse=False)

    @heard
    def on_text_motion_select(self, motion: int) -> None:
        """Nudge the selected handle by a whole grid step."""
        self._keyboard.arrow(motion, coarse=True)

    @override
    @bounded
    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        if not self.tape.redoing:
            self.logbook.open_file(Path(paths[0]))

    @bounded
    def on_resize(self, width: int, height: int) -> None:
        """Draw at once, so that resizing never shows a stretched frame."""
        if not hasattr(self, "frontend"):
            return
        if self.logbook.hears(RESIZE, *astuple(self.measures.surface)):
            self.pace.refresh()

    @override
    @bounded
    def on_expose(self) -> None:
        self.pace.refresh()

    @override
    def on_close(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the window and free what it holds, whatever of that fails."""
        if self.context is not None and hasattr(self, "frontend"):
            self._closing = True
            for close in (
                self._dialogs.close,
                *([self._keeper.close] if self._keeper else []),
                self._full_screen.close,
                self.pace.close,
                self._pointer.close,
                self._notices.close,
                self.logbook.close,
                self.films.close,
                self._close_code,
                self.switch_to,
                self.frontend.delete,
            ):
                self.boundary.attempt(_END, close)
            del self.frontend
        super().close()

    def _close_code(self) -> None:
        """End what runs for code that is open."""
        # A lesson has put the scene away that may have code open.
        player.close(self.session)
        for own in self.session.all_opened:
            if own.judged:
                own.judged.close()


# ----------------------------------------------------------------------------
# The window opened, and its loop until it is closed.
# ----------------------------------------------------------------------------


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
