"""The command that starts our child for somebody's Python, and its environment."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import playground
from playground.explore.engines import ENGINES
from playground.explore.judge.code_header import CodeError
from playground.language import message

_CHILD = "playground.explore.judge.child_process"
_PACKAGE = "playground.explore.engines"


def child_command(text: str, function: str) -> list[str]:
    """Return how `FILE.py:FUNCTION` or `engine:NAME` is asked; else CodeError.

    Of an engine it is the function that has the core's name.
    """
    place, colon, name = text.rpartition(":")
    if place == "engine":
        if name not in ENGINES:
            known = ", ".join(ENGINES)
            raise CodeError(
                message(
                    "there is no engine {name!r}; there are {known}",
                    name=name,
                    known=known,
                )
            )
        target = f"{_PACKAGE}.{name}:{function}"
    elif colon and place.endswith(".py"):
        if not Path(place).is_file():
            raise CodeError(message("there is no file {place}", place=place))
        target = text
    else:
        raise CodeError(
            message("{text!r} is neither FILE.py:FUNCTION nor engine:NAME", text=text)
        )
    # With -P no file of the working folder is taken for a library's.
    return [sys.executable, "-P", "-m", _CHILD, target]


def child_environment(folders: Sequence[str]) -> dict[str, str]:
    """Return this process's own, with us and the folders where Python looks."""
    root = str(Path(playground.__file__).parents[1])
    before = os.environ.get("PYTHONPATH", "")
    places = os.pathsep.join(filter(None, [root, before, *folders]))
    return {**os.environ, "PYTHONPATH": places}
