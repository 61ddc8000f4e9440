"""Saves what is open to the settings in the first pause after something changed."""

from collections.abc import Callable

from playground.gui.frame_scheduler import Pace
from playground.gui.settings import Settings
from playground.gui.view_state import WindowView
from playground.i18n import message
from playground.session.session import Session

# So many seconds after an event, and so seldom.
_PAUSE = 3.0


class Keeper:
    """Has the settings written, never while a button of the mouse is held.

    `size` and `full_screen` say how the window is, `held` whether a button is;
    `pace` shows a notice.
    """

    def __init__(
        self,
        settings: Settings,
        session: Session,
        window_view: WindowView,
        size: Callable[[], tuple[int, int]],
        full_screen: Callable[[], bool],
        held: Callable[[], bool],
        pace: Pace,
    ) -> None:
        self._settings, self._session = settings, session
        self._window_view = window_view
        self._size, self._full_screen, self._held = size, full_screen, held
        self._pace = pace
        self._due = self._told = False

    def stir(self) -> None:
        """Keep all in a while: a frame was drawn, so something has happened."""
        if not self._due:
            self._due = True
            self._pace.schedule.once(self._later, _PAUSE)

    def _later(self, _elapsed: float) -> None:
        self._due = False
        if self._held():
            self.stir()
            return
        self._keep()
        self._pace.schedule.once(self._tell, _PAUSE / 3.0)

    def _tell(self, _elapsed: float) -> None:
        """Say what has come of it: of a failure once, until it is kept again."""
        if self._settings.busy:
            self._pace.schedule.once(self._tell, _PAUSE / 3.0)
            return
        failure, told = self._settings.failure, self._told
        self._told = bool(failure)
        news, self._settings.news = self._settings.news, ""
        if failure and not told:
            news = message("Nothing is kept: {why}", why=failure)
        if news:
            self._session.notice = news
            self._pace.refresh()

    def _keep(self) -> None:
        size, full = self._size(), self._full_screen()
        self._settings.keep(self._session, self._window_view, size, full_screen=full)

    def forget(self) -> None:
        """Begin as on the very first start."""
        if self._settings.forget(self._session):
            self._window_view.begin_afresh()

    def close(self) -> None:
        """Keep all now, and wait for that."""
        self._pace.schedule.drop(self._later)
        self._pace.schedule.drop(self._tell)
        self._keep()
        self._settings.finish()
