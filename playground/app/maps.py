"""The map on show: what is asked, where it lies, and what is under the pointer."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.app import charts
from playground.app.controls import Controls
from playground.app.moment import Moment
from playground.app.session import Session
from playground.app.worker import Task, Worker
from playground.explore.map import (
    Question,
    Samples,
    in_the_world,
    over_span,
    step_near,
)
from playground.render.paint import Backdrop, Painted
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.kinds import NONE
from playground.scene.params import Params

Array = NDArray[np.float64]

# In space a map is a sheet that reaches so far from the middle of the view, in
# multiples of the eye's distance.
_SHEET = 0.3
# A cell of a chart is at least so many pixels wide.
_CELL = 1.25


class Maps:
    """Asks the worker for the map that the session wants, and reads it."""

    def __init__(self, session: Session, controls: Controls) -> None:
        self.session = session
        self.worker = Worker()
        self._controls = controls
        self._read: Moment | None = None
        self._only: tuple[Painted, str, Painted] | None = None
        self._charted: tuple[object, tuple[Samples, Samples]] | None = None
        controls.cell_at = self.cell_at

    @property
    def painted(self) -> Painted | None:
        """The picture so far, if it is of the present scene and axes."""
        painted, question = self.worker.painted, charts.question(self.session)
        if painted is None or question is None:
            return None
        asked = painted.field.question
        same = (asked.scene, asked.x, asked.y, asked.kind, asked.quantity)
        now = (question.scene, question.x, question.y, question.kind, question.quantity)
        return self._alone(painted) if same == now else None

    def _alone(self, painted: Painted) -> Painted:
        """Return the picture with one kind alone, if that is chosen."""
        wanted = self.session.opened.mapped.alone
        names = [kind.name for kind in painted.field.kinds]
        if painted.scale or wanted not in names:
            return painted
        only = self._only
        if only is None or only[0] is not painted or only[1] != wanted:
            there = painted.cells == names.index(wanted)
            cells = np.where(there, painted.cells, np.uint8(NONE))
            only = self._only = painted, wanted, replace(painted, cells=cells)
        return only[2]

    @property
    def charted(self) -> bool:
        """Whether the map has a chart of its own, not being of places."""
        question = charts.question(self.session)
        return question is not None and not _spread(question)

    def update(self, chart: Viewport | None, *, held: bool) -> None:
        """Ask for what is to be seen now; `held` while the chart is dragged in."""
        question = charts.question(self.session)
        if question is None:
            self.worker.ask(None)
            return
        if chart is None:
            samples = self._seen(question)
        else:
            this, kept = (self.session.stage, question.x, question.y), self._charted
            if held and kept and kept[0] == this:
                # A span that follows the value would run away from the pointer.
                samples = kept[1]
            else:
                samples = (
                    over_span(self.session.params, question.x, chart.width / _CELL),
                    over_span(self.session.params, question.y, chart.height / _CELL),
                )
                self._charted = this, samples
        self.worker.ask(Task(question, *samples))

    def _seen(self, question: Question) -> tuple[Samples, Samples]:
        """Return samples over what the first view shows."""
        camera, place = self._controls.camera(0), self._controls.places[0]
        if isinstance(camera, OrbitCamera):
            middle = np.asarray(camera.target)
            low, high = (middle + s * _SHEET * camera.distance for s in (-1.0, 1.0))
            step = step_near(camera.pixel_size(camera.target, place))
        else:
            ends = [(place.x, place.y + place.height), (place.x + place.width, place.y)]
            low, high = camera.to_world(ends, place)
            step = step_near(1.0 / camera.scale)
        columns, rows = (
            Samples.covering(
                float(low[axis.component]),
                float(high[axis.component]),
                step,
                axis.limits(question.params),
            )
            for axis in (question.x, question.y)
        )
        return columns, rows

    def backdrop(self) -> Backdrop | None:
        """Return the map as it lies in the world."""
        painted = self.painted
        if painted is None or self.charted or not painted.cells.size:
            return None
        field = painted.field
        x, y = field.question.x, field.question.y
        corners = [
            x.replaced(self.session.params, across)
            for _ in field.rows.edges
            for across in field.columns.edges
        ]
        heights = np.repeat(field.rows.edges, 2)
        world = np.array(corners, dtype=np.float64)
        world[:, y.component] = heights
        return Backdrop(painted, world)

    def cell_at(self, x: float, y: float) -> Params | None:
        """Return the params of the cell under a screen point of the first view."""
        question = charts.question(self.session)
        if question is None or not _spread(question):
            return None
        at = self._on_sheet(question, x, y)
        if at is None:
            return None
        return self.cell(at[question.x.component], at[question.y.component])

    def _on_sheet(self, question: Question, x: float, y: float) -> Any:
        camera, place = self._controls.camera(0), self._controls.places[0]
        if isinstance(camera, Camera2D):
            return camera.to_world((x, y), place)
        axis = ({0, 1, 2} - {question.x.component, question.y.component}).pop()
        level = getattr(self.session.params, question.x.name)[axis]
        eye, sight = camera.ray(x, y, place)
        if sight[axis] == 0.0:
            return None
        along = (level - eye[axis]) / sight[axis]
        return eye + along * sight if along > 0.0 else None

    def cell(self, x: float, y: float) -> Params | None:
        """Return the params of the cell that holds these two numbers, or None."""
        painted = self.painted
        if painted is None:
            return None
        field, now = painted.field, self.session.params
        values = field.cell(float(x), float(y))
        if values is None:
            return None
        asked = field.question
        for axis, value in zip((asked.x, asked.y), values, strict=True):
            changed = axis.replaced(now, value)
            now = parameters.with_values(now, **{axis.name: changed})
        return now

    def moment(self, params: Params) -> Moment:
        """Return the case at a cell, solved; the last one is kept."""
        kept = self._read
        scene = self.session.scene
        if kept is None or kept.entry is not scene or kept.params != params:
            kept = self._read = Moment(scene, params)
        return kept


def _spread(question: Question) -> bool:
    return in_the_world(question.params, question.x, question.y)
