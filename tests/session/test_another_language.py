"""Texts of the session, in a language that puts every text in brackets."""

from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from playground.i18n import set_language, translate
from playground.quiz import round
from playground.session import texts as session_texts
from playground.session.answer_pair import answer_pair
from playground.session.lesson import lesson_texts, player
from playground.session.lesson.document import read_shipped_lesson
from playground.session.session import Session
from playground.session.view_model import SceneView, ViewOptions
from scenes import RAY_CIRCLE, SCENES, SPHERE_LINE


class Bracketed(NullTranslations):
    def gettext(self, message: str) -> str:
        return f"[{message}]"

    def pgettext(self, context: str, message: str) -> str:
        return f"[{message}]"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"[{msgid1}]"


@pytest.fixture(autouse=True)
def bracketed() -> Iterator[None]:
    set_language("xx", Bracketed())
    yield
    set_language("en")


def test_a_lesson_from_a_file_is_told_in_whole_sentences():
    session = Session(SCENES)
    plan = read_shipped_lesson(RAY_CIRCLE, SCENES)
    player.start_lesson(session, plan)
    place = next(n for n, stop in enumerate(plan.stops) if stop.question)
    question = plan.stops[place].question
    walk = session.lesson
    wrong = (question.right + 1) % len(question.answers)
    walk.stop_states[place].tries = (wrong, wrong)
    assert translate(lesson_texts.review_text(walk, place)) == (
        f"[Stop {place + 1}, look again: [{plan.stops[place].title}]]"
    )
    player.go_to_stop(session, place)
    assert translate(lesson_texts.feedback_text(walk, question)) == (
        f"[[The answer is “[{question.answers[question.right]}]”.] [{question.why}]]"
    )


def test_what_an_answer_says_besides_is_told_whole():
    case = RAY_CIRCLE.cases["Two hits"].params
    found = answer_pair(
        SceneView(RAY_CIRCLE, case, None, ViewOptions()), is_user_code=False
    )
    assert found.code.detail.startswith("at (")
    assert translate(found.code.detail).startswith("[hit at ")


def test_a_word_within_a_sentence_is_the_language_s_own():
    asked = session_texts.quiz_task_text(round.start(SPHERE_LINE, 1), 0.0)
    assert asked == "Hit or miss?"
    assert translate(asked) == "[[Hit] or [Miss]?]"
