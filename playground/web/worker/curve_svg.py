"""The curve of a page, drawn as SVG: what is answered against one of the parameters.

Colours stand in it as their numbers in braces: a page puts in those of its theme, and
moves the hand.
"""

import html
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.analysis.curve import AxisPlot, Curve
from playground.i18n import join_sentences, message, translate
from playground.scene.math_text import format_number
from playground.scene.primitives import Role
from playground.session.plot_controls import root_numbers, ticks, value_range
from playground.session.session import Session
from playground.web.serialize import colors
from playground.web.serialize.maps import (
    MAX_TICK_COUNT,
    MIN_TICK_GAP_X_PX,
    MIN_TICK_GAP_Y_PX,
)

Array = NDArray[np.float64]

# Heights of a subplot, of one of words, and of the numbers below the last one.
_SUBPLOT_HEIGHT_PX = 130.0
_WORD_SUBPLOT_HEIGHT_PX = 78.0
_AXIS_NUMBERS_HEIGHT_PX = 22.0
_SUBPLOT_GAP_PX = 10.0
# Subplots share the room of so many when their numbers are chosen.
_SUBPLOT_COUNT = 2
_MARGIN_PX = 10.0
_MIN_PLOT_WIDTH_PX = 50.0
# Room for the numbers at an upright axis, which have so many letters.
_LETTER_WIDTH_PX = 7.0
_LETTER_HEIGHT_PX = 12.0
_NUMBERS_WIDTHS_PX = 30.0, 120.0
# What is so many axes away is not drawn, but where a line goes is seen.
_MAX_AXIS_LENGTHS = 20.0
# Where the number of a root may stand beside it: how far across and down.
_ROOT_NUMBER_OFFSETS_PX = (9.0, -9.0), (9.0, 18.0), (-9.0, -9.0), (-9.0, 18.0)
# Places along a line are so near to each other that no letter lies between.
_LINE_SAMPLE_SPACING_PX = 3.0
# How opaque the sides of a hit and of a miss are.
_SIDE_OPACITIES = 0.26, 0.13


class _Subplot(NamedTuple):
    """The lines that share an upright axis: where that lies, and its numbers."""

    plot: AxisPlot
    top: float
    height: float
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]

    def to_y(self, values: Array) -> Array:
        """Return values in px from the subplot's top; none where there is none."""
        shares = (np.asarray(values, np.float64) - self.low) / (self.high - self.low)
        shares[~np.isfinite(shares)] = np.nan
        return self.height * (
            1.0 - np.clip(shares, -_MAX_AXIS_LENGTHS, _MAX_AXIS_LENGTHS)
        )


class _PlotArea(NamedTuple):
    """Where the plot begins in px, how wide it is, and between which numbers."""

    left: float
    width: float
    low: float
    high: float

    def to_x(self, values: Array) -> Array:
        """Return numbers of the axis in px from the plot's left."""
        return self.width * (np.asarray(values) - self.low) / (self.high - self.low)


def serialize_curve(session: Session, wide: float) -> dict[str, Any] | None:
    """Return the curve for a plot so wide in px; None where there is none to show."""
    found, params = session.scene_view.curve, session.params
    if found is None:
        return None
    low, high = ends = float(found.x[0]), float(found.x[-1])
    factor = found.axis.display_factor(params)
    count = min(max(wide / MIN_TICK_GAP_X_PX, 2.0), MAX_TICK_COUNT)
    named = [*zip(*ticks(low * factor, high * factor, count), strict=True)]
    subplots = [*_stack_subplots(found)]
    letters = max(
        (len(text) for subplot in subplots for _, text in subplot.ticks), default=0
    )
    least, most = _NUMBERS_WIDTHS_PX
    left = min(max(letters * _LETTER_WIDTH_PX + _MARGIN_PX, least), most)
    width = max(wide - left - _MARGIN_PX, _MIN_PLOT_WIDTH_PX)
    area = _PlotArea(left, width, low, high)
    at = area.to_x(np.array([tick / factor for tick, _ in named])).tolist()
    foot = subplots[-1].top + subplots[-1].height
    shapes = [
        *(
            shape
            for subplot in subplots
            for shape in _draw_subplot(session, subplot, area, at)
        ),
        *(
            _draw_text(text, left + x, foot + 16.0, "middle")
            for x, (_, text) in zip(at, named, strict=True)
        ),
        f'<circle cy="{foot - 9.0}" r="8" class="cursor-handle"/>',
    ]
    tall = foot + _AXIS_NUMBERS_HEIGHT_PX
    return {
        "axis": translate(found.axis.label(params)),
        "ends": ends,
        "left": left,
        "width": width,
        "svg": f'<svg width="{wide}" height="{tall}" aria-hidden="true">'
        f"{''.join(shapes)}</svg>",
        "lines": [
            [
                translate(name),
                _line_color(session, name),
                translate(_format_line_value(session, found, subplot.plot, name)),
            ]
            for subplot in subplots
            for name in subplot.plot.lines
        ],
        "said": translate(_describe_curve(session, found)),
    }


def _stack_subplots(curve: Curve) -> Iterator[_Subplot]:
    heights = [
        _WORD_SUBPLOT_HEIGHT_PX if plot.words else _SUBPLOT_HEIGHT_PX
        for plot in curve.axis_plots
    ]
    tops = accumulate((tall + _SUBPLOT_GAP_PX for tall in heights), initial=0.0)
    for plot, top, tall in zip(curve.axis_plots, tops, heights, strict=False):
        if plot.words:
            low, high = 0.4, len(plot.words) + 0.6
            named: Any = enumerate(plot.words, 1)
        else:
            levels = [curve.levels[name] for name in plot.lines if name in curve.levels]
            every = [*(curve.lines[name] for name in plot.lines), *levels]
            low, high = value_range(np.concatenate(every))
            room = (
                _SUBPLOT_COUNT * _SUBPLOT_HEIGHT_PX / len(heights) / MIN_TICK_GAP_Y_PX
            )
            named = zip(
                *ticks(low, high, min(max(room, 2.0), MAX_TICK_COUNT)), strict=True
            )
        told = [(at, translate(text)) for at, text in named]
        yield _Subplot(plot, top, tall, low, high, told)


def _line_color(session: Session, name: str) -> int:
    return colors.text_color_index(session.scene_view.scene.answer.line_roles[name])


def _draw_subplot(
    session: Session, subplot: _Subplot, area: _PlotArea, uprights: Sequence[float]
) -> Iterator[str]:
    """Yield a subplot: sides, axes, lines, and where these cross their levels."""
    found, plot = session.scene_view.curve, subplot.plot
    assert found is not None
    hit = colors.index_ui_colors()["hit"]
    at = subplot.to_y(np.array([at for at, _ in subplot.ticks])).tolist()
    yield (
        f'<svg x="{area.left}" y="{subplot.top}" width="{area.width}"'
        f' height="{subplot.height}" overflow="hidden">'
    )
    if found.decides in plot.lines:
        yield from _draw_sides(found, subplot, area)
    for y in at:
        yield _draw_line(0.0, y, area.width, y, "grid")
    for x in uprights:
        yield _draw_line(x, 0.0, x, subplot.height, "grid")
    if not plot.words:
        (zero,) = subplot.to_y(np.zeros(1)).tolist()
        yield _draw_line(0.0, zero, area.width, zero, "zero")
    along, lines = area.to_x(found.x), {}
    for name in plot.lines:
        tone = _line_color(session, name)
        lines[name] = subplot.to_y(found.lines[name])
        level = found.levels.get(name)
        if level is not None and level.any():
            path = _build_path(along, subplot.to_y(level))
            yield f'<path d="{path}" stroke="{{{tone}}}" class="level"/>'
        path = _build_path(along, lines[name], steps=bool(plot.words))
        yield f'<path d="{path}" stroke="{{{tone}}}" class="line"/>'
    yield _draw_line(0.0, 0.0, 0.0, subplot.height, "curve-cursor")
    crossed = [(x, y) for x, name, y in found.crossings if name in plot.lines]
    roots = np.array(crossed).reshape(-1, 2)
    met = np.stack(
        [area.to_x(roots[:, 0]), subplot.to_y(roots[:, 1])], axis=-1
    ).tolist()
    for x, y in met:
        yield f'<circle cx="{x}" cy="{y}" r="5" fill="{{{hit}}}" class="root"/>'
    yield "</svg>"
    for y, (_, text) in zip(at, subplot.ticks, strict=True):
        yield _draw_text(text, area.left - 6.0, subplot.top + y + 4.0, "end")
    factor = found.axis.display_factor(session.params)
    named = zip(met, root_numbers(roots[:, 0] * factor), strict=True)
    drawn = np.concatenate([_sample_line(along, y) for y in lines.values()])
    for text, x, y, anchor in _place_root_numbers(named, drawn, area, subplot):
        more = f' fill="{{{hit}}}" class="number"'
        yield _draw_text(text, area.left + x, subplot.top + y, anchor, more)


def _draw_line(x: float, y: float, u: float, v: float, kind: str) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{u}" y2="{v}" class="{kind}"/>'


def _draw_text(text: str, x: float, y: float, anchor: str, more: str = "") -> str:
    place = f'x="{x}" y="{y}" text-anchor="{anchor}"{more}'
    return f"<text {place}>{html.escape(text)}</text>"


def _draw_sides(curve: Curve, subplot: _Subplot, area: _PlotArea) -> Iterator[str]:
    """Yield what is between the line that decides and its level."""
    x, hit, miss, level = curve.sides
    tones = map(colors.role_color_index, (Role.HIT, Role.MISS))
    for values, tone, opacity in zip((hit, miss), tones, _SIDE_OPACITIES, strict=True):
        ends = np.stack([subplot.to_y(values), subplot.to_y(level)])
        there = np.isfinite(ends).all(axis=0)
        if there.any():
            out, back = ends[:, there]
            along = area.to_x(x[there])
            path = _build_path(
                np.concatenate([along, along[::-1]]), np.concatenate([out, back[::-1]])
            )
            yield f'<path d="{path}Z" fill="{{{tone}}}" opacity="{opacity}"/>'


def _build_path(x: Array, y: Array, *, steps: bool = False) -> str:
    """Return a line through places, which ends where there is none.

    With `steps` it goes in steps from word to word.
    """
    parts, goes_on = [], False
    known = np.isfinite(y).tolist()
    for u, v, there in zip(
        np.round(x, 2).tolist(), np.round(y, 2).tolist(), known, strict=True
    ):
        if there:
            step = f"H{u}V{v}" if steps else f"L{u} {v}"
            parts.append(step if goes_on else f"M{u} {v}")
        goes_on = there
    return "".join(parts)


def _sample_line(x: Array, y: Array) -> Array:
    """Return places along a line, so near that no letter lies between them."""
    ends = np.stack([x, y], axis=-1)
    ways = np.diff(ends, axis=0)
    there = np.isfinite(ways).all(axis=1)
    ends, ways = ends[:-1][there], ways[there]
    lengths = np.hypot(*ways.T)
    counts = np.maximum(np.ceil(lengths / _LINE_SAMPLE_SPACING_PX), 1.0).astype(int)
    each = np.repeat(np.arange(len(counts)), counts)
    shares = (np.arange(counts.sum()) - (counts.cumsum() - counts)[each]) / counts[each]
    return np.asarray(ends[each] + ways[each] * shares[:, None])


def _place_root_numbers(
    roots: Any, drawn: Array, area: _PlotArea, subplot: _Subplot
) -> Iterator[tuple[str, float, float, str]]:
    """Yield the numbers of roots, beside them where the fewest drawn places are.

    None stands on another.
    """
    taken: list[tuple[float, float]] = []
    for (x, y), text in roots:
        wide, sides = len(text) * _LETTER_WIDTH_PX + 6.0, []
        for across, below in _ROOT_NUMBER_OFFSETS_PX:
            down = min(max(y + below, 14.0), subplot.height - 6.0)
            start = x + across if across > 0.0 else x + across - wide
            clear = all(start >= b or a >= start + wide for a, b in taken)
            if clear and start >= 0.0 and start + wide <= area.width:
                low, high = (
                    (start, down - _LETTER_HEIGHT_PX),
                    (start + wide, down + 3.0),
                )
                hidden = ((drawn > low) & (drawn < high)).all(axis=1).sum()
                sides.append((int(hidden), across, down, start))
        if text and sides:
            _, across, down, start = min(sides, key=lambda side: side[0])
            taken.append((start, start + wide))
            yield text, x + across, down, "start" if across > 0.0 else "end"


def _format_line_value(
    session: Session, curve: Curve, subplot: AxisPlot, name: str
) -> str:
    """Return what a line is at the present value."""
    now, y = curve.axis.value(session.params), curve.lines[name]
    if subplot.words:
        here = float(y[np.abs(curve.x - now).argmin()])
        return subplot.words[int(here) - 1] if np.isfinite(here) else "–"
    value = float(np.interp(now, curve.x, y))
    return format_number(value) if np.isfinite(value) else "–"


def _describe_curve(session: Session, curve: Curve) -> str:
    """Return the present value, the lines there, and the roots, in words."""
    axis, params = curve.axis, session.params
    factor = axis.display_factor(params)
    now = format_number(axis.value(params) * factor)
    values = [(axis.label(params), now)] + [
        (name, _format_line_value(session, curve, subplot, name))
        for subplot in curve.axis_plots
        for name in subplot.lines
    ]
    parts = [message("{name}: {value}.", name=name, value=v) for name, v in values]
    roots = [t for t in root_numbers(np.array(curve.roots) * factor) if t]
    if roots:
        places = reduce(_join_with_and, roots)
        parts.append(message("The verdict turns at {places}.", places=places))
    return join_sentences(*parts)


def _join_with_and(first: str, second: str) -> str:
    return message("{first} and {second}", first=first, second=second)
