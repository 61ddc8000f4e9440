"""Line-based communication with a supervised process, and limits for its failures."""

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

# Limits for the length of a line, and for the number of unread lines.
_MAX_LINE_BYTES = 32 << 20
_MAX_UNREAD_LINES = 4096
# Longer lines of standard error are cut.
_MAX_ERROR_LINE_BYTES = 500
# Capacity of the smallest pipe buffers.
_PIPE_CAPACITY_BYTES = 4096
# Memory limit of the process.
_MEMORY_LIMIT_BYTES = 4 << 30
# Time limits for printing the stack, for exiting, and for reading the rest of the
# output.
_LOCATE_TIMEOUT_S = 1.0
_EXIT_TIMEOUT_S = 5.0
_DRAIN_TIMEOUT_S = 0.2
# Time limit for starting, generous for a busy system.
_START_TIMEOUT_S = 60.0
_FILE = Path(__file__).with_name("supervisor.py")
# Running the file directly starts faster; in a zipped program it is not a file.
_SUPERVISOR_ARGUMENTS = (
    ["-I", "-S", str(_FILE)]
    if _FILE.exists()
    else ["-P", "-m", "playground.judge.runner.supervisor"]
)


class LineProcess:
    """A running program, which ends with `close`.

    On Linux a supervisor ends all its descendants with it, or if this process dies, and
    limits its memory to 4 GiB. Elsewhere descendants in sessions of their own may
    survive.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    environment : mapping
        Its environment.
    complain : callable
        Receives each line of its standard error, in another thread.

    Raises
    ------
    OSError, ValueError
        The program cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        complain: Callable[[str], None],
    ) -> None:
        self._control_pipe: int | None = None
        """The supervisor ends the process when this pipe is closed."""
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self._stream_threads: list[tuple[threading.Thread, IO[bytes]]] = []
        """Threads that read from or write to its streams."""
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
        """Run `work` on a stream in a thread, which may have to close it."""
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
        control, wanted_pipe = os.pipe()
        failed_pipe, status = os.pipe()
        try:
            numbers = [str(n) for n in (control, status, _MEMORY_LIMIT_BYTES)]
            alone = [sys.executable, *_SUPERVISOR_ARGUMENTS, *numbers]
            process = _start_process([*alone, *command], environment, (control, status))
        except BaseException:
            os.close(wanted_pipe)
            os.close(failed_pipe)
            raise
        finally:
            os.close(control)
            os.close(status)
        with open(failed_pipe, "rb") as failure_file:
            soon = select.poll()
            soon.register(failure_file, select.POLLIN | select.POLLHUP)
            in_time = soon.poll(1000.0 * _START_TIMEOUT_S)
            number = int(failure_file.read() or 0) if in_time else errno.ETIMEDOUT
        self._control_pipe = wanted_pipe
        if number:
            self._process = process
            self.close()
            raise OSError(number, os.strerror(number))
        return process

    @property
    def is_running(self) -> bool:
        """Whether it has not exited."""
        return self._process.poll() is None

    @property
    def has_unread_lines(self) -> bool:
        """Whether it is running and has written lines that were not read."""
        return self.is_running and not self._lines.empty()

    def write(self, text: str) -> None:
        """Write to it without blocking; ignored if it has exited."""
        if len(text) > _PIPE_CAPACITY_BYTES:
            self._start_stream_thread(
                self._process.stdin, lambda stream: _write_text(stream, text)
            )
        elif stream := self._process.stdin:
            with suppress(OSError, ValueError):
                _write_text(stream, text)

    def line(self, seconds: float) -> str | None:
        """Return its next line, with the line break; None at the end of its output.

        Raises
        ------
        TimeoutError
            There is none within `seconds`.
        """
        try:
            return self._lines.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            raise TimeoutError from None

    def exit_message(self) -> str:
        """Return its exit status or signal in words, at the end of its output.

        It waits up to a second for the exit.
        """
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
        """Return the line of `file` that the worker is executing; 0 for none.

        It waits up to `_LOCATE_TIMEOUT_S`, and drops other lines of output.
        """
        if not hasattr(signal, "SIGUSR1") or not self.is_running:
            return 0
        escaped_name = re.escape(file.encode("ascii", "backslashreplace").decode())
        line_pattern = re.compile(rf'  File "{escaped_name}", line (\d+) in ')
        self._process.send_signal(signal.SIGUSR1)
        until = time.monotonic() + _LOCATE_TIMEOUT_S
        with suppress(TimeoutError):
            # It may write other lines meanwhile.
            while (left := until - time.monotonic()) > 0.0:
                line = self.line(left)
                if line is None:
                    break
                if found := line_pattern.match(line):
                    return int(found[1])
        return 0

    def close(self) -> None:
        """End it and its descendants; wait for the exit, at most twice 5 s."""
        process = self._process
        with self._lock:
            wanted_pipe, self._control_pipe = self._control_pipe, None
        if wanted_pipe is not None:
            os.close(wanted_pipe)
            with suppress(subprocess.TimeoutExpired):
                process.wait(_EXIT_TIMEOUT_S)
        with suppress(OSError):  # it has exited
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
        # A descendant that holds a stream keeps its thread blocked, which closes it
        # later.
        busy = [stream for thread, stream in stream_threads if thread.is_alive()]
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream and stream not in busy:
                _close_stream(stream)

    def _read_lines(self, stream: IO[bytes]) -> None:
        """Queue each line, then None at the end."""
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
    command: Sequence[str], environment: Mapping[str, str], kept: Sequence[int] = ()
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
    """Pass on the first `_MAX_ERROR_LINE_BYTES` of each line."""
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
# Limits for hangs, crashes and malformed answers.
# ----------------------------------------------------------------------------


@enum_of_texts
class Fault(StrEnum):
    """Fault of user code that is limited in number."""

    HANG = "it did not answer in time"
    DEATH = "it crashed"
    NONSENSE = "it returned malformed answers"


# Faults after which the call ends, and after which the code is no longer run.
_FAULT_LIMITS_PER_CALL = {Fault.HANG: 2, Fault.DEATH: 4, Fault.NONSENSE: 10}
_FAULT_LIMITS_IN_TOTAL = {Fault.HANG: 6, Fault.DEATH: 24, Fault.NONSENSE: 60}


class FailureLimits:
    """Counters of faults, per call and in total.

    Attributes
    ----------
    answered : bool
        Whether the code has ever answered; if not, the lower limits hold for the total.
    """

    def __init__(self) -> None:
        self.answered = False
        self._total_counts, self._call_counts = Counter[Fault](), Counter[Fault]()

    def begin(self) -> None:
        """Reset the counters of the call."""
        self._call_counts.clear()

    def count_fault(self, fault: Fault) -> None:
        """Count a fault."""
        self._call_counts[fault] += 1
        self._total_counts[fault] += 1

    @property
    def call_stop_reason(self) -> str:
        """Reason to stop the current call; "" for none."""
        return _describe_exceeded_limit(self._call_counts, _FAULT_LIMITS_PER_CALL)

    @property
    def total_stop_reason(self) -> str:
        """Reason to stop running the code; "" for none."""
        return _describe_exceeded_limit(
            self._total_counts,
            _FAULT_LIMITS_IN_TOTAL if self.answered else _FAULT_LIMITS_PER_CALL,
        )


def _describe_exceeded_limit(
    counts: Mapping[Fault, int], most: Mapping[Fault, int]
) -> str:
    """Return the first fault that reached its limit, in words; "" for none."""
    for fault, count in most.items():
        if counts[fault] >= count:
            return message("{fault}, {count} times", fault=fault, count=count)
    return ""
