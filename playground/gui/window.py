"""Main window in pyglet: receives events and draws frames after changes."""

import gc
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

from playground.gui import reduced_motion
from playground.gui.autosave import Autosave
from playground.gui.error_boundary import ErrorBoundary, guard_handler
from playground.gui.event_log import (
    FRAME,
    RESIZE,
    EventPlayer,
    LoggedEvent,
    LogStart,
)
from playground.gui.file_dialogs import FileDialogs
from playground.gui.frame_scheduler import (
    CallScheduler,
    FrameScheduler,
    NoticeTimer,
    WindowParts,
)
from playground.gui.input.keyboard import Keyboard
from playground.gui.input.pointer import Pointer, PointerMove
from playground.gui.main_view import MainView
from playground.gui.replay import EventRecorder, record_events
from playground.gui.settings import SavedSettings, Settings
from playground.gui.video_exporter import VideoExporter
from playground.gui.view_state import WindowView
from playground.gui.window_geometry import (
    MIN_WINDOW_SIZE,
    WindowGeometry,
    fit_to_screen,
)
from playground.gui.window_requests import WindowRequestHandler
from playground.i18n import message, translate
from playground.scene.override import override
from playground.session import files
from playground.session.files import FilePurpose
from playground.session.lesson import player
from playground.session.lesson.player import end_talk
from playground.session.session import Session

TITLE = "Geometry Playground"
_CLOSING_LABEL = message("The end")
# Largest shares of the screen for the frame and bars around a maximized window.
_MAX_DOCK_WIDTH_SHARE = 0.05
_MAX_BARS_HEIGHT_SHARE = 0.09


class PlaygroundWindow(Window):
    """The main window, which passes pyglet's events to its components.

    `settings` are restored and saved; None for neither. `options` are further arguments
    of pyglet's window.
    """

    def __init__(
        self, session: Session, settings: Settings | None = None, **options: Any
    ) -> None:
        saved = settings.saved_settings if settings else SavedSettings()
        config = pyglet.gl.Config(double_buffer=True, depth_size=24)
        super().__init__(
            *fit_to_screen(saved.size),
            TITLE,
            resizable=True,
            config=config,
            file_drops=True,
            **options,
        )
        self.set_minimum_size(*(round(side * self.scale) for side in MIN_WINDOW_SIZE))
        self.session = session
        simple = settings is not None and saved.simple
        language = settings.language if settings else ""
        self.window_view = WindowView(
            saved.theme,
            saved.scale,
            simple=simple,
            language=language,
            sidebar_width=saved.sidebar_width,
            panel_width=saved.panel_width,
        )
        self.frame_count = 0
        self._last_drawn_at_s = time.perf_counter()
        self._shown_title, self._is_closing = TITLE, False
        self._is_presenting = self._was_full_screen = self._was_maximized = False
        self._create_components(settings)
        if saved.full_screen:
            self._toggle_full_screen()
        self.frame_scheduler.request_frames()

    def _create_components(self, settings: Settings | None) -> None:
        """Create the components that handle the window's events."""
        session, window_view = self.session, self.window_view
        self.event_player, self._settings = EventPlayer(), settings
        self.boundary = ErrorBoundary(
            session, window_view, self._clean_up, self._save_failure_log
        )
        self.main_view = MainView(
            session, self._read_clipboard, self._write_clipboard, window_view
        )
        self.geometry = WindowGeometry(self, window_view, self.event_player)
        self._windowed_size = self.geometry.size
        self.frame_scheduler = FrameScheduler(
            self,
            session,
            self.main_view,
            self.event_player,
            CallScheduler(self.boundary),
        )
        parts = WindowParts(
            self,
            session,
            self.main_view,
            self.event_player,
            self.geometry,
            self.frame_scheduler,
        )
        self._pointer = Pointer(parts)
        self._keyboard = Keyboard(parts, self._pointer)
        self._notice_timer = NoticeTimer(parts)
        self.event_recorder = EventRecorder(
            parts, self._pointer, self._keyboard, self._notice_timer, self.boundary
        )
        self.video_exporter = VideoExporter(parts, self.event_recorder)
        self._file_dialogs = FileDialogs(parts, self._use_file)
        self._autosave = (
            Autosave(parts, settings, self._window_shape) if settings else None
        )
        self._requests = WindowRequestHandler(
            parts,
            self.event_recorder,
            self._file_dialogs,
            self.video_exporter,
            self._toggle_full_screen,
            self._autosave,
        )

    def _use_file(self, purpose: FilePurpose, path: Path) -> None:
        self._requests.use_file(purpose, path)

    def _read_clipboard(self) -> str:
        """Return the clipboard's text; in a replay, the log's."""
        replays = self.event_player.is_replaying
        return self.event_player.replay_clipboard(
            "" if replays else self.get_clipboard_text()
        )

    def _write_clipboard(self, text: str) -> None:
        """Copy a text to the clipboard, except in a replay."""
        if not self.event_player.is_replaying:
            self.set_clipboard_text(text)

    def _update_windowed_size(self) -> tuple[int, int]:
        """Return the size outside of full screen, in pixels of a display of scale 1."""
        if not self.fullscreen:
            self._windowed_size = self.geometry.size
        return self._windowed_size

    def _window_shape(self) -> tuple[tuple[int, int], bool]:
        """Return the size outside of full screen, and whether full screen is on.

        The full screen of a presentation does not count.
        """
        fills_screen = self._was_full_screen if self._is_presenting else self.fullscreen
        return self._update_windowed_size(), bool(fills_screen)

    def _toggle_full_screen(self) -> None:
        """Toggle full screen after the current frame."""
        self.frame_scheduler.schedule.call_once(self._toggle_full_screen_now, 0.0)

    def _toggle_full_screen_now(self, _elapsed: float) -> None:
        self._update_windowed_size()
        if not self.fullscreen:
            self._was_maximized = self._fills_work_area()
        self.set_fullscreen(not self.fullscreen)
        if self._was_maximized and not self.fullscreen:
            # pyglet sets the size again, but window managers take the smaller one.
            self.maximize()
        # X11 sends the release of the key to the former window.
        self._keyboard.release_all_keys()
        self.frame_scheduler.request_frames()

    def _fills_work_area(self) -> bool:
        """Return whether the window seems maximized, which pyglet cannot report."""
        width = (1.0 - _MAX_DOCK_WIDTH_SHARE) * self.screen.width
        height = (1.0 - _MAX_BARS_HEIGHT_SHARE) * self.screen.height
        return bool(self.width >= width and self.height >= height)

    def _fill_screen_for_presentation(self) -> None:
        """Turn full screen on for a presentation, and restore it afterwards."""
        presenting = self.window_view.presenting
        if presenting is self._is_presenting or self.event_player.is_replaying:
            return
        self._is_presenting = presenting
        if presenting:
            self._was_full_screen = self.fullscreen
        if self.fullscreen is not (presenting or self._was_full_screen):
            self._toggle_full_screen()

    def _clean_up(self) -> None:
        """Release the input after a failure, and draw the restored session."""
        if self._is_closing:
            return
        self.main_view.abandon_frame()
        self._pointer.discard_moves()
        self._pointer.release_buttons()
        self.main_view.gui.pointer_leave()
        self.frame_scheduler.cancel_frames()
        self.frame_scheduler.request_frames()

    def _save_failure_log(self) -> Path | None:
        if self._settings is None:
            return None
        return self.event_player.recent_events.save(self._settings.path.parent)

    @guard_handler
    def on_draw(self) -> None:
        """Draw one frame unless the window has no pixels."""
        pixels = self.get_framebuffer_size()
        if not all(pixels):
            return
        now = time.perf_counter()
        # Idle time is not playback time.
        elapsed_time = min(now - self._last_drawn_at_s, 0.1)
        self._last_drawn_at_s = now
        if self.event_player.is_replaying:
            elapsed_time = self.event_player.elapsed
        else:
            self.event_recorder.record_event(FRAME, elapsed_time)
        self.draw_frame(pixels, elapsed_time)

    def draw_frame(self, pixels: tuple[int, int], elapsed: float) -> None:
        """Draw one frame into the bound framebuffer.

        Parameters
        ----------
        pixels : tuple of int
            The framebuffer's width and height in physical pixels.
        elapsed : float
            Seconds since the previous frame.
        """
        draw = partial(self._draw_frame, pixels)
        draw_message = partial(self._draw_message, pixels)
        self.boundary.draw_frame(draw, draw_message, elapsed)

    def _draw_message(self, pixels: tuple[int, int], words: str) -> None:
        """Draw a frame with nothing but a text."""
        ratio = self.geometry.ratio
        size = pixels[0] / ratio, pixels[1] / ratio
        self.main_view.draw_message(size, ratio, words)

    def _draw_frame(self, pixels: tuple[int, int], elapsed: float) -> None:
        self._pointer.flush_moves()
        if self.event_player.is_deterministic and self.main_view.gui.is_button_down:
            # A press in a map depends on its progress.
            self.main_view.maps.worker.wait_until_finished()
        self.frame_count += 1
        self.frame_scheduler.begin_frame()
        self.window_view.room = self.geometry.max_scale
        size = self.geometry.logical_size
        if self.event_player.is_replaying:
            # The largest size that fits.
            ratio = min(n / m for n, m in zip(pixels, size, strict=True))
            pixels = round(size[0] * ratio), round(size[1] * ratio)
        self.main_view.draw_frame(size, pixels, elapsed)
        self._keyboard.flush_input()
        self._requests.process_requests()
        self._fill_screen_for_presentation()
        self._notice_timer.update()
        self._update_title()
        if self._autosave:
            self._autosave.schedule_save()

    def wait_for_map(self) -> bool:
        """Wait for the pending map; return whether a new image of it came."""
        worker = self.main_view.maps.worker
        image = worker.current_image
        worker.wait_until_finished()
        return worker.current_image is not image

    def _update_title(self) -> None:
        """Show the open file's name in the window's title."""
        named = translate(files.file_label(self.session))
        title = f"{named} – {TITLE}" if named else TITLE
        if title != self._shown_title:
            self._shown_title = title
            self.set_caption(title)

    @override
    @record_events
    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        self._pointer.coalesce_moves(PointerMove(self.geometry.to_logical_point(x, y)))

    @override
    @record_events
    def on_mouse_drag(
        self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int
    ) -> None:
        position = self.geometry.to_logical_point(x, y)
        previous = self.geometry.to_logical_point(x - dx, y - dy)
        snap = bool(modifiers & key.MOD_SHIFT)
        movement = position[0] - previous[0], position[1] - previous[1]
        self._pointer.coalesce_moves(
            PointerMove(position, *movement, is_button_down=True, snap=snap)
        )

    @override
    @record_events
    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._pointer.pointer_down(self.geometry.to_logical_point(x, y), button)

    @override
    @record_events
    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        self._pointer.pointer_up(self.geometry.to_logical_point(x, y), button)

    @override
    @record_events
    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        self._pointer.wheel(self.geometry.to_logical_point(x, y), scroll_x, scroll_y)

    @override
    @record_events
    def on_mouse_leave(self, x: int, y: int) -> None:
        self._pointer.pointer_leave()

    @record_events
    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Handle a key press; unlike in pyglet, Esc does not close the window."""
        self._keyboard.key_down(symbol, modifiers)

    @override
    @record_events
    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._keyboard.key_up(symbol, modifiers)

    @override
    @record_events
    def on_deactivate(self) -> None:
        self._keyboard.handle_focus_loss()

    @override
    @record_events
    def on_text(self, text: str) -> None:
        self._keyboard.type_text(text)

    @record_events
    def on_text_motion(self, motion: int) -> None:
        """Nudge the selected handle, or change the step, while the key is held."""
        self._keyboard.press_arrow(motion, is_coarse=False)

    @record_events
    def on_text_motion_select(self, motion: int) -> None:
        """Nudge the selected handle by a whole grid step."""
        self._keyboard.press_arrow(motion, is_coarse=True)

    @override
    @guard_handler
    def on_file_drop(self, x: int, y: int, paths: list[str]) -> None:
        if not self.event_player.is_replaying:
            self.event_recorder.open_file(Path(paths[0]))

    @guard_handler
    def on_resize(self, width: int, height: int) -> None:
        """Draw at once, so that resizing never shows a stretched frame."""
        if not hasattr(self, "main_view"):
            return
        if self.event_recorder.record_event(RESIZE, *astuple(self.geometry.surface)):
            self.frame_scheduler.request_frames()

    @override
    @guard_handler
    def on_expose(self) -> None:
        self.frame_scheduler.request_frames()

    @override
    def on_close(self) -> None:
        self.close()

    def close(self) -> None:
        """Close the window and free its resources, even if parts of that fail."""
        if self.context is not None and hasattr(self, "main_view"):
            self._is_closing, schedule = True, self.frame_scheduler.schedule
            # Changes of a presentation are not saved.
            self.boundary.run_guarded(_CLOSING_LABEL, partial(end_talk, self.session))
            for close in (
                self._file_dialogs.close,
                *([self._autosave.close] if self._autosave else []),
                partial(schedule.cancel, self._toggle_full_screen_now),
                self.frame_scheduler.close,
                self._pointer.close,
                self._notice_timer.close,
                self.event_recorder.close,
                self.video_exporter.close,
                self._close_code,
                self.switch_to,
                self.main_view.delete,
            ):
                self.boundary.run_guarded(_CLOSING_LABEL, close)
            del self.main_view
        super().close()

    def _close_code(self) -> None:
        """End the processes of open user code."""
        # The scene from before the lesson may have code open.
        player.close_lesson(self.session)
        for opened in self.session.opened_scenes:
            if opened.user_code:
                opened.user_code.close()


# ----------------------------------------------------------------------------
# The window's event loop.
# ----------------------------------------------------------------------------


# Interval of checks for Ctrl+C in the terminal and for failed threads.
_POLL_INTERVAL_S = 0.5
_ICONS, _ICON_SIZES = Path(__file__).with_name("icon"), (16, 32, 48, 128)


def run_window(
    session: Session,
    settings: Settings | None = None,
    log: Path | None = None,
    replay: tuple[LogStart, Sequence[LoggedEvent]] | None = None,
) -> None:
    """Open the window and run its event loop until it is closed.

    Parameters
    ----------
    session : Session
        The session.
    settings : Settings or None
        Where to save settings; None does not save.
    log : Path or None
        File to record a log in; None records none.
    replay : tuple of LogStart and sequence of LoggedEvent, or None
        A log to replay first, in real time; None for none.

    Raises
    ------
    OSError
        The log cannot be written.
    """
    # Scales window and content with the display.
    pyglet.options.dpi_scaling = "scaled"
    window = PlaygroundWindow(session, settings)
    if not (log or replay):
        # Logs must not depend on the system.
        session.prefers_reduced_motion = reduced_motion.is_preferred
    window.frame_scheduler.schedule.call_once(lambda _: _finish_start(window), 0.0)
    try:
        if log:
            window.event_recorder.set_log(log)
        if replay:
            redo = partial(window.event_recorder.replay_in_time, *replay)
            window.boundary.run_guarded(message("The log"), redo)
        with _watch_interrupts(), _watch_thread_errors(window):
            _run_event_loop(window)
    finally:
        if window.context is not None:
            window.close()


def _finish_start(window: PlaygroundWindow) -> None:
    """Finish the parts of the start that can wait until after the first frame."""
    gc.freeze()  # all objects so far are permanent
    gc.enable()
    window.set_icon(*_load_icons())  # slow: loads all of pyglet's decoders


def _run_event_loop(window: PlaygroundWindow) -> None:
    """Run pyglet's event loop; after an exception in pyglet itself, run it again.

    An exception without a new frame since the last one, or with a closed window, is
    raised.
    """
    while True:
        frames = window.frame_count
        try:
            pyglet.app.run(interval=None)
        except Exception as error:
            if window.context is None or window.frame_count == frames:
                raise
            window.boundary.handle_error(message("Event handling"), error)
        else:
            return


@contextmanager
def _watch_thread_errors(window: PlaygroundWindow) -> Iterator[None]:
    """Report exceptions of threads in the window."""
    hook_before = threading.excepthook

    def queue_error(hook_args: threading.ExceptHookArgs) -> None:
        if isinstance(hook_args.exc_value, Exception):
            window.boundary.queue_thread_error(hook_args.exc_value)

    def report_errors(_elapsed: float) -> None:
        window.boundary.report_thread_errors()

    threading.excepthook = queue_error
    window.frame_scheduler.schedule.call_every(report_errors, _POLL_INTERVAL_S)
    try:
        yield
    finally:
        threading.excepthook = hook_before
        window.frame_scheduler.schedule.cancel(report_errors)


def _load_icons() -> Iterator["pyglet.image.AbstractImage"]:
    """Yield the icon in several sizes, from which the system chooses."""
    for size in _ICON_SIZES:
        # pyglet would leave the file open.
        with (_ICONS / f"{size}.png").open("rb") as file:
            yield pyglet.image.load(file.name, file)


@contextmanager
def _watch_interrupts() -> Iterator[None]:
    """Make Ctrl+C in the terminal end the program reliably.

    KeyboardInterrupt is lost inside a finalizer and waits while the loop sleeps, so the
    signal is remembered and checked periodically.
    """
    came = False

    def on_interrupt(_number: int, _frame: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    def check_interrupt(_elapsed: float) -> None:
        if came:
            raise KeyboardInterrupt

    handler_before = signal.signal(signal.SIGINT, on_interrupt)
    pyglet.clock.schedule_interval(check_interrupt, _POLL_INTERVAL_S)
    try:
        yield
    finally:
        pyglet.clock.unschedule(check_interrupt)
        signal.signal(signal.SIGINT, handler_before)
