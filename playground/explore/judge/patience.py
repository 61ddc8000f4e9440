"""How often code may hang, die or talk nonsense before it is asked no more."""

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from playground.language import enum_of_texts, message


@enum_of_texts
class Fault(StrEnum):
    """What counts against code."""

    HANG = "it did not answer in time"
    DEATH = "it died"
    NONSENSE = "its answers were not understood"


# After so many in one call no more of them is asked, after so many in all nothing.
_SOME = {Fault.HANG: 2, Fault.DEATH: 4, Fault.NONSENSE: 10}
_ALL = {Fault.HANG: 6, Fault.DEATH: 24, Fault.NONSENSE: 60}


class Patience:
    """What code has done, in one call and in all.

    Attributes
    ----------
    answered : bool
        It has answered something. What has never is given up sooner.
    """

    def __init__(self) -> None:
        self.answered = False
        self._all, self._some = Counter[Fault](), Counter[Fault]()

    def begin(self) -> None:
        """Begin a call."""
        self._some.clear()

    def note(self, fault: Fault) -> None:
        """Count a fault."""
        self._some[fault] += 1
        self._all[fault] += 1

    @property
    def at_end(self) -> str:
        """Why no more is asked in this call; "" if nothing is against it."""
        return _too_often(self._some, _SOME)

    @property
    def at_very_end(self) -> str:
        """Why nothing is asked any more; "" if nothing is against it."""
        return _too_often(self._all, _ALL if self.answered else _SOME)


def _too_often(counts: Mapping[Fault, int], most: Mapping[Fault, int]) -> str:
    """Return what was done too often; "" if nothing."""
    for fault, count in most.items():
        if counts[fault] >= count:
            return message("{fault}, {count} times", fault=fault, count=count)
    return ""
