"""The curve and the map of a session: what they run over, and what they show."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

from playground.explore.curve import Axis, Curve, axes, deciding, named
from playground.explore.map import MapKind, Question, moved
from playground.scene.params import Params
from playground.study.session import Session

# The curve's axis is never narrower than this share of its numbers, nor than that.
_FINEST, _NARROWEST = 1e-9, 1e-150


def curve(session: Session) -> Curve | None:
    """Return the curve to show; None where there is none, or a question is on."""
    if session.questioned:
        return None
    known, answer = axes(session.params), session.moment.scene.answer
    if not answer.curves or not known:
        return None
    axis = session.opened.axis
    if axis not in known:
        against = answer.against
        axis = named(session.params, against) if against else known[0]
    held, span = session.span, None
    if held and held[:2] == (session.stage, axis):
        low, high = held[2]
        span = held[2] if low <= axis.value(session.params) <= high else None
    return session.moment.curve(axis, span)


def hold_span(session: Session, axis: Axis, span: tuple[float, float]) -> None:
    """Keep the curve's stretch until the value leaves it.

    While it is dragged in, one that followed the value would run away from the
    pointer, and the next click would mean another place.
    """
    session.span = session.stage, axis, span


def zoom_span(session: Session, axis: Axis, at: float, factor: float) -> None:
    """Show so much more of the curve's axis about a place on it, within limits."""
    shown = curve(session)
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


def map_axes(session: Session) -> tuple[Axis, Axis]:
    """Return the two numbers that a map runs over."""
    known, chosen = deciding(session.params), session.opened.mapped.over
    if chosen and set(chosen) <= set(known):
        return chosen
    return moved(session.scene, session.params) or (known[0], known[-1])


def question(session: Session) -> Question | None:
    """Return what the map on show asks; None without a map, or while one is asked."""
    maps, wanted = session.moment.maps, session.view.map
    if wanted is None or session.questioned or not maps:
        return None
    known, chosen = session.moment.quantities, session.opened.mapped.quantity
    asked = Question(
        session.scene,
        session.params,
        *map_axes(session),
        wanted if wanted in maps else maps[0],
        chosen if chosen in known else next(iter(known), ""),
        session.dtype,
    )
    return asked.settled()


def map_over(session: Session, **changes: Any) -> None:
    """Choose what the scene's maps are over: `MapChoice`'s fields by name."""
    session.opened.mapped = replace(session.opened.mapped, **changes)


def next_map(session: Session) -> None:
    """Go on from no map to the verdict's and the others, and to none again."""
    kinds = (None, *session.moment.maps)
    shown = question(session)
    now = shown.kind if shown else None
    session.look(map=kinds[(kinds.index(now) + 1) % len(kinds)])


def show_preset(session: Session) -> None:
    """Show the scene's own map of the listing's mistakes."""
    listing = session.moment.scene.listing
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
