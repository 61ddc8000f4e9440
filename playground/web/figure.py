"""The figure alone, as vectors: what the canvas shows of a session, without OpenGL."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapKind, compute
from playground.i18n import message, translated
from playground.render.grid import TURNS, number
from playground.render.instance_format import Array, Point
from playground.render.labels import PlacedText
from playground.render.magnifier import Loupe
from playground.render.map_colors import (
    LOW,
    OPACITY,
    Backdrop,
    Edge,
    Painted,
    Scale,
    Texture,
    edge,
    paint,
    texture,
    tone,
)
from playground.render.map_labels import ContourNumbers, free, named
from playground.render.shapes import Area, Chain, Mark, Pieces, Prim
from playground.render.stroke_style import Pen
from playground.render.svg.plane import FlatPicture
from playground.render.svg.space import Gradient, SpaceBody
from playground.render.svg.writer import Figure, Placed, figure_of, svg
from playground.render.text_layout import Voice, measure, unbreakable
from playground.render.theme import (
    RGBA,
    THEMES,
    Theme,
    ThemeName,
    mix,
    name_size,
    tick_size,
)
from playground.scene.camera import Camera2D, Viewport, tick_step
from playground.scene.math_text import show
from playground.scene.params import Params
from playground.scene.primitives import Marker
from playground.session import quiz
from playground.session.session import Session
from playground.session.texts import LegendLine, entries, in_place, nothing
from playground.session.view import cameras, map_samples, pointer_controls
from playground.session.view.animation import picture
from playground.session.view.layout import FigureLayout, alone, figure_contents
from playground.web.serialize.text import told

# What the axes' numbers and names take, and what is free about the plot.
_LEFT = 58.0
_BELOW = 56.0
_ABOVE = 36.0
_RIGHT = 20.0
_TICK = 5.0
_SIZE = 13.0
# Numbers are at least so many pixels apart, side by side and above each other.
_APART = 64.0
_OVER = 36.0


def chart_figure(
    session: Session, painted: Painted, size: Point, theme: Theme
) -> Figure:
    """Return the chart that the session's map is."""
    params, (x, y) = session.params, session.study.map_axes
    plot = _Plot(
        Viewport(
            _LEFT,
            _ABOVE,
            max(size[0] - _LEFT - _RIGHT, 1.0),
            max(size[1] - _ABOVE - _BELOW, 1.0),
        ),
        _ends(x, painted.field.columns, params),
        _ends(y, painted.field.rows, params),
    )
    corners = np.array([(across, up) for up in plot.up for across in plot.across])
    seen = plot.to_screen(corners)
    values = [axis.value(params) * axis.shown(params) for axis in (x, y)]
    now = plot.to_screen(np.array([values]))
    spot = float(now[0, 0]), float(now[0, 1])
    at = [
        *_ticks(plot, x, params, upright=False),
        *_ticks(plot, y, params, upright=True),
    ]
    lines = np.array([end for tick in at for end in tick.line])
    prims = (
        FlatPicture(painted, np.column_stack([seen, np.ones(4)]), size, theme),
        Chain(seen[[0, 1, 3, 2]], Pen(theme.edge, 1.0), closed=True),
        Pieces(lines, Pen(theme.edge, 1.0)),
        Mark(spot, 5.0, Marker.DISC, theme.text, theme.background, 2.0),
    )
    numbers = ContourNumbers().texts(
        Backdrop(painted, corners),
        plot.to_screen,
        plot.place,
        None,
        theme,
        tick_size(name_size(plot.place.height)),
        measure,
    )
    names = _names(plot, (x.label(params), y.label(params)), size, theme)
    texts = *free(numbers, [], now), *names, *(tick.said(theme) for tick in at)
    width, height = size
    whole = np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])
    return Figure(size, theme, (Area(whole, theme.panel),), prims, texts)


@dataclass(frozen=True)
class _Plot:
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
        return self.at, ((x - _TICK, y) if self.upright else (x, y + _TICK))

    def said(self, theme: Theme) -> PlacedText:
        """Return its text in its place."""
        (x, y), (wide, tall) = self.line[1], measure(self.text, _SIZE)
        x, y = (
            (x - wide - 3.0, y - tall / 2) if self.upright else (x - wide / 2, y + 1.0)
        )
        return PlacedText(x, y, self.text, _SIZE, theme.text_muted, wide, tall)


def _ends(axis: Axis, samples: AxisSamples, params: Params) -> Point:
    low, high = samples.edges
    return low * axis.shown(params), high * axis.shown(params)


def _ticks(
    plot: _Plot, axis: Axis, params: Params, *, upright: bool
) -> Iterator[_PlacedTick]:
    low, high = plot.up if upright else plot.across
    if axis.shown(params) != 1.0:
        values = [(turn, show(turn)) for turn in TURNS]
    else:
        side, apart = plot.place.width, _APART
        if upright:
            side, apart = plot.place.height, _OVER
        step = tick_step(side / (high - low), apart)
        places = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
        values = [(value, number(value, step)) for value in places.tolist()]
    for value, text in values:
        if low <= value <= high:
            corner = (plot.across[0], value) if upright else (value, plot.up[0])
            x, y = plot.to_screen(np.array([corner]))[0].tolist()
            yield _PlacedTick((x, y), text, upright)


def _names(
    plot: _Plot, names: tuple[str, str], size: Point, theme: Theme
) -> Iterator[PlacedText]:
    """Yield what is to the right below the plot, and what is up above it."""
    place = plot.place
    voice = Voice.PROSE
    (wide, tall), over = (measure(name, _SIZE, voice) for name in names)
    middle, low = place.x + (place.width - wide) / 2, size[1] - tall - 10.0
    yield PlacedText(middle, low, names[0], _SIZE, theme.text, wide, tall, voice=voice)
    yield PlacedText(12.0, 12.0, names[1], _SIZE, theme.text, *over, voice=voice)


# ----------------------------------------------------------------------------
# The legend of a map as a figure of its own, as wide as the canvas above it.
# ----------------------------------------------------------------------------


_LEGEND_SIZE = 13.0
_LINE = 21.0
_LEGEND_LEFT = 18.0
_TOP = 11.0
# Lines of code are long: there are more rows of them.
_CODE_LINE = 16.0
_SWATCH = 14.0
_BESIDE = 8.0
_BETWEEN = 18.0
# The bar of shades, in a picture of this width and less.
_BAR = (220.0, 14.0)
_SHORT = 110.0
_NARROW = 480.0
_STOPS = 32


class _LegendPen:
    """Writes from left to right, and where there is no room in the next line."""

    def __init__(self, width: float, line: float = _LINE) -> None:
        self.width, self.line = width, line
        self.x, self.y = _LEGEND_LEFT, _TOP
        self.prims: list[Prim] = []
        self.texts: list[PlacedText] = []

    def room(self, wide: float) -> None:
        """Begin a line if there is no room in this one."""
        if self.x > _LEGEND_LEFT and self.x + wide > self.width - _LEGEND_LEFT:
            self.x, self.y = _LEGEND_LEFT, self.y + self.line

    def text(
        self, text: str, colour: RGBA, after: float, *, code: bool = False
    ) -> None:
        """Write some words."""
        voice = Voice.CODE if code else Voice.PROSE
        extent = measure(text, _LEGEND_SIZE, voice)
        self.texts.append(
            PlacedText(self.x, self.y, text, _LEGEND_SIZE, colour, *extent, voice=voice)
        )
        self.x += extent[0] + after


def legend_figure(
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    place: Viewport,
    theme: Theme,
) -> Figure:
    """Return what stands under a map, whose kinds are told by `lines`."""
    blamed = painted.field.question.kind is MapKind.BLAME
    size = place.width, place.height
    pen = _LegendPen(place.width, _CODE_LINE if blamed else _LINE)
    if painted.field.question.kind is MapKind.VALUES and painted.scale:
        _values(pen, painted, painted.scale, theme)
    else:
        _kinds(pen, session, painted, lines, theme)
    ground = Area(_box((0.0, 0.0), size), theme.panel)
    return Figure(size, theme, (ground,), tuple(pen.prims), tuple(pen.texts))


def _kinds(
    pen: _LegendPen,
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    theme: Theme,
) -> None:
    for entry in lines:
        voice = Voice.CODE if entry.code else Voice.PROSE
        wide = measure(entry.text, _LEGEND_SIZE, voice)[0]
        wide += _BESIDE + _wide(entry.share) if entry.share else 0.0
        pen.room(wide + _SWATCH + _BESIDE)
        pen.prims += _look(entry, painted, (pen.x, pen.y + 1.0), theme)
        pen.x += _SWATCH + _BESIDE
        after = _BESIDE if entry.share else _BETWEEN
        pen.text(entry.text, theme.text, after, code=entry.code)
        if entry.share:
            pen.text(entry.share, theme.text_muted, _BETWEEN)
    if not lines:
        for part in _words(session, painted):
            word = part.rstrip()
            pen.room(_wide(word))
            pen.text(word, theme.text_muted, _wide(" ") if part != word else 0.0)


def _words(session: Session, painted: Painted) -> list[str]:
    """Return why there is no legend, as what stays in one line each."""
    return unbreakable(translated(nothing(session.study, painted.field)))


def _look(
    entry: LegendLine, painted: Painted, at: Point, theme: Theme
) -> Iterator[Prim]:
    """Yield how a kind looks on the map."""
    of, full = painted.field.question.kind, theme.roles[entry.role]
    square, filled = _box(at, (_SWATCH, _SWATCH)), texture(entry.kind)
    if entry.kind.effect is None:
        shade = mix(theme.background, tone(of, entry.role, theme), OPACITY[of])
        yield Area(square, shade)
        yield Chain(square, Pen(full, 1.0), closed=True)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(filled, LOW)
    yield Area(square, mix(theme.background, full, share))
    (x, y), stripe = at, Pen(full, 2.6)
    if filled is Texture.STRIPES:
        for way in np.arange(0.35, 2.0, 0.55) * _SWATCH:
            near, far = min(way, _SWATCH), max(way - _SWATCH, 0.0)
            yield Chain(np.array([(x + near, y + far), (x + far, y + near)]), stripe)
    elif filled is not Texture.SOLID:
        size, gap = (0.7, 3.0) if filled is Texture.SPECKS else (1.5, 4.6)
        for row in range(int(_SWATCH // gap)):
            for column in range(int(_SWATCH // gap)):
                spot = (
                    x + gap * (column + 0.35 + 0.4 * (row % 2)),
                    y + gap * (row + 0.5),
                )
                yield Mark(spot, size, Marker.DISC, full, full, 0.0)
    if edge(entry.kind) is not Edge.NONE:
        dashed = edge(entry.kind) is Edge.DASHED
        yield Chain(square, Pen(full, 1.5, dashed), closed=True)


def _values(pen: _LegendPen, painted: Painted, scale: Scale, theme: Theme) -> None:
    pen.text(painted.field.question.quantity, theme.text, 16.0)
    ends = show(scale.low), show(scale.high)
    if scale.single:
        pen.text(ends[0], theme.text, 0.0)
        return
    width, height = _BAR if pen.width > _NARROW else (_SHORT, _BAR[1])
    pen.room(width + 16.0 + sum(_wide(end) for end in ends))
    pen.text(ends[0], theme.text, 8.0)
    shades = painted.palette(theme)[0, :, :3] / 255.0
    stops = []
    for share in np.linspace(0.0, 1.0, _STOPS).tolist():
        red, green, blue = shades[int(share * 255)].tolist()
        shade = mix(theme.background, (red, green, blue, 1.0), OPACITY[MapKind.VALUES])
        stops.append((share, shade))
    at = pen.x, pen.y
    along = Gradient(at, (at[0] + width, at[1]), tuple(stops))
    pen.prims.append(SpaceBody(Area(_box(at, (width, height)), theme.panel), (along,)))
    if scale.low < 0.0 < scale.high:
        x = at[0] + width * -scale.low / (scale.high - scale.low)
        tick = np.array([(x, at[1] - 2), (x, at[1] + height + 2)])
        pen.prims.append(Chain(tick, Pen(theme.text, 2.0)))
    pen.x += width + 8.0
    pen.text(ends[1], theme.text, 16.0)
    pen.room(_wide(every := message("a line every {step}", step=show(scale.step))))
    pen.text(every, theme.text_muted, 0.0)


def _wide(text: str) -> float:
    return measure(text, _LEGEND_SIZE, Voice.PROSE)[0]


def _box(at: Point, size: Point) -> Array:
    (x, y), (width, height) = at, size
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


# ----------------------------------------------------------------------------


def vectors(
    session: Session, theme: ThemeName, size: tuple[float, float], scale: float
) -> str:
    """Return the figure of a session as SVG, shown so many times as large.

    MapError where the session shows a map that fails.
    """
    return in_themes(session, [theme], size, scale)[theme]


def in_themes(
    session: Session,
    themes: Iterable[ThemeName],
    size: tuple[float, float],
    scale: float,
    cells: float = math.inf,
) -> dict[ThemeName, str]:
    """Return the same figure in several themes; a map has at most so many cells."""
    layout = alone(*size, figure_contents(session.study))
    painted = _painted(session, layout, cells)
    title, about = map(translated, words(session))
    return {
        theme: svg(
            _placed(session, layout, painted, THEMES[theme]),
            size,
            THEMES[theme],
            title,
            about,
            scale,
        )
        for theme in themes
    }


def words(session: Session) -> tuple[str, str]:
    """Return what a figure shows, and what is the case there."""
    case, verdict = session.opened.case, session.study.verdict
    if session.study.untold:
        # The name of a case may be the answer: "Two hits".
        return session.scene.title, session.scene.title
    title = session.scene.title
    if case:
        title = message("{title}: {case}", title=title, case=case)
    if verdict is None:
        return title, session.scene.title
    return title, told(verdict)


def _placed(
    session: Session, layout: FigureLayout, painted: Painted | None, theme: Theme
) -> list[Placed]:
    placed = _views(session, layout, painted, theme)
    if layout.chart and painted:
        room = layout.chart.width, layout.chart.height
        chart = chart_figure(session, painted, room, theme)
        placed.append(Placed(chart, (layout.chart.x, layout.chart.y)))
    if layout.legend and painted:
        lines = _lines(session, layout, painted)
        key = legend_figure(session, painted, lines, layout.legend, theme)
        placed.append(Placed(key, (layout.legend.x, layout.legend.y)))
    return placed


def _views(
    session: Session, layout: FigureLayout, painted: Painted | None, theme: Theme
) -> list[Placed]:
    backdrop = None
    if painted and not layout.chart:
        flat = isinstance(cameras.camera(session, layout.views, 0), Camera2D)
        whole = message("this view") if flat else message("this map")
        lines = in_place(_lines(session, layout, painted), whole)
        names = named(painted, lines)
        backdrop = painted.in_the_world(session.params, names)
    pixel = cameras.pixel(session, layout.views)
    overlay = [
        *pointer_controls.marks(session.study, pixel, session.opened.grip),
        *quiz.marks(session),
    ]
    enlarged = session.view.loupe and not session.asking
    placed, views = [], picture(session.study).all_views
    for index, place in enumerate(layout.views):
        view = views[index]
        mapped = backdrop if index == 0 else None
        figure = figure_of(
            view.outlined() if mapped else view,
            cameras.camera(session, layout.views, index),
            (place.width, place.height),
            theme,
            measure,
            name=name_size(layout.canvas.height),
            overlay=overlay if index == 0 else (),
            backdrop=mapped,
            lens=Loupe() if enlarged else None,
        )
        placed.append(Placed(figure, (place.x, place.y)))
    return placed


def _lines(
    session: Session, layout: FigureLayout, painted: Painted
) -> list[LegendLine]:
    """Return the lines of a map's legend, with their shares of what is in view."""
    field = painted.field
    if not layout.chart:
        camera = cameras.camera(session, layout.views, 0)
        field = map_samples.in_view(field, camera, layout.views[0])
    return entries(field, painted.roles)


def _painted(session: Session, layout: FigureLayout, cells: float) -> Painted | None:
    """Return the map that the session shows, if any."""
    question = session.study.question
    if question is None:
        return None
    if layout.chart:
        samples = map_samples.over_chart(session.params, question, layout.chart)
    else:
        camera = cameras.camera(session, layout.views, 0)
        samples = map_samples.over_view(question, camera, layout.views[0])
    columns, rows = samples
    by = max(math.ceil(math.sqrt(columns.count * rows.count / cells)), 1)
    try:
        field = compute(question, columns.coarser(by), rows.coarser(by))
    except (Exception, SystemExit) as error:  # whatever somebody's scene raises
        raise map_samples.failed(error) from error
    assert field is not None  # nobody drops it
    return paint(field).alone(session.opened.mapped.alone)
