"""Capsule vs capsule, against distances in integers."""

import math
from fractions import Fraction

import numpy as np
import pytest
from exactly import squared_gap
from hypothesis import given
from hypothesis import strategies as st
from more_scenes.capsules import SCENE, CapsulesParams, solve

from playground.scene import NO_KIND_INDEX

quarters = st.integers(-12, 12).map(lambda i: i / 4)
places = st.tuples(quarters, quarters)
radii = st.integers(0, 8).map(lambda i: i / 4)
states = st.builds(CapsulesParams, places, places, radii, places, places, radii)


@given(states)
def test_the_verdict_is_that_of_whole_numbers(p: CapsulesParams) -> None:
    gap, reach = squared_gap(p.a, p.b, p.c, p.d), Fraction(p.first) + Fraction(p.second)
    found = solve(p)
    assert bool(found.hit) == (gap <= reach**2)
    assert bool(found.touching) == (gap == reach**2 and not found.crossing)
    assert float(found.apart) == pytest.approx(math.sqrt(gap), abs=1e-12)
    if not found.crossing:
        between = np.linalg.norm(found.on_first - found.on_second)
        assert between == pytest.approx(float(found.apart), abs=1e-12)


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
