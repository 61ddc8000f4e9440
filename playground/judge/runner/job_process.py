"""Process that runs our own functions for another process: client and server.

Jobs, progress and results are pickled, one line each; prints go to standard error.
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
"""Receives the progress of a job, in words and as a share from 0 to 1."""
Job = Callable[..., Any]
"""A module-level function whose first parameter is a progress callback."""


class JobEndedError(Exception):
    """Raised if the process ends during a job.

    Attributes
    ----------
    error_line : str
        The last line of its standard error; "" for none.
    exit_text : str
        How it exited.
    """

    def __init__(self, error_line: str, exit_text: str) -> None:
        super().__init__(error_line or exit_text)
        self.error_line, self.exit_text = error_line, exit_text


class JobProcess:
    """A process that runs jobs one after the other; it starts with the first.

    After a crash or a timeout the next job starts a new process.
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
        """Run a job in the process and return its result.

        Parameters
        ----------
        job : callable
            A module-level function, which takes a progress callback and `arguments`.
        *arguments
            Its arguments after the progress callback; they have to be picklable.
        timeout_s : float
            Time limit between two signs of progress, in seconds.
        on_progress : callable
            Takes the progress, in words and as a share from 0 to 1.

        Raises
        ------
        TimeoutError
            There was neither progress nor a result in that time.
        JobEndedError
            The process has exited, or was closed.
        OSError, ValueError
            The process cannot be started.
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
        """End the process, from any thread; no other is started."""
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
    """Run jobs from standard input until it ends."""
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
