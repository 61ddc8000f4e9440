"""Somebody's code asked in this very process, where there can be no other.

It is for a browser's worker. What goes on for too long is ended from within, as far as
Python can; whatever else never ends is ended with its worker, by the page.
"""

import io
import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from types import CodeType
from typing import Any

from playground.i18n import message
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.pipes import LineProcess
from playground.judge.runner.protocol import escape_text
from playground.judge.runner.worker import TICK_INTERVAL_S, CallClock, prepare_function
from playground.scene.override import override

# Seconds that an answer may take, and the file when it is loaded. There is nothing to
# start, and nobody likes to look at an endless loop.
_ANSWER_LIMIT_S = 0.25
_LOAD_LIMIT_S = 2.0
# So much of a line that it prints is kept.
_MAX_LINE_CHARS = 200
_TOOL = "playground.judge"


class InProcessRunner(CodeRunner):
    """Code as in a process of its own, with the same answers in the same words.

    What it prints is in `errors`.

    Parameters
    ----------
    target : str
        `FILE.py:FUNCTION`.
    """

    def __init__(self, target: str) -> None:
        name = target.rpartition("/")[2]
        super().__init__(
            [target],
            name,
            python=True,
            limit=_ANSWER_LIMIT_S,
            starting=0.0,
            loading=_LOAD_LIMIT_S,
        )
        self._target = target

    @override
    def _create_process(self) -> LineProcess:
        return _InProcessLineProcess(self._target, self._hear_line)


class _InProcessLineProcess(LineProcess):
    """Stands for the process: a line is answered when it is asked for."""

    def __init__(self, target: str, printed: Callable[[str], object]) -> None:
        self._target = target
        self._answer: Callable[[dict[str, Any]], Any] | None = None
        self._begun = False
        self._asked: deque[str] = deque()
        self._printed = _LineWriter(printed)
        self._watch = _Watchdog(target.rpartition(":")[0])

    @property
    def is_running(self) -> bool:
        return True

    @property
    def has_unread_lines(self) -> bool:
        return False

    def write(self, text: str) -> None:
        self._asked.extend(text.splitlines())

    def line(self, seconds: float) -> str | None:
        with (
            redirect_stdout(self._printed),
            redirect_stderr(self._printed),
            self._watch.limit_time(seconds),
        ):
            return self._line()

    def _line(self) -> str | None:
        if not self._begun:
            self._begun = True
            hello, self._answer = prepare_function(self._target, self._watch)
            return json.dumps(hello)
        if self._answer is None or not self._asked:
            return None
        return json.dumps(self._answer(json.loads(self._asked.popleft())))

    def exit_message(self) -> str:
        return message("it exited")

    def find_current_line(self, file: str) -> int:
        return self._watch.line

    def close(self) -> None:
        self._asked.clear()
        self._watch.close()


class _LineWriter(io.TextIOBase):
    """Takes what is printed line by line."""

    def __init__(self, printed: Callable[[str], object]) -> None:
        self._printed, self._rest = printed, ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._printed(escape_text(line[:_MAX_LINE_CHARS]))
        # What never ends a line is not kept for ever.
        self._rest = self._rest[:_MAX_LINE_CHARS]
        return len(text)


class _CodeTimeoutError(BaseException):
    """Raised in the middle of somebody's code, which is not to catch it."""


class _Watchdog(CallClock):
    """Ends code of one file where it goes on for too long.

    Wherever that jumps or calls, it looks at the clock. Before Python 3.12 it cannot.
    """

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._until = float("inf")
        self._over = False
        self._next = float("inf")
        self.line = 0
        """In which it was when it was ended last; 0 for none."""
        self._begin()

    @contextmanager
    def limit_time(self, seconds: float) -> Iterator[None]:
        """Raise TimeoutError for what takes longer, if that can be ended."""
        self._over, self.line, self._until = False, 0, time.monotonic() + seconds
        try:
            yield
        except _CodeTimeoutError:
            pass  # it is told below, as where the code has caught it
        finally:
            self._until = float("inf")
        if self._over:
            raise TimeoutError

    @override
    @contextmanager
    def run_timer(self) -> Iterator[None]:
        self._next = time.monotonic() + TICK_INTERVAL_S
        try:
            yield
        finally:
            self._next = float("inf")

    if sys.version_info >= (3, 12):

        def _begin(self) -> None:
            watching = sys.monitoring
            tool = watching.DEBUGGER_ID
            if watching.get_tool(tool) not in (None, _TOOL):
                return
            watching.free_tool_id(tool)
            watching.use_tool_id(tool, _TOOL)
            events = watching.events
            kinds = (events.JUMP, events.PY_START, events.PY_RESUME)
            for kind in kinds:
                watching.register_callback(tool, kind, self._check_time)
            watching.set_events(tool, sum(kinds))

        def _check_time(self, code: CodeType, *_: object) -> object:
            if code.co_filename != self._file:
                return sys.monitoring.DISABLE
            now = time.monotonic()
            if now > self._until:
                self._over = True
                self.line = sys._getframe(1).f_lineno
                raise _CodeTimeoutError
            if now > self._next:
                self._next = now + TICK_INTERVAL_S
                self.tick()
            return None

        def close(self) -> None:
            """Look no more."""
            if sys.monitoring.get_tool(sys.monitoring.DEBUGGER_ID) == _TOOL:
                sys.monitoring.set_events(sys.monitoring.DEBUGGER_ID, 0)
                sys.monitoring.free_tool_id(sys.monitoring.DEBUGGER_ID)

    else:

        def _begin(self) -> None:
            pass

        def close(self) -> None:
            """Look no more."""
