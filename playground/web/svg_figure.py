"""The figure alone, as vectors: what the canvas shows of a session, without OpenGL."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapKind, compute_limited_map
from playground.i18n import message, translate
from playground.render.grid import ANGLE_TICKS, format_tick
from playground.render.instance_format import Array, Point
from playground.render.labels import PlacedText
from playground.render.magnifier import MagnifierState
from playground.render.map_colors import (
    OPACITY,
    PATTERN_GAP_OPACITY,
    Edge,
    MapImage,
    MapRaster,
    Scale,
    Texture,
    kind_colour,
    kind_edge,
    kind_texture,
    rasterize_map,
)
from playground.render.map_labels import (
    ContourNumbers,
    make_map_names,
    select_free_numbers,
)
from playground.render.shapes import (
    Area,
    Mark,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.stroke_style import Pen
from playground.render.svg.screen_shapes import PlaneMapView
from playground.render.svg.space_shapes import Gradient, SpaceBody
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
    mix,
    tick_size,
)
from playground.scene.camera import Camera2D, Viewport, tick_step
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.scene.primitives import Marker
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

# What the axes' numbers and names take, and what is free about the plot.
_CHART_LEFT_MARGIN_PX = 58.0
_CHART_BOTTOM_MARGIN_PX = 56.0
_CHART_TOP_MARGIN_PX = 36.0
_CHART_RIGHT_MARGIN_PX = 20.0
_TICK_LENGTH_PX = 5.0
_AXIS_FONT_SIZE_PX = 13.0
# Numbers are at least so many pixels apart, side by side and above each other.
_MIN_TICK_GAP_X_PX = 64.0
_MIN_TICK_GAP_Y_PX = 36.0


def chart_figure(
    session: Session, painted: MapRaster, size: Point, theme: Theme
) -> Figure:
    """Return the chart that the session's map is."""
    params, (x, y) = session.params, session.scene_view.map_axes
    plot = _ChartArea(
        Viewport(
            _CHART_LEFT_MARGIN_PX,
            _CHART_TOP_MARGIN_PX,
            max(size[0] - _CHART_LEFT_MARGIN_PX - _CHART_RIGHT_MARGIN_PX, 1.0),
            max(size[1] - _CHART_TOP_MARGIN_PX - _CHART_BOTTOM_MARGIN_PX, 1.0),
        ),
        _find_axis_ends(x, painted.field.columns, params),
        _find_axis_ends(y, painted.field.rows, params),
    )
    corners = np.array([(across, up) for up in plot.up for across in plot.across])
    seen = plot.to_screen(corners)
    values = [axis.value(params) * axis.display_factor(params) for axis in (x, y)]
    now = plot.to_screen(np.array([values]))
    spot = float(now[0, 0]), float(now[0, 1])
    at = [
        *_place_ticks(plot, x, params, upright=False),
        *_place_ticks(plot, y, params, upright=True),
    ]
    lines = np.array([end for tick in at for end in tick.line])
    prims = (
        PlaneMapView(painted, np.column_stack([seen, np.ones(4)]), size, theme),
        ScreenPolyline(seen[[0, 1, 3, 2]], Pen(theme.edge, 1.0), closed=True),
        ScreenSegments(lines, Pen(theme.edge, 1.0)),
        Mark(spot, 5.0, Marker.DISC, theme.text, theme.background, 2.0),
    )
    numbers = ContourNumbers().place_numbers(
        MapImage(painted, corners),
        plot.to_screen,
        plot.place,
        None,
        theme,
        tick_size(canvas_label_size(plot.place.height)),
        measure,
    )
    names = _place_axis_names(plot, (x.label(params), y.label(params)), size, theme)
    texts = (
        *select_free_numbers(numbers, [], now),
        *names,
        *(tick.place_label(theme) for tick in at),
    )
    width, height = size
    whole = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    return Figure(size, theme, (Area(whole, theme.panel),), prims, texts)


@dataclass(frozen=True)
class _ChartArea:
    """Where the plot lies, and between which numbers."""

    place: Viewport
    across: Point
    up: Point

    def to_screen(self, points: Array) -> Array:
        """Return points of the plot in pixels."""
        low = self.across[0], self.up[0]
        size = self.across[1] - self.across[0], self.up[1] - self.up[0]
        right, above = ((points - low) / size).T
        x = self.place.x + right * self.place.width
        y = self.place.y + (1.0 - above) * self.place.height
        return np.stack([x, y], axis=-1)


@dataclass(frozen=True)
class _PlacedTick:
    """A number beside an axis."""

    at: Point
    text: str
    upright: bool

    @property
    def line(self) -> tuple[Point, Point]:
        """The ends of its tick."""
        x, y = self.at
        return self.at, (
            (x - _TICK_LENGTH_PX, y) if self.upright else (x, y + _TICK_LENGTH_PX)
        )

    def place_label(self, theme: Theme) -> PlacedText:
        """Return its text in its place."""
        (x, y), (wide, tall) = self.line[1], measure(self.text, _AXIS_FONT_SIZE_PX)
        x, y = (
            (x - wide - 3.0, y - tall / 2) if self.upright else (x - wide / 2, y + 1.0)
        )
        return PlacedText(
            x, y, self.text, _AXIS_FONT_SIZE_PX, theme.text_muted, wide, tall
        )


def _find_axis_ends(axis: Axis, samples: AxisSamples, params: Params) -> Point:
    low, high = samples.edges
    return low * axis.display_factor(params), high * axis.display_factor(params)


def _place_ticks(
    plot: _ChartArea, axis: Axis, params: Params, *, upright: bool
) -> Iterator[_PlacedTick]:
    low, high = plot.up if upright else plot.across
    if axis.display_factor(params) != 1.0:
        values = [(turn, format_number(turn)) for turn in ANGLE_TICKS]
    else:
        side, apart = plot.place.width, _MIN_TICK_GAP_X_PX
        if upright:
            side, apart = plot.place.height, _MIN_TICK_GAP_Y_PX
        step = tick_step(side / (high - low), apart)
        places = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
        values = [(value, format_tick(value, step)) for value in places.tolist()]
    for value, text in values:
        if low <= value <= high:
            corner = (plot.across[0], value) if upright else (value, plot.up[0])
            x, y = plot.to_screen(np.array([corner]))[0].tolist()
            yield _PlacedTick((x, y), text, upright)


def _place_axis_names(
    plot: _ChartArea, names: tuple[str, str], size: Point, theme: Theme
) -> Iterator[PlacedText]:
    """Yield what is to the right below the plot, and what is up above it."""
    place = plot.place
    voice = TextStyle.PROSE
    (wide, tall), over = (measure(name, _AXIS_FONT_SIZE_PX, voice) for name in names)
    middle, low = place.x + (place.width - wide) / 2, size[1] - tall - 10.0
    yield PlacedText(
        middle, low, names[0], _AXIS_FONT_SIZE_PX, theme.text, wide, tall, style=voice
    )
    yield PlacedText(
        12.0, 12.0, names[1], _AXIS_FONT_SIZE_PX, theme.text, *over, style=voice
    )


# ----------------------------------------------------------------------------
# The legend of a map as a figure of its own, as wide as the canvas above it.
# ----------------------------------------------------------------------------


_LEGEND_FONT_SIZE_PX = 13.0
_LEGEND_LINE_HEIGHT_PX = 21.0
_LEGEND_MARGIN_PX = 18.0
_LEGEND_TOP_MARGIN_PX = 11.0
# Lines of code are long: there are more rows of them.
_CODE_LINE_HEIGHT_PX = 16.0
_SWATCH_SIZE_PX = 14.0
_SWATCH_GAP_PX = 8.0
_LEGEND_ENTRY_GAP_PX = 18.0
# The bar of shades, in a picture of this width and less.
_VALUE_BAR_SIZE_PX = (220.0, 14.0)
_SHORT_BAR_WIDTH_PX = 110.0
_NARROW_FIGURE_WIDTH_PX = 480.0
_GRADIENT_STOP_COUNT = 32


class _LegendWriter:
    """Writes from left to right, and where there is no room in the next line."""

    def __init__(self, width: float, line: float = _LEGEND_LINE_HEIGHT_PX) -> None:
        self.width, self.line = width, line
        self.x, self.y = _LEGEND_MARGIN_PX, _LEGEND_TOP_MARGIN_PX
        self.prims: list[ScreenShape] = []
        self.texts: list[PlacedText] = []

    def wrap_line(self, wide: float) -> None:
        """Begin a line if there is no room in this one."""
        if (
            self.x > _LEGEND_MARGIN_PX
            and self.x + wide > self.width - _LEGEND_MARGIN_PX
        ):
            self.x, self.y = _LEGEND_MARGIN_PX, self.y + self.line

    def write_text(
        self, text: str, colour: RGBA, after: float, *, code: bool = False
    ) -> None:
        """Write some words."""
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
    """Return what stands under a map, whose kinds are told by `lines`."""
    blamed = painted.field.query.kind is MapKind.BLAME
    size = place.width, place.height
    pen = _LegendWriter(
        place.width, _CODE_LINE_HEIGHT_PX if blamed else _LEGEND_LINE_HEIGHT_PX
    )
    if painted.field.query.kind is MapKind.VALUES and painted.scale:
        _write_value_bar(pen, painted, painted.scale, theme)
    else:
        _write_kinds(pen, session, painted, lines, theme)
    ground = Area(_rectangle_corners((0.0, 0.0), size), theme.panel)
    return Figure(size, theme, (ground,), tuple(pen.prims), tuple(pen.texts))


def _write_kinds(
    pen: _LegendWriter,
    session: Session,
    painted: MapRaster,
    lines: Sequence[LegendLine],
    theme: Theme,
) -> None:
    for entry in lines:
        voice = TextStyle.CODE if entry.code else TextStyle.PROSE
        wide = measure(entry.text, _LEGEND_FONT_SIZE_PX, voice)[0]
        wide += _SWATCH_GAP_PX + _measure_width(entry.share) if entry.share else 0.0
        pen.wrap_line(wide + _SWATCH_SIZE_PX + _SWATCH_GAP_PX)
        pen.prims += _draw_swatch(entry, painted, (pen.x, pen.y + 1.0), theme)
        pen.x += _SWATCH_SIZE_PX + _SWATCH_GAP_PX
        after = _SWATCH_GAP_PX if entry.share else _LEGEND_ENTRY_GAP_PX
        pen.write_text(entry.text, theme.text, after, code=entry.code)
        if entry.share:
            pen.write_text(entry.share, theme.text_muted, _LEGEND_ENTRY_GAP_PX)
    if not lines:
        for part in _split_explanation(session, painted):
            word = part.rstrip()
            pen.wrap_line(_measure_width(word))
            pen.write_text(
                word, theme.text_muted, _measure_width(" ") if part != word else 0.0
            )


def _split_explanation(session: Session, painted: MapRaster) -> list[str]:
    """Return why there is no legend, as what stays in one line each."""
    return split_words(translate(empty_map_text(session.scene_view, painted.field)))


def _draw_swatch(
    entry: LegendLine, painted: MapRaster, at: Point, theme: Theme
) -> Iterator[ScreenShape]:
    """Yield how a kind looks on the map."""
    of, full = painted.field.query.kind, theme.roles[entry.role]
    square, filled = (
        _rectangle_corners(at, (_SWATCH_SIZE_PX, _SWATCH_SIZE_PX)),
        kind_texture(entry.kind),
    )
    if entry.kind.effect is None:
        shade = mix(theme.background, kind_colour(of, entry.role, theme), OPACITY[of])
        yield Area(square, shade)
        yield ScreenPolyline(square, Pen(full, 1.0), closed=True)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(filled, PATTERN_GAP_OPACITY)
    yield Area(square, mix(theme.background, full, share))
    (x, y), stripe = at, Pen(full, 2.6)
    if filled is Texture.STRIPES:
        for way in np.arange(0.35, 2.0, 0.55) * _SWATCH_SIZE_PX:
            near, far = min(way, _SWATCH_SIZE_PX), max(way - _SWATCH_SIZE_PX, 0.0)
            yield ScreenPolyline(
                np.array([(x + near, y + far), (x + far, y + near)]), stripe
            )
    elif filled is not Texture.SOLID:
        size, gap = (0.7, 3.0) if filled is Texture.SPECKS else (1.5, 4.6)
        for row in range(int(_SWATCH_SIZE_PX // gap)):
            for column in range(int(_SWATCH_SIZE_PX // gap)):
                spot = (
                    x + gap * (column + 0.35 + 0.4 * (row % 2)),
                    y + gap * (row + 0.5),
                )
                yield Mark(spot, size, Marker.DISC, full, full, 0.0)
    if kind_edge(entry.kind) is not Edge.NONE:
        dashed = kind_edge(entry.kind) is Edge.DASHED
        yield ScreenPolyline(square, Pen(full, 1.5, dashed), closed=True)


def _write_value_bar(
    pen: _LegendWriter, painted: MapRaster, scale: Scale, theme: Theme
) -> None:
    pen.write_text(painted.field.query.quantity, theme.text, 16.0)
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
    shades = painted.palette(theme)[0, :, :3] / 255.0
    stops = []
    for share in np.linspace(0.0, 1.0, _GRADIENT_STOP_COUNT).tolist():
        red, green, blue = shades[int(share * 255)].tolist()
        shade = mix(theme.background, (red, green, blue, 1.0), OPACITY[MapKind.VALUES])
        stops.append((share, shade))
    at = pen.x, pen.y
    along = Gradient(at, (at[0] + width, at[1]), tuple(stops))
    pen.prims.append(
        SpaceBody(Area(_rectangle_corners(at, (width, height)), theme.panel), (along,))
    )
    if scale.low < 0.0 < scale.high:
        x = at[0] + width * -scale.low / (scale.high - scale.low)
        tick = np.array([(x, at[1] - 2), (x, at[1] + height + 2)])
        pen.prims.append(ScreenPolyline(tick, Pen(theme.text, 2.0)))
    pen.x += width + 8.0
    pen.write_text(ends[1], theme.text, 16.0)
    pen.wrap_line(
        _measure_width(
            every := message("a line every {step}", step=format_number(scale.step))
        )
    )
    pen.write_text(every, theme.text_muted, 0.0)


def _measure_width(text: str) -> float:
    return measure(text, _LEGEND_FONT_SIZE_PX, TextStyle.PROSE)[0]


def _rectangle_corners(at: Point, size: Point) -> Array:
    (x, y), (width, height) = at, size
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


# ----------------------------------------------------------------------------


def render_svg(
    session: Session, theme: ThemeName, size: tuple[float, float], scale: float
) -> str:
    """Return the figure of a session as SVG, shown so many times as large.

    MapError where the session shows a map that fails.
    """
    return render_themes(session, [theme], size, scale)[theme]


def render_themes(
    session: Session,
    themes: Iterable[ThemeName],
    size: tuple[float, float],
    scale: float,
    cells: float = math.inf,
) -> dict[ThemeName, str]:
    """Return the same figure in several themes; a map has at most so many cells."""
    layout = layout_figure(*size, figure_contents(session.scene_view))
    painted = _paint_map(session, layout, cells)
    title, about = map(translate, describe_figure(session))
    return {
        theme: write_svg(
            _place_figures(session, layout, painted, THEMES[theme]),
            size,
            THEMES[theme],
            title,
            about,
            scale,
        )
        for theme in themes
    }


def describe_figure(session: Session) -> tuple[str, str]:
    """Return what a figure shows, and what is the case there."""
    case, verdict = session.open_scene.case, session.scene_view.verdict
    if session.scene_view.is_answer_hidden:
        # The name of a case may be the answer: "Two hits".
        return session.scene.title, session.scene.title
    title = session.scene.title
    if case:
        title = message("{title}: {case}", title=title, case=case)
    if verdict is None:
        return title, session.scene.title
    return title, answer_sentences(geometry_answer(session.scene_view))


def _place_figures(
    session: Session, layout: FigureLayout, painted: MapRaster | None, theme: Theme
) -> list[PlacedFigure]:
    placed = _place_views(session, layout, painted, theme)
    if layout.chart and painted:
        room = layout.chart.width, layout.chart.height
        chart = chart_figure(session, painted, room, theme)
        placed.append(PlacedFigure(chart, (layout.chart.x, layout.chart.y)))
    if layout.legend and painted:
        lines = _build_legend_lines(session, layout, painted)
        key = legend_figure(session, painted, lines, layout.legend, theme)
        placed.append(PlacedFigure(key, (layout.legend.x, layout.legend.y)))
    return placed


def _place_views(
    session: Session, layout: FigureLayout, painted: MapRaster | None, theme: Theme
) -> list[PlacedFigure]:
    backdrop = None
    if painted and not layout.chart:
        flat = isinstance(cameras.view_camera(session, layout.views, 0), Camera2D)
        whole = message("this view") if flat else message("this map")
        lines = map_label_text(_build_legend_lines(session, layout, painted), whole)
        names = make_map_names(painted, lines)
        backdrop = painted.place_in_world(session.params, names)
    pixel = cameras.pixel_size(session, layout.views)
    overlay = [
        *pointer_controls.handle_primitives(
            session.scene_view, pixel, session.open_scene.selected_handle
        ),
        *quiz.guess_primitives(session),
    ]
    enlarged = session.view.loupe and not session.asking
    placed, views = [], animate_primitives(session.scene_view).self_and_views
    for index, place in enumerate(layout.views):
        view = views[index]
        mapped = backdrop if index == 0 else None
        figure = render_figure(
            view.remove_fills() if mapped else view,
            cameras.view_camera(session, layout.views, index),
            (place.width, place.height),
            theme,
            measure,
            label_size=canvas_label_size(layout.canvas.height),
            overlay=overlay if index == 0 else (),
            map_image=mapped,
            magnifier_state=MagnifierState() if enlarged else None,
        )
        placed.append(PlacedFigure(figure, (place.x, place.y)))
    return placed


def _build_legend_lines(
    session: Session, layout: FigureLayout, painted: MapRaster
) -> list[LegendLine]:
    """Return the lines of a map's legend, with their shares of what is in view."""
    field = painted.field
    if not layout.chart:
        camera = cameras.view_camera(session, layout.views, 0)
        field = map_samples.crop_to_view(field, camera, layout.views[0])
    return legend_lines(field, painted.roles)


def _paint_map(
    session: Session, layout: FigureLayout, cells: float
) -> MapRaster | None:
    """Return the map that the session shows, if any."""
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
    except (Exception, SystemExit) as error:  # whatever somebody's scene raises
        raise map_samples.map_error(error) from error
    assert field is not None  # nobody drops it
    return rasterize_map(field).select_kind(session.open_scene.mapped.alone)
