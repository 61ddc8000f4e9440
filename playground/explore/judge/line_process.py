"""A program in a process of its own, written to and read from in lines."""

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any


class LineProcess:
    """A program that has been started; it ends with `close`.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    environment : mapping
        Its environment.
    complain : callable
        Is given each line of its standard error, in another thread.

    Raises
    ------
    OSError, ValueError
        It cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        complain: Callable[[str], None],
    ) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=environment,
            start_new_session=True,
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def note(line: str | None) -> None:
            if line is not None:
                complain(line.rstrip())

        for work, stream in (
            (self._lines.put, self._process.stdout),
            (note, self._process.stderr),
        ):
            reader = threading.Thread(target=_read, args=(stream, work), daemon=True)
            reader.start()

    @property
    def runs(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process.poll() is None

    @property
    def says_more(self) -> bool:
        """Whether it runs and has written lines that nobody has read."""
        return self.runs and not self._lines.empty()

    def write(self, text: str) -> None:
        """Write to it; nothing happens if it has died, whose lines can still be read.

        What does not fit into the pipe waits until it has read.
        """
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(text)
            self._process.stdin.flush()

    def line(self, seconds: float) -> str | None:
        """Return its next line; None at the end.

        Raises
        ------
        TimeoutError
            There is none in so many seconds.
        """
        try:
            return self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TimeoutError from None

    def ended(self) -> str:
        """Return in words how it ended, when there are no more lines."""
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return "it shut its output"
        return f"ended by signal {-code}" if code < 0 else f"exit status {code}"

    def close(self) -> None:
        """End it, and what it has started."""
        process = self._process
        try:
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        except OSError:
            pass  # it has ended by itself
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                if stream:
                    stream.close()


def _read(stream: Any, work: Callable[[str | None], None]) -> None:
    """Hand on each line, and None at the end."""
    with suppress(OSError, ValueError):
        for line in stream:
            work(line)
    work(None)
