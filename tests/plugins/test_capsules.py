"""Capsule vs capsule, against distances in integers and brute force."""

import math
from fractions import Fraction

import numpy as np
import pytest
from effort import examples
from exactly import squared_gap
from hypothesis import given, settings
from hypothesis import strategies as st
from more_scenes.capsules import SCENE, CapsulesParams, solve

from playground.scene import NO_KIND_INDEX

quarters = st.integers(-12, 12).map(lambda i: i / 4)
places = st.tuples(quarters, quarters)
radii = st.integers(0, 8).map(lambda i: i / 4)
states = st.builds(CapsulesParams, places, places, radii, places, places, radii)


def moved(p: CapsulesParams, x: float, y: float) -> CapsulesParams:
    (ax, ay), (bx, by) = p.a, p.b
    return CapsulesParams(
        (ax + x, ay + y), (bx + x, by + y), p.first, p.c, p.d, p.second
    )


@given(states)
def test_the_verdict_is_that_of_whole_numbers(p: CapsulesParams) -> None:
    gap, reach = squared_gap(p.a, p.b, p.c, p.d), Fraction(p.first) + Fraction(p.second)
    found = solve(p)
    assert bool(found.hit) == (gap <= reach**2)
    assert bool(found.touching) <= (gap == reach**2)
    if not found.crossing:
        assert bool(found.touching) == (gap == reach**2)
        assert float(found.apart) == pytest.approx(math.sqrt(gap), abs=1e-12)
    else:
        assert gap == 0


@given(states)
@settings(max_examples=examples(50))
def test_no_two_points_are_nearer(p: CapsulesParams) -> None:
    found, share = solve(p), np.linspace(0.0, 1.0, 101)[:, None]
    one = np.asarray(p.a) + share * np.subtract(p.b, p.a)
    two = np.asarray(p.c) + share * np.subtract(p.d, p.c)
    gaps = np.linalg.norm(one[:, None] - two[None], axis=-1)
    if not found.crossing:
        assert gaps.min() >= found.apart - 1e-12
        there = np.linalg.norm(found.on_first - found.on_second)
        assert there == pytest.approx(float(found.apart), abs=1e-12)
    between = np.linalg.norm(found.rim_first - found.rim_second)
    if not np.isnan(found.normal).any():
        assert between == pytest.approx(abs(float(found.distance)), abs=1e-9)


@given(states)
@settings(max_examples=examples(100))
def test_the_depth_is_the_shortest_way_out(p: CapsulesParams) -> None:
    found = solve(p)
    if not found.hit or np.isnan(found.normal).any():
        return
    depth, normal = float(found.depth), found.normal
    assert np.linalg.norm(normal) == pytest.approx(1.0)
    out = solve(moved(p, *(depth * normal)))
    assert float(out.distance) == pytest.approx(0.0, abs=1e-9)
    for turn in np.linspace(0.0, math.tau, 48, endpoint=False):
        way = 0.99 * depth * np.array([math.cos(turn), math.sin(turn)])
        assert solve(moved(p, *way)).distance <= 1e-9


def test_by_hand() -> None:
    crossing = CapsulesParams(
        (-2.0, 0.0), (2.0, 0.0), 0.5, (0.5, -1.0), (0.5, 3.0), 0.25
    )
    found = solve(crossing)
    # Down out of CD's lower end is 1 m, and then both radii.
    assert float(found.distance) == -1.75
    assert found.normal.tolist() == [0.0, -1.0]
    assert float(found.share) == 0.625


def test_where_the_axes_only_touch_the_way_out_leads_off_the_other() -> None:
    # B stands on CD from the left: the first capsule must go left.
    p = CapsulesParams((-3.0, 0.0), (1.0, 0.0), 0.5, (1.0, 2.0), (1.0, -2.0), 0.5)
    assert solve(p).normal.tolist() == [-1.0, 0.0]
    # C stands on AB from above: the first capsule must go down.
    p = CapsulesParams((-3.0, 0.0), (3.0, 0.0), 0.5, (1.0, 0.0), (1.0, 2.0), 0.5)
    assert solve(p).normal.tolist() == [0.0, -1.0]
    point = CapsulesParams((1.0, 1.0), (1.0, 1.0), 1.0, (1.0, 1.0), (1.0, 1.0), 0.5)
    assert np.isnan(solve(point).normal).all()
    assert float(solve(point).distance) == -1.5


def test_the_listing_is_wrong_only_by_what_its_table_says() -> None:
    """Without a mistake in its table, its distance is right."""
    (listing,) = SCENE.listings
    rng = np.random.default_rng(0)
    grid = [tuple(rng.integers(-12, 13, (2, 500)) / 4) for _ in range(4)]
    sizes = rng.integers(0, 9, (2, 500)) / 4
    p = CapsulesParams(*grid[:2], sizes[0], *grid[2:], sizes[1])
    trial = listing.compare_with_truth(p, solve(p), np.float64)
    silent = listing.regions(trial).index == NO_KIND_INDEX
    off = np.abs(trial.answer["gap"] - trial.truth.distance)
    assert 20 < silent.sum() < 480
    assert off[silent].max() < 1e-9
    assert (trial.answer.hit == trial.truth.hit)[silent].all()
    # It never says that they are nearer than they are, but for where axes cross.
    assert (trial.off >= -1e-9).all()
