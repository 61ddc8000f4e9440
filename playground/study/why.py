"""The stop of a scene's lesson that tells why the listing answers as it does here."""

from collections.abc import Sequence

from playground.scene.scene import Entry
from playground.study import lesson_walking
from playground.study.lesson import Lesson, lesson_of
from playground.study.session import Session
from playground.study.study import Study


def stops_of(entry: Entry, scenes: Sequence[Entry]) -> int:
    """Return how many stops a scene's lesson has; 0 where there is none to be read."""
    try:
        plan = lesson_of(entry, scenes)
    except (OSError, ValueError):
        return 0
    return len(plan.stops) if plan else 0


def stop_about(plan: Lesson, kind: str) -> int:
    """Return the place of the first stop that shows a kind of mistake, or the first."""
    for place, stop in enumerate(plan.stops):
        state = stop.state
        study = Study(state.scene, state.params)
        compared = study.comparison_in(state.dtype or study.dtype)
        if compared and compared.kind == kind:
            return place
    return 0


def explain(session: Session) -> None:
    """Open the lesson of the scene where it tells of the mistake on show."""
    compared = session.study.comparison
    lesson_walking.start_shipped(session, session.scene)
    if session.walk and compared:
        lesson_walking.go(session, stop_about(session.walk.plan, compared.kind))
