"""Assertion for your own tests that a function agrees with the core."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from playground.judge.baseline import (
    BaselineError,
    compare_with_baseline,
    read_baseline,
)
from playground.judge.evaluation import (
    DEFAULT_CASE_COUNT,
    DEFAULT_MIN_ANSWERED_RATIO,
    DEFAULT_TIME_LIMIT_S,
    EvaluationError,
    EvaluationOptions,
    evaluate_code,
    find_query,
    find_scene,
)
from playground.judge.findings import TOLERANCE
from playground.judge.report.text import summary
from playground.judge.report.verdict import collect_verdict
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeError
from playground.judge.shrink import shrink_failures


def judged(
    function: Callable[..., Any] | str,
    scene: str,
    *,
    allow: Iterable[str] = (),
    seed: int = 0,
    cases: int = DEFAULT_CASE_COUNT,
    tolerance: float = TOLERANCE,
    seconds: float = DEFAULT_TIME_LIMIT_S,
    min_answered: float = DEFAULT_MIN_ANSWERED_RATIO,
    baseline: str | Path | None = None,
) -> None:
    """Assert that a function answers a scene's query correctly.

    The function runs in a worker process, as with `playground judge`, so that code that
    hangs or crashes fails the test and does not stop it.

    Parameters
    ----------
    function : callable or str
        A module-level function of a Python file; or `FILE.py:FUNCTION` or
        `engine:NAME`.
    scene : str
        A scene's id, or its file `SCENE.py`.
    allow : iterable of str
        Allowed deviations: choices of the query, "touch" or "rounding".
    seed, cases : int
        Seed and approximate number of the generated cases.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    seconds : float
        Time limit of the whole run, in seconds.
    min_answered : float
        Share of the cases, 0 to 1, that has to be answered.
    baseline : str or Path, optional
        A file of `playground judge --json`; mistakes in it do not fail the test.

    Raises
    ------
    AssertionError
        An answer is wrong, or too few were given; the message is the judge's report.
    ValueError
        The function cannot be run, the baseline cannot be used, or the scene or an
        allowed deviation is unknown.
    """
    __tracebackhide__ = True
    words = (allow,) if isinstance(allow, str) else tuple(allow)
    terms = EvaluationOptions(cases, seed, words, tolerance, seconds, min_answered)
    try:
        entry = find_scene(scene)
        known_mistakes = read_baseline(Path(baseline), entry.id) if baseline else None
        target = function if isinstance(function, str) else _target(function)
        folders = [folder or os.getcwd() for folder in sys.path]
        name = find_query(entry).name
        with CodeRunner.from_target(target, name, folders=folders) as code:
            trial = evaluate_code(entry, code, terms)
            comparison = compare_with_baseline(trial, known_mistakes)
            if not (comparison or trial.outcome).exit_code:
                return
            lines = summary(collect_verdict(trial, shrink_failures(trial)))
    except (CodeError, EvaluationError, BaselineError) as error:
        raise ValueError(str(error)) from None
    lines += comparison.lines(str(baseline)) if comparison else []
    again = _command(target, scene, terms, baseline)
    raise AssertionError("\n".join([*lines, f"Try it: {again}"]))


def _target(function: Callable[..., Any]) -> str:
    """Return a function's `FILE.py:NAME` for the worker; CodeError without one."""
    name = getattr(function, "__name__", type(function).__name__)
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    file = getattr(module, "__file__", None) or ""
    if getattr(module, name, None) is not function or not file.endswith(".py"):
        raise CodeError(
            "{name} must be a module-level Python function; wrap it in one if it "
            "is a lambda, method, closure or extension function",
            name=name,
        )
    path = Path(file).resolve()
    folder = Path.cwd().resolve()
    place = path.relative_to(folder) if path.is_relative_to(folder) else path
    return f"{place}:{name}"


def _command(
    target: str, scene: str, terms: EvaluationOptions, baseline: str | Path | None
) -> str:
    """Return the `playground judge` command that repeats the test."""
    usual = EvaluationOptions()
    options = [x for word in terms.allow for x in ("--allow", word)]
    for option, value, default in (
        ("--seed", terms.seed, usual.seed),
        ("--cases", terms.count, usual.count),
        ("--tolerance", terms.tolerance, usual.tolerance),
        ("--min-answered", terms.answered, usual.answered),
        ("--baseline", baseline, None),
    ):
        if value != default:
            options += [option, str(value)]
    return shlex.join(["playground", "judge", target, "--scene", scene, *options])
