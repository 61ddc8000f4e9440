"""The map of a page: told when it is asked for, after the state."""

import base64
from typing import Any

from playground.analysis.curve import Axis, axes
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.i18n import translate
from playground.render.grid import ANGLE_TICKS
from playground.render.instance_format import Point
from playground.render.map_colors import MapRaster, rasterize_map
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.session import plot_controls
from playground.session import texts as session_texts
from playground.session.plot_controls import ticks
from playground.session.session import Session
from playground.web.serialize.maps import (
    compute_map_field,
    find_palette_indices,
    serialize_map,
)
from playground.web.serialize.sample_texts import mark_symbols

# While something moves a cell is so many times as wide, and while it rests a view of a
# page may be so many times as large as it is told; cells of code's mistakes are small
# enough as they are.
_COARSE_FACTOR = 8
_MAX_VIEW_SCALE = 2.0
# Names on a map keep their size on a phone, in a view of at least such a share.
_MIN_NAME_SCALE = 0.4
# Numbers at an axis are at least so many px apart, and at most so many.
MIN_TICK_GAP_X_PX = 70.0
MIN_TICK_GAP_Y_PX = 34.0
MAX_TICK_COUNT = 8


class PlotState:
    """What a page was told last of the map, by which a click on it is understood."""

    def __init__(self) -> None:
        self._question: MapQuery | None = None
        self._number = 0
        self._field: MapField | None = None

    # ---- what each state says of them ----

    def serialize_map_state(self, session: Session) -> dict[str, Any] | None:
        """Return what the map on show is of; its `number` changes with its cells."""
        study, question = session.scene_view, session.scene_view.question
        if question != self._question:
            self._question, self._number = question, self._number + 1
        if question is None:
            return None
        now, over = study.params, (question.x, question.y)
        return {
            "kind": question.kind.name,
            "over": [translate(axis.label(now)) for axis in over],
            "plane": translate(plot_controls.planes(now).get(over, "")),
            "planes": [
                [*map(translate, (name, *(axis.label(now) for axis in pair)))]
                for pair, name in plot_controls.planes(now).items()
            ],
            "quantity": translate(question.quantity),
            "alone": session.open_scene.mapped.alone,
            "number": self._number,
            "here": [axis.value(now) for axis in over],
            "code": question.kind.is_code_map,
        }

    def serialize_curve_state(self, session: Session) -> dict[str, Any] | None:
        """Return what the curve runs over, and where on it the state is."""
        axis, params = session.scene_view.curve_axis, session.params
        if axis is None:
            return None
        return {
            "axis": translate(axis.label(params)),
            "axes": [translate(other.label(params)) for other in axes(params)],
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
        """Return the map for a view that is `wide` px in the page; None without one."""
        asked = session.scene_view.question
        large = 1.0 if asked and asked.kind.is_code_map else _MAX_VIEW_SCALE
        share = min(max(wide / size[0], _MIN_NAME_SCALE), large)
        self._field = field = compute_map_field(
            session, camera, size, max(share, 1.0), _COARSE_FACTOR if coarse else 1
        )
        if field is None:
            return None
        painted = rasterize_map(field)
        told = serialize_map(session, painted, camera, size, () if coarse else (share,))
        told["cells"] = _encode_cells(painted, session)
        return told | {
            "of": field.query.kind.name,
            "coarse": coarse,
            "lines": painted.scale.span if painted.scale and not coarse else 0.0,
            "kinds": _serialize_kinds(session, painted),
            "notes": _list_legend_notes(session, painted),
            "chart": None
            if told["box"]
            else _serialize_chart(field, session.params, wide),
        }

    def find_cell_params(self, session: Session, x: float, y: float) -> Params | None:
        """Return the params of the cell at two numbers of the map told last."""
        field, now = self._field, session.params
        found = None
        if field and field.query == session.scene_view.question:
            found = field.cell(x, y)
        if field is None or found is None:
            return None
        for axis, value in zip((field.query.x, field.query.y), found, strict=True):
            changed = axis.replace_component(now, value)
            now = parameters.with_values(now, **{axis.name: changed})
        return now


def serialize_maps_page(session: Session) -> dict[str, Any]:
    """Return what a page of maps says: what is shown, and if there is one to begin."""
    study, listing = session.scene_view, session.scene_view.scene.listing
    kind = study.question.kind if study.question else None
    return {
        "explained": mark_symbols(session_texts.map_explanation(study, kind)),
        "preset": bool(listing and listing.preset),
    }


def _encode_cells(painted: MapRaster, session: Session) -> str:
    """Return the cells as base64: runs of a map of values would be as long as it."""
    shown = painted.select_kind(session.open_scene.mapped.alone)
    return base64.b64encode(find_palette_indices(shown).tobytes()).decode("ascii")


def _serialize_kinds(session: Session, painted: MapRaster) -> list[dict[str, Any]]:
    """Return the lines of the legend of kinds, each with its share of the map."""
    if painted.scale is not None or painted.field.query.kind is MapKind.VALUES:
        return []
    field, listing = painted.field, session.scene_view.scene.listing
    found = []
    for line in session_texts.legend_lines(field, painted.roles):
        told = {
            "name": line.name,
            "place": line.place,
            "text": line.text if line.code else mark_symbols(line.text),
            "share": translate(
                line.share or session_texts.share_text(field, line.place)
            ),
            "why": mark_symbols(line.why),
            "more": line.more if line.code else translate(line.more),
            "line": "",
        }
        if (
            field.query.kind is MapKind.MISTAKES
            and listing
            and listing.names_faulty_lines
        ):
            from playground.tracing.listing_lines import faulty_line  # slow

            told["line"] = faulty_line(listing, line.name)
        found.append(told)
    return found


def _list_legend_notes(session: Session, painted: MapRaster) -> list[str]:
    """Return what is said below the legend."""
    if painted.is_blank:
        return [
            mark_symbols(
                session_texts.empty_map_text(session.scene_view, painted.field)
            )
        ]
    said = session_texts.texture_text(
        session_texts.legend_lines(painted.field, painted.roles)
    )
    return [translate(said)] if said else []


def _serialize_chart(field: MapField, params: Params, wide: float) -> dict[str, Any]:
    """Return the ends of a chart's axes, and the numbers at them."""
    asked = field.query
    return {
        "ends": [list(field.columns.edges), list(field.rows.edges)],
        "ticks": [
            _serialize_ticks(asked.x, field.columns, params, wide / MIN_TICK_GAP_X_PX),
            _serialize_ticks(asked.y, field.rows, params, wide / MIN_TICK_GAP_Y_PX),
        ],
    }


def _serialize_ticks(
    axis: Axis, samples: AxisSamples, params: Params, room: float
) -> list[list[Any]]:
    factor, (low, high) = axis.display_factor(params), samples.edges
    if factor != 1.0:
        found = [t for t in ANGLE_TICKS if low * factor <= t <= high * factor]
        named = list(zip(found, map(format_number, found), strict=True))
    else:
        named = list(
            zip(*ticks(low, high, min(max(room, 2.0), MAX_TICK_COUNT)), strict=True)
        )
    return [[at / factor, text] for at, text in named]
