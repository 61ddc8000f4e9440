"""A function's run, line by line."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import field
from types import CodeType, FrameType, FunctionType
from typing import Any

import numpy as np

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.tracing.listing_lines import read_source
from playground.tracing.shadow_value import ComparisonEvent, Run, RunLimitReached

MAX_LINES = 10_000
"""How many lines a run may take."""


class EndlessError(RuntimeError):
    """A function does not seem to come to an end."""


@dataclass
class LineExecution:
    """One time that a run comes to a line.

    Attributes
    ----------
    line : int
        The first of the line's statement.
    values : dict
        What it gives names to; `return` is what it returns.
    comparisons : list of ComparisonEvent
        What it compares.
    """

    line: int
    values: dict[str, Any] = field(default_factory=dict)
    comparisons: list[ComparisonEvent] = field(default_factory=list)


class LineTrace:
    """One call of a function, followed through all functions of its file.

    Attributes
    ----------
    run : Run
        What its numbers belong to; the visit with the number n is `visits[n - 1]`.
    source : Source
        The text of its file.
    visits : list of LineExecution
        Every line that it came to.
    codes : set of code
        The functions that it came through.
    answer : object
        What it returned.
    error : Exception or None
        What ended it instead.
    """

    def __init__(self, function: FunctionType, given: Any, run: Run) -> None:
        code = function.__code__
        self.run = run
        self.source = read_source(code)
        if not self.source.has_function(code):
            raise ValueError(
                message("the text of {name} is not known", name=code.co_name)
            )
        self.visits: list[LineExecution] = []
        self.codes: set[CodeType] = {code}
        self.answer: Any = None
        self.error: Exception | None = None
        self._file = code.co_filename
        self._run_function(function, given)
        for c in run.comparisons:
            if c.visit:
                self.visits[c.visit - 1].comparisons.append(c)

    @property
    def error_line(self) -> int:
        """The last line of the file in which the exception was; 0 without one."""
        place, line = self.error and self.error.__traceback__, 0
        while place:
            if place.tb_frame.f_code.co_filename == self._file:
                line = place.tb_lineno
            place = place.tb_next
        return line

    def _run_function(self, function: FunctionType, given: Any) -> None:
        before = sys.gettrace()
        sys.settrace(self._make_tracer())
        try:
            with np.errstate(all="ignore"):
                named = isinstance(given, Mapping)
                self.answer = function(**given) if named else function(*given)
        except RunLimitReached:
            raise EndlessError(
                message(
                    "stopped after {count} lines: it does not seem to end",
                    count=MAX_LINES,
                )
            ) from None
        except Exception as error:
            self.error = error
        finally:
            sys.settrace(before)

    def _make_tracer(self) -> Callable[[FrameType, str, Any], Any]:
        """Return what follows the functions of the file.

        What others do belongs to the caller's line; so does what a comprehension and a
        lambda do. It is called for every function there is, so it is short.
        """
        file, has, follow = self._file, self.source.has_function, self._trace_lines

        def trace_call(frame: FrameType, event: str, value: Any) -> Any:
            code = frame.f_code
            if code.co_filename != file or not has(code):
                return None
            return follow(frame)

        return trace_call

    def _trace_lines(self, frame: FrameType) -> Callable[[FrameType, str, Any], Any]:
        """Follow one call of a function of the file, line by line."""
        code = frame.f_code
        self.codes.add(code)
        within = self.run.visit
        visit = self._start_line(self.source.span(code).start)
        visit.values.update(frame.f_locals)
        at: LineExecution | None = None

        def trace_line(_: FrameType, event: str, value: Any) -> Any:
            nonlocal at
            if event == "line":
                number = frame.f_lineno
                head = self.source.head.get(number, number)
                if at is None or at.line != head or number == head:
                    self._finish_line(at, frame)
                    at = self._start_line(head)
            elif event == "return":
                self._finish_line(at, frame)
                if at is not None and at.line in self.source.returns:
                    at.values["return"] = value
                self.run.visit = within
            return trace_line

        return trace_line

    def _start_line(self, line: int) -> LineExecution:
        if len(self.visits) >= MAX_LINES:
            raise RunLimitReached
        self.visits.append(LineExecution(line))
        self.run.visit = len(self.visits)
        return self.visits[-1]

    def _finish_line(self, visit: LineExecution | None, frame: FrameType) -> None:
        """Note what a line has given values to."""
        names = self.source.names.get(visit.line, ()) if visit else ()
        if visit and names:
            here = frame.f_locals
            visit.values.update({name: here[name] for name in names if name in here})
