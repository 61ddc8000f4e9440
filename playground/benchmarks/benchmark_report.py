"""Report of `playground bench`: measurements as tables and as JSON."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playground.analysis.heat_map import MapKind
from playground.benchmarks.benchmark_results import BenchmarkResults, format_table
from playground.benchmarks.core import measure_latencies, measure_rates
from playground.benchmarks.goals import evaluate_goals, summarize_outcomes
from playground.benchmarks.gui import measure_drag_frames, measure_maps, measure_starts
from playground.benchmarks.site_benchmark import measure_site
from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry
from playground.session.atomic_write import write_atomically
from playground.session.view_options import Page

_EVENT_COUNT = 8
_PAGES = (Page.EXPLORE, Page.DERIVATION, Page.CODE, Page.LAB)
_MAPS = (None, MapKind.REGIONS)
_TITLES = {
    "rates": "Million queries a second, one thread",
    "latencies": "Microseconds: a single query, a batch of 241, each of many in doubt",
    "maps": "Milliseconds of a fine map, one core",
    "frames": "Milliseconds of a drag frame, and mouse events in each",
    "starts": "Milliseconds to start, and the ratio",
}


@dataclass(frozen=True)
class BenchmarkEffort:
    """Amount of work.

    Attributes
    ----------
    queries, touches : int
        Random queries for the rates, and exact touches for the latencies.
    maps : tuple of tuple of int
        Sizes of maps, columns and rows of cells.
    frames : int
        Measured frames per drag.
    starts : int
        Runs of each program.
    """

    queries: int = 1_000_000
    touches: int = 10_000
    maps: tuple[tuple[int, int], ...] = ((1280, 800), (2560, 1600))
    frames: int = 120
    starts: int = 7


def measure_all(
    scenes: Sequence[SceneEntry], effort: BenchmarkEffort
) -> BenchmarkResults:
    """Run all benchmarks except that of a site."""
    drags: list[dict[str, Any]] = [
        {"simple": True},
        *({"page": page, "kind": kind} for kind in _MAPS for page in _PAGES),
        {"events": _EVENT_COUNT},
    ]
    return BenchmarkResults(
        measure_rates(effort.queries),
        measure_latencies(effort.touches),
        measure_maps(scenes, effort.maps),
        [
            cost
            for drag in drags
            for cost in measure_drag_frames(scenes, frames=effort.frames, **drag)
        ],
        measure_starts(effort.starts),
    )


def format_results(results: BenchmarkResults) -> str:
    """Return the results as tables, the goals last."""
    parts = [
        f"{title}:\n\n{format_table(getattr(results, name))}"
        for name, title in _TITLES.items()
    ]
    return "\n\n".join(
        [
            *parts,
            f"Targets:\n\n{format_table(summarize_outcomes(evaluate_goals(results)))}",
        ]
    )


def serialize_results(results: BenchmarkResults) -> str:
    """Return the results as JSON text."""
    serialized = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        **asdict(results),
        "targets": [outcome.plain_values for outcome in evaluate_goals(results)],
    }
    return json.dumps(serialized, indent=2) + "\n"


def run_site_benchmark(
    folder: Path, scenes: Sequence[SceneEntry], chromium: str, out: Path | None
) -> str:
    """Measure a site in a folder and return the report.

    `chromium` is the browser's path; the results are saved as JSON to `out`, None for
    no file. It takes some minutes.
    """
    costs = measure_site(folder, scenes, chromium)
    results = BenchmarkResults((), (), (), (), (), site=costs)
    if out:
        write_atomically(out, serialize_results(results).encode())
    goals = format_table(summarize_outcomes(evaluate_goals(results)))
    return f"A site in chromium:\n\n{format_table(costs)}\n\nTargets:\n\n{goals}"


def run_benchmarks(
    *,
    scenes: Sequence[SceneEntry],
    out: Path | None,
    effort: BenchmarkEffort | None = None,
) -> str:
    """Measure everything and return the report.

    The results are saved as JSON to `out`, None for no file. It takes about five
    minutes with the default effort.
    """
    results = measure_all(scenes, effort or BenchmarkEffort())
    if out:
        write_atomically(out, serialize_results(results).encode())
    return format_results(results)
