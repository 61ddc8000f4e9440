"""The steps of a derivation and their formulas."""

import re
from collections.abc import Iterator, Sequence

from playground.explore.check.finding import Finding, advice
from playground.explore.check.tried_states import states
from playground.language import message
from playground.scene.derivation import Step
from playground.scene.drawlist import DrawList
from playground.scene.scene import Entry

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
