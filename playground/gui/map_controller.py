"""The map on show: what is asked, where it lies, and what is under the pointer."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground.analysis.heat_map import AxisSamples, MapQuery
from playground.gui.map_worker import MapTask, MapWorker
from playground.i18n import message
from playground.render.map_colors import MapImage, MapRaster
from playground.render.map_labels import make_map_names
from playground.scene.camera import Camera2D, Viewport
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.texts import LegendLine, legend_lines, map_label_text
from playground.session.view.map_samples import (
    crop_to_view,
    has_chart,
    is_map_in_world,
    sample_chart,
    sample_view,
)
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import SceneView

_MapPlacement = tuple[MapRaster, MapQuery | None, Camera, Viewport, str]


def _is_same_placement(one: _MapPlacement, other: _MapPlacement) -> bool:
    """Return whether nothing has changed; a picture is the same only as itself."""
    return one[0] is other[0] and one[1:] == other[1:]


class MapController:
    """Asks the worker for the map that the session wants, and reads it."""

    def __init__(self, session: Session, controls: Controls) -> None:
        self.session = session
        self.worker = MapWorker()
        self._controls = controls
        self._cell_view: SceneView | None = None
        self._isolated_map: tuple[MapRaster, str, MapRaster] | None = None
        self._chart_samples: tuple[object, tuple[AxisSamples, AxisSamples]] | None = (
            None
        )
        self._image_cache: tuple[_MapPlacement, MapImage | None] | None = None
        self._legend_cache: tuple[_MapPlacement, list[LegendLine]] | None = None
        controls.cell_at = self.cell_at

    def current_map(self, study: SceneView) -> MapRaster | None:
        """Return the picture so far, if it is of what the study asks."""
        painted, question = self.worker.current_image, study.question
        if painted is None or question is None:
            return None
        asked = painted.field.query
        same = (asked.scene, asked.x, asked.y, asked.kind, asked.quantity)
        now = (question.scene, question.x, question.y, question.kind, question.quantity)
        return self._isolate_kind(painted, study) if same == now else None

    def is_map_stale(self, study: SceneView) -> bool:
        """Return whether the picture so far is of other params than the study's."""
        painted = self.current_map(study)
        return painted is not None and painted.field.query != study.question

    def map_kind_roles(self, study: SceneView) -> Mapping[str, Role]:
        """Return the colour of each kind of mistake on the map, by its name."""
        painted = self.current_map(study)
        return painted.colours if painted and painted.is_opaque else {}

    def _isolate_kind(self, painted: MapRaster, study: SceneView) -> MapRaster:
        """Return the picture with one kind alone, if chosen; the last is kept."""
        kept, wanted = self._isolated_map, study.options.mapped.alone
        if kept is None or kept[0] is not painted or kept[1] != wanted:
            kept = self._isolated_map = painted, wanted, painted.select_kind(wanted)
        return kept[2]

    def update(
        self, study: SceneView, chart: Viewport | None, *, is_dragging: bool
    ) -> None:
        """Ask for what is to be seen now; `is_dragging` while the chart is dragged."""
        question = study.question
        if question is None:
            self.worker.request(None)
            return
        if chart is None:
            camera, place = self._controls.camera(0), self._controls.places[0]
            samples = sample_view(question, camera, place)
        else:
            this = (self.session.context_id, question.x, question.y)
            kept = self._chart_samples
            if is_dragging and kept and kept[0] == this:
                # A span that follows the value would run away from the pointer.
                samples = kept[1]
            else:
                samples = sample_chart(study.params, question, chart)
                self._chart_samples = this, samples
        self.worker.request(MapTask(question, *samples))

    def map_image(
        self, study: SceneView, *, is_presenting: bool = False
    ) -> MapImage | None:
        """Return the map as it lies in the world; for a room there are few words."""
        painted = self.current_map(study)
        if painted is None or has_chart(study):
            return None
        camera, place = self._controls.camera(0), self._controls.places[0]
        whole = "" if is_presenting else self.legend_scope_text(study)
        of = painted, study.question, camera, place, whole
        if self._image_cache is None or not _is_same_placement(
            self._image_cache[0], of
        ):
            names = make_map_names(
                painted, map_label_text(self.legend_lines(study), whole)
            )
            self._image_cache = of, painted.place_in_world(study.params, names)
        return self._image_cache[1]

    def legend_lines(self, study: SceneView) -> list[LegendLine]:
        """Return the lines of the legend, with their shares of what is in view."""
        painted = self.current_map(study)
        if painted is None:
            return []
        camera, place = self._controls.camera(0), self._controls.places[0]
        of = painted, study.question, camera, place, ""
        if self._legend_cache is None or not _is_same_placement(
            self._legend_cache[0], of
        ):
            field = painted.field
            if not has_chart(study):
                field = crop_to_view(field, camera, place)
            stale = self.is_map_stale(study)
            lines = legend_lines(field, painted.roles)
            self._legend_cache = of, [replace(line, is_stale=stale) for line in lines]
        return self._legend_cache[1]

    def legend_scope_text(self, study: SceneView) -> str:
        """Return what the shares are of."""
        flat = isinstance(self._controls.camera(0), Camera2D)
        view = message("this view")
        return view if flat and not has_chart(study) else message("this map")

    def cell_at(self, x: float, y: float) -> Params | None:
        """Return the params of the cell under a screen point of the first view."""
        question = self.session.scene_view.question
        if question is None or not is_map_in_world(question):
            return None
        at = self._map_plane_point(question, x, y)
        if at is None:
            return None
        return self.cell_params(at[question.x.component], at[question.y.component])

    def _map_plane_point(self, question: MapQuery, x: float, y: float) -> Any:
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

    def cell_params(self, x: float, y: float) -> Params | None:
        """Return the params of the cell that holds these two numbers, or None."""
        study = self.session.scene_view
        painted = self.current_map(study)
        if painted is None:
            return None
        return painted.field.cell_params(study.params, float(x), float(y))

    def view_at_cell(self, params: Params) -> SceneView:
        """Return the case at a cell, solved; the last one is kept."""
        kept = self._cell_view
        scene = self.session.scene
        if kept is None or kept.entry is not scene or kept.params != params:
            kept = self._cell_view = SceneView(scene, params)
        return kept
