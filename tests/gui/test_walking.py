"""Lessons by the window's events: stops, answers, tasks and writing."""

import json
from pathlib import Path

import pytest
from effort import each_value_once
from imgui_bundle import imgui
from pyglet.window import key

from playground.cli.main import main
from playground.gui.commands.command_types import Command
from playground.gui.commands.registry import NEW_LESSON
from playground.session import step_navigation, user_code
from playground.session.lesson import editor, player
from playground.session.lesson.document import (
    AgreementCheck,
    Lesson,
    LessonQuestion,
    LessonTask,
    MistakeCheck,
    OutcomeCheck,
    QuantityCheck,
    QuantityRelation,
    Stop,
    dump,
    load,
)
from playground.session.lesson.open_lesson import StopMark
from playground.session.saved_state import State
from playground.session.view_options import Page
from scenes import POINT_ELLIPSE, RAY_CIRCLE, SCENES


def state(case: str, **shown: object) -> State:
    return State(RAY_CIRCLE, RAY_CIRCLE.cases[case].params, case, **shown)


S = "Discriminant s"
QUESTION = LessonQuestion("Does it hit?", ("No", "Yes", "Twice"), 1, "It touches.")
TASK = LessonTask("Make it touch.", (QuantityCheck(S, QuantityRelation.IS, 0.0, 0.2),))
PLAN = Lesson(
    "Five",
    (
        Stop(state("Two hits"), "First look."),
        Stop(state("Tangent"), "Look again.", QUESTION),
        Stop(state("Two hits"), "Now you.", None, TASK),
        Stop(state("Starts inside", page=Page.DERIVATION, step=8, compare=True), "So."),
        Stop(
            State(POINT_ELLIPSE, POINT_ELLIPSE.initial_params(), "Inside"), "Another."
        ),
    ),
)


@pytest.fixture
def hand(window_of):
    return window_of(*SCENES)


@pytest.fixture
def walked(hand):
    player.start_lesson(hand.session, PLAN)
    hand.settle()
    return hand


def page_down(hand, times: int = 1) -> None:
    for _ in range(times):
        hand.key(key.PAGEDOWN)


def shown(texts: list[str], hand) -> str:
    return "\n".join(hand.anew(texts))


def test_a_question_hides_the_answer_until_it_is_given(walked, texts) -> None:
    session = walked.session
    page_down(walked)
    assert "Does it hit?" in shown(texts, walked)
    assert session.scene_view.verdict is None
    assert not session.scene_view.rows
    assert session.scene_view.curve is None
    assert session.scene_view.comparison is None
    assert not session.scene_view.list_handle_marks(1.0)
    assert "Touch" not in shown(texts, walked)
    # A wrong answer does not give the right one away.
    walked.click_item("##answer 1")
    assert "Not quite. Try again" in shown(texts, walked)
    assert "It touches." not in shown(texts, walked)
    assert session.scene_view.verdict is None
    walked.click_item("Show the answer")
    assert "The answer is “Yes”. It touches." in shown(texts, walked)
    assert session.scene_view.verdict.text == "Touch"
    walked.click_item("##answer 2")  # answered once and for all
    assert session.lesson.stop_state.mark is StopMark.AGAIN
    # Presented, the other answers make room for the reason.
    walked.key(key.F5)
    walked.item("##answer 2")
    assert not any("answer 3" in label for label in walked.items.places)


def test_a_question_about_a_step_comes_to_it_once_it_is_answered(hand) -> None:
    asked = Stop(state("Two hits", page=Page.DERIVATION, step=6), "", QUESTION)
    player.start_lesson(hand.session, Lesson("Step", (asked,)))
    hand.settle()
    assert not hand.session.scene_view.steps
    hand.key(key._2)
    assert hand.session.open_scene.step == 6
    # Written it is not hidden, and then it is again.
    hand.session.lesson.stop_state.tries = ()
    editor.toggle_writing(hand.session)
    step_navigation.go_to_step(hand.session, 3)
    hand.settle()
    editor.toggle_writing(hand.session)
    hand.settle()
    assert not hand.session.scene_view.steps
    drawn = hand.controls.motion.draw_list.primitives
    assert not any(record.first_step for record in drawn)


def choose(hand, words: str) -> None:
    hand.key(key.P, key.MOD_CTRL)
    hand.type(words)
    hand.key(key.ENTER)
    hand.settle()


def test_a_scenes_lesson_is_opened_by_its_name_or_its_button(hand) -> None:
    choose(hand, "lesson: point vs")
    assert hand.session.scene is POINT_ELLIPSE
    assert hand.session.lesson.title == "Point vs ellipse"
    hand.key(key.ESCAPE)
    hand.session.open(0)
    hand.settle()
    hand.click_item("  Lesson")
    assert hand.session.lesson.title == "Ray vs circle"


def test_a_lesson_is_pasted_like_a_state(hand) -> None:
    hand.window.clipboard = dump(PLAN)
    hand.key(key.V, key.MOD_CTRL)
    assert hand.session.lesson.document == PLAN
    hand.window.clipboard = dump(PLAN).replace('"Discriminant s"', '"Speed"')
    hand.key(key.V, key.MOD_CTRL)
    assert 'stop 3: check 1: "quantity" must be one of' in hand.session.notice


def test_presented_it_shows_what_its_words_speak_of(hand, texts) -> None:
    player.start_shipped_lesson(hand.session, RAY_CIRCLE)
    hand.key(key.F5)
    hand.settle()
    visits = hand.session.lesson.stop_states
    task = next(i for i, visit in enumerate(visits) if visit.stop.task)
    player.go_to_stop(hand.session, task)
    assert "Discriminant s = 4.65 m²" in shown(texts, hand)
    assert "if t1 < 0.0 or t2 < 0.0:" not in shown(texts, hand)
    code = [i for i, v in enumerate(visits) if v.stop.state.page is Page.CODE]
    player.go_to_stop(hand.session, code[0])
    assert "if t1 < 0.0 or t2 < 0.0:" in shown(texts, hand)


@pytest.mark.slow
@each_value_once("scene, presenting", SCENES, [False, True])
def test_a_shipped_lesson_fits_the_least_window(hand, scene, presenting: bool) -> None:
    session = hand.session
    hand.resize(960, 600)
    hand.window_view.presenting = presenting
    player.start_shipped_lesson(session, scene)
    for number in range(len(session.lesson.stop_states)):
        player.go_to_stop(session, number)
        question = session.lesson.stop.question
        for given in range(len(question.answers)) if question else [None]:
            hand.settle(4)
            assert room_lacking(hand) == 0.0, (number + 1, given)
            if given is not None:
                session.lesson.stop_state.tries = ()
                player.answer_question(session, given)
                hand.settle()
                assert room_lacking(hand) == 0.0, (number + 1, given)
                player.show_answer(session)
        hand.settle(4)
        assert room_lacking(hand) == 0.0, number + 1


def room_lacking(hand) -> float:
    """Return the height that a lesson's text would have to be scrolled, in px."""
    hand.window.main_view.gui.activate()
    presented = hand.window_view.presenting
    name = "caption" if presented else "lesson"
    return float(imgui.internal.find_window_by_name(name).scroll_max.y)


# --- Writing


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(hand, text: str) -> None:
    """Type into the field of the stop's sentence."""
    hand.click_item("##sentence")
    hand.type(text)
    hand.key(key.ESCAPE)


def run_command(hand, command: Command) -> None:
    """Run a command as the menu does."""
    command.act(hand.session, hand.controls, hand.window_view)
    hand.settle()


def pick(hand, box: str, word: str) -> None:
    """Choose an option in an open drop-down list."""
    hand.click_item(box)
    hand.settle()
    hand.click_item(word)
    hand.settle()


@pytest.mark.slow
def test_five_states_are_prepared_saved_opened_again_and_walked(
    hand, window_of, folder: Path
) -> None:
    hand.resize(1280, 1400)
    run_command(hand, NEW_LESSON)
    session = hand.session
    hand.click_item("##title")
    hand.key(key.A, key.MOD_CTRL)
    hand.type("For tomorrow")
    hand.key(key.ENTER)
    write(hand, "A ray and a circle.")
    prepared = [hand.params]
    for text in ("Nearer.", "Now it touches?", "Your turn.", "An ellipse."):
        if text == "An ellipse.":
            hand.open("point_ellipse")
        else:
            hand.drag_grip("direction", 0, 12.0, 16.0)
        hand.click_item("Add this state")
        write(hand, text)
        prepared.append(hand.params)
    assert [v.stop.say for v in session.lesson.stop_states][1:3] == [
        "Nearer.",
        "Now it touches?",
    ]

    hand.click_item("##stop 3")
    hand.click_item("Question")
    for field, text in (("asked", "Hit?"), ("field 1", "No"), ("field 2", "Yes")):
        hand.click_item(f"##{field}")
        hand.type(text)
    hand.click_item("##right 2")
    hand.click_item("##stop 4")
    hand.click_item("Task")
    hand.click_item("##task")
    hand.type("Lose it.")
    pick(hand, "##about", "The article's answer")
    pick(hand, "##word", "differs from the exact answer")
    hand.click_item("##stop 5")
    hand.click_item("Move this stop up")
    hand.click_item("Save##lesson")
    hand.settle()
    hand.key(key.ENTER)  # by the name that is suggested
    file = folder / "for-tomorrow.json"
    assert "for-tomorrow.json" in session.notice
    assert json.loads(file.read_text("utf-8"))["title"] == "For tomorrow"
    assert not session.lesson.has_unsaved_changes

    hand.close()
    again = window_of(*SCENES)
    again.window.clipboard = file.read_text("utf-8")
    again.key(key.V, key.MOD_CTRL)
    order = [prepared[i] for i in (0, 1, 2, 4, 3)]
    for number, params in enumerate(order):
        assert again.params == params, number
        if number == 2:
            assert again.session.asking
            again.key(key._2)
            assert not again.session.asking
        if number == 4:
            assert again.session.lesson.stop.task == LessonTask(
                "Lose it.", (AgreementCheck(False),)
            )
        page_down(again)


def test_a_check_is_chosen_by_drop_downs(hand) -> None:
    hand.resize(1280, 1400)
    run_command(hand, NEW_LESSON)
    hand.click_item("Task")
    walk = hand.session.lesson
    assert walk.stop.task == LessonTask(
        "", (QuantityCheck(S, QuantityRelation.IS, 0.0, 0.1),)
    )
    pick(hand, "##sense", "is above")
    pick(hand, "##quantity", "First t")
    hand.double_click(*hand.item("##number number"))
    hand.key(key.A, key.MOD_CTRL)
    hand.type("1/2")
    hand.key(key.ENTER)
    assert walk.stop.task.checks == (
        QuantityCheck("First t", QuantityRelation.ABOVE, 0.5),
    )
    hand.click_item("And also")
    assert len(walk.stop.task.checks) == 2
    hand.click_item("##without check")
    pick(hand, "##about", "The article's mistake")
    assert isinstance(walk.stop.task.checks[0], MistakeCheck)
    pick(hand, "##about", "The verdict")
    pick(hand, "##word", "Behind")
    assert walk.stop.task.checks == (OutcomeCheck("Behind"),)
    assert load(dump(walk.document), SCENES) == walk.document


# --- Files and code


def test_a_wrong_lesson_is_told_in_one_line(tmp_path: Path, capsys) -> None:
    file = tmp_path / "lesson.json"
    file.write_text(dump(PLAN).replace('"right": 2', '"right": 9'), encoding="utf-8")
    assert main(["run", str(file)]) == 2
    assert "stop 2: " in capsys.readouterr().err
    file.write_text(dump(PLAN), encoding="utf-8")
    assert main(["render", str(file), "-o", str(tmp_path / "out.png")]) == 2
    assert "this is a lesson" in capsys.readouterr().err


CODE = """
def ray_circle(origin, direction, center, radius):
    return None
"""


@pytest.mark.slow
def test_a_lesson_is_about_the_article_whatever_code_is_open(
    hand, tmp_path: Path
) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(CODE)
    session = hand.session
    user_code.open_user_code(session, str(mine))
    hand.until_code_answers()
    hand.window.clipboard = dump(PLAN)
    hand.key(key.V, key.MOD_CTRL)
    page_down(hand, 3)
    assert session.scene is RAY_CIRCLE
    assert session.scene_view.comparison.kind == "start inside: missed"
    user_code.open_user_code(session, str(mine))  # at this stop alone
    hand.until_code_answers()
    here = session.open_scene.user_code
    hand.key(key.ESCAPE)
    hand.settle()
    # Its own code is there again; that of the stop has ended.
    assert session.open_scene.user_code not in (None, here)
    assert session.scene is session.open_scene.user_code.opened
    assert not here.pending
