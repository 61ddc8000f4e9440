"""Playback of the scene's time: playing, and animated moves to a time."""

from dataclasses import replace

from playground.quick_dataclass import dataclass
from playground.scene.timeline import Timeline

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MOVE_DURATION_S = 0.9
"""Duration of a move, whatever its distance."""


@dataclass(frozen=True)
class Move:
    """Animated move of the time to that of a step or stop.

    Attributes
    ----------
    begin, goal : float
        The scene's times at which it begins and ends.
    age : float
        Real time since it began, in seconds.
    """

    begin: float
    goal: float
    age: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the move has ended."""
        return self.age >= MOVE_DURATION_S

    @property
    def time(self) -> float:
        """The scene's time at its present age, eased at both ends."""
        share = min(self.age / MOVE_DURATION_S, 1.0)
        eased = share * share * (3.0 - 2.0 * share)
        moving_time = self.begin + (self.goal - self.begin) * eased
        return self.goal if self.is_over else moving_time


@dataclass(frozen=True)
class Playback:
    """Playback options and state: the time plays, or a move is running.

    Attributes
    ----------
    playing : bool
        Whether the time plays.
    loop : bool
        Whether it starts over at the end of the timeline.
    speed : float
        Factor; at 1 the timeline takes its own `seconds`.
    move : Move or None
        The running move; None for none.
    """

    playing: bool = False
    loop: bool = True
    speed: float = 1.0
    move: Move | None = None

    @property
    def moving(self) -> bool:
        """Whether the time changes without any input."""
        return self.playing or self.move is not None

    def advance(
        self, now: float, elapsed: float, timeline: Timeline
    ) -> tuple["Playback", float]:
        """Return the playback and the scene's time after `elapsed` seconds.

        Parameters
        ----------
        now : float
            The scene's present time, in units of the timeline.
        elapsed : float
            Real time, in seconds.
        timeline : Timeline
            Its range and duration.
        """
        if self.move:
            move = replace(self.move, age=self.move.age + elapsed)
            return replace(self, move=None if move.is_over else move), move.time
        if not self.playing:
            return self, now
        time, playing = timeline.advance(now, elapsed, speed=self.speed, loop=self.loop)
        return replace(self, playing=playing), time
