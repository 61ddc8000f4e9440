"""Animations without events, without a window."""

from playground.session.session import Session
from playground.session.view.animation import FadeIn
from scenes import SCENES


def test_what_is_pointed_at_stands_out_and_then_stays() -> None:
    session = Session(SCENES)
    (row, *_) = (row for row in session.scene_view.rows if row.key)
    motion = FadeIn(session)
    motion.highlight_key = row.key
    assert motion.is_moving
    for _ in range(20):
        motion.advance(0.05)
    assert not motion.is_moving
