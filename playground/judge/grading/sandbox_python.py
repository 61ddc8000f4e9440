"""Python sandbox: an audit hook that refuses files, network and processes.

It works on every system and stops ordinary code, but code written to circumvent it can
do so; `sandbox_linux` is the real barrier. Only the standard library is imported.
"""

import os
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

REFUSED = "refused: "
"""Prefix of a line of standard error with a refused action and a name."""

_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Events of listing a folder.
_FOLDER_EVENTS = (
    "os.listdir",
    "os.scandir",
    "os.walk",
    "os.fwalk",
    "glob.glob",
    "os.chdir",
)
# Texts of a PermissionError, by action; a name may follow.
_PHRASES = {
    "network": "use the network",
    "program": "start a program",
    "processes": "reach other processes",
    "files": "change files",
    "system": "reach the system",
    "ctypes": "reach beyond Python, by ctypes",
    "gc": "list the objects of the process, by gc",
    "code": "put other code into a function",
    "folder": "list a folder",
    **{action: action for action in ("write", "read", "list", "import")},
}
# Actions of all events of a module, and of those of `os`.
_ACTIONS_BY_MODULE = {
    **dict.fromkeys(("socket", "urllib", "http", "ftplib", "smtplib"), "network"),
    **dict.fromkeys(("imaplib", "poplib", "nntplib", "telnetlib"), "network"),
    **dict.fromkeys(("subprocess", "pty", "_winapi", "webbrowser"), "program"),
    **dict.fromkeys(("shutil", "tempfile", "mmap", "sqlite3", "fcntl"), "files"),
    **dict.fromkeys(("signal", "resource", "syslog", "winreg", "msvcrt"), "system"),
    "ctypes": "ctypes",
    "gc": "gc",
}
_PROGRAMS = "system exec posix_spawn spawn fork forkpty startfile startfile/2"
_CHANGED = (
    "remove rename rmdir mkdir link symlink truncate chmod chown chflags lockf utime "
    "setxattr removexattr"
)
_ACTIONS_BY_OS_CALL = {
    **dict.fromkeys(_PROGRAMS.split(), "program"),
    **dict.fromkeys(_CHANGED.split(), "files"),
    **dict.fromkeys(("kill", "killpg"), "processes"),
}
# Further refusals are not reported.
_MAX_REPORTED_REFUSALS = 20


class _AuditHook:
    """Audit hook that raises PermissionError for refused actions."""

    def __init__(self, readable: Iterable[str], hidden: Iterable[str]) -> None:
        self._readable = tuple(map(os.path.realpath, readable))
        self._hidden = tuple(map(os.path.realpath, hidden))
        self._ours = {os.path.basename(path) for path in self._hidden}
        self._refusals: set[tuple[str, str]] = set()

    def on_event(self, event: str, given: tuple[Any, ...]) -> None:
        if event == "open":
            self._check_file(*given)
        elif event in _FOLDER_EVENTS:
            self._check_folder(given[0] if given else ".")
        elif event == "import":
            # Reported only, since the import fails anyway.
            if str(given[0]).partition(".")[0] in self._ours:
                self._report("import", _shorten_path(str(given[0])))
        elif event == "object.__setattr__" and given[1] == "__code__":
            self._refuse("code")
        else:
            module, _, name = event.partition(".")
            action = (
                _ACTIONS_BY_OS_CALL.get(name)
                if module == "os"
                else _ACTIONS_BY_MODULE.get(module)
            )
            if action:
                self._refuse(action)

    def _refuse(self, action: str, name: str = "") -> NoReturn:
        self._report(action, name)
        raise PermissionError(f"it may not {_PHRASES[action]} {name}".rstrip())

    def _report(self, action: str, name: str = "") -> None:
        entry = action, name
        if entry not in self._refusals and len(self._refusals) < _MAX_REPORTED_REFUSALS:
            self._refusals.add(entry)
            os.write(
                2, f"{REFUSED}{action} {name}\n".encode("utf-8", "backslashreplace")
            )

    def _check_file(self, path: Any, mode: Any, flags: Any) -> None:
        if isinstance(path, int):
            return
        name = os.fsdecode(path)
        if isinstance(flags, int) and flags & _WRITING:
            self._refuse("write", _shorten_path(name))
        if not self._may_read(name):
            self._refuse("read", _shorten_path(name))

    def _check_folder(self, path: Any) -> None:
        if isinstance(path, int):
            self._refuse("folder")
        name = os.fsdecode("." if path is None else path)
        if not self._may_read(name):
            self._refuse("list", _shorten_path(name))

    def _may_read(self, name: str) -> bool:
        path = os.path.realpath(name)
        return _is_below(path, self._readable) and not _is_below(path, self._hidden)


def install_audit_hook(readable: Iterable[str], hidden: Iterable[str]) -> None:
    """Refuse actions in this process from now on, for good.

    Parameters
    ----------
    readable : iterable of str
        Paths that can be read, with everything below.
    hidden : iterable of str
        Packages among them that cannot; attempts to import them are reported.
    """
    sys.addaudithook(_AuditHook(readable, hidden).on_event)


def _is_below(path: str, roots: tuple[str, ...]) -> bool:
    return any(path == root or path.startswith(root + os.sep) for root in roots)


def _shorten_path(name: str) -> str:
    return ascii(name if len(name) <= 60 else f"...{name[-60:]}")
