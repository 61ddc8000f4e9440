"""Time as it passes in the window: pure."""

import math
from dataclasses import replace

from playground.quick_dataclass import dataclass
from playground.scene.timeline import Timeline

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Playback:
    """Whether and how the time moves by itself.

    `goal` is where it goes of itself, as a step of the derivation asks.
    """

    playing: bool = False
    loop: bool = True
    speed: float = 1.0
    goal: float | None = None

    @property
    def moving(self) -> bool:
        """Whether the time changes without any event."""
        return self.playing or self.goal is not None

    def stop(self) -> "Playback":
        """Return the same at rest."""
        return replace(self, playing=False, goal=None)

    def with_goal(self, goal: float | None) -> "Playback":
        """Return the same on its way to a time, or at rest."""
        return replace(self, playing=False, goal=goal)

    def toggle(self) -> "Playback":
        """Return the same playing, or paused."""
        return replace(self, playing=not self.playing, goal=None)

    def advance(
        self, now: float, elapsed: float, timeline: Timeline
    ) -> tuple["Playback", float]:
        """Return what it is after `elapsed` seconds, and the time then."""
        if self.goal is not None:
            return self._approach_goal(now, elapsed, timeline)
        if not self.playing:
            return self, now
        time, playing = timeline.advance(now, elapsed, speed=self.speed, loop=self.loop)
        return replace(self, playing=playing), time

    def _approach_goal(
        self, now: float, elapsed: float, timeline: Timeline
    ) -> tuple["Playback", float]:
        goal = self.goal
        assert goal is not None
        reach = elapsed * 2.0 * (timeline.end - timeline.start) / timeline.seconds
        if abs(goal - now) <= reach:
            return replace(self, goal=None), goal
        return self, now + math.copysign(reach, goal - now)
