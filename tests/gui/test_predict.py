"""Predict and reveal, by real events in the window."""

import numpy as np
import pytest
from every import ENTRIES, few_scenes
from pyglet.window import key

from playground.gui.settings import Settings
from playground.quiz.questions import target_of_question
from playground.quiz.round import QUESTION_COUNT, answer_word
from playground.scene.primitives import Dot, Label, Role
from playground.session import quiz as session_quiz
from playground.session.view_model import SceneView
from playground.session.view_options import Page

pytestmark = pytest.mark.slow

ANSWERS = {Role.HIT, Role.MISS, Role.ENTER, Role.EXIT, Role.NORMAL}
IDS = few_scenes(e.id for e in ENTRIES if SceneView(e, e.initial_params()).has_quiz)
each_quiz = pytest.mark.parametrize("scene_id", IDS)


@pytest.fixture
def asked(driver):
    """Return a function that starts a scene's quiz by the page's buttons."""

    def start(scene_id: str = "ray_circle"):
        driver.open(scene_id)
        driver.click_item("Predict")
        driver.click_item("Start")
        return driver

    return start


def quiz(driver):
    return driver.session.quiz


def next_with(driver, wanted) -> None:
    """Answer questions by keys until one satisfies a condition."""
    for _ in range(40):
        if wanted(quiz(driver).question):
            return
        if quiz(driver).number == QUESTION_COUNT:
            session_quiz.begin_round(driver.session, quiz(driver).seed + 1)
            driver.settle()
            continue
        driver.key(key.M)
        driver.key(key.N)
    raise AssertionError("no such question")


def a_hit(driver):
    """Go to a question for a place, and return the true one."""
    next_with(driver, lambda q: q.target and isinstance(q.target.value, tuple))
    return quiz(driver).question.target.value


def guess_labels(driver) -> list[str]:
    return [m.text for m in driver.controls.overlay() if isinstance(m, Label)]


def has_item(driver, label: str) -> bool:
    driver.items.places.clear()
    driver.settle(1)
    return any(label in name for name in driver.items.places)


def test_a_seed_can_be_typed_and_a_wrong_one_is_refused_in_words(driver):
    driver.open("ray_circle")
    driver.click_item("Predict")
    for text, said in (
        ("7*6", ""),
        ("0.5", "The seed must be a whole number from 0 to 9999"),
        ("nan", '"nan" is not a number'),
    ):
        driver.click(100, 40)
        driver.double_click(*driver.item("##number seed"))
        driver.type(text)
        driver.key(key.ENTER)
        assert (driver.session.seed, driver.session.notice) == (42, said)


def test_a_click_at_the_true_place_has_no_error(asked):
    driver = asked()
    truth = a_hit(driver)
    x, y = driver.screen(truth)
    driver.drag((x, y), (x + 40, y + 30))  # it only pans
    assert quiz(driver).verdict is None
    before = quiz(driver).points
    driver.click(*driver.screen(truth))
    answer = quiz(driver).answer
    # The pointer stands on whole pixels.
    assert answer.error <= 0.75 * driver.controls.pixel_size()
    assert answer.points > 0.95
    assert quiz(driver).points == pytest.approx(before + answer.points)
    assert quiz(driver).streak >= 1


@each_quiz
def test_nothing_of_the_answer_is_shown_before_the_reveal(asked, scene_id):
    driver = asked(scene_id)
    for _ in range(4):
        views = driver.controls.motion.draw_list.self_and_views
        drawn = [record for view in views for record in view.primitives]
        roles = {record.role for record in (*driver.controls.overlay(), *drawn)}
        assert not roles & ANSWERS
        moment = driver.session.scene_view
        assert (moment.verdict, moment.rows, moment.steps) == (None, [], [])
        assert moment.comparison is moment.curve is None
        assert moment.comparison_in(np.float32) is None
        assert moment.timeline is None or not moment.timeline.stops
        assert moment.list_handle_marks(1.0) == []
        assert not has_item(driver, "See step")
        driver.key(key.M)
        assert driver.session.scene_view.verdict is not None
        assert driver.session.scene_view.rows
        driver.key(key.N)


def test_a_time_is_placed_by_the_transport(asked):
    driver = asked("sphere_line")
    assert isinstance(target_of_question(driver.session.scene).value, float)
    next_with(driver, lambda q: q.target is not None and 0.1 < q.target.value < 0.4)
    truth = quiz(driver).question.target.value
    driver.click_item("Hit")
    x, y = driver.item("##slider time")
    driver.click(x, y)
    assert driver.session.scene_view.current_time == pytest.approx(0.5, abs=0.02)
    driver.session.go_to(truth)
    driver.settle()
    for _ in range(2):
        driver.window.dispatch_event("on_text_motion", key.RIGHT)
    assert driver.session.scene_view.current_time == pytest.approx(truth + 0.02)
    driver.key(key.RETURN)
    assert quiz(driver).answer.error == pytest.approx(0.02)
    assert quiz(driver).answer.points == pytest.approx(0.8)
    # The picture stands at the true time, the guess is marked beside it.
    assert driver.session.scene_view.current_time == truth
    assert "your guess" in guess_labels(driver)


@pytest.mark.parametrize("way", ["Stop", "Explore"])
def test_leaving_brings_everything_back(driver, way):
    driver.open("ray_circle", "Tangent")
    driver.drag_grip("center", 0, 40, 20)
    own = driver.session.open_scene
    left, history = driver.params, own.history
    camera = driver.controls.camera(0)
    driver.click_item("Predict")
    driver.click_item("Start")
    for _ in range(3):
        driver.key(key.M)
        driver.key(key.RETURN)
    assert driver.params != left
    driver.click_item(way)
    assert driver.session.open_scene is own
    assert (driver.params, own.history) == (left, history)
    assert driver.controls.camera(0) == camera


def test_drags_and_keys_do_not_touch_a_question(asked):
    driver = asked()
    before, params = quiz(driver), driver.params
    x, y = driver.controls.places[0].center
    driver.drag((x, y), (x + 60, y + 40))
    driver.key(key.TAB)
    driver.window.dispatch_event("on_text_motion", key.UP)
    driver.key(key.R)
    driver.key(key.Z, key.MOD_CTRL)
    driver.key(key.HOME)
    driver.window.dispatch_event("on_text_motion", key.LEFT)
    driver.settle()
    assert (quiz(driver), driver.params) == (before, params)
    driver.key(key.M)
    driver.key(key.HOME)
    assert quiz(driver).answer
    assert driver.params == params


def test_a_revealed_question_can_be_explored_and_undone(asked):
    driver = asked()
    own = driver.session.opened_scenes[driver.session.index].history.present.params
    driver.key(key.M)
    question = driver.params
    driver.click_item("Explore this one")
    assert driver.session.view.page is Page.EXPLORE
    assert driver.params == question
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == own


def steered(driver, symbol: int, presses: int) -> None:
    for _ in range(presses):
        driver.window.dispatch_event("on_text_motion", symbol)
    driver.settle(1)


def steer(driver, truth) -> None:
    """Move the guess to the truth by arrow keys, as close as possible."""
    steered(driver, key.RIGHT, 1)  # begins in the middle of the view
    (x, y), (tx, ty) = driver.screen(quiz(driver).place), driver.screen(truth)
    across, up = round((tx - x) / 4.0), round((y - ty) / 4.0)
    steered(driver, key.RIGHT if across > 0 else key.LEFT, abs(across))
    steered(driver, key.UP if up > 0 else key.DOWN, abs(up))


@pytest.mark.parametrize("scene_id", ["ray_circle", "sphere_line"])
def test_the_keyboard_alone_plays_a_whole_round(driver, scene_id):
    driver.open(scene_id)
    driver.key(key.P)
    driver.key(key.RETURN)
    for number in range(1, QUESTION_COUNT + 1):
        assert (quiz(driver).number, quiz(driver).answer) == (number, None)
        driver.key(key.RETURN)  # reveals nothing before hit or miss
        assert quiz(driver).answer is None
        question = quiz(driver).question
        driver.key(key.H if question.hit else key.M)
        truth = question.target.value if question.target else None
        if isinstance(truth, float):
            goal = round((truth - driver.session.scene_view.current_time) / 0.01)
            steered(driver, key.RIGHT if goal > 0 else key.LEFT, abs(goal))
        elif quiz(driver).placing and scene_id == "ray_circle":
            driver.key(key.RETURN)  # nor before it is placed
            assert quiz(driver).answer is None
            steer(driver, truth or (0.0, 0.0))
        if quiz(driver).placing:
            driver.key(key.RETURN)
        assert quiz(driver).answer.points > 0.85
        driver.key(key.RETURN)
    assert quiz(driver).ended
    driver.key(key.RETURN)  # ends nothing and loses nothing
    driver.key(key.C, key.MOD_CTRL)
    text = driver.window.clipboard
    assert text == session_quiz.export_round(driver.session)
    assert f"Seed: {quiz(driver).seed}" in text
    assert text.count("\n") == QUESTION_COUNT + 4


def test_a_round_is_copied_by_its_button_and_another_follows(asked, texts):
    driver = asked()
    for _ in range(QUESTION_COUNT):
        driver.key(key.M)
        driver.key(key.RETURN)
    assert any(text.startswith("10. said miss; ") for text in texts)
    driver.click_item("Copy result")
    result = driver.window.clipboard
    assert result == session_quiz.export_round(driver.session)
    driver.click_item("question 2 as code")
    driver.click_item("Copy as Python")
    assert driver.session.notice == "Copied question 2 as Python"
    center = quiz(driver).answers[1].question.params.center
    assert f"center={center!r}" in driver.window.clipboard
    driver.click_item("Copy result")
    seed, question = quiz(driver).seed, quiz(driver).answers[0].question
    driver.click_item("Another round")
    assert (quiz(driver).number, quiz(driver).answers) == (1, ())
    assert quiz(driver).seed != seed
    assert quiz(driver).question != question
    # While questions are asked it is the state that is copied, once it is revealed.
    driver.key(key.C, key.MOD_CTRL)
    assert driver.window.clipboard == result
    driver.key(key.M)
    driver.key(key.C, key.MOD_CTRL)
    assert driver.window.clipboard.startswith("{")


@each_quiz
def test_the_step_that_decides_is_told_and_can_be_gone_to(asked, scene_id):
    driver = asked(scene_id)
    driver.key(key.M)
    params, study = driver.params, driver.session.scene_view
    found = session_quiz.find_deciding_step(study, quiz(driver))
    if found is None:
        assert not has_item(driver, "See step")
        return
    number, step = found
    driver.click_item(f"See step {number}")
    assert driver.session.scene_view.page is Page.DERIVATION
    assert driver.session.open_scene.step == number
    assert driver.session.scene_view.steps[number - 1].title == step.title
    assert driver.params == params or driver.session.scene_view.has_timeline


@each_quiz
def test_two_actions_a_question_and_every_button_keeps_its_place(asked, scene_id):
    driver = asked(scene_id)
    driver.resize(960, 600)
    driver.settle(4)
    entry = driver.session.scene
    words = [answer_word(entry, driver.params, hit=hit) for hit in (True, False)]

    def look() -> object:
        """Return the views with their cameras, and record the buttons' places."""
        driver.item("Stop")
        labels = driver.items.places
        wanted = (*words, "Next", "Stop")
        at = [next(p for label, p in labels.items() if w in label) for w in wanted]
        assert all(0 < x < 960 and 0 < y < 600 - 16 for x, y in at)
        seen.add(tuple(at))
        places = list(driver.controls.places)
        return places, [driver.controls.camera(i) for i in range(len(places))]

    seen = set()
    for number in range(1, QUESTION_COUNT):
        before = look()
        driver.click_item(words[1])
        assert quiz(driver).answer
        driver.settle(2)
        # What is revealed is compared with what was asked, in the same scale.
        assert look() == before
        driver.click_item("Next")
        assert quiz(driver).number == number + 1
    assert len(seen) == 1


def test_after_a_restart_the_round_goes_on(window_of, tmp_path):
    first = window_of(*ENTRIES, settings=Settings(tmp_path))
    first.open("ray_circle")
    first.click_item("Predict")
    first.click_item("Start")
    first.key(key.M)
    first.key(key.RETURN)
    before = quiz(first)
    first.window.close()
    again = window_of(*ENTRIES, settings=Settings(tmp_path))
    again.settle()
    assert quiz(again).question == before.question
    assert (quiz(again).number, quiz(again).answers) == (2, before.answers)


def test_a_question_about_the_article_shows_what_it_answers(asked, texts):
    driver = asked("circle_rect")

    def drawn_keys() -> set[str]:
        study = driver.session.scene_view
        return {record.key for record in study.comparison_primitives.primitives}

    next_with(driver, lambda q: q.of_article)
    assert "article" not in drawn_keys()
    assert any("what will the article's code" in text for text in driver.anew(texts))
    question = quiz(driver).question
    driver.key(key.H if question.hit else key.M)
    assert quiz(driver).answer.points == 1.0
    study = driver.session.scene_view
    compared = session_quiz.article_comparison(study, quiz(driver))
    assert compared.agrees == (study.verdict.hit == question.hit)
    assert "article" in drawn_keys()
    driver.click_item("Explore this one")
    assert driver.session.view.compare


def test_the_guess_is_drawn_and_follows_a_drag(asked):
    driver = asked()
    a_hit(driver)
    driver.key(key.H)
    x, y = driver.controls.places[0].center
    driver.move(x, y)
    driver.press()
    driver.drag_to(x + 50, y - 30)
    there = driver.controls.world(x + 50, y - 30)
    assert quiz(driver).place == pytest.approx(there, abs=1e-9)
    assert guess_labels(driver) == ["your guess"]
    assert Role.HIT not in {mark.role for mark in driver.controls.overlay()}
    driver.release()
    shown = driver.controls.overlay()
    truth = [m.at for m in shown if isinstance(m, Dot) and m.role is Role.HIT]
    assert truth == [quiz(driver).question.target.value]
