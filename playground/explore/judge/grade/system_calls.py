"""Linux' own fence about all else: no process is started, reached or spoken to.

A filter of system calls (seccomp) answers those that are not needed to compute with
"not permitted". It is for x86-64, whose numbers of system calls it knows. Nothing but
the standard library is imported.
"""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterable

_NO_NEW_PRIVILEGES, _GET, _SET, _FILTER = 38, 21, 22, 2
# Of BPF: load a word, jump if equal, if not below, if a bit is set; return.
_LOAD, _EQUAL, _LEAST, _BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_DENY = _ERROR | errno.EPERM
# Where a filter finds the call's number, the machine, and its first argument.
_NUMBER, _MACHINE, _ARGUMENT = 0, 4, 16
_X86_64, _X32, _THREAD = 0xC000003E, 0x40000000, 0x10000
_CLONE, _CLONE3, _LIMITS, _SIGNAL_THREAD = 56, 435, 302, 234
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
    if library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) or library.prctl(
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
