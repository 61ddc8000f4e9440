"""What is known of a scene's state outside of the window: its file, and how it was."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from playground.language import message
from playground.scene.forms import Known, text
from playground.scene.json_text import said
from playground.study.state import State


def _path(name: str, text: str, known: Known) -> str:
    if "\0" in text:
        raise ValueError(
            message("{name} must be a path, not {given}", name=name, given=said(text))
        )
    return text


PathText = Annotated[str, text(4096), _path]
"""A path as text, "" for none."""


@dataclass(frozen=True)
class Saved:
    """The file that a scene's state was opened from or saved to.

    `state` is what lies in it; None if that is no longer known.
    """

    path: Path
    state: State | None


@dataclass(frozen=True)
class Left:
    """How a scene was left: its state as in a file, and its file, "" for none.

    `changed` says that the state was no longer the file's. The state is looked at
    when the scene is opened.
    """

    state: Mapping[str, Any]
    file: PathText = ""
    changed: bool = False
