"""What moves without any event, without a window."""

from playground.session.session import Session
from playground.session.view.animation import Motion
from scenes import SCENES


def test_what_is_pointed_at_stands_out_and_then_stays() -> None:
    session = Session(SCENES)
    (row, *_) = (row for row in session.study.rows if row.key)
    motion = Motion(session)
    motion.lit = row.key
    assert motion.moving
    for _ in range(20):
        motion.advance(0.05)
    assert not motion.moving
