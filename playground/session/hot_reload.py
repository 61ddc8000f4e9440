"""Hot reload of a user's scene file after every save."""

from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.scene.loader import from_file
from playground.scene.params import Params, parameters_of
from playground.scene.scene import SceneEntry
from playground.scene.serialization import to_json_values
from playground.session.history import History
from playground.session.open_scene import OpenScene, Setting
from playground.session.session import Session
from playground.session.view_options import MapChoice
from playground.session.watched_file import WatchedFile
from playground.session.watched_scene import WatchedScene


def watch(session: Session, path: Path, scene: SceneEntry) -> None:
    """Watch the file of a scene, which must be open in the session.

    Raises
    ------
    ValueError
        The session has no scene with this id.
    """
    opened = session.opened_scenes[session.find(scene.id)]
    session.watched_scene = WatchedScene(WatchedFile(path), opened)


def follow_scene(session: Session) -> None:
    """Reload the watched scene after a save; the result or an error becomes the notice.

    Nothing is reloaded during the replay of a log.
    """
    own = session.watched_scene
    if own is None or not session.opens_code:
        return
    if own.file.is_outdated:
        own.file.mark_as_read()
        own.failure = _reload_scene(session, own)
        session.notice = own.failure or message(
            "{name} was reloaded", name=own.file.path.name
        )
    # Repeated while it lasts, since the user looks at the editor.
    session.notice = session.notice or own.failure


def _reload_scene(session: Session, own: WatchedScene) -> str:
    """Replace the scene by its file's new version; return an error message or ""."""
    try:
        scene = from_file(own.file.path)
        others = {o.scene.id for o in session.opened_scenes if o is not own.opened}
        if scene.id in others:
            return message(
                "A scene with the id {id} already exists.", id=repr(scene.id)
            )
        fitting_params = _matching_params(scene, own.opened.history.present.params)
    except Exception as error:  # the user's file may raise anything
        return str(error)
    _replace_scene(session, own.opened, scene, fitting_params)
    return ""


def _matching_params(scene: SceneEntry, before: Params) -> Params:
    """Return the new scene's initial params with the previous values that still fit."""
    known, kept = parameters_of(scene.params), dict[str, Any]()
    for name, value in to_json_values(before).items():
        if name in known:
            try:
                kept[name] = known[name].validate(name, value)
            except ValueError:
                continue
    return scene.params(**{**vars(scene.initial_params()), **kept})


def _replace_scene(
    session: Session, own: OpenScene, scene: SceneEntry, params: Params
) -> None:
    if own.user_code:
        own.user_code.close()
        own.user_code = None
    case = own.case if own.case in scene.cases else ""
    if scene.dimension != own.scene.dimension:
        own.fit()
    own.scene, own.history = scene, History(Setting(case, params))
    own.quiz = own.question_scene = own.axis = own.precision_axis = (
        own.selected_handle
    ) = own.step = None
    own.mapped = MapChoice()
    session.stop_playback()
