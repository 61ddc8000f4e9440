"""Charts: a map over any two numbers, with axes, ticks and the current state."""

from collections.abc import Iterator, Sequence

import numpy as np

from playground.analysis.heat_map import AxisSamples
from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render.instance_format import Array, Point
from playground.render.labels import PlacedText
from playground.render.map_colors import MapImage, MapRaster
from playground.render.map_labels import ContourNumbers, select_free_numbers
from playground.render.plot_axes import (
    MIN_TICK_GAP_X_PX,
    MIN_TICK_GAP_Y_PX,
    PlotArea,
    StyledMeasure,
    axis_ticks,
)
from playground.render.shapes import (
    Mark,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.stroke_style import Pen
from playground.render.text_layout import TextStyle
from playground.render.theme import Theme, canvas_label_size, tick_size
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.scene.primitives import Marker
from playground.scene.units import METRES, Units

# Margins for the axes' numbers and names.
_LEFT_MARGIN_PX = 58.0
_BOTTOM_MARGIN_PX = 56.0
# The map's title is at the top, the vertical axis's name below it.
_TITLE_HEIGHT_PX = 42.0
_TOP_MARGIN_PX = _TITLE_HEIGHT_PX + 22.0
_RIGHT_MARGIN_PX = 20.0
_NAME_MARGIN_PX = 12.0
_TICK_LENGTH_PX = 5.0
_FONT_SIZE_PX = 13.0
_MARK_RADIUS_PX = 5.0


@dataclass(frozen=True)
class Chart:
    """The chart of a map, in logical pixels from its upper left corner, y down.

    Attributes
    ----------
    area : PlotArea
        The rectangle of the map and its ranges.
    corners : array (4, 2)
        The map's lower left, lower right, upper left and upper right corner.
    shapes, texts : tuple
        The shapes and texts around and on the map.
    """

    area: PlotArea
    corners: Array
    shapes: tuple[ScreenShape, ...]
    texts: tuple[PlacedText, ...]


def compose_chart(
    raster: MapRaster,
    params: Params,
    size: Point,
    theme: Theme,
    measure: StyledMeasure,
    contours: ContourNumbers,
    units: Units = METRES,
) -> Chart:
    """Compose the chart of a map.

    Parameters
    ----------
    raster : MapRaster
        The map.
    params : Params
        The current state.
    size : tuple of float
        Width and height, in logical pixels.
    theme : Theme
        The theme.
    units : Units
        Units of the axes' numbers.
    measure : callable
        Takes a text, a size and a style; returns width and height in pixels.
    contours : ContourNumbers
        Places the numbers on contour lines, and keeps their places.
    """
    field = raster.field
    axes = field.query.x, field.query.y
    factors = [axis.display_factor(params, units) for axis in axes]
    area = PlotArea(
        Viewport(
            _LEFT_MARGIN_PX,
            _TOP_MARGIN_PX,
            max(round(size[0]) - _LEFT_MARGIN_PX - _RIGHT_MARGIN_PX, 1.0),
            max(round(size[1]) - _TOP_MARGIN_PX - _BOTTOM_MARGIN_PX, 1.0),
        ),
        _find_axis_ends(field.columns, factors[0]),
        _find_axis_ends(field.rows, factors[1]),
    )
    ends = np.array([(x_tick, y_tick) for y_tick in area.up for x_tick in area.across])
    corners = area.to_screen(ends)
    values = [
        axis.value(params) * factor for axis, factor in zip(axes, factors, strict=True)
    ]
    marker = area.to_point(*values)
    lines, numbers = _compose_ticks(area, factors, theme, measure)
    frame = corners[[0, 1, 3, 2]] + 0.5
    pen = Pen(theme.border, 1.0)
    shapes = (
        ScreenPolyline(frame, pen, closed=True),
        ScreenSegments(lines + 0.5, pen),
        Mark(
            marker,
            _MARK_RADIUS_PX,
            Marker.DISC,
            theme.text,
            theme.background,
            2.0,
        ),
    )
    levels = contours.place_numbers(
        MapImage(raster, ends),
        area.to_screen,
        area.place,
        None,
        theme,
        tick_size(canvas_label_size(area.place.height)),
        lambda text, tall: measure(text, tall, TextStyle.NAME),
    )
    names = axes[0].label(params, units), axes[1].label(params, units)
    texts = (
        *select_free_numbers(levels, [], np.array([marker])),
        *_place_axis_names(area, names, size, theme, measure),
        *numbers,
    )
    return Chart(area, corners, shapes, texts)


def _find_axis_ends(samples: AxisSamples, factor: float) -> Point:
    low, high = samples.edges
    return low * factor, high * factor


def _compose_ticks(
    area: PlotArea, factors: Sequence[float], theme: Theme, measure: StyledMeasure
) -> tuple[Array, list[PlacedText]]:
    """Return the ends (2 n, 2) of the tick marks on both axes, and their numbers."""
    place, size = area.place, _FONT_SIZE_PX
    is_angle = [abs(factor) != 1.0 for factor in factors]
    x_ticks = axis_ticks(
        *area.across, place.width, MIN_TICK_GAP_X_PX, is_angle=is_angle[0]
    )
    y_ticks = axis_ticks(
        *area.up, place.height, MIN_TICK_GAP_Y_PX, is_angle=is_angle[1]
    )
    ends: list[Point] = []
    texts = []
    for tick, text in x_ticks:
        x, y = np.round(area.to_point(tick, area.up[0])).tolist()
        foot = y + _TICK_LENGTH_PX
        ends += [(x, y), (x, foot)]
        wide, tall = measure(text, size, TextStyle.NAME)
        at = x - wide / 2, foot + 1
        texts.append(PlacedText(*at, text, size, theme.text_muted, wide, tall))
    for tick, text in y_ticks:
        x, y = np.round(area.to_point(area.across[0], tick)).tolist()
        left_edge = x - _TICK_LENGTH_PX
        ends += [(x, y), (left_edge, y)]
        wide, tall = measure(text, size, TextStyle.NAME)
        at = left_edge - wide - 3.0, y - tall / 2
        texts.append(PlacedText(*at, text, size, theme.text_muted, wide, tall))
    return np.array(ends).reshape(-1, 2), texts


def _place_axis_names(
    area: PlotArea,
    names: tuple[str, str],
    size: Point,
    theme: Theme,
    measure: StyledMeasure,
) -> Iterator[PlacedText]:
    """Yield the names of the axes, below the plot and above it."""
    x_name, y_name = map(translate, names)
    for name, is_upright in ((x_name, False), (y_name, True)):
        wide, tall = measure(name, _FONT_SIZE_PX, TextStyle.PROSE)
        x, y = _NAME_MARGIN_PX, _TITLE_HEIGHT_PX
        if not is_upright:
            x, y = area.place.x + (area.place.width - wide) / 2, size[1] - tall - 10.0
        yield PlacedText(
            x, y, name, _FONT_SIZE_PX, theme.text, wide, tall, style=TextStyle.PROSE
        )
