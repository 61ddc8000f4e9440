"""Curve and playback of a scene from a package: two moving discs."""

import numpy as np
import pytest
from more_scenes.moving_discs import SCENE, MovingDiscsParams, solve

from playground.analysis.curve import Axis, sample_curve
from playground.scene.solution import solve_scene


def test_the_curve_turns_at_both_radii_and_its_root_stands_there() -> None:
    p = SCENE.cases["Meeting"].params
    drawn = sample_curve(SCENE, p, Axis("t"))
    assert drawn is not None
    assert drawn.roots == pytest.approx((float(solve(p).t),), abs=1e-9)
    assert [level for _, _, level in drawn.crossings] == [p.reach]
    wider = sample_curve(SCENE, p, Axis("first_radius"))
    assert wider is not None
    assert any((np.diff(level) > 0.0).all() for level in wider.levels.values())


def test_playing_solves_nothing_again() -> None:
    p = SCENE.cases["Meeting"].params
    asked = solve_scene(SCENE, p)
    later = solve_scene(SCENE, MovingDiscsParams(t=0.75), asked)
    assert later.result is asked.result
    assert later.draw() != asked.draw()
