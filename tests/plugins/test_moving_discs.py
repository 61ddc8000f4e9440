"""Two moving discs, against integers and many sampled times."""

from fractions import Fraction

import numpy as np
import pytest
from exactly import dot, less
from hypothesis import given
from hypothesis import strategies as st
from more_scenes.moving_discs import SCENE, MovingDiscsParams, gap, solve

from playground.analysis.curve import Axis, sample_curve
from playground.scene.solution import solve_scene

quarters = st.integers(-12, 12).map(lambda i: i / 4)
places = st.tuples(quarters, quarters)
radii = st.integers(0, 8).map(lambda i: i / 4)
states = st.builds(MovingDiscsParams, places, places, radii, places, places, radii)


def least(p: MovingDiscsParams) -> Fraction:
    """Return the least squared distance of the centres within the step."""
    offset = less(p.first, p.second)
    motion = less(p.first_step, p.second_step)
    pace = dot(motion, motion)
    t = min(max(-dot(offset, motion) / pace, Fraction(0)), Fraction(1)) if pace else 0
    there = [x + t * v for x, v in zip(offset, motion, strict=True)]
    return dot(there, there)


@given(states)
def test_the_verdict_is_that_of_whole_numbers(p: MovingDiscsParams) -> None:
    reach = Fraction(p.first_radius) + Fraction(p.second_radius)
    found = solve(p)
    assert bool(found.hit) == (least(p) <= reach**2)
    assert bool(found.grazing) == (least(p) == reach**2)


@given(states)
def test_the_first_touch_is_the_first(p: MovingDiscsParams) -> None:
    found, moments = solve(p), np.linspace(0.0, 1.0, 401)
    apart = gap(p, moments)
    if not found.hit:
        assert np.isnan(found.t)
        assert (apart > p.reach).all()
        return
    assert (apart[moments < float(found.t)] >= p.reach - 1e-12).all()
    if found.overlapping:
        assert found.t == 0.0
    else:
        assert float(gap(p, found.t)) == pytest.approx(p.reach, abs=1e-7)


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
