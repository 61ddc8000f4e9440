"""How a session's scenes are left, and how each of them goes on from there."""

from collections.abc import Mapping
from dataclasses import replace

from playground.app.opened import OpenScene
from playground.app.saved import Left
from playground.app.session import Session
from playground.app.state import to_dict
from playground.app.view import View


def left(session: Session) -> dict[str, Left]:
    """Return how each scene would be left now that was ever opened, by its id.

    Where a lesson's stop stands in a scene's place it is the scene that is left.
    """
    every = {own.scene.id: own for own in session.all_opened}
    if session.walk and session.walk.away:
        every[session.walk.away.scene.id] = session.walk.away
    each = {name: _left(session, own) for name, own in every.items()}
    return {name: how for name, how in each.items() if how}


def _left(session: Session, own: OpenScene) -> Left | None:
    if own.left or "history" not in vars(own):
        return own.left
    state, file = session.state_of(own), own.file
    if file is None:
        return Left(to_dict(state))
    if file.state and own is not session.all_opened[session.index]:
        # How all is shown now is another scene's business.
        page, over, compare = file.state.page, file.state.map, file.state.compare
        state = replace(state, page=page, map=over, compare=compare)
    return Left(to_dict(state), str(file.path), file.state != state)


def recall(session: Session, how: Mapping[str, Left], scene_id: str) -> None:
    """Let each scene go on as it was left, from when it is first opened.

    One that was on show is opened, if it is still there.
    """
    for own in session.all_opened:
        own.left = how.get(own.scene.id)
    ids = [own.scene.id for own in session.all_opened]
    session.index = ids.index(scene_id) if scene_id in ids else 0
    state = session.go_on()
    if state:
        session.look(page=state.page, map=state.map, compare=state.compare)


def start_afresh(session: Session) -> None:
    """Open every scene for the first time again."""
    every = session.all_opened
    for own in every:
        if own.judged:
            own.judged.close()
    scenes = [own.judged.entry if own.judged else own.scene for own in every]
    session.all_opened = [OpenScene(scene) for scene in scenes]
    session.index, session.view = 0, View()
    session.show_afresh()
