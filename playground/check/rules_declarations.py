"""What a scene declares: its name, its parameters, what curve and map name."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from playground.analysis.curve import named
from playground.analysis.heat_map import moved
from playground.check.finding import UNITS, Finding, advice
from playground.check.sample_states import TriedState, cases, states
from playground.i18n import message, with_texts
from playground.quiz.questions import asks
from playground.scene import params as parameters
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.formula_symbols import to_unicode
from playground.scene.parameter_types import Angle, Choice
from playground.scene.params import Params, specs
from playground.scene.primitives import Label
from playground.scene.scene import Entry
from playground.scene.solution import Solution, picture

_TITLE = 28


def says_what_it_is(entry: Entry) -> Iterator[Finding]:
    """See that the scene has an id, a title and cases."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.id):
        yield Finding(
            message("the id {id!r} may contain only a-z, 0-9 and _", id=entry.id)
        )
    if not entry.title:
        yield Finding(message("it has no title"))
    if len(entry.title) > _TITLE:
        yield advice(
            message(
                "the title {title!r} is too long for the list of scenes",
                title=entry.title,
            )
        )
    if not entry.cases:
        yield Finding(message("it has no cases: add at least one to open with"))
    if entry.dimension not in (2, 3):
        yield Finding(
            message(
                "the dimension must be 2 or 3, not {dimension}",
                dimension=entry.dimension,
            )
        )


def explains_its_parameters(entry: Entry) -> Iterator[Finding]:
    """See that every parameter has a label, and better also a help and a known unit."""
    known = parameters.specs(entry.params)
    if not known:
        yield Finding(message("it has no parameters"))
    labels = [(spec.label, spec.when) for spec in known.values()]
    for name, spec in known.items():
        if not spec.label:
            yield Finding(message("the parameter {name} has no label", name=name))
        if labels.count((spec.label, spec.when)) > 1:
            yield Finding(
                message("two parameters are called {label!r}", label=spec.label)
            )
        if isinstance(spec, Angle) and spec.unit != "°":
            yield Finding(
                message(
                    "the angle {name} is shown in degrees, not in {unit!r}",
                    name=name,
                    unit=spec.unit,
                )
            )
        if not spec.help.endswith("."):
            yield advice(
                message("the parameter {name} has no help in a sentence", name=name)
            )
        if spec.unit not in UNITS:
            yield advice(
                message(
                    "the parameter {name} has the unit {unit!r}",
                    name=name,
                    unit=spec.unit,
                )
            )


def names_what_there_is(entry: Entry) -> Iterator[Finding]:
    """See that what curve, map and preset name is declared."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        yield from _known(case.params, message("the curve"), part.answer.against)
        if part.moved and moved(entry, case.params) is None:
            yield Finding(
                message(
                    "{point!r}, which maps move, is not a point that can be moved",
                    point=part.moved,
                )
            )
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield Finding(
                message("the preset's case {case!r} does not exist", case=preset.case)
            )
        elif preset:
            shown = entry.cases[preset.case].params
            yield from _known(shown, message("the preset"), preset.x)
            yield from _known(shown, message("the preset"), preset.y)


def _known(p: Params, what: str, path: str) -> Iterator[Finding]:
    try:
        if path:
            named(p, path)
    except ValueError as error:
        yield Finding(message("{what} is over an {error}", what=what, error=str(error)))


@with_texts("same_name", "same_colour", kept=False)
class _SameTold(NamedTuple):
    """What is said of two that cannot be told apart."""

    same_name: str
    same_colour: str


_OUTCOMES = _SameTold(
    "two kinds of outcome are called {name!r}",
    "the outcomes {one!r}, {other!r} share a colour",
)
_ZONES = _SameTold(
    "two kinds of zone are called {name!r}",
    "the zones {one!r}, {other!r} share a colour",
)


def tells_kinds_apart(entry: Entry) -> Iterator[Finding]:
    """See that outcomes and zones have names and colours of their own."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        answer = part.answer
        if answer.zones and not answer.zoned.endswith("."):
            yield advice(
                message("`zoned` should say in a sentence by what the zones divide")
            )
        for told, kinds in (
            (_OUTCOMES, [(outcome.word, outcome.role) for outcome in answer.outcomes]),
            (_ZONES, [(zone.word, zone.role) for zone in answer.zones]),
        ):
            for (one, role), (other, same) in combinations(kinds, 2):
                if one == other:
                    yield Finding(message(told.same_name, name=one))
                elif role == same:
                    first, second = sorted((one, other))
                    yield advice(message(told.same_colour, one=first, other=second))


# ----------------------------------------------------------------------------
# The steps of a derivation and their formulas.
# ----------------------------------------------------------------------------


_STEPS = 4, 9
_STEP_TITLE = 40


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
        if found.of_case:
            wanted |= {
                row.key: message("the row {name!r}", name=row.name)
                for row in solution.rows
            }
            wanted |= {
                key: message("the step {title!r}", title=step.title)
                for step in steps
                for key in step.keys
            }
        yield from _shown(found.name, seen, steps)
        yield from _read(steps)
    for key in sorted(set(wanted) - drawn - {""}):
        yield Finding(
            message(
                "{what} names the key {key!r}, which nothing drawn has",
                what=wanted[key],
                key=key,
            )
        )


def _shown(name: str, seen: DrawList, steps: Sequence[Step]) -> Iterator[Finding]:
    latest = max((r.since for v in seen.all_views for r in v.records), default=0)
    if latest > len(steps):
        yield Finding(
            message(
                "in {name} a record appears at step {latest}, but the number "
                "of steps is {count}",
                name=name,
                latest=latest,
                count=len(steps),
            )
        )
    if steps and not any(view.records for view in seen.upto(1).all_views):
        yield Finding(
            message("in {name} nothing is drawn at the first step", name=name)
        )
    for step in steps:
        if not seen.keys() & set(step.keys):
            yield advice(
                message(
                    "in {name} nothing that the step {title!r} points at is drawn",
                    name=name,
                    title=step.title,
                )
            )


def _read(steps: Sequence[Step]) -> Iterator[Finding]:
    if steps and not _STEPS[0] <= len(steps) <= _STEPS[1]:
        yield advice(
            message(
                "{count} steps; {least} to {most} read well",
                count=len(steps),
                least=_STEPS[0],
                most=_STEPS[1],
            )
        )
    titles = [step.title for step in steps]
    for step in steps:
        if not step.title:
            yield Finding(message("a step has no title"))
        if titles.count(step.title) > 1:
            yield advice(message("two steps are called {title!r}", title=step.title))
        if len(step.title) > _STEP_TITLE:
            yield advice(
                message("the title of the step {title!r} is long", title=step.title)
            )
        if not step.text.endswith((".", ":", "?")):
            yield advice(
                message(
                    "the step {title!r} does not end as a sentence", title=step.title
                )
            )


def writes_whole_formulas(entry: Entry) -> Iterator[Finding]:
    """See that every formula is ASCII, with no number that is none."""
    for found in states(entry):
        for step in found.solution.steps if found.solution else ():
            for latex in (step.formula, step.numbers, step.result):
                if bad := _unwritten(latex, step.title):
                    yield Finding(bad)


def _unwritten(latex: str, title: str) -> str:
    """Return what is wrong with a formula, or nothing."""
    if not latex.isascii():
        return message(
            "a formula of {title!r} has characters outside ASCII: write them in LaTeX",
            title=title,
        )
    sides = (len(re.findall(rf"\\{s}(?![a-z])", latex)) for s in ("left", "right"))
    if len(set(sides)) > 1:
        return message(
            "a formula of {title!r} has unequal numbers of \\left and \\right",
            title=title,
        )
    if re.search(r"\b(nan|inf)\b", re.sub(r"\\[a-zA-Z]+", "", latex)):
        return message(
            "a formula of {title!r} has a NaN or an infinity: write numbers with `tex`",
            title=title,
        )
    return ""


# ----------------------------------------------------------------------------
# All that a scene says: what it declares, and what its cases come to.
# ----------------------------------------------------------------------------


def texts(entry: Entry) -> Iterator[str]:
    """Yield every text of a scene; formulas as they are written without LaTeX."""
    yield from _declared(entry)
    for state in cases(entry):
        yield from _derived(entry, state)


def _declared(entry: Entry) -> Iterator[str]:
    yield entry.title
    if entry.source:
        yield from (entry.source.name, entry.source.title, entry.source.author)
    for spec in specs(entry.params).values():
        yield from (spec.label, spec.help, spec.unit)
        yield from spec.options if isinstance(spec, Choice) else ()
    for name, case in entry.cases.items():
        yield from (name, case.shows, case.outcome, case.mistake)


def _derived(entry: Entry, state: TriedState) -> Iterator[str]:
    part, _ = entry.at(state.params)
    yield from (o.word for o in part.answer.outcomes)
    yield from (z.word for z in part.answer.zones)
    yield from (q.label for q in part.answer.quantities)
    yield part.answer.zoned
    yield part.lens.compared if part.lens else ""
    for listing in part.listings:
        yield from (listing.name, *(mistake.kind.name for mistake in listing.mistakes))
    yield from _drawn(picture(entry, state.params))
    if state.solution is None:
        yield str(state.answer)
    else:
        yield from _answered(state.solution)
        yield asks(entry, state.params) if part.quiz else ""


def _answered(solution: Solution) -> Iterator[str]:
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
        wanted = target(solution.params, solution.result) if target else None
        yield wanted.label if wanted else ""
    for dtype in part.listing.dtypes if part.listing else ():
        said = solution.compare(dtype)
        yield from (said.answer, said.why) if said else ()
        yield from _drawn(solution.drawn(dtype))


def _drawn(drawn: DrawList) -> Iterator[str]:
    for view in drawn.all_views:
        yield view.caption
        yield from (r.text for r in view.records if isinstance(r, Label))
