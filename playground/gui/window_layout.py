"""Layout of panels in the window, in logical pixels."""

import math
from dataclasses import replace
from functools import lru_cache

from playground.quick_dataclass import dataclass
from playground.scene.camera import Viewport
from playground.session.view.figure_layout import (
    LEGEND_HEIGHT_PX,
    FigureContents,
    FigureLayout,
    layout_figure,
    layout_views,
)

# Above everything but the sidebar.
TOP_BAR_HEIGHT_PX = 56.0
# The rail is the sidebar of narrow windows, or by the user's choice.
RAIL_WIDTH_PX = 76.0
SIDEBAR_WIDTH_PX = 196.0
_MIN_SIDEBAR_WIDTH_PX = 136.0
_MAX_SIDEBAR_WIDTH_PX = 296.0
# Widths are multiples of a step, so that pictures are rarely redrawn.
_SIDEBAR_STEP_PX = 20.0
_MIN_WIDTH_FOR_SIDEBAR_PX = 1120.0
# The panel's default share of the width, within limits.
_PANEL_SHARE = 0.3
MIN_PANEL_WIDTH_PX = 344.0
_DEFAULT_PANEL_WIDTHS_PX = 432.0, 560.0
_MIN_CANVAS_WIDTH_PX = 400.0
TRANSPORT_HEIGHT_PX = 58.0
# Height of the time track, which is above the buttons below a curve over time.
TRACK_HEIGHT_PX = 32.0
# Limits of a presentation's caption with the legend of a map: a quarter of the
# smallest window, and a share of the height at larger scales.
_CAPTION_MAX_HEIGHT_PX = 150.0
_CAPTION_MAX_HEIGHT_SHARE = 0.5
# Keys under which the caption and its legend report their heights, and the heights
# before they do.
CAPTION_HEIGHT_KEYS = CAPTION_HEIGHT_KEY, LEGEND_HEIGHT_KEY = "caption", "key"
_DEFAULT_CAPTION_HEIGHT_PX = 84.0
_DEFAULT_LEGEND_HEIGHT_PX = 34.0
# Share of the height for the curve, and its limits.
DEFAULT_CURVE_SHARE = 0.28
_CURVE_MIN_HEIGHT_PX = 130.0
MAX_CURVE_SHARE = 0.6


@dataclass(frozen=True, kw_only=True)
class Layout(FigureLayout):
    """Rectangles of the figure and the panels in one frame; None for hidden ones."""

    sidebar: Viewport | None = None
    bar: Viewport | None = None
    inspector: Viewport | None = None
    curve: Viewport | None = None
    transport: Viewport | None = None
    caption: Viewport | None = None
    lesson: Viewport | None = None


@dataclass(frozen=True)
class WindowContents:
    """Visible panels and their sizes: the input of `compute_layout`.

    Attributes
    ----------
    figure : FigureContents
        Contents of the figure.
    curve, transport, lesson : bool
        Whether the panel is open; a lesson replaces the inspector.
    timed : bool
        Whether the curve runs over time.
    simple : bool
        Whether to hide inspector, curve and legend.
    presented : bool
        Whether to show only figure and caption, with a map's legend.
    alone : bool
        Whether to show only the figure.
    sidebar, panel : float
        Widths chosen by the user, in px; 0 for automatic.
    caption, key : float
        Desired heights of a presentation's caption and legend, in px.
    share : float
        Share of the window's height for the curve plot.
    """

    figure: FigureContents = FigureContents()
    curve: bool = False
    timed: bool = False
    transport: bool = False
    simple: bool = False
    presented: bool = False
    alone: bool = False
    sidebar: float = 0.0
    panel: float = 0.0
    caption: float = _DEFAULT_CAPTION_HEIGHT_PX
    key: float = _DEFAULT_LEGEND_HEIGHT_PX
    lesson: bool = False
    share: float = DEFAULT_CURVE_SHARE


# Used several times per frame; rarely changes.
@lru_cache(maxsize=4)
def compute_layout(width: float, height: float, contents: WindowContents) -> Layout:
    """Return the layout of a window of the given size in logical pixels."""
    if contents.alone:
        return Layout(**vars(layout_figure(width, height, contents.figure)))
    place_panels = layout_presentation if contents.presented else layout_panels
    layout = place_panels(width, height, contents)
    views, chart = layout_views(layout.canvas, contents.figure)
    return replace(layout, views=views, chart=chart)


def layout_panels(width: float, height: float, contents: WindowContents) -> Layout:
    """Return the layout of a window of `width` and `height` px with panels.

    A legend replaces the curve, and a lesson the inspector. The panels' edges depend
    only on the window and the user, not on what is open.
    """
    left_edge = sidebar_width(width, contents.sidebar)
    right = panel_width(width, left_edge, contents.panel)
    middle = max(width - left_edge - right, 1.0)
    simple, lesson = contents.simple, contents.lesson
    bottom, top = height, min(TOP_BAR_HEIGHT_PX, height / 2.0)
    bar = plot = key = None
    if contents.transport:
        tall = TRANSPORT_HEIGHT_PX + (TRACK_HEIGHT_PX - 13.0) * contents.timed
        bottom -= tall
        bar = Viewport(left_edge, bottom, middle, tall)
    if contents.figure.legend and not simple:
        bottom -= LEGEND_HEIGHT_PX
        key = Viewport(left_edge, bottom, middle, LEGEND_HEIGHT_PX)
    elif contents.curve and not simple:
        share = min(contents.share, MAX_CURVE_SHARE)
        tall = round(max((height - top) * share, _CURVE_MIN_HEIGHT_PX))
        bottom -= tall
        plot = Viewport(left_edge, bottom, middle, tall)
    side_panel = Viewport(left_edge + middle, top, right, height - top)
    return Layout(
        sidebar=Viewport(0.0, 0.0, left_edge, height),
        bar=Viewport(left_edge, 0.0, max(width - left_edge, 1.0), top),
        canvas=Viewport(
            left_edge, top, middle + right * simple, max(bottom - top, 1.0)
        ),
        inspector=None if lesson or simple else side_panel,
        curve=plot,
        legend=key,
        transport=bar,
        lesson=side_panel if lesson else None,
    )


def sidebar_width(width: float, wanted: float = 0.0) -> float:
    """Return the width of the sidebar in a window `width` px wide, in px.

    It is as near to `wanted` as possible; 0 is automatic.
    """
    if not wanted:
        return SIDEBAR_WIDTH_PX if width >= _MIN_WIDTH_FOR_SIDEBAR_PX else RAIL_WIDTH_PX
    most = min(_MAX_SIDEBAR_WIDTH_PX, width - MIN_PANEL_WIDTH_PX - _MIN_CANVAS_WIDTH_PX)
    steps = (min(wanted, most) - _MIN_SIDEBAR_WIDTH_PX) // _SIDEBAR_STEP_PX
    step_width = _MIN_SIDEBAR_WIDTH_PX + steps * _SIDEBAR_STEP_PX
    return RAIL_WIDTH_PX if steps < 0 else step_width


def panel_width(width: float, left: float, wanted: float = 0.0) -> float:
    """Return the width of the side panel in px, as near to `wanted` as possible.

    `width` is the window's, `left` the sidebar's; `wanted` 0 is automatic.
    """
    low, high = _DEFAULT_PANEL_WIDTHS_PX
    wanted = wanted or min(max(round(_PANEL_SHARE * width), low), high)
    max_width = width - left - _MIN_CANVAS_WIDTH_PX
    return max(min(wanted, max_width), MIN_PANEL_WIDTH_PX)


def max_caption_height(height: float) -> float:
    """Return the maximum height of a caption with legend in px, given the window's."""
    return min(_CAPTION_MAX_HEIGHT_PX, _CAPTION_MAX_HEIGHT_SHARE * height)


def layout_presentation(
    width: float, height: float, contents: WindowContents
) -> Layout:
    """Return the layout of a presentation: figure, caption and a map's legend.

    Caption and legend get at most `max_caption_height` together.
    """
    max_height = max_caption_height(height)
    legend = contents.key if contents.figure.legend else 0.0
    key = min(math.ceil(legend), max_height / 2.0)
    low = math.floor(height - min(contents.caption + key, max_height))
    bottom = height - key
    return Layout(
        canvas=Viewport(0.0, 0.0, width, max(low, 1.0)),
        legend=Viewport(0.0, bottom, width, key) if legend else None,
        caption=Viewport(0.0, low, width, bottom - low),
    )
