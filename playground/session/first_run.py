"""Guided start for a new user: a state one drag away from a mistake."""

from collections.abc import Hashable
from dataclasses import replace

from playground.analysis.heat_map import MapKind
from playground.scene.params import drag
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.snapshot import PULSE_DURATION_S, StartOffer
from playground.session.view_model import SceneView


def go_to_scene(session: Session, index: int, *, offers_start: bool) -> None:
    """Switch to the scene with this index; leave the lesson unless it is being edited.

    With `offers_start`, a scene that was never opened begins at its guided start.
    """
    walk = session.lesson
    if walk and not walk.writing and index != session.index:
        player.leave_lesson(session)
    if not offers_start:
        session.open(index)
        return
    opened_scene = session.opened_scenes[index]
    unseen = opened_scene.saved_values is None and "history" not in vars(opened_scene)
    session.open(index)
    if unseen and session.scene.start:
        # A map would reveal the mistake.
        session.look(map=None)
        open_start(session)
    else:
        offer_start_again(session)


def offer_start_again(session: Session) -> None:
    """Offer the guided start if the scene's params are those it begins with."""
    start = session.scene.start
    if start and session.params == start.params:
        offer_start(session)


def open_start(session: Session) -> None:
    """Open the scene's guided start, if it has one."""
    if start := session.scene.start:
        session.begin_at("", start.params)
        session.reset_view()
        offer_start(session)


def offer_start(session: Session) -> None:
    """Offer the guided start in the current state."""
    if start := session.scene.start:
        target = drag(start.params, start.handle, 0, start.target)
        goal = _answers(SceneView(session.scene, target))
        session.start_offer = StartOffer(start, session.context_id, goal)


def restore_offer(session: Session, *, found: bool) -> None:
    """Restore the offer during the replay of a log.

    `found` is whether its goal was reached when the log began.
    """
    offer_start(session)
    if first := session.start_offer:
        is_dragged = session.params != first.start.params
        session.start_offer = replace(
            first, age=PULSE_DURATION_S, dragged=is_dragged, found=found
        )
        session.is_map_of_offer = found and session.view.map is MapKind.MISTAKES


def update_offer(session: Session, *, is_dragging: bool) -> None:
    """Note a drag in a guided start's offer; show mistakes once the answers differ.

    Their map appears when the drag has ended (`is_dragging`), since it changes the
    views.
    """
    first = session.active_offer
    if first is None or session.params == first.start.params:
        return
    if not first.dragged:
        first = session.start_offer = replace(first, dragged=True)
    if not is_dragging and not first.found and is_listing_wrong(session.scene_view):
        session.start_offer = replace(first, found=True)
        if not session.view.map and MapKind.MISTAKES in session.scene_view.maps:
            session.look(map=MapKind.MISTAKES)
            session.is_map_of_offer = True


def is_goal_reached(first: StartOffer, study: SceneView) -> bool:
    """Return whether the answers differ in the way that the guided start leads to."""
    return is_listing_wrong(study) and _answers(study) == first.goal


def _answers(study: SceneView) -> Hashable:
    """Return both verdicts' words, and the kind of mistake if the words are the same.

    It is None without an exact answer or a comparison.
    """
    verdict, comparison = study.verdict, study.comparison
    if verdict is None or comparison is None:
        return None
    words = verdict.headline, comparison.headline
    return words, comparison.kind if len({*words}) == 1 else ""


def is_listing_wrong(study: SceneView) -> bool:
    """Return whether the listing's answer is known and wrong."""
    comparison = study.comparison
    return comparison is not None and not comparison.agrees
