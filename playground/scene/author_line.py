"""Where in an author's own file something went wrong."""

import sys
from pathlib import Path
from types import TracebackType

from playground.language import message

_OURS = {"playground", "numpy"}


def author_line(error: BaseException) -> str:
    """Return the last line of the author's own text that led to an error.

    As "mine.py, line 12"; "" where no such line did. The author's text is what is
    neither the playground's, NumPy's nor Python's own.
    """
    place = _line(error.__traceback__)
    return _said(*place) if place else ""


def function_line(function: object) -> str:
    """Return where a function stands: "mine.py, line 12"; "" for anything else."""
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename.startswith("<"):
        return ""
    return _said(Path(code.co_filename), code.co_firstlineno)


def said_with_line(error: BaseException, said: str) -> str:
    """Return what is said of an error, with the line of the author's text."""
    place = author_line(error)
    return message("{said} ({place})", said=said, place=place) if place else said


def _said(path: Path, line: int) -> str:
    return message("{file}, line {line}", file=path.name, line=line)


def _line(traceback: TracebackType | None) -> tuple[Path, int] | None:
    found, own = None, ""
    while traceback:
        frame, line = traceback.tb_frame, traceback.tb_lineno
        root = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        file = frame.f_code.co_filename
        foreign = root in _OURS or root in sys.stdlib_module_names
        # What the author's code calls of other packages is not the author's.
        if not foreign and own in ("", root) and not file.startswith("<"):
            found, own = (Path(file), line), root
        traceback = traceback.tb_next
    return found
