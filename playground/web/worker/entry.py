"""The beginning of the program in a site's worker: our scenes, and one's own."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from playground.i18n import languages, message, speak
from playground.scene.loader import broken, from_file, gathered
from playground.scene.scene import Entry
from playground.web.worker import Judge, Live
from scenes import SCENES

Said = Callable[[str], object]


class Answerer(Protocol):
    """What a page asks: text in, text out, both JSON."""

    def ask(self, text: str) -> str:
        """Return the answer to one question."""


def answerer(kind: str, own: str, said: Said, language: str = "en") -> Answerer:
    """Return what the worker of that kind asks.

    Parameters
    ----------
    kind
        "Live" for the page, or "Judge" for one's own code.
    own
        The folder with scenes of one's own, as Python files.
    said
        Is told, as JSON, how far a trial is.
    language
        What the page speaks.
    """
    speak(language if language in languages() else "en")
    scenes = gathered(SCENES, map(_own, sorted(Path(own).glob("*.py"))))
    return Judge(scenes, said) if kind == "Judge" else Live(scenes)


def _own(file: Path) -> Entry:
    """Return the scene of a file, or in its place what says why there is none."""
    try:
        return from_file(file)
    except ImportError as error:
        why = message("This scene cannot be loaded: {error}", error=str(error))
        return broken(file.stem, why)
