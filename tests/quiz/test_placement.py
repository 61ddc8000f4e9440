"""Weights that hide the answer, against rules counted by hand."""

import numpy as np
import pytest

from playground.quiz.placement import balance_weights


def test_what_tells_all_cannot_be_hidden() -> None:
    relation = np.array([[1.0, 2.0, 3.0, 4.0]])
    found = balance_weights(relation, np.array([False, False, True, True]))
    assert found.edge == pytest.approx(1.0)


def test_the_places_that_look_alike_are_taken() -> None:
    """The outer two tell; of the inner two a hit is as near as a miss."""
    relation = np.array([[0.0, 1.0, 1.0, 2.0]])
    hits = np.array([False, False, True, True])
    found = balance_weights(relation, hits)
    assert found.edge < 0.2
    assert found.weights[1] > 4 * found.weights[0]
    assert found.weights[2] > 4 * found.weights[3]
    assert found.weights[hits].sum() == pytest.approx(0.5)
    assert found.weights[~hits].sum() == pytest.approx(0.5)


def test_a_relation_that_is_the_same_everywhere_tells_nothing() -> None:
    hits = np.array([True, True, False, False])
    found = balance_weights(np.ones((2, 4)), hits)
    assert found.weights == pytest.approx([0.25] * 4)
