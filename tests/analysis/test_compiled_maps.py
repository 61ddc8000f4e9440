"""Compiled loops of the extra `fast`: whole maps with the same answers."""

import numpy as np
import pytest
from effort import each_value_once

from playground.analysis.heat_map import AxisSamples, MapKind, compute_map
from playground.collision.exact import solver
from playground.session.session import Session
from scenes import SCENES

pytestmark = pytest.mark.slow

COLUMNS, ROWS = AxisSamples(-160, 320, 1 / 16), AxisSamples(-80, 160, 1 / 16)


def map_of(scene, kind):
    session = Session((scene,))
    session.look(map=kind)
    return compute_map(session.scene_view.question, COLUMNS, ROWS)


@pytest.mark.usefixtures("compiles")
@each_value_once("scene, kind", SCENES, [MapKind.REGIONS, MapKind.VALUES])
def test_a_map_is_answered_by_a_compiled_loop(scene, kind, monkeypatch):
    assert COLUMNS.count * ROWS.count > solver.MIN_COMPILED_COUNT
    with monkeypatch.context() as patch:
        patch.setattr(solver, "is_numba_available", lambda: False)
        plain = map_of(scene, kind)

    def refuse(*_):
        raise AssertionError("NumPy evaluates a block")

    monkeypatch.setattr(solver, "empty_buffers", refuse)
    compiled = map_of(scene, kind)
    np.testing.assert_array_equal(compiled.index, plain.index)
    np.testing.assert_array_equal(compiled.values, plain.values)
