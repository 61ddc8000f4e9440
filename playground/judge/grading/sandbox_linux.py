"""Linux' own fence about files: what this process may read, and that it writes nothing.

Landlock is a part of the kernel from 5.13 on; it needs no rights. A process that has
shut itself in cannot get out again, nor can what it starts, and it cannot look into
processes outside. Nothing but the standard library is imported.
"""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress

# System calls, with the same numbers on every machine that Linux runs on.
_CREATE = 444
_ADD = 445
_RESTRICT = 446
_VERSION = 1
_BENEATH = 1
_NO_NEW_PRIVILEGES = 38
# What may be allowed of files, as bits; how many there are by version.
_READ_FILE = 1 << 2
_READ_FOLDER = 1 << 3
_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
# From these versions on TCP, and signals and sockets without a file, are fenced too.
_NETWORK = 4
_SCOPED = 6


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


# ----------------------------------------------------------------------------
# Linux' own fence about all else: no process is started, reached or spoken to.
#
# A filter of system calls (seccomp) answers those that are not needed to compute with
# "not permitted". It is for x86-64, whose numbers of system calls it knows. Nothing but
# the standard library is imported.
# ----------------------------------------------------------------------------


_SECCOMP_NO_NEW_PRIVILEGES = 38
_GET = 21
_SET = 22
_FILTER = 2
# Of BPF: load a word, jump if equal, if not below, if a bit is set; return.
_LOAD = 0x20
_EQUAL = 0x15
_LEAST = 0x35
_BIT = 0x45
_RETURN = 0x06
_ALLOW = 0x7FFF0000
_ERROR = 0x00050000
_DENY = _ERROR | errno.EPERM
# Where a filter finds the call's number, the machine, and its first argument.
_NUMBER = 0
_MACHINE = 4
_ARGUMENT = 16
_X86_64 = 0xC000003E
_X32 = 0x40000000
_THREAD = 0x10000
_CLONE = 56
_CLONE3 = 435
_LIMITS = 302
_SIGNAL_THREAD = 234
_DENIED = (
    # Sockets.
    *(41, 42, 43, 44, 46, 49, 50, 53, 288),
    # Processes: started, looked into, sent signals, slowed down.
    *(57, 58, 59, 322, 101, 310, 311, 312, 434, 438),
    *(62, 129, 200, 297, 424, 141, 142, 144, 203, 251, 256, 279, 314),
    # Rings of calls that no filter sees, and what else the kernel may be asked to do.
    *(425, 426, 427, 135, 298, 321, 323, 175, 313, 246, 169, 248, 249, 250),
    # Other views of the files: mounts, roots, namespaces, files by their numbers.
    *(155, 161, 165, 166, 272, 303, 304, 308, 428, 429, 430, 431, 432, 442),
    # Whose a file is, what it is called for and when it was written.
    *(90, 91, 92, 93, 94, 132, 188, 189, 190, 197, 198, 199, 235, 260, 261, 268),
    *(280, 452, 463, 466),
    # Memory and messages that processes share.
    *(29, 30, 31, 64, 65, 66, 68, 69, 70, 71, 220, 240),
)


class _FilterStep(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _CallFilter(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint16), ("steps", ctypes.POINTER(_FilterStep)))


def can_be_filtered() -> bool:
    """Return whether this system has the filter, and this is its machine."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return False
    known = ctypes.sizeof(ctypes.c_void_p) == 8
    return known and int(ctypes.CDLL(None).prctl(_GET, 0, 0, 0, 0)) >= 0


def filter_calls() -> None:
    """Answer from now on what is not needed with "not permitted".

    Raises
    ------
    OSError
        The filter cannot be set.
    """
    steps = [_FilterStep(*step) for step in _steps(os.getpid())]
    listed = (_FilterStep * len(steps))(*steps)
    program = _CallFilter(len(steps), listed)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_SECCOMP_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(
        _SET, _FILTER, ctypes.byref(program), 0, 0
    ):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _steps(own: int) -> Iterable[tuple[int, int, int, int]]:
    """Yield the filter: each step is a code, two jumps over so many, and a value."""
    yield _LOAD, 0, 0, _MACHINE
    yield _EQUAL, 1, 0, _X86_64
    yield _RETURN, 0, 0, _DENY
    yield _LOAD, 0, 0, _NUMBER
    yield _LEAST, 0, 1, _X32
    yield _RETURN, 0, 0, _DENY
    yield _EQUAL, 0, 1, _CLONE3
    # The library of C then asks by the older call, whose flags can be seen.
    yield _RETURN, 0, 0, _ERROR | errno.ENOSYS
    for number in _DENIED:
        yield _EQUAL, 0, 1, number
        yield _RETURN, 0, 0, _DENY
    for number, code, value in (
        (_CLONE, _BIT, _THREAD),  # a thread, but no process
        (_LIMITS, _EQUAL, 0),  # its own limits
        (_SIGNAL_THREAD, _EQUAL, own),  # it may end itself
    ):
        yield _EQUAL, 0, 4, number
        yield _LOAD, 0, 0, _ARGUMENT
        yield code, 0, 1, value
        yield _RETURN, 0, 0, _ALLOW
        yield _RETURN, 0, 0, _DENY
    yield _RETURN, 0, 0, _ALLOW
