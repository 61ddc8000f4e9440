"""What a command prints and writes; in one line, that it cannot."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from playground.cli.command import UsageError
from playground.i18n import message, translated
from playground.scene.author_files import why
from playground.session.atomic_write import sweep


def say(text: str) -> None:
    """Print on standard output."""
    if sys.stdout is None:
        raise UsageError(message("standard output is closed"))
    with printing():
        print(translated(text))


def complain(text: str) -> None:
    """Print a line on standard error, if that can be."""
    if sys.stderr is None:  # print would take standard output instead
        return
    try:
        print("playground:", translated(text), file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


@contextmanager
def printing() -> Iterator[None]:
    """UsageError where standard output takes no more."""
    try:
        yield
    except OSError as error:
        _give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise UsageError(
            message("cannot write to standard output: {reason}", reason=why(error))
        ) from error


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Make the folder; in one line, that a file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path.parent)
        yield
    except OSError as error:
        raise UsageError(
            message("cannot write {path}: {reason}", path=path, reason=why(error))
        ) from error


def _give_up(stream: TextIO) -> None:
    """Drop what a stream still holds: the interpreter tries again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
