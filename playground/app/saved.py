"""What is known of a scene's state outside of the window: its file, and how it was."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playground.app.state import State


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

    `changed` says that the state was no longer the file's.
    """

    state: Mapping[str, Any]
    file: str = ""
    changed: bool = False
