"""Fields off the main thread: fine at once where there is time, else coarse first.

NumPy lets go of the interpreter while it computes, so the window stays responsive. The
latest task wins. What is promised within a frame is finished whatever comes meanwhile,
so that a drag always shows something new; what takes longer is dropped within a few
milliseconds.
"""

import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from playground.analysis.heat_map import AxisSamples, MapError, MapQuery, compute_map
from playground.render.map_colors import MapRaster, rasterize_map
from playground.scene.primitives import Role
from playground.session.view.map_samples import map_error

# A map that can be finished within the first time, in seconds, is computed finely at
# once; otherwise a coarse one comes first, which should take no longer than the second.
_FINE_BUDGET_DURATION_S = 0.016
_COARSE_BUDGET_DURATION_S = 0.008
_COARSE_FACTORS = (2, 4, 8, 16)
# How often the worker looks whether its map is still wanted, in seconds.
_CANCEL_CHECK_INTERVAL_S = 0.004
# Seconds for a cell, before the first has been measured.
_INITIAL_CELL_DURATION_S = 1.5e-6
# How long closing the window waits for a piece of a map that is being computed.
_JOIN_TIMEOUT_S = 0.2


@dataclass(frozen=True)
class MapTask:
    """A question, and the samples it is wanted at."""

    question: MapQuery
    columns: AxisSamples
    rows: AxisSamples

    @property
    def cell_count(self) -> int:
        """How many answers it takes."""
        return self.columns.count * self.rows.count

    def coarser(self, factor: int) -> "MapTask":
        """Return the task with every factor-th sample of both axes."""
        columns, rows = self.columns.coarsen(factor), self.rows.coarsen(factor)
        return replace(self, columns=columns, rows=rows)

    def has_same_question(self, other: "MapTask | None") -> bool:
        """Return whether the other asks the same, of other places."""
        if other is None:
            return False
        return replace(other, columns=self.columns, rows=self.rows) == self


class _SceneError(Exception):
    """What a scene raised."""

    def __init__(self, raised: BaseException) -> None:
        super().__init__(raised)
        self.raised = raised


class MapWorker:
    """One thread that answers the latest task.

    `failure` says what the scene raised for it, where it did; what went wrong beside
    the scene `request` raises. The finest answer has at `max_cells` so many cells.
    """

    def __init__(self) -> None:
        self.max_cells = math.inf
        self.current_image: MapRaster | None = None
        self.failure: MapError | None = None
        self._task: MapTask | None = None
        self._shown_task: MapTask | None = None
        self._finished_task: MapTask | None = None
        self._last_fine_image: MapRaster | None = None
        self._thread_error: BaseException | None = None
        self._closed = False
        self._changed = threading.Condition()
        self._seconds_per_cell: dict[tuple[str, str], float] = {}
        self._thread: threading.Thread | None = None

    def request(self, task: MapTask | None) -> None:
        """Make this the task, or None; raise what the thread has raised since."""
        with self._changed:
            if error := self._thread_error:
                self._thread_error = None
                raise error
            if task == self._task:
                return
            self._task, self.failure = task, None
            if task is None:
                self.current_image = self._shown_task = self._finished_task = (
                    self._last_fine_image
                ) = None
            elif self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    @property
    def is_pending(self) -> bool:
        """Whether a better picture is still to come."""
        return self._task is not self._finished_task

    def wait_until_finished(self) -> None:
        """Wait until the picture is as fine as it gets."""
        with self._changed:
            self._changed.wait_for(lambda: not self.is_pending)

    def close(self) -> None:
        """End the thread, or leave it to end by itself if that takes long."""
        with self._changed:
            self._closed, self._task = True, None
            self._changed.notify_all()
        if self._thread:
            self._thread.join(_JOIN_TIMEOUT_S)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self.is_pending)
                task = self._task
            if self._closed:
                return
            if task is None:
                continue
            try:
                self._compute_task(task)
            except _SceneError as error:
                self._fail(task, error.raised)
            except Exception as error:
                self._fail(task, error, is_internal=True)

    def _fail(
        self, task: MapTask, error: BaseException, *, is_internal: bool = False
    ) -> None:
        with self._changed:
            if is_internal:
                self._thread_error = error
            if self._task is not task:
                return
            self.failure = map_error(error)
            self.current_image = self._shown_task = None
            self._finished_task = task
            self._changed.notify_all()

    def _compute_task(self, task: MapTask) -> None:
        if task.cell_count > self.max_cells:
            coarse = task.coarser(
                math.ceil(math.sqrt(task.cell_count / self.max_cells))
            )
            self._publish(task, coarse, show_outdated=True, is_final=True)
            return
        first = self._first_factor(task)
        # A picture of the same question stays while the view moves over it.
        if first > 1 and not task.has_same_question(self._shown_task):
            self._publish(task, task.coarser(first), show_outdated=True, is_final=False)
        if self._task is task:
            self._publish(task, task, show_outdated=first == 1, is_final=True)

    def _first_factor(self, task: MapTask) -> int:
        spent = self._cell_seconds(task) * task.cell_count
        if spent <= _FINE_BUDGET_DURATION_S:
            return 1
        return next(
            (f for f in _COARSE_FACTORS if spent / f**2 <= _COARSE_BUDGET_DURATION_S),
            _COARSE_FACTORS[-1],
        )

    def _cell_seconds(self, task: MapTask) -> float:
        return self._seconds_per_cell.get(_cost_key(task), _INITIAL_CELL_DURATION_S)

    def _publish(
        self, task: MapTask, sampled: MapTask, *, show_outdated: bool, is_final: bool
    ) -> None:
        """Answer and show it; with `show_outdated` also where a newer task has come."""

        def is_outdated() -> bool:
            return self._task is not task and not (show_outdated and self._task)

        begun = time.perf_counter()
        try:
            field = compute_map(
                sampled.question,
                sampled.columns,
                sampled.rows,
                is_outdated,
                math.ceil(_CANCEL_CHECK_INTERVAL_S / self._cell_seconds(task)),
            )
        except BaseException as error:  # a SystemExit would end this thread only
            raise _SceneError(error) from error
        if field is None:
            return
        painted = rasterize_map(
            field, fine=is_final, previous_roles=self._previous_colours(sampled)
        )
        spent = time.perf_counter() - begun
        with self._changed:
            if is_final or _cost_key(task) not in self._seconds_per_cell:
                self._seconds_per_cell[_cost_key(task)] = max(spent, 1e-6) / max(
                    sampled.cell_count, 1
                )
            if is_outdated():
                return
            self.current_image, self._shown_task = painted, task
            if is_final:
                self._finished_task, self._last_fine_image = task, painted
            self._changed.notify_all()

    def _previous_colours(self, task: MapTask) -> Mapping[str, Role]:
        """Return the colours of the last fine picture, if it was a map like this."""
        last = self._last_fine_image
        if last is None or _map_identity(last.field.query) != _map_identity(
            task.question
        ):
            return {}
        return last.colours


def _map_identity(question: MapQuery) -> tuple[object, ...]:
    return question.scene, question.kind, question.x, question.y


def _cost_key(task: MapTask) -> tuple[str, str]:
    return task.question.scene.id, task.question.kind
