"""Lessons in a session without a window: stops, answers and writing."""

from dataclasses import replace
from pathlib import Path

import pytest
from written import ASKED, CROSSING, DONE, INSIDE

from playground.session.lesson import editor, lesson_texts, player
from playground.session.lesson.document import MAX_STOPS, Lesson, LessonTask, Stop, dump
from playground.session.lesson.open_lesson import OpenLesson, StopMark, StopState
from playground.session.saved_state import State
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import CIRCLE_RECT, SCENES

RECT = State(CIRCLE_RECT, CIRCLE_RECT.initial_params())
PLAN = Lesson(
    "Three stops",
    (
        Stop(CROSSING, "Look."),
        Stop(replace(INSIDE, compare=False), "", ASKED),
        Stop(RECT, ""),
    ),
)


@pytest.fixture
def walked() -> Session:
    session = Session(SCENES)
    player.start_lesson(session, PLAN)
    return session


def walk_of(session: Session) -> OpenLesson:
    assert session.lesson is not None
    return session.lesson


def moved(session: Session, radius: float = 1.25) -> None:
    session.begin_gesture()
    session.set_value("radius", radius, session.gesture_id)


def test_it_is_walked_from_end_to_end_and_no_farther(walked: Session) -> None:
    seen = []
    for way in (0, 1, 1, 1, 1, -1, -1, -1, -1):
        walked.notice = ""
        assert player.step_stop(walked, way)
        seen.append((walk_of(walked).at, walked.notice))
        assert walked.scene is walk_of(walked).stop.state.scene
    last, first = "This is the end of the lesson", "This is the first stop"
    there = [(0, ""), (1, ""), (2, ""), (2, ""), (2, last)]
    assert seen == [*there, (2, ""), (1, ""), (0, ""), (0, first)]
    player.go_to_stop(walked, len(PLAN.stops))
    player.go_to_stop(walked, -1)
    assert walk_of(walked).at == 0


def test_without_a_lesson_there_is_nothing_to_walk() -> None:
    session = Session(SCENES)
    assert not player.step_stop(session, 1)
    assert not player.answer_question(session, 0)
    assert not player.is_task_done(session)
    player.close_lesson(session)
    player.reopen_lesson(session)
    assert session.lesson is None
    assert not session.closed_lessons


def test_a_stop_is_found_as_it_was_left_with_its_own_history(walked: Session) -> None:
    moved(walked)
    walked.look(page=Page.DERIVATION, compare=True)
    before = walked.revealed
    player.go_to_stop(walked, 2)
    assert walked.revealed > before
    assert walked.scene_view.page is Page.EXPLORE
    player.go_to_stop(walked, 0)
    assert walked.params.radius == 1.25
    assert (walked.scene_view.page, walked.view.compare) == (Page.DERIVATION, True)
    walked.undo()
    assert walked.params == CROSSING.params
    assert not walked.open_scene.history.past


def test_scenes_have_their_own_state_again_once_it_is_closed() -> None:
    session = Session(SCENES)
    moved(session, 0.75)
    own = session.open_scene
    player.start_lesson(session, PLAN)
    moved(session)
    player.close_lesson(session)
    assert session.lesson is None
    assert session.open_scene is own
    assert session.params.radius == 0.75
    player.reopen_lesson(session)
    assert walk_of(session).at == 0
    assert session.params.radius == 1.25


def test_what_a_lesson_that_is_written_shows_stays_when_it_is_closed() -> None:
    session = Session(SCENES)
    moved(session, 0.75)
    editor.begin_lesson(session)
    walk = walk_of(session)
    assert walk.writing
    assert walk.is_editor_shown
    assert walk.has_unsaved_changes
    assert walk.document == Lesson("New lesson", (Stop(session.state, ""),))
    moved(session)
    player.close_lesson(session)
    assert session.params.radius == 1.25
    # A step back leads behind the lesson.
    session.undo()
    assert session.params.radius == 0.75


def test_a_question_is_answered_in_the_state_that_it_is_about(walked: Session) -> None:
    player.go_to_stop(walked, 1)
    assert walk_of(walked).asking
    walked.open(walked.find("point_ellipse"))
    assert not player.answer_question(walked, ASKED.right)
    walked.open(walked.find("ray_circle"))
    moved(walked)
    before = walked.revealed
    assert player.answer_question(walked, len(ASKED.answers))
    assert walk_of(walked).stop_state.tries == ()
    assert walked.params.radius == 1.25
    assert player.answer_question(walked, ASKED.right)
    assert walk_of(walked).stop_state.tries == (ASKED.right,)
    assert walked.params == INSIDE.params
    assert walked.open_scene.step == INSIDE.step
    assert walked.revealed > before
    # It is answered once.
    assert not player.answer_question(walked, 0)
    assert walk_of(walked).stop_state.tries == (ASKED.right,)
    # Put back it is still answered: the first try counts.
    player.repeat_stop(walked)
    assert walk_of(walked).stop_state.tries == (ASKED.right,)


THREE = replace(ASKED, answers=("One", "Two", "Three"), right=1, checks=())


@pytest.mark.parametrize(
    ("tries", "said"),
    [
        ((1,), "Right."),
        ((0, 1), "Right this time."),
        ((0, 2), "The answer is “Two”."),
        ((0, None), "The answer is “Two”."),
    ],
)
def test_a_wrong_answer_may_be_tried_again_and_the_first_one_counts(
    tries: tuple[int | None, ...], said: str
) -> None:
    session = Session(SCENES)
    player.start_lesson(session, Lesson("One", (Stop(CROSSING, "", THREE),)))
    walk = walk_of(session)
    player.show_answer(session)  # not before it was tried
    for place in tries:
        assert session.asking
        assert session.scene_view.verdict is None
        assert said not in lesson_texts.feedback_text(walk, THREE)
        if place is None:
            player.continue_lesson(session)
        else:
            player.answer_question(session, place)
            player.answer_question(session, place)  # the same is no other try
    assert not session.asking
    assert session.scene_view.verdict is not None
    assert lesson_texts.feedback_text(walk, THREE).startswith(said)
    right = tries == (1,)
    assert walk.stop_state.mark is (StopMark.RIGHT if right else StopMark.AGAIN)
    assert walk.stops_to_review == ([] if right else [0])


@pytest.mark.parametrize(
    ("right", "title", "sentences", "score"),
    [
        (0, "The end of this lesson", [], "0 of 2 questions right at the first try"),
        (
            1,
            "What was right, what to look at again",
            ["Stop 2, right: Whether"],
            "1 of 2 questions right at the first try",
        ),
        (
            2,
            "You can now say why",
            ["Looking helps."],
            "2 of 2 questions right at the first try",
        ),
    ],
)
def test_the_end_fits_the_score(
    right: int, title: str, sentences: list[str], score: str
) -> None:
    stops = (
        Stop(CROSSING, "Look.", learned="Looking helps."),
        Stop(CROSSING, "", THREE, title="Whether"),
        Stop(CROSSING, "", THREE, title="How often"),
    )
    session = Session(SCENES)
    player.start_lesson(session, Lesson("Three", stops))
    for answered in range(2):
        player.step_stop(session, 1)
        player.answer_question(session, 1 if answered < right else 0)
        player.show_answer(session)
    player.step_stop(session, 1)
    walk = walk_of(session)
    assert walk.ending
    assert lesson_texts.end_title(walk) == title
    assert lesson_texts.takeaway_texts(walk) == sentences
    assert lesson_texts.position_text(walk) == score
    assert walk.stops_to_review == [*range(1 + right, 3)]
    result = lesson_texts.format_result(walk)
    assert score in result
    assert result.count("right at the first try") == right + 1
    assert result.count("not right") == 2 - right


def test_a_step_that_there_is_not_is_the_last(walked: Session) -> None:
    player.go_to_stop(walked, 1)
    stop = walk_of(walked).stop
    far = replace(stop, state=replace(stop.state, step=99))
    walk_of(walked).stop_state.stop = far
    player.answer_question(walked, ASKED.right)
    assert walked.open_scene.step == len(walked.scene_view.steps) > 3


def test_again_is_a_step_back_to_what_was_prepared(walked: Session) -> None:
    moved(walked)
    before = walked.revealed
    player.repeat_stop(walked)
    assert walked.params == CROSSING.params
    assert walked.revealed > before
    walked.undo()
    assert walked.params.radius == 1.25


def test_what_is_on_show_becomes_a_stop_behind_the_present_one(walked: Session) -> None:
    editor.toggle_writing(walked)
    assert walk_of(walked).writing
    moved(walked)
    assert editor.is_state_changed(walked)
    editor.add_stop(walked)
    walk = walk_of(walked)
    assert (walk.at, len(walk.stop_states)) == (1, 4)
    assert walk.stop.state.params.radius == 1.25
    assert (walk.stop.say, walk.stop.question, walk.stop.task) == ("", None, None)
    assert not editor.is_state_changed(walked)
    assert walk.has_unsaved_changes
    # The stop before it is as it was prepared.
    player.go_to_stop(walked, 0)
    assert walked.params == CROSSING.params
    editor.toggle_writing(walked)
    assert not walk.writing


def test_a_lesson_has_no_more_stops_than_its_file_may_have() -> None:
    session = Session(SCENES)
    player.start_lesson(
        session, Lesson("Many", (Stop(CROSSING, ""),) * (MAX_STOPS - 1))
    )
    editor.add_stop(session)
    assert (len(walk_of(session).stop_states), session.notice) == (MAX_STOPS, "")
    editor.add_stop(session)
    assert len(walk_of(session).stop_states) == MAX_STOPS
    assert session.notice == f"A lesson has at most {MAX_STOPS} stops"


def test_a_stop_takes_what_is_on_show_and_keeps_what_is_true_of_it(
    walked: Session,
) -> None:
    player.go_to_stop(walked, 1)
    editor.toggle_writing(walked)
    moved(walked)
    editor.replace_stop_state(walked)
    assert walk_of(walked).stop.state.params.radius == 1.25
    assert walk_of(walked).stop.question is ASKED
    assert walked.notice == ""
    walked.open(walked.find("point_ellipse"))
    editor.replace_stop_state(walked)
    stop = walk_of(walked).stop
    assert stop.state.scene.id == "point_ellipse"
    assert (stop.question, stop.task) == (None, None)
    assert (
        walked.notice
        == "The question or task was removed: it was about the other scene"
    )


def test_words_questions_and_tasks_are_written(walked: Session) -> None:
    task = LessonTask("Do it.", DONE.checks)
    editor.edit_stop(walked, say="Now look.")
    editor.set_question_or_task(walked, task=task)
    stop, visit = walk_of(walked).stop, walk_of(walked).stop_state
    assert (stop.say, stop.question, stop.task) == ("Now look.", None, task)
    walk_of(walked).stop_state.tries = (1,)
    editor.set_question_or_task(walked, ASKED)
    assert walk_of(walked).asking
    assert player.answer_question(walked, 0)
    # Another wording leaves the answer, and another kind is remembered.
    editor.set_question_or_task(walked, replace(ASKED, text="How many?"))
    assert (visit.tries, visit.task) == ((0,), task)
    editor.set_question_or_task(walked)
    assert (visit.tries, visit.question) == ((), replace(ASKED, text="How many?"))
    assert (walk_of(walked).stop.question, walk_of(walked).stop.task) == (None, None)


def test_stops_change_places_go_and_come_back(walked: Session) -> None:
    def scenes() -> list[str]:
        return [visit.stop.say or "-" for visit in walk_of(walked).stop_states]

    editor.move_stop(walked, -1)
    assert (scenes(), walk_of(walked).at) == (["Look.", "-", "-"], 0)
    editor.move_stop(walked, 1)
    assert (scenes(), walk_of(walked).at) == (["-", "Look.", "-"], 1)
    editor.move_stop(walked, 1)
    editor.move_stop(walked, 1)
    assert (scenes(), walk_of(walked).at) == (["-", "-", "Look."], 2)
    editor.delete_stop(walked)
    assert (scenes(), walk_of(walked).at) == (["-", "-"], 1)
    editor.restore_deleted_stop(walked)
    editor.restore_deleted_stop(walked)
    assert (scenes(), walk_of(walked).at) == (["-", "-", "Look."], 2)
    for _ in range(3):
        player.go_to_stop(walked, 0)
        editor.delete_stop(walked)
    assert (scenes(), walk_of(walked).at) == (["Look."], 0)


def test_it_is_tried_from_the_first_stop_with_nothing_answered(walked: Session) -> None:
    moved(walked)
    player.go_to_stop(walked, 1)
    player.answer_question(walked, ASKED.right)
    editor.toggle_writing(walked)
    editor.preview_lesson(walked)
    walk = walk_of(walked)
    assert (walk.at, walk.writing) == (0, False)
    assert all(not visit.tries for visit in walk.stop_states)
    assert walked.params == CROSSING.params


def test_a_text_is_a_lesson_or_none_and_one_that_is_unfit_is_said() -> None:
    session = Session(SCENES)
    assert not player.try_open_lesson(session, "{}")
    assert session.lesson is None
    text = dump(PLAN)
    assert player.try_open_lesson(session, text.replace("circle_rect", "nowhere"))
    assert session.lesson is None
    assert session.notice.startswith("Cannot open this lesson: ")
    assert player.try_open_lesson(session, text, Path("there.json"))
    assert (session.notice, walk_of(session).document) == ("Lesson opened", PLAN)
    assert walk_of(session).path == Path("there.json")
    assert not walk_of(session).has_unsaved_changes


def test_a_file_is_named_by_the_title_and_never_by_one_that_is_there(
    tmp_path: Path,
) -> None:
    visits = [StopState(PLAN.stops[0])]
    walk = OpenLesson("Rays & Circles!", visits)
    for name in ("rays-circles.json", "rays-circles-2.json", "rays-circles-3.json"):
        assert editor.suggest_path(walk, tmp_path) == tmp_path / name
        (tmp_path / name).touch()
    assert editor.suggest_path(OpenLesson("?!", visits), tmp_path).name == "lesson.json"
    long = editor.suggest_path(OpenLesson("a" * 99, visits), tmp_path)
    assert long.name == f"{'a' * 60}.json"
    walk.path = Path("elsewhere.json")
    assert editor.suggest_path(walk, tmp_path) == walk.path


def test_what_is_saved_is_the_lesson_as_it_is(tmp_path: Path) -> None:
    session = Session(SCENES)
    editor.save_lesson(session, tmp_path / "none.json")
    assert not list(tmp_path.iterdir())
    player.start_lesson(session, PLAN)
    editor.edit_stop(session, say="Other words.")
    assert walk_of(session).has_unsaved_changes
    editor.save_lesson(session, tmp_path / "lesson.json")
    assert session.notice == f"Saved lesson.json in {tmp_path}"
    assert not walk_of(session).has_unsaved_changes
    assert (tmp_path / "lesson.json").read_text() == dump(walk_of(session).document)
    editor.save_lesson(session, tmp_path / "lesson.json" / "below.json")
    assert session.notice.startswith("Cannot save the lesson: ")


def test_code_that_is_judged_in_a_stop_ends_with_the_lesson(walked: Session) -> None:
    class Judged:
        entry, closed = CROSSING.scene, False

        def close(self) -> None:
            self.closed = True

    judged, own = Judged(), walk_of(walked).stop_state.opened
    own.user_code = judged  # type: ignore[assignment]
    player.close_lesson(walked)
    assert judged.closed
    assert own.user_code is None
    assert own.scene is CROSSING.scene


def test_lessons_that_were_closed_come_back_each_in_its_turn() -> None:
    session = Session(SCENES)
    for title in ("One", "Two", "Three"):
        player.start_lesson(session, replace(PLAN, title=title))
        editor.edit_stop(session, say="Not saved.")
    seen = []
    for _ in range(6):
        player.reopen_lesson(session)
        seen.append(walk_of(session).title)
    assert seen == ["Two", "One", "Three"] * 2


def test_a_case_in_which_the_article_errs_shows_its_answer() -> None:
    session = Session(SCENES)
    session.choose_case("Starts inside")
    assert session.view.compare
    session.choose_case("Two hits")
    assert not session.view.compare


@pytest.mark.parametrize(
    "deed",
    [
        editor.add_stop,
        editor.replace_stop_state,
        editor.delete_stop,
        editor.preview_lesson,
        player.repeat_stop,
        lambda session: (
            editor.delete_stop(session),
            editor.restore_deleted_stop(session),
        ),
        lambda session: editor.move_stop(session, 1),
    ],
)
@pytest.mark.parametrize("elsewhere", [False, True])
def test_whatever_is_written_scenes_have_their_own_state_again(deed, elsewhere) -> None:
    session = Session(SCENES)
    own = list(session.opened_scenes)
    player.start_lesson(session, PLAN)
    player.go_to_stop(session, 1)
    if elsewhere:
        session.open(session.find("point_ellipse"))
    deed(session)
    player.close_lesson(session)
    assert all(a is b for a, b in zip(session.opened_scenes, own, strict=True))
