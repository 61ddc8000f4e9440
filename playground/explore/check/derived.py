"""The steps of a derivation and their formulas."""

import re
from collections.abc import Iterator, Sequence

from playground.explore.check.finding import Finding, advice
from playground.explore.check.tried_states import states
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
            f"in {name} a record appears at step {latest}, but the number of steps is "
            f"{len(steps)}"
        )
    if steps and not any(view.records for view in seen.upto(1).all_views):
        yield Finding(f"in {name} nothing is drawn at the first step")
    for step in steps:
        if not seen.keys() & set(step.keys):
            yield advice(
                f"in {name} nothing that the step {step.title!r} points at is drawn"
            )


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
        return "has characters outside ASCII: write them in LaTeX"
    sides = (len(re.findall(rf"\\{s}(?![a-z])", latex)) for s in ("left", "right"))
    if len(set(sides)) > 1:
        return r"has unequal numbers of \left and \right"
    if re.search(r"\b(nan|inf)\b", re.sub(r"\\[a-zA-Z]+", "", latex)):
        return "has a NaN or an infinity: write numbers with `tex`"
    return ""
