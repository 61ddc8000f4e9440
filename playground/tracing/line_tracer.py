"""Line tracer: runs a function and records the values of every line."""

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
"""Limit on the lines of a run."""


class EndlessError(RuntimeError):
    """Raised for a function that does not seem to end."""


@dataclass
class LineExecution:
    """One visit of a run to a line.

    Attributes
    ----------
    line : int
        First line of the statement.
    values : dict of str to object
        Values assigned to names; `return` is the returned value.
    comparisons : list of ComparisonEvent
        Comparisons made.
    """

    line: int
    values: dict[str, Any] = field(default_factory=dict)
    comparisons: list[ComparisonEvent] = field(default_factory=list)


class LineTrace:
    """Trace of one call of a function, including calls of functions of its file.

    Parameters
    ----------
    function : function
        Function to call.
    given : sequence or mapping
        Its positional or keyword arguments.
    run : Run
        Run of its numbers.

    Raises
    ------
    EndlessError
        If it runs through more than 10,000 lines, or exceeds the run's limit.
    ValueError
        If its source is not available.

    Attributes
    ----------
    run : Run
        Run of its numbers; visit number n is `visits[n - 1]`.
    source : SourceText
        Text of the file.
    visits : list of LineExecution
        Every line reached, in order.
    codes : set of code
        Functions that were called.
    answer : object
        Returned value.
    error : Exception or None
        Exception that ended the run.
    """

    def __init__(self, function: FunctionType, given: Any, run: Run) -> None:
        code = function.__code__
        self.run = run
        self.source = read_source(code)
        if not self.source.has_function(code):
            raise ValueError(
                message("the source code of {name} is not available", name=code.co_name)
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
        """Last line of the file in the exception's traceback; 0 without one."""
        place, line = self.error and self.error.__traceback__, 0
        while place:
            if place.tb_frame.f_code.co_filename == self._file:
                line = place.tb_lineno
            place = place.tb_next
        return line

    def _run_function(self, function: FunctionType, given: Any) -> None:
        tracer_before = sys.gettrace()
        sys.settrace(self._make_tracer())
        try:
            with np.errstate(all="ignore"):
                is_named = isinstance(given, Mapping)
                self.answer = function(**given) if is_named else function(*given)
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
            sys.settrace(tracer_before)

    def _make_tracer(self) -> Callable[[FrameType, str, Any], Any]:
        """Return a trace function for the functions of the file.

        Functions of other files, comprehensions and lambdas count as part of the
        calling line. It is called for every function, so it is short.
        """
        file, has, follow = self._file, self.source.has_function, self._trace_lines

        def trace_call(frame: FrameType, event: str, value: Any) -> Any:
            code = frame.f_code
            if code.co_filename != file or not has(code):
                return None
            return follow(frame)

        return trace_call

    def _trace_lines(self, frame: FrameType) -> Callable[[FrameType, str, Any], Any]:
        """Trace one call of a function of the file, line by line."""
        code = frame.f_code
        self.codes.add(code)
        visit_before = self.run.visit
        visit = self._start_line(self.source.span(code).start)
        visit.values.update(frame.f_locals)
        execution: LineExecution | None = None

        def trace_line(_: FrameType, event: str, value: Any) -> Any:
            nonlocal execution
            if event == "line":
                number = frame.f_lineno
                head = self.source.head.get(number, number)
                if execution is None or execution.line != head or number == head:
                    self._finish_line(execution, frame)
                    execution = self._start_line(head)
            elif event == "return":
                self._finish_line(execution, frame)
                if execution is not None and execution.line in self.source.returns:
                    execution.values["return"] = value
                self.run.visit = visit_before
            return trace_line

        return trace_line

    def _start_line(self, line: int) -> LineExecution:
        if len(self.visits) >= MAX_LINES:
            raise RunLimitReached
        self.visits.append(LineExecution(line))
        self.run.visit = len(self.visits)
        return self.visits[-1]

    def _finish_line(self, visit: LineExecution | None, frame: FrameType) -> None:
        """Record the values that a line has assigned."""
        names = self.source.names.get(visit.line, ()) if visit else ()
        if visit and names:
            here = frame.f_locals
            visit.values.update({name: here[name] for name in names if name in here})
