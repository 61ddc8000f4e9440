"""Shared helpers for the tests of the five articles: records, queries, truths."""

import numpy as np

from playground.collision import articles

HIT, MISS = True, False
NOWHERE = (np.nan, np.nan)
REFUSED = "the core raises ValueError"
COUNT = 20_000


def recorded(article):
    """Return the shrunk cases of an article by name."""
    return {case.name: case for kind in articles.KINDS[article] for case in kind.cases}


def listing(record):
    return getattr(articles, record.function)(**record.arguments)


def meant(record):
    """Return the arguments for the core."""
    return {**record.arguments, **record.meant}


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=2e-6)


def points(rng, size=2, reach=12):
    """Draw points on a grid of halves."""
    return rng.integers(-reach, reach + 1, (COUNT, size)) / 2


def radii(rng):
    return rng.integers(0, 5, COUNT) / 2


def nonzero(vectors):
    return np.where((vectors == 0).all(axis=-1, keepdims=True), 1.0, vectors)


# What each function's answer has beside `hit` and the trace.
FIELDS = {
    "circle_ray": ("near", "far"),
    "point_ellipse": ("normalized",),
    "sphere_line": ("t", "position"),
    "circle_rectangle": ("face",),
}


def traced(name, result):
    """Return the arrays of a function's result and of its trace, by name."""
    fields = FIELDS.get(name, ())
    return {
        "hit": result.hit,
        **{field: getattr(result, field) for field in fields},
        **{f"trace {name}": result.trace[name] for name in result.trace.names},
    }
