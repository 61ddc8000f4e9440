"""Performance goals, as data, and their evaluation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from playground.benchmarks.benchmark_results import BenchmarkResults
from playground.benchmarks.gui import FrameCost
from playground.quick_dataclass import dataclass
from playground.session.view_options import Page

_SMALL, _LARGE = "1280x800", "2560x1600"

Measurements = Iterator[tuple[str, float]]


@dataclass(frozen=True)
class Goal:
    """A limit for some of the results.

    Attributes
    ----------
    what, unit : str
        Name and unit.
    limit : float
        The maximum, or with `is_minimum` the minimum.
    measurements : callable
        Takes the results; yields names and values of those that it concerns.
    """

    what: str
    limit: float
    unit: str
    measurements: Callable[[BenchmarkResults], Measurements]
    is_minimum: bool = False

    def is_met_by(self, value: float) -> bool:
        """Return whether a value meets the goal."""
        return value >= self.limit if self.is_minimum else value <= self.limit

    @property
    def limit_text(self) -> str:
        """The limit in words."""
        words = "at least" if self.is_minimum else "at most"
        return f"{words} {self.limit:g} {self.unit}".rstrip()


@dataclass(frozen=True)
class GoalResult:
    """A measured value, its name `of`, and the goal that it has to meet."""

    goal: Goal
    of: str
    measured: float

    @property
    def is_met(self) -> bool:
        """Whether it meets the goal."""
        return self.goal.is_met_by(self.measured)

    @property
    def plain_values(self) -> dict[str, object]:
        """Its content as a dict of plain values."""
        return {
            "target": self.goal.what,
            "wanted": self.goal.limit_text,
            "of": self.of,
            "measured": self.measured,
            "met": self.is_met,
        }


@dataclass(frozen=True)
class Summary:
    """Row of a table: a goal, its best and worst value, and how many values meet it.

    `worst_of` is the name of the worst value.
    """

    target: str
    wanted: str
    best: float
    worst: float
    worst_of: str
    met: str


def evaluate_goals(results: BenchmarkResults) -> list[GoalResult]:
    """Return the result for every value that a goal concerns."""
    return [
        GoalResult(target, name, value)
        for target in GOALS
        for name, value in target.measurements(results)
    ]


def summarize_outcomes(outcomes: Sequence[GoalResult]) -> list[Summary]:
    """Return a row for each goal with any results."""
    rows = []
    for target in dict.fromkeys(outcome.goal for outcome in outcomes):
        its = [outcome for outcome in outcomes if outcome.goal is target]
        its.sort(key=lambda one: one.measured, reverse=target.is_minimum)
        best, worst = its[0], its[-1]
        met_text = f"{sum(one.is_met for one in its)} of {len(its)}"
        rows.append(
            Summary(
                target.what,
                target.limit_text,
                best.measured,
                worst.measured,
                worst.of,
                met_text,
            )
        )
    return rows


def _rate_ratios(part: str, whole: str) -> Callable[[BenchmarkResults], Measurements]:
    """Return a function that yields ratios of two columns of the rates.

    It leaves out what was not measured.
    """

    def ratios(results: BenchmarkResults) -> Measurements:
        for rate in results.rates:
            ours, theirs = getattr(rate, part), getattr(rate, whole)
            if ours and theirs:
                yield rate.function, ours / theirs

    return ratios


def _exact_latencies(results: BenchmarkResults) -> Measurements:
    return ((row.function, row.hardest) for row in results.latencies)


def _single_latencies(results: BenchmarkResults) -> Measurements:
    return ((row.function, row.single) for row in results.latencies)


def _batch_latencies(*, sphere: bool) -> Callable[[BenchmarkResults], Measurements]:
    return lambda results: (
        (row.function, row.batch)
        for row in results.latencies
        if (row.function == "swept_sphere_line") is sphere
    )


def _map_costs(
    kinds: tuple[str, ...], size: str, *, fast: bool = False
) -> Callable[[BenchmarkResults], Measurements]:
    return lambda results: (
        (f"{row.scene}, {row.map}", cost)
        for row in results.maps
        if row.size == size
        and row.map in kinds
        and (cost := row.fast if fast else row.plain) is not None
    )


def _measure_every_field(results: BenchmarkResults) -> Measurements:
    for rate in results.rates:
        if rate.function == "swept_sphere_line":
            yield rate.function, 1.0 / rate.every_field


def _frame_costs(
    tools: str, pages: tuple[Page, ...], dimension: int | None = None
) -> Callable[[BenchmarkResults], Measurements]:
    return lambda results: (
        (f"{row.scene}, {row.page}", row.own)
        for row in results.frames
        if row.tools == tools
        and row.page in pages
        and dimension in (None, row.dimension)
        and (row.events, row.map) == (1, "none")
    )


def _frames_beside(
    results: BenchmarkResults, **changes: Any
) -> Iterator[tuple[FrameCost, float]]:
    """Yield each row with the time of the row that differs only by `changes`."""

    def drop_costs(row: FrameCost, **changes: Any) -> FrameCost:
        return replace(row, own=0.0, driver=0.0, **changes)

    costs = {drop_costs(row): row.own for row in results.frames}
    for row in results.frames:
        counterpart = drop_costs(row, **changes)
        if counterpart in costs and counterpart != drop_costs(row):
            yield row, costs[counterpart]


def _extra_map_costs(results: BenchmarkResults) -> Measurements:
    for row, counterpart in _frames_beside(results, map="none"):
        yield f"{row.scene}, {row.page}, {row.map}", row.own - counterpart


def _event_cost_ratios(results: BenchmarkResults) -> Measurements:
    for row, counterpart in _frames_beside(results, events=1):
        yield f"{row.scene}, {row.events} events", row.own / counterpart


def _start_ratios(start: str) -> Callable[[BenchmarkResults], Measurements]:
    return lambda results: (
        (f"beside {row.beside}", row.ratio)
        for row in results.starts
        if row.start == start
    )


def _start_costs(start: str) -> Callable[[BenchmarkResults], Measurements]:
    return lambda results: (
        (row.start, row.ours) for row in results.starts if row.start == start
    )


def _glance_shares(results: BenchmarkResults) -> Measurements:
    yield from results.glances.items()


def _site_measurements(
    what: str, *, most: bool = False
) -> Callable[[BenchmarkResults], Measurements]:
    """Return a function that yields a site's medians, or its 95th percentiles."""
    return lambda results: (
        (row.of, row.most if most else row.middle)
        for row in results.site
        if row.what == what
    )


def _state_goals(tab: str, limit: float) -> tuple[Goal, Goal]:
    """Return the goals of a state in a worker: a median, and twice that for 95 %.

    `limit` is in ms.
    """
    title = f"state, {tab}"
    return (
        Goal(title, limit, "ms", _site_measurements(title)),
        Goal(f"{title}, 95 %", 2.0 * limit, "ms", _site_measurements(title, most=True)),
    )


_VERDICT_MAPS = ("Verdict", "Zones")
_EXPLORE, _OTHER_PAGES = (Page.EXPLORE,), (Page.DERIVATION, Page.CODE, Page.LAB)

GOALS = (
    Goal("of numba's loop", 0.2, "", _rate_ratios("plain", "numba"), is_minimum=True),
    Goal(
        "numba's loop, with fast",
        0.6,
        "",
        _rate_ratios("fast", "numba"),
        is_minimum=True,
    ),
    Goal(
        "shapely's dwithin",
        2.5,
        "times",
        _rate_ratios("plain", "shapely"),
        is_minimum=True,
    ),
    Goal(
        "dwithin, with fast",
        8.0,
        "times",
        _rate_ratios("fast", "shapely"),
        is_minimum=True,
    ),
    Goal("single query", 20.0, "µs", _single_latencies),
    Goal("each of many in doubt", 3.0, "µs", _exact_latencies),
    Goal("batch of 241", 80.0, "µs", _batch_latencies(sphere=False)),
    Goal("batch of 241, sphere", 200.0, "µs", _batch_latencies(sphere=True)),
    Goal("a million spheres, every field", 0.6, "s", _measure_every_field),
    Goal(f"verdict {_SMALL}", 25.0, "ms", _map_costs(_VERDICT_MAPS, _SMALL)),
    Goal(f"value {_SMALL}", 35.0, "ms", _map_costs(("Value",), _SMALL)),
    Goal(f"mistakes {_SMALL}", 60.0, "ms", _map_costs(("Mistakes",), _SMALL)),
    Goal(
        f"verdict {_SMALL}, with fast",
        15.0,
        "ms",
        _map_costs(_VERDICT_MAPS, _SMALL, fast=True),
    ),
    Goal(
        f"value {_SMALL}, with fast",
        20.0,
        "ms",
        _map_costs(("Value",), _SMALL, fast=True),
    ),
    Goal(
        f"mistakes {_SMALL}, with fast",
        40.0,
        "ms",
        _map_costs(("Mistakes",), _SMALL, fast=True),
    ),
    Goal(f"verdict {_LARGE}", 100.0, "ms", _map_costs(_VERDICT_MAPS, _LARGE)),
    Goal(f"value {_LARGE}", 100.0, "ms", _map_costs(("Value",), _LARGE)),
    Goal(f"mistakes {_LARGE}", 160.0, "ms", _map_costs(("Mistakes",), _LARGE)),
    Goal("drag frame, simple, 2D", 4.0, "ms", _frame_costs("simple", _EXPLORE, 2)),
    Goal("drag frame, simple, 3D", 6.0, "ms", _frame_costs("simple", _EXPLORE, 3)),
    Goal("drag frame, all tools, 2D", 5.0, "ms", _frame_costs("all", _EXPLORE, 2)),
    Goal("drag frame, all tools, 3D", 7.0, "ms", _frame_costs("all", _EXPLORE, 3)),
    Goal("drag frame, other pages", 7.0, "ms", _frame_costs("all", _OTHER_PAGES)),
    Goal("drag frame, more with a map", 2.0, "ms", _extra_map_costs),
    Goal("drag frame of 8 events, of one", 1.1, "times", _event_cost_ratios),
    Goal("start to first frame", 2.2, "times", _start_ratios("first frame")),
    Goal("import of the core", 1.4, "times", _start_ratios("import")),
    Goal("first use of all queries", 130.0, "ms", _start_costs("first use")),
    Goal("quiz, by the best glance", 25.0, "%", _glance_shares),
    Goal("quiz, by the best glance, better", 20.0, "%", _glance_shares),
    Goal("first picture", 0.5, "s", _site_measurements("first picture")),
    Goal("live", 6.0, "s", _site_measurements("live")),
    Goal(
        "live offline",
        6.0,
        "s",
        _site_measurements("live, second visit without a network"),
    ),
    Goal("to load, without Python", 400.0, "KB", _site_measurements("without Python")),
    Goal("to load, with Python", 11.0, "MB", _site_measurements("with Python")),
    *_state_goals("numbers", 5.0),
    *_state_goals("derivation", 8.0),
    *_state_goals("code", 10.0),
    *_state_goals("numbers, wall", 10.0),
    *_state_goals("derivation, wall", 10.0),
    *_state_goals("code, wall", 10.0),
    Goal(
        "drag, move to picture", 25.0, "ms", _site_measurements("drag, move to picture")
    ),
    # Scenes in 3D are left out, since they depend on the graphics card.
    Goal(
        "playing in the plane, a picture",
        17.0,
        "ms",
        _site_measurements("playing in the plane, picture to picture"),
    ),
    Goal("verdict map in a page", 60.0, "ms", _site_measurements("verdict map")),
    Goal("mistakes map in a page", 150.0, "ms", _site_measurements("mistakes map")),
    Goal("coarse map in a page", 20.0, "ms", _site_measurements("coarse map")),
    Goal(
        "judging, at first",
        2.0,
        "s",
        _site_measurements("judging a plain function, at first"),
    ),
    Goal(
        "judging, again",
        2.0,
        "s",
        _site_measurements("judging a plain function, again"),
    ),
    Goal(
        "endless loop to next trial",
        100.0,
        "ms",
        _site_measurements("stopping an endless loop, to the next trial"),
    ),
)
