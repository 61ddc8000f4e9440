"""The events of a window: written to a log, remembered, or replayed from a log."""

import time
from collections.abc import Sequence
from typing import Any

from playground.app.shell.log_file import (
    CLIPBOARD,
    LETTERS,
    Deed,
    Log,
    LogStart,
    Surface,
)
from playground.app.shell.log_recent import Recent


class Tape:
    """Writes a window's events to a log, or replays a log in place of its user.

    Attributes
    ----------
    log : Log or None
        What is written.
    recent : Recent
        What was done lately, written or not.
    surface : Surface or None
        While a log is redone: what it was drawn on then.
    elapsed : float
        While it is redone: the seconds that its present frame takes.
    """

    def __init__(self, recent: Recent) -> None:
        self.recent = recent
        self.log: Log | None = None
        self.surface: Surface | None = None
        self.elapsed = 0.0
        self._deeds: list[Deed] = []
        self._next = 0
        self._telling = False

    def begin(self, start: LogStart, deeds: list[Deed]) -> None:
        """Begin a replay: events come from the log, and the user's are ignored."""
        self.recent.forget()
        self.surface, self._deeds, self._next = start.surface, deeds, 0

    def end(self) -> None:
        """End the replay: the window listens to its user again."""
        self.surface, self._deeds, self._next = None, [], 0

    @property
    def redoing(self) -> bool:
        """Whether a log is being redone."""
        return self.surface is not None

    @property
    def exact(self) -> bool:
        """Whether nothing may depend on the machine's speed: in logs and replays."""
        return self.redoing or self.log is not None

    @property
    def now(self) -> float:
        """The seconds on the clock that counts: the log's, while one is redone."""
        if self.redoing:
            return self._deeds[self._next - 1].at if self._next else 0.0
        return time.perf_counter()

    @property
    def coming(self) -> Deed | None:
        """The next event of the replay; None at its end."""
        return self._deeds[self._next] if self._next < len(self._deeds) else None

    def take(self) -> Deed:
        """Return the next event of the replay, and go on to the one after it."""
        self._next += 1
        return self._deeds[self._next - 1]

    def hears(self, name: str, *values: object) -> bool:
        """Write an event down; False for the user's own during a replay."""
        if self.redoing:
            return self._telling
        self.recent.note(name, *values)
        if self.log:
            try:
                self.log.note(name, *values)
            except OSError:
                self.log = None
        return True

    def tell(self, handler: Any, values: Sequence[Any]) -> None:
        """Call a window's handler with an event of the replay."""
        self._telling = True
        try:
            handler(*values)
        finally:
            self._telling = False

    def clipboard(self, text: str) -> str:
        """Return the clipboard's text: that of the log, or what it is, written down."""
        if not self.redoing:
            self.hears(CLIPBOARD, text[:LETTERS])
            return text
        if self.coming and self.coming.name == CLIPBOARD:
            return str(self.take().values[0])
        return ""
