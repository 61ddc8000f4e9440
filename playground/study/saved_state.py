"""What is known of a scene's state outside of the window: its file, and how it was."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playground.scene.state import known, said
from playground.study.state import State

# No path has so many letters.
_LETTERS = 4096


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

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Any) -> "Left":
        """Return it from JSON values, of which the state is not looked at.

        ValueError names what is wrong.
        """
        if not isinstance(values, dict) or not isinstance(values.get("state"), dict):
            raise ValueError('there is no "state"')
        known(values, ("state", "file", "changed"), "what was left")
        changed = values.get("changed", False)
        if not isinstance(changed, bool):
            raise ValueError(f"changed must be true or false, not {said(changed)}")
        return cls(values["state"], path_text(values, "file"), changed)


def path_text(values: Mapping[str, Any], name: str) -> str:
    """Return a path among JSON values, "" for none; ValueError if it can be none."""
    text = values.get(name, "")
    if not isinstance(text, str) or len(text) > _LETTERS or "\0" in text:
        raise ValueError(f"{name} must be a path, not {said(text)}")
    return text
