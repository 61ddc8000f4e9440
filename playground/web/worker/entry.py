"""The entry point of the site's workers: built-in and user scenes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from playground.i18n import languages, message, set_language
from playground.scene.loader import from_file, merge_scenes, placeholder_scene
from playground.scene.scene import SceneEntry
from scenes import SCENES

if TYPE_CHECKING:
    from playground.web.worker.evaluation_worker import EvaluationWorker
    from playground.web.worker.session_worker import SessionWorker

ProgressCallback = Callable[[str], object]


def create_request_handler(
    kind: str, own: str, on_progress: ProgressCallback, language: str = "en"
) -> "EvaluationWorker | SessionWorker":
    """Return the request handler of a worker.

    Parameters
    ----------
    kind : str
        "Live" for the page, or "Judge" for user code.
    own : str
        The folder with the user's scenes, Python files.
    on_progress : callable
        Called with the progress of an evaluation, as JSON.
    language : str
        The code of the page's language; an unknown one is English.
    """
    set_language(language if language in languages() else "en")
    scenes = merge_scenes(SCENES, map(_load_scene_file, sorted(Path(own).glob("*.py"))))
    # Imported here, as each worker needs only one.
    if kind == "Judge":
        from playground.web.worker.evaluation_worker import EvaluationWorker

        return EvaluationWorker(scenes, on_progress)
    from playground.session.quiz import choose_random_seed
    from playground.web.worker.session_worker import SessionWorker

    worker = SessionWorker(scenes)
    choose_random_seed(worker.session)
    return worker


def _load_scene_file(file: Path) -> SceneEntry:
    """Return the scene of a file, or a placeholder that says why it cannot load."""
    try:
        return from_file(file)
    except ImportError as error:
        reason = message("This scene cannot be loaded: {error}", error=str(error))
        return placeholder_scene(file.stem, reason)
