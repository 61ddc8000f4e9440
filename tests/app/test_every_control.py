"""Every control of every scene, mode and page is used once: nothing raises."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from conftest import Driver
from using import Drawn, Hand, nothing_outside

from playground.app import asking, walking
from playground.app.commands import COMMANDS, Command
from playground.app.plan import Question
from playground.app.session import Session
from playground.scene.scene import Entry, Scene
from scenes import SCENES

Begin = Callable[[], object]

_MODES = [
    pytest.param(entry, part, id=part.id) for entry in SCENES for part in entry.parts()
]


def _shows(session: Session, entry: Entry, part: Scene[Any, Any]) -> None:
    """Show a mode of a scene; undo goes to what the scene opens with."""
    cases = (case.params for case in entry.cases.values())
    session.open(session.find(entry.id))
    session.edit(next(params for params in cases if entry.at(params)[0] is part))


def _does(driver: Driver, command: Command) -> None:
    session = driver.session
    if command.there(session) and command.can(session):
        command.act(session, driver.controls)


def _asks(session: Session, *, reveals: bool) -> None:
    asking.begin(session, 1)
    while session.quiz and reveals and not session.quiz.answer:
        asking.say(session, False)
        asking.place(session, (0.0,) * session.scene.dimension)
        asking.reveal(session)


def _writes(session: Session) -> None:
    walking.begin(session)
    walking.then(session, question=Question("?", ("a", "b", "c"), 0))


def _walks(session: Session, entry: Entry, *, to_task: bool) -> None:
    """Open the scene's lesson at its first stop with a task, or with a question."""
    walking.start_shipped(session, entry)
    stops = [visit.stop for visit in session.walk.visits] if session.walk else []
    wanted = (i for i, s in enumerate(stops) if (s.task if to_task else s.question))
    walking.go(session, next(wanted, 0))


def _beginnings(driver: Driver, entry: Entry) -> Iterator[Begin]:
    """Yield what is done first: nothing, each command, and what takes several."""
    session = driver.session
    yield lambda: None
    for command in COMMANDS:
        yield partial(_does, driver, command)
    yield partial(_writes, session)
    for to_task in (False, True):
        yield partial(_walks, session, entry, to_task=to_task)
    for kind in session.moment.maps:
        yield partial(session.look, map=kind)
    if session.moment.quizzed:
        for reveals in (False, True):
            yield partial(_asks, session, reveals=reveals)


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize(("entry", "part"), _MODES)
def test_every_control_can_be_used(driver, monkeypatch, tmp_path, entry, part):
    nothing_outside(monkeypatch, tmp_path)
    # So high that little has to be scrolled to.
    driver.resize(1280, 1600)
    hand = Hand(driver, Drawn(monkeypatch))
    show = partial(_shows, driver.session, entry, part)
    show()
    for begin in list(_beginnings(driver, entry)):
        try:
            hand.use_all(show, begin)
        except Exception as error:
            error.add_note(f"{begin}, then {hand.done}")
            raise
