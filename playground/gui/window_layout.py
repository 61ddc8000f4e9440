"""Where the panels lie in the window: pure arithmetic in logical pixels."""

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

# The bar over all but the scenes.
TOP_BAR_HEIGHT_PX = 56.0
# The scenes are small pictures in a narrow window, and where the user wants them so.
RAIL_WIDTH_PX = 76.0
SIDEBAR_WIDTH_PX = 196.0
_MIN_SIDEBAR_WIDTH_PX = 136.0
_MAX_SIDEBAR_WIDTH_PX = 296.0
# Pictures are drawn for a width of whole steps.
_SIDEBAR_STEP_PX = 20.0
_MIN_WIDTH_FOR_SIDEBAR_PX = 1120.0
# Until the user chooses another width the panel takes this share, within limits.
_PANEL_SHARE = 0.3
MIN_PANEL_WIDTH_PX = 344.0
_DEFAULT_PANEL_WIDTHS_PX = 432.0, 560.0
_MIN_CANVAS_WIDTH_PX = 400.0
TRANSPORT_HEIGHT_PX = 58.0
# Under a curve over the time the track lies over the buttons, and takes so much.
TRACK_HEIGHT_PX = 32.0
# The caption of a picture that is presented, with the legend of a map, takes at most
# this, a quarter of the least height, and where all is made larger so much of the rest.
_CAPTION_MAX_HEIGHT_PX = 150.0
_CAPTION_MAX_HEIGHT_SHARE = 0.5
# By these names the caption and its last line say how high they would be, and before
# they do they are so high.
CAPTION_HEIGHT_KEY, LEGEND_HEIGHT_KEY = "caption", "key"
_DEFAULT_CAPTION_HEIGHT_PX = 84.0
_DEFAULT_LEGEND_HEIGHT_PX = 34.0
# The curve takes this share of the height at first, and from so much to so much.
DEFAULT_CURVE_SHARE = 0.28
_CURVE_MIN_HEIGHT_PX = 130.0
MAX_CURVE_SHARE = 0.6


@dataclass(frozen=True, kw_only=True)
class Layout(FigureLayout):
    """The rectangles of one frame: the figure's, and those of the panels about it."""

    sidebar: Viewport | None = None
    bar: Viewport | None = None
    inspector: Viewport | None = None
    curve: Viewport | None = None
    transport: Viewport | None = None
    caption: Viewport | None = None
    lesson: Viewport | None = None


@dataclass(frozen=True)
class WindowContents:
    """What there is to lay out: the figure, and which panels about it.

    `share` is the curve's part of the height, which is `timed` where it runs over the
    time. `sidebar` and `panel` are the widths that the user chose; 0 for none yet. A
    `lesson` that is open takes the inspector's place.

    A `simple` window has neither inspector nor curve nor legend.

    A picture that is `presented` has a caption, which would be `caption` high, and no
    panel but the legend of a map, which would be `key` high. A figure that is `alone`
    has not even a caption.
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


# It is asked for several times a frame, and seldom changes.
@lru_cache(maxsize=4)
def compute_layout(width: float, height: float, contents: WindowContents) -> Layout:
    """Return the layout of a window of that size, its canvas shared by the views."""
    if contents.alone:
        return Layout(**vars(layout_figure(width, height, contents.figure)))
    if contents.presented:
        legend = contents.key if contents.figure.legend else 0.0
        layout = layout_presentation(
            width, height, caption=contents.caption, legend=legend
        )
    else:
        layout = layout_panels(
            width,
            height,
            curve=contents.curve,
            transport=contents.transport,
            timed=contents.timed,
            legend=contents.figure.legend,
            lesson=contents.lesson,
            sidebar=contents.sidebar,
            panel=contents.panel,
            share=contents.share,
            simple=contents.simple,
        )
    views, chart = layout_views(layout.canvas, contents.figure)
    return replace(layout, views=views, chart=chart)


def layout_panels(
    width: float,
    height: float,
    *,
    curve: bool,
    transport: bool,
    timed: bool = False,
    legend: bool = False,
    lesson: bool = False,
    sidebar: float = 0.0,
    panel: float = 0.0,
    share: float = DEFAULT_CURVE_SHARE,
    simple: bool = False,
) -> Layout:
    """Return the layout of a window of that size.

    A map's legend takes the place of the curve, and a lesson the inspector's. Neither
    this nor what is open moves a panel's edges: they hang on the window and the user.
    """
    left = sidebar_width(width, sidebar)
    right = panel_width(width, left, panel)
    middle = max(width - left - right, 1.0)
    wide = middle + right if simple else middle
    curve, legend = curve and not simple, legend and not simple
    bottom, top = height, min(TOP_BAR_HEIGHT_PX, height / 2.0)
    bar = plot = key = None
    if transport:
        tall = TRANSPORT_HEIGHT_PX + (TRACK_HEIGHT_PX - 13.0 if timed else 0.0)
        bottom -= tall
        bar = Viewport(left, bottom, middle, tall)
    if legend:
        bottom -= LEGEND_HEIGHT_PX
        key = Viewport(left, bottom, middle, LEGEND_HEIGHT_PX)
    elif curve:
        tall = round(
            max((height - top) * min(share, MAX_CURVE_SHARE), _CURVE_MIN_HEIGHT_PX)
        )
        bottom -= tall
        plot = Viewport(left, bottom, middle, tall)
    beside = Viewport(left + middle, top, right, height - top)
    return Layout(
        sidebar=Viewport(0.0, 0.0, left, height),
        bar=Viewport(left, 0.0, max(width - left, 1.0), top),
        canvas=Viewport(left, top, wide, max(bottom - top, 1.0)),
        inspector=None if lesson or simple else beside,
        curve=plot,
        legend=key,
        transport=bar,
        lesson=beside if lesson else None,
    )


def sidebar_width(width: float, wanted: float = 0.0) -> float:
    """Return how wide the list of scenes is in a window so wide; `wanted` 0 is free."""
    if not wanted:
        return SIDEBAR_WIDTH_PX if width >= _MIN_WIDTH_FOR_SIDEBAR_PX else RAIL_WIDTH_PX
    most = min(_MAX_SIDEBAR_WIDTH_PX, width - MIN_PANEL_WIDTH_PX - _MIN_CANVAS_WIDTH_PX)
    steps = (min(wanted, most) - _MIN_SIDEBAR_WIDTH_PX) // _SIDEBAR_STEP_PX
    at = _MIN_SIDEBAR_WIDTH_PX + steps * _SIDEBAR_STEP_PX
    return RAIL_WIDTH_PX if steps < 0 else at


def panel_width(width: float, left: float, wanted: float = 0.0) -> float:
    """Return how wide the panel beside the picture is; `wanted` 0 is free."""
    low, high = _DEFAULT_PANEL_WIDTHS_PX
    wanted = wanted or min(max(round(_PANEL_SHARE * width), low), high)
    most = width - left - _MIN_CANVAS_WIDTH_PX
    return max(min(wanted, most), MIN_PANEL_WIDTH_PX)


def max_caption_height(height: float) -> float:
    """Return how high a caption may be in a window so high."""
    return min(_CAPTION_MAX_HEIGHT_PX, _CAPTION_MAX_HEIGHT_SHARE * height)


def layout_presentation(
    width: float,
    height: float,
    *,
    caption: float = _DEFAULT_CAPTION_HEIGHT_PX,
    legend: float = 0.0,
) -> Layout:
    """Return the layout of a picture with its caption, and no panel beside them.

    The legend of a map is the caption's last line.
    """
    most = max_caption_height(height)
    key = min(math.ceil(legend), most / 2.0)
    low = math.floor(height - min(caption + key, most))
    bottom = height - key
    return Layout(
        canvas=Viewport(0.0, 0.0, width, max(low, 1.0)),
        legend=Viewport(0.0, bottom, width, key) if legend else None,
        caption=Viewport(0.0, low, width, bottom - low),
    )
