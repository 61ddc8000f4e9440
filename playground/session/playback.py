"""Time as it passes in the window: pure."""

from dataclasses import replace

from playground.quick_dataclass import dataclass
from playground.scene.timeline import Timeline

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MOVE_DURATION_S = 0.9
"""How long a move takes, however far it goes: seen well, and never waited for."""


@dataclass(frozen=True)
class Move:
    """The way of the time to where a step or a lesson's stop wants it."""

    begin: float
    goal: float
    age: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the time has arrived."""
        return self.age >= MOVE_DURATION_S

    @property
    def time(self) -> float:
        """Where the time is: it starts and ends gently."""
        share = min(self.age / MOVE_DURATION_S, 1.0)
        eased = share * share * (3.0 - 2.0 * share)
        return (
            self.goal if self.is_over else self.begin + (self.goal - self.begin) * eased
        )


@dataclass(frozen=True)
class Playback:
    """Whether and how the time moves by itself: it plays, or a `move` goes on."""

    playing: bool = False
    loop: bool = True
    speed: float = 1.0
    move: Move | None = None

    @property
    def moving(self) -> bool:
        """Whether the time changes without any event."""
        return self.playing or self.move is not None

    def stop(self) -> "Playback":
        """Return the same at rest."""
        return self.with_move(None)

    def with_move(self, move: Move | None) -> "Playback":
        """Return the same on its way to a time, or at rest."""
        return replace(self, playing=False, move=move)

    def toggle(self) -> "Playback":
        """Return the same playing, or paused."""
        return replace(self, playing=not self.playing, move=None)

    def advance(
        self, now: float, elapsed: float, timeline: Timeline
    ) -> tuple["Playback", float]:
        """Return what it is after `elapsed` seconds, and the time then."""
        if self.move:
            move = replace(self.move, age=self.move.age + elapsed)
            return replace(self, move=None if move.is_over else move), move.time
        if not self.playing:
            return self, now
        time, playing = timeline.advance(now, elapsed, speed=self.speed, loop=self.loop)
        return replace(self, playing=playing), time
