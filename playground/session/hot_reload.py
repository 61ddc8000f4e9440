"""Every save of the file of a scene of one's own is shown at once.

Nothing here knows pyglet or ImGui.
"""

from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.scene.loader import from_file
from playground.scene.params import Params, specs
from playground.scene.scene import Entry
from playground.scene.serialization import to_json_values
from playground.session.history import History
from playground.session.open_scene import OpenScene, Setting
from playground.session.session import Session
from playground.session.view_options import MapChoice
from playground.session.watched_file import WatchedFile
from playground.session.watched_scene import OwnScene


def watch(session: Session, path: Path, scene: Entry) -> None:
    """Follow the file that a scene of the session comes from."""
    opened = session.all_opened[session.find(scene.id)]
    session.own_scene = OwnScene(WatchedFile(path), opened)


def follow_scene(session: Session) -> None:
    """Show the scene as it is in its file now; what is wrong with that is a notice."""
    own = session.own_scene
    if own is None or not session.opens_code:
        return
    if own.file.outdated:
        own.file.look()
        own.failure = _loaded(session, own)
        session.notice = own.failure or message(
            "{name} was reloaded", name=own.file.path.name
        )
    # As long as it is so, it is said: whoever has saved looks elsewhere.
    session.notice = session.notice or own.failure


def _loaded(session: Session, own: OwnScene) -> str:
    """Put the scene of the file in the place of the one before; return why not."""
    try:
        scene = from_file(own.file.path)
        others = {o.scene.id for o in session.all_opened if o is not own.opened}
        if scene.id in others:
            return message(
                "A scene with the id {id} is there already.", id=repr(scene.id)
            )
        fitting_params = _fitting(scene, own.opened.history.present.params)
    except Exception as error:  # whatever somebody's file raises
        return str(error)
    _replace(session, own.opened, scene, fitting_params)
    return ""


def _fitting(scene: Entry, before: Params) -> Params:
    """Return the scene's params with the numbers of those before that still fit."""
    known, kept = specs(scene.params), dict[str, Any]()
    for name, value in to_json_values(before).items():
        if name in known:
            try:
                kept[name] = known[name].check(name, value)
            except ValueError:
                continue
    return scene.params(**{**vars(scene.opened()), **kept})


def _replace(session: Session, own: OpenScene, scene: Entry, params: Params) -> None:
    if own.judged:
        own.judged.close()
        own.judged = None
    case = own.case if own.case in scene.cases else ""
    if scene.dimension != own.scene.dimension:
        own.fit()
    own.scene, own.history = scene, History(Setting(case, params))
    own.quiz = own.asked = own.axis = own.bit = own.grip = own.step = None
    own.mapped = MapChoice()
    session.stand_still()
