"""Animations without events, without a window."""

from dataclasses import replace

import numpy as np
import toys
from toys import InCircle

from playground.scene import DrawList, Polyline
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


def test_a_picture_with_arrays_is_drawn_after_every_change() -> None:
    def draw(p: InCircle, distance: object, out: DrawList) -> None:
        out.add(Polyline(np.array([p.at, p.center]), key="way"))

    session = Session((replace(toys.SCENE, picture=draw),))
    fade_in = FadeIn(session)
    before = fade_in.draw_list
    session.set_value("radius", 3.0)
    assert fade_in.draw_list is not before
    assert fade_in.draw_list is fade_in.draw_list
