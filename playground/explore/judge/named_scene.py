"""A scene by its name, for tests that name one."""

from pathlib import Path

from playground.explore.judge.trial import TrialError
from playground.language import message
from playground.scene.loading import from_file, gathered, installed, why_shut
from playground.scene.scene import Entry
from scenes import SCENES


def scene_of(name: str) -> Entry:
    """Return the scene of that id or file `SCENE.py`; TrialError if there is none."""
    if name.endswith(".py"):
        try:
            return from_file(Path(name))
        except ImportError as error:
            raise TrialError(str(error)) from error
    known = {entry.id: entry for entry in gathered(SCENES, installed())}
    if name not in known:
        raise TrialError(
            message(
                "unknown scene {name!r}; there are {names}",
                name=name,
                names=", ".join(known),
            )
        )
    if reason := why_shut(known[name]):
        raise TrialError(f"{name}: {reason}")
    return known[name]
