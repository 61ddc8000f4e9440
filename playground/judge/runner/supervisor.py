"""Supervisor: starts a program, and ends all its descendants with it.

    python supervisor.py CONTROL STATUS MEMORY PROGRAM ARGS...

It is run as a file of its own, on Linux, where it becomes a subreaper: orphaned
descendants of the program become its children, whatever group or session they are in,
and so can be found. The program is ended when the pipe CONTROL is closed, even because
its owner was killed. If the program cannot be started, the error number is written to
the pipe STATUS.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

# Options of prctl.
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_PDEATHSIG = 1
# Interval at which processes are counted.
_POLL_INTERVAL_MS = 25
# New processes on the machine at which descendants are counted, and their limit.
_MAX_NEW_MACHINE_PROCESSES = 100
_MAX_PROCESSES = 64
# Time after which processes that cannot be killed, such as another user's, are left.
_KILL_TIMEOUT_S = 3.0


def main(control: int, status: int, memory: int, command: list[str]) -> None:
    """Run the command until it exits or CONTROL is closed; exit with its status.

    It is also ended if it has more than `_MAX_PROCESSES` descendants. After a signal
    this process ends by the same signal.

    Parameters
    ----------
    control, status : int
        File descriptors of the pipes.
    memory : int
        Limit of the program's memory, in bytes.
    command : list of str
        The program and its arguments.
    """
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    program = os.fork()
    if not program:
        _exec_program(library, control, status, memory, command)
    os.close(status)
    # The program's streams have to be closed when it exits.
    for stream in (0, 1):
        os.close(stream)
    signal.signal(signal.SIGUSR1, lambda *_: os.kill(program, signal.SIGUSR1))
    wait_status = _wait_for_exit(program, control)
    _kill_all(program)
    if wait_status is None or os.WIFEXITED(wait_status):
        os._exit(os.WEXITSTATUS(wait_status or 0))
    signal_number = os.WTERMSIG(wait_status)
    if signal_number != signal.SIGKILL:
        signal.signal(signal_number, signal.SIG_DFL)
    os.kill(os.getpid(), signal_number)
    os._exit(128 + signal_number)


def _exec_program(
    library: ctypes.CDLL, control: int, status: int, memory: int, command: list[str]
) -> None:
    """Replace this process with the program; never return."""
    try:
        os.close(control)
        os.set_inheritable(status, False)
        os.setsid()
        library.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        for limit_name, limit_value in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_DATA, memory),
        ):
            _, hard = resource.getrlimit(limit_name)
            if hard == resource.RLIM_INFINITY or limit_value < hard:
                resource.setrlimit(limit_name, (limit_value, limit_value))
        # Python ignores SIGPIPE, and the program would inherit that.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        os.write(status, str(error.errno).encode())
    finally:
        os._exit(127)


def _wait_for_exit(program: int, control: int) -> int | None:
    """Return the program's exit status; None if CONTROL was closed."""
    poll = select.poll()
    poll.register(control, select.POLLIN | select.POLLHUP)
    # Without a pidfd, as on an older kernel, the exit is noticed a little later.
    with suppress(OSError, AttributeError):
        poll.register(os.pidfd_open(program), select.POLLIN)
    first = _count_machine_processes()
    while True:
        news = poll.poll(_POLL_INTERVAL_MS)
        if any(stream == control for stream, _ in news):
            return None
        wait_status = _reap_processes(program)
        if wait_status is not None:
            return wait_status
        if (
            _count_machine_processes() > first + _MAX_NEW_MACHINE_PROCESSES
            and len(_find_descendants()) > _MAX_PROCESSES
        ):
            return signal.SIGKILL


def _reap_processes(program: int) -> int | None:
    """Reap exited children; return the program's exit status, None if it is running."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, os.WNOHANG)
            if process == program:
                return status
            if not process:
                return None
    return 0


def _count_machine_processes() -> int:
    """Return the number of processes and threads on the machine."""
    try:
        with open("/proc/loadavg", encoding="ascii") as file:
            count = int(file.read().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        count = 0
    return count or len(_list_processes())


def _list_processes() -> list[str]:
    """Return the ids of all visible processes; none without /proc."""
    with suppress(OSError):
        return [name for name in os.listdir("/proc") if name.isdigit()]
    return []


def _find_descendants() -> set[int]:
    """Return the ids of all descendants of this process."""
    parents = {}
    for name in _list_processes():
        with suppress(OSError, IndexError), open(f"/proc/{name}/stat", "rb") as file:
            # The program's name, in brackets, may contain anything.
            parent = file.read().rpartition(b")")[2].split()[1]
            parents[int(name)] = int(parent)
    descendants, more = set[int](), {os.getpid()}
    while more:
        more = {process for process, parent in parents.items() if parent in more}
        descendants |= more
    return descendants


def _kill_all(program: int) -> None:
    """Kill and reap all descendants; the program's group at once, to outrun forks."""
    until, pause = time.monotonic() + _KILL_TIMEOUT_S, 0.001
    while (left := _find_descendants()) and time.monotonic() < until:
        with suppress(OSError):
            os.killpg(program, signal.SIGKILL)
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        _reap_processes(program)
        time.sleep(pause)
        pause = min(2.0 * pause, 0.1)


if __name__ == "__main__":
    given, pipe, most = map(int, sys.argv[1:4])
    main(given, pipe, most, sys.argv[4:])
