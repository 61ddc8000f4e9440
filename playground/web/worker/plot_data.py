"""The map and the curve of a page: told when they are asked for, after the state."""

import base64
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.curve import Axis, AxisPlot, Curve, axes
from playground.analysis.heat_map import AxisSamples, MapField, MapKind, MapQuery
from playground.i18n import join_sentences, message, translate
from playground.render.grid import ANGLE_TICKS
from playground.render.instance_format import Point
from playground.render.map_colors import MapRaster, rasterize_map
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session import plot_controls
from playground.session import texts as session_texts
from playground.session.plot_controls import root_numbers, ticks, value_range
from playground.session.session import Session
from playground.web.serialize import colors
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
_MIN_TICK_GAP_X_PX = 70.0
_MIN_TICK_GAP_Y_PX = 34.0
_MAX_TICK_COUNT = 8
# A place on a curve's axis is told in such parts of it.
_AXIS_STEPS = 10_000
# What is so many axes away is not drawn, but where a line goes is seen.
_MAX_AXIS_STEPS = 20 * _AXIS_STEPS


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
            _serialize_ticks(asked.x, field.columns, params, wide / _MIN_TICK_GAP_X_PX),
            _serialize_ticks(asked.y, field.rows, params, wide / _MIN_TICK_GAP_Y_PX),
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
            zip(*ticks(low, high, min(max(room, 2.0), _MAX_TICK_COUNT)), strict=True)
        )
    return [[at / factor, text] for at, text in named]


# ---- the curve ----


def serialize_curve(
    session: Session, wide: float, tall: float
) -> dict[str, Any] | None:
    """Return the curve for a plot of that many px; None where there is none to show."""
    study, params = session.scene_view, session.params
    found = study.curve
    if found is None:
        return None
    axis = found.axis
    ends = float(found.x[0]), float(found.x[-1])
    factor = axis.display_factor(params)
    count = min(max(wide / _MIN_TICK_GAP_X_PX, 2.0), _MAX_TICK_COUNT)
    named = zip(*ticks(ends[0] * factor, ends[1] * factor, count), strict=True)
    return {
        "axis": translate(axis.label(params)),
        "ends": ends,
        "x": _to_axis_steps(found.x, *ends),
        "ticks": [[_to_axis_step(at / factor, *ends), text] for at, text in named],
        "lanes": [
            _serialize_axis_plot(session, found, lane, tall)
            for lane in found.axis_plots
        ],
        "said": translate(_describe_curve(session, found)),
    }


def _serialize_axis_plot(
    session: Session, curve: Curve, lane: AxisPlot, tall: float
) -> dict[str, Any]:
    if lane.words:
        low, high = 0.4, len(lane.words) + 0.6
        named: Any = enumerate(lane.words, 1)
    else:
        levels = [curve.levels[name] for name in lane.lines if name in curve.levels]
        every = [*(curve.lines[name] for name in lane.lines), *levels]
        low, high = value_range(np.concatenate(every))
        room = tall / len(curve.axis_plots) / _MIN_TICK_GAP_Y_PX
        named = zip(
            *ticks(low, high, min(max(room, 2.0), _MAX_TICK_COUNT)), strict=True
        )
    return {
        "words": bool(lane.words),
        "ticks": [
            [_to_axis_step(at, low, high), translate(text)] for at, text in named
        ],
        "zero": None if lane.words else _to_axis_step(0.0, low, high),
        "lines": [
            {
                "name": translate(name),
                "tone": colors.text_color_index(
                    session.scene_view.scene.answer.line_roles[name]
                ),
                "y": _to_axis_steps(curve.lines[name], low, high),
                "level": _serialize_level(curve, name, low, high),
                "value": translate(_format_line_value(session, curve, lane, name)),
            }
            for name in lane.lines
        ],
        "sides": _serialize_tinted_areas(curve, low, high)
        if curve.decides in lane.lines
        else None,
        "roots": _serialize_roots(session, curve, lane, low, high),
    }


def _serialize_level(
    curve: Curve, name: str, low: float, high: float
) -> list[int | None] | None:
    level = curve.levels.get(name)
    return (
        None if level is None or not level.any() else _to_axis_steps(level, low, high)
    )


def _serialize_tinted_areas(curve: Curve, low: float, high: float) -> dict[str, Any]:
    """Return what is tinted: between the line that decides and its level."""
    x, hit, miss, level = curve.sides
    ends = float(curve.x[0]), float(curve.x[-1])
    return {
        "x": _to_axis_steps(x, *ends),
        "level": _to_axis_steps(level, low, high),
        "hit": [_to_axis_steps(hit, low, high), colors.role_color_index(Role.HIT)],
        "miss": [_to_axis_steps(miss, low, high), colors.role_color_index(Role.MISS)],
    }


def _serialize_roots(
    session: Session, curve: Curve, lane: AxisPlot, low: float, high: float
) -> list[list[Any]]:
    """Return where the lane's lines cross their levels, and the numbers there."""
    met = [(x, y) for x, name, y in curve.crossings if name in lane.lines]
    factor = curve.axis.display_factor(session.params)
    texts = root_numbers(np.array([x * factor for x, _ in met]))
    ends = float(curve.x[0]), float(curve.x[-1])
    return [
        [_to_axis_step(x, *ends), _to_axis_step(y, low, high), text]
        for (x, y), text in zip(met, texts, strict=True)
    ]


def _format_line_value(
    session: Session, curve: Curve, lane: AxisPlot, name: str
) -> str:
    """Return what a line is at the present value."""
    now, y = curve.axis.value(session.params), curve.lines[name]
    if lane.words:
        here = float(y[np.abs(curve.x - now).argmin()])
        return lane.words[int(here) - 1] if np.isfinite(here) else "–"
    value = float(np.interp(now, curve.x, y))
    return format_number(value) if np.isfinite(value) else "–"


def _describe_curve(session: Session, curve: Curve) -> str:
    """Return the present value, the lines there, and the roots, in words."""
    axis, params = curve.axis, session.params
    factor = axis.display_factor(params)
    now = format_number(axis.value(params) * factor)
    values = [(axis.label(params), now)] + [
        (name, _format_line_value(session, curve, lane, name))
        for lane in curve.axis_plots
        for name in lane.lines
    ]
    parts = [message("{name}: {value}.", name=name, value=v) for name, v in values]
    roots = [t for t in root_numbers(np.array(curve.roots) * factor) if t]
    if roots:
        places = reduce(_join_with_and, roots)
        parts.append(message("The verdict turns at {places}.", places=places))
    return join_sentences(*parts)


def _join_with_and(first: str, second: str) -> str:
    return message("{first} and {second}", first=first, second=second)


def _to_axis_steps(
    values: NDArray[np.float64], low: float, high: float
) -> list[int | None]:
    """Return where values are between two ends, in parts; None where there is none."""
    shares = _AXIS_STEPS * (np.asarray(values) - low) / (high - low)
    known = np.isfinite(shares)
    whole = np.rint(
        np.clip(np.where(known, shares, 0.0), -_MAX_AXIS_STEPS, _MAX_AXIS_STEPS)
    ).astype(int)
    return [
        x if k else None for x, k in zip(whole.tolist(), known.tolist(), strict=True)
    ]


def _to_axis_step(value: float, low: float, high: float) -> int | None:
    return _to_axis_steps(np.array([value]), low, high)[0]


def move_along_curve(session: Session, value: float) -> None:
    """Set the number that the curve runs over; its axis stays where it is meanwhile."""
    shown = session.scene_view.curve
    if shown is None:
        return
    axis, low, high = shown.axis, float(shown.x[0]), float(shown.x[-1])
    goal = axis.replace_component(session.params, min(max(value, low), high))
    plot_controls.hold_span(session, axis, (low, high))
    session.stop_playback()
    session.set_value(axis.name, goal, session.gesture_id)
