"""Playback of one time parameter: playing, stepping and scrubbing."""

from playground.i18n import with_texts
from playground.quick_dataclass import dataclass

# A time with a larger span counts frames, and is shown as a whole number.
_FRAME_COUNT_THRESHOLD = 50.0
# Stops closer than this fraction of the span count as one.
_STOP_TOLERANCE = 1e-9


@with_texts("names", as_messages=False)
@dataclass(frozen=True)
class Timeline:
    """The time axis of a scene.

    Attributes
    ----------
    parameter : str
        The parameter that holds the time.
    start, end : float
        The range of that parameter, start < end.
    seconds : float
        The duration from start to end at speed 1, in seconds.
    stops : tuple of float
        Notable times, which stepping visits, as it does both ends.
    names : tuple of str
        The names of the stops.
    """

    parameter: str
    start: float
    end: float
    seconds: float
    stops: tuple[float, ...] = ()
    names: tuple[str, ...] = ()

    def round_for_display(self, time: float) -> float:
        """Return `time` as displayed: without its fraction if it counts frames.

        It counts frames if the range is longer than 50.

        Examples
        --------
        >>> Timeline("frame", 0.0, 600.0, seconds=30.0).round_for_display(47.254)
        47
        """
        return int(time) if self.end - self.start > _FRAME_COUNT_THRESHOLD else time

    def clamp(self, time: float) -> float:
        """Return `time` clamped to the range."""
        return min(max(time, self.start), self.end)

    def advance(
        self, time: float, elapsed: float, *, speed: float = 1.0, loop: bool = False
    ) -> tuple[float, bool]:
        """Return the time after `elapsed` seconds, and whether it still plays.

        Parameters
        ----------
        time : float
            The time before, in the parameter's unit.
        elapsed : float
            Real time, seconds.
        speed : float
            The factor on the speed of playback.
        loop : bool
            Whether it begins again after the end; otherwise it stops there.

        Examples
        --------
        >>> Timeline("t", 0.0, 1.0, seconds=4.0).advance(0.5, 1.0)
        (0.75, True)
        """
        span = self.end - self.start
        moved_time = time + elapsed * speed * span / self.seconds
        if moved_time < self.end:
            return self.clamp(moved_time), True
        if loop:
            return self.start + (moved_time - self.start) % span, True
        return self.end, False

    def step(self, time: float, direction: int) -> float:
        """Return the next stop after `time` (`direction` 1) or before it (-1).

        The ends of the range count as stops. Beyond the last stop it is the end.
        """
        margin = _STOP_TOLERANCE * (self.end - self.start)
        stops = sorted({self.start, self.end, *map(self.clamp, self.stops)})
        if direction > 0:
            return next((s for s in stops if s > time + margin), self.end)
        return next((s for s in reversed(stops) if s < time - margin), self.start)
