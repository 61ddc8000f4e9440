"""Background computation of maps: fine at once if there is time, else coarse first.

NumPy releases the interpreter lock, so that the window stays responsive. The latest
task wins: a computation short enough for a frame is always finished, so that a drag
shows progress; a longer one is cancelled within milliseconds.
"""

import math
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from playground.analysis import heat_map
from playground.quick_dataclass import dataclass
from playground.render.map_colors import MapRaster, rasterize_map
from playground.scene.primitives import Role
from playground.session.view.map_samples import map_error

# A map that takes no longer than the first is computed finely at once. Otherwise a
# coarse one comes first, which should take no longer than the second.
_FINE_BUDGET_DURATION_S = 0.016
_COARSE_BUDGET_DURATION_S = 0.008
_COARSE_FACTORS = (4, 8, 16, 32)
# Samples per coarse cell.
_COARSE_CELL_SAMPLE_COUNT = 4
# An outdated picture is shown for no longer than this.
_MAX_OUTDATED_DURATION_S = 0.1
# Interval at which the worker checks for cancellation.
_CANCEL_CHECK_INTERVAL_S = 0.004
# Assumed time per cell before the first measurement.
_INITIAL_CELL_DURATION_S = 1.5e-6
# Time limit for the thread to end when the window closes.
_JOIN_TIMEOUT_S = 0.2


@dataclass(frozen=True)
class MapTask:
    """A map query with its samples."""

    question: heat_map.MapQuery
    columns: heat_map.AxisSamples
    rows: heat_map.AxisSamples

    @property
    def cell_count(self) -> int:
        """Number of cells, each of which takes one answer."""
        return self.columns.count * self.rows.count

    def has_same_question(self, other: "MapTask | None") -> bool:
        """Return whether the other task differs at most in its samples.

        False too for None, and if its cells are so large that the marks would look like
        blobs.
        """
        if other is None or other.columns.step > 2.0 * self.columns.step:
            return False
        return replace(other, columns=self.columns, rows=self.rows) == self


class MapWorker:
    """Thread that computes the map of the latest task.

    Attributes
    ----------
    max_cells : float
        Limit of cells of a fine map, infinite by default.
    current_image : MapRaster or None
        The current map, possibly coarse or outdated; None before the first.
    failure : MapError or None
        The failure of the task, from the scene's code; None for none.
    """

    def __init__(self) -> None:
        self.max_cells = math.inf
        self.current_image: MapRaster | None = None
        self.failure: heat_map.MapError | None = None
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
        """Set the task, None for no map; the thread starts with the first.

        Raises
        ------
        Exception
            The thread has failed since the last call, not in a scene's code.
        """
        with self._changed:
            if error := self._thread_error:
                self._thread_error = None
                raise error
            if task == self._task:
                return
            self._task, self.failure = task, None
            if task is None:
                self.current_image = self._last_fine_image = None
                self._shown_task = self._finished_task = None
            elif not task.has_same_question(self._shown_task) and self._is_slow(task):
                self.current_image = self._shown_task = None
            if task and self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    @property
    def is_pending(self) -> bool:
        """Whether a better picture is pending."""
        return self._task is not self._finished_task

    def wait_until_finished(self) -> None:
        """Wait for the final map, or the failure, of the task."""
        with self._changed:
            self._changed.wait_for(lambda: not self.is_pending)

    def close(self) -> None:
        """End the thread; one that does not end within 0.2 s ends by itself later."""
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
            except Exception as error:  # not from a scene's code
                self._thread_error = error
                self._fail(task, error)

    def _fail(self, task: MapTask, error: BaseException) -> None:
        with self._changed:
            if self._task is not task:
                return
            self.failure = map_error(error)
            self.current_image = self._shown_task = None
            self._finished_task = task
            self._changed.notify_all()

    def _compute_task(self, task: MapTask) -> None:
        if task.cell_count > self.max_cells:
            self._publish(task, show_outdated=True)
            return
        first = self._first_factor(task)
        # A picture of the same query stays while the view moves.
        if first > 1 and not task.has_same_question(self._shown_task):
            is_soon = not self._is_slow(task)
            self._publish(task, show_outdated=is_soon, factor=first)
        if self._task is task and self._finished_task is not task:
            self._publish(task, show_outdated=first == 1)

    def _first_factor(self, task: MapTask) -> int:
        full_seconds = self._cell_seconds(task) * task.cell_count
        if full_seconds <= _FINE_BUDGET_DURATION_S:
            return 1
        for factor in _COARSE_FACTORS:
            if full_seconds * _sample_share(factor) <= _COARSE_BUDGET_DURATION_S:
                break
        return factor

    def _is_slow(self, task: MapTask) -> bool:
        """Return whether the first picture takes longer than an old one may stay."""
        answers = task.cell_count * _sample_share(self._first_factor(task))
        return self._cell_seconds(task) * answers > _MAX_OUTDATED_DURATION_S

    def _cell_seconds(self, task: MapTask) -> float:
        return self._seconds_per_cell.get(_cost_key(task), _INITIAL_CELL_DURATION_S)

    def _publish(self, task: MapTask, *, show_outdated: bool, factor: int = 1) -> None:
        """Compute and publish a map; `show_outdated` allows it to be outdated.

        `factor` is the coarseness, 1 for a fine map.
        """

        def is_outdated() -> bool:
            return self._task is not task and not (show_outdated and self._task)

        begin = time.perf_counter()
        try:
            field = self._compute_field(task, factor, is_outdated)
        except BaseException as error:  # SystemExit would end only this thread
            self._fail(task, error)
            return
        if field is None:
            return
        image = rasterize_map(field, previous_roles=self._previous_colours(task))
        duration = time.perf_counter() - begin
        is_final = factor == 1
        with self._changed:
            if is_final or _cost_key(task) not in self._seconds_per_cell:
                answers = min(task.cell_count * _sample_share(factor), self.max_cells)
                seconds = max(duration, 1e-6) / max(answers, 1)
                self._seconds_per_cell[_cost_key(task)] = seconds
            if is_outdated():
                return
            self.current_image, self._shown_task = image, task
            if is_final:
                self._finished_task, self._last_fine_image = task, image
            self._changed.notify_all()

    def _compute_field(
        self, task: MapTask, factor: int, is_outdated: Callable[[], bool]
    ) -> heat_map.MapField | None:
        inputs = task.question, task.columns, task.rows
        cells = math.ceil(_CANCEL_CHECK_INTERVAL_S / self._cell_seconds(task))
        if factor > 1:
            return heat_map.compute_map(*inputs, is_outdated, cells, factor)
        return heat_map.compute_limited_map(*inputs, self.max_cells, is_outdated, cells)

    def _previous_colours(self, task: MapTask) -> Mapping[str, Role]:
        """Return the colours of the last fine picture, if it was of a similar map."""
        last, identity = self._last_fine_image, _map_identity(task.question)
        is_similar = last and _map_identity(last.field.query) == identity
        return last.colours if last and is_similar else {}


def _sample_share(factor: int) -> float:
    """Return the number of answers that a map takes per cell of the fine map."""
    return 1.0 if factor == 1 else _COARSE_CELL_SAMPLE_COUNT / factor**2


def _map_identity(question: heat_map.MapQuery) -> tuple[object, ...]:
    return question.scene, question.kind, question.x, question.y


def _cost_key(task: MapTask) -> tuple[str, str]:
    return task.question.scene.id, task.question.kind
