"""The curve and the map of a session: what they run over, and what they show."""

from collections.abc import Hashable
from dataclasses import replace
from itertools import combinations
from typing import Any

from playground.explore.curve import Axis, named
from playground.explore.map import MapKind, points
from playground.language import message
from playground.scene import params as parameters
from playground.scene.listing import Precision
from playground.scene.params import Params
from playground.study.session import Session

# The curve's axis is never narrower than this share of its numbers, nor than that.
_FINEST, _NARROWEST = 1e-9, 1e-150


def curve_against(session: Session, axis: Axis) -> None:
    """Let the curve run over a number of the params."""
    session.opened.axis = axis


def hold_span(session: Session, axis: Axis, span: tuple[float, float]) -> None:
    """Keep the curve's stretch until the value leaves it.

    While it is dragged in, one that followed the value would run away from the
    pointer, and the next click would mean another place.
    """
    session.span = session.stage, axis, span


def zoom_span(session: Session, axis: Axis, at: float, factor: float) -> None:
    """Show so much more of the curve's axis about a place on it, within limits."""
    shown = session.study.curve
    if shown is None or shown.axis != axis:
        return
    ends = (float(shown.x[0]), float(shown.x[-1]))
    low, high = (at + (end - at) / factor for end in ends)
    first, last = axis.limits(session.params)
    low, high = max(low, first), min(high, last)
    # What is cut finer than numbers are has nothing to show.
    if high - low > max(_FINEST * max(abs(low), abs(high)), _NARROWEST):
        hold_span(session, axis, (low, high))


def free_span(session: Session) -> None:
    """Let the curve show the stretch worth showing again."""
    session.span = None


def map_over(session: Session, /, **changes: Any) -> None:
    """Choose what the scene's maps are over: `MapChoice`'s fields by name."""
    session.opened.mapped = replace(session.opened.mapped, **changes)


def planes(params: Params) -> dict[tuple[Axis, Axis], str]:
    """Return the planes over which each point can be moved, with their names."""
    return {
        (Axis(name, first), Axis(name, second)): _called(params, name, first, second)
        for name in points(params)
        for first, second in combinations(range(len(getattr(params, name))), 2)
    }


def _called(params: Params, name: str, *plane: int) -> str:
    label = parameters.specs(type(params))[name].label
    if len(getattr(params, name)) == 2:
        return label
    axes = "".join("xyz"[i] for i in plane)
    return message("{point}, {axes} plane", point=label, axes=axes)


def compute_in(session: Session, dtype: Precision) -> None:
    """Choose the numbers that the listing computes with."""
    session.opened.dtype = dtype


def next_map(session: Session) -> None:
    """Go on from no map to the verdict's and the others, and to none again."""
    kinds = (None, *session.study.maps)
    shown = session.study.question
    now = shown.kind if shown else None
    session.look(map=kinds[(kinds.index(now) + 1) % len(kinds)])


def show_preset(session: Session) -> None:
    """Show the scene's own map of the listing's mistakes."""
    listing = session.study.scene.listing
    if listing is None or listing.preset is None:
        return
    best = listing.preset
    session.leave_predict()
    before = session.shown
    params = session.scene.cases[best.case].params
    map_over(session, over=(named(params, best.x), named(params, best.y)))
    session.look(map=MapKind.MISTAKES, compare=True)
    session.begin_at(best.case, params, before)
    session.show_afresh()


def go_to_cell(session: Session, params: Params, gesture: Hashable = None) -> None:
    """Go where a map was clicked; from one of code, with the article's answer."""
    session.edit(params, gesture)
    if session.view.map and session.view.map.of_code:
        session.look(compare=True)
