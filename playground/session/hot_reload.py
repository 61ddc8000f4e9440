"""Hot reload of a user's scene file after every save."""

from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.scene.loader import from_file
from playground.scene.params import Params, parameters_of
from playground.scene.scene import SceneEntry
from playground.scene.serialization import to_json_values
from playground.session.history import History
from playground.session.open_scene import OpenScene, Setting, WatchedScene
from playground.session.session import Session
from playground.session.view_options import MapChoice
from playground.session.watched_file import WatchedFile


def watch(session: Session, path: Path, scene: SceneEntry) -> None:
    """Watch the file of a scene, which must be open in the session.

    Raises
    ------
    ValueError
        The session has no scene with this id.
    """
    opened_scene = session.opened_scenes[session.find(scene.id)]
    session.watched_scene = WatchedScene(WatchedFile(path), opened_scene)


def follow_scene(session: Session) -> None:
    """Reload the watched scene after a save; the result or an error becomes the notice.

    Nothing is reloaded during the replay of a log.
    """
    watched = session.watched_scene
    if watched is None or not session.opens_code:
        return
    if watched.file.is_outdated:
        watched.file.mark_as_read()
        watched.failure = _reload_scene(session, watched)
        session.notice = watched.failure or message(
            "{name} was reloaded", name=watched.file.path.name
        )
    # Repeated while it lasts, since the user looks at the editor.
    session.notice = session.notice or watched.failure


def _reload_scene(session: Session, watched: WatchedScene) -> str:
    """Replace the scene by its file's new version; return an error message or ""."""
    try:
        scene = from_file(watched.file.path)
        other_scenes = (o for o in session.opened_scenes if o is not watched.opened)
        if scene.id in {opened.scene.id for opened in other_scenes}:
            return message(
                "A scene with the id {id} already exists.", id=repr(scene.id)
            )
        fitting_params = _matching_params(scene, watched.opened.history.present.params)
    except Exception as error:  # the user's file may raise anything
        return str(error)
    _replace_scene(session, watched.opened, scene, fitting_params)
    return ""


def _matching_params(scene: SceneEntry, before: Params) -> Params:
    """Return the new scene's initial params with the previous values that still fit."""
    specs, kept_values = parameters_of(scene.params), dict[str, Any]()
    for name, value in to_json_values(before).items():
        if name in specs:
            try:
                kept_values[name] = specs[name].validate(name, value)
            except ValueError:
                continue
    return scene.params(**{**vars(scene.initial_params()), **kept_values})


def _replace_scene(
    session: Session, opened: OpenScene, scene: SceneEntry, params: Params
) -> None:
    opened.close_user_code()
    case = opened.case if opened.case in scene.cases else ""
    if scene.dimension != opened.scene.dimension:
        opened.fit()
    opened.scene, opened.history = scene, History(Setting(case, params))
    opened.quiz = opened.question_scene = opened.axis = opened.precision_axis = (
        opened.selected_handle
    ) = opened.step = None
    opened.mapped = MapChoice()
    session.stop_playback()
