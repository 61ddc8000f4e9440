"""The worker behind the maps, held in every place by the scene that it asks."""

import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from playground.app import worker as workers
from playground.app.worker import Task, Worker
from playground.explore import map as field
from playground.explore.curve import Axis
from playground.explore.map import (
    MapKind,
    Question,
    Samples,
)
from playground.render.theme import DARK, LIGHT
from playground.scene.drawlist import Role
from playground.scene.kinds import Kind, by_first
from playground.scene.params import (
    Params,
    Vec2,
    point,
    slider,
)
from playground.scene.scene import Scene

PATIENCE = 20.0


@dataclass(frozen=True)
class Spot(Params):
    at: Vec2 = point(0.0, 0.0, label="P")
    radius: float = slider(1.0, 0.0, 9.0, label="r", unit="m")


class Gated(Scene[Spot, None]):
    """Answers only when it is let; notes each call's radius and spacing.

    Where the radius is 9 it raises its `error`.
    """

    id, title, params = "gated", "Gated", Spot

    def __init__(self, *, free: bool = False) -> None:
        self.free = free
        self.calls: list[tuple[float, float]] = []
        self.error: BaseException | None = None
        self._begun = threading.Semaphore(0)
        self._gate = threading.Semaphore(0)

    def regions(self, p):
        x, y = p.at
        self.calls.append((p.radius, float(x[0, 1] - x[0, 0])))
        self._begun.release()
        assert self.free or self._gate.acquire(timeout=PATIENCE)
        if p.radius == 9.0 and self.error:
            raise self.error
        return by_first((Kind("in", Role.HIT), np.hypot(x, y) <= p.radius))

    def begun(self) -> None:
        """Wait until a call has begun that was not waited for yet."""
        assert self._begun.acquire(timeout=PATIENCE)

    def let(self, calls: int = 1) -> None:
        self._gate.release(calls)

    def let_all(self) -> None:
        self.free = True
        self.let(1000)


def task(scene, radius=1.0, count=200, first=-96, theme=DARK):
    samples = Samples(first, count, 0.125)
    axes = Axis("at", 0), Axis("at", 1)
    question = Question(scene, Spot(radius=radius), *axes, MapKind.REGIONS)
    return Task(question, samples, samples, theme)


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.close()


@pytest.fixture
def scene(worker):
    """Never leaves the worker waiting, so that it can always be closed."""
    scene = Gated()
    yield scene
    scene.let_all()


SMALL = 20  # squared, it is affordable at once


def test_the_answer_is_that_of_the_task(worker):
    asked = task(Gated(free=True), radius=2.0)
    worker.ask(asked)
    worker.finish()
    assert not worker.pending
    found = worker.painted.field
    assert (found.question, found.columns) == (asked.question, asked.columns)
    x, y = np.meshgrid(asked.columns.values, asked.rows.values)
    assert np.array_equal(found.index == 0, np.hypot(x, y) <= 2.0)
    assert worker.painted.pixels.shape == (200, 200, 4)


def test_a_coarse_answer_comes_first(worker, scene):
    worker.ask(task(scene))
    scene.begun()
    assert worker.painted is None
    scene.let()
    scene.begun()  # the fine answer, after the coarse one was shown
    assert worker.pending
    coarse = worker.painted.field
    assert coarse.columns.step > 0.125
    assert set(coarse.columns.values) < set(task(scene).columns.values)
    scene.let_all()
    worker.finish()
    assert worker.painted.field.columns == task(scene).columns
    assert scene.calls[0] == (1.0, coarse.columns.step)
    assert {step for _, step in scene.calls[1:]} == {0.125}


def test_a_small_task_is_answered_once(worker):
    scene = Gated(free=True)
    worker.ask(task(scene, count=SMALL))
    worker.finish()
    assert scene.calls == [(1.0, 0.125)]


def test_the_latest_task_wins_and_older_ones_are_dropped(worker, scene, monkeypatch):
    monkeypatch.setattr(field, "_CHUNK", 50)
    worker.ask(task(scene, radius=1.0))
    scene.begun()
    worker.ask(task(scene, radius=2.0))
    worker.ask(task(scene, radius=3.0, count=SMALL))
    assert worker.painted is None
    scene.let_all()
    worker.finish()
    assert worker.painted.field.question.params.radius == 3.0
    radii = [radius for radius, _ in scene.calls]
    assert radii.count(1.0) == 1
    assert set(radii) == {1.0, 3.0}


def test_nothing_fine_is_begun_while_things_change(worker, monkeypatch):
    monkeypatch.setattr(workers, "_STILL", PATIENCE)
    scene = Gated(free=True)
    worker.ask(task(scene, radius=1.0))
    with worker._changed:
        assert worker._changed.wait_for(lambda: worker.painted, PATIENCE)
    worker.ask(task(scene, radius=2.0, count=2))
    worker.finish()
    assert worker.painted.field.question.params.radius == 2.0
    assert (1.0, 0.125) not in scene.calls


def test_panning_keeps_the_picture_until_the_next_fine_one(worker, scene, monkeypatch):
    monkeypatch.setattr(workers, "_AT_ONCE", 0.0)  # whatever else is asked: coarse
    scene.let(1000)
    worker.ask(task(scene))
    worker.finish()
    scene.calls.clear()
    while scene._gate.acquire(blocking=False):
        pass
    while scene._begun.acquire(blocking=False):
        pass
    before = worker.painted
    worker.ask(task(scene, first=-32))
    scene.begun()
    assert worker.pending
    assert worker.painted is before
    scene.let_all()
    worker.finish()
    assert worker.painted.field.columns.first == -32
    assert {step for _, step in scene.calls} == {0.125}


def test_only_other_places_are_a_move():
    scene = Gated()
    first = task(scene)
    assert first.only_moved(task(scene, first=-32, count=77))
    assert first.only_moved(first)
    assert not first.only_moved(None)
    assert not first.only_moved(task(scene, radius=2.0))
    assert not first.only_moved(task(scene, theme=LIGHT))
    assert not first.only_moved(task(Gated()))
    mistakes = replace(first.question, sort=MapKind.MISTAKES)
    assert not first.only_moved(replace(first, question=mistakes))


def test_the_same_task_again_is_no_work(worker):
    scene = Gated(free=True)
    worker.ask(task(scene))
    worker.finish()
    painted, calls = worker.painted, list(scene.calls)
    worker.ask(task(scene))
    assert not worker.pending
    worker.finish()
    assert worker.painted is painted
    assert scene.calls == calls


def test_another_theme_is_painted_anew(worker):
    scene = Gated(free=True)
    seen = []
    for theme in (DARK, LIGHT):
        worker.ask(task(scene, count=SMALL, first=-10, theme=theme))
        worker.finish()
        seen.append(worker.painted.pixels.copy())
    assert (seen[0] != seen[1]).any()


def test_none_takes_the_picture_away(worker):
    worker.ask(task(Gated(free=True), count=SMALL))
    worker.finish()
    worker.ask(None)
    assert worker.painted is None
    assert not worker.pending
    worker.finish()


def test_what_was_asked_before_none_is_not_shown_after_it(worker, scene):
    worker.ask(task(scene, count=SMALL))
    scene.begun()
    worker.ask(None)
    assert not worker.pending
    scene.let_all()
    worker.close()
    assert worker.painted is None


def test_after_none_the_same_task_is_answered_again(worker):
    scene = Gated(free=True)
    for _ in range(2):
        scene.calls.clear()
        worker.ask(task(scene, count=SMALL))
        worker.finish()
        assert worker.painted is not None
        assert scene.calls
        worker.ask(None)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ZeroDivisionError("nine"), "This map failed: ZeroDivisionError: nine"),
        (RuntimeError("a\nb"), "This map failed: RuntimeError: a b"),
        (MemoryError(), "This map failed: MemoryError"),
        (SystemExit(3), "This map failed: SystemExit: 3"),
        (KeyboardInterrupt(), "This map failed: KeyboardInterrupt"),
        (ValueError("x" * 100_000), "This map failed: ValueError: xxx"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_the_scene_raises_is_said_and_the_worker_lives_on(worker, error, said):
    scene = Gated(free=True)
    scene.error = error
    worker.ask(task(scene, count=SMALL))
    worker.finish()
    worker.ask(task(scene, radius=9.0, count=SMALL))
    worker.finish()
    assert str(worker.failure).startswith(said)
    assert len(str(worker.failure)) < 100
    assert worker.painted is None
    assert not worker.pending
    worker.ask(task(scene, count=SMALL))
    assert worker.failure is None
    worker.finish()
    assert worker.painted.field.question.params.radius == 1.0


def test_a_failure_that_nobody_asks_for_any_more_is_not_said(worker):
    scene = Gated()
    scene.error = ZeroDivisionError("nine")
    worker.ask(task(scene, radius=9.0, count=SMALL))
    scene.begun()
    worker.ask(task(scene, count=SMALL))
    scene.let_all()
    worker.finish()
    assert worker.failure is None
    assert worker.painted is not None


def test_close_ends_the_thread_in_the_middle_of_its_work(worker, scene):
    before = threading.active_count()
    worker.ask(task(scene))
    scene.begun()
    assert threading.active_count() == before + 1
    closing = threading.Thread(target=worker.close)
    closing.start()
    scene.let_all()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    worker._thread.join(PATIENCE)
    assert threading.active_count() == before
    assert worker.painted is None


def test_close_without_any_work_does_nothing():
    before = threading.active_count()
    worker = Worker()
    worker.ask(None)
    worker.finish()
    worker.close()
    worker.close()
    assert threading.active_count() == before


def test_an_empty_task_is_answered(worker):
    empty = replace(task(Gated()), columns=Samples(0, 0, 1.0))
    worker.ask(empty)
    worker.finish()
    assert worker.painted.pixels.size == 0


def test_an_end_does_not_wait_for_a_slow_piece(worker, scene):
    worker.ask(task(scene))
    scene.begun()
    begun = time.perf_counter()
    worker.close()
    assert time.perf_counter() - begun < 1.0


PROGRAM = """
import time
from test_worker import Gated, Worker, task
scene = Gated()
scene._gate = scene
scene.acquire = lambda timeout: time.sleep(60.0)
worker = Worker()
worker.ask(task(scene))
scene.begun()
worker.close()
"""


def test_a_program_ends_in_the_middle_of_a_slow_piece():
    begun = time.perf_counter()
    folders = [str(Path(__file__).parent), *sys.path]
    program = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert (program.returncode, program.stderr) == (0, "")
    assert time.perf_counter() - begun < 30.0
