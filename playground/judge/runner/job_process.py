"""A process of ours that calls functions for another: both of its ends.

What is asked and what comes of it are Python objects, pickled into a line each; what is
printed goes to standard error.
"""

import base64
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from playground.judge.runner.code_runner import worker_environment
from playground.judge.runner.pipes import LineProcess

_MODULE = "playground.judge.runner.job_process"

ProgressCallback = Callable[[str, float], object]
"""Receives the progress of a job, in words and as a share of all."""
Job = Callable[..., Any]
"""A function at the top of a module; it takes a progress callback first."""


class JobEndedError(Exception):
    """A process that has ended during a job.

    Attributes
    ----------
    error_line : str
        The last line of its standard error; "" for none.
    exit_text : str
        How it ended.
    """

    def __init__(self, error_line: str, exit_text: str) -> None:
        super().__init__(error_line or exit_text)
        self.error_line, self.exit_text = error_line, exit_text


class JobProcess:
    """A process that works on one job after the other; it starts with the first.

    After it has ended, or has taken too long, the next job starts another.
    """

    def __init__(self) -> None:
        self._process: LineProcess | None = None
        self._error_lines = deque[str](maxlen=1)
        self._lock, self._closed = threading.Lock(), False

    def run(
        self,
        job: Job,
        *arguments: object,
        timeout_s: float,
        on_progress: ProgressCallback = lambda words, share: None,
    ) -> Any:
        """Return what a job returns.

        Raises
        ------
        TimeoutError
            Nothing came of it, and no progress, in that time.
        JobEndedError
            The process has ended, or is closed.
        OSError, ValueError
            It cannot be started.
        """
        process = self._start()
        process.write(_encode_line((job, arguments)))
        try:
            while (line := process.line(timeout_s)) is not None:
                is_result, value = _decode_line(line)
                if is_result:
                    return value
                on_progress(*value)
            error_line = next(iter(self._error_lines), "")
            raise JobEndedError(error_line, process.exit_message())
        except (TimeoutError, JobEndedError):
            with self._lock:
                self._process = None
            process.close()
            raise

    def _start(self) -> LineProcess:
        with self._lock:
            if self._closed:
                raise JobEndedError("", "")
            if self._process is None:
                command = [sys.executable, "-P", "-m", _MODULE]
                self._error_lines.clear()
                self._process = LineProcess(
                    command, worker_environment(()), self._error_lines.append
                )
            return self._process

    def close(self) -> None:
        """End it, from whatever thread, and begin no other."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process:
            process.close()


def _encode_line(value: object) -> str:
    return base64.b64encode(pickle.dumps(value)).decode() + "\n"


def _decode_line(line: str) -> Any:
    return pickle.loads(base64.b64decode(line))


def main() -> None:
    """Work until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    os.dup2(2, 1)

    def write(*told: object) -> None:
        answers.write(_encode_line(told))
        answers.flush()

    while line := sys.stdin.readline():
        job, arguments = _decode_line(line)
        write(True, job(lambda *progress: write(False, progress), *arguments))


if __name__ == "__main__":
    main()
