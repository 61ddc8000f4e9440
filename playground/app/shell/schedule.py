"""What is done later, each time within the window's boundary."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyglet

from playground.app.shell.boundary import Boundary

Work = Callable[[float], object]


class Schedule:
    """Has work done later: it is told how many seconds have passed."""

    def __init__(self, boundary: Boundary) -> None:
        self._boundary = boundary

    def once(self, work: Work, seconds: float) -> None:
        """Do it once, after so many seconds."""
        pyglet.clock.schedule_once(_Guarded(self._boundary, work), seconds)

    def every(self, work: Work, seconds: float) -> None:
        """Do it again and again, so many seconds apart."""
        pyglet.clock.schedule_interval(_Guarded(self._boundary, work), seconds)

    def drop(self, work: Work) -> None:
        """Do it no more."""
        pyglet.clock.unschedule(_Guarded(self._boundary, work))


@dataclass(frozen=True)
class _Guarded:
    """Work that ends nothing; the same work is equal, as pyglet looks for it."""

    boundary: Boundary
    work: Work

    def __call__(self, elapsed: float) -> None:
        work = partial(self.work, elapsed)
        self.boundary.attempt("What was to come", work, by_itself=True)
