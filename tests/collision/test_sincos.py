"""Cosine and sine against many digits, with the same bits in every backend."""

import mpmath
import numpy as np
import pytest

from playground.collision._sincos import cosine_and_sine

_mp = mpmath.MPContext()
_mp.prec = 1400  # an angle of 1e308 has its quarter turns in the first thousand
COUNT = 400


def quarters(rng):
    return rng.integers(-600_000, 600_000, COUNT) * (np.pi / 2)


ANGLES = {
    "a few turns": lambda rng: rng.uniform(-7.0, 7.0, COUNT),
    "many turns": lambda rng: rng.uniform(-(2.0**20), 2.0**20, COUNT),
    "more turns than a float tells apart": lambda rng: (
        rng.uniform(-1.0, 1.0, COUNT) * 10.0 ** rng.uniform(6.0, 308.0, COUNT)
    ),
    "quarter turns": quarters,
    "beside quarter turns": lambda rng: np.nextafter(quarters(rng), np.inf),
    "eighths": lambda rng: np.pi / 4 * rng.integers(-99, 99, COUNT),
    "small": lambda rng: 10.0 ** rng.uniform(-320.0, -1.0, COUNT),
    # 6381956970095103 * 2**797 is nearer to a quarter turn than any other float.
    "the hardest": lambda rng: np.array(
        [6381956970095103.0 * 2.0**797, 2.0**20, np.nextafter(2.0**20, 0.0), 0.0]
    ),
}


def off(value, true):
    """Return an error in units of the last place."""
    spacing = np.spacing(max(abs(value), np.finfo(float).tiny))
    return float(abs(_mp.mpf(value) - true) / _mp.mpf(float(spacing)))


@pytest.mark.parametrize("kind", ANGLES)
def test_they_are_within_a_unit_in_the_last_place(kind):
    angles = ANGLES[kind](np.random.default_rng(6))
    for angle, (c, s) in zip(angles, cosine_and_sine(angles).tolist(), strict=True):
        true = _mp.mpf(float(angle))
        assert off(c, _mp.cos(true)) < 1.0, angle
        assert off(s, _mp.sin(true)) < 1.0, angle


@pytest.mark.parametrize("kind", ANGLES)
def test_one_angle_turns_as_it_does_among_others(kind):
    angles = ANGLES[kind](np.random.default_rng(7))
    many = cosine_and_sine(angles)
    for angle, pair in zip(angles, many, strict=True):
        assert cosine_and_sine(np.asarray(angle)).tobytes() == pair.tobytes()


def test_the_shape_is_that_of_the_angles():
    angles = np.random.default_rng(8).uniform(-9.0, 9.0, (3, 4000))
    found = cosine_and_sine(angles)
    assert found.shape == (3, 4000, 2)
    assert found[2].tobytes() == cosine_and_sine(angles[2]).tobytes()
    assert cosine_and_sine(np.zeros((0, 3))).shape == (0, 3, 2)


def test_what_is_no_angle_has_neither():
    bad = np.array([np.inf, -np.inf, np.nan])
    assert np.isnan(cosine_and_sine(bad)).all()
    assert all(np.isnan(cosine_and_sine(x)).all() for x in bad)
