"""When it is kept how the window is left: in a pause after something has happened."""

from collections.abc import Callable

from playground.app.keeping import Settings
from playground.app.pacing import Pace
from playground.app.session import Session

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
        size: Callable[[], tuple[int, int]],
        full_screen: Callable[[], bool],
        held: Callable[[], bool],
        pace: Pace,
    ) -> None:
        self._settings, self._session = settings, session
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
        if self._settings.failure and not self._told:
            self._told = True
            self._session.notice = f"Nothing is kept: {self._settings.failure}"
            self._pace.refresh()

    def _keep(self) -> None:
        size, full = self._size(), self._full_screen()
        self._settings.keep(self._session, size, full_screen=full)

    def forget(self) -> None:
        """Begin as on the very first start."""
        self._settings.forget(self._session)

    def close(self) -> None:
        """Keep all now, and wait for that."""
        self._pace.schedule.drop(self._later)
        self._keep()
        self._settings.finish()
