"""Linux sandbox: files by Landlock, everything else by a seccomp filter.

Landlock is part of the kernel from 5.13 on and needs no privileges. Its restrictions
cannot be lifted, and they apply to child processes too. Only the standard library is
imported.
"""

import ctypes
import errno
import os
import platform
import sys
from collections.abc import Iterable
from contextlib import suppress

# System calls; their numbers are the same on every architecture.
_LANDLOCK_CREATE_RULESET_CALL_NUMBER = 444
_LANDLOCK_ADD_RULE_CALL_NUMBER = 445
_LANDLOCK_RESTRICT_SELF_CALL_NUMBER = 446
_LANDLOCK_CREATE_RULESET_VERSION = 1
_LANDLOCK_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38
# Access rights to files, as bits, and their number by version.
_READ_FILE_RIGHT_BITS = 1 << 2
_READ_FOLDER_RIGHT_BITS = 1 << 3
_RIGHT_COUNT_BY_VERSION = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
# First versions that restrict TCP, and signals and abstract sockets.
_MIN_NETWORK_VERSION = 4
_MIN_SCOPE_VERSION = 6


class _Ruleset(ctypes.Structure):
    _fields_ = (
        ("files", ctypes.c_uint64),
        ("network", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _Path(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("descriptor", ctypes.c_int32))


def landlock_version() -> int:
    """Return the version of Landlock on this system; 0 for none."""
    if not sys.platform.startswith("linux"):
        return 0
    library = ctypes.CDLL(None, use_errno=True)
    return max(
        int(
            library.syscall(
                _LANDLOCK_CREATE_RULESET_CALL_NUMBER,
                None,
                0,
                _LANDLOCK_CREATE_RULESET_VERSION,
            )
        ),
        0,
    )


def restrict_files(readable: Iterable[str], listed: Iterable[str]) -> None:
    """Restrict this thread for good to reading these files and folders.

    Parameters
    ----------
    readable : iterable of str
        Paths that can be read, with everything below; missing ones are ignored.
    listed : iterable of str
        Folders that can only be listed, at any depth.

    Raises
    ------
    OSError
        The restriction failed.
    """
    has = landlock_version()
    rules = _Ruleset(
        (1 << _RIGHT_COUNT_BY_VERSION.get(has, 16)) - 1,
        0b11 if has >= _MIN_NETWORK_VERSION else 0,
        0b11 if has >= _MIN_SCOPE_VERSION else 0,
    )
    size = 8 if has < _MIN_NETWORK_VERSION else 16 if has < _MIN_SCOPE_VERSION else 24
    ruleset = _call(_LANDLOCK_CREATE_RULESET_CALL_NUMBER, ctypes.byref(rules), size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, _READ_FILE_RIGHT_BITS | _READ_FOLDER_RIGHT_BITS)
        for path in listed:
            _allow(ruleset, path, _READ_FOLDER_RIGHT_BITS)
        if ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0):
            raise OSError("it cannot give up privileges")
        _call(_LANDLOCK_RESTRICT_SELF_CALL_NUMBER, ruleset, 0, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    with suppress(FileNotFoundError):
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            rights &= -1 if os.path.isdir(path) else ~_READ_FOLDER_RIGHT_BITS
            below = _Path(rights, descriptor)
            _call(
                _LANDLOCK_ADD_RULE_CALL_NUMBER,
                ruleset,
                _LANDLOCK_RULE_PATH_BENEATH,
                ctypes.byref(below),
                0,
            )
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
# The filter of system calls (seccomp), which denies starting, inspecting or signaling
# processes and everything else that a computation does not need. The numbers are those
# of x86-64.
# ----------------------------------------------------------------------------


_PR_GET_SECCOMP = 21
_PR_SET_SECCOMP = 22
_SECCOMP_MODE_FILTER = 2
# BPF opcodes: load a word; jump if equal, if not below, if a bit is set; return.
_BPF_LD_W_ABS = 0x20
_BPF_JEQ_K = 0x15
_BPF_JGE_K = 0x35
_BPF_JSET_K = 0x45
_BPF_RET_K = 0x06
_SECCOMP_RET_ALLOW = 0x7FFF0000
_SECCOMP_RET_ERRNO = 0x00050000
_SECCOMP_RET_EPERM = _SECCOMP_RET_ERRNO | errno.EPERM
# Offsets of the call's number, the architecture and the first argument.
_CALL_NUMBER_OFFSET = 0
_ARCHITECTURE_OFFSET = 4
_ARGUMENT_OFFSET = 16
_AUDIT_ARCH_X86_64 = 0xC000003E
_MIN_X32_CALL_NUMBER = 0x40000000
_CLONE_THREAD_BITS = 0x10000
_CLONE_CALL_NUMBER = 56
_CLONE3_CALL_NUMBER = 435
_PRLIMIT64_CALL_NUMBER = 302
_TGKILL_CALL_NUMBER = 234
_DENIED_CALL_TABLE = (
    # Sockets.
    "socket 41, connect 42, accept 43, sendto 44, sendmsg 46, bind 49, listen 50, "
    "socketpair 53, accept4 288, "
    # Processes: starting, inspecting, signaling, scheduling.
    "fork 57, vfork 58, execve 59, execveat 322, ptrace 101, process_vm_readv 310, "
    "process_vm_writev 311, kcmp 312, pidfd_open 434, pidfd_getfd 438, kill 62, "
    "rt_sigqueueinfo 129, tkill 200, rt_tgsigqueueinfo 297, pidfd_send_signal 424, "
    "setpriority 141, sched_setparam 142, sched_setscheduler 144, "
    "sched_setaffinity 203, ioprio_set 251, migrate_pages 256, move_pages 279, "
    "sched_setattr 314, "
    # io_uring, which bypasses the filter, and other services of the kernel.
    "io_uring_setup 425, io_uring_enter 426, io_uring_register 427, personality 135, "
    "perf_event_open 298, bpf 321, userfaultfd 323, init_module 175, "
    "finit_module 313, kexec_load 246, reboot 169, add_key 248, request_key 249, "
    "keyctl 250, "
    # Other views of the files: mounts, roots, namespaces, file handles.
    "pivot_root 155, chroot 161, mount 165, umount2 166, unshare 272, "
    "name_to_handle_at 303, open_by_handle_at 304, setns 308, open_tree 428, "
    "move_mount 429, fsopen 430, fsconfig 431, fsmount 432, mount_setattr 442, "
    # Owners, modes, attributes and times of files.
    "chmod 90, fchmod 91, chown 92, fchown 93, lchown 94, utime 132, setxattr 188, "
    "lsetxattr 189, fsetxattr 190, removexattr 197, lremovexattr 198, "
    "fremovexattr 199, utimes 235, fchownat 260, futimesat 261, fchmodat 268, "
    "utimensat 280, fchmodat2 452, setxattrat 463, removexattrat 466, "
    # Memory and messages shared by processes.
    "shmget 29, shmat 30, shmctl 31, semget 64, semop 65, semctl 66, msgget 68, "
    "msgsnd 69, msgrcv 70, msgctl 71, semtimedop 220, mq_open 240"
)
DENIED_CALLS = {
    name: int(number)
    for name, number in (call.split() for call in _DENIED_CALL_TABLE.split(","))
}
"""The names of the denied calls, with their numbers."""


class _FilterStep(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("then", ctypes.c_uint8),
        ("otherwise", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _CallFilter(ctypes.Structure):
    _fields_ = (("count", ctypes.c_uint16), ("steps", ctypes.POINTER(_FilterStep)))


def can_filter_calls() -> bool:
    """Return whether seccomp is available, and this is x86-64."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64":
        return False
    is_64_bit = ctypes.sizeof(ctypes.c_void_p) == 8
    return is_64_bit and int(ctypes.CDLL(None).prctl(_PR_GET_SECCOMP, 0, 0, 0, 0)) >= 0


def filter_calls() -> None:
    """Deny system calls that are not needed, with EPERM, from now on.

    It needs `can_filter_calls`.

    Raises
    ------
    OSError
        The filter cannot be set.
    """
    steps = [_FilterStep(*step) for step in _steps(os.getpid())]
    filter_steps = (_FilterStep * len(steps))(*steps)
    program = _CallFilter(len(steps), filter_steps)
    library = ctypes.CDLL(None, use_errno=True)
    if library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or library.prctl(
        _PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program), 0, 0
    ):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def _steps(own: int) -> Iterable[tuple[int, int, int, int]]:
    """Yield the filter's instructions: opcode, jumps if true and false, value.

    `own` is the id of this process, the only one that it may signal.
    """
    yield _BPF_LD_W_ABS, 0, 0, _ARCHITECTURE_OFFSET
    yield _BPF_JEQ_K, 1, 0, _AUDIT_ARCH_X86_64
    yield _BPF_RET_K, 0, 0, _SECCOMP_RET_EPERM
    yield _BPF_LD_W_ABS, 0, 0, _CALL_NUMBER_OFFSET
    yield _BPF_JGE_K, 0, 1, _MIN_X32_CALL_NUMBER
    yield _BPF_RET_K, 0, 0, _SECCOMP_RET_EPERM
    yield _BPF_JEQ_K, 0, 1, _CLONE3_CALL_NUMBER
    # The C library then falls back to clone, whose flags the filter can check.
    yield _BPF_RET_K, 0, 0, _SECCOMP_RET_ERRNO | errno.ENOSYS
    for number in DENIED_CALLS.values():
        yield _BPF_JEQ_K, 0, 1, number
        yield _BPF_RET_K, 0, 0, _SECCOMP_RET_EPERM
    for number, code, value in (
        (_CLONE_CALL_NUMBER, _BPF_JSET_K, _CLONE_THREAD_BITS),  # threads only
        (_PRLIMIT64_CALL_NUMBER, _BPF_JEQ_K, 0),  # its own limits only
        (_TGKILL_CALL_NUMBER, _BPF_JEQ_K, own),  # signals to itself only
    ):
        yield _BPF_JEQ_K, 0, 4, number
        yield _BPF_LD_W_ABS, 0, 0, _ARGUMENT_OFFSET
        yield code, 0, 1, value
        yield _BPF_RET_K, 0, 0, _SECCOMP_RET_ALLOW
        yield _BPF_RET_K, 0, 0, _SECCOMP_RET_EPERM
    yield _BPF_RET_K, 0, 0, _SECCOMP_RET_ALLOW
