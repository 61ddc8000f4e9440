"""Plot state of a page: its map and its curve."""

from typing import TYPE_CHECKING, Any

from playground.analysis.curve import axes
from playground.i18n import translate
from playground.render.instance_format import Point
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session import texts as session_texts
from playground.session.session import Session
from playground.web.serialize.param_fields import axis_label
from playground.web.serialize.sample_texts import mark_symbols

if TYPE_CHECKING:
    from playground.analysis.heat_map import MapField, MapQuery


class PlotState:
    """The last map sent to the page, to resolve clicks on its cells."""

    def __init__(self) -> None:
        self._question: MapQuery | None = None
        self._number = 0
        self._field: MapField | None = None

    # ---- in each state ----

    def serialize_map_state(self, session: Session) -> dict[str, Any] | None:
        """Return the settings of the map; None without one.

        Its `number` changes with its cells.
        """
        study, question = session.scene_view, session.scene_view.question
        if question != self._question:
            self._question, self._number = question, self._number + 1
        if question is None:
            return None
        params, map_axes = study.params, (question.x, question.y)
        planes = plot_controls.planes(params)
        return {
            "kind": question.kind.name,
            "over": [axis_label(session, axis) for axis in map_axes],
            "plane": translate(planes.get(map_axes, "")),
            "planes": [
                [translate(name), *(axis_label(session, axis) for axis in pair)]
                for pair, name in planes.items()
            ],
            "quantity": translate(question.quantity),
            "alone": session.open_scene.mapped.alone,
            "number": self._number,
            "here": [axis.value(params) for axis in map_axes],
            "code": question.kind.is_code_map,
        }

    def serialize_curve_state(self, session: Session) -> dict[str, Any] | None:
        """Return the axis of the curve and the current value on it, in stored units.

        It is None without a curve.
        """
        axis, params = session.scene_view.curve_axis, session.params
        if axis is None:
            return None
        return {
            "axis": axis_label(session, axis),
            "axes": [axis_label(session, other) for other in axes(params)],
            "now": axis.value(params),
        }

    # ---- the map ----

    def serialize_map(
        self,
        session: Session,
        camera: Camera2D | OrbitCamera,
        size: Point,
        wide: float,
        *,
        coarse: bool,
    ) -> dict[str, Any] | None:
        """Return the map for a view that is `wide` px in the page; None without one.

        `size` is the view's nominal size in px.
        """
        from playground.web.serialize.maps import serialize_live_map

        map_data = serialize_live_map(session, camera, size, wide, coarse=coarse)
        self._field, serialized = map_data or (None, None)
        return serialized

    def find_cell_params(self, session: Session, x: float, y: float) -> Params | None:
        """Return the params of the cell at two numbers in the last map.

        They are in stored units. It is None without a current map, and outside of it.
        """
        field = self._field
        if field is None or field.query != session.scene_view.question:
            return None
        return field.cell_params(session.params, x, y)


def serialize_maps_page(session: Session) -> dict[str, Any]:
    """Return the texts of the page of maps, and whether there is a preset map."""
    study, listing = session.scene_view, session.scene_view.scene.listing
    kind = study.question.kind if study.question else None
    return {
        "explained": mark_symbols(session_texts.map_explanation(study, kind)),
        "preset": bool(listing and listing.preset),
    }
