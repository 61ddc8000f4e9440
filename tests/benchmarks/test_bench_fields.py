"""Benchmarks of maps: 100,000 cells, and frames of a drag with and without a map.

Run with `pytest tests/benchmarks/test_bench_fields.py --benchmark-enable`.
"""

import math
import time

import pytest
from every import ENTRIES, FEW

from playground.analysis.heat_map import AxisSamples, compute_map, list_maps
from playground.gui.view_state import WindowView
from playground.render.map_colors import rasterize_map
from playground.scene import params as parameters
from playground.session.session import Session

pytestmark = pytest.mark.slow

CELLS = AxisSamples(-160, 321, 2.0**-5)
SIZE = (1280, 800)
COARSE = 2000.0


def each(*more: None) -> pytest.MarkDecorator:
    """Parametrize by every scene with each of its maps and with the values in `more`.

    Scenes not in `FEW` are exhaustive.
    """
    return pytest.mark.parametrize(
        ("scene", "kind"),
        [
            pytest.param(
                scene,
                kind,
                marks=[
                    pytest.mark.benchmark(group=scene.id),
                    *[pytest.mark.exhaustive] * (scene.id not in FEW),
                ],
                id=f"{scene.id}-{kind}",
            )
            for scene in ENTRIES
            for kind in (*more, *list_maps(scene, scene.initial_params()))
        ],
    )


@each()
def test_bench_a_hundred_thousand_cells(benchmark, scene, kind):
    session = Session((scene,))
    session.look(map=kind)
    question = session.scene_view.question
    painted = benchmark(lambda: rasterize_map(compute_map(question, CELLS, CELLS)))
    assert painted.cells.shape == (321, 321)


@each(None)
def test_bench_a_frame_of_a_drag(benchmark, gl, scene, kind):
    """Drag the last handle at 60 frames a second; the pauses are not counted."""
    from pyglet import gl as calls

    from playground.gui.main_view import MainView
    from playground.render.gl.framebuffer import Framebuffer

    session = Session(ENTRIES)
    session.open(session.find(scene.id))
    session.look(map=kind, curve=False)
    main_view = MainView(session, str, lambda _: None, WindowView())
    if not benchmark.enabled:  # only whether it runs is asked
        main_view.maps.worker.max_cells = COARSE
    target = Framebuffer(*SIZE)
    drawn = [0]

    def drag():
        time.sleep(max(0.0, 1 / 60 - (time.perf_counter() - drawn[-1])))
        drawn.append(time.perf_counter())
        grip = session.scene_view.list_handle_marks(1 / 60)[-1]
        step = tuple(0.02 * math.sin(0.3 * len(drawn) + k) for k in range(len(grip.at)))
        session.edit(parameters.nudge(session.params, grip, step), 1)
        target.bind()

    def frame():
        main_view.draw_frame(SIZE, SIZE, 1 / 60)
        calls.glFinish()

    try:
        benchmark.pedantic(frame, setup=drag, rounds=60, warmup_rounds=8)
        main_view.maps.worker.wait_until_finished()
        assert (main_view.maps.current_map(session.scene_view) is not None) == (
            kind is not None
        )
    finally:
        main_view.delete()
        target.delete()
