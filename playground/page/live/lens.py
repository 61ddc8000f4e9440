"""The page "Lab": which maps there are, and the lens on one verdict."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.explore.curve import Axis
from playground.explore.lens import FLOATS, LensReading, choices
from playground.language import translated
from playground.page import colours
from playground.page.live import given
from playground.page.live.live_session import LiveSession
from playground.page.marked import marked
from playground.scene.roles import Role
from playground.study import charts, lens_moves, lens_words, map_words
from playground.study.session import Session
from playground.study.study import Study


def told(live: LiveSession) -> dict[str, Any]:
    """Return what the page says of the map on show, and of the lens."""
    session = live.session
    study, listing = session.study, session.study.scene.listing
    question = study.question
    return {
        "map": marked(map_words.explained(study, question.kind if question else None)),
        "preset": bool(listing and listing.preset),
        "lens": _lens(session) if study.scene.lens else None,
    }


def _lens(session: Session) -> dict[str, Any]:
    study = session.study
    said, known = study.precision, choices(study.params)
    axis = _axis(session)
    return {
        "compared": marked(lens_words.compared(study)),
        "help": translated(lens_words.GAP),
        "readings": [_reading(study, one, said[-1].hit) for one in said],
        "axes": [translated(each.label(study.params)) for each in known],
        "axis": axis and translated(axis.label(study.params)),
        "value": axis and lens_words.value(study.params, axis),
        "steps": [number.__name__ for number in FLOATS],
    }


def _reading(study: Study, one: LensReading, truth: bool) -> dict[str, Any]:
    right, role = one.hit is truth, Role.HIT if one.hit else Role.MISS
    return {
        "name": translated(one.name),
        "word": translated(lens_words.word(study, one)),
        "right": right,
        "tone": colours.text_tone(role) if right else colours.named()["warning"],
        "gap": marked(lens_words.gap(one)),
    }


def _axis(session: Session) -> Axis | None:
    known, chosen = choices(session.params), session.opened.bit
    return chosen if chosen in known else next(iter(known), None)


def act(live: LiveSession, deed: object, *values: object) -> None:
    """Move a number under the lens: `choose LABEL`, `step KIND ±1`, `edge`."""
    given.done(live, DEEDS, deed, values)


def preset(live: LiveSession) -> None:
    """Show the scene's own map of the code's mistakes."""
    charts.show_preset(live.session)


def _choose(live: LiveSession, label: object) -> None:
    session = live.session
    p = session.params
    known = given.by_words(choices(p), lambda axis: axis.label(p))
    lens_moves.choose(session, given.among(known, label))


def _step(live: LiveSession, kind: object, way: object) -> None:
    number = given.among({number.__name__: number for number in FLOATS}, kind)
    direction = 1 if given.number(way) > 0.0 else -1
    if axis := _axis(live.session):
        lens_moves.step(live.session, axis, number, direction)


def _edge(live: LiveSession) -> None:
    if axis := _axis(live.session):
        lens_moves.go_to_edge(live.session, axis)


# What can be done, by name.
DEEDS: Mapping[str, Callable[..., None]] = {
    "choose": _choose,
    "step": _step,
    "edge": _edge,
}
