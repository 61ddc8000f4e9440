"""Results of `playground bench`, and their formatting as tables."""

from collections.abc import Mapping, Sequence
from dataclasses import field, fields
from typing import Any

from playground.benchmarks.core import Latency, Rate
from playground.benchmarks.gui import FrameCost, MapCost, StartCost
from playground.benchmarks.site_benchmark import SiteCost
from playground.quick_dataclass import dataclass


@dataclass(frozen=True)
class BenchmarkResults:
    """Results of a run, each kind as rows of a table.

    Attributes
    ----------
    rates, latencies, maps, frames, starts : sequence
        Rows from `core` and `gui`.
    glances : mapping
        Score of the best threshold rule in each scene's quiz, in percent of a perfect
        round; measured by `quiz_habits` only.
    site : sequence of SiteCost
        Measured by `playground bench site` only.
    """

    rates: Sequence[Rate]
    latencies: Sequence[Latency]
    maps: Sequence[MapCost]
    frames: Sequence[FrameCost]
    starts: Sequence[StartCost]
    glances: Mapping[str, float] = field(default_factory=dict)
    site: Sequence[SiteCost] = ()


# ----------------------------------------------------------------------------
# Markdown tables.
# ----------------------------------------------------------------------------


def format_table(rows: Sequence[Any]) -> str:
    """Return dataclass instances as a Markdown table, one column per field.

    There must be at least one; None becomes a dash.
    """
    names = [f.name for f in fields(rows[0])]
    lines = [[name.replace("_", " ") for name in names]]
    lines += [[_format_cell(getattr(row, name)) for name in names] for row in rows]
    wide = [max(len(line[i]) for line in lines) for i in range(len(names))]
    text = [
        "| "
        + " | ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True))
        + " |"
        for line in lines
    ]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in wide) + "|")
    return "\n".join(text)


def _format_cell(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.3g}"
    return str(value)
