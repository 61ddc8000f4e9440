"""The rules that every scene must keep."""

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

import numpy as np

from playground.explore.curve import Axis, axes, named
from playground.explore.lens import decided
from playground.explore.map import moved
from playground.explore.states import states
from playground.scene import params as parameters
from playground.scene.drawlist import Bounds, Line, Record
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.solution import Solution, ask, picture
from playground.scene.specs import Number
from playground.scene.state import dump_state, load_state

UNITS = {"", "m", "m²", "m³", "m⁴", "°", "s", "m/s", "step", "frame"}
_STEPS = 4, 9
# A view of the size of a laptop's, in pixels, and how large a unit should be there.
_VIEW, _SCALES = (800.0, 600.0), (20.0, 200.0)


@dataclass(frozen=True)
class Finding:
    """A sentence about a scene; `advice` may be declined."""

    text: str
    advice: bool = False


Rule = Callable[[Entry], Iterator[Finding]]


def advice(text: str) -> Finding:
    """Return what would be better."""
    return Finding(text, advice=True)


def says_what_it_is(entry: Entry) -> Iterator[Finding]:
    """See that the scene has an id, a title and cases."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.id):
        yield Finding(f"the id {entry.id!r} must be of a-z, 0-9 and _")
    if not entry.title:
        yield Finding("it has no title")
    if len(entry.title) > 28:
        yield advice(f"the title {entry.title!r} is cut in the list of scenes")
    if not entry.cases:
        yield Finding("it has no case: add at least one to open with")
    if entry.dimension not in (2, 3):
        yield Finding(f"the dimension must be 2 or 3, not {entry.dimension}")


def explains_its_parameters(entry: Entry) -> Iterator[Finding]:
    """See that every parameter has a label, and better also a help and a known unit."""
    known = parameters.specs(entry.params)
    if not known:
        yield Finding("it has no parameter")
    labels = [(spec.label, spec.when) for spec in known.values()]
    for name, spec in known.items():
        if not spec.label:
            yield Finding(f"the parameter {name} has no label")
        if labels.count((spec.label, spec.when)) > 1:
            yield Finding(f"two parameters are called {spec.label!r}")
        if not spec.help:
            yield advice(f"the parameter {name} has no help")
        if spec.unit not in UNITS:
            yield advice(f"the parameter {name} has the unit {spec.unit!r}")


def names_what_there_is(entry: Entry) -> Iterator[Finding]:
    """See that what curve, map and preset name is declared."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        if part.answer.against:
            try:
                named(case.params, part.answer.against)
            except ValueError as error:
                yield Finding(f"the curve opens with an {error}")
        if part.moved and moved(entry, case.params) is None:
            yield Finding(f"{part.moved!r}, which maps move, is no point to be moved")
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield Finding(f"the preset's case {preset.case!r} is none of its cases")


def keeps_its_cases(entry: Entry) -> Iterator[Finding]:
    """See that a case is in range, comes back from a file, and ends as it says."""
    for name, case in entry.cases.items():
        if not isinstance(case.params, entry.params):
            yield Finding(f"the case {name!r} has params of another scene")
            continue
        try:
            back = load_state(dump_state(entry, case.params), [entry])[1]
        except ValueError as error:
            yield Finding(f"the case {name!r} is out of its range: {error}")
            continue
        if back != case.params:
            yield Finding(f"the case {name!r} does not come back from a file")
        if not case.shows.endswith("."):
            yield advice(f"the case {name!r} does not say in a sentence what it shows")
        yield from _ends(entry, name)
    yield from _tells_apart(entry)


def _ends(entry: Entry, name: str) -> Iterator[Finding]:
    case, solution = entry.cases[name], _asked(entry, entry.cases[name].params)
    if isinstance(solution, str):
        if case.outcome:
            yield Finding(f"the case {name!r} is refused: {solution}")
        return
    verdict = solution.verdict
    if case.outcome and (verdict is None or verdict.text != case.outcome):
        said = verdict.text if verdict else "nothing"
        yield Finding(f"the case {name!r} must be {case.outcome!r} and is {said!r}")
    listing = solution.scene.listing
    if case.mistake and listing is None:
        yield Finding(f"the case {name!r} shows a mistake, but there is no listing")
    elif listing and case.mistake:
        made = {solution.mistakes(dtype).name() for dtype in listing.dtypes}
        if case.mistake not in made:
            yield Finding(f"the case {name!r} does not show {case.mistake!r}")


def _tells_apart(entry: Entry) -> Iterator[Finding]:
    verdicts = [
        solution.verdict
        for case in entry.cases.values()
        if isinstance(solution := _asked(entry, case.params), Solution)
    ]
    hits = {verdict.hit for verdict in verdicts if verdict}
    if len(hits) == 1:
        yield advice("its cases are all hits, or all misses: show both")


def answers_any_state(entry: Entry) -> Iterator[Finding]:
    """See that any state that the sliders allow is answered, or refused in words."""
    for p in states(entry):
        solution = _asked(entry, p)
        if isinstance(solution, str):
            if not solution or "\n" in solution:
                yield Finding("a refusal should be one sentence")
            continue
        yield from _answered(solution)


def _answered(solution: Solution) -> Iterator[Finding]:
    answer = solution.scene.answer
    if answer.outcomes and solution.verdict is None:
        yield Finding(f"none of its outcomes holds for {solution.params}")
    names = [row.name for row in solution.rows]
    for row in solution.rows:
        if names.count(row.name) > 1:
            yield Finding(f"two rows are called {row.name!r}")
        if not row.help:
            yield advice(f"the row {row.name!r} has no help")
        if row.unit not in UNITS:
            yield advice(f"the row {row.name!r} has the unit {row.unit!r}")
        if any(math.isinf(x) for x in numbers(row.value)):
            yield Finding(f"the row {row.name!r} is infinite; say NaN for none")


def answers_many_as_one(entry: Entry) -> Iterator[Finding]:
    """See that many states at once are answered as one by one."""
    rng = random.Random(1)
    for p in (case.params for case in entry.cases.values()):
        known = axes(p)
        single = entry.at(p)[0].single
        if single or not known or isinstance(_asked(entry, p), str):
            continue
        axis = rng.choice(known)
        low, high = axis.span(p)
        values = [low, high, axis.value(p), *(rng.uniform(low, high) for _ in range(4))]
        together = ask(entry, _at(p, axis, np.array(values)))
        for place, value in enumerate(values):
            alone = _asked(entry, _at(p, axis, value))
            if isinstance(alone, Solution):
                yield from _same(together, alone, place, len(values))


def _same(many: Solution, one: Solution, place: int, count: int) -> Iterator[Finding]:
    told: list[tuple[str, Any, Any]] = []
    answer = one.scene.answer
    if answer.outcomes:
        told.append(("the outcome", many.regions.index, one.regions.index))
    if answer.zones:
        told.append(("the zone", many.zones.index, one.zones.index))
    for q in {*answer.curves, *answer.maps}:
        told.append((f"{q.label!r}", many.value(q), one.value(q)))
    for dtype in one.scene.listing.dtypes if one.scene.listing else ():
        there, here = many.mistakes(dtype), one.mistakes(dtype)
        told.append(("the listing's mistake", there.index, here.index))
    for what, together, alone in told:
        found = np.broadcast_to(together, (count,))[place]
        if not np.array_equal(found, alone, equal_nan=True):
            yield Finding(
                f"{what} of many states at once is not that of one: are `solve`, "
                "conditions and values written for arrays?"
            )


def draws_what_can_be_drawn(entry: Entry) -> Iterator[Finding]:
    """See that every number of the picture is finite, and in its dimensions."""
    for p in (*(case.params for case in entry.cases.values()), *states(entry)):
        drawn = picture(entry, p)
        for view in drawn.all_views:
            for record in view.records:
                if bad := unfit(record):
                    yield Finding(f"a {type(record).__name__} cannot be drawn: {bad}")
                if _size_of(record) not in (None, view.dimension):
                    yield Finding(
                        f"a {type(record).__name__} has {_size_of(record)} coordinates "
                        f"in a view of {view.dimension} dimensions"
                    )
    for case in entry.cases.values():
        if picture(entry, case.params) != picture(entry, case.params):
            yield Finding("drawing twice draws something else")


def fits_the_canvas(entry: Entry) -> Iterator[Finding]:
    """See that a unit of the opening picture is neither a speck nor too large."""
    for view in picture(entry, entry.opened()).all_views:
        bounds = view.bounds()
        if bounds is None:
            yield Finding("there is nothing to see in the case it opens with")
        elif view.dimension == 2:
            scale = _scale(bounds)
            if not _SCALES[0] <= scale <= _SCALES[1]:
                yield advice(
                    f"a unit is {scale:.0f} pixels on a laptop's screen when it opens; "
                    f"{_SCALES[0]:.0f} to {_SCALES[1]:.0f} is easy to drag"
                )


def derives_in_steps(entry: Entry) -> Iterator[Finding]:
    """See that steps point at what is drawn, and are neither few nor many."""
    drawn: set[str] = set()
    wanted: dict[str, str] = {}
    for name, case in entry.cases.items():
        solution = _asked(entry, case.params)
        if isinstance(solution, str):
            continue
        seen, steps = solution.drawn(), solution.steps
        drawn |= seen.keys()
        wanted |= {row.key: f"the row {row.name!r}" for row in solution.rows}
        wanted |= {key: f"the step {s.title!r}" for s in steps for key in s.keys}
        latest = max((r.since for v in seen.all_views for r in v.records), default=0)
        if latest > len(steps):
            yield Finding(
                f"in {name!r} a record comes with step {latest}, of which "
                f"there are {len(steps)}"
            )
        if steps and not _STEPS[0] <= len(steps) <= _STEPS[1]:
            yield advice(f"{len(steps)} steps; {_STEPS[0]} to {_STEPS[1]} read well")
        for step in steps:
            if not all(f.isascii() for f in (step.formula, step.numbers, step.result)):
                yield Finding(
                    f"a formula of {step.title!r} has signs that are not "
                    "ASCII: write them in LaTeX"
                )
    for key in sorted(set(wanted) - drawn - {""}):
        yield Finding(f"{wanted[key]} names the key {key!r}, which nothing drawn has")


def keeps_time(entry: Entry) -> Iterator[Finding]:
    """See that the time axis is that of a declared time, its stops on it and named."""
    for case in entry.cases.values():
        solution = _asked(entry, case.params)
        line = None if isinstance(solution, str) else solution.timeline
        timed = [
            name
            for name, spec in parameters.relevant(case.params).items()
            if isinstance(spec, Number) and spec.time
        ]
        if line is None:
            if timed and isinstance(solution, Solution):
                yield Finding(f"{timed[0]} is a time, but the scene has no timeline")
            continue
        if line.parameter not in timed:
            yield Finding(
                f"the timeline's {line.parameter!r} is not declared as a time"
            )
        if not line.start < line.end:
            yield Finding("the timeline ends before it starts")
        if any(not line.start <= stop <= line.end for stop in line.stops):
            yield Finding("the timeline has a stop outside its range")
        if len(line.names) != len(line.stops):
            yield Finding("each stop of the timeline needs a name")


def decides_exactly(entry: Entry) -> Iterator[Finding]:
    """See that the lens's formula in exact numbers gives the verdict."""
    for name, case in entry.cases.items():
        solution = _asked(entry, case.params)
        if isinstance(solution, str) or solution.scene.lens is None:
            continue
        exact, verdict = decided(entry, case.params, Fraction), solution.verdict
        if exact and verdict and exact.hit != verdict.hit:
            yield Finding(f"in {name!r} the lens's formula is not the verdict")


def asks_what_can_be_answered(entry: Entry) -> Iterator[Finding]:
    """See that what is to be predicted needs a verdict."""
    for case in entry.cases.values():
        part, own = entry.at(case.params)
        if part.quiz and not part.answer.outcomes:
            yield Finding("a quiz needs outcomes")
        if part.quiz and not part.quiz.asks(own).endswith((".", "?", "")):
            yield advice("the quiz's question is no sentence")


RULES: tuple[Rule, ...] = (
    says_what_it_is,
    explains_its_parameters,
    names_what_there_is,
    keeps_its_cases,
    answers_any_state,
    answers_many_as_one,
    draws_what_can_be_drawn,
    fits_the_canvas,
    derives_in_steps,
    keeps_time,
    decides_exactly,
    asks_what_can_be_answered,
)


def _asked(entry: Entry, p: Params) -> Solution | str:
    """Return the answer, or in words why there is none."""
    try:
        return ask(entry, p)
    except ValueError as error:
        return str(error)


def _at(p: Params, axis: Axis, value: Any) -> Params:
    return replace(p, **{axis.name: axis.replaced(p, value)})


def _scale(bounds: Bounds) -> float:
    sizes = [high - low for low, high in zip(bounds.low, bounds.high, strict=True)]
    return min(room / max(size, 1e-9) for room, size in zip(_VIEW, sizes, strict=True))


def numbers(value: object) -> Iterator[float]:
    """Yield every number within a value, however nested."""
    if isinstance(value, str | bool):
        return
    if isinstance(value, int | float | np.number):
        yield float(value)
    elif isinstance(value, Sequence | np.ndarray):
        for item in value:
            yield from numbers(item)


def unfit(record: Record) -> str:
    """Return what of a record cannot be drawn, or nothing."""
    for field in fields(record):
        endless = isinstance(record, Line) and field.name in ("start", "stop")
        for number in numbers(getattr(record, field.name)):
            if math.isnan(number) or (math.isinf(number) and not endless):
                return f"{field.name} is {number}"
    sizes = ("radius", "width", "size", "rounding", "alpha", "fill", "half")
    negative = [s for s in sizes if getattr(record, s, 0.0) < 0.0]
    return f"{negative[0]} is negative" if negative else ""


def _size_of(record: Record) -> int | None:
    """Return how many coordinates a record's points have."""
    for place in ("at", "center", "a", "tail"):
        at = getattr(record, place, None)
        if at is not None:
            return len(at)
    points: Sequence[Sequence[float]] = getattr(record, "points", [])
    return len(points[0]) if len(points) else None
