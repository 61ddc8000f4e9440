"""Questions: fair, the same for the same seed, true; and the score by hand."""

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from playground.explore import quiz as quizzes
from playground.explore.quiz import Question, Quiz
from playground.scene import params as parameters
from playground.scene.scene import AnyScene, Scene, Target, picture
from scenes import SCENES

SEEDS = range(4)
# What no picture can answer: a whole run, and an ellipse that is a segment.
UNASKED = {"ball_block": "Wall, article, fast", "point_ellipse": "No height"}

each_scene = pytest.mark.parametrize("scene", SCENES, ids=[s.id for s in SCENES])


@cache
def questions(scene: AnyScene, seed: int, count: int) -> list[Question]:
    quiz = quizzes.start(scene, seed)
    found = [quiz.question]
    while len(found) < count:
        quiz = quizzes.next_question(quiz)
        found.append(quiz.question)
    return found


@each_scene
def test_every_outcome_that_can_be_seen_is_asked(scene) -> None:
    cases = scene.cases.values()
    wanted = {case.outcome for case in cases if scene.question(case.params)}
    assert set(quizzes.outcomes(scene)) == wanted
    for seed in SEEDS:
        asked = {q.outcome for q in questions(scene, seed, 30)}
        assert asked == wanted


@each_scene
def test_of_hits_and_of_misses_all_outcomes_come_equally_often(scene) -> None:
    quiz = quizzes.start(scene, 5)
    for _ in range(40):
        quiz = quizzes.next_question(quiz)
    for side in (True, False):
        counts = [
            quiz.asked[n] for n, hit in quizzes._hits(scene).items() if hit is side
        ]
        assert max(counts) - min(counts) <= 1
        assert sum(counts) >= 10


@each_scene
def test_every_scene_asks_in_words_of_its_own(scene) -> None:
    assert type(scene).question is not Scene.question


@each_scene
def test_the_same_seed_asks_the_same_and_another_does_not(scene) -> None:
    assert questions(scene, 7, 6) == questions.__wrapped__(scene, 7, 6)
    assert questions(scene, 7, 6) != questions(scene, 8, 6)


@each_scene
def test_what_is_said_of_a_question_is_true(scene) -> None:
    for asked in (q for seed in SEEDS for q in questions(scene, seed, 30)[:12]):
        p = asked.params
        result = scene.solve(p)
        verdict = scene.verdict(p, result)
        assert (verdict.text, verdict.hit) == (asked.outcome, asked.hit)
        assert verdict.text == scene.cases[asked.case].outcome
        if asked.target:
            assert asked.hit
            assert asked.target == scene.target(p, result)
        # In range: the file format would take it.
        assert parameters.from_dict(type(p), parameters.to_dict(p)) == p


@each_scene
def test_no_question_is_a_case_as_it_stands_or_the_one_before(scene) -> None:
    for seed in SEEDS:
        found = questions(scene, seed, 30)[:12]
        given = [case.params for case in scene.cases.values()]
        assert not [q for q in found if q.params in given]
        assert all(a.params != b.params for a, b in pairwise(found))


@each_scene
def test_a_question_is_neither_too_small_nor_too_large_to_see(scene) -> None:
    for asked in (q for seed in SEEDS for q in questions(scene, seed, 30)[:12]):
        bounds = picture(scene, asked.params).upto(0).bounds()
        assert 1.0 <= math.dist(bounds.low, bounds.high) <= 60.0
        assert scene.question(asked.params)


@each_scene
def test_what_is_given_does_not_show_the_answer(scene) -> None:
    """Nothing of the given picture is coloured or named by the answer."""
    for asked in (q for seed in SEEDS for q in questions(scene, seed, 30)[:12]):
        shown = picture(scene, asked.params).upto(0)
        records = [r for view in (shown, *shown.views) for r in view.records]
        roles = {record.role.value for record in records}
        assert not roles & {"hit", "miss", "enter", "exit", "normal"}


@each_scene
def test_hit_or_miss_is_plain_unless_it_is_exact(scene) -> None:
    """A hit that is no touch survives a change of half a hundredth of the picture."""
    exact = {"Touch", "On the edge"}
    for asked in [q for seed in SEEDS for q in questions(scene, seed, 30)]:
        if asked.outcome in exact:
            continue
        step = 0.005 * quizzes._size(scene, asked.params)
        for sign in (-1, 1):
            moved = _grown(asked.params, sign * step)
            assert scene.verdict(moved, scene.solve(moved)).hit == asked.hit


def test_hit_or_miss_stays_when_points_and_arrows_move_a_little() -> None:
    scene, rng = SCENES[3], Random(7)
    for asked in [q for seed in (1, 2, 3) for q in questions(scene, seed, 30)]:
        if asked.outcome == "Touch":
            continue
        step = 0.01 * quizzes._size(scene, asked.params)
        for _ in range(8):
            moved = parameters.with_values(
                asked.params,
                **{
                    name: tuple(
                        x + rng.uniform(-step, step)
                        for x in getattr(asked.params, name)
                    )
                    for name, spec in parameters.relevant(asked.params).items()
                    if isinstance(spec, parameters.Vector)
                },
            )
            assert scene.verdict(moved, scene.solve(moved)).hit == asked.hit


def _grown(p: parameters.Params, by: float) -> parameters.Params:
    numbers = {
        name: getattr(p, name) + by
        for name, spec in parameters.relevant(p).items()
        if type(spec) is parameters.Number and not spec.time
    }
    return parameters.with_values(p, **numbers)


@pytest.mark.parametrize(("scene_id", "case"), UNASKED.items())
def test_what_no_picture_can_answer_is_not_asked(scene_id, case) -> None:
    scene = next(s for s in SCENES if s.id == scene_id)
    assert scene.question(scene.cases[case].params) == ""


def asking(hit: bool, target: Target | None, size: float = 10.0) -> Quiz:
    """Return a quiz whose question is made by hand."""
    scene = next(s for s in SCENES if s.id == "ray_circle")
    quiz = quizzes.start(scene, 1)
    question = replace(quiz.question, hit=hit, target=target, size=size, outcome="Hit")
    return replace(quiz, question=question)


def answered(quiz: Quiz, hit: bool, place: tuple[float, ...] | float | None = None):
    quiz = quizzes.guess_verdict(quiz, hit)
    if place is not None:
        quiz = replace(quiz, place=place)
    return quizzes.reveal(quiz)


POINT = Target("the first hit point", (3.0, 4.0))


@pytest.mark.parametrize(
    ("place", "error", "points"),
    [
        ((3.0, 4.0), 0.0, 2.0),
        ((3.3, 4.4), 0.5, 1.5),  # half of a tenth of 10
        ((3.0, 4.25), 0.25, 1.75),
        ((3.0, 5.0), 1.0, 1.0),
        ((9.0, 12.0), 10.0, 1.0),
    ],
)
def test_a_place_earns_less_the_farther_it_is_off(place, error, points) -> None:
    quiz = answered(asking(True, POINT), True, place)
    assert quiz.answer.error == pytest.approx(error)
    assert quiz.answer.points == pytest.approx(points)
    assert quiz.answer.possible == 2.0
    assert (quiz.points, quiz.possible) == (quiz.answer.points, 2.0)


def test_a_time_is_measured_along_its_axis() -> None:
    quiz = answered(asking(True, Target("the time", 0.5), 1.0), True, 0.47)
    assert quiz.answer.error == pytest.approx(0.03)
    assert quiz.answer.points == pytest.approx(1.7)


def test_a_miss_is_one_point_and_has_no_place() -> None:
    right = answered(asking(False, None), False)
    wrong = answered(asking(False, None), True, (1.0, 1.0))
    assert (right.points, right.possible, right.streak) == (1.0, 1.0, 1)
    assert (wrong.points, wrong.possible, wrong.streak) == (0.0, 1.0, 0)
    assert math.isnan(wrong.answer.error)


def test_a_hit_called_a_miss_earns_nothing_of_two() -> None:
    quiz = answered(asking(True, POINT), False)
    assert (quiz.points, quiz.possible, quiz.streak) == (0.0, 2.0, 0)


def test_streak_counts_on_and_a_wrong_answer_ends_it() -> None:
    quiz = asking(False, None)
    streaks = []
    for guess in (False, False, True, False):
        asked = replace(quiz, question=asking(False, None).question)
        quiz = quizzes.next_question(answered(asked, guess))
        streaks.append((quiz.streak, quiz.best))
    assert streaks == [(1, 1), (2, 2), (0, 2), (1, 2)]
    assert (quiz.points, quiz.possible, quiz.number) == (3.0, 4.0, 5)


def test_a_place_that_earns_nothing_ends_the_streak() -> None:
    quiz = replace(asking(True, POINT), streak=4, best=4)
    assert answered(quiz, True, (9.0, 9.0)).streak == 0
    assert answered(quiz, True, (3.0, 4.1)).streak == 5


def test_nothing_is_revealed_before_hit_or_miss_and_nothing_changes_after() -> None:
    quiz = asking(False, None)
    assert quizzes.reveal(quiz) is quiz
    shown = answered(quiz, False)
    assert quizzes.reveal(shown) is shown
    assert quizzes.guess_verdict(shown, True) is shown
    assert quizzes.guess_place(shown, (0.0, 0.0)) is shown


def test_an_outcome_counts_as_seen_when_it_is_revealed() -> None:
    quiz = asking(False, None)
    assert not quiz.seen
    assert answered(quiz, True).seen == {"Hit"}


def test_a_new_question_forgets_the_guess_and_keeps_the_score() -> None:
    quiz = quizzes.next_question(answered(asking(True, POINT), True, (3.0, 4.0)))
    assert (quiz.verdict, quiz.place, quiz.answer) == (None, None, None)
    assert (quiz.points, quiz.streak, quiz.number) == (2.0, 1, 2)


def test_miss_takes_the_place_back() -> None:
    quiz = replace(asking(True, POINT), verdict=True, place=(1.0, 1.0))
    assert quizzes.guess_verdict(quiz, False).place is None
