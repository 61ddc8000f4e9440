"""Questions: fair, the same for the same seed, true; and the score by hand."""

import math
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from every import every_scene, own_scenes

from playground.explore import quiz as quizzes
from playground.explore.quiz import Question, Quiz
from playground.scene import params as parameters
from playground.scene.scene import Entry, Target
from playground.scene.solution import Solution, ask, picture
from playground.scene.specs import Number, Vector
from scenes import SCENES

# A quick look, and a long one.
seeds = pytest.mark.parametrize(
    "seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in (1, 2, 3))]
)


@cache
def questions(scene: Entry, seed: int, count: int = 12) -> list[Question]:
    """Return the first questions of a seed; none where nothing can be asked."""
    if not quizzes.outcomes(scene):
        return []
    quiz = quizzes.start(scene, seed)
    found = [quiz.question]
    while len(found) < count:
        quiz = quizzes.next_question(quiz)
        found.append(quiz.question)
    return found


def hit(scene: Entry, p: parameters.Params) -> bool:
    verdict = ask(scene, p).verdict
    assert verdict is not None
    return verdict.hit


def target(solution: Solution) -> Target | None:
    """Return what the scene wants placed of one answer."""
    find = solution.scene.quiz.target
    return find(solution.params, solution.result) if find else None


@own_scenes
def test_every_outcome_of_ours_that_can_be_seen_is_asked(scene: Entry) -> None:
    cases = scene.cases.values()
    wanted = {case.outcome for case in cases if quizzes.asks(scene, case.params)}
    assert set(quizzes.outcomes(scene)) == wanted


@pytest.mark.slow
@seeds
@every_scene
def test_of_hits_and_of_misses_all_outcomes_come_equally_often(
    scene: Entry, seed: int
) -> None:
    if not quizzes.outcomes(scene):
        return
    quiz = quizzes.start(scene, seed)
    hits = {quiz.question.outcome: quiz.question.hit}
    for _ in range(24):
        quiz = quizzes.next_question(quiz)
        hits[quiz.question.outcome] = quiz.question.hit
    assert set(hits) == set(quizzes.outcomes(scene))
    for side in set(hits.values()):
        counts = [quiz.asked[name] for name, was in hits.items() if was is side]
        assert max(counts) - min(counts) <= 1


@pytest.mark.slow
@every_scene
def test_the_same_seed_asks_the_same(scene: Entry) -> None:
    assert questions(scene, 0)[:3] == questions.__wrapped__(scene, 0, 3)


@pytest.mark.slow
@own_scenes
def test_another_seed_asks_another(scene: Entry) -> None:
    assert questions(scene, 0)[:3] != questions(scene, 7, 3)


@seeds
@every_scene
def test_what_is_said_of_a_question_is_true(scene: Entry, seed: int) -> None:
    for asked in questions(scene, seed):
        p = asked.params
        solution = ask(scene, p)
        verdict = solution.verdict
        assert verdict is not None
        assert (verdict.text, verdict.hit) == (asked.outcome, asked.hit)
        assert verdict.text == scene.cases[asked.case].outcome
        if asked.target:
            assert asked.hit
            assert asked.target == target(solution)
        # In range: the file format would take it.
        assert parameters.from_dict(type(p), parameters.to_dict(p)) == p
        assert quizzes.asks(scene, p)


@seeds
@own_scenes
def test_no_question_is_a_case_as_it_stands_or_the_one_before(
    scene: Entry, seed: int
) -> None:
    found = questions(scene, seed)
    given = [case.params for case in scene.cases.values()]
    assert not [q for q in found if q.params in given]
    assert all(a.params != b.params for a, b in pairwise(found))


@seeds
@every_scene
def test_a_question_is_neither_too_small_nor_too_large_to_see(
    scene: Entry, seed: int
) -> None:
    for asked in questions(scene, seed):
        bounds = picture(scene, asked.params).upto(0).bounds()
        assert 1.0 <= math.dist(bounds.low, bounds.high) <= 60.0


@seeds
@own_scenes
def test_what_is_given_does_not_show_the_answer(scene: Entry, seed: int) -> None:
    """Nothing of the given picture is coloured by the answer."""
    for asked in questions(scene, seed):
        shown = picture(scene, asked.params).upto(0)
        roles = {record.role.value for v in shown.all_views for record in v.records}
        assert not roles & {"hit", "miss", "enter", "exit", "normal"}


@pytest.mark.slow
@seeds
@own_scenes
def test_hit_or_miss_is_plain_unless_it_is_exact(scene: Entry, seed: int) -> None:
    """A hit that is no touch survives a change of half a hundredth of the picture."""
    exact = {"Touch", "Resting or gliding", "On the edge"}
    for asked in questions(scene, seed):
        if asked.outcome in exact:
            continue
        bounds = picture(scene, asked.params).upto(0).bounds()
        step = 0.005 * math.dist(bounds.low, bounds.high)
        for sign in (-1, 1):
            assert hit(scene, _grown(asked.params, sign * step)) == asked.hit


@seeds
def test_hit_or_miss_stays_when_points_and_arrows_move_a_little(seed: int) -> None:
    scene = next(scene for scene in SCENES if scene.id == "sphere_line")
    rng, kept = Random(7), []
    for asked in questions(scene, seed):
        if asked.outcome == "Touch":
            continue
        bounds = picture(scene, asked.params).upto(0).bounds()
        step = 0.01 * math.dist(bounds.low, bounds.high)
        for _ in range(8):
            moved = parameters.with_values(
                asked.params,
                **{
                    name: tuple(
                        x + rng.uniform(-step, step)
                        for x in getattr(asked.params, name)
                    )
                    for name, spec in parameters.relevant(asked.params).items()
                    if isinstance(spec, Vector)
                },
            )
            kept.append(hit(scene, moved) == asked.hit)
    # A few directions are tried of each question, so that hardly any is left out.
    assert np.mean(kept) >= 0.95


def _grown(p: parameters.Params, by: float) -> parameters.Params:
    numbers = {
        name: getattr(p, name) + by
        for name, spec in parameters.relevant(p).items()
        if type(spec) is Number and not spec.time
    }
    return parameters.with_values(p, **numbers)


@every_scene
def test_what_is_not_asked_about_is_no_question(scene: Entry) -> None:
    """A whole run or a segment of an ellipse is answered by no picture."""
    for name, case in scene.cases.items():
        if not quizzes.asks(scene, case.params):
            assert name not in {q.case for q in questions(scene, 0)}


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
