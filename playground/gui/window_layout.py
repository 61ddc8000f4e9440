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
SIDEBAR_WIDTH_PX = 196.0
# In a window narrower than _ROOMY, and beside a lesson or a derivation's steps, the
# scenes are small pictures.
RAIL_WIDTH_PX = 76.0
_MIN_WIDTH_FOR_SIDEBAR_PX = 1120.0
INSPECTOR_WIDTH_PX = 344.0
# Where it has code to show it takes this share of the width, within limits.
_CODE_WIDTH_SHARE = 0.45
_CODE_MIN_WIDTH_PX = 430.0
_CODE_MAX_WIDTH_PX = 720.0
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
# A lesson takes the inspector's place, and is so wide. So are a derivation's steps, or
# wider where there is room.
LESSON_WIDTH_PX = 400.0
_STEPS_WIDTH_PX = 432.0
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
    time. With `code`, or the `steps` of a derivation, the inspector is wider. A
    `lesson` that is open takes its place.

    A `simple` window has neither inspector nor curve nor transport nor legend.

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
    code: bool = False
    steps: bool = False
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
            code=contents.code,
            steps=contents.steps,
            lesson=contents.lesson,
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
    code: bool = False,
    steps: bool = False,
    lesson: bool = False,
    share: float = DEFAULT_CURVE_SHARE,
    simple: bool = False,
) -> Layout:
    """Return the layout of a window of that size.

    A map's legend takes the place of the curve, and a lesson the inspector's.
    """
    right = LESSON_WIDTH_PX if lesson else INSPECTOR_WIDTH_PX
    if simple:
        right, curve, transport, legend, steps = 0.0, False, False, False, False
    elif steps and not lesson:
        right = (
            _STEPS_WIDTH_PX if width >= _MIN_WIDTH_FOR_SIDEBAR_PX else LESSON_WIDTH_PX
        )
    elif code:
        right = round(
            min(max(_CODE_WIDTH_SHARE * width, _CODE_MIN_WIDTH_PX), _CODE_MAX_WIDTH_PX)
        )
    roomy = width - max(
        right - INSPECTOR_WIDTH_PX, 0.0
    ) >= _MIN_WIDTH_FOR_SIDEBAR_PX and not (lesson or steps)
    left = SIDEBAR_WIDTH_PX if roomy else RAIL_WIDTH_PX
    middle = max(width - left - right, 1.0)
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
        canvas=Viewport(left, top, middle, max(bottom - top, 1.0)),
        inspector=None if lesson or simple else beside,
        curve=plot,
        legend=key,
        transport=bar,
        lesson=beside if lesson else None,
    )


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
