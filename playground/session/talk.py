"""A talk: the picture is presented, and afterwards all is as it was before."""

from playground.session.lesson import player
from playground.session.restore import (
    lesson_place,
    restore_snapshot,
    take_snapshot,
)
from playground.session.session import Session


def begin_talk(session: Session) -> None:
    """Note how all is before the talk."""
    session.before_talk = take_snapshot(session)


def end_talk(session: Session) -> None:
    """Put back what was there before the talk.

    A lesson that was opened in it is closed. One that was open before stays at the stop
    that the talk led to.
    """
    before, session.before_talk = session.before_talk, None
    if before is None:
        return
    if before.lesson_place is None:
        player.close_lesson(session)
    if before.lesson_place == lesson_place(session):
        restore_snapshot(session, before)
