"""What the tests of all five articles need: the records, random queries, truths."""

from dataclasses import fields

import numpy as np

from playground.collision import articles

HIT, MISS = True, False
NOWHERE = (np.nan, np.nan)
REFUSED = "the core raises ValueError"
COUNT = 40_000


def recorded(article):
    """The differences of one article by name."""
    return {d.name: d for d in articles.DIFFERENCES if d.article == article}


def listing(record):
    return getattr(articles, record.function)(**record.arguments)


def meant(record):
    """The arguments that the core is asked with."""
    return {**record.arguments, **record.meant}


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=2e-6)


def points(rng, size=2, reach=12):
    """Points on a grid of halves."""
    return rng.integers(-reach, reach + 1, (COUNT, size)) / 2


def radii(rng):
    return rng.integers(0, 5, COUNT) / 2


def nonzero(vectors):
    return np.where((vectors == 0).all(axis=-1, keepdims=True), 1.0, vectors)


def traced(result):
    """Every array of an answer and of its trace, by name."""
    trace = result.trace
    return {
        **{
            f.name: getattr(result, f.name) for f in fields(result) if f.name != "trace"
        },
        **{f"trace.{f.name}": getattr(trace, f.name) for f in fields(trace)},
    }
