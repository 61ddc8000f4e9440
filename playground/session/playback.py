"""Playback of the scene's time: playing, and animated moves to a time."""

from dataclasses import replace

from playground.quick_dataclass import dataclass
from playground.scene.timeline import Timeline

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
MOVE_DURATION_S = 0.9
"""Duration of a move, whatever its distance."""


@dataclass(frozen=True)
class Move:
    """Animated move of the time to that of a step or stop; `age` is in seconds."""

    begin: float
    goal: float
    age: float = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the move has ended."""
        return self.age >= MOVE_DURATION_S

    @property
    def time(self) -> float:
        """The current time, eased at both ends."""
        share = min(self.age / MOVE_DURATION_S, 1.0)
        eased = share * share * (3.0 - 2.0 * share)
        return (
            self.goal if self.is_over else self.begin + (self.goal - self.begin) * eased
        )


@dataclass(frozen=True)
class Playback:
    """Playback options and state: the time plays, or a `move` is running."""

    playing: bool = False
    loop: bool = True
    speed: float = 1.0
    move: Move | None = None

    @property
    def moving(self) -> bool:
        """Whether the time changes without any event."""
        return self.playing or self.move is not None

    def stop(self) -> "Playback":
        """Return the playback stopped."""
        return self.with_move(None)

    def with_move(self, move: Move | None) -> "Playback":
        """Return the playback with a move, or stopped for None."""
        return replace(self, playing=False, move=move)

    def toggle(self) -> "Playback":
        """Return the playback playing or paused, the opposite of now."""
        return replace(self, playing=not self.playing, move=None)

    def advance(
        self, now: float, elapsed: float, timeline: Timeline
    ) -> tuple["Playback", float]:
        """Return the playback and the time after `elapsed` seconds."""
        if self.move:
            move = replace(self.move, age=self.move.age + elapsed)
            return replace(self, move=None if move.is_over else move), move.time
        if not self.playing:
            return self, now
        time, playing = timeline.advance(now, elapsed, speed=self.speed, loop=self.loop)
        return replace(self, playing=playing), time
