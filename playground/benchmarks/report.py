"""`playground bench`: queries, maps, frames and starts, as tables and as JSON."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playground.analysis.heat_map import MapKind
from playground.benchmarks.core import latencies, rates, yardstick
from playground.benchmarks.gui import drag_frames, map_costs, starts
from playground.benchmarks.results import Results, table
from playground.benchmarks.site import site_costs
from playground.benchmarks.targets import outcomes, summed
from playground.scene.scene import Entry
from playground.session.atomic_write import write_whole

_EVENTS = 8
_TITLES = {
    "rates": "Million queries a second, one thread",
    "latencies": "Microseconds: a single query, a batch of 241, each of many in doubt",
    "maps": "Milliseconds of a fine map, one core",
    "frames": "Milliseconds of a drag frame, and mouse events in each",
    "starts": "Milliseconds to start, and the ratio",
}


@dataclass(frozen=True)
class Effort:
    """How much is measured: numbers of queries, frames and runs, and sizes of maps."""

    queries: int = 1_000_000
    touches: int = 10_000
    maps: tuple[tuple[int, int], ...] = ((1280, 800), (2560, 1600))
    frames: int = 120
    starts: int = 7


def measured(scenes: Sequence[Entry], effort: Effort) -> Results:
    """Measure everything."""
    drags: list[dict[str, Any]] = [{}, {"events": _EVENTS}, {"kind": MapKind.REGIONS}]
    return Results(
        yardstick(),
        rates(effort.queries),
        latencies(effort.touches),
        map_costs(scenes, effort.maps),
        [
            cost
            for drag in drags
            for cost in drag_frames(scenes, frames=effort.frames, **drag)
        ],
        starts(effort.starts),
    )


def told(results: Results) -> str:
    """Return the results as tables, the targets last."""
    parts = [
        f"{title}:\n\n{table(getattr(results, name))}"
        for name, title in _TITLES.items()
    ]
    return "\n\n".join([*parts, f"Targets:\n\n{table(summed(outcomes(results)))}"])


def kept(results: Results) -> str:
    """Return the results as JSON."""
    found = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        **asdict(results),
        "targets": [outcome.told for outcome in outcomes(results)],
    }
    return json.dumps(found, indent=2) + "\n"


def bench_site(
    folder: Path, scenes: Sequence[Entry], chromium: str, out: Path | None
) -> str:
    """Measure a site that lies in a folder, and return it as text; save it, with `out`.

    It takes some minutes.
    """
    costs = site_costs(folder, scenes, chromium)
    results = Results(yardstick(), (), (), (), (), (), site=costs)
    if out:
        write_whole(out, kept(results).encode())
    goals = table(summed(outcomes(results)))
    return f"A site in chromium:\n\n{table(costs)}\n\nTargets:\n\n{goals}"


def bench(
    *, scenes: Sequence[Entry], out: Path | None, effort: Effort | None = None
) -> str:
    """Measure everything, and return it as text; save it as JSON too, with `out`.

    It takes two or three minutes with the usual effort.
    """
    results = measured(scenes, effort or Effort())
    if out:
        write_whole(out, kept(results).encode())
    return told(results)
