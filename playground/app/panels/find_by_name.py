"""All that can be gone to or done by name, and what a few letters mean of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from playground.app.canvas.mouse import Controls
from playground.app.panels.commands import COMMANDS
from playground.app.panels.typed_number import typed
from playground.app.panels.window_view import WindowView
from playground.explore.curve import Axis, axes
from playground.explore.map import MapKind
from playground.scene import params as parameters
from playground.scene.mathtext import show
from playground.scene.specs import Number, Vector
from playground.study import lesson_walking
from playground.study.session import Session
from playground.study.shown import Page

_MOST = 60
_OTHERWISE = "≠ the article answers otherwise"


@dataclass(frozen=True)
class Choice:
    """Something to choose: what it is called, what is said beside it, what it does."""

    title: str
    beside: str
    act: Callable[[], object]


def choices(
    session: Session, controls: Controls, window_view: WindowView
) -> list[Choice]:
    """Return everything that can be chosen now."""
    return [
        *_cases(session),
        *_commands(session, controls, window_view),
        *_shown(session),
        *_scenes(session),
        *_lessons(session),
        *_others(session),
    ]


def _commands(
    session: Session, controls: Controls, window_view: WindowView
) -> list[Choice]:
    return [
        Choice(
            command.title,
            command.keys[0].name if command.keys else "",
            partial(command.act, session, controls, window_view),
        )
        for command in COMMANDS
        if command.there(session, window_view) and command.can(session, window_view)
    ]


def _shown(session: Session) -> list[Choice]:
    """Return the maps."""
    return [
        Choice(f"Map: {kind}", "", partial(session.look, map=kind, page=Page.LAB))
        for kind in MapKind
        if kind in session.study.maps
    ]


def _scenes(session: Session) -> list[Choice]:
    return [
        Choice(own.scene.title, f"scene {index + 1}", partial(session.open, index))
        for index, own in enumerate(session.all_opened)
    ]


def _lessons(session: Session) -> list[Choice]:
    """Return the lessons that come with the scenes."""
    every = [own.scene for own in session.all_opened if own.scene.plan]
    return [
        Choice(
            f"Lesson: {scene.title}",
            "",
            partial(lesson_walking.start_shipped, session, scene),
        )
        for scene in every
    ]


def _cases(session: Session) -> list[Choice]:
    return [
        Choice(
            name,
            _OTHERWISE if case.mistake else "",
            partial(session.choose_case, name),
        )
        for name, case in session.scene.cases.items()
    ]


def _others(session: Session) -> list[Choice]:
    """Return the cases of the other scenes."""

    def go(index: int, name: str) -> None:
        session.open(index)
        session.choose_case(name)

    return [
        Choice(name, own.scene.title, partial(go, index, name))
        for index, own in enumerate(session.all_opened)
        if index != session.index
        for name in own.scene.cases
    ]


def found(text: str, among: Sequence[Choice]) -> list[Choice]:
    """Return the choices that a text means, the best first; all for no text."""
    asked = text.strip().lower()
    scored = [(_score(asked, choice.title.lower()), choice) for choice in among]
    fitting = [(score, choice) for score, choice in scored if score is not None]
    fitting.sort(key=lambda item: item[0])
    return [choice for _, choice in fitting[:_MOST]]


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


def numbers(text: str, session: Session) -> list[Choice]:
    """Return what sets a number: "radius 2.5", "centre x = 1/3", "angle 30°"."""
    head, _, tail = text.strip().rpartition("=" if "=" in text else " ")
    head = head.strip().lower()
    if not (head and tail.strip()):
        return []
    given = []
    for axis in axes(session.params):
        label = axis.label(session.params)
        score = _score(head, label.lower())
        spec = parameters.specs(type(session.params))[axis.name]
        if score is None or not isinstance(spec, Number | Vector):
            continue
        try:
            shown = typed(spec, tail)
        except ValueError:
            continue
        value = shown / axis.shown(session.params)
        act = partial(_set, session, axis, value)
        given.append((score, Choice(f"{label} = {show(shown)}", "", act)))
    return [choice for _, choice in sorted(given, key=lambda item: item[0])]


def _set(session: Session, axis: Axis, value: float) -> None:
    session.set_value(axis.name, axis.replaced(session.params, value), session.press)
