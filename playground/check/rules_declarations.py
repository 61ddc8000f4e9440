"""Rules on the declarations of a scene: name, parameters, derivation and texts."""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, zip_longest
from typing import Any

import numpy as np

from playground.analysis.curve import find_axis
from playground.analysis.heat_map import map_point_axes
from playground.analysis.precision import evaluate_decision
from playground.check.finding import UNITS, Finding, advice, fault
from playground.check.sample_states import (
    SampleState,
    cases,
    list_other_values,
    solve_state,
    states,
)
from playground.i18n import message
from playground.quiz.questions import question_text
from playground.scene import params as parameters
from playground.scene.answer import Zone
from playground.scene.author_files import TimeLimitError
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.formula_symbols import to_unicode
from playground.scene.parameter_types import Angle, Choice, Number
from playground.scene.params import Params, parameters_of
from playground.scene.primitives import Label
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, draw_sketch, draw_solution

_MAX_TITLE_LETTERS = 28


def check_identity(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the scene has a valid id, a title, cases, and 2 or 3 dimensions.

    Advice: the title has at most 28 letters.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.id):
        yield fault("the id {id!r} may contain only a-z, 0-9 and _", id=entry.id)
    if not entry.title:
        yield fault("it has no title")
    if len(entry.title) > _MAX_TITLE_LETTERS:
        yield advice(
            "the title {title!r} is too long for the list of scenes", title=entry.title
        )
    if not entry.cases:
        yield fault("it has no cases: add at least one to open with")
    if entry.dimension not in (2, 3):
        yield fault(
            "the dimension must be 2 or 3, not {dimension}", dimension=entry.dimension
        )


def check_parameters(entry: SceneEntry) -> Iterator[Finding]:
    """Check that there are parameters, with different labels, and angles in degrees.

    Advice: each has a help in a sentence, and a known unit.
    """
    specs = parameters.parameters_of(entry.params)
    if not specs:
        yield fault("it has no parameters")
    labels = [(spec.label, spec.when) for spec in specs.values()]
    for name, spec in specs.items():
        if not spec.label:
            yield fault("the parameter {name} has no label", name=name)
        if labels.count((spec.label, spec.when)) > 1:
            yield fault("two parameters are called {label!r}", label=spec.label)
        if isinstance(spec, Angle) and spec.unit != "°":
            yield fault(
                "the angle {name} is shown in degrees, not in {unit!r}",
                name=name,
                unit=spec.unit,
            )
        if not spec.help.endswith("."):
            yield advice("the parameter {name} has no help in a sentence", name=name)
        if spec.unit not in UNITS:
            yield advice(
                "the parameter {name} has the unit {unit!r}", name=name, unit=spec.unit
            )


def check_references(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the names used by the curve, the maps and the preset exist.

    These are the curve's axis, the movable point of maps, and the case and the axes of
    the listing's preset.
    """
    for case in entry.cases.values():
        part, _ = entry.resolve(case.params)
        yield from _check_axis_exists(
            case.params, message("the curve"), part.answer.curve_axis
        )
        if part.map_point and map_point_axes(entry, case.params) is None:
            yield fault(
                "{point!r}, which maps move, is not a point that can be moved",
                point=part.map_point,
            )
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield fault("the preset's case {case!r} does not exist", case=preset.case)
        elif preset:
            case_params = entry.cases[preset.case].params
            yield from _check_axis_exists(case_params, message("the preset"), preset.x)
            yield from _check_axis_exists(case_params, message("the preset"), preset.y)


def _check_axis_exists(p: Params, what: str, path: str) -> Iterator[Finding]:
    try:
        if path:
            find_axis(p, path)
    except ValueError as error:
        yield fault("{what}: {error}", what=what, error=str(error))


def check_distinct_kinds(entry: SceneEntry) -> Iterator[Finding]:
    """Check that outcomes have different names, and zones too.

    Advice: they have different colours, and the zones a caption that is a sentence.
    """
    for case in entry.cases.values():
        part, _ = entry.resolve(case.params)
        answer = part.answer
        if answer.zones and not answer.zones_caption.endswith("."):
            yield advice(
                "`zones_caption` should say in a sentence by what the zones divide"
            )
        pairs: list[tuple[Any, Any]] = [
            *combinations(answer.outcomes, 2),
            *combinations(answer.zones, 2),
        ]
        for first, second in pairs:
            are_zones = isinstance(first, Zone)
            if first.word == second.word:
                yield fault(
                    "two kinds of zone are called {name!r}"
                    if are_zones
                    else "two kinds of outcome are called {name!r}",
                    name=first.word,
                )
            elif first.role == second.role:
                first_word, second_word = sorted((first.word, second.word))
                yield advice(
                    "the zones {one!r}, {other!r} share a colour"
                    if are_zones
                    else "the outcomes {one!r}, {other!r} share a colour",
                    one=first_word,
                    other=second_word,
                )


# ----------------------------------------------------------------------------
# Effects of parameters.
# ----------------------------------------------------------------------------


def check_parameter_effects(entry: SceneEntry) -> Iterator[Finding]:
    """Advise where a parameter, unless of the view, has no effect in any sample state.

    An effect is a change of the answer, the listing's answer, a step, the picture, the
    timeline or the relevant parameters. Some other values are tried for each state.
    """
    specs = parameters.parameters_of(entry.params)
    rng = random.Random(entry.id)
    idle = {
        name: spec
        for name, spec in specs.items()
        if not (isinstance(spec, Number) and spec.view)
    }
    is_tried = dict.fromkeys(idle, False)
    for sample in states(entry) if idle else ():
        relevant = parameters.relevant_parameters(sample.params)
        candidates = [name for name in idle if name in relevant]
        before = [*_observe(entry, sample.params)] if candidates else []
        for name in candidates:
            variants = list_other_values(sample.params, name, rng)
            is_tried[name] |= bool(variants)
            if any(
                _is_changed(before, _observe(entry, variant)) for variant in variants
            ):
                del idle[name]
    for name in idle:
        if is_tried[name]:
            yield advice(
                "the parameter {name} never changes the answer or the picture in "
                "what was tried: use it in `solve`, or remove it",
                name=name,
            )


def _is_changed(before: Sequence[str], after: Iterator[str]) -> bool:
    return any(old != new for old, new in zip_longest(before, after))


def _observe(entry: SceneEntry, p: Params) -> Iterator[str]:
    """Yield all results of a state as texts, the fastest to compute first."""
    try:
        for observation in _iterate_observations(entry, p):
            # Remove memory addresses.
            yield re.sub(r" at 0x[0-9a-fA-F]+", "", repr(observation))
    except TimeLimitError:
        raise
    except Exception as error:  # reported by another rule
        yield type(error).__name__


def _iterate_observations(entry: SceneEntry, p: Params) -> Iterator[Any]:
    yield [*parameters.relevant_parameters(p)]
    solution = solve_state(entry, p).answer
    if isinstance(solution, str):
        yield solution, draw_sketch(entry, p)
        return
    part = solution.scene
    yield part.id, solution.result
    yield solution.verdict, solution.rows, solution.timeline
    quantities = (*part.answer.curves, *part.answer.maps)
    yield [(solution.value(q), solution.threshold(q)) for q in quantities]
    yield solution.draw(), solution.steps
    for listing in part.listings:
        comparison = replace(solution, scene=replace(part, listings=(listing,)))
        for dtype in listing.dtypes:
            yield comparison.listing_verdict(dtype), comparison.draw(dtype)
    yield evaluate_decision(entry, p, np.float64)
    if part.quiz:
        target = part.quiz.target
        yield target(solution.params, solution.result) if target else None
        yield question_text(entry, p)


# ----------------------------------------------------------------------------
# The steps of a derivation and their formulas.
# ----------------------------------------------------------------------------


_STEP_COUNT_RANGE = 4, 9
_MAX_STEP_TITLE_LETTERS = 40


def check_derivation(entry: SceneEntry) -> Iterator[Finding]:
    """Check the steps of each sample state against its picture.

    Each step must have a title, the first must draw something, and nothing may appear
    after the last. In cases, the highlight keys of steps and rows must be drawn.
    Advice: 4 to 9 steps with different, short titles, whose texts end as sentences and
    which highlight something that is drawn.
    """
    drawn_keys: set[str] = set()
    wanted_keys: dict[str, str] = {}
    for sample in states(entry):
        solution = sample.solution
        if solution is None:
            continue
        primitives, steps = solution.draw(), solution.steps
        drawn_keys |= primitives.keys()
        if sample.is_case:
            wanted_keys |= {
                row.key: message("the row {name!r}", name=row.name)
                for row in solution.rows
            }
            wanted_keys |= {
                key: message("the step {title!r}", title=step.title)
                for step in steps
                for key in step.keys
            }
        yield from _check_step_drawing(sample.name, primitives, steps)
        yield from _check_step_texts(steps)
    for key in sorted(set(wanted_keys) - drawn_keys - {""}):
        yield fault(
            "{what} names the key {key!r}, which nothing drawn has",
            what=wanted_keys[key],
            key=key,
        )


def _check_step_drawing(
    name: str, drawing: DrawList, steps: Sequence[Step]
) -> Iterator[Finding]:
    latest = max(
        (r.first_step for v in drawing.self_and_views for r in v.primitives), default=0
    )
    if latest > len(steps):
        yield fault(
            "in {name} something appears at step {latest}, but the last step is "
            "{count}",
            name=name,
            latest=latest,
            count=len(steps),
        )
    if steps and not any(
        view.primitives for view in drawing.limit_to_step(1).self_and_views
    ):
        yield fault("{name}: the first step of the derivation draws nothing", name=name)
    for step in steps:
        if not drawing.keys() & set(step.keys):
            yield advice(
                "in {name} the step {title!r} highlights nothing that is drawn",
                name=name,
                title=step.title,
            )


def _check_step_texts(steps: Sequence[Step]) -> Iterator[Finding]:
    if steps and not _STEP_COUNT_RANGE[0] <= len(steps) <= _STEP_COUNT_RANGE[1]:
        yield advice(
            "{count} steps; {least} to {most} read well",
            count=len(steps),
            least=_STEP_COUNT_RANGE[0],
            most=_STEP_COUNT_RANGE[1],
        )
    titles = [step.title for step in steps]
    for step in steps:
        if not step.title:
            yield fault("a step has no title")
        if titles.count(step.title) > 1:
            yield advice("two steps are called {title!r}", title=step.title)
        if len(step.title) > _MAX_STEP_TITLE_LETTERS:
            yield advice("the title of the step {title!r} is long", title=step.title)
        if not step.text.endswith((".", ":", "?")):
            yield advice(
                "the step {title!r} does not end as a sentence", title=step.title
            )


def check_formulas(entry: SceneEntry) -> Iterator[Finding]:
    r"""Check that the steps' formulas are ASCII and have no NaN or infinity.

    They must also have as many `\left` as `\right`.
    """
    for sample in states(entry):
        for step in sample.solution.steps if sample.solution else ():
            for latex in (step.formula, step.numbers, step.result):
                yield from _check_formula(latex, step.title)


def _check_formula(latex: str, title: str) -> Iterator[Finding]:
    if not latex.isascii():
        yield fault(
            "a formula of {title!r} has characters outside ASCII: write them in LaTeX",
            title=title,
        )
    elif len(re.findall(r"\\left(?![a-z])", latex)) != len(
        re.findall(r"\\right(?![a-z])", latex)
    ):
        yield fault(
            "a formula of {title!r} has unequal numbers of \\left and \\right",
            title=title,
        )
    elif re.search(r"\b(nan|inf)\b", re.sub(r"\\[a-zA-Z]+", "", latex)):
        yield fault(
            "a formula of {title!r} has a NaN or an infinity: write numbers with `tex`",
            title=title,
        )


# ----------------------------------------------------------------------------
# Texts of a scene: its declarations and the results of its cases.
# ----------------------------------------------------------------------------


def scene_texts(entry: SceneEntry) -> Iterator[str]:
    """Yield every text of a scene and of its cases, some of them empty.

    Formulas are converted from LaTeX.
    """
    yield from _declaration_texts(entry)
    for state in cases(entry):
        yield from _case_texts(entry, state)


def _declaration_texts(entry: SceneEntry) -> Iterator[str]:
    yield entry.title
    if entry.source:
        yield from (entry.source.name, entry.source.title, entry.source.author)
    for spec in parameters_of(entry.params).values():
        yield from (spec.label, spec.help, spec.unit)
        yield from spec.options if isinstance(spec, Choice) else ()
    for name, case in entry.cases.items():
        yield from (name, case.shows, case.outcome, case.mistake)


def _case_texts(entry: SceneEntry, state: SampleState) -> Iterator[str]:
    part, _ = entry.resolve(state.params)
    yield from (o.word for o in part.answer.outcomes)
    yield from (z.word for z in part.answer.zones)
    yield from (q.label for q in part.answer.quantities)
    yield part.answer.zones_caption
    yield part.precision_formula.compared if part.precision_formula else ""
    for listing in part.listings:
        yield from (listing.name, *(mistake.kind.name for mistake in listing.mistakes))
    yield from _drawing_texts(draw_solution(entry, state.params))
    if state.solution is None:
        yield str(state.answer)
    else:
        yield from _answer_texts(state.solution)
        yield question_text(entry, state.params) if part.quiz else ""


def _answer_texts(solution: Solution) -> Iterator[str]:
    part, axis = solution.scene, solution.timeline
    if solution.verdict:
        yield solution.verdict.detail
    for row in solution.rows:
        yield from (row.name, row.unit, row.help)
        yield from [row.value] if isinstance(row.value, str) else ()
    for step in solution.steps:
        yield from (step.title, step.text)
        yield from map(to_unicode, (step.formula, step.numbers, step.result))
    yield from axis.names if axis else ()
    if part.quiz:
        yield from (part.quiz.hit, part.quiz.miss)
        target = part.quiz.target
        target_point = target(solution.params, solution.result) if target else None
        yield target_point.label if target_point else ""
    for dtype in part.listing.dtypes if part.listing else ():
        listing_verdict = solution.listing_verdict(dtype)
        yield from (
            (listing_verdict.answer, listing_verdict.why) if listing_verdict else ()
        )
        yield from _drawing_texts(solution.draw(dtype))


def _drawing_texts(drawing: DrawList) -> Iterator[str]:
    for view in drawing.self_and_views:
        yield view.caption
        yield from (r.text for r in view.primitives if isinstance(r, Label))
