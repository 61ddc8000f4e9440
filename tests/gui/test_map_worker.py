"""Map worker, paused at each point by a scene that waits."""

import os
import subprocess
import sys
import threading
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from playground.analysis import heat_map as field
from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapKind, MapQuery
from playground.gui import map_worker as workers
from playground.gui.map_worker import MapTask, MapWorker
from playground.scene import (
    Answer,
    Case,
    Outcome,
    Params,
    Role,
    Scene,
    Vec2,
    cases,
    point,
    slider,
)

# Only what hangs takes so many seconds.
PATIENCE = 300.0


@dataclass(frozen=True)
class Spot(Params):
    at: Vec2 = point(0.0, 0.0, label="P")
    radius: float = slider(1.0, 0.0, 9.0, label="r", unit="m")


class Gate:
    """Scene that answers only when permitted, with a record of radius and spacing.

    At radius 9 it raises its `error`.
    """

    def __init__(self, *, free: bool = False) -> None:
        self.free = free
        self.calls: list[tuple[float, float]] = []
        self.error: BaseException | None = None
        self._begun = threading.Semaphore(0)
        self._gate = threading.Semaphore(0)
        inside = Outcome("in", lambda p, distance: distance <= p.radius, True, Role.HIT)
        self.scene = Scene(
            id="gated",
            title="Gated",
            params=Spot,
            cases=cases(Case("Only", Spot(), "")),
            solve=self.solve,
            picture=lambda p, distance, out: None,
            answer=Answer((inside,)),
        )

    def solve(self, p: Spot) -> np.ndarray:
        x, y = p.at
        self.calls.append((p.radius, float(x[0, 1] - x[0, 0])))
        self._begun.release()
        assert self.free or self._gate.acquire(timeout=PATIENCE)
        if p.radius == 9.0 and self.error:
            raise self.error
        return np.hypot(x, y)

    def begun(self) -> None:
        """Wait until another call has begun."""
        assert self._begun.acquire(timeout=PATIENCE)

    def let(self, calls: int = 1) -> None:
        self._gate.release(calls)

    def let_all(self) -> None:
        self.free = True
        self.let(1000)


def task(gate, radius=1.0, count=200, first=-96):
    samples = AxisSamples(first, count, 0.125)
    axes = Axis("at", 0), Axis("at", 1)
    question = MapQuery(gate.scene, Spot(radius=radius), *axes, MapKind.REGIONS)
    return MapTask(question, samples, samples)


@pytest.fixture
def worker():
    worker = MapWorker()
    yield worker
    worker.close()


@pytest.fixture
def gate(worker):
    """Return a gate that is opened at the end, so that the worker can be closed."""
    gate = Gate()
    yield gate
    gate.let_all()


SMALL = 20  # squared, it is affordable at once


def test_the_answer_is_that_of_the_task(worker):
    asked = task(Gate(free=True), radius=2.0)
    worker.request(asked)
    worker.wait_until_finished()
    assert not worker.is_pending
    found = worker.current_image.field
    assert (found.query, found.columns) == (asked.question, asked.columns)
    x, y = np.meshgrid(asked.columns.values, asked.rows.values)
    assert np.array_equal(found.index == 0, np.hypot(x, y) <= 2.0)
    assert worker.current_image.cells.shape == (200, 200)
    assert worker.current_image.cells.dtype == np.uint8


def test_a_coarse_answer_comes_first(worker, gate):
    worker.request(task(gate))
    gate.begun()
    assert worker.current_image is None
    gate.let()
    gate.begun()  # the fine answer, after the coarse one was shown
    assert worker.is_pending
    coarse = worker.current_image.field
    assert coarse.columns.step > 0.125
    assert coarse.is_coarse
    assert set(coarse.columns.values) < set(task(gate).columns.values)
    gate.let_all()
    worker.wait_until_finished()
    assert worker.current_image.field.columns == task(gate).columns
    assert gate.calls[0] == (1.0, coarse.columns.step)
    assert {step for _, step in gate.calls[1:]} == {0.125}


@pytest.fixture
def slow(monkeypatch):
    """Set time budgets of zero, so that maps are as coarse as possible first."""
    monkeypatch.setattr(workers, "_FINE_BUDGET_DURATION_S", 0.0)
    monkeypatch.setattr(workers, "_COARSE_BUDGET_DURATION_S", 0.0)


def steps(gate):
    """Return radius and spacing of the answers, without duplicates."""
    return list(dict.fromkeys(gate.calls))


@pytest.mark.usefixtures("slow")
def test_a_fine_answer_that_takes_long_is_dropped_for_the_latest_task(
    worker, gate, monkeypatch
):
    monkeypatch.setattr(field, "_CHUNK_CELL_COUNT", 200)
    gate.let()  # the coarse answer; the fine one is of a row at a time
    worker.request(task(gate, radius=1.0))
    gate.begun()
    gate.begun()
    assert worker.current_image.field.columns.step == 4.0
    worker.request(task(gate, radius=2.0))
    worker.request(task(gate, radius=3.0))
    gate.let_all()
    worker.wait_until_finished()
    assert worker.current_image.field.query.params.radius == 3.0
    assert steps(gate) == [(1.0, 4.0), (1.0, 0.125), (3.0, 4.0), (3.0, 0.125)]
    assert gate.calls.count((1.0, 0.125)) == 1


def test_what_is_ready_within_a_frame_is_shown_although_a_newer_task_has_come(
    worker, gate, monkeypatch
):
    monkeypatch.setattr(workers, "_FINE_BUDGET_DURATION_S", PATIENCE)
    worker.request(task(gate, radius=1.0, count=SMALL))
    gate.begun()
    worker.request(task(gate, radius=2.0, count=SMALL))
    gate.let()
    gate.begun()
    assert worker.current_image.field.query.params.radius == 1.0
    assert worker.is_pending
    worker.request(task(gate, radius=3.0, count=SMALL))
    gate.let_all()
    worker.wait_until_finished()
    assert worker.current_image.field.query.params.radius == 3.0
    # A slow answer is asked for in parts.
    assert list(dict.fromkeys(radius for radius, _ in gate.calls)) == [1.0, 2.0, 3.0]


@pytest.mark.usefixtures("slow")
def test_panning_keeps_the_picture_until_the_next_fine_one(worker, gate):
    gate.free = True
    worker.request(task(gate))
    worker.wait_until_finished()
    gate.calls.clear()
    gate.free = False
    while gate._begun.acquire(blocking=False):
        pass
    before = worker.current_image
    worker.request(task(gate, first=-32))
    gate.begun()
    assert worker.is_pending
    assert worker.current_image is before
    gate.let_all()
    worker.wait_until_finished()
    assert worker.current_image.field.columns.first == -32
    assert {step for _, step in gate.calls} == {0.125}


def test_a_picture_of_other_params_does_not_stay_where_the_next_takes_long(
    worker, gate, monkeypatch
):
    gate.let_all()
    worker.request(task(gate))
    worker.wait_until_finished()
    assert worker.current_image
    monkeypatch.setattr(workers, "_MAX_OUTDATED_DURATION_S", 0.0)
    worker.request(task(gate, first=-32))
    assert worker.current_image
    worker.wait_until_finished()
    worker.request(task(gate, radius=2.0))
    painted = worker.current_image
    assert painted is None or painted.field.query.params.radius == 2.0
    worker.wait_until_finished()
    assert worker.current_image.field.query.params.radius == 2.0


def test_the_same_task_again_is_no_work(worker):
    gate = Gate(free=True)
    worker.request(task(gate))
    worker.wait_until_finished()
    painted, calls = worker.current_image, list(gate.calls)
    worker.request(task(gate))
    assert not worker.is_pending
    worker.wait_until_finished()
    assert worker.current_image is painted
    assert gate.calls == calls


def test_none_takes_the_picture_away_and_what_was_asked_before(worker, gate):
    gate.free = True
    worker.request(task(gate, count=SMALL))
    worker.wait_until_finished()
    gate.begun()
    worker.request(None)
    assert worker.current_image is None
    assert not worker.is_pending
    worker.wait_until_finished()
    gate.free = False
    worker.request(task(gate, count=SMALL, radius=2.0))
    gate.begun()
    worker.request(None)
    assert not worker.is_pending
    gate.let_all()
    worker.close()
    assert worker.current_image is None


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("a\nb"), "This map failed: RuntimeError: a b"),
        (KeyboardInterrupt(), "This map failed: KeyboardInterrupt"),
        (ValueError("x" * 100_000), "This map failed: ValueError: xxx"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_scene_raises_is_said_and_the_worker_lives_on(worker, error, said):
    gate = Gate(free=True)
    gate.error = error
    worker.request(task(gate, count=SMALL))
    worker.wait_until_finished()
    worker.request(task(gate, radius=9.0, count=SMALL))
    worker.wait_until_finished()
    assert str(worker.failure).startswith(said)
    assert len(str(worker.failure)) < 110
    assert worker.current_image is None
    assert not worker.is_pending
    worker.request(task(gate, count=SMALL))
    assert worker.failure is None
    worker.wait_until_finished()
    assert worker.current_image.field.query.params.radius == 1.0


def test_a_failure_that_nobody_asks_for_any_more_is_not_said(worker):
    gate = Gate()
    gate.error = ZeroDivisionError("nine")
    worker.request(task(gate, radius=9.0, count=SMALL))
    gate.begun()
    worker.request(task(gate, count=SMALL))
    gate.let_all()
    worker.wait_until_finished()
    assert worker.failure is None
    assert worker.current_image is not None


def test_close_ends_the_thread_in_the_middle_of_its_work(worker, gate):
    before = threading.active_count()
    worker.request(task(gate))
    gate.begun()
    assert threading.active_count() == before + 1
    closing = threading.Thread(target=worker.close)
    closing.start()
    gate.let_all()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    worker._thread.join(PATIENCE)
    assert threading.active_count() == before
    assert worker.current_image is None


def test_an_empty_task_is_answered(worker):
    empty = replace(task(Gate()), columns=AxisSamples(0, 0, 1.0))
    worker.request(empty)
    worker.wait_until_finished()
    assert worker.current_image.cells.size == 0


PROGRAM = """
import time
from test_map_worker import Gate, MapWorker, task
gate = Gate()
gate._gate = gate
gate.acquire = lambda timeout: time.sleep(3600.0)
worker = MapWorker()
worker.request(task(gate))
gate.begun()
worker.close()
"""


@pytest.mark.slow
def test_a_program_ends_in_the_middle_of_a_slow_piece():
    folders = [str(Path(__file__).parent), *sys.path]
    program = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (program.returncode, program.stderr) == (0, "")
