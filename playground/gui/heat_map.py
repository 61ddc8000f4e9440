"""The map on show: what is asked, where it lies, and what is under the pointer."""

from collections.abc import Mapping
from typing import Any

from playground.analysis.heat_map import AxisSamples, MapQuestion
from playground.gui.map_worker import MapTask, Worker
from playground.i18n import message
from playground.render.map_colors import Backdrop, Painted
from playground.render.map_labels import named
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, Viewport
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.texts import LegendLine, entries, in_place
from playground.session.view.map_samples import (
    charted,
    in_view,
    over_chart,
    over_view,
    spread,
)
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import Study

_Of = tuple[Painted, MapQuestion | None, Camera, Viewport, str]


def _same(one: _Of, other: _Of) -> bool:
    """Return whether nothing has changed; a picture is the same only as itself."""
    return one[0] is other[0] and one[1:] == other[1:]


class Maps:
    """Asks the worker for the map that the session wants, and reads it."""

    def __init__(self, session: Session, controls: Controls) -> None:
        self.session = session
        self.worker = Worker()
        self._controls = controls
        self._read: Study | None = None
        self._only: tuple[Painted, str, Painted] | None = None
        self._charted: tuple[object, tuple[AxisSamples, AxisSamples]] | None = None
        self._lying: tuple[_Of, Backdrop | None] | None = None
        self._listed: tuple[_Of, list[LegendLine]] | None = None
        controls.cell_at = self.cell_at

    def painted(self, study: Study) -> Painted | None:
        """Return the picture so far, if it is of what the study asks."""
        painted, question = self.worker.painted, study.question
        if painted is None or question is None:
            return None
        asked = painted.field.question
        same = (asked.scene, asked.x, asked.y, asked.kind, asked.quantity)
        now = (question.scene, question.x, question.y, question.kind, question.quantity)
        return self._alone(painted, study) if same == now else None

    def tones(self, study: Study) -> Mapping[str, Role]:
        """Return the colour of each kind of mistake on the map, by its name."""
        painted = self.painted(study)
        return painted.colours if painted and painted.covers else {}

    def _alone(self, painted: Painted, study: Study) -> Painted:
        """Return the picture with one kind alone, if chosen; the last is kept."""
        kept, wanted = self._only, study.wanted.mapped.alone
        if kept is None or kept[0] is not painted or kept[1] != wanted:
            kept = self._only = painted, wanted, painted.alone(wanted)
        return kept[2]

    def update(self, study: Study, chart: Viewport | None, *, held: bool) -> None:
        """Ask for what is to be seen now; `held` while the chart is dragged in."""
        question = study.question
        if question is None:
            self.worker.ask(None)
            return
        if chart is None:
            camera, place = self._controls.camera(0), self._controls.places[0]
            samples = over_view(question, camera, place)
        else:
            this, kept = (self.session.stage, question.x, question.y), self._charted
            if held and kept and kept[0] == this:
                # A span that follows the value would run away from the pointer.
                samples = kept[1]
            else:
                samples = over_chart(study.params, question, chart)
                self._charted = this, samples
        self.worker.ask(MapTask(question, *samples))

    def backdrop(self, study: Study, *, staged: bool = False) -> Backdrop | None:
        """Return the map as it lies in the world; for a room there are few words."""
        painted = self.painted(study)
        if painted is None or charted(study):
            return None
        camera, place = self._controls.camera(0), self._controls.places[0]
        whole = "" if staged else self.whole(study)
        of = painted, study.question, camera, place, whole
        if self._lying is None or not _same(self._lying[0], of):
            names = named(painted, in_place(self.lines(study), whole))
            self._lying = of, painted.in_the_world(study.params, names)
        return self._lying[1]

    def lines(self, study: Study) -> list[LegendLine]:
        """Return the lines of the legend, with their shares of what is in view."""
        painted = self.painted(study)
        if painted is None:
            return []
        camera, place = self._controls.camera(0), self._controls.places[0]
        of = painted, study.question, camera, place, ""
        if self._listed is None or not _same(self._listed[0], of):
            field = painted.field
            if not charted(study):
                field = in_view(field, camera, place)
            self._listed = of, entries(field, painted.roles)
        return self._listed[1]

    def whole(self, study: Study) -> str:
        """Return what the shares are of."""
        flat = isinstance(self._controls.camera(0), Camera2D)
        view = message("this view")
        return view if flat and not charted(study) else message("this map")

    def cell_at(self, x: float, y: float) -> Params | None:
        """Return the params of the cell under a screen point of the first view."""
        question = self.session.study.question
        if question is None or not spread(question):
            return None
        at = self._on_sheet(question, x, y)
        if at is None:
            return None
        return self.cell(at[question.x.component], at[question.y.component])

    def _on_sheet(self, question: MapQuestion, x: float, y: float) -> Any:
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
        study = self.session.study
        painted = self.painted(study)
        if painted is None:
            return None
        field, now = painted.field, study.params
        values = field.cell(float(x), float(y))
        if values is None:
            return None
        asked = field.question
        for axis, value in zip((asked.x, asked.y), values, strict=True):
            changed = axis.replaced(now, value)
            now = parameters.with_values(now, **{axis.name: changed})
        return now

    def study_at(self, params: Params) -> Study:
        """Return the case at a cell, solved; the last one is kept."""
        kept = self._read
        scene = self.session.scene
        if kept is None or kept.entry is not scene or kept.params != params:
            kept = self._read = Study(scene, params)
        return kept
