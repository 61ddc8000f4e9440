"""Sandboxed runner: user code in a process without access to files or the network."""

import os
import sys
from collections import deque
from pathlib import Path

import numpy as np

import playground
from playground.i18n import message
from playground.judge.grading import sandbox_linux
from playground.judge.grading.sandbox_python import REFUSED
from playground.judge.runner.code_runner import CodeRunner

_REFUSAL_TEXTS = {
    "write": message("it tried to write {name}"),
    "read": message("it tried to read {name}"),
    "list": message("it tried to list {name}"),
    "import": message("it tried to import {name}"),
    "network": message("it tried to use the network"),
    "program": message("it tried to start a program"),
    "processes": message("it tried to access other processes"),
    "files": message("it tried to change files"),
    "system": message("it tried to access the system"),
    "ctypes": message("it tried to leave Python by ctypes"),
    "gc": message("it tried to list the objects of the process, by gc"),
    "code": message("it tried to put other code into a function"),
    "folder": message("it tried to list a folder"),
}
"""Texts for `sandbox_python`'s actions."""


# ----------------------------------------------------------------------------


_CHILD = Path(__file__).with_name("sandbox_child.py")

can_grade = _CHILD.exists
"""Whether there is a sandbox; not in the zipped program, which cannot run the file."""
# One thread per submission; and SYSTEMROOT, which Windows needs to start a process.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    **{name: x for name, x in os.environ.items() if name.upper() == "SYSTEMROOT"},
}


# By whether Landlock and the filter of system calls are available.
_SANDBOX_TEXTS = {
    (True, True): message(
        "Linux isolates each submission: files by Landlock, everything else by a "
        "filter of system calls."
    ),
    (True, False): message(
        "Linux guards the files by Landlock. Everything else is guarded only by a "
        "Python audit hook: it stops ordinary code, not a deliberate escape."
    ),
    (False, True): message(
        "Linux isolates submissions by a filter of system calls, except for files. "
        "Files are guarded only by a Python audit hook: it stops ordinary code, "
        "not a deliberate escape."
    ),
    (False, False): message(
        "Submissions are isolated only by a Python audit hook: it stops ordinary "
        "code, not a deliberate escape."
    ),
}


class _ErrorLines(deque[str]):
    """The last lines of standard error, and the actions that were refused.

    `lines` is the number of lines kept, `refused` has up to 20 texts as keys.
    """

    def __init__(self, lines: int | None) -> None:
        super().__init__(maxlen=lines)
        self.refused: dict[str, None] = {}

    def append(self, line: str) -> None:
        """Append a line; if it is a refusal, record it."""
        action, _, name = line.removeprefix(REFUSED).partition(" ")
        text = _REFUSAL_TEXTS.get(action) if line.startswith(REFUSED) else None
        if text and len(self.refused) < 20:
            self.refused[message(text, name=name)] = None
        super().append(line)


def create_sandboxed_runner(
    place: Path, function: str, name: str
) -> tuple[CodeRunner, dict[str, None]]:
    """Return a sandboxed runner for a function, and its refused actions so far.

    Parameters
    ----------
    place : Path
        The file; of the user's files the code can read only those in its folder.
    function, name : str
        The function, and the name of the code in messages.

    Returns
    -------
    tuple of CodeRunner, dict
        The keys of the dict are texts; it grows while the code runs.
    """
    root = str(Path(playground.__file__).resolve().parents[1])
    numpy = str(Path(np.__file__).resolve().parent)
    command = [sys.executable, "-X", "utf8", "-I", "-S", str(_CHILD)]
    target = f"{place.resolve()}:{function}"
    code = CodeRunner(
        [*command, root, numpy, target],
        name,
        python=True,
        environment=_ENVIRONMENT,
    )
    code.errors = complaints = _ErrorLines(code.errors.maxlen)
    return code, complaints.refused


def describe_sandbox() -> str:
    """Return sentences about the protection that the sandbox gives on this system."""
    return _SANDBOX_TEXTS[
        bool(sandbox_linux.landlock_version()), sandbox_linux.can_filter_calls()
    ]
