"""Controller of the displayed map: its samples, its legend and picked cells."""

from collections.abc import Mapping
from dataclasses import replace
from operator import attrgetter
from typing import Any

from playground.analysis.heat_map import AxisSamples, MapQuery
from playground.gui.map_worker import MapTask, MapWorker
from playground.gui.widgets.numbers import Widgets
from playground.i18n import message
from playground.render.map_colors import MapImage, MapRaster
from playground.render.map_labels import make_map_names
from playground.scene.camera import Camera2D, Viewport
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.texts import LegendLine, legend_lines, map_label_text
from playground.session.view import map_samples
from playground.session.view.pointer_controls import Controls
from playground.session.view_model import SceneView


class MapController:
    """Link between session and worker: requests the map and reads its results."""

    def __init__(self, session: Session, controls: Controls, widgets: Widgets) -> None:
        self.session = session
        self.worker = MapWorker()
        self._controls, self._memoize = controls, widgets.memoize
        # The chart and its samples.
        self._chart_samples: tuple[object, tuple[AxisSamples, AxisSamples]] | None
        self._chart_samples = None
        controls.cell_at = self.cell_at

    def current_map(self, study: SceneView) -> MapRaster | None:
        """Return the map's raster if it is of the view model's map, else None.

        With a kind chosen alone it shows only that.

        Params and samples may be outdated.
        """
        image, question = self.worker.current_image, study.question
        if image is None or question is None:
            return None
        identity = attrgetter("scene", "x", "y", "kind", "quantity")
        if identity(image.field.query) != identity(question):
            return None
        alone = study.options.mapped.alone
        return self._memoize(
            "map of one kind", (image, alone), lambda: image.select_kind(alone)
        )

    def is_map_stale(self, study: SceneView) -> bool:
        """Return whether the current picture is of outdated params."""
        image = self.current_map(study)
        return image is not None and image.field.query != study.question

    @property
    def _first_view(self) -> tuple[Camera, Viewport]:
        return self._controls.camera(0), self._controls.places[0]

    def map_kind_roles(self, study: SceneView) -> Mapping[str, Role]:
        """Return the role of each kind on a map of the code, by its name.

        Else nothing.
        """
        image = self.current_map(study)
        return image.colours if image and image.is_opaque else {}

    def update(
        self, study: SceneView, chart: Viewport | None, *, is_dragging: bool
    ) -> None:
        """Request the current map, over the first view or over a chart.

        `chart` is the chart's rectangle, None for none; it keeps its samples if
        `is_dragging`.
        """
        question = study.question
        if question is None:
            self.worker.request(None)
            return
        if chart is None:
            samples = map_samples.sample_view(question, *self._first_view)
        else:
            this = (self.session.context_id, question.x, question.y)
            kept = self._chart_samples
            if is_dragging and kept and kept[0] == this:
                # A range that follows the value would move under the pointer.
                samples = kept[1]
            else:
                samples = map_samples.sample_chart(study.params, question, chart)
                self._chart_samples = this, samples
        self.worker.request(MapTask(question, *samples))

    def map_image(
        self, study: SceneView, *, is_presenting: bool = False
    ) -> MapImage | None:
        """Return the map's image in the world; None without one, and for a chart.

        If `is_presenting`, its labels have no shares.
        """
        image = self.current_map(study)
        if image is None or map_samples.has_chart(study):
            return None
        scope_text = "" if is_presenting else self.legend_scope_text(study)

        def place_image() -> MapImage | None:
            texts = map_label_text(self.legend_lines(study), scope_text)
            names = make_map_names(image, texts)
            return image.place_in_world(study.params, names)

        inputs = image, study.question, *self._first_view, scope_text
        return self._memoize("map image", inputs, place_image)

    def legend_lines(self, study: SceneView) -> list[LegendLine]:
        """Return the lines of the legend, with shares of the visible part."""
        image = self.current_map(study)
        if image is None:
            return []

        def describe_kinds() -> list[LegendLine]:
            field = image.field
            if not map_samples.has_chart(study):
                field = map_samples.crop_to_view(field, *self._first_view)
            stale = self.is_map_stale(study)
            lines = legend_lines(field, image.roles)
            return [replace(line, is_stale=stale) for line in lines]

        inputs = image, study.question, *self._first_view
        return self._memoize("map legend", inputs, describe_kinds)

    def legend_scope_text(self, study: SceneView) -> str:
        """Return a text for the area of the legend's shares: this view or this map."""
        flat = isinstance(self._controls.camera(0), Camera2D)
        view = message("this view")
        return (
            view if flat and not map_samples.has_chart(study) else message("this map")
        )

    def cell_at(self, x: float, y: float) -> Params | None:
        """Return the params of the cell at a point of the first view.

        The point is in logical pixels of the window. It is None without a map, outside
        of it, and for a chart.
        """
        question = self.session.scene_view.question
        if question is None or not map_samples.is_map_in_world(question):
            return None
        at = self._map_plane_point(question, x, y)
        if at is None:
            return None
        return self.cell_params(at[question.x.component], at[question.y.component])

    def _map_plane_point(self, question: MapQuery, x: float, y: float) -> Any:
        camera, place = self._first_view
        if isinstance(camera, Camera2D):
            return camera.to_world((x, y), place)
        axis = ({0, 1, 2} - {question.x.component, question.y.component}).pop()
        level = getattr(self.session.params, question.x.name)[axis]
        eye, sight = camera.ray(x, y, place)
        if sight[axis] == 0.0:
            return None
        distance = (level - eye[axis]) / sight[axis]
        return eye + distance * sight if distance > 0.0 else None

    def cell_params(self, x: float, y: float) -> Params | None:
        """Return the params of the cell that contains the two values of the axes.

        They are in stored units. None without a map, and outside of it.
        """
        study = self.session.scene_view
        image = self.current_map(study)
        if image is None:
            return None
        return image.field.cell_params(study.params, float(x), float(y))

    def view_at_cell(self, params: Params) -> SceneView:
        """Return the view model of a cell; the last one is cached."""
        scene = self.session.scene
        return self._memoize(
            "map cell", (scene, params), lambda: SceneView(scene, params)
        )
