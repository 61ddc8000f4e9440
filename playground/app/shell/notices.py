"""How long the session's notice is shown."""

from playground.app.shell.frame_pacing import Pace
from playground.app.shell.log_file import HUSH
from playground.app.shell.log_tape import Tape
from playground.study.session import Session

_NOTICE_SECONDS = 1.8
# So many letters are read in a second.
_LETTERS_READ = 16.0


class Notices:
    """Lets each notice stay until it can be read."""

    def __init__(self, session: Session, tape: Tape, pace: Pace) -> None:
        self._session, self._tape, self._pace = session, tape, pace
        self._shown = ""

    def see(self) -> None:
        """See whether there is another one: a frame was drawn."""
        notice = self._session.notice
        if notice and notice != self._shown:
            self._pace.refresh()
            self._pace.schedule.drop(self._hide)
            seconds = max(_NOTICE_SECONDS, len(notice) / _LETTERS_READ)
            self._pace.schedule.once(self._hide, seconds)
        self._shown = notice

    def hide(self) -> None:
        """Show it no longer, unless a log is redone that says nothing of it."""
        if self._tape.hears(HUSH):
            self._session.notice = ""
            self._pace.refresh()

    def forget(self) -> None:
        """Take the one on show for another one."""
        self._shown = ""

    def close(self) -> None:
        """Wait for nothing any more."""
        self._pace.schedule.drop(self._hide)

    def _hide(self, _elapsed: float) -> None:
        self.hide()
