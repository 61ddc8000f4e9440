"""How often each place is to be taken so that no rule of a glance tells the answer.

A rule says hit on one side of a threshold of one relation. Hits and misses of one
figure are weighed against the rules, as a game of two: again and again the rule that
is right most often is found, and what it is right about is made rarer. It ends near
the weights with which the best rule earns least (the dual of AdaBoost). Nothing is
learned before and nothing is kept: it is done anew for every figure. Pure.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

# So many times the best rule is found, and answered by so much.
_TURNS, _ANSWER = 40, 0.5
# No single rule is trusted beyond this.
_SUREST = 0.9
# Numbers that are nearer than this are one.
_SAME = 1e-9


@dataclass(frozen=True)
class Hidden:
    """The weights of places, summing to 1/2 over hits and over misses.

    `edge` is by how much the best rule is right more often than wrong, from 0 to 1.
    """

    weights: Array
    edge: float


def hidden(relations: Array, hits: Flags) -> Hidden:
    """Return weights with which the best rule of a glance earns least.

    Parameters
    ----------
    relations : array (k, n)
        Each relation at each place.
    hits : array (n,)
        Whether the answer is a hit there; both occur.
    """
    orders, ends = _orders(relations)
    ranks = np.argsort(orders, axis=1)
    sign = np.where(hits, 1.0, -1.0)
    told = np.zeros(len(hits))
    best = Hidden(_even(told, hits), 1.0)
    for _ in range(_TURNS if len(orders) else 0):
        weights = _even(-sign * told, hits)
        # What is up to a place in the order says miss: twice the misses less the hits.
        earned = np.where(ends, -2.0 * np.cumsum((weights * sign)[orders], axis=1), 0.0)
        j, i = np.unravel_index(np.abs(earned).argmax(), earned.shape)
        edge = float(earned[j, i])
        if abs(edge) < best.edge:
            best = Hidden(weights, abs(edge))
        if abs(edge) > 1.0 - _SAME:  # it parts them, however they are weighed
            break
        by = _ANSWER * np.arctanh(np.clip(edge, -_SUREST, _SUREST))
        told += np.where(ranks[j] > i, by, -by)
    return best


def _orders(relations: Array) -> tuple[NDArray[np.int64], Flags]:
    """Return the places in the order of each relation, and where a rule may cut.

    Relations that put them in the same order are one.
    """
    varied = relations[np.ptp(relations, axis=1) > _SAME]
    orders = np.argsort(varied, axis=1, kind="stable")
    orders, first = np.unique(orders, axis=0, return_index=True)
    steps = np.diff(np.take_along_axis(varied[first], orders, axis=1), axis=1)
    last = np.zeros((len(orders), 1), np.bool_)
    return orders, np.concatenate([steps > _SAME, last], axis=1)


def _even(logarithms: Array, hits: Flags) -> Array:
    """Return weights in which hits and misses are even."""
    raw = np.exp(logarithms)
    whole = np.where(hits, raw[hits].sum(), raw[~hits].sum())
    return np.asarray(raw / whole / 2.0)
