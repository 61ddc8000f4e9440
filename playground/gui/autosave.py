"""Autosave of the session and the window's settings, at a delay after changes."""

from collections.abc import Callable
from typing import Any

from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.gui.settings import Settings
from playground.i18n import message

# Delay after an event, and shortest interval.
_SAVE_DELAY_S = 3.0


class Autosave(WindowComponent):
    """Autosave of the settings, never during a mouse drag.

    Parameters
    ----------
    shape : callable
        Returns the window's size outside of full screen, and whether that is on.
    """

    def __init__(
        self,
        parts: WindowParts,
        settings: Settings,
        shape: Callable[[], tuple[tuple[int, int], bool]],
    ) -> None:
        super().__init__(parts)
        self._settings, self._window_shape = settings, shape
        self._is_scheduled = self._is_failure_reported = False
        # Options of the window before each reset.
        self._views_before_reset: list[dict[str, Any]] = []

    def schedule_save(self) -> None:
        """Schedule a save in 3 s, unless one is scheduled; called for every frame."""
        if not self._is_scheduled:
            self._is_scheduled = True
            self._schedule.call_once(self._save_or_defer, _SAVE_DELAY_S)

    def _save_or_defer(self, _elapsed: float) -> None:
        self._is_scheduled = False
        if self._main_view.gui.is_button_down:
            self.schedule_save()
            return
        self._save()
        self._schedule.call_once(self._report_result, _SAVE_DELAY_S / 3.0)

    def _report_result(self, _elapsed: float) -> None:
        """Report a failed save once, until one succeeds."""
        if self._settings.is_saving:
            self._schedule.call_once(self._report_result, _SAVE_DELAY_S / 3.0)
            return
        failure, is_reported = self._settings.failure, self._is_failure_reported
        self._is_failure_reported = bool(failure)
        if failure and not is_reported:
            self._session.notice = message(
                "Settings cannot be saved: {why}", why=failure
            )
            self._frame_scheduler.request_frames()

    def _save(self) -> None:
        size, full_screen = self._window_shape()
        self._settings.save(
            self._session, self._window_view, size, full_screen=full_screen
        )

    def reset(self) -> None:
        """Save, then reset all settings to their defaults; it can be undone."""
        view = self._window_view
        self._save()
        if self._settings.reset(self._session):
            self._views_before_reset.append(view.appearance)
            view.reset()
            view.look(can_undo_reset=True)

    def undo_reset(self) -> None:
        """Undo the last reset that was not undone, if there is one."""
        if self._settings.undo_reset(self._session):
            views_before = self._views_before_reset.pop()
            self._window_view.look(
                **views_before, can_undo_reset=bool(self._views_before_reset)
            )

    def close(self) -> None:
        """Save now, and wait for it."""
        self._schedule.cancel(self._save_or_defer)
        self._schedule.cancel(self._report_result)
        self._save()
        self._settings.finish()
