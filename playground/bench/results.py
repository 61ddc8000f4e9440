"""All that one run of `playground bench` has measured."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.bench.frames import FrameCost
from playground.bench.maps import MapCost
from playground.bench.queries import Latency, Rate
from playground.bench.starting import StartCost


@dataclass(frozen=True)
class Results:
    """What was measured, each kind as a table's rows; the yardstick in seconds."""

    yardstick: float
    rates: Sequence[Rate]
    latencies: Sequence[Latency]
    maps: Sequence[MapCost]
    frames: Sequence[FrameCost]
    starts: Sequence[StartCost]
