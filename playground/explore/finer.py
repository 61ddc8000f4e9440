"""Samples of lines put nearer to each other where the lines ask for it: pure."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

# An interval is cut into so many pieces, at most so often, and at most so many at once.
_PIECES, _ROUNDS, _MOST = 8, 3, 64
# A line is bent where a sample is off the straight way between its neighbours by this
# share of the line's height; between two samples it is then off by a quarter of that,
# about half a pixel of a plot.
_BENT = 0.012
# So near to a root, against the distance of the samples, a line that ends there is
# asked on both sides: where it ends like a square root, nothing of the end is missing.
# At the root itself nothing is asked: what rounding makes of it says nothing, and the
# core would look for digits that nobody sees.
_BESIDE = 1e-5
_NARROW = 2e-3


def finer(
    x: Array,
    lines: Array,
    ask: Callable[[Array], Array],
    roots: Sequence[float],
) -> tuple[Array, Array]:
    """Return samples with more of them where a line bends, jumps, begins or ends.

    Parameters
    ----------
    x : array (n,)
        Where the lines are known, in order.
    lines : array (k, n)
        The lines there; NaN where one is not.
    ask : callable
        Returns the lines (k, m) at m other places.
    roots : sequence of float
        Places at which a line is likely to begin or to end.

    Returns
    -------
    x, lines : array (m,), array (k, m)
        What was given and what was asked, in order.
    """
    width = float(np.diff(x).max(initial=0.0))
    beside = np.add.outer(np.array(roots), width * _BESIDE * np.array([-1.0, 1.0]))
    for _ in range(_ROUNDS):
        wanted = _wanted(x, lines, width)
        if not wanted.size:
            break
        places = np.concatenate([_cut(x, wanted), _within(x, wanted, beside.ravel())])
        places = _new(places, x)
        if not places.size:
            break
        x = np.concatenate([x, places])
        lines = np.concatenate([lines, ask(places)], axis=1)
        order = np.argsort(x)
        x, lines = x[order], np.take(lines, order, axis=1)
    return x, lines


def in_order(x: Array) -> NDArray[np.intp]:
    """Return the order in which numbers go up, of equal ones the first alone.

    As `np.unique` does, which loads masked arrays for it, and counts in a drag's frame.
    """
    order = np.argsort(x, kind="stable")
    return np.asarray(order[np.diff(x[order], prepend=np.nan) != 0.0])


def _new(places: Array, x: Array) -> Array:
    """Return the places that are none of `x`, in order."""
    places = places[in_order(places)]
    beside = x[np.minimum(np.searchsorted(x, places), len(x) - 1)]
    return np.asarray(places[beside != places])


def _wanted(x: Array, lines: Array, width: float) -> NDArray[np.intp]:
    """Return the intervals to look into, those with the largest need first."""
    with np.errstate(invalid="ignore", over="ignore"):
        known = np.isfinite(lines)
        ends = (known[:, 1:] != known[:, :-1]).any(axis=0)
        need = np.where(ends, np.inf, 0.0)
        shown = np.where(known, lines, np.nan)
        height = _height(shown)
        share = (x[1:-1] - x[:-2]) / (x[2:] - x[:-2])
        straight = shown[:, :-2] + share * (shown[:, 2:] - shown[:, :-2])
        bent = np.abs(shown[:, 1:-1] - straight) / height[:, None]
        bent = np.nan_to_num(bent, nan=0.0, posinf=0.0).max(axis=0, initial=0.0)
    need[:-1] = np.maximum(need[:-1], bent)
    need[1:] = np.maximum(need[1:], bent)
    need[np.diff(x) < _NARROW * width] = 0.0
    wanted = np.flatnonzero(need > _BENT)
    return wanted[np.argsort(-need[wanted], kind="stable")][:_MOST]


def _height(lines: Array) -> Array:
    """Return each line's height; infinite for one that is nowhere known, or flat."""
    high = np.fmax.reduce(lines, axis=1)
    height = np.asarray(high - np.fmin.reduce(lines, axis=1))
    return np.where(height > 0.0, height, np.inf)


def _cut(x: Array, wanted: NDArray[np.intp]) -> Array:
    share = np.arange(1, _PIECES) / _PIECES
    return np.asarray(
        (x[wanted, None] + share * (x[wanted + 1] - x[wanted])[:, None]).ravel()
    )


def _within(x: Array, wanted: NDArray[np.intp], places: Array) -> Array:
    """Return the places that are in one of the intervals."""
    looked_into = np.zeros(len(x) + 1, dtype=bool)
    looked_into[wanted + 1] = True
    return places[looked_into[np.searchsorted(x, places)]]
