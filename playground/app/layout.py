"""Where the panels and views lie in the window: pure arithmetic in logical pixels."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from playground.scene.camera import Viewport

SIDEBAR = 216.0
# In a window narrower than _ROOMY the scene list is a rail of numbers.
RAIL = 64.0
_ROOMY = 1120.0
INSPECTOR = 344.0
# Where it has code to show it takes this share of the width, within limits.
_CODE, _CODE_LEAST, _CODE_MOST = 0.45, 430.0, 720.0
TRANSPORT = 58.0
# Under a curve over the time the track lies over the buttons, and takes so much.
TRACK = 32.0
# The caption of a picture that is presented takes this share of the height, and where
# it needs more, up to that.
CAPTION, CAPTION_MOST = 0.26, 0.44
# By this name the caption says how high it would be.
CAPTION_ROOM = "caption"
# A lesson takes as much as its words need, up to this share, and leaves the picture so
# much if the curve can give it; by this name it says how high it would be.
_LESSON_MOST, _PICTURE = 0.42, 200.0
LESSON_ROOM = "lesson"
# The curve takes this share of the height at first, and from so much to so much.
CURVE = 0.3
_CURVE_LEAST, CURVE_MOST = 130.0, 0.6
LEGEND = 104.0
# Where nobody points at the map there is nothing to read out, but names may take more
# lines in a narrow picture.
_STILL_LEGEND, _NARROW = 58.0, 640.0
# A second view takes this share of the canvas's longer side, one that is shown at the
# scale of the first that, and a chart that.
_SECOND = 0.42
_ALIKE = 0.5
CHART = 0.54


@dataclass(frozen=True)
class Layout:
    """The rectangles of one frame; None for a panel that is not shown.

    `views` share the canvas, beside the `chart` if there is one.
    """

    sidebar: Viewport | None
    canvas: Viewport
    inspector: Viewport | None
    curve: Viewport | None
    legend: Viewport | None
    transport: Viewport | None
    caption: Viewport | None = None
    lesson: Viewport | None = None
    views: tuple[Viewport, ...] = ()
    chart: Viewport | None = None


@dataclass(frozen=True)
class Contents:
    """What there is to lay out: which panels, how many views, a chart beside them.

    `share` is the curve's part of the height, which is `timed` where it runs over the
    time. Views that are `alike` show the same lengths. With `code` the inspector is
    wider. A `lesson` that is open would be so high.

    A picture that is `presented` has a caption, which would be `caption` high, and no
    panel but the legend of a map. A figure that is `alone` has not even a caption.
    """

    curve: bool = False
    timed: bool = False
    transport: bool = False
    legend: bool = False
    chart: bool = False
    views: int = 1
    alike: bool = False
    presented: bool = False
    alone: bool = False
    code: bool = False
    caption: float = 0.0
    lesson: float = 0.0
    share: float = CURVE


# It is asked for several times a frame, and seldom changes.
@lru_cache(maxsize=4)
def laid_out(width: float, height: float, contents: Contents) -> Layout:
    """Return the layout of a window of that size, its canvas shared by the views."""
    if contents.alone:
        layout = alone(width, height, legend=contents.legend)
    elif contents.presented:
        layout = presented(
            width, height, legend=contents.legend, caption=contents.caption
        )
    else:
        layout = arrange(
            width,
            height,
            curve=contents.curve,
            transport=contents.transport,
            timed=contents.timed,
            legend=contents.legend,
            code=contents.code,
            lesson=contents.lesson,
            share=contents.share,
        )
    if contents.chart:
        *views, chart = split(layout.canvas, 2, CHART)
        return replace(layout, views=tuple(views), chart=chart)
    others = _ALIKE if contents.alike else _SECOND
    return replace(layout, views=tuple(split(layout.canvas, contents.views, others)))


def arrange(
    width: float,
    height: float,
    *,
    curve: bool,
    transport: bool,
    timed: bool = False,
    legend: bool = False,
    code: bool = False,
    lesson: float = 0.0,
    share: float = CURVE,
) -> Layout:
    """Return the layout of a window of that size.

    A map's legend takes the place of the curve, and a lesson stands over the picture.
    """
    right = INSPECTOR
    if code:
        right = round(min(max(_CODE * width, _CODE_LEAST), _CODE_MOST))
    left = SIDEBAR if width - (right - INSPECTOR) >= _ROOMY else RAIL
    middle = max(width - left - right, 1.0)
    bottom = height
    bar = plot = key = words = None
    top = round(min(lesson, _LESSON_MOST * height))
    if top:
        words = Viewport(left, 0.0, middle, top)
    if transport:
        tall = TRANSPORT + (TRACK - 13.0 if timed else 0.0)
        bottom -= tall
        bar = Viewport(left, bottom, middle, tall)
    if legend:
        bottom -= LEGEND
        key = Viewport(left, bottom, middle, LEGEND)
    elif curve:
        tall = round(max(height * min(share, CURVE_MOST), _CURVE_LEAST))
        if top:
            tall = max(min(tall, round(bottom - top - _PICTURE)), round(_CURVE_LEAST))
        bottom -= tall
        plot = Viewport(left, bottom, middle, tall)
    return Layout(
        sidebar=Viewport(0.0, 0.0, left, height),
        canvas=Viewport(left, top, middle, max(bottom - top, 1.0)),
        inspector=Viewport(left + middle, 0.0, right, height),
        curve=plot,
        legend=key,
        transport=bar,
        lesson=words,
    )


def presented(
    width: float, height: float, *, legend: bool, caption: float = 0.0
) -> Layout:
    """Return the layout of a picture with its caption, and no panel beside them."""
    share = min(max(caption / max(height, 1.0), CAPTION), CAPTION_MOST)
    low = math.floor(height * (1.0 - share))
    bottom = low - LEGEND if legend else low
    return Layout(
        sidebar=None,
        canvas=Viewport(0.0, 0.0, width, max(bottom, 1.0)),
        inspector=None,
        curve=None,
        legend=Viewport(0.0, bottom, width, LEGEND) if legend else None,
        transport=None,
        caption=Viewport(0.0, low, width, height - low),
    )


def alone(width: float, height: float, *, legend: bool) -> Layout:
    """Return the layout of a figure outside the window, over the legend of a map."""
    tall = _STILL_LEGEND if width >= _NARROW else LEGEND
    low = max(height - tall, 1.0) if legend else height
    return Layout(
        sidebar=None,
        canvas=Viewport(0.0, 0.0, width, low),
        inspector=None,
        curve=None,
        legend=Viewport(0.0, low, width, height - low) if legend else None,
        transport=None,
    )


def split(canvas: Viewport, views: int, others: float = _SECOND) -> list[Viewport]:
    """Return one viewport per view: the first, then the others along its long side.

    `others` is the share of the side that is theirs.
    """
    if views == 1:
        return [canvas]
    x, y, w, h = canvas.x, canvas.y, canvas.width, canvas.height
    if w >= h:
        first = round(w * (1 - others))
        rest = (w - first) / (views - 1)
        return [
            Viewport(x, y, first, h),
            *(Viewport(x + first + i * rest, y, rest, h) for i in range(views - 1)),
        ]
    first = round(h * (1 - others))
    rest = (h - first) / (views - 1)
    return [
        Viewport(x, y, w, first),
        *(Viewport(x, y + first + i * rest, w, rest) for i in range(views - 1)),
    ]
