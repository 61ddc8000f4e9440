"""Runner of user code in this process, for a web worker, which cannot start another.

Calls that take too long are interrupted from within where Python can do so; otherwise
the page terminates the whole web worker.
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

# Time limits of an answer and of loading the file, short since no process is started.
_ANSWER_LIMIT_S = 0.25
_LOAD_LIMIT_S = 2.0
# Longer lines of output are cut.
_MAX_LINE_CHARS = 200
_TOOL = "playground.judge"


class InProcessRunner(CodeRunner):
    """Runner with the answers and messages of `CodeRunner`, but without a process.

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
    """Stand-in for the process: computes an answer when its line is read."""

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
    """Text stream that passes on lines."""

    def __init__(self, printed: Callable[[str], object]) -> None:
        self._printed, self._rest = printed, ""

    def write(self, text: str) -> int:
        *lines, self._rest = (self._rest + text).split("\n")
        for line in lines:
            self._printed(escape_text(line[:_MAX_LINE_CHARS]))
        # Limit output without a line break.
        self._rest = self._rest[:_MAX_LINE_CHARS]
        return len(text)


class _CodeTimeoutError(BaseException):
    """Raised in user code on a timeout; not an Exception, which it might catch."""


class _Watchdog(CallClock):
    """Time limit for the code of one file.

    It checks the clock at every jump and call in it, which needs Python 3.12.
    """

    def __init__(self, file: str) -> None:
        super().__init__()
        self._file = file
        self._until = float("inf")
        self._over = False
        self._next = float("inf")
        self.line = 0
        """The line where it was last interrupted; 0 for none."""
        self._begin()

    @contextmanager
    def limit_time(self, seconds: float) -> Iterator[None]:
        """Raise TimeoutError if the code takes longer than `seconds`.

        Code that cannot be interrupted runs on, and without Python 3.12 all code.
        """
        self._over, self.line, self._until = False, 0, time.monotonic() + seconds
        try:
            yield
        except _CodeTimeoutError:
            pass  # reported below, as when the code has caught it
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
            current_time = time.monotonic()
            if current_time > self._until:
                self._over = True
                self.line = sys._getframe(1).f_lineno
                raise _CodeTimeoutError
            if current_time > self._next:
                self._next = current_time + TICK_INTERVAL_S
                self.tick()
            return None

        def close(self) -> None:
            """Stop monitoring."""
            if sys.monitoring.get_tool(sys.monitoring.DEBUGGER_ID) == _TOOL:
                sys.monitoring.set_events(sys.monitoring.DEBUGGER_ID, 0)
                sys.monitoring.free_tool_id(sys.monitoring.DEBUGGER_ID)

    else:

        def _begin(self) -> None:
            pass

        def close(self) -> None:
            """Stop monitoring."""
