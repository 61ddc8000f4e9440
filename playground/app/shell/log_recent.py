"""What was done lately, to be written as a log when something fails."""

import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playground.app.shell.log_file import Deed, Log, LogStart

# So many pieces are remembered, and so many deeds of one make it a long one.
_PIECES, _LONG = 4, 3000
# No pause is redone that is longer, in seconds.
_PAUSE = 1.0
_NAME = "failure-{}.log"
# So many logs are left to lie.
_LOGS = 9


@dataclass
class _Piece:
    """What was done since a moment of which a log can say how all was."""

    start: LogStart
    deeds: list[Deed] = field(default_factory=list)


class Recent:
    """Remembers what was done lately, from a moment on that a log can begin with."""

    def __init__(self) -> None:
        self._pieces: deque[_Piece] = deque(maxlen=_PIECES)
        self._at = self._noted = 0.0

    @property
    def empty(self) -> bool:
        """Whether nothing is remembered, and nothing will be before it begins."""
        return not self._pieces

    @property
    def long(self) -> bool:
        """Whether it should begin anew even where that is less exact."""
        return not self.empty and len(self._pieces[-1].deeds) > _LONG

    def begin(self, start: LogStart) -> None:
        """Note how all is now; what was done long before is forgotten."""
        self._pieces.append(_Piece(start))

    def note(self, name: str, *values: object) -> None:
        """Note that something is done now."""
        if self.empty:
            return
        now = time.perf_counter()
        self._at += min(now - self._noted, _PAUSE)
        self._noted = now
        self._pieces[-1].deeds.append(Deed(self._at, name, values))

    def forget(self) -> None:
        """Remember nothing."""
        self._pieces.clear()

    def save(self, folder: Path) -> Path | None:
        """Write all as a log of a new name; None where there is nothing.

        OSError where it cannot be written. Of older ones a few are kept.
        """
        if self.empty:
            return None
        folder.mkdir(parents=True, exist_ok=True)
        numbers = _numbers(folder)
        path = folder / _NAME.format(max(numbers, default=0) + 1)
        deeds = [deed for piece in self._pieces for deed in piece.deeds]
        log = Log(path, self._pieces[0].start)
        first = deeds[0].at if deeds else 0.0
        for deed in deeds:
            log.add(Deed(round(deed.at - first, 6), deed.name, deed.values))
        log.close()
        for number in sorted(numbers)[: 1 - _LOGS]:
            with suppress(OSError):
                (folder / _NAME.format(number)).unlink()
        return path


def _numbers(folder: Path) -> list[int]:
    """Return the numbers of the logs that lie there."""
    before, after = _NAME.split("{}")
    named = (path.name for path in folder.glob(_NAME.format("*")))
    told = (name.removeprefix(before).removesuffix(after) for name in named)
    return [int(number) for number in told if number.isascii() and number.isdigit()]
