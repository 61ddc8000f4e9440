"""Output of commands; failures become usage errors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from playground.cli.command import UsageError
from playground.i18n import message, translate, with_texts
from playground.scene.author_files import explain_error
from playground.session.atomic_write import remove_leftovers


@with_texts("text")
def print_line(text: str, /, **values: Any) -> None:
    """Print a text, translated, as a line on standard output.

    Parameters
    ----------
    text : str
        The text, or a template with placeholders.
    **values
        The placeholders.

    Raises
    ------
    UsageError
        It cannot be written.
    BrokenPipeError
        The reader has closed the pipe.
    """
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    with guard_stdout():
        print(translate(message(text, **values) if values else text))


@with_texts("text")
def print_error(text: str, /, **values: Any) -> None:
    """Print a text, translated, as a line on standard error, if possible.

    `values` are its placeholders.
    """
    if sys.stderr is None:  # print would take standard output instead
        return
    try:
        text = message(text, **values) if values else text
        print("playground:", translate(text), file=sys.stderr, flush=True)
    except OSError:
        _discard_buffer(sys.stderr)


@contextmanager
def guard_stdout() -> Iterator[None]:
    """Raise UsageError if writing to standard output fails.

    A BrokenPipeError, as its reader has closed it, is passed on.
    """
    try:
        yield
    except OSError as error:
        _discard_buffer(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise UsageError(
            "cannot write to standard output: {reason}", reason=explain_error(error)
        ) from error


@contextmanager
def output_folder(path: Path) -> Iterator[None]:
    """Create the folder of an output file; raise UsageError if writing it fails.

    It also removes temporary files of crashed programs there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(path.parent)
        yield
    except OSError as error:
        raise UsageError(
            "cannot write {path}: {reason}", path=path, reason=explain_error(error)
        ) from error


def _discard_buffer(stream: TextIO) -> None:
    """Redirect a stream to null, so that flushing it at exit does not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
