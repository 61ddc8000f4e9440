"""Saving and restoring of a session's scenes: on restart, after lessons and talks."""

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any

from playground.i18n import message
from playground.scene.json_text import quote_value
from playground.scene.serialization import to_json_values
from playground.session.open_scene import OpenScene
from playground.session.saved_round import serialize_round
from playground.session.saved_state import SavedScene
from playground.session.session import Session
from playground.session.snapshot import SessionSnapshot
from playground.session.view_options import DisplayOptions


def serialize_scenes(session: Session) -> dict[str, Any]:
    """Return the saved form of each scene that was opened, as JSON values.

    The stops of a lesson are left out.
    """
    return {
        opened.scene.id: to_json_values(_make_saved_scene(session, opened))
        for opened in _list_scenes(session)
        if opened.saved_values is None and ("history" in vars(opened) or opened.quiz)
    }


def _list_scenes(session: Session) -> list[OpenScene]:
    """Return the open state of each scene, without the stop of a lesson."""
    opened_by_id = {opened.scene.id: opened for opened in session.opened_scenes}
    if session.lesson and session.lesson.away:
        opened_by_id[session.lesson.away.scene.id] = session.lesson.away
    return [*opened_by_id.values()]


def _make_saved_scene(session: Session, opened: OpenScene) -> SavedScene:
    state, file = session.state_of(opened), opened.file
    quiz = serialize_round(opened.quiz) if opened.quiz else opened.saved_round
    if session.is_map_of_offer:
        state = replace(state, map=None)
    if file is None:
        return SavedScene(to_json_values(state), quiz=quiz, units=opened.units)
    if file.state and opened is not session.current_scene:
        # The display options belong to the current scene.
        page, map_view, compare = file.state.page, file.state.map, file.state.compare
        state = replace(state, page=page, map=map_view, compare=compare)
    return SavedScene(
        to_json_values(state), str(file.path), file.state != state, quiz, opened.units
    )


def restore_scenes(session: Session, how: Mapping[str, Any], scene_id: str) -> None:
    """Set the saved values of each scene, and open one.

    Parameters
    ----------
    session : Session
        The session.
    how : mapping
        The result of `serialize_scenes`; each scene is restored when it is first
        opened, and an invalid one then gives a notice.
    scene_id : str
        Id of the scene to open. If it is missing the first one opens, and a notice says
        so; "" for the first.
    """
    for opened in session.opened_scenes:
        opened.saved_values = how.get(opened.scene.id)
    ids = [opened.scene.id for opened in session.opened_scenes]
    session.index = ids.index(scene_id) if scene_id in ids else 0
    if scene_id and scene_id not in ids:
        session.notice = message(
            "The scene {name} no longer exists; its last state is kept"
            if scene_id in how
            else "The scene {name} no longer exists",
            name=quote_value(scene_id),
        )
    state = session.restore_saved_scene()
    if state:
        session.look(page=state.page, map=state.map, compare=state.compare)


def close_user_code(session: Session) -> None:
    """Close the user code of all scenes, and put their listings back."""
    for opened in session.opened_scenes:
        opened.close_user_code()


def reset_scenes(session: Session) -> None:
    """Reset every scene and the display options to their initial state."""
    session.opened_scenes = [OpenScene(own.scene) for own in session.opened_scenes]
    session.index, session.view, session.before_talk = 0, DisplayOptions(), None
    session.reset_view()


# ----------------------------------------------------------------------------
# Snapshots around lessons and talks.
# ----------------------------------------------------------------------------


# Fields of a scene that a lesson or a talk may change.
_KEPT = (
    "history",
    "cameras",
    "fitted",
    "fitted_places",
    "step",
    "selected_handle",
    "axis",
    "mapped",
    "precision_axis",
    "dtype",
    "saved_values",
)


def lesson_place(session: Session) -> Hashable:
    """Return a key of the open lesson and its current stop; None without a lesson."""
    return session.lesson and (session.lesson, session.lesson.at)


def take_snapshot(session: Session) -> SessionSnapshot:
    """Return a snapshot of the session."""
    return SessionSnapshot(
        session.index,
        session.view,
        session.active_offer,
        session.is_map_of_offer,
        tuple((opened, _read_fields(opened)) for opened in session.opened_scenes),
        lesson_place(session),
    )


def _read_fields(opened: OpenScene) -> dict[str, Any]:
    fields = {name: vars(opened)[name] for name in _KEPT if name in vars(opened)}
    return {**fields, "cameras": {**opened.cameras}, "fitted": {**opened.fitted}}


def _restore_fields(opened: OpenScene, kept: Mapping[str, Any]) -> None:
    history = kept.get("history")
    if history and type(history.present.params) is not type(
        opened.history.present.params
    ):
        # The scene file was reloaded with other parameters.
        return
    vars(opened).pop("history", None)
    for name, value in kept.items():
        setattr(opened, name, value)


def restore_snapshot(session: Session, before: SessionSnapshot) -> None:
    """Restore a snapshot, except for scenes reloaded with other parameters."""
    for opened, fields in before.scenes:
        _restore_fields(opened, fields)
    session.index, session.view = before.index, before.view
    session.stop_playback()
    session.is_map_of_offer = False
    session.begin_context()
    session.restored_context_id = session.context_id
    session.is_map_of_offer = before.is_map_of_offer
    offer = before.offer
    session.start_offer = offer and replace(offer, context_id=session.context_id)
