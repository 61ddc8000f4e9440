"""How a session's scenes are left, and how each of them goes on from there."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground.i18n import message
from playground.scene.json_text import said
from playground.scene.serialization import to_json_values
from playground.session.open_scene import OpenScene
from playground.session.saved_state import Left
from playground.session.session import Session
from playground.session.view_options import Showing


def left(session: Session) -> dict[str, Any]:
    """Return how each scene would be left now that was opened, as JSON values.

    Where a lesson's stop stands in a scene's place it is the scene that is left.
    """
    return {
        own.scene.id: to_json_values(_left(session, own))
        for own in _own(session)
        if own.left is None and "history" in vars(own)
    }


def _own(session: Session) -> list[OpenScene]:
    """Return what is open of each scene, but for a lesson."""
    every = {own.scene.id: own for own in session.all_opened}
    if session.walk and session.walk.away:
        every[session.walk.away.scene.id] = session.walk.away
    return [*every.values()]


def _left(session: Session, own: OpenScene) -> Left:
    state, file = session.state_of(own), own.file
    if file is None:
        return Left(to_json_values(state))
    if file.state and own is not session.all_opened[session.index]:
        # How all is shown now is another scene's business.
        page, over, compare = file.state.page, file.state.map, file.state.compare
        state = replace(state, page=page, map=over, compare=compare)
    return Left(to_json_values(state), str(file.path), file.state != state)


def recall(session: Session, how: Mapping[str, Any], scene_id: str) -> None:
    """Let each scene go on as it was left, from when it is first opened.

    One that was on show is opened, or a notice says that it is not there.
    """
    for own in session.all_opened:
        own.left = how.get(own.scene.id)
    ids = [own.scene.id for own in session.all_opened]
    session.index = ids.index(scene_id) if scene_id in ids else 0
    if scene_id and scene_id not in ids:
        session.notice = message(
            "There is no longer a scene {name}; it is kept as it was left"
            if scene_id in how
            else "There is no longer a scene {name}",
            name=said(scene_id),
        )
    state = session.go_on()
    if state:
        session.look(page=state.page, map=state.map, compare=state.compare)


def learn(session: Session, how: Mapping[str, Any]) -> None:
    """Let scenes that were not opened yet go on as another window has left them."""
    for own in _own(session):
        if own.left is not None:
            own.left = how.get(own.scene.id, own.left)


def start_afresh(session: Session) -> None:
    """Open every scene for the first time again."""
    every = session.all_opened
    for own in every:
        if own.judged:
            own.judged.close()
    scenes = [own.judged.entry if own.judged else own.scene for own in every]
    session.all_opened = [OpenScene(scene) for scene in scenes]
    session.index, session.view = 0, Showing()
    session.show_afresh()
