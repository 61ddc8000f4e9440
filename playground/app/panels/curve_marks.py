"""What stands on the lines of the plot: signs, roots with their numbers, playhead."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from imgui_bundle import imgui, implot

from playground.app.panels.common import Ui
from playground.app.panels.imgui_window import colour, packed
from playground.explore.curve import Array, Curve, Lane
from playground.render.theme import RGBA, faded
from playground.scene.roles import Role
from playground.study.plot_numbers import root_numbers

GRIP = 8.0
_MARK = 5.0
# The tint of the hit side and that of the miss side, which is the quieter.
_HIT_TINT, _MISS_TINT = 0.26, 0.13
# A number stands so far from its root and from all else, and is so large.
_OFF, _CLEAR, _SIZE = 8.0, 2.0, 15.0
# A line that leaves the plot goes on for so many pixels: what lies far beyond them is
# not for the graphics card.
_FAR = 1e3

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class PlotFrame:
    """Where a lane's plot is on the screen, and what its ends are."""

    low: tuple[float, float]
    high: tuple[float, float]
    x: tuple[float, float]
    y: tuple[float, float]

    @staticmethod
    def here(x: tuple[float, float], y: tuple[float, float]) -> "PlotFrame":
        """Return that of the plot that is open."""
        at, size = implot.get_plot_pos(), implot.get_plot_size()
        return PlotFrame((at.x, at.y), (at.x + size.x, at.y + size.y), x, y)

    def across(self, x: Array) -> Array:
        """Return where places of the axis are, from the left."""
        share = (x - self.x[0]) / (self.x[1] - self.x[0])
        return np.asarray(self.low[0] + share * (self.high[0] - self.low[0]))

    def down(self, y: Array) -> Array:
        """Return where heights are, from the top."""
        share = (y - self.y[0]) / (self.y[1] - self.y[0])
        return np.asarray(self.high[1] - share * (self.high[1] - self.low[1]))


def tint(ui: Ui, curve: Curve, lane: Lane, scale: float) -> None:
    """Tint what is between the deciding line and its level: hit and miss side."""
    if curve.decides not in lane.lines:
        return
    x, hit, miss, level = curve.sides
    theme = ui.theme
    for name, y, role, alpha in (
        ("hit side", hit, Role.HIT, _HIT_TINT),
        ("miss side", miss, Role.MISS, _MISS_TINT),
    ):
        tone = colour(faded(theme.roles[role], alpha))
        spec = implot.Spec(fill_color=tone, line_weight=0.0)
        implot.plot_shaded(f"##{name}", x * scale, y, level, spec=spec)


def roots(ui: Ui, curve: Curve, lane: Lane, scale: float, frame: PlotFrame) -> None:
    """Mark where a line of the lane crosses its level, with the numbers."""
    crossed = [(x, y) for x, name, y in curve.crossings if name in lane.lines]
    if not crossed:
        return
    places, heights = np.array(crossed).T.copy()
    places *= scale
    marks(ui.theme.roles[Role.HIT], "roots", places, heights)
    now = float(curve.axis.value(ui.study.params)) * scale
    texts = ui.widgets.kept(
        f"roots {lane.lines}", ui.study, lambda: root_numbers(places)
    )
    imgui.push_font(ui.gui.fonts.math, _SIZE)
    sizes = [(size.x, size.y) for size in map(imgui.calc_text_size, texts)]

    def boxes_now() -> list[Box | None]:
        lines = [
            np.stack([frame.across(curve.x * scale), frame.down(curve.lines[name])])
            for name in lane.lines
        ]
        at = [*zip(frame.across(places), frame.down(heights), strict=True)]
        return placed(
            [(float(x), float(y)) for x, y in at],
            sizes,
            lines,
            float(frame.across(np.asarray(now))),
            (*frame.low, *frame.high),
        )

    boxes = ui.widgets.kept(f"boxes {lane.lines}", (ui.study, frame), boxes_now)
    draw, tone = implot.get_plot_draw_list(), packed(ui.theme.texts[Role.HIT])
    for text, box in zip(texts, boxes, strict=True):
        if text and box:
            draw.add_text(imgui.ImVec2(round(box[0]), round(box[1])), tone, text)
    imgui.pop_font()


def placed(
    at: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    lines: Sequence[Array],
    playhead: float,
    frame: Box,
) -> list[Box | None]:
    """Return the boxes of the roots' numbers, beside their marks: none over anything.

    Parameters
    ----------
    at, sizes : sequence of pairs
        Where the roots are, and how large their numbers, on the screen.
    lines : sequence of array (2, n)
        The lines of the lane, on the screen; NaN where there is none.
    playhead : float
        Where the upright line of the present value is.
    frame : box
        What they have to stay in.

    Returns
    -------
    list
        Left, top, right, bottom; None for one that has no free place.
    """
    taken: list[Box] = [_around(x, y, _MARK) for x, y in at]
    taken.append((playhead - GRIP / 2, frame[1], playhead + GRIP / 2, frame[3]))
    boxes: list[Box | None] = []
    for (x, y), (width, height) in zip(at, sizes, strict=True):
        found = None
        for left, top in _beside(x, y, width, height):
            box = left, top, left + width, top + height
            if (
                _within(box, frame)
                and not any([_meet(box, other) for other in taken])
                and not any([_crossed(box, line) for line in lines])
            ):
                found = box
                taken.append(box)
                break
        boxes.append(found)
    return boxes


def _beside(
    x: float, y: float, width: float, height: float
) -> Iterator[tuple[float, float]]:
    """Yield the places to try: over the mark and under it, aside and in the middle."""
    for top in (y - _OFF - height, y + _OFF):
        for left in (x + 2.0, x - 2.0 - width, x - width / 2):
            yield left, top


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _within(box: Box, frame: Box) -> bool:
    return (
        frame[0] <= box[0]
        and frame[1] <= box[1]
        and box[2] <= frame[2]
        and box[3] <= frame[3]
    )


def _meet(a: Box, b: Box) -> bool:
    across = a[0] < b[2] + _CLEAR and b[0] < a[2] + _CLEAR
    return across and a[1] < b[3] + _CLEAR and b[1] < a[3] + _CLEAR


def _crossed(box: Box, line: Array) -> bool:
    """Return whether a line runs through a box or close by."""
    x, y = line
    first, last = np.searchsorted(x, (box[0] - _CLEAR, box[2] + _CLEAR))
    beside = y[max(first - 1, 0) : last + 1]
    if not beside.size:
        return False
    # These leave out what is unknown; of nothing else nothing is above.
    low, high = np.fmin.reduce(beside), np.fmax.reduce(beside)
    return bool(high > box[1] - _CLEAR and low < box[3] + _CLEAR)


def marks(tone: RGBA, name: str, x: Array, y: Array) -> None:
    """Draw a diamond at each of the points."""
    spec = implot.Spec(
        marker=implot.Marker_.diamond,
        marker_size=_MARK,
        marker_fill_color=colour(tone),
        marker_line_color=colour(tone),
        # Whole at the ends of the plot too.
        flags=implot.ScatterFlags_.no_clip,
    )
    implot.plot_scatter(f"##{name}", x, y, spec=spec)


def polylines(x: Array, y: Array, frame: PlotFrame) -> list[list[Any]]:
    """Return the pieces of a line wherever it is known, as points on the screen."""
    known = np.isfinite(y)
    top, bottom = frame.low[1], frame.high[1]
    with np.errstate(over="ignore", invalid="ignore"):
        down = np.clip(frame.down(y), top - _FAR, bottom + _FAR)
    points = np.stack([frame.across(x), down], axis=-1)
    ends = np.flatnonzero(np.diff(known.astype(np.int8), prepend=0, append=0))
    return [
        [imgui.ImVec2(*point) for point in points[first:last].tolist()]
        for first, last in ends.reshape(-1, 2).tolist()
    ]


def strokes(tone: RGBA, width: float, ways: Sequence[list[Any]]) -> None:
    """Draw the pieces of a line, each joined without a hole."""
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect()
    for way in ways:
        draw.add_polyline(way, packed(tone), width, 0)
    implot.pop_plot_clip_rect()


def playhead(tone: int, x: float, frame: PlotFrame) -> None:
    """Draw an upright line with a grip at each end, whole where the plot ends."""
    (_, top), (_, bottom) = frame.low, frame.high
    middle = round(float(frame.across(np.asarray(x))))
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect(GRIP)
    for half, low, high in (
        (1.0, top, bottom),
        (GRIP / 2, top, top + GRIP),
        (GRIP / 2, bottom - GRIP, bottom),
    ):
        corners = imgui.ImVec2(middle - half, low), imgui.ImVec2(middle + half, high)
        draw.add_rect_filled(*corners, tone)
    implot.pop_plot_clip_rect()
