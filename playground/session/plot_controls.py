"""Controls of the curve and the map: axes, intervals, presets."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations
from typing import Any

from playground.analysis.curve import Axis, find_axis
from playground.analysis.heat_map import MapKind, list_movable_points
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.params import Params
from playground.session.session import Session

# Smallest width of the curve's interval, relative and absolute.
_MIN_SPAN_RATIO = 1e-9
_MIN_SPAN_WIDTH = 1e-150


def hold_span(session: Session, axis: Axis, span: tuple[float, float]) -> None:
    """Keep the curve's interval until the axis's value leaves it.

    It is (low, high), in the axis's stored units.
    """
    session.span = session.context_id, axis, span


def zoom_span(session: Session, axis: Axis, at: float, factor: float) -> None:
    """Zoom the curve's interval about a value, within the axis's limits.

    Nothing happens if the curve has another axis, or the interval would be too narrow.

    Parameters
    ----------
    session : Session
        The session.
    axis : Axis
        The axis of the displayed curve.
    at : float
        The value that stays in place.
    factor : float
        The magnification.
    """
    curve = session.scene_view.curve
    if curve is None or curve.axis != axis:
        return
    ends = (float(curve.x[0]), float(curve.x[-1]))
    low, high = (at + (end - at) / factor for end in ends)
    first, last = axis.limits(session.params)
    low, high = max(low, first), min(high, last)
    # An interval narrower than the float spacing has nothing to show.
    if high - low > max(_MIN_SPAN_RATIO * max(abs(low), abs(high)), _MIN_SPAN_WIDTH):
        hold_span(session, axis, (low, high))


def free_span(session: Session) -> None:
    """Reset the curve to its default interval."""
    session.span = None


def set_map_choice(session: Session, /, **changes: Any) -> None:
    """Change the choices for the scene's maps, by the names of `MapChoice`."""
    session.open_scene.mapped = replace(session.open_scene.mapped, **changes)


def planes(params: Params) -> dict[tuple[Axis, Axis], str]:
    """Return the pairs of axes in which each point can be moved, with their names."""
    return {
        (Axis(name, first), Axis(name, second)): _plane_name(
            params, name, first, second
        )
        for name in list_movable_points(params)
        for first, second in combinations(range(len(getattr(params, name))), 2)
    }


def _plane_name(params: Params, name: str, *plane: int) -> str:
    label = parameters.parameters_of(type(params))[name].label
    if len(getattr(params, name)) == 2:
        return label
    axes = "".join("xyz"[i] for i in plane)
    return message("{point}, {axes} plane", point=label, axes=axes)


def next_map(session: Session) -> None:
    """Show the next kind of map that the scene offers; after the last one none."""
    kinds = (None, *session.scene_view.maps)
    question = session.scene_view.question
    kind = question.kind if question else None
    session.look(map=kinds[(kinds.index(kind) + 1) % len(kinds)])


def show_preset(session: Session) -> None:
    """Show the preset map of the listing's mistakes, if there is one."""
    listing = session.scene_view.scene.listing
    if listing is None or listing.preset is None:
        return
    best = listing.preset
    session.leave_predict()
    options_before = session.map_options
    params = session.scene.cases[best.case].params
    set_map_choice(session, over=(find_axis(params, best.x), find_axis(params, best.y)))
    session.look(map=MapKind.MISTAKES, compare=True)
    session.begin_at(best.case, params, options_before)
    session.reset_view()


def go_to_cell(session: Session, params: Params, gesture: Hashable = None) -> None:
    """Open the params of a clicked cell; on a map of code with the comparison.

    Cells clicked with an equal `gesture`, other than None, are one undoable step.
    """
    session.edit(params, gesture)
    if session.view.map and session.view.map.is_code_map:
        session.look(compare=True)
