"""Every control of every scene, mode and page, used once without an exception."""

import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from conftest import Driver
from planted import JUDGED
from using import Drawn, Hand, nothing_outside, refuse_changes_while_drawing

from playground.gui.commands.command_types import Command
from playground.gui.commands.registry import COMMANDS
from playground.judge.evaluation import EvaluationOptions
from playground.quiz import round
from playground.quiz.round import QuizRound
from playground.scene.scene import Scene, SceneEntry
from playground.session import quiz
from playground.session.history import History
from playground.session.lesson import editor, player
from playground.session.lesson.document import LessonQuestion
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.user_code_run import UserCode
from playground.session.view_options import Page
from scenes import SCENES

Begin = Callable[[], object]

_PATIENCE = 60.0
_MODES = [(entry, part) for entry in SCENES for part in entry.sub_scenes()]
# One of the plane, one of space, and two of one scene; the others are exhaustive.
_UNLIKE = [
    (entry, part)
    for entry, part in _MODES
    if entry.id in ("ray_circle", "sphere_line", "ball_block")
]


def _shows(session: Session, entry: SceneEntry, part: Scene[Any, Any]) -> None:
    """Show a mode of a scene; undo returns to the scene's first state."""
    cases = (case.params for case in entry.cases.values())
    session.open(session.find(entry.id))
    session.edit(next(params for params in cases if entry.resolve(params)[0] is part))


def _does(driver: Driver, command: Command) -> None:
    session = driver.session
    if command.is_available(driver.seen) and command.is_enabled(driver.seen):
        command.act(session, driver.controls, driver.window_view)


def _ends(session: Session, ended: list[tuple[QuizRound, History]]) -> None:
    """End a round of the quiz with equal answers, the first time by playing it."""
    own = session.opened_scenes[session.index]
    if ended:
        own.question_scene = OpenScene(own.scene)
        own.quiz, own.question_scene.history = ended[0]
        session.look(page=Page.PREDICT)
        return
    quiz.begin_round(session, 1)
    while own.quiz and own.question_scene and not own.quiz.ended:
        _reveals(session)
        quiz.go_to_next_question(session)
        ended[:] = [(own.quiz, own.question_scene.history)]


def _reveals(session: Session) -> None:
    while session.quiz and not session.quiz.answer:
        quiz.guess_hit(session, False)
        quiz.guess_point(session, (0.0,) * session.scene.dimension)
        quiz.reveal(session)


def _asks(session: Session, *, reveals: bool) -> None:
    quiz.begin_round(session, 1)
    if reveals:
        _reveals(session)


def _writes(session: Session) -> None:
    editor.begin_lesson(session)
    editor.set_question_or_task(
        session, question=LessonQuestion("?", ("a", "b", "c"), 0)
    )


def _walks(session: Session, entry: SceneEntry, *, to_task: bool) -> None:
    """Open the scene's lesson at its first stop with a task, or with a question."""
    player.start_shipped_lesson(session, entry)
    stops = (
        [visit.stop for visit in session.lesson.stop_states] if session.lesson else []
    )
    wanted = (i for i, s in enumerate(stops) if (s.task if to_task else s.question))
    player.go_to_stop(session, next(wanted, 0))


def _beginnings(driver: Driver, entry: SceneEntry, *, alone: bool) -> Iterator[Begin]:
    """Yield the initial actions: none, each command, and some sequences.

    Commands show the same in every mode, so they are yielded only if `alone`.
    """
    session = driver.session
    yield _nothing
    for command in COMMANDS if alone else ():
        yield partial(_does, driver, command)
    yield partial(_writes, session)
    for to_task in (False, True):
        yield partial(_walks, session, entry, to_task=to_task)
    for kind in session.scene_view.maps:
        yield partial(session.look, map=kind)
    if session.scene_view.has_quiz:
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
def hand(driver, monkeypatch, tmp_path) -> Hand:
    nothing_outside(monkeypatch, tmp_path)
    refuse_changes_while_drawing(monkeypatch)
    # The rows of its answers are all alike.
    monkeypatch.setattr(round, "QUESTION_COUNT", 2)
    # So high that little has to be scrolled to.
    driver.resize(1280, 1600)
    return Hand(driver, Drawn(monkeypatch))


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize(
    "modes",
    [
        pytest.param(_UNLIKE, id="each once"),
        *(
            pytest.param([mode], marks=pytest.mark.exhaustive, id=mode[1].id)
            for mode in _MODES
        ),
    ],
)
def test_every_control_can_be_used(driver, hand, modes):
    """Use a control of several modes in the first one that has it."""
    for entry, part in modes:
        hand.scene_id = entry.id
        show = partial(_shows, driver.session, entry, part)
        show()
        alone = len(modes) == 1 or entry.id == "ray_circle"
        for begin in list(_beginnings(driver, entry, alone=alone)):
            _use(driver, hand, show, begin)


@pytest.fixture
def code(monkeypatch, tmp_path) -> Iterator[UserCode]:
    """Return user code for the first scene, loaded once although tests close it."""
    path = tmp_path / "mine.py"
    shutil.copy(JUDGED / "ray_circle.py", path)
    opened = UserCode(SCENES[0], f"{path}:ray_circle")
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
def test_every_control_beside_own_code_can_be_used(driver, hand, code):
    session, hand.scene_id = driver.session, SCENES[0].id

    def begin() -> None:
        code.set_terms(EvaluationOptions(count=100))
        own = session.opened_scenes[session.index]
        assert code.opened
        own.user_code, own.scene = code, code.opened
        session.look(page=Page.CODE, compare=True)
        end = time.monotonic() + _PATIENCE
        while session.scene_view.comparison is None:
            assert time.monotonic() < end
            driver.settle(1)

    def begin_untried() -> None:
        code.cancel_evaluation()
        begin()

    hand.pass_over(_nothing, _nothing)
    _use(driver, hand, _nothing, begin_untried)
    code.set_terms(EvaluationOptions(count=100))
    code.start_evaluation(None)
    trial, end = code.trial, time.monotonic() + _PATIENCE
    while trial and trial.state.runs:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert trial
    assert trial.state.report

    def begin_tried() -> None:
        code.cancel_evaluation()
        begin()
        code.trial = trial

    _use(driver, hand, _nothing, begin_tried)
