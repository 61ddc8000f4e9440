"""What a window's user does: written down, remembered, or told in the user's place."""

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
    """What a window writes down, or is told in its user's place.

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
        """Redo a log from now on: its user is told from it, and nobody else is."""
        self.recent.forget()
        self.surface, self._deeds, self._next = start.surface, deeds, 0

    def end(self) -> None:
        """Let the window be the user's again."""
        self.surface, self._deeds, self._next = None, [], 0

    @property
    def redoing(self) -> bool:
        """Whether a log is being redone."""
        return self.surface is not None

    @property
    def exact(self) -> bool:
        """Whether nothing may hang on how fast the machine is."""
        return self.redoing or self.log is not None

    @property
    def coming(self) -> Deed | None:
        """What is told next."""
        return self._deeds[self._next] if self._next < len(self._deeds) else None

    def take(self) -> Deed:
        """Take what is told next."""
        self._next += 1
        return self._deeds[self._next - 1]

    def hears(self, name: str, *values: object) -> bool:
        """Note an event; False for one of the user's while a log is redone."""
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
        """Call a window's handler in its user's place."""
        self._telling = True
        try:
            handler(*values)
        finally:
            self._telling = False

    def clipboard(self, text: str) -> str:
        """Return what was in the clipboard then, or note what is in it now."""
        if not self.redoing:
            self.hears(CLIPBOARD, text[:LETTERS])
            return text
        if self.coming and self.coming.name == CLIPBOARD:
            return str(self.take().values[0])
        return ""
