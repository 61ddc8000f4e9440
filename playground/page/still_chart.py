"""A map over any two numbers as a figure of its own: the plot and its axes."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from playground.explore.curve import Axis
from playground.explore.map import AxisSamples
from playground.render.arrays import Array, Point
from playground.render.contour_numbers import ContourNumbers, free
from playground.render.grid import TURNS, number
from playground.render.labels import PlacedText
from playground.render.paint import Backdrop, Painted
from playground.render.pen import Pen
from playground.render.shapes import Area, Chain, Mark, Pieces
from playground.render.svg.figure import Figure
from playground.render.svg.flat import FlatPicture
from playground.render.theme import Theme
from playground.render.type_scale import name_size, tick_size
from playground.render.typeset import Voice, measure
from playground.scene.camera import Viewport, tick_step
from playground.scene.mathtext import show
from playground.scene.params import Params
from playground.scene.roles import Marker
from playground.study.session import Session

# What the axes' numbers and names take, and what is free about the plot.
_LEFT, _BELOW, _ABOVE, _RIGHT = 58.0, 56.0, 36.0, 20.0
_TICK, _SIZE = 5.0, 13.0
# Numbers are at least so many pixels apart, side by side and above each other.
_APART, _OVER = 64.0, 36.0


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
