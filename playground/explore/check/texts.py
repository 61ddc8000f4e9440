"""All that a scene says: what it declares, and what its cases come to."""

from collections.abc import Iterator

from playground.explore.check.tried_states import TriedState, cases
from playground.explore.quiz.questions import asks
from playground.scene.drawlist import DrawList
from playground.scene.params import specs
from playground.scene.records import Label
from playground.scene.scene import Entry
from playground.scene.solution import Solution, picture
from playground.scene.specs import Choice
from playground.scene.terms import to_unicode


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
