"""Saves what is open to the settings in the first pause after something changed."""

from collections.abc import Callable

from playground.gui.frame_scheduler import FrameScheduler
from playground.gui.settings import Settings
from playground.gui.view_state import WindowView
from playground.i18n import message
from playground.session.session import Session

# So many seconds after an event, and so seldom.
_SAVE_DELAY_S = 3.0


class Autosave:
    """Has the settings written, never while a button of the mouse is held.

    `size` and `full_screen` say how the window is, `held` whether a button is;
    `frame_scheduler` shows a notice.
    """

    def __init__(
        self,
        settings: Settings,
        session: Session,
        window_view: WindowView,
        size: Callable[[], tuple[int, int]],
        full_screen: Callable[[], bool],
        held: Callable[[], bool],
        frame_scheduler: FrameScheduler,
    ) -> None:
        self._settings, self._session = settings, session
        self._window_view = window_view
        self._size, self._full_screen, self._is_button_down = size, full_screen, held
        self._frame_scheduler = frame_scheduler
        self._is_scheduled = self._is_failure_reported = False

    def schedule_save(self) -> None:
        """Keep all in a while: a frame was drawn, so something has happened."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._frame_scheduler.schedule.call_once(self._save_or_defer, _SAVE_DELAY_S)

    def _save_or_defer(self, _elapsed: float) -> None:
        self._is_scheduled = False
        if self._is_button_down():
            self.schedule_save()
            return
        self._save()
        self._frame_scheduler.schedule.call_once(
            self._report_result, _SAVE_DELAY_S / 3.0
        )

    def _report_result(self, _elapsed: float) -> None:
        """Say what has come of it: of a failure once, until it is kept again."""
        if self._settings.is_saving:
            self._frame_scheduler.schedule.call_once(
                self._report_result, _SAVE_DELAY_S / 3.0
            )
            return
        failure, told = self._settings.failure, self._is_failure_reported
        self._is_failure_reported = bool(failure)
        if failure and not told:
            self._session.notice = message("Nothing is kept: {why}", why=failure)
            self._frame_scheduler.request_frames()

    def _save(self) -> None:
        size, full = self._size(), self._full_screen()
        self._settings.save(self._session, self._window_view, size, full_screen=full)

    def reset(self) -> None:
        """Begin as on the very first start."""
        if self._settings.reset(self._session):
            self._window_view.reset()

    def close(self) -> None:
        """Keep all now, and wait for that."""
        self._frame_scheduler.schedule.cancel(self._save_or_defer)
        self._frame_scheduler.schedule.cancel(self._report_result)
        self._save()
        self._settings.finish()
