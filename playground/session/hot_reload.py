"""Every save of the file of a scene of one's own is shown at once.

Nothing here knows pyglet or ImGui.
"""

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
    """Follow the file that a scene of the session comes from."""
    opened = session.opened_scenes[session.find(scene.id)]
    session.watched_scene = WatchedScene(WatchedFile(path), opened)


def follow_scene(session: Session) -> None:
    """Show the scene as it is in its file now; what is wrong with that is a notice."""
    own = session.watched_scene
    if own is None or not session.opens_code:
        return
    if own.file.is_outdated:
        own.file.mark_as_read()
        own.failure = _reload_scene(session, own)
        session.notice = own.failure or message(
            "{name} was reloaded", name=own.file.path.name
        )
    # As long as it is so, it is said: whoever has saved looks elsewhere.
    session.notice = session.notice or own.failure


def _reload_scene(session: Session, own: WatchedScene) -> str:
    """Put the scene of the file in the place of the one before; return why not."""
    try:
        scene = from_file(own.file.path)
        others = {o.scene.id for o in session.opened_scenes if o is not own.opened}
        if scene.id in others:
            return message(
                "A scene with the id {id} is there already.", id=repr(scene.id)
            )
        fitting_params = _matching_params(scene, own.opened.history.present.params)
    except Exception as error:  # whatever somebody's file raises
        return str(error)
    _replace_scene(session, own.opened, scene, fitting_params)
    return ""


def _matching_params(scene: SceneEntry, before: Params) -> Params:
    """Return the scene's params with the numbers of those before that still fit."""
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
