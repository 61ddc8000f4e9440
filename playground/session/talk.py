"""Talks: the session is restored after a presentation."""

from playground.session.lesson import player
from playground.session.restore import (
    lesson_place,
    restore_snapshot,
    take_snapshot,
)
from playground.session.session import Session


def begin_talk(session: Session) -> None:
    """Save the session before the talk."""
    session.before_talk = take_snapshot(session)


def end_talk(session: Session) -> None:
    """Restore the session from before the talk.

    A lesson opened during the talk is closed; one that was open before stays at its new
    stop.
    """
    view_before, session.before_talk = session.before_talk, None
    if view_before is None:
        return
    if view_before.lesson_place is None:
        player.close_lesson(session)
    if view_before.lesson_place == lesson_place(session):
        restore_snapshot(session, view_before)
