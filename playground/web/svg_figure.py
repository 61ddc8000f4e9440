"""SVG figures of sessions, the same as on the canvas but without OpenGL."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from playground.analysis.heat_map import MapKind, compute_limited_map
from playground.i18n import message, translate
from playground.render.chart import compose_chart
from playground.render.instance_format import Point
from playground.render.labels import PlacedText
from playground.render.legend import draw_colour_bar, draw_swatch
from playground.render.magnifier import MagnifierState
from playground.render.map_colors import (
    MapRaster,
    Scale,
    rasterize_map,
)
from playground.render.map_labels import (
    ContourNumbers,
    make_map_names,
)
from playground.render.shapes import (
    Area,
    ScreenShape,
    rectangle_corners,
)
from playground.render.svg.screen_shapes import PlaneMapView
from playground.render.svg.svg_writer import (
    Figure,
    PlacedFigure,
    render_figure,
    write_svg,
)
from playground.render.text_layout import TextStyle, measure, split_words
from playground.render.theme import (
    RGBA,
    THEMES,
    Theme,
    ThemeName,
    canvas_label_size,
)
from playground.scene.camera import Camera2D, Viewport
from playground.scene.math_text import format_number
from playground.session import quiz
from playground.session.answer_pair import answer_sentences, geometry_answer
from playground.session.session import Session
from playground.session.texts import (
    LegendLine,
    empty_map_text,
    legend_lines,
    map_label_text,
)
from playground.session.view import cameras, map_samples, pointer_controls
from playground.session.view.animation import animate_primitives
from playground.session.view.figure_layout import (
    FigureLayout,
    figure_contents,
    layout_figure,
)


def chart_figure(
    session: Session, painted: MapRaster, size: Point, theme: Theme
) -> Figure:
    """Return the chart of the session's map as a figure of `size` px."""
    chart = compose_chart(
        painted, session.params, size, theme, measure, ContourNumbers()
    )
    picture = PlaneMapView(
        painted, np.column_stack([chart.corners, np.ones(4)]), size, theme
    )
    ground = Area(rectangle_corners((0.0, 0.0), size), theme.panel)
    return Figure(size, theme, (ground,), (picture, *chart.shapes), chart.texts)


# ----------------------------------------------------------------------------
# The legend of a map as a figure, as wide as the canvas above it.
# ----------------------------------------------------------------------------


_LEGEND_FONT_SIZE_PX = 13.0
_LEGEND_LINE_HEIGHT_PX = 21.0
_LEGEND_MARGIN_PX = 18.0
_LEGEND_TOP_MARGIN_PX = 11.0
# Legends of code lines have more rows.
_CODE_LINE_HEIGHT_PX = 16.0
_SWATCH_SIZE_PX = 14.0
_SWATCH_GAP_PX = 8.0
_LEGEND_ENTRY_GAP_PX = 18.0
# The colour bar, and its width in narrow figures.
_VALUE_BAR_SIZE_PX = (220.0, 14.0)
_SHORT_BAR_WIDTH_PX = 110.0
_NARROW_FIGURE_WIDTH_PX = 480.0


class _LegendWriter:
    """A writer of legend entries from left to right, with line breaks."""

    def __init__(self, width: float, line: float = _LEGEND_LINE_HEIGHT_PX) -> None:
        self.width, self.line = width, line
        self.x, self.y = _LEGEND_MARGIN_PX, _LEGEND_TOP_MARGIN_PX
        self.prims: list[ScreenShape] = []
        self.texts: list[PlacedText] = []

    def wrap_line(self, wide: float) -> None:
        """Begin a new line if there is no room for `wide` pixels."""
        if (
            self.x > _LEGEND_MARGIN_PX
            and self.x + wide > self.width - _LEGEND_MARGIN_PX
        ):
            self.x, self.y = _LEGEND_MARGIN_PX, self.y + self.line

    def write_text(
        self, text: str, colour: RGBA, after: float, *, code: bool = False
    ) -> None:
        """Write a text, followed by a gap of `after` px."""
        voice = TextStyle.CODE if code else TextStyle.PROSE
        extent = measure(text, _LEGEND_FONT_SIZE_PX, voice)
        self.texts.append(
            PlacedText(
                self.x, self.y, text, _LEGEND_FONT_SIZE_PX, colour, *extent, style=voice
            )
        )
        self.x += extent[0] + after


def legend_figure(
    session: Session,
    painted: MapRaster,
    lines: Sequence[LegendLine],
    place: Viewport,
    theme: Theme,
) -> Figure:
    """Return the legend of a map, with a line per kind, as a figure.

    It has the size of `place`.
    """
    is_blame = painted.field.query.kind is MapKind.BLAME
    size = place.width, place.height
    pen = _LegendWriter(
        place.width, _CODE_LINE_HEIGHT_PX if is_blame else _LEGEND_LINE_HEIGHT_PX
    )
    if painted.field.query.kind is MapKind.VALUES and painted.scale:
        _write_value_bar(pen, painted, painted.scale, theme)
    else:
        _write_kinds(pen, session, painted, lines, theme)
    ground = Area(rectangle_corners((0.0, 0.0), size), theme.panel)
    return Figure(size, theme, (ground,), tuple(pen.prims), tuple(pen.texts))


def _write_kinds(
    pen: _LegendWriter,
    session: Session,
    raster: MapRaster,
    lines: Sequence[LegendLine],
    theme: Theme,
) -> None:
    for entry in lines:
        voice = TextStyle.CODE if entry.code else TextStyle.PROSE
        wide = measure(entry.text, _LEGEND_FONT_SIZE_PX, voice)[0]
        wide += _SWATCH_GAP_PX + _measure_width(entry.share) if entry.share else 0.0
        pen.wrap_line(wide + _SWATCH_SIZE_PX + _SWATCH_GAP_PX)
        pen.prims += draw_swatch(
            entry.kind,
            entry.role,
            raster.field.query.kind,
            (pen.x, pen.y + 1.0),
            _SWATCH_SIZE_PX,
            theme,
        )
        pen.x += _SWATCH_SIZE_PX + _SWATCH_GAP_PX
        gap_after = _SWATCH_GAP_PX if entry.share else _LEGEND_ENTRY_GAP_PX
        pen.write_text(entry.text, theme.text, gap_after, code=entry.code)
        if entry.share:
            pen.write_text(entry.share, theme.text_muted, _LEGEND_ENTRY_GAP_PX)
    if not lines:
        explanation = translate(empty_map_text(session.scene_view, raster.field))
        for part in split_words(explanation):
            word = part.rstrip()
            pen.wrap_line(_measure_width(word))
            pen.write_text(
                word, theme.text_muted, _measure_width(" ") if part != word else 0.0
            )


def _write_value_bar(
    pen: _LegendWriter, raster: MapRaster, scale: Scale, theme: Theme
) -> None:
    pen.write_text(raster.field.query.quantity, theme.text, 16.0)
    ends = format_number(scale.low), format_number(scale.high)
    if scale.is_constant:
        pen.write_text(ends[0], theme.text, 0.0)
        return
    width, height = (
        _VALUE_BAR_SIZE_PX
        if pen.width > _NARROW_FIGURE_WIDTH_PX
        else (_SHORT_BAR_WIDTH_PX, _VALUE_BAR_SIZE_PX[1])
    )
    pen.wrap_line(width + 16.0 + sum(_measure_width(end) for end in ends))
    pen.write_text(ends[0], theme.text, 8.0)
    position = pen.x, pen.y
    pen.prims += draw_colour_bar(raster, position, (width, height), theme)
    pen.x += width + 8.0
    pen.write_text(ends[1], theme.text, 16.0)
    every = message("a line every {step}", step=format_number(scale.step))
    pen.wrap_line(_measure_width(every))
    pen.write_text(every, theme.text_muted, 0.0)


def _measure_width(text: str) -> float:
    return measure(text, _LEGEND_FONT_SIZE_PX, TextStyle.PROSE)[0]


# ----------------------------------------------------------------------------


def render_svg(
    session: Session, theme: ThemeName, size: tuple[float, float], scale: float
) -> str:
    """Return the figure of a session as SVG.

    `size` is in px; it is displayed at `scale` times that.

    Raises
    ------
    MapError
        The session's map fails.
    """
    return render_themes(session, [theme], size, scale)[theme]


def render_themes(
    session: Session,
    themes: Iterable[ThemeName],
    size: tuple[float, float],
    scale: float,
    cells: float = math.inf,
) -> dict[ThemeName, str]:
    """Return the same figure as SVG by theme.

    `size` is in px; it is displayed at `scale` times that. A map has at most `cells`
    cells.

    Raises
    ------
    MapError
        The session's map fails.
    """
    layout = layout_figure(*size, figure_contents(session.scene_view))
    map_raster = _paint_map(session, layout, cells)
    title, summary = map(translate, describe_figure(session))
    return {
        theme: write_svg(
            _place_figures(session, layout, map_raster, THEMES[theme]),
            size,
            THEMES[theme],
            title,
            summary,
            scale,
        )
        for theme in themes
    }


def describe_figure(session: Session) -> tuple[str, str]:
    """Return title and description of a session's figure.

    While the answer is hidden, both are the scene's title.
    """
    case, verdict = session.open_scene.case, session.scene_view.verdict
    if session.scene_view.is_answer_hidden:
        # The case's name may reveal the answer: "Two hits".
        return session.scene.title, session.scene.title
    title = session.scene.title
    if case:
        title = message("{title}: {case}", title=title, case=case)
    if verdict is None:
        return title, session.scene.title
    return title, answer_sentences(geometry_answer(session.scene_view))


def _place_figures(
    session: Session, layout: FigureLayout, raster: MapRaster | None, theme: Theme
) -> list[PlacedFigure]:
    placed_views = _place_views(session, layout, raster, theme)
    if layout.chart and raster:
        room = layout.chart.width, layout.chart.height
        chart = chart_figure(session, raster, room, theme)
        placed_views.append(PlacedFigure(chart, (layout.chart.x, layout.chart.y)))
    if layout.legend and raster:
        lines = _build_legend_lines(session, layout, raster)
        key = legend_figure(session, raster, lines, layout.legend, theme)
        placed_views.append(PlacedFigure(key, (layout.legend.x, layout.legend.y)))
    return placed_views


def _place_views(
    session: Session, layout: FigureLayout, raster: MapRaster | None, theme: Theme
) -> list[PlacedFigure]:
    backdrop = None
    if raster and not layout.chart:
        flat = isinstance(cameras.view_camera(session, layout.views, 0), Camera2D)
        subject = message("this view") if flat else message("this map")
        lines = map_label_text(_build_legend_lines(session, layout, raster), subject)
        names = make_map_names(raster, lines)
        backdrop = raster.place_in_world(session.params, names)
    pixel = cameras.pixel_size(session, layout.views)
    overlay = [
        *pointer_controls.handle_primitives(
            session.scene_view, pixel, session.open_scene.selected_handle
        ),
        *quiz.guess_primitives(session),
    ]
    has_magnifier = session.view.loupe and not session.asking
    views = animate_primitives(session.scene_view).self_and_views
    figures = []
    for index, (place, view) in enumerate(zip(layout.views, views, strict=False)):
        view_map = backdrop if index == 0 else None
        figure = render_figure(
            view.remove_fills() if view_map else view,
            cameras.view_camera(session, layout.views, index),
            (place.width, place.height),
            theme,
            measure,
            label_size=canvas_label_size(layout.canvas.height),
            overlay=overlay if index == 0 else (),
            map_image=view_map,
            magnifier_state=MagnifierState() if has_magnifier else None,
        )
        figures.append(PlacedFigure(figure, (place.x, place.y)))
    return figures


def _build_legend_lines(
    session: Session, layout: FigureLayout, raster: MapRaster
) -> list[LegendLine]:
    """Return the lines of a map's legend, with their shares of the visible area."""
    field = raster.field
    if not layout.chart:
        camera = cameras.view_camera(session, layout.views, 0)
        field = map_samples.crop_to_view(field, camera, layout.views[0])
    return legend_lines(field, raster.roles)


def _paint_map(
    session: Session, layout: FigureLayout, cells: float
) -> MapRaster | None:
    """Return the session's map, with at most `cells` cells; None without one.

    Raises
    ------
    MapError
        The map fails.
    """
    question = session.scene_view.question
    if question is None:
        return None
    if layout.chart:
        samples = map_samples.sample_chart(session.params, question, layout.chart)
    else:
        camera = cameras.view_camera(session, layout.views, 0)
        samples = map_samples.sample_view(question, camera, layout.views[0])
    columns, rows = samples
    try:
        field = compute_limited_map(question, columns, rows, cells)
    except (Exception, SystemExit) as error:  # a scene may raise anything
        raise map_samples.map_error(error) from error
    assert field is not None  # it is never cancelled
    return rasterize_map(field).select_kind(session.open_scene.mapped.alone)
