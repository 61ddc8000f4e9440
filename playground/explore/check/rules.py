"""The rules that every scene must keep, and advice that an author may decline."""

import math
import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from playground.explore.check.tried_states import State, cases, state, states
from playground.explore.curve import Axis, axes, named
from playground.explore.lens import FLOATS, decided
from playground.explore.map import moved, points
from playground.scene import params as parameters
from playground.scene.drawlist import Bounds, DrawList, Label, Line, Record
from playground.scene.lesson import Step
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.solution import Solution, ask, picture, sketched
from playground.scene.specs import Angle, Number
from playground.scene.state import dump_state, load_state

UNITS = {"", "m", "m²", "m³", "m⁴", "°", "s", "m/s", "m/frame", "step", "frame"}
_STEPS = 4, 9
_TITLE, _STEP_TITLE = 28, 40
# A view of the size of a laptop's, in pixels, and how large a unit should be there.
_VIEW, _SCALES = (800.0, 600.0), (20.0, 200.0)
# A grip is a disc of about 5 pixels; nearer than this two of them look like one.
_APART = 14.0
_PIXEL = 0.01
# How many values of each of two numbers are asked at once, and how often at least.
_ROWS, _COLUMNS, _GRIDS = 2, 3, 8
_ARRAYS = (
    "write `solve`, conditions and values for arrays, or declare the scene `single`"
)


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
    if len(entry.title) > _TITLE:
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
        if isinstance(spec, Angle) and spec.unit != "°":
            yield Finding(f"the angle {name} is shown in degrees, not in {spec.unit!r}")
        if not spec.help.endswith("."):
            yield advice(f"the parameter {name} has no help in a sentence")
        if spec.unit not in UNITS:
            yield advice(f"the parameter {name} has the unit {spec.unit!r}")


def names_what_there_is(entry: Entry) -> Iterator[Finding]:
    """See that what curve, map and preset name is declared."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        yield from _known(case.params, "the curve", part.answer.against)
        if part.moved and moved(entry, case.params) is None:
            yield Finding(f"{part.moved!r}, which maps move, is no point to be moved")
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield Finding(f"the preset's case {preset.case!r} is none of its cases")
        elif preset:
            shown = entry.cases[preset.case].params
            yield from _known(shown, "the preset", preset.x)
            yield from _known(shown, "the preset", preset.y)


def _known(p: Params, what: str, path: str) -> Iterator[Finding]:
    try:
        if path:
            named(p, path)
    except ValueError as error:
        yield Finding(f"{what} is over an {error}")


def tells_kinds_apart(entry: Entry) -> Iterator[Finding]:
    """See that outcomes and zones have names and colours of their own."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        answer = part.answer
        if answer.zones and not answer.zoned.endswith("."):
            yield advice("`zoned` should say in a sentence by what the zones divide")
        for what, kinds in (
            ("outcome", [(outcome.word, outcome.role) for outcome in answer.outcomes]),
            ("zone", [(zone.word, zone.role) for zone in answer.zones]),
        ):
            for (one, role), (other, same) in combinations(kinds, 2):
                if one == other:
                    yield Finding(f"two kinds of {what} are called {one!r}")
                elif role == same:
                    first, second = sorted((one, other))
                    yield advice(f"the {what}s {first!r}, {second!r} share a colour")


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
    yield from _shows_both(entry)


def _ends(entry: Entry, name: str) -> Iterator[Finding]:
    case = entry.cases[name]
    solution = state(entry, case.params).answer
    if isinstance(solution, str):
        if case.outcome:
            yield Finding(f"the case {name!r} is refused: {solution}")
        return
    verdict = solution.verdict
    if case.outcome and (verdict is None or verdict.text != case.outcome):
        said = verdict.text if verdict else "nothing"
        yield Finding(f"the case {name!r} must be {case.outcome!r} and is {said!r}")
    if verdict and not case.outcome:
        yield advice(f"the case {name!r} does not say how it ends: {verdict.text!r}")
    listing = solution.scene.listing
    if case.mistake and listing is None:
        yield Finding(f"the case {name!r} shows a mistake, but there is no listing")
    elif listing and case.mistake:
        made = {solution.mistakes(dtype).name() for dtype in listing.dtypes}
        if case.mistake not in made:
            yield Finding(f"the case {name!r} does not show {case.mistake!r}")


def _shows_both(entry: Entry) -> Iterator[Finding]:
    solved = [found.solution for found in cases(entry) if found.solution]
    hits = {solution.verdict.hit for solution in solved if solution.verdict}
    if len(hits) == 1:
        yield advice("its cases are all hits, or all misses: show both")
    compared = any(s.scene.listing and s.scene.listing.mistakes for s in solved)
    if compared and not any(case.mistake for case in entry.cases.values()):
        yield advice("no case shows a mistake of the listing")


def answers_any_state(entry: Entry) -> Iterator[Finding]:
    """See that any state that the sliders allow is answered, or refused in words."""
    for found in states(entry):
        yield from answers(entry, found)


def answers(entry: Entry, found: State) -> Iterator[Finding]:
    """See that one state is answered, or refused in words."""
    if isinstance(found.answer, str):
        yield from _refused(entry, found.answer)
        return
    told = found.answer.scene.answer
    verdict, rows = found.answer.verdict, found.answer.rows
    if told.outcomes and verdict is None:
        yield Finding(f"none of its outcomes holds for {found.answer.params}")
    if verdict and not verdict.detail.endswith("."):
        yield advice(f"{verdict.text!r} does not say in a sentence what it means")
    names = [row.name for row in rows]
    for row in rows:
        if not row.name:
            yield Finding("a row has no name")
        elif names.count(row.name) > 1:
            yield Finding(f"two rows are called {row.name!r}")
        if not row.help.endswith("."):
            yield advice(f"the row {row.name!r} has no help in a sentence")
        if row.unit not in UNITS:
            yield advice(f"the row {row.name!r} has the unit {row.unit!r}")
    # As text: NaN is not what it is.
    if repr((verdict, rows)) != repr((found.answer.verdict, found.answer.rows)):
        yield Finding("asking twice gives another answer")


def _refused(entry: Entry, message: str) -> Iterator[Finding]:
    if not message or "\n" in message:
        yield Finding("a refusal should be one sentence")
    known = parameters.specs(entry.params)
    words = {word for name in known for word in name.lower().split("_")}
    words |= {word for spec in known.values() for word in spec.label.lower().split()}
    if not words & set(re.findall(r"\w+", message.lower())):
        yield advice(f"the refusal {message!r} does not name what is wrong")


def answers_many_as_one(entry: Entry, seed: int = 1) -> Iterator[Finding]:
    """See that many states at once, as a map asks them, are answered as one by one."""
    rng = random.Random(seed)
    asked = [found for found in cases(entry) if _takes_many(found)]
    for found in asked * -(-_GRIDS // max(len(asked), 1)):
        x, y = rng.sample(axes(found.params), 2)
        columns = _values(found.params, x, rng, _COLUMNS)
        rows = _values(found.params, y, rng, _ROWS)
        grid = x.at(found.params, np.array(columns)[None, :])
        try:
            together = ask(entry, y.at(grid, np.array(rows)[:, None]))
            for i, j in np.ndindex(_ROWS, _COLUMNS):
                there = y.at(x.at(found.params, columns[j]), rows[i])
                alone = state(entry, there).solution
                if alone:
                    yield from _same(together, alone, (i, j))
        except (TypeError, ValueError) as error:
            said = str(error).split("\n")[0]
            yield Finding(f"many states at once fail ({said}): {_ARRAYS}")
            return


def _takes_many(found: State) -> bool:
    solution = found.solution
    whole = solution is not None and not solution.scene.single
    return whole and len(axes(found.params)) > 1


def _values(p: Params, axis: Axis, rng: random.Random, count: int) -> list[float]:
    """Return some values of the axis's span, of both its ends and the present one."""
    low, high = axis.span(p)
    known = [low, high, axis.value(p), *(rng.uniform(low, high) for _ in range(3))]
    return rng.sample(known, count)


def _same(many: Solution, one: Solution, place: tuple[int, int]) -> Iterator[Finding]:
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
        if one.scene.listing and one.scene.listing.blames:
            lines = many.blamed(dtype), one.blamed(dtype)
            told.append(("the line to blame", *lines))
    for what, together, alone in told:
        found = np.broadcast_to(together, (_ROWS, _COLUMNS))[place]
        if not np.array_equal(found, alone, equal_nan=True):
            yield Finding(
                f"{what} of many states at once is not that of one: {_ARRAYS}"
            )


def compares_in_words(entry: Entry) -> Iterator[Finding]:
    """See that a listing says what it answers, and of each mistake why and where."""
    for found in states(entry):
        yield from compares(entry, found)


def compares(entry: Entry, found: State) -> Iterator[Finding]:
    """See that of one state the listing's answer and its mistake are said."""
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        said = solution.compare(dtype)
        if said is None or not said.answer:
            yield Finding("the listing's `says` is empty")
        elif not said.agrees:
            if not said.why.endswith((".", "?")):
                yield Finding(f"of {said.kind!r} there is no sentence that says why")
            if not 0 <= said.step <= len(solution.steps):
                yield Finding(f"{said.kind!r} names step {said.step}, which is none")


def draws_what_can_be_drawn(entry: Entry) -> Iterator[Finding]:
    """See that every number of the picture is finite, and in its dimensions."""
    for found in states(entry):
        yield from draws(entry, found)
    for case in entry.cases.values():
        yield from _drawable(sketched(entry, case.params))
        if picture(entry, case.params) != picture(entry, case.params):
            yield Finding("drawing twice draws something else")


def draws(entry: Entry, found: State) -> Iterator[Finding]:
    """See that the picture of one state can be drawn, the listing's answer too."""
    solution = found.solution
    if solution is None:
        yield from _drawable(sketched(entry, found.params))
        return
    yield from _drawable(solution.drawn())
    for dtype in solution.scene.listing.dtypes if solution.scene.listing else ():
        yield from _drawable(solution.drawn(dtype))


def _drawable(drawn: DrawList) -> Iterator[Finding]:
    for view in drawn.all_views:
        for record in view.records:
            kind = type(record).__name__
            if bad := unfit(record):
                yield Finding(f"a {kind} cannot be drawn: {bad}")
            if _size_of(record) not in (None, view.dimension):
                yield Finding(
                    f"a {kind} has {_size_of(record)} coordinates in a view of "
                    f"{view.dimension} dimensions"
                )
            if isinstance(record, Label) and not record.text.strip():
                yield Finding("a Label has no text")


def fits_the_canvas(entry: Entry) -> Iterator[Finding]:
    """See that a unit of the opening picture is neither a speck nor too large."""
    drawn = picture(entry, entry.opened())
    for view in drawn.all_views:
        bounds = view.bounds()
        if bounds is None:
            yield Finding("there is nothing to see in the case it opens with")
        elif view is drawn and view.dimension == 2:  # only there are handles
            scale = _scale(bounds)
            if not _SCALES[0] <= scale <= _SCALES[1]:
                yield advice(
                    f"a unit is {scale:.0f} pixels on a laptop's screen when it opens; "
                    f"{_SCALES[0]:.0f} to {_SCALES[1]:.0f} is easy to drag"
                )


def has_handles_that_hold(entry: Entry) -> Iterator[Finding]:
    """See that a grip is somewhere, does not jump, and is apart from the others."""
    for found in states(entry):
        yield from holds(entry, found)
    yield from _apart(entry)


def holds(entry: Entry, found: State) -> Iterator[Finding]:
    """See that taking a grip in one state, and not moving it, changes nothing."""
    p = found.params
    for grip in parameters.grips(p, _PIXEL):
        if not all(map(math.isfinite, grip.at)):
            yield Finding(f"the grip of {grip.label!r} is nowhere")
            continue
        still = parameters.drag(p, grip.name, grip.index, grip.at)
        before, after = (list(numbers(astuple(q))) for q in (p, still))
        gaps = [abs(b - a) for b, a in zip(before, after, strict=True)]
        # A half turn either way is the same angle.
        if any(min(gap, abs(gap - math.tau)) > 1e-9 for gap in gaps):
            yield Finding(f"the grip of {grip.label!r} jumps when it is taken")


def _apart(entry: Entry) -> Iterator[Finding]:
    bounds = picture(entry, entry.opened()).bounds()
    if entry.dimension != 2 or bounds is None:
        return
    scale = _scale(bounds)
    for one, other in combinations(parameters.grips(entry.opened(), 1.0 / scale), 2):
        if math.dist(one.at, other.at) * scale < _APART:
            yield advice(
                f"the grips of {one.label!r} and {other.label!r} cover each other when "
                "it opens"
            )


def derives_in_steps(entry: Entry) -> Iterator[Finding]:
    """See that steps point at what is drawn, and are neither few nor many."""
    drawn: set[str] = set()
    wanted: dict[str, str] = {}
    for found in states(entry):
        solution = found.solution
        if solution is None:
            continue
        seen, steps = solution.drawn(), solution.steps
        drawn |= seen.keys()
        if found.name.startswith("the case"):
            wanted |= {row.key: f"the row {row.name!r}" for row in solution.rows}
            wanted |= {key: f"the step {s.title!r}" for s in steps for key in s.keys}
        yield from _shown(found.name, seen, steps)
        yield from _read(steps)
    for key in sorted(set(wanted) - drawn - {""}):
        yield Finding(f"{wanted[key]} names the key {key!r}, which nothing drawn has")


def _shown(name: str, seen: DrawList, steps: Sequence[Step]) -> Iterator[Finding]:
    latest = max((r.since for v in seen.all_views for r in v.records), default=0)
    if latest > len(steps):
        yield Finding(
            f"in {name} a record comes with step {latest}, of which there are "
            f"{len(steps)}"
        )
    if steps and not any(view.records for view in seen.upto(1).all_views):
        yield Finding(f"in {name} nothing is drawn at the first step")
    for step in steps:
        if not seen.keys() & set(step.keys):
            yield advice(f"in {name} the step {step.title!r} points at nothing drawn")


def _read(steps: Sequence[Step]) -> Iterator[Finding]:
    if steps and not _STEPS[0] <= len(steps) <= _STEPS[1]:
        yield advice(f"{len(steps)} steps; {_STEPS[0]} to {_STEPS[1]} read well")
    titles = [step.title for step in steps]
    for step in steps:
        if not step.title:
            yield Finding("a step has no title")
        if titles.count(step.title) > 1:
            yield advice(f"two steps are called {step.title!r}")
        if len(step.title) > _STEP_TITLE:
            yield advice(f"the title of the step {step.title!r} is long")
        if not step.text.endswith((".", ":", "?")):
            yield advice(f"the step {step.title!r} does not end as a sentence")


def writes_whole_formulas(entry: Entry) -> Iterator[Finding]:
    """See that every formula is ASCII, with no number that is none."""
    for found in states(entry):
        for step in found.solution.steps if found.solution else ():
            for latex in (step.formula, step.numbers, step.result):
                if bad := _unwritten(latex):
                    yield Finding(f"a formula of {step.title!r} {bad}")


def _unwritten(latex: str) -> str:
    """Return what is wrong with a formula, or nothing."""
    if not latex.isascii():
        return "has signs that are not ASCII: write them in LaTeX"
    sides = (len(re.findall(rf"\\{s}(?![a-z])", latex)) for s in ("left", "right"))
    if len(set(sides)) > 1:
        return r"has not as many \right as \left"
    if re.search(r"\b(nan|inf)\b", re.sub(r"\\[a-zA-Z]+", "", latex)):
        return "has a number that is none: write it with `tex`"
    return ""


def keeps_time(entry: Entry) -> Iterator[Finding]:
    """See that the time axis is that of a declared time, its stops on it and named."""
    for found in states(entry):
        solution = found.solution
        line = solution.timeline if solution else None
        timed = {
            name: spec
            for name, spec in parameters.relevant(found.params).items()
            if isinstance(spec, Number) and spec.time
        }
        if line is None:
            if timed and solution:
                yield Finding(f"{next(iter(timed))} is a time without a timeline")
            continue
        spec = timed.get(line.parameter)
        if spec is None:
            yield Finding(
                f"the timeline's {line.parameter!r} is not declared as a time"
            )
        elif not spec.low <= line.start < line.end <= spec.high:
            yield Finding("the timeline does not run upward within its time's range")
        if line.seconds <= 0.0:
            yield Finding("the timeline takes no time to play")
        if any(not line.start <= stop <= line.end for stop in line.stops):
            yield Finding("the timeline has a stop outside its range")
        if len(line.names) != len(line.stops) or not all(line.names):
            yield Finding("each stop of the timeline needs a name")


def decides_exactly(entry: Entry) -> Iterator[Finding]:
    """See that the lens's formula is the verdict, and computes in what it is given."""
    for found in states(entry):
        yield from decides(entry, found)


def decides(entry: Entry, found: State) -> Iterator[Finding]:
    """See that the lens decides one state, in every kind of number."""
    solution = found.solution
    if solution is None or solution.scene.lens is None:
        return
    exact, verdict = decided(entry, found.params, Fraction), solution.verdict
    if exact and verdict and exact.hit != verdict.hit:
        yield Finding(f"in {found.name} the lens's formula is not the verdict")
    for number in (*FLOATS, Fraction):
        with np.errstate(all="ignore"):
            made = decided(entry, found.params, number)
        if (made is None) != (exact is None):
            yield Finding(f"in {found.name} the lens decides in some numbers only")
        if made is None:
            continue
        whole = (number, int) if number is Fraction else number
        if not (isinstance(made.left, whole) and isinstance(made.right, whole)):
            yield Finding(
                f"the lens's sides are no {number.__name__}: make every number by it"
            )
        passed = bool(made.left <= made.right)
        if made.hit != (passed and not made.failing) or (made.failing and not passed):
            yield Finding(
                f"in {found.name} the lens's decision is not left <= right; what else "
                "fails must be said in `failing`"
            )


def asks_what_can_be_answered(entry: Entry) -> Iterator[Finding]:
    """See that what is to be predicted needs a verdict."""
    for found in cases(entry):
        part, own = entry.at(found.params)
        if part.quiz is None:
            continue
        if not part.answer.outcomes:
            yield Finding("a quiz needs outcomes")
        question = part.quiz.asks(own)
        if question and not question.endswith((".", "?")):
            yield advice(f"the quiz's question {question!r} is no sentence")
        if question and (part.single or not points(found.params)):
            yield Finding("a quiz needs a point that can be moved, and many answers")
        if part.quiz.asks_article(own) and part.listing is None:
            yield Finding("the quiz asks about code that the scene does not have")
        solution = found.solution
        if solution and solution.steps:
            titles = [step.title for step in solution.steps]
            own_title = part.quiz.deciding(solution.params, solution.result)
            for title in (own_title, part.quiz.article_decides):
                if title and title not in titles:
                    yield Finding(f"in {found.name} no step is called {title!r}")
        if solution and part.quiz.target:
            target = part.quiz.target(solution.params, solution.result)
            if target and not all(map(math.isfinite, numbers(target.value))):
                yield Finding(f"in {found.name} the quiz's target is nowhere")


RULES: tuple[Rule, ...] = (
    says_what_it_is,
    explains_its_parameters,
    names_what_there_is,
    tells_kinds_apart,
    keeps_its_cases,
    answers_any_state,
    answers_many_as_one,
    compares_in_words,
    draws_what_can_be_drawn,
    fits_the_canvas,
    has_handles_that_hold,
    derives_in_steps,
    writes_whole_formulas,
    keeps_time,
    decides_exactly,
    asks_what_can_be_answered,
)

ANYWHERE = (answers, compares, draws, holds, decides)
"""What must hold of any single state: each takes the scene and the state."""


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
