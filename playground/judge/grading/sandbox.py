"""Somebody's code, asked in a process that reaches nothing else."""

import os
import sys
from collections import deque
from pathlib import Path

import numpy as np

import playground
from playground.i18n import message
from playground.judge.grading import sandbox_linux
from playground.judge.grading.sandbox_python import REFUSED
from playground.judge.runner.code_runner import ANSWER_LIMIT_S, CodeRunner

_REFUSAL_TEXTS = {
    "write": message("it tried to write {name}"),
    "read": message("it tried to read {name}"),
    "list": message("it tried to list {name}"),
    "import": message("it tried to import {name}"),
    "network": message("it tried to use the network"),
    "program": message("it tried to start a program"),
    "processes": message("it tried to reach other processes"),
    "files": message("it tried to change files"),
    "system": message("it tried to reach the system"),
    "ctypes": message("it tried to reach beyond Python, by ctypes"),
    "gc": message("it tried to list the objects of the process, by gc"),
    "code": message("it tried to put other code into a function"),
    "folder": message("it tried to list a folder"),
}
"""By the actions of the fence."""


# ----------------------------------------------------------------------------


_CHILD = Path(__file__).with_name("sandbox_child.py")

can_grade = _CHILD.exists
"""Whether there is a Python that can be shut in: in the single file there is none."""
# One core is one submission's; and without this Windows starts nothing.
_ENVIRONMENT = {
    "OPENBLAS_NUM_THREADS": "1",
    **{name: x for name, x in os.environ.items() if name.upper() == "SYSTEMROOT"},
}


# Whether Landlock keeps them in, and whether system calls are filtered.
_SANDBOX_TEXTS = {
    (True, True): message(
        "Linux itself keeps each submission in: files by Landlock, all else by a "
        "filter of system calls."
    ),
    (True, False): message(
        "Linux itself sees to files by Landlock; beyond that Python's audit hook "
        "keeps submissions in, which stops what ordinary code does, but not who knows "
        "how to get past it."
    ),
    (False, True): message(
        "Linux itself sees to all else by a filter of system calls; beyond that "
        "Python's audit hook keeps submissions in, which stops what ordinary code "
        "does, but not who knows how to get past it."
    ),
    (False, False): message(
        "Python's audit hook keeps submissions in, which stops what ordinary code "
        "does, but not who knows how to get past it."
    ),
}


class _ErrorLines(deque[str]):
    """The last lines of standard error, and all that was refused."""

    def __init__(self, lines: int | None) -> None:
        super().__init__(maxlen=lines)
        self.refused: dict[str, None] = {}

    def append(self, line: str) -> None:
        """Keep a line, with the refusals if it is one."""
        action, _, name = line.removeprefix(REFUSED).partition(" ")
        text = _REFUSAL_TEXTS.get(action) if line.startswith(REFUSED) else None
        if text and len(self.refused) < 20:
            self.refused[message(text, name=name)] = None
        super().append(line)


def create_sandboxed_runner(
    place: Path, function: str, name: str, limit: float = ANSWER_LIMIT_S
) -> tuple[CodeRunner, dict[str, None]]:
    """Return a file's function as it may be asked, and what it will be refused.

    Parameters
    ----------
    place : Path
        The file; its folder, and nothing else of anybody's, can be read by it.
    function, name : str
        The function, and what the code is called.
    limit : float
        Seconds that an answer may take.
    """
    root = str(Path(playground.__file__).resolve().parents[1])
    numpy = str(Path(np.__file__).resolve().parent)
    command = [sys.executable, "-X", "utf8", "-I", "-S", str(_CHILD)]
    target = f"{place.resolve()}:{function}"
    code = CodeRunner(
        [*command, root, numpy, target],
        name,
        python=True,
        limit=limit,
        environment=_ENVIRONMENT,
    )
    code.errors = complaints = _ErrorLines(code.errors.maxlen)
    return code, complaints.refused


def describe_sandbox() -> str:
    """Return in a sentence what keeps submissions in on this system."""
    return _SANDBOX_TEXTS[
        bool(sandbox_linux.landlock_version()), sandbox_linux.can_filter_calls()
    ]
