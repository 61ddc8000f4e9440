"""The beginning of the program in a site's worker: our scenes, and one's own."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from playground.i18n import languages, message, set_language
from playground.scene.loader import from_file, merge_scenes, placeholder_scene
from playground.scene.scene import SceneEntry
from scenes import SCENES

ProgressCallback = Callable[[str], object]


class RequestHandler(Protocol):
    """What a page asks: text in, text out, both JSON."""

    def ask(self, text: str) -> str:
        """Return the answer to one question."""


def create_request_handler(
    kind: str, own: str, on_progress: ProgressCallback, language: str = "en"
) -> RequestHandler:
    """Return what the worker of that kind asks.

    Parameters
    ----------
    kind
        "Live" for the page, or "Judge" for one's own code.
    own
        The folder with scenes of one's own, as Python files.
    on_progress
        Is told, as JSON, how far a trial is.
    language
        What the page speaks.
    """
    set_language(language if language in languages() else "en")
    scenes = merge_scenes(SCENES, map(_load_scene_file, sorted(Path(own).glob("*.py"))))
    # Each loads what the other has no use for.
    if kind == "Judge":
        from playground.web.worker.evaluation_worker import EvaluationWorker

        return EvaluationWorker(scenes, on_progress)
    from playground.session.quiz import choose_random_seed
    from playground.web.worker.session_worker import SessionWorker

    worker = SessionWorker(scenes)
    choose_random_seed(worker.session)
    return worker


def _load_scene_file(file: Path) -> SceneEntry:
    """Return the scene of a file, or in its place what says why there is none."""
    try:
        return from_file(file)
    except ImportError as error:
        why = message("This scene cannot be loaded: {error}", error=str(error))
        return placeholder_scene(file.stem, why)
