"""The curve of a page as SVG: the answer over one of the parameters."""

from typing import Any

import numpy as np

from playground.analysis.curve import AxisPlot, Curve
from playground.i18n import join_sentences, message, translate
from playground.render.curve_picture import (
    NUMBERS_HEIGHT_PX,
    PLOT_GAP_PX,
    CurveStyle,
    compose_curve,
)
from playground.render.plot_axes import root_numbers
from playground.render.svg.svg_writer import write_fragment
from playground.render.text_layout import measure
from playground.render.theme import THEMES, ThemeName
from playground.scene.math_text import format_number
from playground.session.session import Session
from playground.web.serialize import colors

# The heights of plots of numbers, and of words.
_PLOT_HEIGHT_PX = 130.0
_WORD_PLOT_HEIGHT_PX = 78.0


def serialize_curve(
    session: Session, wide: float, theme: ThemeName
) -> dict[str, Any] | None:
    """Return the curve for a plot `wide` px wide; None without a curve.

    The page draws the playhead, which must move at once.
    """
    study, params = session.scene_view, session.params
    units = session.units
    curve, roles = study.curve, study.scene.answer.line_roles
    if curve is None:
        return None
    axis, plots = curve.axis, curve.axis_plots
    heights = [_WORD_PLOT_HEIGHT_PX if p.words else _PLOT_HEIGHT_PX for p in plots]
    picture = compose_curve(
        curve,
        axis.value(params),
        axis.display_factor(params, units),
        wide,
        heights,
        CurveStyle(THEMES[theme], roles, measure),
    )
    tall = sum(heights) + PLOT_GAP_PX * (len(plots) - 1)
    place = picture.areas[0].place
    return {
        "axis": translate(axis.label(params, units)),
        "ends": (float(curve.x[0]), float(curve.x[-1])),
        "left": place.x,
        "width": place.width,
        "height": tall,
        "svg": write_fragment(
            (*picture.shapes, *picture.marks),
            picture.texts,
            (wide, tall + NUMBERS_HEIGHT_PX),
        ),
        "lines": [
            [
                units.rewrite(name),
                colors.text_color_index(roles[name]),
                translate(_format_line_value(session, curve, plot, name)),
            ]
            for plot in plots
            for name in plot.lines
        ],
        "said": translate(_describe_curve(session, curve)),
    }


def _format_line_value(
    session: Session, curve: Curve, subplot: AxisPlot, name: str
) -> str:
    """Return a line's value at the current state."""
    value_now, y = curve.axis.value(session.params), curve.lines[name]
    if subplot.words:
        y_now = float(y[np.abs(curve.x - value_now).argmin()])
        return subplot.words[int(y_now) - 1] if np.isfinite(y_now) else "–"
    value = float(np.interp(value_now, curve.x, y))
    return format_number(value) if np.isfinite(value) else "–"


def _describe_curve(session: Session, curve: Curve) -> str:
    """Return the current value, the lines' values at it, and the roots, in words."""
    axis, params = curve.axis, session.params
    units = session.units
    factor = axis.display_factor(params, units)
    values = {axis.label(params, units): format_number(axis.value(params) * factor)}
    for subplot in curve.axis_plots:
        for name in subplot.lines:
            value = _format_line_value(session, curve, subplot, name)
            values[units.rewrite(name)] = value
    parts = [message("{name}: {value}.", name=k, value=v) for k, v in values.items()]
    roots = filter(None, root_numbers(np.array(curve.roots) * factor))
    places = next(roots, "")
    for root in roots:
        places = message("{first} and {second}", first=places, second=root)
    if places:
        parts.append(message("The verdict changes at {places}.", places=places))
    return join_sentences(*parts)
