"""Python's own fence, on every system: what somebody's code may not even ask for.

An audit hook hears of each open file, socket and process before it is made, and refuses
it in words. It is a fence for ordinary Python, not a wall: who knows how can get past
it. The walls are Linux' own. Nothing but the standard library is imported.
"""

import os
import sys
from collections.abc import Iterable
from typing import Any

REFUSED = "refused: "
"""So begins a line of standard error that tells of a refusal."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# These look into a folder.
_FOLDER_EVENTS = (
    "os.listdir",
    "os.scandir",
    "os.walk",
    "os.fwalk",
    "glob.glob",
    "os.chdir",
)
_NETWORK = "it tried to use the network"
_PROGRAM = "it tried to start a program"
_PROCESSES = "it tried to reach other processes"
_CHANGES = "it tried to change files"
_SYSTEM = "it tried to reach the system"
# What all events of a module are, and what those of `os` are.
_REFUSALS_BY_MODULE = {
    **dict.fromkeys(("socket", "urllib", "http", "ftplib", "smtplib"), _NETWORK),
    **dict.fromkeys(("imaplib", "poplib", "nntplib", "telnetlib"), _NETWORK),
    **dict.fromkeys(("subprocess", "pty", "_winapi", "webbrowser"), _PROGRAM),
    **dict.fromkeys(("shutil", "tempfile", "mmap", "sqlite3", "fcntl"), _CHANGES),
    **dict.fromkeys(("signal", "resource", "syslog", "winreg", "msvcrt"), _SYSTEM),
    "ctypes": "it tried to reach beyond Python, by ctypes",
    "gc": "it tried to list the objects of the process, by gc",
}
_PROGRAMS = "system exec posix_spawn spawn fork forkpty startfile startfile/2"
_CHANGED = (
    "remove rename rmdir mkdir link symlink truncate chmod chown chflags lockf utime "
    "setxattr removexattr"
)
_REFUSALS_BY_OS_CALL = {
    **dict.fromkeys(_PROGRAMS.split(), _PROGRAM),
    **dict.fromkeys(_CHANGED.split(), _CHANGES),
    **dict.fromkeys(("kill", "killpg"), _PROCESSES),
}
# So many different sentences are told.
_MAX_REPORTED_REFUSALS = 20


class _AuditHook:
    """Says what is refused."""

    def __init__(self, readable: Iterable[str], hidden: Iterable[str]) -> None:
        self._readable = tuple(map(os.path.realpath, readable))
        self._hidden = tuple(map(os.path.realpath, hidden))
        self._ours = {os.path.basename(path) for path in self._hidden}
        self._refusals: set[str] = set()

    def on_event(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            says = self._check_file(*given)
        elif event in _FOLDER_EVENTS:
            says = self._check_folder(given[0] if given else ".")
        elif event == "import":
            # It is not to be found, and so need not be refused.
            says = ""
            if str(given[0]).partition(".")[0] in self._ours:
                self._report_refusal(
                    f"it tried to import {_shorten_path(str(given[0]))}"
                )
        elif event == "object.__setattr__" and given[1] == "__code__":
            says = "it tried to put other code into a function"
        else:
            module, _, name = event.partition(".")
            says = (
                _REFUSALS_BY_OS_CALL.get(name)
                if module == "os"
                else _REFUSALS_BY_MODULE.get(module)
            ) or ""
        if says:
            self._report_refusal(says)
            raise PermissionError(says.replace("it tried to", "it may not", 1))

    def _report_refusal(self, says: str) -> None:
        if says not in self._refusals and len(self._refusals) < _MAX_REPORTED_REFUSALS:
            self._refusals.add(says)
            os.write(2, f"{REFUSED}{says}\n".encode("utf-8", "backslashreplace"))

    def _check_file(self, path: Any, mode: Any, flags: Any) -> str:
        if isinstance(path, int):
            return ""
        name = os.fsdecode(path)
        if isinstance(flags, int) and flags & _WRITING:
            return f"it tried to write {_shorten_path(name)}"
        return "" if self._may_read(name) else f"it tried to read {_shorten_path(name)}"

    def _check_folder(self, path: Any) -> str:
        if isinstance(path, int):
            return "it tried to list a folder"
        name = os.fsdecode("." if path is None else path)
        return "" if self._may_read(name) else f"it tried to list {_shorten_path(name)}"

    def _may_read(self, name: str) -> bool:
        path = os.path.realpath(name)
        return _is_below(path, self._readable) and not _is_below(path, self._hidden)


def install_audit_hook(readable: Iterable[str], hidden: Iterable[str]) -> None:
    """Refuse from now on, in this whole process and for ever.

    Parameters
    ----------
    readable : paths
        What may be read, with all below.
    hidden : paths
        But not these packages; who tries to import one is told of.
    """
    sys.addaudithook(_AuditHook(readable, hidden).on_event)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(root + os.sep) for root in roots)


def _shorten_path(name: str) -> str:
    return ascii(name if len(name) <= 60 else f"...{name[-60:]}")
