"""`playground bench`: what queries and frames cost, as tables and as JSON."""

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from playground.bench import queries
from playground.render.files import write_whole


def table(rows: Sequence[Any]) -> str:
    """Return frozen records as a table in Markdown, one column a field."""
    names = [f.name for f in fields(rows[0])]
    lines = [[name.replace("_", " ") for name in names]]
    lines += [[_shown(getattr(row, name)) for name in names] for row in rows]
    wide = [max(len(line[i]) for line in lines) for i in range(len(names))]
    text = [
        "| "
        + " | ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True))
        + " |"
        for line in lines
    ]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in wide) + "|")
    return "\n".join(text)


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3g}"
    return "–" if value is None else str(value)


def ratios(rates: Sequence[queries.Rate]) -> list[str]:
    """Return how the core stands to the others, in the same run."""
    told = []
    for rate in rates:
        if rate.numba and rate.fast:
            told.append(
                f"{rate.function}: {rate.plain / rate.numba:.2f} of numba's own loop, "
                f"{rate.fast / rate.numba:.2f} with fast"
            )
        if rate.shapely:
            quick = f", {rate.fast / rate.shapely:.1f} with fast" if rate.fast else ""
            told.append(
                f"{rate.function}: {rate.plain / rate.shapely:.1f} times shapely's "
                f"dwithin{quick}"
            )
    return told


def bench(*, scenes: Sequence[Any], out: Path | None) -> str:
    """Measure everything, and return it as text; save it as JSON too, with `out`."""
    from playground.bench.frames import drag_frames

    rates, latencies = queries.rates(), queries.latencies()
    frames = drag_frames(scenes) + drag_frames(scenes, events=8)
    if out:
        found = {
            "machine": platform.processor() or platform.machine(),
            "python": platform.python_version(),
            "rates": [asdict(x) for x in rates],
            "latencies": [asdict(x) for x in latencies],
            "frames": [asdict(x) for x in frames],
        }
        text = json.dumps(found, indent=2)
        write_whole(out, text.encode())
    return "\n".join(
        [
            "Million queries a second, one thread:\n",
            table(rates),
            "",
            *ratios(rates),
            "\nMicroseconds: a single query, a batch of 241, a touch in doubt:\n",
            table(latencies),
            "\nMilliseconds of a drag frame, and mouse events in each:\n",
            table(frames),
        ]
    )
