"""Rules on the answers of a scene: for its cases, any state, and arrays of states."""

import inspect
import math
import random
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from playground.analysis.curve import Axis, answer_axes, axes
from playground.analysis.heat_map import list_movable_points
from playground.analysis.precision import FLOAT_TYPES, evaluate_decision
from playground.check.finding import UNITS, Finding, advice, fault
from playground.check.rules_drawing import numbers
from playground.check.sample_states import SampleState, cases, solve_state, states
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.answer import Quantity
from playground.scene.author_files import author_line, function_line
from playground.scene.parameter_types import Number, Vector
from playground.scene.params import Params
from playground.scene.scene import Scene, SceneEntry
from playground.scene.solution import Solution, solve_scene
from playground.scene.state_format import dump_state, load_state

# Grid of values of two numbers, and least number of grids.
_GRID_ROWS = 2
_GRID_COLUMNS = 3
_MIN_GRID_COUNT = 8
_AXIS_SAMPLES = 161
_ARRAY_ADVICE = message(
    "write `solve`, conditions and values for arrays, or declare the scene `single`"
)


def check_cases(entry: SceneEntry) -> Iterator[Finding]:
    """Check each case: its params' class and ranges, saving, outcome and mistake.

    It must be the same after saving and opening, and show the outcome and the mistake
    that it declares. Advice: it says what it shows and declares an outcome; cases are
    both hits and misses; one shows a mistake of the listing.
    """
    for name, case in entry.cases.items():
        if not isinstance(case.params, entry.params):
            yield fault("the case {name!r} has the params of another scene", name=name)
            continue
        try:
            back = load_state(dump_state(entry, case.params), [entry])[1]
        except ValueError as error:
            yield fault(
                "the case {name!r} is outside its range: {error}",
                name=name,
                error=str(error),
            )
            continue
        if back != case.params:
            yield fault(
                "the case {name!r} changes when it is saved and opened again", name=name
            )
        if not case.shows.endswith("."):
            yield advice(
                "the case {name!r} does not say in a sentence what it shows", name=name
            )
        yield from _check_case_outcome(entry, name)
    yield from _check_case_variety(entry)


def _check_case_outcome(entry: SceneEntry, name: str) -> Iterator[Finding]:
    case = entry.cases[name]
    solution = solve_state(entry, case.params).answer
    if isinstance(solution, str):
        if case.outcome:
            yield fault(
                "the case {name!r} is rejected: {error}", name=name, error=solution
            )
        return
    verdict = solution.verdict
    if case.outcome and (verdict is None or verdict.text != case.outcome):
        verdict_text = verdict.text if verdict else message("nothing")
        yield fault(
            "the case {name!r} must be {wanted!r} but is {said!r}",
            name=name,
            wanted=case.outcome,
            said=verdict_text,
        )
    if verdict and not case.outcome:
        yield advice(
            "the case {name!r} expects no known outcome: {word!r}",
            name=name,
            word=verdict.text,
        )
    listing = solution.scene.listing
    if case.mistake and listing is None:
        yield fault(
            "the case {name!r} shows a mistake, but there is no listing", name=name
        )
    elif listing and case.mistake:
        mistake_names = {solution.mistakes(dtype).name() for dtype in listing.dtypes}
        if case.mistake not in mistake_names:
            yield fault(
                "the case {name!r} does not show {mistake!r}",
                name=name,
                mistake=case.mistake,
            )


def _check_case_variety(entry: SceneEntry) -> Iterator[Finding]:
    solutions = [sample.solution for sample in cases(entry) if sample.solution]
    hits = {solution.verdict.hit for solution in solutions if solution.verdict}
    if len(hits) == 1:
        yield advice("its cases are all hits or all misses: add the other")
    have_mistakes = any(s.scene.listing and s.scene.listing.mistakes for s in solutions)
    if have_mistakes and not any(case.mistake for case in entry.cases.values()):
        yield advice("no case shows a mistake of the listing")


def check_answers(entry: SceneEntry) -> Iterator[Finding]:
    """Check the answer of each sample state, as `check_answer` does."""
    for sample in states(entry):
        yield from check_answer(entry, sample)


def check_answer(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check the answer of one state; of a refused one, the message.

    An outcome must hold, rows must have different names, and computing the answer again
    must give the same; a message must be one sentence. Advice: sentences for verdict
    and rows, a known unit, and a message that names a parameter.
    """
    if isinstance(found.answer, str):
        yield from _check_refusal(entry, found.answer)
        return
    answer = found.answer.scene.answer
    verdict, rows = found.answer.verdict, found.answer.rows
    if answer.outcomes and verdict is None:
        yield fault(
            "in {state} none of its outcomes holds: let the last one "
            "always hold, `lambda p, r: True`",
            state=found.name,
        )
    if verdict and not verdict.detail.endswith("."):
        yield advice(
            "{word!r} does not say in a sentence what it means", word=verdict.text
        )
    names = [row.name for row in rows]
    for row in rows:
        if not row.name:
            yield fault("a row has no name")
        elif names.count(row.name) > 1:
            yield fault("two rows are called {row!r}", row=row.name)
        if not row.help.endswith("."):
            yield advice("the row {row!r} has no help in a sentence", row=row.name)
        if row.unit not in UNITS:
            yield advice(
                "the row {row!r} has the unit {unit!r}", row=row.name, unit=row.unit
            )
    # Compare as text: NaN differs from itself.
    if repr((verdict, rows)) != repr((found.answer.verdict, found.answer.rows)):
        yield fault("solving twice gives two different answers")


def check_thresholds(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the verdict changes at a quantity's threshold, and on the right side.

    It need not change at every crossing, as there may be other conditions. But if it
    changes only elsewhere, along every number of every case, the declaration is wrong.
    """
    solutions = [sample.solution for sample in cases(entry) if sample.solution]
    for part in entry.sub_scenes():
        own = [s.params for s in solutions if s.scene is part and not part.single]
        walks = [
            _solve_along_axis(part, p, axis) for p in own for axis in answer_axes(p)
        ]
        for q in part.answer.curves:
            if q.threshold is not None and part.answer.outcomes:
                yield from _check_threshold(q, [walk for walk in walks if walk])


def _solve_along_axis(part: Scene[Any, Any], p: Params, axis: Axis) -> Solution | None:
    """Return the solution along an axis; None if part of it is refused."""
    try:
        return solve_scene(
            part, axis.with_value(p, np.linspace(*axis.span(p), _AXIS_SAMPLES))
        )
    except (TypeError, ValueError):  # reported by another rule
        return None


def _check_threshold(q: Quantity[Any, Any], walks: list[Solution]) -> Iterator[Finding]:
    turn_count, crossing_count, above = 0, 0, []
    for walk in walks:
        hits = np.array([*(o.hit for o in walk.scene.answer.outcomes), False])
        index = np.broadcast_to(walk.regions.index, _AXIS_SAMPLES)
        hit = hits[np.minimum(index, len(hits) - 1)]
        excess = np.broadcast_to(walk.margin_over_threshold(q), _AXIS_SAMPLES)
        with np.errstate(invalid="ignore"):
            crosses = excess[:-1] * excess[1:] < 0.0
        turns = hit[:-1] != hit[1:]
        turn_count, crossing_count = (
            turn_count + turns.sum(),
            crossing_count + crosses.sum(),
        )
        above += ((excess > 0.0) == hit)[:-1][turns & crosses].tolist()
    if turn_count and crossing_count and not above:
        yield fault(
            "the verdict never changes where {name!r} reaches its `threshold`",
            name=q.name,
            at=function_line(q.threshold),
        )
    elif above and q.hit_above != (2 * sum(above) >= len(above)):
        yield fault(
            "it is a hit below the `threshold` of {name!r}: set `hit_above=False`"
            if q.hit_above
            else "it is a hit above the `threshold` of {name!r}: set `hit_above=True`",
            name=q.name,
            at=function_line(q.threshold),
        )


def check_quantities(entry: SceneEntry) -> Iterator[Finding]:
    """Check that each quantity of a curve or map is finite in some sample state."""
    solutions = [sample.solution for sample in states(entry) if sample.solution]
    for part in entry.sub_scenes():
        own = [solution for solution in solutions if solution.scene is part]
        for q in {*part.answer.curves, *part.answer.maps} if own else ():
            if not any(np.isfinite(solution.value(q)).any() for solution in own):
                yield fault(
                    "the quantity {name!r} is never a number in what was tried",
                    name=q.name,
                )


def _check_refusal(entry: SceneEntry, text: str) -> Iterator[Finding]:
    if not text or "\n" in text:
        yield fault("an error message should be one sentence")
    specs = parameters.parameters_of(entry.params)
    words = {word for name in specs for word in name.lower().split("_")}
    words |= {word for spec in specs.values() for word in spec.label.lower().split()}
    if not words & set(re.findall(r"\w+", text.lower())):
        yield advice("the error message {said!r} does not say what is wrong", said=text)


def check_batch_answers(entry: SceneEntry, seed: int = 1) -> Iterator[Finding]:
    """Check that arrays of states, as in maps, give the answers of single states.

    Small grids of random values of two numbers are tried around each case.
    """
    rng = random.Random(seed)
    samples = [sample for sample in cases(entry) if _can_batch(sample)]
    for sample in samples * -(-_MIN_GRID_COUNT // max(len(samples), 1)):
        x, y = rng.sample(axes(sample.params), 2)
        columns = _sample_axis_values(sample.params, x, rng, _GRID_COLUMNS)
        rows = _sample_axis_values(sample.params, y, rng, _GRID_ROWS)
        grid = x.with_value(sample.params, np.array(columns)[None, :])
        try:
            together = solve_scene(entry, y.with_value(grid, np.array(rows)[:, None]))
            for i, j in np.ndindex(_GRID_ROWS, _GRID_COLUMNS):
                there = y.with_value(x.with_value(sample.params, columns[j]), rows[i])
                alone = solve_state(entry, there).solution
                if alone:
                    yield from _compare_batch_answer(together, alone, (i, j))
        except (TypeError, ValueError) as error:
            summary = str(error).split("\n")[0]
            yield fault(
                "solving many states at once fails ({said}): {advice}",
                said=summary,
                advice=_ARRAY_ADVICE,
                at=author_line(error),
            )
            return


def _can_batch(sample: SampleState) -> bool:
    solution = sample.solution
    is_batched = solution is not None and not solution.scene.single
    return is_batched and len(axes(sample.params)) > 1


def _sample_axis_values(
    p: Params, axis: Axis, rng: random.Random, count: int
) -> list[float]:
    """Return `count` values of an axis: random, its ends or the present one."""
    low, high = axis.span(p)
    candidates = [low, high, axis.value(p), *(rng.uniform(low, high) for _ in range(3))]
    return rng.sample(candidates, count)


def _compare_batch_answer(
    many: Solution, one: Solution, place: tuple[int, int]
) -> Iterator[Finding]:
    comparisons: list[tuple[str, Any, Any]] = []
    answer = one.scene.answer
    if answer.outcomes:
        comparisons.append(
            (message("the outcome"), many.regions.index, one.regions.index)
        )
    if answer.zones:
        comparisons.append((message("the zone"), many.zones.index, one.zones.index))
    for q in {*answer.curves, *answer.maps}:
        comparisons.append(
            (message("{name!r}", name=q.label), many.value(q), one.value(q))
        )
    for dtype in one.scene.listing.dtypes if one.scene.listing else ():
        many_mistakes, one_mistakes = many.mistakes(dtype), one.mistakes(dtype)
        comparisons.append(
            (message("the listing's mistake"), many_mistakes.index, one_mistakes.index)
        )
        if one.scene.listing and one.scene.listing.names_faulty_lines:
            lines = many.find_faulty_lines(dtype), one.find_faulty_lines(dtype)
            comparisons.append((message("the faulty line"), *lines))
    for label, together, alone in comparisons:
        value = np.broadcast_to(together, (_GRID_ROWS, _GRID_COLUMNS))[place]
        if not np.array_equal(value, alone, equal_nan=True):
            yield fault(
                "{what} for many states at once differs from that of one: {advice}",
                what=label,
                advice=_ARRAY_ADVICE,
            )


def check_timelines(entry: SceneEntry) -> Iterator[Finding]:
    """Check that a timeline and a parameter declared as a time go together.

    The timeline must increase within the range of that parameter and take time to play,
    and have stops within its range, each with a name.
    """
    for sample in states(entry):
        solution = sample.solution
        line = solution.timeline if solution else None
        time_specs = {
            name: spec
            for name, spec in parameters.relevant_parameters(sample.params).items()
            if isinstance(spec, Number) and spec.time
        }
        if line is None:
            if time_specs and solution:
                yield fault(
                    "{name} is a time, but the scene has no timeline",
                    name=next(iter(time_specs)),
                )
            continue
        spec = time_specs.get(line.parameter)
        if spec is None:
            yield fault(
                "the timeline's {name!r} is not declared as a time", name=line.parameter
            )
        elif not spec.low <= line.start < line.end <= spec.high:
            yield fault("the timeline does not increase within the range of its time")
        if line.seconds <= 0.0:
            yield fault("the timeline takes no time to play")
        if any(not line.start <= stop <= line.end for stop in line.stops):
            yield fault("the timeline has a stop outside its own range")
        if len(line.names) != len(line.stops) or not all(line.names):
            yield fault("each stop of the timeline needs a name")


def check_exact_decisions(entry: SceneEntry) -> Iterator[Finding]:
    """Check the precision formula in each sample state, as `check_exact_decision`."""
    for sample in states(entry):
        yield from check_exact_decision(entry, sample)


def check_exact_decision(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check the precision formula in one state.

    In fractions it must agree with the verdict. In every number type it must decide, or
    in none; its sides must be numbers of that type; and it must be a hit just where
    left <= right and nothing else fails.
    """
    solution = found.solution
    if solution is None or solution.scene.precision_formula is None:
        return
    exact, verdict = evaluate_decision(entry, found.params, Fraction), solution.verdict
    if exact and verdict and exact.hit != verdict.hit:
        yield fault(
            "in {state} the lens's formula disagrees with the verdict", state=found.name
        )
    for number in (*FLOAT_TYPES, Fraction):
        with np.errstate(all="ignore"):
            made = evaluate_decision(entry, found.params, number)
        if (made is None) != (exact is None):
            yield fault(
                "in {state} the lens decides in some number types only",
                state=found.name,
            )
        if made is None:
            continue
        whole = (number, int) if number is Fraction else number
        if not (isinstance(made.left, whole) and isinstance(made.right, whole)):
            yield fault(
                "the sides of the precision lens are not {kind}: convert every "
                "number to it",
                kind=number.__name__,
            )
        passed = bool(made.left <= made.right)
        if made.hit != (passed and not made.failing) or (made.failing and not passed):
            yield fault(
                "in {state} the lens's decision is not left <= right; "
                "whatever else can fail belongs in `failing`",
                state=found.name,
            )


def check_quiz(entry: SceneEntry) -> Iterator[Finding]:
    """Check the quiz in each case.

    It must have outcomes; with a question about the params, a movable point and answers
    for arrays of states; with one about code, a listing. Steps that it names must
    exist, and a target, if there is one, must have a finite position. Advice: its
    question is a sentence.
    """
    for sample in cases(entry):
        part, part_params = entry.resolve(sample.params)
        if part.quiz is None:
            continue
        if not part.answer.outcomes:
            yield fault("a quiz needs outcomes")
        question = part.quiz.question_for(part_params)
        if question and not question.endswith((".", "?")):
            yield advice(
                "the quiz's question {question!r} is not a sentence", question=question
            )
        if question and (part.single or not list_movable_points(sample.params)):
            yield fault("a quiz needs a point to move, and answers for many states")
        if part.quiz.article_question_for(part_params) and part.listing is None:
            yield fault("the quiz asks about code, but the scene has no listing")
        solution = sample.solution
        if solution and solution.steps:
            titles = [step.title for step in solution.steps]
            own_title = part.quiz.deciding_step(solution.params, solution.result)
            for title in (own_title, part.quiz.article_decides):
                if title and title not in titles:
                    yield fault(
                        "in {state} there is no step called {title!r}",
                        state=sample.name,
                        title=title,
                    )
        if solution and part.quiz.target:
            target = part.quiz.target(solution.params, solution.result)
            if target and not all(map(math.isfinite, numbers(target.value))):
                yield fault(
                    "in {state} the quiz's target has no position", state=sample.name
                )


# ----------------------------------------------------------------------------
# Interface of a scene: without these nothing else can be checked.
# ----------------------------------------------------------------------------


def check_interface(entry: SceneEntry) -> Iterator[Finding]:
    """Check the numbers of components of points and vectors, and the signatures.

    Points must have as many coordinates as the scene has dimensions, cases as many
    components as the parameters declare; `solve`, `picture`, `sketch`, `timeline` and
    the derivation must accept the arguments that they are called with.
    """
    specs = parameters.parameters_of(entry.params)
    for name, spec in specs.items():
        if isinstance(spec, Vector) and spec.is_point and spec.size != entry.dimension:
            yield fault(
                "the parameter {name} is a point of {size} coordinates, the "
                "scene has {dimension} dimensions",
                name=name,
                size=spec.size,
                dimension=entry.dimension,
            )
    for title, case in entry.cases.items():
        for name, spec in specs.items():
            value = getattr(case.params, name, None)
            if not isinstance(spec, Vector) or not isinstance(value, tuple):
                continue
            if len(value) != spec.size:
                yield fault(
                    "the case {title!r} has {given} numbers for {name}, which is "
                    "declared with {size}",
                    title=title,
                    given=len(value),
                    name=name,
                    size=spec.size,
                )
    for part in entry.sub_scenes():
        yield from _check_signatures(part)


def _check_signatures(part: Scene[Any, Any]) -> Iterator[Finding]:
    signatures: dict[str, tuple[Callable[..., Any] | None, str]] = {
        "solve": (part.solve, "(params)"),
        "picture": (part.picture, "(params, answer, out)"),
        "sketch": (part.sketch, "(params, out)"),
        "timeline": (part.timeline, "(params, answer)"),
        "derivation": (
            part.derivation.steps if part.derivation else None,
            "(params, answer)",
        ),
    }
    for name, (function, argument_text) in signatures.items():
        try:
            if function:
                inspect.signature(function).bind(*argument_text.split(","))
        except TypeError as error:
            yield fault(
                "`{name}` is called with {given}, which its function does not "
                "accept: {error}",
                name=name,
                given=argument_text,
                error=str(error),
                at=function_line(function),
            )
        except ValueError:  # no signature, as of a built-in function
            continue
