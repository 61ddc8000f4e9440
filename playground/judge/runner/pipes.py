"""A program in a process of its own, written to and read from in lines."""

import errno
import os
import queue
import re
import select
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import IO

from playground.i18n import enum_of_texts, message
from playground.judge.runner.protocol import escape_text

# It may write lines of so many bytes, and so many that nobody reads.
_MAX_LINE_BYTES = 32 << 20
_MAX_UNREAD_LINES = 4096
# Of a line of its standard error so much is kept.
_MAX_ERROR_LINE_BYTES = 500
# So many bytes fit into the smallest of pipes.
_PIPE_CAPACITY_BYTES = 4096
# It may have so many bytes of memory.
_MEMORY_LIMIT_BYTES = 4 << 30
# Seconds until it says where it is, until it has ended, and until it is read out.
_LOCATE_TIMEOUT_S = 1.0
_EXIT_TIMEOUT_S = 5.0
_DRAIN_TIMEOUT_S = 0.2
# So many until the system has started it, however busy it is.
_START_TIMEOUT_S = 60.0
_FILE = Path(__file__).with_name("supervisor.py")
# As a file by itself it starts much sooner; in the program of a single file it is none.
_SUPERVISOR_ARGUMENTS = (
    ["-I", "-S", str(_FILE)]
    if _FILE.exists()
    else ["-P", "-m", "playground.judge.runner.supervisor"]
)


class LineProcess:
    """A program that has been started; it ends with `close`.

    On Linux nothing that it has started outlives it, or whoever has started it, and it
    has 4 GiB of memory. Elsewhere what makes a session of its own may live on, but
    nobody waits for it.

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
        self._control_pipe: int | None = None
        """While this pipe is open an overseer keeps it."""
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._stream_threads: list[tuple[threading.Thread, IO[bytes]]] = []
        """Who reads from it and writes to it, in threads."""
        self._process = (
            self._start_supervised(command, environment)
            if sys.platform == "linux" and sys.executable
            else _start_process(command, environment)
        )
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._overflow_message = ""
        self._start_stream_thread(self._process.stdout, self._read_lines)
        self._start_stream_thread(
            self._process.stderr, lambda stream: _forward_lines(stream, complain)
        )

    def _start_stream_thread(
        self, stream: IO[bytes] | None, work: Callable[[IO[bytes]], None]
    ) -> None:
        """Work with a stream in a thread, which shuts it if `close` could not wait."""
        assert stream is not None

        def run() -> None:
            with suppress(OSError, ValueError):
                work(stream)
            if self._closed.is_set():
                _close_stream(stream)

        thread = threading.Thread(target=run, daemon=True)
        with self._lock:  # another thread may be closing it
            thread.start()
            running = [pair for pair in self._stream_threads if pair[0].is_alive()]
            self._stream_threads = [*running, (thread, stream)]

    def _start_supervised(
        self, command: Sequence[str], environment: Mapping[str, str]
    ) -> subprocess.Popen[bytes]:
        control, wanted = os.pipe()
        failed, status = os.pipe()
        try:
            numbers = [str(n) for n in (control, status, _MEMORY_LIMIT_BYTES)]
            alone = [sys.executable, *_SUPERVISOR_ARGUMENTS, *numbers]
            process = _start_process([*alone, *command], environment, (control, status))
        except BaseException:
            os.close(wanted)
            os.close(failed)
            raise
        finally:
            os.close(control)
            os.close(status)
        with open(failed, "rb") as said:
            soon = select.poll()
            soon.register(said, select.POLLIN | select.POLLHUP)
            in_time = soon.poll(1000.0 * _START_TIMEOUT_S)
            number = int(said.read() or 0) if in_time else errno.ETIMEDOUT
        self._control_pipe = wanted
        if number:
            self._process = process
            self.close()
            raise OSError(number, os.strerror(number))
        return process

    @property
    def is_running(self) -> bool:
        """Whether it has not ended by itself."""
        return self._process.poll() is None

    @property
    def has_unread_lines(self) -> bool:
        """Whether it runs and has written lines that nobody has read."""
        return self.is_running and not self._lines.empty()

    def write(self, text: str) -> None:
        """Write to it; nothing happens if it has died, whose lines can still be read.

        Nobody waits for one that does not read.
        """
        if len(text) > _PIPE_CAPACITY_BYTES:
            self._start_stream_thread(
                self._process.stdin, lambda stream: _write_text(stream, text)
            )
        elif stream := self._process.stdin:
            with suppress(OSError, ValueError):
                _write_text(stream, text)

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

    def exit_message(self) -> str:
        """Return in words how it ended, when there are no more lines."""
        if self._overflow_message:
            return self._overflow_message
        try:
            code = self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            return message("it closed its stdout")
        if code < 0:
            return message("ended by signal {number}", number=-code)
        return message("exit status {number}", number=code)

    def find_current_line(self, file: str) -> int:
        """Return in which line of that file our child is just now; 0 for none."""
        if not hasattr(signal, "SIGUSR1") or not self.is_running:
            return 0
        named = re.escape(file.encode("ascii", "backslashreplace").decode())
        told = re.compile(rf'  File "{named}", line (\d+) in ')
        self._process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + _LOCATE_TIMEOUT_S
        with suppress(TimeoutError):
            # It may go on to say whatever it likes.
            while (left := until - time.monotonic()) > 0.0:
                line = self.line(left)
                if line is None:
                    break
                if found := told.match(line):
                    return int(found[1])
        return 0

    def close(self) -> None:
        """End it, and what it has started."""
        process = self._process
        with self._lock:
            wanted, self._control_pipe = self._control_pipe, None
        if wanted is not None:
            os.close(wanted)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_EXIT_TIMEOUT_S)
        with suppress(OSError):  # it has ended by itself
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        with suppress(subprocess.TimeoutExpired):
            process.wait(_EXIT_TIMEOUT_S)
        with self._lock:
            self._closed.set()
            stream_threads = self._stream_threads
        until = time.monotonic() + _DRAIN_TIMEOUT_S
        for thread, _ in stream_threads:
            thread.join(max(until - time.monotonic(), 0.0))
        # Whoever else has a stream keeps its thread waiting, which shuts it then.
        busy = [stream for thread, stream in stream_threads if thread.is_alive()]
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream and stream not in busy:
                _close_stream(stream)

    def _read_lines(self, stream: IO[bytes]) -> None:
        """Keep each line, and None at the end."""
        with suppress(OSError, ValueError):
            while line := stream.readline(_MAX_LINE_BYTES):
                if len(line) == _MAX_LINE_BYTES:
                    self._overflow_message = message(
                        "a line of more than {size} MiB", size=_MAX_LINE_BYTES >> 20
                    )
                    break
                self._lines.put(line.decode("utf-8", "replace"))
                if self._lines.qsize() > _MAX_UNREAD_LINES:
                    break
        self._lines.put(None)


def _start_process(
    command: Sequence[str],
    environment: Mapping[str, str],
    kept: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,
        pass_fds=kept,
    )


def _forward_lines(stream: IO[bytes], complain: Callable[[str], None]) -> None:
    """Hand on the beginning of each line."""
    begins = True
    while line := stream.readline(_MAX_ERROR_LINE_BYTES):
        if begins:
            complain(escape_text(line.decode("utf-8", "replace").rstrip()))
        begins = line.endswith(b"\n")


def _write_text(stream: IO[bytes], text: str) -> None:
    stream.write(text.encode())
    stream.flush()


def _close_stream(stream: IO[bytes]) -> None:
    with suppress(OSError):
        stream.close()


# ----------------------------------------------------------------------------
# How often code may hang, die or talk nonsense before it is asked no more.
# ----------------------------------------------------------------------------


@enum_of_texts
class Fault(StrEnum):
    """What counts against code."""

    HANG = "it did not answer in time"
    DEATH = "it crashed"
    NONSENSE = "it returned malformed answers"


# After so many in one call no more of them is asked, after so many in all nothing.
_FAULT_LIMITS_PER_CALL = {Fault.HANG: 2, Fault.DEATH: 4, Fault.NONSENSE: 10}
_FAULT_LIMITS_IN_TOTAL = {Fault.HANG: 6, Fault.DEATH: 24, Fault.NONSENSE: 60}


class FailureLimits:
    """What code has done, in one call and in all.

    Attributes
    ----------
    answered : bool
        It has answered something. What has never is given up sooner.
    """

    def __init__(self) -> None:
        self.answered = False
        self._total_counts, self._call_counts = Counter[Fault](), Counter[Fault]()

    def begin(self) -> None:
        """Begin a call."""
        self._call_counts.clear()

    def count_fault(self, fault: Fault) -> None:
        """Count a fault."""
        self._call_counts[fault] += 1
        self._total_counts[fault] += 1

    @property
    def call_stop_reason(self) -> str:
        """Why no more is asked in this call; "" if nothing is against it."""
        return _describe_exceeded_limit(self._call_counts, _FAULT_LIMITS_PER_CALL)

    @property
    def total_stop_reason(self) -> str:
        """Why nothing is asked any more; "" if nothing is against it."""
        return _describe_exceeded_limit(
            self._total_counts,
            _FAULT_LIMITS_IN_TOTAL if self.answered else _FAULT_LIMITS_PER_CALL,
        )


def _describe_exceeded_limit(
    counts: Mapping[Fault, int], most: Mapping[Fault, int]
) -> str:
    """Return what was done too often; "" if nothing."""
    for fault, count in most.items():
        if counts[fault] >= count:
            return message("{fault}, {count} times", fault=fault, count=count)
    return ""
