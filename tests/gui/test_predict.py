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


def deciding(driver):
    return session_quiz.find_deciding_step(
        driver.session.scene_view, driver.session.quiz
    )


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


def is_placed(question) -> bool:
    return question.target is not None and isinstance(question.target.value, tuple)


def a_hit(driver):
    next_with(driver, is_placed)
    return quiz(driver).question.target.value


def drawn_records(driver):
    picture = driver.controls.motion.draw_list
    shown = [record for view in picture.self_and_views for record in view.primitives]
    return [*driver.controls.overlay(), *shown]


def has_item(driver, label: str) -> bool:
    driver.items.places.clear()
    driver.settle(1)
    return any(label in name for name in driver.items.places)


def test_a_seed_can_be_typed_and_a_wrong_one_is_refused_in_words(driver):
    driver.open("ray_circle")
    driver.click_item("Predict")
    for text, seed, said in (
        ("7*6", 42, ""),
        ("0.5", 42, "The seed must be a whole number from 0 to 9999"),
        ("1e9", 42, "The seed must be a whole number from 0 to 9999"),
        ("nan", 42, '"nan" is not a number'),
    ):
        driver.click(100, 40)
        driver.double_click(*driver.item("##number seed"))
        driver.type(text)
        driver.key(key.ENTER)
        assert (driver.session.seed, driver.session.notice) == (seed, said)


def test_a_click_at_the_true_place_has_no_error(asked):
    driver = asked()
    truth = a_hit(driver)
    before = quiz(driver).points
    driver.click_item("Hit")
    assert quiz(driver).verdict is True
    driver.click(*driver.screen(truth))
    answer = quiz(driver).answer
    # The pointer stands on whole pixels.
    assert answer.error <= 0.75 * driver.controls.pixel_size()
    assert answer.points > 0.95
    assert quiz(driver).points == pytest.approx(before + answer.points)
    assert quiz(driver).streak >= 1


@pytest.mark.parametrize("scene_id", IDS)
def test_nothing_of_the_answer_is_shown_before_the_reveal(asked, scene_id):
    driver = asked(scene_id)
    for _ in range(8):
        assert not {record.role for record in drawn_records(driver)} & ANSWERS
        moment = driver.session.scene_view
        assert (moment.verdict, moment.rows, moment.steps) == (None, [], [])
        assert driver.session.scene_view.comparison is None
        assert moment.comparison_in(np.float32) is None
        assert driver.session.scene_view.curve is None
        assert moment.timeline is None or not moment.timeline.stops
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
    assert "your guess" in [
        m.text for m in driver.controls.overlay() if isinstance(m, Label)
    ]


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
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == driver.session.scene.cases["Tangent"].params


def test_drags_and_keys_do_not_touch_a_question(asked):
    driver = asked()
    before, params = quiz(driver), driver.params
    view = driver.controls.places[0]
    driver.drag(view.center, (view.center[0] + 60, view.center[1] + 40))
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


@pytest.mark.parametrize(
    "scene_id", few_scenes(["ray_circle", "circle_rect", "sphere_line"])
)
def test_the_keyboard_alone_plays_a_whole_round(driver, scene_id):
    driver.open(scene_id)
    driver.key(key.P)
    driver.key(key.RETURN)
    for number in range(1, QUESTION_COUNT + 1):
        assert (quiz(driver).number, quiz(driver).answer) == (number, None)
        question = quiz(driver).question
        driver.key(key.H if question.hit else key.M)
        truth = question.target.value if question.target else None
        if isinstance(truth, float):
            goal = round((truth - driver.session.scene_view.current_time) / 0.01)
            steered(driver, key.RIGHT if goal > 0 else key.LEFT, abs(goal))
        elif quiz(driver).placing and not session_quiz.is_time_question(
            driver.session.scene
        ):
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
    assert driver.window.clipboard == session_quiz.export_round(driver.session)
    seed, question = quiz(driver).seed, quiz(driver).answers[0].question
    driver.click_item("Another round")
    assert quiz(driver).number == 1
    assert not quiz(driver).answers
    assert quiz(driver).seed != seed
    assert quiz(driver).question != question
    # While questions are asked it is the state that is copied, once it is revealed.
    result = driver.window.clipboard
    driver.key(key.C, key.MOD_CTRL)
    assert driver.window.clipboard == result
    driver.key(key.M)
    driver.key(key.C, key.MOD_CTRL)
    assert driver.window.clipboard.startswith("{")


@pytest.mark.parametrize("scene_id", IDS)
def test_the_step_that_decides_is_told_and_can_be_gone_to(asked, scene_id):
    driver = asked(scene_id)
    driver.key(key.M)
    params, found = driver.params, deciding(driver)
    if found is None:
        assert not has_item(driver, "See step")
        return
    number, step = found
    driver.click_item(f"See step {number}")
    assert driver.session.scene_view.page is Page.DERIVATION
    assert driver.session.open_scene.step == number
    assert driver.session.scene_view.steps[number - 1].title == step.title
    assert driver.params == params or driver.session.scene_view.has_timeline


@pytest.mark.parametrize("scene_id", IDS)
def test_two_actions_a_question_and_every_button_keeps_its_place(asked, scene_id):
    driver = asked(scene_id)
    driver.settle(4)
    hit, miss = (
        answer_word(driver.session.scene, driver.params, hit=answer)
        for answer in (True, False)
    )
    seen = set()
    for number in range(1, QUESTION_COUNT):
        seen.add(tuple(button_places(driver, hit, miss)))
        cameras = [driver.controls.camera(i) for i, _ in views(driver)]
        places = views(driver)
        driver.click_item(miss)
        assert quiz(driver).answer
        driver.settle(2)
        # What is revealed is compared with what was asked, in the same scale.
        assert [driver.controls.camera(i) for i, _ in views(driver)] == cameras
        assert views(driver) == places
        seen.add(tuple(button_places(driver, hit, miss)))
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


def views(driver):
    return list(enumerate(driver.controls.places))


def button_places(driver, hit: str, miss: str) -> list[tuple[float, float]]:
    driver.item("Stop")
    labels = driver.items.places
    wanted = (hit, miss, "Next", "Stop")
    return [next(at for label, at in labels.items() if w in label) for w in wanted]


def test_a_question_about_the_article_shows_what_it_answers(asked, texts):
    driver = asked("circle_rect")
    next_with(driver, lambda q: q.of_article)
    drawn = driver.session.scene_view.comparison_primitives.primitives
    assert not {r.key for r in drawn} & {"article"}
    assert any("what will the article's code" in text for text in driver.anew(texts))
    question = quiz(driver).question
    driver.key(key.H if question.hit else key.M)
    assert quiz(driver).answer.points == 1.0
    compared = session_quiz.article_comparison(
        driver.session.scene_view, driver.session.quiz
    )
    truth = driver.session.scene_view.verdict.hit
    assert compared.agrees == (truth == question.hit)
    drawn = driver.session.scene_view.comparison_primitives.primitives
    assert {r.key for r in drawn} & {"article"}
    driver.click_item("Explore this one")
    assert driver.session.view.compare


def test_a_hit_is_not_revealed_before_it_is_placed(asked):
    driver = asked()
    driver.key(key.RETURN)
    assert quiz(driver).answer is None
    driver.key(key.H)
    driver.key(key.RETURN)
    assert quiz(driver).answer is None
    driver.window.dispatch_event("on_text_motion", key.RIGHT)  # by keys alone
    driver.key(key.RETURN)
    assert quiz(driver).answer is not None


def test_the_guess_is_drawn_and_follows_a_drag(asked):
    driver = asked()
    a_hit(driver)
    driver.key(key.H)
    x, y = driver.controls.places[0].center
    driver.move(x, y)
    driver.press()
    driver.drag_to(x + 50, y - 30)
    assert quiz(driver).place == pytest.approx(
        driver.controls.world(x + 50, y - 30), abs=1e-9
    )
    marks = driver.controls.overlay()
    assert [m.text for m in marks if isinstance(m, Label)] == ["your guess"]
    assert Role.HIT not in {mark.role for mark in marks}
    driver.release()
    shown = driver.controls.overlay()
    truth = [m.at for m in shown if isinstance(m, Dot) and m.role is Role.HIT]
    assert truth == [quiz(driver).question.target.value]
