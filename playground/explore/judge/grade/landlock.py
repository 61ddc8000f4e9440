"""Linux' own fence about files: what this process may read, and that it writes nothing.

Landlock is a part of the kernel from 5.13 on; it needs no rights. A process that has
shut itself in cannot get out again, nor can what it starts, and it cannot look into
processes outside. Nothing but the standard library is imported.
"""

import ctypes
import os
import sys
from collections.abc import Iterable
from contextlib import suppress

# System calls, with the same numbers on every machine that Linux runs on.
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION, _BENEATH, _NO_NEW_PRIVILEGES = 1, 1, 38
# What may be allowed of files, as bits; how many there are by version.
_READ_FILE, _READ_FOLDER = 1 << 2, 1 << 3
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
# From these versions on TCP, and signals and sockets without a file, are fenced too.
_NETWORK, _SCOPED = 4, 6


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Path(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def version() -> int:
    """Return which version this system has; 0 for none."""
    if not sys.platform.startswith("linux"):
        return 0
    library = ctypes.CDLL(None, use_errno=True)
    return max(int(library.syscall(_CREATE, None, 0, _VERSION)), 0)


def shut_in(readable: Iterable[str], listed: Iterable[str]) -> None:
    """Let this thread read these files and folders from now on, and write nothing.

    Parameters
    ----------
    readable : paths
        With all that is below them; what is not there is left out.
    listed : paths
        Folders of which only the names within are to be read, at any depth.

    Raises
    ------
    OSError
        It cannot be shut in.
    """
    has = version()
    rules = _Ruleset(
        (1 << _RIGHTS.get(has, 16)) - 1,
        0b11 if has >= _NETWORK else 0,
        0b11 if has >= _SCOPED else 0,
    )
    size = 8 if has < _NETWORK else 16 if has < _SCOPED else 24
    ruleset = _call(_CREATE, ctypes.byref(rules), size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE | _READ_FOLDER)
        for path in listed:
            _allow(ruleset, path, _READ_FOLDER)
        if ctypes.CDLL(None).prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            raise OSError("it cannot give up privileges")
        _call(_RESTRICT, ruleset, 0, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights &= -1 if os.path.isdir(path) else ~_READ_FOLDER
            below = _Path(rights, descriptor)
            _call(_ADD, ruleset, _BENEATH, ctypes.byref(below), 0)
        finally:
            os.close(descriptor)


def _call(number: int, *given: object) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    answer = int(library.syscall(number, *given))
    if answer < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return answer
