"""All that can be gone to or done by name, and what a few letters mean of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, ParamSpec
from unicodedata import normalize

from playground.analysis.curve import Axis, axes
from playground.analysis.heat_map import MapKind
from playground.gui.commands.command import Act, Seen
from playground.gui.commands.registry import COMMANDS
from playground.gui.widgets.localized import valued
from playground.i18n import message, translated, with_texts
from playground.scene import params as parameters
from playground.scene.math_text import show
from playground.scene.parameter_types import Number, Vector
from playground.session import first_run
from playground.session.lesson import player
from playground.session.precision import typed
from playground.session.session import Session
from playground.session.texts import CaseGroup, case_groups
from playground.session.view_options import Page

P = ParamSpec("P")
_MOST = 60
_OTHERWISE = message("≠ the article gives a different answer")
# Whoever types kana has the one kind or the other.
_HIRAGANA = {kana: kana - 0x60 for kana in range(0x30A1, 0x30F7)}


@with_texts("title", "beside")
@dataclass(frozen=True)
class FoundItem:
    """Something to choose: what it is called, what is said beside it, what it does."""

    title: str
    beside: str
    act: Act


def choices(seen: Seen) -> list[FoundItem]:
    """Return everything that can be chosen now."""
    return [
        *_cases(seen),
        *_commands(seen),
        *_shown(seen),
        *_scenes(seen),
        *_lessons(seen),
        *_others(seen),
    ]


def _doing(
    deed: Callable[Concatenate[Session, P], object],
    *arguments: P.args,
    **named: P.kwargs,
) -> Act:
    """Return what does something to the session."""
    return lambda session, controls, window_view: deed(session, *arguments, **named)


def _commands(seen: Seen) -> list[FoundItem]:
    return [
        FoundItem(
            command.title, command.keys[0].name if command.keys else "", command.act
        )
        for command in COMMANDS
        if command.there(seen) and command.can(seen)
    ]


def _shown(seen: Seen) -> list[FoundItem]:
    """Return the maps."""
    return [
        FoundItem(
            message("Map: {kind}", kind=kind),
            "",
            _doing(Session.look, map=kind, page=Page.LAB),
        )
        for kind in MapKind
        if kind in seen.study.maps
    ]


def _scenes(seen: Seen) -> list[FoundItem]:
    visit = first_run.visit if seen.simple else Session.open
    return [
        FoundItem(
            scene.title,
            message("scene {number}", number=index + 1),
            _doing(visit, index),
        )
        for index, scene in enumerate(seen.facts.entries)
    ]


def _lessons(seen: Seen) -> list[FoundItem]:
    """Return the lessons that come with the scenes, that of the present one first."""
    start, here = player.start_shipped, seen.facts.index
    entries = seen.facts.entries
    return [
        FoundItem(
            message("Lesson: {scene}", scene=scene.title), "", _doing(start, scene)
        )
        for scene in (entries[here], *entries[:here], *entries[here + 1 :])
        if scene.plan
    ]


def _cases(seen: Seen) -> list[FoundItem]:
    return [
        FoundItem(
            name,
            _OTHERWISE if group is CaseGroup.DIFFERS else "",
            _doing(Session.choose_case, name),
        )
        for name, group in case_groups(seen.study.entry).items()
    ]


def _others(seen: Seen) -> list[FoundItem]:
    """Return the cases of the other scenes."""

    def go(session: Session, index: int, name: str) -> None:
        session.open(index)
        session.choose_case(name)

    return [
        FoundItem(name, scene.title, _doing(go, index, name))
        for index, scene in enumerate(seen.facts.entries)
        if index != seen.facts.index
        for name in scene.cases
    ]


def found(text: str, among: Sequence[FoundItem]) -> list[FoundItem]:
    """Return the choices that a text means, the best first; all for no text.

    They are found as they are shown, and in English.
    """
    asked = _plain(text).strip()
    scored = [(_meant(asked, choice.title), choice) for choice in among]
    fitting = [(score, choice) for score, choice in scored if score is not None]
    fitting.sort(key=lambda item: item[0])
    return [choice for _, choice in fitting[:_MOST]]


def _plain(text: str) -> str:
    """Return a text as it is compared: however wide its letters are, or large."""
    return normalize("NFKC", text).lower().translate(_HIRAGANA)


def _meant(asked: str, title: str) -> tuple[int, int] | None:
    """Return the better score of a title as it is shown and in English, if any."""
    told = dict.fromkeys([_plain(translated(title)), _plain(title)])
    scores = (_score(asked, words) for words in told)
    return min((score for score in scores if score is not None), default=None)


def _score(asked: str, title: str) -> tuple[int, int] | None:
    """Return how far a title is from the letters asked for; None if it lacks some.

    Letters in one piece are better than scattered ones, and early better than late.
    """
    if (at := title.find(asked)) >= 0:
        starts = at == 0 or not title[at - 1].isalnum()
        return (0 if starts else 1, at)
    at, gaps = -1, 0
    for letter in asked.replace(" ", ""):
        following = title.find(letter, at + 1)
        if following < 0:
            return None
        gaps += following - at - 1
        at = following
    return (2, gaps)


def numbers(text: str, seen: Seen) -> list[FoundItem]:
    """Return what sets a number: "radius 2.5", "centre x = 1/3", "angle 30°"."""
    text = normalize("NFKC", text).strip()
    head, _, tail = text.rpartition("=" if "=" in text else " ")
    head = _plain(head.strip())
    if not (head and tail.strip()):
        return []
    given, params = [], seen.study.params
    for axis in axes(params):
        label = axis.label(params)
        score = _meant(head, label)
        spec = parameters.specs(type(params))[axis.name]
        if score is None or not isinstance(spec, Number | Vector):
            continue
        try:
            shown = typed(spec, tail)
        except ValueError:
            continue
        value = shown / axis.shown(params)
        act = _doing(_set, axis, value)
        given.append((score, FoundItem(valued(label, show(shown)), "", act)))
    return [choice for _, choice in sorted(given, key=lambda item: item[0])]


def _set(session: Session, axis: Axis, value: float) -> None:
    session.set_value(axis.name, axis.replaced(session.params, value), session.press)
