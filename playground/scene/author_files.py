"""Files by authors: fresh imports, lines of errors, limited reading, time limits."""

import ctypes
import errno
import importlib.util
import json
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from time import process_time
from types import CodeType, TracebackType
from typing import ParamSpec, TypeVar

from playground.i18n import message, with_texts
from playground.scene.refusal import refusal


class _NoCacheLoader(SourceFileLoader):
    """A loader without bytecode cache, which misses saves of equal time and size."""

    def get_code(self, fullname: str) -> CodeType:
        """Compile the current text of the file."""
        text = self.get_data(self.path)
        code: CodeType = self.source_to_code(text, self.path)
        return code


def spec_without_cache(name: str, path: Path) -> ModuleSpec | None:
    """Return the import spec of a file; None if it is not a Python file."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _NoCacheLoader(name, str(path))
    return spec


# ----------------------------------------------------------------------------
# The author's line that led to an error.
# ----------------------------------------------------------------------------


_PLAYGROUND_PACKAGES = {"playground", "numpy"}


def author_line(error: BaseException) -> str:
    """Return the last line of the author's code in a traceback: "mine.py, line 12".

    "" if there is none. Code of the playground, NumPy and the standard library does not
    count.
    """
    place = _find_author_line(error.__traceback__)
    return _format_line(*place) if place else ""


def function_line(function: object) -> str:
    """Return the location of a function: "mine.py, line 12".

    "" for other objects, and for a function that is not from a file.
    """
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename.startswith("<"):
        return ""
    return _format_line(Path(code.co_filename), code.co_firstlineno)


def add_author_line(error: BaseException, text: str) -> str:
    """Return an error's text with the author's line, if any, in parentheses."""
    place = author_line(error)
    return message("{said} ({place})", said=text, place=place) if place else text


def _format_line(path: Path, line: int) -> str:
    return message("{file}, line {line}", file=path.name, line=line)


def _find_author_line(traceback: TracebackType | None) -> tuple[Path, int] | None:
    line_found, own_path = None, ""
    while traceback:
        frame, line = traceback.tb_frame, traceback.tb_lineno
        root = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        file = frame.f_code.co_filename
        foreign = root in _PLAYGROUND_PACKAGES or root in sys.stdlib_module_names
        # Calls into other packages are not the author's code.
        if not foreign and own_path in ("", root) and not file.startswith("<"):
            line_found, own_path = (Path(file), line), root
        traceback = traceback.tb_next
    return line_found


# ----------------------------------------------------------------------------
# Reading of files named by the user, with limits.
# ----------------------------------------------------------------------------


# The limit for all files except logs.
MAX_FILE_BYTES = 1 << 22


def read_bytes(path: Path, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return a file's bytes.

    Raises
    ------
    OSError, ValueError
        It cannot be read, is not a regular file or has more than `max_bytes` bytes.
    """
    if path.is_dir():
        raise refusal("it is a folder")
    # Reading a device or a pipe may never end, or never begin.
    if path.exists() and not path.is_file():
        raise refusal("it is not a regular file")
    with path.open("rb") as file:
        data = file.read(max_bytes + 1)
    if len(data) > max_bytes:
        raise refusal("too large: more than {count} MB", count=max_bytes >> 20)
    return data


def read_text_file(path: Path, max_bytes: int = MAX_FILE_BYTES) -> str:
    """Return a file's text.

    Raises
    ------
    OSError, ValueError
        It cannot be read, has more than `max_bytes` bytes or is not UTF-8.
    """
    return decode_text(read_bytes(path, max_bytes))


def decode_text(data: bytes) -> str:
    """Return UTF-8 bytes as text.

    Raises
    ------
    ValueError
        The bytes are not UTF-8.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise refusal("not UTF-8 text") from None


def explain_error(error: Exception) -> str:
    """Return the error in a few words, localized for common errors."""
    match error:
        case OSError():
            return _ERRNO_TEXTS.get(error.errno or 0) or error.strerror or str(error)
        case json.JSONDecodeError(lineno=line, colno=column):
            return message(
                "not JSON: line {line}, column {column}", line=line, column=column
            )
        case RecursionError():
            return message("objects and lists are nested too deeply")
    return str(error)


_ERRNO_TEXTS = {
    errno.ENOENT: message("No such file or directory"),
    errno.EACCES: message("Permission denied"),
    errno.EPERM: message("Operation not permitted"),
    errno.EISDIR: message("Is a directory"),
    errno.ENOTDIR: message("Not a directory"),
    errno.EEXIST: message("File exists"),
    errno.ENOTEMPTY: message("Directory not empty"),
    errno.ENOSPC: message("No space left on device"),
    errno.EROFS: message("Read-only file system"),
    errno.ENAMETOOLONG: message("File name too long"),
    errno.EMFILE: message("Too many open files"),
    errno.EBUSY: message("Device or resource busy"),
    errno.EIO: message("Input/output error"),
    errno.EFBIG: message("File too large"),
    errno.ENOEXEC: message("Exec format error"),
}


# ----------------------------------------------------------------------------
# Time limit of a scene's code, which ends endless loops.
#
# A watcher thread checks the running calls four times a second, and raises an exception
# in a thread whose call has taken too long. This stops any loop written in Python, on
# every system. It cannot stop a single call into C that never returns, such as
# `sum(itertools.count())`, nor a loop that catches every exception. Where no thread can
# be started, as in a browser, there is no limit.
#
# The limit applies to the process's CPU time, so that a busy computer makes no scene
# slow. Waiting counts too, but little.
# ----------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")

CALL_LIMIT_S = 2.0
"""The time limit of a call; a quarter of it for calls that exceeded it before."""
_TICK_INTERVAL_S = 0.25
# The least fraction of a tick that counts, even if the process was idle.
_MIN_TICK_SHARE = 0.1
# Code that catches the exception gets another one after this number of ticks.
_RETRY_TICK_COUNT = 4
# After this number of ticks without a call the watcher sleeps until the next one.
_MAX_IDLE_TICK_COUNT = 20


class TimeLimitError(Exception):
    """A scene's code exceeded its time limit; the message names the code."""


class _StoppedError(BaseException):
    """Raised asynchronously in a scene's code, which should not catch it."""


class _Call:
    """A running call with its remaining ticks.

    Ticks are counted instead of seconds, so that a computer that was asleep loses at
    most one. `stopping` is true while the watcher may raise, `stopped` once it has, and
    `over` once it must not.
    """

    def __init__(self, seconds: float) -> None:
        self.left = max(seconds / _TICK_INTERVAL_S, 1.0)
        self.stopping = self.stopped = self.over = False


# The exception may come anywhere, also while a thread holds a lock. This is the only
# lock, and it is released in a single step; the watcher sleeps on it.
_idle_lock = threading.Lock()
_idle_lock.acquire()
_calls: dict[int, _Call] = {}
# Calls that exceeded the limit the last time.
_slow_calls: set[tuple[str, int]] = set()
_thread: threading.Thread | None = None
_is_watching = False


@with_texts("what")
def call_limited(
    what: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a scene's function with the usual time limit, and return its result.

    In a nested call only the outer limit counts.

    Parameters
    ----------
    what : str
        The author's name for the function: "solve".
    work : callable
        Called with the further arguments.

    Raises
    ------
    TimeLimitError
        It takes longer than `CALL_LIMIT_S`, or a quarter of that if it did so before.
    """
    kind = what, id(getattr(work, "__code__", work))
    slow = kind in _slow_calls
    seconds = CALL_LIMIT_S / 4 if slow else CALL_LIMIT_S
    try:
        result = call_within(seconds, what, work, *args, **kwargs)
    except TimeLimitError:
        _slow_calls.add(kind)
        raise
    if slow:
        _slow_calls.discard(kind)
    return result


@with_texts("what")
def call_within(
    seconds: float, what: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Call a scene's function with a time limit, and return its result.

    Parameters
    ----------
    seconds : float
        The limit on CPU time, at least 0.25 s; none where no thread can be started, as
        in a browser. In a nested call only the outer limit counts.
    what : str
        The author's name for the function: "solve".
    work : callable
        Called with the further arguments.

    Raises
    ------
    TimeLimitError
        It takes longer.
    """
    me = threading.get_ident()
    if me in _calls:
        return work(*args, **kwargs)
    call = _Call(seconds)
    _begin_call(me, call)
    try:
        try:
            return work(*args, **kwargs)
        finally:
            _end_call(me, call)
    except _StoppedError as stopped:
        _end_call_despite_stop(me, call)
        problem = message(
            "{what} took longer than {seconds:g} s", what=what, seconds=seconds
        )
        raise TimeLimitError(problem).with_traceback(stopped.__traceback__) from None


def _begin_call(me: int, call: _Call) -> None:
    """Register a call with the watcher, and wake it."""
    global _thread, _is_watching
    if _thread is None:
        _thread = threading.Thread(target=_watch_calls, daemon=True, name="time limit")
        with suppress(RuntimeError):  # as in a browser
            _thread.start()
    _calls[me] = call
    if not _is_watching:
        _is_watching = True
        with suppress(RuntimeError):  # it is released already
            _idle_lock.release()


def _end_call(me: int, call: _Call) -> None:
    """Unregister a call; afterwards nothing is raised in this thread."""
    call.over = True
    while call.stopping:
        time.sleep(0.0)
    _calls.pop(me, None)
    if call.stopped:
        _drain_pending_stop(me)


def _end_call_despite_stop(me: int, call: _Call) -> None:
    """Unregister a call even if further exceptions interrupt it."""
    while True:
        try:
            _end_call(me, call)
        except _StoppedError:
            continue
        return


def _drain_pending_stop(me: int) -> None:
    """Absorb an exception that may be pending in this thread: raise and catch it.

    Clearing it by raising None would work too, but then Python 3.11 checks for it at
    every step, and hangs under a tracer.
    """
    with suppress(_StoppedError):
        _raise_in_thread(me)
        while True:
            pass


def _raise_in_thread(thread: int) -> None:
    """Raise `_StoppedError` in a thread at its next bytecode instruction."""
    error = ctypes.py_object(_StoppedError)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)


def _is_numba_compiling(thread: int) -> bool:
    """Return whether a thread runs code of Numba, whose compilation may take long."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith("numba"):
            return True
        frame = frame.f_back
    return False


def _watch_calls() -> None:
    """Watch the running calls; sleep after a while without any."""
    global _is_watching
    idle, time_before = 0, process_time()
    while True:
        time.sleep(_TICK_INTERVAL_S)
        idle = 0 if _calls else idle + 1
        time_now = process_time()
        ticks = (time_now - time_before) / _TICK_INTERVAL_S
        share, time_before = min(max(ticks, _MIN_TICK_SHARE), 1.0), time_now
        for thread, call in [*_calls.items()]:
            call.left -= 0.0 if _is_numba_compiling(thread) else share
            if call.left < 0.0:
                call.left = _RETRY_TICK_COUNT
                _stop_call(thread, call)
        if idle > _MAX_IDLE_TICK_COUNT:
            _is_watching, idle = False, 0
            if not _calls:
                _idle_lock.acquire()
            _is_watching = True


def _stop_call(thread: int, call: _Call) -> None:
    """Raise in a thread unless its call is over."""
    call.stopping = True
    if not call.over:
        call.stopped = True
        _raise_in_thread(thread)
    call.stopping = False
