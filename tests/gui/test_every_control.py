"""Every control of every scene, mode and page is used once: nothing raises."""

import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from conftest import Driver
from planted import JUDGED
from using import Drawn, Hand, nothing_outside

from playground.gui.commands.command import Command
from playground.gui.commands.registry import COMMANDS
from playground.judge.evaluation import Terms
from playground.quiz import round
from playground.quiz.round import QuizRound
from playground.scene.scene import Entry, Scene
from playground.session import quiz
from playground.session.history import History
from playground.session.lesson import editor, player
from playground.session.lesson.document import LessonQuestion
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.user_code_run import JudgedCode
from playground.session.view_options import Page
from scenes import SCENES

Begin = Callable[[], object]

_PATIENCE = 60.0
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
    if command.there(driver.seen) and command.can(driver.seen):
        command.act(session, driver.controls, driver.window_view)


def _ends(session: Session, ended: list[tuple[QuizRound, History]]) -> None:
    """End a round of the quiz of which every answer was the same, but only once."""
    own = session.all_opened[session.index]
    if ended:
        own.asked = OpenScene(own.scene)
        own.quiz, own.asked.history = ended[0]
        session.look(page=Page.PREDICT)
        return
    quiz.begin(session, 1)
    while own.quiz and own.asked and not own.quiz.ended:
        _reveals(session)
        quiz.proceed(session)
        ended[:] = [(own.quiz, own.asked.history)]


def _reveals(session: Session) -> None:
    while session.quiz and not session.quiz.answer:
        quiz.say(session, False)
        quiz.place(session, (0.0,) * session.scene.dimension)
        quiz.reveal(session)


def _asks(session: Session, *, reveals: bool) -> None:
    quiz.begin(session, 1)
    if reveals:
        _reveals(session)


def _writes(session: Session) -> None:
    editor.begin(session)
    editor.then(session, question=LessonQuestion("?", ("a", "b", "c"), 0))


def _walks(session: Session, entry: Entry, *, to_task: bool) -> None:
    """Open the scene's lesson at its first stop with a task, or with a question."""
    player.start_shipped(session, entry)
    stops = [visit.stop for visit in session.walk.visits] if session.walk else []
    wanted = (i for i, s in enumerate(stops) if (s.task if to_task else s.question))
    player.go(session, next(wanted, 0))


def _beginnings(driver: Driver, entry: Entry) -> Iterator[Begin]:
    """Yield what is done first: nothing, each command, and what takes several."""
    session = driver.session
    yield _nothing
    for command in COMMANDS:
        yield partial(_does, driver, command)
    yield partial(_writes, session)
    for to_task in (False, True):
        yield partial(_walks, session, entry, to_task=to_task)
    for kind in session.study.maps:
        yield partial(session.look, map=kind)
    if session.study.quizzed:
        for reveals in (False, True):
            yield partial(_asks, session, reveals=reveals)
        yield partial(_ends, session, [])


def _nothing() -> None:
    pass


def _use(driver: Driver, hand: Hand, show: Begin, begin: Begin) -> None:
    try:
        hand.use_all(show, begin)
        for failure in driver.failures():
            raise failure.error
    except Exception as error:
        error.add_note(f"{begin}, then {hand.done}")
        raise


@pytest.fixture
def hand_for(driver, monkeypatch, tmp_path) -> Callable[..., Hand]:
    """Makes a hand that leaves alone the scenes that have tests of their own."""
    nothing_outside(monkeypatch, tmp_path)
    # The rows of its answers are all alike.
    monkeypatch.setattr(round, "ROUND", 2)
    # So high that little has to be scrolled to.
    driver.resize(1280, 1600)

    def made(shown: Entry) -> Hand:
        others = {entry.id for entry in SCENES if entry is not shown}
        return Hand(driver, Drawn(monkeypatch), others)

    return made


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize(("entry", "part"), _MODES)
def test_every_control_can_be_used(driver, hand_for, entry, part):
    hand = hand_for(entry)
    show = partial(_shows, driver.session, entry, part)
    show()
    for begin in list(_beginnings(driver, entry)):
        _use(driver, hand, show, begin)


@pytest.fixture
def code(monkeypatch, tmp_path) -> Iterator[JudgedCode]:
    """Somebody's code for the first scene, loaded once, however often it is closed."""
    path = tmp_path / "mine.py"
    shutil.copy(JUDGED / "ray_circle.py", path)
    opened = JudgedCode(SCENES[0], f"{path}:ray_circle")
    end = time.monotonic() + _PATIENCE
    while not opened.follow():
        assert time.monotonic() < end
        time.sleep(0.01)
    close = opened.close
    with monkeypatch.context() as patch:
        patch.setattr(opened, "close", _nothing)
        yield opened
    close()


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_every_control_beside_own_code_can_be_used(driver, hand_for, code):
    session, hand = driver.session, hand_for(SCENES[0])

    def begin() -> None:
        code.judge_by(Terms(count=100))
        own = session.all_opened[session.index]
        assert code.opened
        own.judged, own.scene = code, code.opened
        session.look(page=Page.CODE, compare=True)
        end = time.monotonic() + _PATIENCE
        while session.study.comparison is None:
            assert time.monotonic() < end
            driver.settle(1)

    def begin_untried() -> None:
        code.end_trial()
        begin()

    hand.pass_over(_nothing, _nothing)
    _use(driver, hand, _nothing, begin_untried)
    code.judge_by(Terms(count=100))
    code.try_all(None)
    trial, end = code.trial, time.monotonic() + _PATIENCE
    while trial and trial.state.runs:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert trial
    assert trial.state.told

    def begin_tried() -> None:
        code.end_trial()
        begin()
        code.trial = trial

    _use(driver, hand, _nothing, begin_tried)
