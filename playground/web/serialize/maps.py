"""The map of a stop: the kinds of its cells in runs, and the colours of both themes."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import (
    AxisSamples,
    MapField,
    MapKind,
    MapQuestion,
    compute,
    over_span,
    step_near,
)
from playground.i18n import message, translated
from playground.render import map_colors
from playground.render.fonts import BODY, font
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Point
from playground.render.labels import PLATE, Words
from playground.render.map_colors import Painted, edge, paint, texture
from playground.render.map_labels import PlacedName, named, tags, texts
from playground.render.shapes import Area, Chain, Prim, Ring
from playground.render.svg.plane import noted
from playground.render.text_layout import Voice, measure
from playground.render.theme import DARK, LIGHT, RGBA, Theme, name_size
from playground.render.view_composer import Composer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.math_text import show
from playground.session.session import Session
from playground.session.texts import LegendLine, entries, in_place
from playground.session.view import pointer_controls
from playground.session.view.animation import picture
from playground.session.view.map_samples import corners, spread
from playground.web.serialize import colors
from playground.web.serialize.drawing import pixels, tenths
from playground.web.serialize.text import marked


def names_in_place(
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    camera: Camera2D,
    size: Point,
    shares: Sequence[float],
) -> list[dict[str, Any]]:
    """Return the names for those shares of a view's size, as the page draws them."""
    names = named(painted, in_place(lines, message("this view")))
    backdrop = painted.in_the_world(session.params, names)
    view = picture(session.study).all_views[0].outlined()
    overlay = pointer_controls.marks(
        session.study, 1.0 / camera.scale, session.opened.grip
    )
    found = []
    for share in shares if names else ():
        wide, tall = size[0] * share, size[1] * share
        place = Viewport(0.0, 0.0, wide, tall)
        frame = PixelViewport.of(place, (round(wide), round(tall)), 1.0)
        # The names of a figure grow with it there, but hardly shrink.
        name = name_size(size[1]) * max(share, 0.9)
        words = Words(measure, name, None, LIGHT)
        seen = Camera2D(camera.center, camera.scale * share)
        composed = Composer().in_plane(
            view, seen, frame, overlay, backdrop, words, None
        )
        found.append({"share": share, **_drawn(composed.named, frame, words)})
    return found


def _drawn(
    names: Sequence[PlacedName], frame: PixelViewport, words: Words
) -> dict[str, Any]:
    """Return the tags, the words and the boxes of names."""
    sheets = []
    for theme in (LIGHT, DARK):
        sheet = Sheet(frame.box)
        tags(names, frame, theme, sheet)
        sheets.append(noted(sheet))
    said = zip(texts(names, LIGHT, words), texts(names, DARK, words), strict=True)
    em = font(BODY[0]).em
    return {
        "prims": [told for pair in zip(*sheets, strict=True) for told in _prims(*pair)],
        "words": [
            {
                "text": marked(light.text),
                "bold": int(light.voice is Voice.TITLE),
                "n": tenths(light.x, light.y, light.size * em),
                **_in_both(light.colour, dark.colour),
            }
            for light, dark in said
        ],
        "boxes": [tenths(*name.box) for name in names],
    }


def _prims(light: Prim, dark: Prim) -> Iterator[dict[str, Any]]:
    """Yield the shapes of the page for one on a sheet, drawn in both themes."""
    if isinstance(light, Area) and isinstance(dark, Area):
        both = _in_both(light.fill, dark.fill)
        yield {"k": "closed", "n": pixels(light.points), "fill": 255, **both}
    elif isinstance(light, Chain) and isinstance(dark, Chain):
        both = _in_both(light.pen.colour, dark.pen.colour)
        kind = "closed" if light.closed else "chain"
        width = tenths(light.pen.width)
        yield {"k": kind, "n": pixels(light.points), "w": width, **both}
    else:
        assert isinstance(light, Ring)
        assert isinstance(dark, Ring)
        ring = {"k": "ring", "n": tenths(*light.center, light.radius)}
        yield {**ring, "fill": 255, **_in_both(light.fill, dark.fill)}
        width = tenths(light.pen.width)
        yield {**ring, "w": width, **_in_both(light.pen.colour, dark.pen.colour)}


def _in_both(light: RGBA, dark: RGBA) -> dict[str, str]:
    return {"light": colors.code(light), "dark": colors.code(dark)}


# ----------------------------------------------------------------------------


# A cell is about so many pixels wide, one of mistakes, whose edges are sharp, so many;
# and of a chart, which has so many a side.
_CELL = 2.0
_SHARP = 1.0
_CHART = 200.0
_NOWHERE = 255
# A cell of a chart is so many pixels wide on a page.
_CHART_CELL = 1.7
# A scale's legend has so many numbers.
_NUMBERS = 5
# Names are placed for a phone, for a view as large as it is made, and for a screen: a
# page takes those that are nearest to its own size.
_SHARES = 0.62, 1.0, 1.5


def mapped(
    session: Session,
    camera: Camera2D | OrbitCamera,
    size: Point,
    reach: Point | None = None,
) -> dict[str, Any] | None:
    """Return the map that a session shows, under its first view; None without one.

    Its cells lie in a view that is as large as `reach`, its names in one of the `size`.
    """
    field = field_of(session, camera, reach or size)
    if field is None:
        return None
    return told_map(session, paint(field), camera, size, _SHARES)


def field_of(
    session: Session, camera: Camera2D | OrbitCamera, size: Point, fine: float = 1.0
) -> MapField | None:
    """Answer for the cells of the map on show, `fine` times as many each way.

    It is None without a map.
    """
    question = session.study.question
    if question is None:
        return None
    columns, rows = _seen(question, camera, size, fine) or (
        over_span(session.params, question.x, fine * _CHART),
        over_span(session.params, question.y, fine * _CHART),
    )
    return compute(question, columns, rows)


def told_map(
    session: Session,
    painted: Painted,
    camera: Camera2D | OrbitCamera,
    size: Point,
    shares: Sequence[float],
) -> dict[str, Any]:
    """Return a map as a page draws it, with names on it for views of those shares."""
    field = painted.field
    question = field.question
    shown = painted.alone(session.opened.mapped.alone)
    told: dict[str, Any] = {
        "caption": translated(_caption(question)),
        "axes": [translated(a.label(session.params)) for a in (question.x, question.y)],
        "size": [field.columns.count, field.rows.count],
        "cells": _runs(places(shown)),
        "palette": {theme.name: _palette(painted, theme) for theme in (LIGHT, DARK)},
        "alpha": round(painted.opacity * 255),
        "legend": _legend(painted),
        "plate": 1.0 if painted.covers else PLATE,
        "looks": None,
        "box": None,
        "cell": _CHART_CELL,
        "names": [],
        "from": None,
    }
    if painted.covers:
        told["looks"] = _looks(painted)
    if isinstance(camera, Camera2D) and spread(question):
        told["box"] = _box(field)
        told["cell"] = camera.scale * field.columns.step
        told["from"] = [*camera.center, camera.scale, *size]
        lines = entries(field, painted.roles)
        told["names"] = names_in_place(session, shown, lines, camera, size, shares)
    return told


def _palette(painted: Painted, theme: Theme) -> list[str]:
    """Return the colour of each place: of a scale, or of the kinds that there are."""
    shades = painted.palette(theme)[0] / 255.0
    used = len(shades) if painted.scale else len(painted.field.kinds)
    return [colors.code(shade) for shade in shades[:used].tolist()]


def _looks(painted: Painted) -> dict[str, Any]:
    """Return the texture and the edge of each kind, and what is drawn over them."""
    kinds = painted.field.kinds
    return {
        "kinds": [[int(texture(kind)), int(edge(kind))] for kind in kinds],
        "stripe": map_colors.STRIPE,
        "dots": [map_colors.DOT_GAP, map_colors.DOT_ROW, map_colors.DOT],
        "specks": [map_colors.SPECK_GAP, map_colors.SPECK_ROW, map_colors.SPECK],
        "low": map_colors.LOW,
        "edge": map_colors.EDGE,
        "dashes": [map_colors.DASHES, map_colors.DASH],
        "ink": colors.inked(),
    }


def _caption(question: MapQuestion) -> str:
    of = question.quantity if question.kind is MapKind.VALUES else question.kind.value
    return message("Map: {of}", of=of)


def _seen(
    question: MapQuestion, camera: Camera2D | OrbitCamera, size: Point, fine: float
) -> tuple[AxisSamples, AxisSamples] | None:
    """Return samples over what the view shows; None for a chart of its own."""
    if isinstance(camera, OrbitCamera) or not spread(question):
        return None
    ends = corners(camera, Viewport(0.0, 0.0, *size))
    cell = _SHARP if question.kind.of_code else _CELL
    step = step_near(cell / camera.scale / fine)
    found = []
    for axis in (question.x, question.y):
        low, high = axis.limits(question.params)
        low = max(low, float(ends[0][axis.component]))
        high = min(high, float(ends[1][axis.component]))
        first = int(np.ceil(low / step))
        found.append(AxisSamples(first, max(int(high // step) - first + 1, 0), step))
    return found[0], found[1]


def _box(field: MapField) -> list[float]:
    """Return left, top, width and height of the map in the world."""
    (left, right), (low, high) = field.columns.edges, field.rows.edges
    return [float(n) for n in (left, high, right - left, high - low)]


def places(painted: Painted) -> NDArray[np.uint8]:
    """Return the place of each cell in the palette, from the top row down."""
    if painted.scale is None:
        return painted.cells.astype(np.uint8)[::-1]
    counted = painted.cells.astype(np.float64)
    shares = np.clip(counted / max(painted.scale.span, 1e-12), 0.0, 1.0)
    places = np.rint(np.where(np.isfinite(shares), shares, 0.0) * (_NOWHERE - 1))
    known = np.isfinite(counted)
    return np.where(known, places, _NOWHERE).astype(np.uint8)[::-1]


def _runs(cells: NDArray[np.uint8]) -> list[int]:
    """Return a value and how many cells have it, again and again, row by row."""
    flat = cells.ravel()
    starts = np.flatnonzero(np.append(True, flat[1:] != flat[:-1]))
    counts = np.diff(np.append(starts, flat.size))
    runs: list[int] = np.stack([flat[starts], counts], axis=-1).ravel().tolist()
    return runs


def _legend(painted: Painted) -> list[list[Any]]:
    """Return what colours mean: a text, and the colour in both themes.

    A mistake has its place among the kinds and what is wrong too.
    """
    light, dark = (painted.palette(theme)[0] / 255.0 for theme in (LIGHT, DARK))
    if painted.scale is None:
        lines = entries(painted.field, painted.roles)
        if painted.covers:
            return [
                [
                    f"{marked(line.text)} {line.share}",
                    colors.code(light[line.place]),
                    colors.code(dark[line.place]),
                    line.place,
                    marked(line.why),
                ]
                for line in lines
            ]
        named = [(translated(line.text), line.place) for line in lines]
    else:
        scale = painted.scale
        named = [
            (show(scale.low + share * (scale.high - scale.low)), round(share * 255))
            for share in np.linspace(0.0, 1.0, _NUMBERS).tolist()
        ]
    return [[name, colors.code(light[i]), colors.code(dark[i])] for name, i in named]
