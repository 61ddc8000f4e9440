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

from playground.analysis.heat_map import AxisSamples, MapError, MapQuestion, compute
from playground.render.map_colors import Painted, paint
from playground.scene.primitives import Role
from playground.session.view.map_samples import failed

# A map that can be finished within the first time, in seconds, is computed finely at
# once; otherwise a coarse one comes first, which should take no longer than the second.
_FRAME = 0.016
_AT_ONCE = 0.008
_COARSE = (2, 4, 8, 16)
# How often the worker looks whether its map is still wanted, in seconds.
_BLIND = 0.004
# Seconds for a cell, before the first has been measured.
_GUESS = 1.5e-6
# How long closing the window waits for a piece of a map that is being computed.
_FAREWELL = 0.2


@dataclass(frozen=True)
class MapTask:
    """A question, and the samples it is wanted at."""

    question: MapQuestion
    columns: AxisSamples
    rows: AxisSamples

    @property
    def cells(self) -> int:
        """How many answers it takes."""
        return self.columns.count * self.rows.count

    def coarser(self, factor: int) -> "MapTask":
        """Return the task with every factor-th sample of both axes."""
        columns, rows = self.columns.coarser(factor), self.rows.coarser(factor)
        return replace(self, columns=columns, rows=rows)

    def only_moved(self, other: "MapTask | None") -> bool:
        """Return whether the other asks the same, of other places."""
        if other is None:
            return False
        return replace(other, columns=self.columns, rows=self.rows) == self


class _SceneError(Exception):
    """What a scene raised."""

    def __init__(self, raised: BaseException) -> None:
        super().__init__(raised)
        self.raised = raised


class Worker:
    """One thread that answers the latest task.

    `failure` says what the scene raised for it, where it did; what went wrong beside
    the scene `ask` raises. The finest answer has at `most` so many cells.
    """

    def __init__(self) -> None:
        self.most = math.inf
        self.painted: Painted | None = None
        self.failure: MapError | None = None
        self._task: MapTask | None = None
        self._shown: MapTask | None = None
        self._done: MapTask | None = None
        self._last: Painted | None = None
        self._broken: BaseException | None = None
        self._closed = False
        self._changed = threading.Condition()
        self._pace: dict[tuple[str, str], float] = {}
        self._thread: threading.Thread | None = None

    def ask(self, task: MapTask | None) -> None:
        """Make this the task, or None; raise what the thread has raised since."""
        with self._changed:
            if error := self._broken:
                self._broken = None
                raise error
            if task == self._task:
                return
            self._task, self.failure = task, None
            if task is None:
                self.painted = self._shown = self._done = self._last = None
            elif self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()
            self._changed.notify_all()

    @property
    def pending(self) -> bool:
        """Whether a better picture is still to come."""
        return self._task is not self._done

    def finish(self) -> None:
        """Wait until the picture is as fine as it gets."""
        with self._changed:
            self._changed.wait_for(lambda: not self.pending)

    def close(self) -> None:
        """End the thread, or leave it to end by itself if that takes long."""
        with self._changed:
            self._closed, self._task = True, None
            self._changed.notify_all()
        if self._thread:
            self._thread.join(_FAREWELL)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or self.pending)
                task = self._task
            if self._closed:
                return
            if task is None:
                continue
            try:
                self._answer(task)
            except _SceneError as error:
                self._fail(task, error.raised)
            except Exception as error:
                self._fail(task, error, broken=True)

    def _fail(
        self, task: MapTask, error: BaseException, *, broken: bool = False
    ) -> None:
        with self._changed:
            if broken:
                self._broken = error
            if self._task is not task:
                return
            self.failure = failed(error)
            self.painted = self._shown = None
            self._done = task
            self._changed.notify_all()

    def _answer(self, task: MapTask) -> None:
        if task.cells > self.most:
            coarse = task.coarser(math.ceil(math.sqrt(task.cells / self.most)))
            self._publish(task, coarse, kept=True, final=True)
            return
        first = self._first_factor(task)
        # A picture of the same question stays while the view moves over it.
        if first > 1 and not task.only_moved(self._shown):
            self._publish(task, task.coarser(first), kept=True, final=False)
        if self._task is task:
            self._publish(task, task, kept=first == 1, final=True)

    def _first_factor(self, task: MapTask) -> int:
        spent = self._pace_of(task) * task.cells
        if spent <= _FRAME:
            return 1
        return next((f for f in _COARSE if spent / f**2 <= _AT_ONCE), _COARSE[-1])

    def _pace_of(self, task: MapTask) -> float:
        return self._pace.get(_name(task), _GUESS)

    def _publish(
        self, task: MapTask, sampled: MapTask, *, kept: bool, final: bool
    ) -> None:
        """Answer and show it; what is `kept` also where a newer task has come."""

        def dropped() -> bool:
            return self._task is not task and not (kept and self._task)

        begun = time.perf_counter()
        try:
            field = compute(
                sampled.question,
                sampled.columns,
                sampled.rows,
                dropped,
                math.ceil(_BLIND / self._pace_of(task)),
            )
        except BaseException as error:  # a SystemExit would end this thread only
            raise _SceneError(error) from error
        if field is None:
            return
        painted = paint(field, fine=final, before=self._colours(sampled))
        spent = time.perf_counter() - begun
        with self._changed:
            if final or _name(task) not in self._pace:
                self._pace[_name(task)] = max(spent, 1e-6) / max(sampled.cells, 1)
            if dropped():
                return
            self.painted, self._shown = painted, task
            if final:
                self._done, self._last = task, painted
            self._changed.notify_all()

    def _colours(self, task: MapTask) -> Mapping[str, Role]:
        """Return the colours of the last fine picture, if it was a map like this."""
        last = self._last
        if last is None or _alike(last.field.question) != _alike(task.question):
            return {}
        return last.colours


def _alike(question: MapQuestion) -> tuple[object, ...]:
    return question.scene, question.kind, question.x, question.y


def _name(task: MapTask) -> tuple[str, str]:
    return task.question.scene.id, task.question.kind
