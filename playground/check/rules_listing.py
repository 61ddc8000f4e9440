"""Rules on a listing: its code runs, and its mistakes are explained."""

import ast
import inspect
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from playground.check.finding import Finding, fault
from playground.check.sample_states import SampleState, cases, solve_state, states
from playground.collision.articles.array_compiler import NotOnArraysError
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.author_files import function_line
from playground.scene.formula_symbols import symbol_keys
from playground.scene.listing import Listing, Precision
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution
from playground.tracing.line_tracer import EndlessError
from playground.tracing.listing_lines import (
    SourceText,
    possible_faulty_lines,
    read_source,
)
from playground.tracing.trace import trace_function

AnyListing = Listing[Any, Any, Any, Any]


def check_comparisons(entry: SceneEntry) -> Iterator[Finding]:
    """Check the listing's texts in each sample state, as `check_comparison` does."""
    for sample in states(entry):
        yield from check_comparison(entry, sample)


def check_comparison(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check the texts of the listing's answer in one state, for each number type.

    The answer must be described; a mistake must be explained in a sentence and name a
    step that exists.
    """
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        listing_verdict = solution.listing_verdict(dtype)
        if listing_verdict is None or not listing_verdict.answer:
            yield fault("the listing's `describe_answer` is empty")
        elif not listing_verdict.agrees:
            if not listing_verdict.why.endswith((".", "?")):
                yield fault(
                    "no sentence says why for the mistake {mistake!r}",
                    mistake=listing_verdict.kind,
                )
            if not 0 <= listing_verdict.step <= len(solution.steps):
                yield fault(
                    "{mistake!r} names step {step}, which does not exist",
                    mistake=listing_verdict.kind,
                    step=listing_verdict.step,
                )


def check_listing_answers(entry: SceneEntry) -> Iterator[Finding]:
    """Check the listing's hits in the sample states, as `check_listing_answer` does.

    Only the first difference is reported.
    """
    for sample in states(entry):
        for finding in check_listing_answer(entry, sample):
            yield finding
            return


def check_start(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the start's drag leads from an agreeing listing to a mistake.

    The dragged parameter must have a handle, and the listing an answer at both ends.
    """
    start = entry.start
    if start is None:
        return
    spec = parameters.parameters_of(entry.params).get(start.handle)
    if spec is None or spec.handle is None:
        yield fault(
            "its start drags {handle!r}, which has no handle", handle=start.handle
        )
        return
    dragged = parameters.drag(start.params, start.handle, 0, start.target)
    for params, agrees in ((start.params, True), (dragged, False)):
        solution = solve_state(entry, params).solution
        if solution is None or solution.scene.listing is None:
            yield fault("its start needs a listing's answer at both its ends")
            return
        listing_verdict = solution.listing_verdict(solution.scene.listing.dtypes[0])
        if listing_verdict is None or listing_verdict.agrees is not agrees:
            yield fault(
                "the listing already differs where it starts"
                if agrees
                else "the listing agrees where its start drags {handle!r}",
                handle=start.handle,
            )


def check_listing_answer(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check that the listing's hit or miss is the verdict where no mistake holds.

    It is not checked in scenes with a timeline, nor for answers that are not known to
    be a hit or a miss: other than a bool, alone or first in a tuple, None, or an object
    with `hit`.
    """
    solution = found.solution
    listing = solution.scene.listing if solution else None
    for dtype in listing.dtypes if listing else ():
        assert solution is not None
        listing_verdict = solution.listing_verdict(dtype)
        if (
            listing_verdict
            and listing_verdict.agrees
            and _differs_from_verdict(solution, dtype)
        ):
            yield fault(
                "in {state} the listing's answer ({answer}) is not the "
                "verdict, and none of its mistakes holds",
                state=found.name,
                answer=listing_verdict.answer,
            )


def _differs_from_verdict(solution: Solution, dtype: Precision) -> bool:
    """Return whether the listing's hit or miss differs from the verdict.

    With a timeline it is not compared: the listing may answer for one moment.
    """
    listing, verdict = solution.scene.listing, solution.verdict
    if listing is None or verdict is None or solution.scene.timeline is not None:
        return False
    trial = listing.compare_with_truth(
        solution.view_free_params, solution.result, dtype
    )
    hit = _interpret_hit(trial.answer, solution)
    return hit is not None and hit != verdict.hit


def _interpret_hit(answer: Any, solution: Solution) -> bool | None:
    """Return whether an answer is a hit; None if unknown."""
    if answer is None:
        return False
    if hasattr(answer, "hit"):
        quiz = solution.scene.quiz
        return bool(quiz.article_hit(answer) if quiz else answer.hit)
    if isinstance(answer, tuple) and answer:
        answer = answer[0]
    truth = isinstance(answer, bool) or getattr(answer, "dtype", None) == np.bool_
    return bool(answer) if truth and np.ndim(answer) == 0 else None


def check_listing_code(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the code accepts its arguments, runs on arrays and can be traced.

    It must raise nothing in any case. Only the first fault is reported.
    """
    for sample in cases(entry):
        solution = sample.solution
        listing = solution.scene.listing if solution else None
        if solution is None or listing is None or listing.code is None:
            continue
        for dtype in listing.dtypes:
            for finding in _find_run_faults(listing, solution, dtype):
                yield fault(
                    "in {state} {said}",
                    state=sample.name,
                    said=finding,
                    at=function_line(listing.code),
                )
                return


def _find_run_faults(
    listing: AnyListing, solution: Solution, dtype: Precision
) -> Iterator[str]:
    assert listing.code is not None
    if listing.arguments is None:
        yield message(
            "the listing's `code` is called without arguments: declare `arguments`"
        )
        return
    arguments = listing.arguments(solution.view_free_params)
    try:
        inspect.signature(listing.code).bind(*arguments)
    except TypeError as error:
        yield message(
            "`arguments` does not fit `{function}`: {error}",
            function=listing.code.__name__,
            error=str(error),
        )
        return
    try:
        listing.evaluate(solution.view_free_params, dtype)
    except NotOnArraysError as error:
        yield message(
            "the listing's `code` cannot be run on arrays: {error}", error=str(error)
        )
        return
    try:
        numbers = tuple(dtype(x) for x in arguments)
        trace = trace_function(listing.code, numbers, dtype)
    except (EndlessError, TypeError, ValueError) as error:
        yield message("the listing's code cannot be traced: {error}", error=str(error))
        return
    if trace.raised:
        yield message(
            "the listing's code fails in line {line}: {error}",
            line=trace.raised_at,
            error=trace.raised,
        )
        return


def check_listing_names(entry: SceneEntry) -> Iterator[Finding]:
    """Check the names in a listing against its code, which must be readable.

    Each faulty line must be exactly one line of the code, each of `names` a variable of
    it, and each highlight key one of the picture, a row or a step.
    """
    for part in entry.sub_scenes():
        listing = part.listing
        if listing is None or listing.code is None:
            continue
        place = function_line(listing.code)
        try:
            source = read_source(listing.code.__code__)
        except (AttributeError, ValueError) as error:
            yield fault(
                "the listing's code cannot be shown: {error}",
                error=str(error),
                at=place,
            )
            continue
        for mistake in listing.mistakes:
            try:
                possible_faulty_lines(replace(listing, mistakes=(mistake,)))
            except ValueError as error:
                yield fault(
                    "of the mistake {mistake!r}: {error}",
                    mistake=mistake.kind.name,
                    error=str(error),
                    at=place,
                )
        argument_names = {name for names in source.names.values() for name in names}
        for name in sorted({*listing.names} - argument_names - _argument_names(source)):
            yield fault(
                "the listing's `names` name {name!r}, which is not a variable"
                " of its code",
                name=name,
                at=place,
            )
        yield from _check_variable_keys(entry, listing, place)


def _argument_names(source: SourceText) -> set[str]:
    """Return the names of the parameters of all functions of a source."""
    nodes = ast.walk(ast.parse(source.text))
    return {node.arg for node in nodes if isinstance(node, ast.arg)}


def _check_variable_keys(
    entry: SceneEntry, listing: AnyListing, place: str
) -> Iterator[Finding]:
    """Check that the variables' highlight keys occur in the drawing, steps or rows."""
    known_keys: set[str] = set()
    for sample in states(entry):
        solution = sample.solution
        if solution is None or solution.scene.listing is not listing:
            continue
        known_keys |= solution.draw().keys() | {row.key for row in solution.rows}
        for step in solution.steps:
            known_keys |= {*step.keys}
            for latex in (step.formula, step.numbers, step.result):
                known_keys |= {*symbol_keys(latex)}
    for key in sorted({*listing.names.values()} - known_keys):
        yield fault(
            "the listing's `names` use the key {key!r}, which nothing "
            "drawn, no row and no step has",
            key=key,
            at=place,
        )
