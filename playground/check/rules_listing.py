"""A listing: that its code runs, and what it says of its mistakes."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from playground.check.finding import Finding
from playground.check.sample_states import TriedState, cases, state, states
from playground.collision.articles.array_compiler import NotOnArraysError
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.author_files import function_line
from playground.scene.formula_symbols import keys
from playground.scene.listing import Listing, Precision
from playground.scene.scene import Entry
from playground.scene.solution import Solution
from playground.tracing.line_tracer import EndlessError
from playground.tracing.listing_lines import SourceText, blamable_lines, source_of
from playground.tracing.trace import lay_open

AnyListing = Listing[Any, Any, Any, Any]


def compares_in_words(entry: Entry) -> Iterator[Finding]:
    """See that a listing says what it answers, and of each mistake why and where."""
    for found in states(entry):
        yield from compares(entry, found)


def compares(entry: Entry, found: TriedState) -> Iterator[Finding]:
    """See that of one state the listing's answer and its mistake are said."""
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        said = solution.compare(dtype)
        if said is None or not said.answer:
            yield Finding(message("the listing's `says` is empty"))
        elif not said.agrees:
            if not said.why.endswith((".", "?")):
                yield Finding(
                    message(
                        "no sentence says why for the mistake {mistake!r}",
                        mistake=said.kind,
                    )
                )
            if not 0 <= said.step <= len(solution.steps):
                yield Finding(
                    message(
                        "{mistake!r} names step {step}, which does not exist",
                        mistake=said.kind,
                        step=said.step,
                    )
                )


def answers_as_it_says(entry: Entry) -> Iterator[Finding]:
    """See that a listing answers the verdict where no mistake of it holds."""
    for found in states(entry):
        for said in agrees(entry, found):
            yield said
            return


def starts_beside_a_mistake(entry: Entry) -> Iterator[Finding]:
    """See that one drag leads from where it starts to where the listing differs."""
    start = entry.start
    if start is None:
        return
    spec = parameters.specs(entry.params).get(start.handle)
    if spec is None or spec.handle is None:
        yield Finding(
            message(
                "its start drags {handle!r}, which has no handle", handle=start.handle
            )
        )
        return
    moved = parameters.drag(start.params, start.handle, 0, start.to)
    for params, agrees, words in (
        (start.params, True, message("the listing already differs where it starts")),
        (
            moved,
            False,
            message(
                "the listing agrees where its start drags {handle!r}",
                handle=start.handle,
            ),
        ),
    ):
        solution = state(entry, params).solution
        if solution is None or solution.scene.listing is None:
            yield Finding(
                message("its start needs a listing's answer at both its ends")
            )
            return
        compared = solution.compare(solution.scene.listing.dtypes[0])
        if compared is None or compared.agrees is not agrees:
            yield Finding(words)


def agrees(entry: Entry, found: TriedState) -> Iterator[Finding]:
    """See that of one state: where it answers a bool, None or what has a `hit`."""
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        said = solution.compare(dtype)
        if said and said.agrees and _answers_otherwise(solution, dtype):
            yield Finding(
                message(
                    "in {state} the listing's answer ({answer}) is not the "
                    "verdict, and none of its mistakes holds",
                    state=found.name,
                    answer=said.answer,
                )
            )


def _answers_otherwise(solution: Solution, dtype: Precision) -> bool:
    """Return whether the listing says hit where the verdict is a miss, or reverse.

    Where there is a time it may answer for that moment alone.
    """
    listing, verdict = solution.scene.listing, solution.verdict
    if listing is None or verdict is None or solution.scene.timeline is not None:
        return False
    trial = listing.tried(solution.asked, solution.result, dtype)
    hit = _hit(trial.answer, solution)
    return hit is not None and hit != verdict.hit


def _hit(answer: Any, solution: Solution) -> bool | None:
    """Return whether an answer is a hit; None where that cannot be told."""
    if answer is None:
        return False
    if hasattr(answer, "hit"):
        quiz = solution.scene.quiz
        return bool(quiz.article_hit(answer) if quiz else answer.hit)
    if isinstance(answer, tuple) and answer:
        answer = answer[0]
    truth = isinstance(answer, bool) or getattr(answer, "dtype", None) == np.bool_
    return bool(answer) if truth and np.ndim(answer) == 0 else None


def runs_its_code(entry: Entry) -> Iterator[Finding]:
    """See that the code takes what it is given, and answers what the listing does."""
    for found in cases(entry):
        solution = found.solution
        listing = solution.scene.listing if solution else None
        if solution is None or listing is None or listing.code is None:
            continue
        for dtype in listing.dtypes:
            for said in _runs(listing, solution, dtype):
                yield Finding(
                    message("in {state} {said}", state=found.name, said=said),
                    at=function_line(listing.code),
                )
                return


def _runs(listing: AnyListing, solution: Solution, dtype: Precision) -> Iterator[str]:
    assert listing.code is not None
    if listing.given is None:
        yield message(
            "the listing's `code` is called without arguments: declare `given`"
        )
        return
    given = listing.given(solution.asked)
    try:
        inspect.signature(listing.code).bind(*given)
    except TypeError as error:
        yield message(
            "`given` does not fit `{function}`: {error}",
            function=listing.code.__name__,
            error=str(error),
        )
        return
    try:
        listing.ask(solution.asked, dtype)
    except NotOnArraysError as error:
        yield message(
            "the listing's `code` cannot be run on arrays: {error}", error=str(error)
        )
        return
    try:
        numbers = tuple(dtype(x) for x in given)
        opened = lay_open(listing.code, numbers, dtype)
    except (EndlessError, TypeError, ValueError) as error:
        yield message(
            "the listing's code cannot be laid open: {error}", error=str(error)
        )
        return
    if opened.raised:
        yield message(
            "the listing's code fails in line {line}: {error}",
            line=opened.raised_at,
            error=opened.raised,
        )
        return


def names_lines_and_variables(entry: Entry) -> Iterator[Finding]:
    """See that the lines which mistakes name, and the variables, are in the code."""
    for part in entry.parts():
        listing = part.listing
        if listing is None or listing.code is None:
            continue
        place = function_line(listing.code)
        try:
            source = source_of(listing.code.__code__)
        except (AttributeError, ValueError) as error:
            yield Finding(
                message(
                    "the listing's code cannot be shown: {error}", error=str(error)
                ),
                at=place,
            )
            continue
        for mistake in listing.mistakes:
            try:
                blamable_lines(replace(listing, mistakes=(mistake,)))
            except ValueError as error:
                yield Finding(
                    message(
                        "of the mistake {mistake!r}: {error}",
                        mistake=mistake.kind.name,
                        error=str(error),
                    ),
                    at=place,
                )
        given = {name for names in source.names.values() for name in names}
        for name in sorted({*listing.names} - given - _arguments(source)):
            yield Finding(
                message(
                    "the listing's `names` name {name!r}, which is not a variable"
                    " of its code",
                    name=name,
                ),
                at=place,
            )
        yield from _stand_for(entry, listing, place)


def _arguments(source: SourceText) -> set[str]:
    """Return the arguments of all functions of a text."""
    nodes = ast.walk(ast.parse(source.text))
    return {node.arg for node in nodes if isinstance(node, ast.arg)}


def _stand_for(entry: Entry, listing: AnyListing, place: str) -> Iterator[Finding]:
    """See that what variables stand for is drawn, derived or a row."""
    known: set[str] = set()
    for found in states(entry):
        solution = found.solution
        if solution is None or solution.scene.listing is not listing:
            continue
        known |= solution.drawn().keys() | {row.key for row in solution.rows}
        for step in solution.steps:
            known |= {*step.keys}
            for latex in (step.formula, step.numbers, step.result):
                known |= {*keys(latex)}
    for key in sorted({*listing.names.values()} - known):
        yield Finding(
            message(
                "the listing's `names` use the key {key!r}, which nothing "
                "drawn, no row and no step has",
                key=key,
            ),
            at=place,
        )
