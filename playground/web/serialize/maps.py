"""Maps for pages: run-length encoded cells, and palettes of all themes."""

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import (
    AxisSamples,
    MapField,
    MapKind,
    MapQuery,
    compute_map,
    round_to_power_of_two,
    sample_span,
)
from playground.i18n import translate
from playground.render import map_colors
from playground.render.instance_format import Point
from playground.render.labels import LABEL_BACKGROUND_OPACITY
from playground.render.map_colors import (
    MapRaster,
    kind_edge,
    kind_texture,
    rasterize_map,
)
from playground.render.plot_axes import (
    MIN_TICK_GAP_X_PX,
    MIN_TICK_GAP_Y_PX,
    axis_ticks,
)
from playground.render.theme import THEMES, Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.scene.units import Units
from playground.session import texts
from playground.session.session import Session
from playground.session.texts import legend_lines, map_caption
from playground.session.view.map_samples import is_map_in_world, view_corners
from playground.web.serialize import colors
from playground.web.serialize.param_fields import axis_label
from playground.web.serialize.sample_texts import mark_symbols

# Approximate cell widths: of maps in general, and of mistakes, which have sharp edges;
# and the number of cells per side of a chart.
_CELL_WIDTH_PX = 2.0
_MISTAKE_CELL_WIDTH_PX = 1.0
_CHART_CELL_COUNT = 200.0
_NO_VALUE_INDEX = 255
# The cell width of a chart on a page.
_CHART_CELL_WIDTH_PX = 1.7
# The number of labels of a scale.
_SCALE_LABEL_COUNT = 5
# View sizes for which names are placed, relative to the nominal size: a phone, the
# nominal size, and a large screen. A page uses the nearest.
_NAME_SIZE_RATIOS = 0.62, 1.0, 1.5


def serialize_current_map(
    session: Session,
    camera: Camera2D | OrbitCamera,
    size: Point,
    reach: Point | None = None,
) -> dict[str, Any] | None:
    """Return the session's map below its first view, or None without one.

    Its cells cover a view of the size `reach`, by default `size`; its names are placed
    for `size`. Both are in px.
    """
    field = compute_map_field(session, camera, reach or size)
    if field is None:
        return None
    return serialize_map(session, rasterize_map(field), camera, size, _NAME_SIZE_RATIOS)


def compute_map_field(
    session: Session,
    camera: Camera2D | OrbitCamera,
    size: Point,
    fine: float = 1.0,
    factor: int = 1,
) -> MapField | None:
    """Compute the session's map for a view of `size` px, or return None without one.

    There are `fine` times as many cells in each direction as usual. With a `factor` of
    4 or more it is coarse.
    """
    question = session.scene_view.question
    if question is None:
        return None
    columns, rows = _sample_visible_area(question, camera, size, fine) or (
        sample_span(session.params, question.x, fine * _CHART_CELL_COUNT),
        sample_span(session.params, question.y, fine * _CHART_CELL_COUNT),
    )
    return compute_map(question, columns, rows, factor=factor)


def serialize_map(
    session: Session,
    painted: MapRaster,
    camera: Camera2D | OrbitCamera,
    size: Point,
    shares: Sequence[float],
) -> dict[str, Any]:
    """Return a map as JSON values, with names for some view sizes.

    `shares` are those sizes relative to `size` in px; none gives no names.
    """
    field = painted.field
    question = field.query
    kind_mask = painted.select_kind(session.open_scene.mapped.alone)
    serialized: dict[str, Any] = {
        "caption": translate(map_caption(question)),
        "axes": [axis_label(session, axis) for axis in (question.x, question.y)],
        "size": [field.columns.count, field.rows.count],
        "cells": _encode_runs(find_palette_indices(kind_mask)),
        "palette": {
            name: _serialize_palette(painted, theme) for name, theme in THEMES.items()
        },
        "alpha": round(painted.opacity * 255),
        "legend": _serialize_legend(painted),
        "plate": 1.0 if painted.is_opaque else LABEL_BACKGROUND_OPACITY,
        "looks": None,
        "box": None,
        "cell": _CHART_CELL_WIDTH_PX,
        "names": [],
        "from": None,
    }
    if painted.is_opaque:
        serialized["looks"] = _serialize_patterns(painted)
    if isinstance(camera, Camera2D) and is_map_in_world(question):
        serialized["box"] = _find_world_box(field)
        serialized["cell"] = camera.scale * field.columns.step
        serialized["from"] = [*camera.center, camera.scale, *size]
        from playground.web.serialize.map_names import place_map_names  # slow

        lines = legend_lines(field, painted.roles)
        serialized["names"] = place_map_names(
            session, kind_mask, lines, camera, size, shares
        )
    return serialized


def _serialize_palette(raster: MapRaster, theme: Theme) -> list[str]:
    """Return the colours of a scale or of the kinds."""
    shades = raster.palette(theme)[0] / 255.0
    used = len(shades) if raster.scale else len(raster.field.kinds)
    return [colors.to_css_color(shade) for shade in shades[:used].tolist()]


def _serialize_patterns(raster: MapRaster) -> dict[str, Any]:
    """Return texture and edge of each kind, and the overlay's colours."""
    kinds = raster.field.kinds
    return {
        "kinds": [[int(kind_texture(kind)), int(kind_edge(kind))] for kind in kinds],
        "stripe": map_colors.STRIPE_PERIOD_PX,
        "dots": [*map_colors.DOTS_PX],
        "specks": [*map_colors.SPECKS_PX],
        "low": map_colors.PATTERN_GAP_OPACITY,
        "edge": map_colors.EDGE_WIDTH_PX,
        "dashes": [*map_colors.DASHES_PX],
        "ink": colors.index_map_overlay_colors(),
    }


def _sample_visible_area(
    question: MapQuery, camera: Camera2D | OrbitCamera, size: Point, fine: float
) -> tuple[AxisSamples, AxisSamples] | None:
    """Return samples of the visible area along both axes, or None for a chart."""
    if isinstance(camera, OrbitCamera) or not is_map_in_world(question):
        return None
    ends = view_corners(camera, Viewport(0.0, 0.0, *size))
    cell = _MISTAKE_CELL_WIDTH_PX if question.kind.is_code_map else _CELL_WIDTH_PX
    step = round_to_power_of_two(cell / camera.scale / fine)
    samples = []
    for axis in (question.x, question.y):
        low, high = axis.limits(question.params)
        low = max(low, float(ends[0][axis.component]))
        high = min(high, float(ends[1][axis.component]))
        first = int(np.ceil(low / step))
        samples.append(AxisSamples(first, max(int(high // step) - first + 1, 0), step))
    return samples[0], samples[1]


def _find_world_box(field: MapField) -> list[float]:
    """Return left, top, width and height of the map in the world."""
    (x_low, right), (low, high) = field.columns.edges, field.rows.edges
    return [float(n) for n in (x_low, high, right - x_low, high - low)]


def find_palette_indices(painted: MapRaster) -> NDArray[np.uint8]:
    """Return each cell's palette index, uint8 (rows, columns), top row first.

    It is 255 for a cell of a value map without a value.
    """
    if painted.scale is None:
        return painted.cells.astype(np.uint8)[::-1]
    cells = painted.cells.astype(np.float64)
    shares = np.clip(cells / max(painted.scale.span, 1e-12), 0.0, 1.0)
    places = np.rint(np.where(np.isfinite(shares), shares, 0.0) * (_NO_VALUE_INDEX - 1))
    is_finite = np.isfinite(cells)
    return np.where(is_finite, places, _NO_VALUE_INDEX).astype(np.uint8)[::-1]


def _encode_runs(cells: NDArray[np.uint8]) -> list[int]:
    """Return run lengths, row by row: value, count, value, count, ..."""
    flat = cells.ravel()
    starts = np.flatnonzero(np.append(True, flat[1:] != flat[:-1]))
    counts = np.diff(np.append(starts, flat.size))
    runs: list[int] = np.stack([flat[starts], counts], axis=-1).ravel().tolist()
    return runs


def _serialize_legend(raster: MapRaster) -> list[list[Any]]:
    """Return text and palette index of each legend entry.

    Entries of mistakes also have an explanation.
    """
    if raster.scale is None:
        lines = legend_lines(raster.field, raster.roles)
        if not raster.is_opaque:
            return [[translate(line.text), line.place] for line in lines]
        names = (f"{mark_symbols(line.text)} {line.share}" for line in lines)
        return [
            [name, line.place, mark_symbols(line.why)]
            for name, line in zip(names, lines, strict=True)
        ]
    low, span = raster.scale.low, raster.scale.high - raster.scale.low
    return [
        [format_number(low + share * span), round(share * 255)]
        for share in np.linspace(0.0, 1.0, _SCALE_LABEL_COUNT).tolist()
    ]


# ----------------------------------------------------------------------------
# The map of a page with Python, in the size in which it is shown.
# ----------------------------------------------------------------------------


# The coarsening of cells during a drag, and the largest scale of a view at rest. Cells
# of mistakes are small enough without scaling.
_COARSE_FACTOR = 8
_MAX_VIEW_SCALE = 2.0
# On phones, names on a map do not shrink further.
_MIN_NAME_SCALE = 0.4


def serialize_live_map(
    session: Session,
    camera: Camera2D | OrbitCamera,
    size: Point,
    wide: float,
    *,
    coarse: bool,
) -> tuple[MapField, dict[str, Any]] | None:
    """Return the map for a view that is `wide` px in the page, also as JSON values.

    `size` is the view's nominal size in px. A coarse map has no names. It is None
    without a map.
    """
    question = session.scene_view.question
    large = 1.0 if question and question.kind.is_code_map else _MAX_VIEW_SCALE
    scale = min(max(wide / size[0], _MIN_NAME_SCALE), large)
    factor = _COARSE_FACTOR if coarse else 1
    field = compute_map_field(session, camera, size, max(scale, 1.0), factor)
    if field is None:
        return None
    map_raster = rasterize_map(field)
    shares = () if coarse else (scale,)
    serialized = serialize_map(session, map_raster, camera, size, shares)
    # Runs of a value map would be no shorter.
    indices = find_palette_indices(
        map_raster.select_kind(session.open_scene.mapped.alone)
    )
    return field, serialized | {
        "cells": base64.b64encode(indices.tobytes()).decode("ascii"),
        "of": field.query.kind.name,
        "coarse": coarse,
        "lines": map_raster.scale.span if map_raster.scale and not coarse else 0.0,
        "kinds": _serialize_kinds(session, map_raster),
        "notes": _list_legend_notes(session, map_raster),
        "chart": None
        if serialized["box"]
        else _serialize_chart(field, session.params, session.units, wide),
    }


def _serialize_kinds(session: Session, raster: MapRaster) -> list[dict[str, Any]]:
    """Return the legend's lines of kinds, with their shares of the map."""
    if raster.scale is not None or raster.field.query.kind is MapKind.VALUES:
        return []
    field, listing = raster.field, session.scene_view.scene.listing
    entries = []
    for line in legend_lines(field, raster.roles):
        entry = {
            "name": line.name,
            "place": line.place,
            "text": line.text if line.code else mark_symbols(line.text),
            "share": translate(line.share or texts.share_text(field, line.place)),
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

            entry["line"] = faulty_line(listing, line.name)
        entries.append(entry)
    return entries


def _list_legend_notes(session: Session, raster: MapRaster) -> list[str]:
    """Return the texts below the legend."""
    if raster.is_blank:
        return [mark_symbols(texts.empty_map_text(session.scene_view, raster.field))]
    texture_line = texts.texture_text(legend_lines(raster.field, raster.roles))
    return [translate(texture_line)] if texture_line else []


def _serialize_chart(
    field: MapField, params: Params, units: Units, wide: float
) -> dict[str, Any]:
    """Return the ranges and the ticks of a chart's axes."""
    query = field.query
    return {
        "ends": [list(field.columns.edges), list(field.rows.edges)],
        "ticks": [
            _serialize_ticks(axis.display_factor(params, units), samples, wide, gap)
            for axis, samples, gap in (
                (query.x, field.columns, MIN_TICK_GAP_X_PX),
                (query.y, field.rows, MIN_TICK_GAP_Y_PX),
            )
        ],
    }


def _serialize_ticks(
    factor: float, samples: AxisSamples, room: float, gap: float
) -> list[list[Any]]:
    low, high = (end * factor for end in samples.edges)
    ticks = axis_ticks(low, high, room, gap, is_angle=abs(factor) != 1.0)
    return [[tick / factor, text] for tick, text in ticks]
