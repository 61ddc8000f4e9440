"""All that one run of `playground bench` has measured."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from playground.bench.frames import FrameCost
from playground.bench.maps import MapCost
from playground.bench.queries import Latency, Rate
from playground.bench.site_costs import SiteCost
from playground.bench.starting import StartCost


@dataclass(frozen=True)
class Results:
    """What was measured, each kind as a table's rows; the yardstick in seconds.

    `glances` is what the best rule of one glance earns of each scene's quiz, in percent
    of a perfect round; it takes minutes, and is measured by `bench.habits` alone.
    `site` is what a site costs in a browser; `playground bench site` measures it alone.
    """

    yardstick: float
    rates: Sequence[Rate]
    latencies: Sequence[Latency]
    maps: Sequence[MapCost]
    frames: Sequence[FrameCost]
    starts: Sequence[StartCost]
    glances: Mapping[str, float] = field(default_factory=dict)
    site: Sequence[SiteCost] = ()
